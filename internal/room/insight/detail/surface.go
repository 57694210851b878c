package detail

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/insight"
	"renown/internal/room/reading"
	"renown/internal/tool/answer"
	"renown/internal/tool/stat"
)

// Surfaces compares what assistants answer by their interface with what their apps show, for prompts that were asked on both on one day.
type Surfaces struct {
	Period    insight.Period    `json:"period"`
	Filters   insight.Filters   `json:"filters"`
	Platforms []SurfacePlatform `json:"platforms"`
	Truncated bool              `json:"truncated"` // only the newest answers of the period were read
	Revision  string            `json:"-"`
}

// SurfacePlatform is how far the two surfaces of a platform agree. A pair is a prompt on a day with answers on both;
// its several answers are
// averaged. Intervals are over prompts.
type SurfacePlatform struct {
	Platform string `json:"platform"`
	Name     string `json:"name"`
	Pairs    int64  `json:"pairs"`
	Prompts  int64  `json:"prompts"` // that the pairs are of
	Drawn    int64  `json:"drawn"`   // pairs that were drawn at random

	Named      Agreement `json:"named"`       // both name the brand, or neither does
	Brands     Agreement `json:"brands"`      // Jaccard index of the brands that are named; pairs that name none are left out
	Channels   Agreement `json:"channels"`    // and of the channels that are cited
	Mention    Agreement `json:"mention"`     // share of answers that name the brand, in the app less by the interface
	Position   Agreement `json:"position"`    // places further down in the app, of pairs that name the brand on both
	Tone       Agreement `json:"tone"`        // more positive in the app, of pairs that are judged on both
	MentionAPI *float64  `json:"mention_api"` // that share by the interface, of the pairs
	MentionApp *float64  `json:"mention_app"` // and in the app
	AppRate    AppRate   `json:"app_rate"`
}

// Agreement is a mean over pairs with its interval, which is null for too few prompts.
type Agreement struct {
	Value *float64 `json:"value"`
	insight.Interval
	Pairs int64 `json:"pairs"`
}

// AppRate is how often the app would name the brand over all that the interface was asked: the pairs that were drawn, moved along their
// regression on the interface's answers. It is null where Unusable says why.
type AppRate struct {
	Value *float64 `json:"value"`
	insight.Interval
	Units    int64    `json:"units"`    // prompts on days that the interface was asked
	Gain     *float64 `json:"gain"`     // how many times as many answers of the app alone would be as exact
	Unusable *string  `json:"unusable"` // a code
}

// Why an app rate is not to be had.
const (
	UnusableFew  = "few_pairs"    // fewer than thirty were drawn
	UnusableSame = "no_variation" // one of the two surfaces always answers the same
)

// surfaceAnswers is how many findings of each surface are read; a month of the largest plan.
const surfaceAnswers = 20_000

// Surfaces compares the surfaces. Faults: as Citations.
func (d *Details) Surfaces(ctx context.Context, who account.Caller, brandID string, query insight.Query) (out Surfaces, err error) {
	defer fault.Wrap(&err, "detail.Surfaces")

	query.Surface, query.Mode = "", ""
	err = d.insights.Analyse(ctx, who, brandID, query, insight.Made("surfaces", &out, surfaces))
	return out, err
}

// unit is a prompt on a platform on a day.
type unit struct {
	platform, prompt string
	day              day.Day
}

// compared is what is compared of an answer.
type compared struct {
	counts   bool // for visibility
	drawn    bool
	named    bool
	position *int64
	score    *int64
	others   string // JSON
	sources  string
}

func surfaces(s *insight.Scope, ctx context.Context) (out Surfaces, err error) {
	out = Surfaces{Period: s.Period(), Filters: s.Filters(), Platforms: []SurfacePlatform{}, Revision: s.Revision}
	app, read, err := comparedOf(ctx, s, reading.SurfaceApp, s.Query.Platforms)
	if err != nil || len(app) == 0 {
		return out, err
	}
	var asked []string // platforms of which there is something to compare
	for u := range app {
		asked = append(asked, u.platform)
	}
	slices.Sort(asked)
	api, more, err := comparedOf(ctx, s, reading.SurfaceAPI, slices.Compact(asked))
	if err != nil {
		return out, err
	}
	out.Truncated = read == surfaceAnswers || more == surfaceAnswers
	for _, platform := range s.Platforms {
		p := SurfacePlatform{Platform: platform, Name: s.PlatformName(platform)}
		if err := p.compare(app, api); err != nil {
			return out, err
		}
		if p.Pairs > 0 {
			out.Platforms = append(out.Platforms, p)
		}
	}
	return out, nil
}

