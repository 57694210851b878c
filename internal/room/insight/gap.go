package insight

import (
	"cmp"
	"context"
	"slices"

	"renown/internal/floor/day"
	"renown/internal/room/reading"
	"renown/internal/tool/address"
	"renown/internal/tool/stat"
)

// Gap is a channel whose citing answers name the brand significantly less often than the other answers do to the same
// prompts on the same platforms.
type Gap struct {
	Channel       string   `json:"channel"`
	Domain        string   `json:"domain"`
	Class         string   `json:"class"`
	Citing        int64    `json:"citing"`     // answers that cite it
	WithBrand     int64    `json:"with_brand"` // of them, those that name the brand
	Rate          *float64 `json:"rate"`
	RateElsewhere *float64 `json:"rate_elsewhere"` // of the others to the same prompts on the same platforms, each of which weighs as among those that cite it
	Shortfall     float64  `json:"shortfall"`      // of the rates, prompt by prompt and platform by platform
	Answers       int64    `json:"answers"`        // cite it and name a competitor, but not the brand

	Competitors []GapRival `json:"competitors"`
	AnswerIDs   []string   `json:"answer_ids"`
}

// GapRival is a competitor that is named where a gap is.
type GapRival struct {
	CompetitorID string `json:"competitor_id"`
	Name         string `json:"name"`
	Answers      int64  `json:"answers"`
}

const (
	gapsShown     = 20
	gapLeast      = 10     // answers that cite a channel, and that do not, before they are compared
	gapsRead      = 200    // newest answers that are looked through for the evidence of gaps
	gapsContrasts = 20_000 // newest answers that are compared: a month of the largest plan
)

// gaps are ranked by how much less often the brand is named; the evidence comes from the newest answers.
func (s *Scope) gaps(ctx context.Context, domains []*source) ([]Gap, error) {
	found, err := s.missing(ctx, domains)
	if err != nil {
		return nil, err
	}
	list := []Gap{}
	for _, g := range found.gaps[:min(len(found.gaps), gapsShown)] {
		list = append(list, g.Gap)
	}
	if len(list) == 0 {
		return list, nil
	}
	return list, s.evidence(ctx, list)
}

// missed are the gaps of a period, the largest shortfall first.
type missed struct {
	gaps     []bounded
	compared int // channels
}

// bounded is a gap with the interval of its shortfall.
type bounded struct {
	Gap
	shortfall stat.Interval
}

// missing compares, for each channel that no watched brand owns, the answers that cite it with the others.
func (s *Scope) missing(ctx context.Context, domains []*source) (found missed, err error) {
	var open []*source
	for _, d := range domains {
		if d.class != string(address.Own) && d.class != string(address.Competitor) && d.answers >= gapLeast {
			open = append(open, d)
		}
	}
	if len(open) == 0 {
		return found, nil
	}
	c := newContrasts(open)
	if err := s.book.citing(ctx, s, gapsContrasts, c.add); err != nil {
		return found, err
	}
	return c.missed(open), nil
}

// contrasts are answers by cell: all, and those that cite a channel. Cells and channels are numbered: there are
// twenty thousand answers, and
// names are looked up once for each.
type contrasts struct {
	spots    map[cellKey]int
	keys     []cellKey        // of cells by number, as are those below
	cells    []stat.Cell      // naming the brand; days are those that were asked, the newest first
	day      []day.Day        // the last one that came
	channels map[string]int   // by name
	cited    [][]stat.Stratum // by channel and cell: A and N
}

func newContrasts(open []*source) *contrasts {
	c := &contrasts{spots: map[cellKey]int{}, channels: map[string]int{}, cited: make([][]stat.Stratum, len(open))}
	for i, d := range open {
		c.channels[d.source] = i
	}
	return c
}

// add takes an answer in; those of one cell come in the order of their days.
func (c *contrasts) add(a *reading.Searched) {
	if !a.Counts {
		return
	}
	at, named := cellKey{a.PromptID, a.Platform}, 0.0
	if a.Named {
		named = 1
	}
	spot, known := c.spots[at]
	if !known {
		spot = len(c.keys)
		c.spots[at] = spot
		c.keys, c.cells, c.day = append(c.keys, at), append(c.cells, stat.Cell{}), append(c.day, 0)
	}
	cell := &c.cells[spot]
	if c.day[spot] != a.Day {
		c.day[spot], cell.Days = a.Day, append(cell.Days, stat.Day{})
	}
	day := &cell.Days[len(cell.Days)-1]
	day.Y, day.X, cell.Y, cell.X = day.Y+named, day.X+1, cell.Y+named, cell.X+1
	for _, channel := range a.Channels {
		n, open := c.channels[channel]
		if !open {
			continue
		}
		if more := spot + 1 - len(c.cited[n]); more > 0 {
			c.cited[n] = append(c.cited[n], make([]stat.Stratum, more)...)
		}
		s := &c.cited[n][spot]
		s.A, s.N = s.A+named, s.N+1
	}
}

