package insight_test

import (
	"cmp"
	"math"
	"slices"

	"renown/internal/floor/timestamp"
	"renown/internal/room/insight"
	"renown/internal/tool/address"
	"renown/internal/tool/answer"
	"renown/internal/tool/stat"
)

func (e *expected) sentiment() insight.Sentiment {
	s := e.now.sentiment()
	out := insight.Sentiment{
		Period: e.period, Filters: e.applied, Excluded: s.excluded(), Trend: []insight.ToneDay{},
		Platforms: []insight.TonePlatform{}, Quotes: []insight.Quote{},
	}
	out.Totals, _ = s.tone(0)
	out.Judges = e.now.judges()
	in := e.indicator(facts.sentiment, stat.Mean, -1, 1, judgedScore(0))
	out.Totals.Score, out.Totals.Interval = in.Value, in.Interval
	spread := s.spread(judgedScore(0))
	for _, day := range keys(s.counted(), taken.day) {
		tone, scores := s.between(day, day).tone(0)
		tone.Score, tone.Interval = nil, insight.Interval{}
		tone.NegativeShare = meanOver(s.between(day, day), judgedAs(answer.Negative))
		if n := float64(len(scores)); n >= 10 && in.Value != nil {
			tone.Score = meanOver(s.between(day, day), judgedScore(0))
			tone.Interval = bounded(stat.Around(stat.Mean, *tone.Score, spread/n, n), true, -1, 1)
		}
		out.Trend = append(out.Trend, insight.ToneDay{Date: day, Tone: tone})
	}
	_, catalogue := e.w.Runs.Platforms()
	for _, p := range byPlatform(s) {
		of := func(f taken) bool { return f.platform == p }
		tone, _ := s.where(of).tone(0)
		in := e.on(func(l facts) facts { return l.sentiment().where(of) }, facts.sentiment, -1, 1, judgedScore(0))
		tone.Interval = in.Interval
		out.Platforms = append(out.Platforms, insight.TonePlatform{Platform: p, Name: catalogue[p], Tone: tone, Change: in.Change})
	}
	for i := range e.names {
		free := e.now.where(func(f taken) bool { return !f.branded })
		tone, _ := free.tone(i)
		if i > 0 { // of competitors days are not read
			cells := free.cells(judgedScore(i))
			cells = slices.DeleteFunc(daysAway(cells), func(g gathered) bool { return g.X == 0 })
			u, ok := stat.Estimate(plain(cells), stat.Mean, 0)
			if tone.Interval = bounded(u.Near, ok, -1, 1); !ok {
				tone.Score = nil
			}
		}
		out.Competitors = append(out.Competitors, insight.ToneRival{
			CompetitorID: e.competitor(i),
			Name:         e.names[i].Name, IsBrand: i == 0, Tone: tone,
		})
	}
	rank := func(t insight.ToneRival) float64 {
		if t.Score == nil {
			return math.Inf(-1)
		}
		return math.Round(*t.Score * 1e9)
	}
	slices.SortStableFunc(out.Competitors, func(a, b insight.ToneRival) int { return cmp.Compare(rank(b), rank(a)) })
	quoted := s.counted().where(func(f taken) bool { return f.us().Sentiment != nil })
	slices.SortFunc(quoted, func(a, b taken) int { return cmp.Or(b.at.Compare(a.at), cmp.Compare(a.id, b.id)) })
	for _, f := range quoted[:min(len(quoted), 300)] {
		j := f.us().Sentiment
		out.Quotes = append(out.Quotes, insight.Quote{
			Sentence: j.Sentence, Sentiment: string(j.Label), Score: &j.Score, Judge: j.Judge, Platform: f.platform,
			PromptID: f.prompt, AnswerID: f.id, AnsweredAt: timestamp.Of(f.at),
		})
	}
	slices.SortStableFunc(out.Quotes, func(a, b insight.Quote) int { return cmp.Compare(math.Abs(*b.Score), math.Abs(*a.Score)) })
	out.Quotes = out.Quotes[:min(len(out.Quotes), 50)]
	return out
}

