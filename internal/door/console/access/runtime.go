package access

import (
	"context"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/run/runtime"
)

// runtimePage lists the browsers of a space that ask in platforms' own apps; token is one that was made just now, shown this once.
type runtimePage struct {
	list      []runtime.Runtime
	terms     map[string]runtime.Terms // by platform
	platforms []kit.PlatformName
	form      kit.Form
	fresh     *runtime.Runtime
	token     string
	base      string // address of the service
}

// waiting lists what wants a person, as sentences.
func (p runtimePage) waiting(ctx context.Context) (list []string) {
	for _, r := range p.list {
		for _, h := range r.Health {
			if r.RevokedAt == nil && h.Live && !h.State.LoggedIn() {
				list = append(list, kit.T(ctx, "%s：%s", p.name(h.Platform), runtimeState(ctx, h)))
			}
		}
	}
	return list
}

func (p runtimePage) name(platform string) string {
	for _, one := range p.platforms {
		if one.ID == platform {
			return one.Name
		}
	}
	return platform
}

// names are the platforms that a token is for.
func (p runtimePage) names(ctx context.Context, of []string) string {
	list := make([]string, len(of))
	for i, id := range of {
		list[i] = p.name(id)
	}
	return kit.JoinWords(ctx, list)
}

// commands are what is typed on the computer that asks.
func (p runtimePage) commands() string {
	var lines []string
	for _, platform := range p.fresh.Platforms {
		lines = append(lines, "renown runtime login --platform "+platform)
	}
	lines = append(lines, "export RENOWN_RUNTIME_TOKEN="+p.token,
		"renown runtime run --url "+p.base+" --platforms "+strings.Join(p.fresh.Platforms, ","))
	return strings.Join(lines, "\n")
}

func runtimeState(ctx context.Context, h runtime.Health) string {
	state := h.State
	if !h.Live {
		state = runtime.Offline
	}
	return kit.ViewOf(ctx).Lang.Stored("runtime_state", string(state))
}

func runtimeTone(h runtime.Health) string {
	switch {
	case !h.Live:
		return "bad"
	case h.State.LoggedIn():
		return "good"
	}
	return "warn"
}

func (pages *Pages) showRuntimes(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.runtimeForm(ctx, v, runtimePage{form: kit.Filled()})
}

func (pages *Pages) runtimeForm(ctx context.Context, v *kit.Visit, p runtimePage) (_ kit.Reply, err error) {
	if p.list, err = pages.Runtimes.List(ctx, v.Caller.SpaceID); err != nil {
		return kit.Reply{}, err
	}
	terms, err := pages.Runtimes.ListTerms(ctx)
	if err != nil {
		return kit.Reply{}, err
	}
	p.terms, p.platforms, p.base = map[string]runtime.Terms{}, kit.PlatformNames(ctx, pages.Runs), v.Base(pages.PublicURL)
	for _, t := range terms {
		p.terms[t.Platform] = t
	}
	return kit.Show(kit.Page{Title: kit.Key("App 采集"), Entry: "runtimes", Body: runtimesBody(p)}, p.form)
}

// createRuntime answers with the token itself, which cannot be shown again.
func (pages *Pages) createRuntime(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	p := runtimePage{form: v.Submitted()}
	if len(p.form.Values["platform"]) == 0 {
		p.form.Blame("platform", v.T("请至少选一个平台"))
	}
	if p.form.Sound() {
		made, token, err := pages.Runtimes.Create(ctx, runtime.NewRuntime{
			SpaceID: v.Caller.SpaceID,
			UserID:  v.User.ID, Name: p.form.Text("name"), Platforms: p.form.Values["platform"],
		})
		if err == nil {
			return pages.runtimeForm(ctx, v, runtimePage{form: kit.Filled(), fresh: &made, token: token})
		}
		if err := p.form.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
	}
	return pages.runtimeForm(ctx, v, p)
}

func (pages *Pages) revokeRuntime(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	if err := pages.Runtimes.Revoke(ctx, v.Caller.SpaceID, v.PathValue("runtime_id")); err != nil {
		return kit.Reply{}, err
	}
	v.Say("令牌已吊销")
	return kit.LeadTo("/runtimes")
}