// missed are the channels whose citing answers name the brand significantly less often. All are looked at together,
// so that chance alone makes few of
// them. Where it is not known how far days repeat each other nothing is compared.
func (c *contrasts) missed(open []*source) (out missed) {
	order := make([]int, len(c.keys))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return c.keys[a].compare(c.keys[b]) })
	cells := make([]stat.Cell, len(order))
	for i, spot := range order {
		cells[i] = c.cells[spot]
	}
	persistence, known := stat.Persistence(cells)
	if !known {
		return out
	}
	dispersion := stat.Dispersion(cells)
	var found []bounded
	var chances []float64
	for n, d := range open {
		var strata []stat.Stratum
		for i, spot := range order {
			if spot >= len(c.cited[n]) {
				continue
			}
			if s := c.cited[n][spot]; s.N > 0 {
				strata = append(strata, stat.Stratum{
					A: s.A, N: s.N, B: cells[i].Y - s.A, M: cells[i].X - s.N,
					Inflation: cells[i].Inflation(persistence, dispersion),
				})
			}
		}
		if one, ok := stat.MantelHaenszel(strata); ok && one.N >= gapLeast && one.M >= gapLeast {
			found, chances = append(found, d.missed(one, elsewhere(strata))), append(chances, one.Test.Below())
		}
	}
	out.compared = len(found)
	for i, yes := range stat.Discoveries(chances, stat.Significance) {
		if yes && found[i].Shortfall > 0 {
			out.gaps = append(out.gaps, found[i])
		}
	}
	slices.SortStableFunc(out.gaps, func(a, b bounded) int { return cmp.Compare(b.Shortfall, a.Shortfall) })
	return out
}

// elsewhere is how often the others name the brand, each stratum weighing as in the group asked about; strata without others are left out.
func elsewhere(strata []stat.Stratum) *float64 {
	y, n := 0.0, 0.0
	for _, s := range strata {
		if s.M > 0 {
			y, n = y+s.N*s.B/s.M, n+s.N
		}
	}
	return ratio(y, n)
}

func (src *source) missed(c stat.Contrast, elsewhere *float64) bounded {
	return bounded{Gap{
		Channel: src.source, Domain: src.domain, Class: src.class, Citing: src.answers, WithBrand: src.withBrand, Answers: src.gap,
		Rate: rate(src.withBrand, src.answers), RateElsewhere: elsewhere, Shortfall: -c.Difference,
		Competitors: []GapRival{}, AnswerIDs: []string{},
	}, stat.Interval{Low: -c.Interval.High, High: -c.Interval.Low}}
}

// evidence completes gaps with the competitors named there and some of the answers.
func (s *Scope) evidence(ctx context.Context, gaps []Gap) error {
	index := map[string]int{}
	for i, g := range gaps {
		index[g.Channel] = i
	}
	err := s.book.without(ctx, s, gapsRead, func(id string, others []reading.Other, sources []reading.Source) {
		seen := map[string]bool{}
		for _, src := range sources {
			channel, _ := address.Channel(src.URL)
			i, ok := index[channel]
			if !ok || !src.Cited || seen[channel] {
				continue
			}
			seen[channel] = true
			gaps[i].show(id, others)
		}
	})
	for i := range gaps {
		slices.SortStableFunc(gaps[i].Competitors, func(a, b GapRival) int { return cmp.Compare(b.Answers, a.Answers) })
	}
	return err
}

func (g *Gap) show(answerID string, others []reading.Other) {
	if len(g.AnswerIDs) < evidenceShown {
		g.AnswerIDs = append(g.AnswerIDs, answerID)
	}
	for _, o := range others {
		i := slices.IndexFunc(g.Competitors, func(r GapRival) bool { return r.CompetitorID == o.ID })
		if i < 0 {
			i = len(g.Competitors)
			g.Competitors = append(g.Competitors, GapRival{CompetitorID: o.ID, Name: o.Name})
		}
		g.Competitors[i].Answers++
	}
}