// spread is the variance of one of what a ratio is over, from the whole period.
func (list facts) spread(of unit) float64 {
	cells := plain(list.cells(of))
	rho, _ := stat.Persistence(cells)
	u, _ := stat.Estimate(cells, stat.Mean, rho)
	x := 0.0
	for _, c := range cells {
		x += c.X
	}
	return u.Variance * x
}

// sourced is how often a site or a page is cited.
type sourced struct {
	key, title, domain string
	insight.Cited
	gap, withBrand int64
	on             map[[2]string]stat.Stratum
	classes        map[string]int64
}

var classOrder = []string{"own", "competitor", "news", "self_media", "social", "encyclopedia", "ecommerce", "government", "other"}

// sources counts by whatever key tells of a citation.
func (e *expected) sources(key func(answer.Citation) string) []*sourced {
	var list []*sourced
	counted := e.now.counted()
	for _, f := range counted {
		seen := map[string]bool{}
		for _, c := range f.cited {
			i := slices.IndexFunc(list, func(s *sourced) bool { return s.key == key(c) })
			if i < 0 {
				i = len(list)
				list = append(list, &sourced{
					key: key(c), domain: c.Domain, classes: map[string]int64{},
					on: map[[2]string]stat.Stratum{}, Cited: insight.Cited{
						FirstSeen: timestamp.Of(f.at),
						LastSeen:  timestamp.Of(f.at),
					},
				})
			}
			s := list[i]
			s.Citations++
			s.classes[string(c.Class)]++
			s.title = max(s.title, c.Title)
			if f.at.Before(s.FirstSeen.Time) {
				s.FirstSeen = timestamp.Of(f.at)
			}
			if f.at.After(s.LastSeen.Time) {
				s.LastSeen = timestamp.Of(f.at)
			}
			if !slices.Contains(s.Platforms, f.platform) {
				s.Platforms = append(s.Platforms, f.platform)
				slices.Sort(s.Platforms)
			}
			if seen[s.key] {
				continue
			}
			seen[s.key] = true
			s.Answers++
			on := s.on[[2]string{f.prompt, f.platform}]
			on.N++
			switch {
			case f.read.Entities[0].Named():
				s.withBrand++
				on.A++
			case slices.ContainsFunc(f.rivals(), func(r answer.Finding) bool { return r.Named() }):
				s.gap++
			}
			s.on[[2]string{f.prompt, f.platform}] = on
		}
	}
	citing := daysAway(e.now.cells(citingAny))
	y, x := sumOf(citing)
	whole, known := stat.Estimate(plain(citing), stat.Rate, 0)
	for _, s := range list {
		s.Share = ratio(s.Answers, counted.citing())
		if known && whole.WideOK && s.Share != nil {
			i, ok := stat.Score(*s.Share, y*whole.Effective/x)
			s.Bounds = bounded(i, ok, 0, 1)
		}
		best := int64(0)
		for _, c := range classOrder {
			if s.classes[c] > best {
				best, s.Class = s.classes[c], c
			}
		}
	}
	slices.SortFunc(list, func(a, b *sourced) int {
		return cmp.Or(cmp.Compare(b.Citations, a.Citations), cmp.Compare(a.key, b.key))
	})
	return list
}

