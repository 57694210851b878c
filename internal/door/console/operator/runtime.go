package operator

import (
	"context"
	"slices"

	"renown/internal/door/console/kit"
	"renown/internal/room/run/runtime"
)

// runtimeRow is a browser that asks in a platform's app, as it last said.
type runtimeRow struct {
	runtime.Health
	runtime, name string // what the runtime is called, and its platform in the reader's language
	shared        bool   // it serves the whole installation
	terms         *runtime.Terms
}

// runtimeRows lists the runtimes in force that have been heard of, platform by platform.
func (pages *Pages) runtimeRows(ctx context.Context, names map[string]string) (list []runtimeRow, err error) {
	all, err := pages.Runtimes.All(ctx)
	if err != nil {
		return nil, err
	}
	terms, err := pages.Runtimes.ListTerms(ctx)
	for _, r := range all {
		if r.RevokedAt != nil {
			continue
		}
		for _, h := range r.Health {
			row := runtimeRow{Health: h, runtime: r.Name, name: names[h.Platform], shared: r.SpaceID == ""}
			if i := slices.IndexFunc(terms, func(t runtime.Terms) bool { return t.Platform == h.Platform }); i >= 0 {
				row.terms = &terms[i]
			}
			list = append(list, row)
		}
	}
	return list, err
}

func (r runtimeRow) state() string {
	if !r.Live {
		return string(runtime.Offline)
	}
	return string(r.State)
}

func (r runtimeRow) tone() string {
	switch {
	case !r.Live:
		return "bad"
	case r.State.LoggedIn():
		return "good"
	}
	return "warn"
}

// termsRow is a platform with who read its terms; nil: not read.
type termsRow struct {
	platform, name string
	read           *runtime.Terms
}

func (pages *Pages) termsRows(ctx context.Context, lines []platformRow) (list []termsRow, err error) {
	terms, err := pages.Runtimes.ListTerms(ctx)
	for _, l := range lines {
		row := termsRow{platform: l.ID, name: l.name}
		if i := slices.IndexFunc(terms, func(t runtime.Terms) bool { return t.Platform == l.ID }); i >= 0 {
			row.read = &terms[i]
		}
		list = append(list, row)
	}
	return list, err
}

func (pages *Pages) recordTerms(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	_, err := pages.Runtimes.RecordTerms(ctx,
		runtime.Terms{Platform: v.PathValue("platform"), ReadBy: f.Text("read_by"), Edition: f.Text("edition")})
	if err != nil {
		return kit.Reply{}, err
	}
	v.Say("已登记：可以在这个平台的应用里提问")
	return kit.LeadTo("/operator/platforms")
}

func (pages *Pages) withdrawTerms(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	if err := pages.Runtimes.WithdrawTerms(ctx, v.PathValue("platform")); err != nil {
		return kit.Reply{}, err
	}
	v.Say("已撤回登记：不再在这个平台的应用里提问")
	return kit.LeadTo("/operator/platforms")
}