// comparedOf is the answered findings of a surface, by unit. Which were drawn is asked of the app's alone.
func comparedOf(ctx context.Context, s *insight.Scope, surface string, platforms []string) (list map[unit][]compared, n int, err error) {
	side, drawn := *s,
		`EXISTS (SELECT 1 FROM answers a JOIN runs r ON r.id = a.run_id WHERE a.id = findings.answer_id AND r.pair_of IS NOT NULL)`
	if surface == reading.SurfaceAPI {
		drawn = `1 = 0`
	}
	side.Mode, side.Query.Platforms = reading.Key(surface, reading.SearchMode), platforms
	list, f := map[unit][]compared{}, side.Found()
	err = store.Each(ctx, s.Q, func(row store.Row) error {
		var l compared
		var u unit
		var state, kinds string
		var at timestamp.Time
		if err := row.Scan(&u.platform, &u.prompt, &at, &state, &kinds, &l.position, &l.score, &l.others, &l.sources,
			&l.drawn); err != nil {
			return err
		}
		n++
		if u.day = day.Of(at.Time); answer.State(state).Answered() {
			l.counts, _ = insight.CountsFor(kinds)
			l.named = l.position != nil
			list[u] = append(list[u], l)
		}
		return nil
	}, `SELECT platform, prompt_id, at, state, kinds, position, score, others, sources, `+drawn+`
		FROM findings`+f.SQL+` ORDER BY at DESC, answer_id LIMIT `+strconv.Itoa(surfaceAnswers), f.Args...)
	return list, n, err
}

// pairing gathers what pairs say, prompt by prompt.
type pairing struct {
	named, brands, channels, mention, position, tone map[string][]float64
	twins                                            []stat.Twin
	inAPI, inApp                                     float64
}

func (p *SurfacePlatform) compare(app, api map[unit][]compared) error {
	g := pairing{
		map[string][]float64{},
		map[string][]float64{},
		map[string][]float64{},
		map[string][]float64{},
		map[string][]float64{},
		map[string][]float64{},
		nil, 0, 0,
	}
	prompts := map[string]bool{}
	for _, u := range p.units(app) {
		there, here := app[u], api[u]
		if len(here) == 0 {
			continue
		}
		p.Pairs++
		prompts[u.prompt] = true
		if err := p.add(&g, u, there, here); err != nil {
			return err
		}
	}
	p.Prompts = int64(len(prompts))
	var cheap []float64
	for _, u := range p.units(api) {
		if v, ok := share(api[u]); ok {
			cheap = append(cheap, v)
		}
	}
	p.Named, p.Brands, p.Channels = agreement(g.named, stat.Rate), agreement(g.brands, stat.Rate), agreement(g.channels, stat.Rate)
	p.Mention, p.Position, p.Tone = agreement(g.mention, stat.Mean), agreement(g.position, stat.Mean), agreement(g.tone, stat.Mean)
	p.Drawn, p.AppRate = int64(len(g.twins)), appRate(g.twins, cheap)
	if n := float64(p.Mention.Pairs); n > 0 {
		p.MentionAPI, p.MentionApp = new(g.inAPI/n), new(g.inApp/n)
	}
	return nil
}

// units are those of the platform, in an order that does not depend on a map's.
func (p *SurfacePlatform) units(of map[unit][]compared) (list []unit) {
	for u := range of {
		if u.platform == p.Platform {
			list = append(list, u)
		}
	}
	slices.SortFunc(list, func(a, b unit) int { return cmp.Or(cmp.Compare(a.day, b.day), cmp.Compare(a.prompt, b.prompt)) })
	return list
}