func (e *expected) citations() insight.Citations {
	out := insight.Citations{
		Period: e.period, Filters: e.applied, Excluded: e.now.excluded(),
		Domains: []insight.Domain{}, Portals: []insight.Portal{}, URLs: []insight.Address{}, Gaps: []insight.Gap{},
	}
	out.Totals.Answers, out.Totals.WithCitation = int64(len(e.now.counted())), e.now.citing()
	classes := map[string]int64{}
	for _, f := range e.now.counted() {
		for _, c := range f.cited {
			out.Totals.Citations++
			classes[string(c.Class)]++
		}
	}
	out.Totals.Own, out.Totals.Competitor = classes["own"], classes["competitor"]
	for _, c := range classOrder {
		out.Classes = append(out.Classes, insight.Class{Class: c, Citations: classes[c], Share: ratio(classes[c], out.Totals.Citations)})
	}
	domains := e.sources(func(c answer.Citation) string { return c.Channel })
	for _, s := range domains {
		out.Domains = append(out.Domains, insight.Domain{Channel: s.key, Domain: s.domain, Cited: s.Cited})
	}
	for _, s := range e.sources(func(c answer.Citation) string { return c.Domain }) {
		if address.IsPortal(s.key) {
			out.Portals = append(out.Portals, insight.Portal{Domain: s.key, Cited: s.Cited})
		}
	}
	for _, s := range e.sources(func(c answer.Citation) string { return "https://" + c.URL }) {
		a := insight.Address{URL: s.key, Domain: s.domain, Cited: s.Cited}
		if s.title != "" {
			a.Title = &s.title
		}
		out.URLs = append(out.URLs, a)
	}
	out.Domains, out.URLs = out.Domains[:min(len(out.Domains), 500)], out.URLs[:min(len(out.URLs), 100)]
	out.Gaps = e.gaps(domains)
	return out
}

func (e *expected) gaps(domains []*sourced) []insight.Gap {
	out := []insight.Gap{}
	cells := e.now.cells(namingOf(0))
	persistence, known := stat.Persistence(plain(cells))
	if !known {
		return out
	}
	dispersion := stat.Dispersion(plain(cells))
	var found []insight.Gap
	var chances []float64
	for _, s := range domains {
		var strata []stat.Stratum
		var weight, others float64
		for _, g := range cells {
			on, cited := s.on[[2]string{g.prompt, g.platform}]
			if !cited {
				continue
			}
			strata = append(strata, stat.Stratum{
				A: on.A, N: on.N, B: g.Y - on.A, M: g.X - on.N,
				Inflation: g.Inflation(persistence, dispersion),
			})
			if g.X > on.N {
				weight, others = weight+on.N, others+on.N*(g.Y-on.A)/(g.X-on.N)
			}
		}
		c, ok := stat.MantelHaenszel(strata)
		if !ok || c.N < 10 || c.M < 10 || s.Class == "own" || s.Class == "competitor" {
			continue
		}
		chances = append(chances, c.Test.Below())
		found = append(found, insight.Gap{
			Channel: s.key, Domain: s.domain, Class: s.Class, Citing: s.Answers, WithBrand: s.withBrand, Answers: s.gap,
			Rate: ratio(s.withBrand, s.Answers), RateElsewhere: share(others, weight), Shortfall: -c.Difference,
			Competitors: []insight.GapRival{}, AnswerIDs: []string{},
		})
	}
	for i, yes := range stat.Discoveries(chances, 0.05) {
		if yes && found[i].Shortfall > 0 {
			out = append(out, found[i])
		}
	}
	slices.SortStableFunc(out, func(a, b insight.Gap) int { return cmp.Compare(b.Shortfall, a.Shortfall) })
	out = out[:min(len(out), 20)]
	shown := e.now.counted()
	slices.SortFunc(shown, func(a, b taken) int { return cmp.Or(b.at.Compare(a.at), cmp.Compare(a.id, b.id)) })
	for i := range out {
		for _, f := range shown {
			if f.us().Named() || !slices.ContainsFunc(f.cited, func(c answer.Citation) bool { return c.Channel == out[i].Channel }) {
				continue
			}
			named := false
			for n, r := range f.rivals() {
				if !r.Named() {
					continue
				}
				named = true
				at := slices.IndexFunc(out[i].Competitors, func(g insight.GapRival) bool { return g.CompetitorID == r.ID })
				if at < 0 {
					at = len(out[i].Competitors)
					out[i].Competitors = append(out[i].Competitors, insight.GapRival{CompetitorID: r.ID, Name: e.names[n+1].Name})
				}
				out[i].Competitors[at].Answers++
			}
			if named && len(out[i].AnswerIDs) < 5 {
				out[i].AnswerIDs = append(out[i].AnswerIDs, f.id)
			}
		}
		slices.SortStableFunc(out[i].Competitors, func(a, b insight.GapRival) int { return cmp.Compare(b.Answers, a.Answers) })
	}
	return out
}