// add compares every answer of the app with every answer of the interface, and takes the means.
func (p *SurfacePlatform) add(g *pairing, u unit, app, api []compared) error {
	var same, brands, channels, position, tone mean
	for _, a := range app {
		for _, b := range api {
			if a.counts {
				same.take(float64(number(a.named == b.named)), true)
				in, out, err := names(a, b)
				if err != nil {
					return err
				}
				brands.take(jaccard(in, out))
			}
			in, out, err := cited(a, b)
			if err != nil {
				return err
			}
			channels.take(jaccard(in, out))
			if a.position != nil && b.position != nil && a.counts {
				position.take(float64(*a.position-*b.position), true)
			}
			if a.score != nil && b.score != nil {
				tone.take(float64(*a.score-*b.score)/reading.Scale, true)
			}
		}
	}
	for _, one := range []struct {
		of   mean
		into map[string][]float64
	}{{same, g.named}, {brands, g.brands}, {channels, g.channels}, {position, g.position}, {tone, g.tone}} {
		if one.of.n > 0 {
			one.into[u.prompt] = append(one.into[u.prompt], one.of.sum/one.of.n)
		}
	}
	dear, ok := share(app)
	cheap, both := share(api)
	if !ok || !both {
		return nil
	}
	g.mention[u.prompt] = append(g.mention[u.prompt], dear-cheap)
	g.inAPI, g.inApp = g.inAPI+cheap, g.inApp+dear
	if slices.ContainsFunc(app, func(l compared) bool { return l.drawn }) {
		g.twins = append(g.twins, stat.Twin{Cheap: cheap, Dear: dear})
	}
	return nil
}

// mean adds up values that are there.
type mean struct{ sum, n float64 }

func (m *mean) take(v float64, is bool) {
	if is {
		m.sum, m.n = m.sum+v, m.n+1
	}
}

// share is how many of a unit's answers name the brand; false where none counts for visibility.
func share(list []compared) (float64, bool) {
	var m mean
	for _, l := range list {
		m.take(float64(number(l.named)), l.counts)
	}
	return m.sum / max(m.n, 1), m.n > 0
}

func names(a, b compared) (in, out map[string]bool, err error) {
	if in, err = a.names(); err == nil {
		out, err = b.names()
	}
	return in, out, err
}

func (l compared) names() (map[string]bool, error) {
	others, err := reading.OthersIn(l.others)
	set := map[string]bool{}
	if l.named {
		set[""] = true
	}
	for _, o := range others {
		set[o.ID] = true
	}
	return set, err
}

func cited(a, b compared) (in, out map[string]bool, err error) {
	if in, err = a.channels(); err == nil {
		out, err = b.channels()
	}
	return in, out, err
}

func (l compared) channels() (map[string]bool, error) {
	sources, err := reading.SourcesIn(l.sources)
	set := map[string]bool{}
	for _, s := range sources {
		if s.Channel == "" {
			s.Channel = s.Domain
		}
		set[s.Channel] = true
	}
	return set, err
}

// jaccard is how much two sets share of what they hold together; false for two empty ones.
func jaccard(a, b map[string]bool) (float64, bool) {
	both := 0
	for v := range a {
		if b[v] {
			both++
		}
	}
	all := len(a) + len(b) - both
	return float64(both) / float64(max(all, 1)), all > 0
}

func agreement(values map[string][]float64, kind stat.Kind) (a Agreement) {
	for _, list := range values {
		a.Pairs += int64(len(list))
	}
	if value, in, known, ok := stat.ClusterMean(values, kind); ok {
		a.Value, a.Interval = &value, insight.IntervalOf(in, known)
	}
	return a
}

func appRate(twins []stat.Twin, cheap []float64) (r AppRate) {
	r.Units = int64(len(cheap))
	d, ok := stat.DoubleSampling(twins, cheap)
	switch {
	case ok:
		r.Value, r.Interval, r.Gain = &d.Value, insight.IntervalOf(d.Interval, true), &d.Gain
	case len(twins) < stat.TwinsLeast:
		r.Unusable = new(UnusableFew)
	default:
		r.Unusable = new(UnusableSame)
	}
	return r
}
