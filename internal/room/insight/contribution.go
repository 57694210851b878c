package insight

import (
	"cmp"
	"context"
	"math"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/room/reading"
	"renown/internal/tool/stat"
)

// Contribution is what one prompt, platform or competitor adds to a change, as a share of 1.
type Contribution struct {
	ID       string // of the prompt, the platform or the competitor
	Name     string // "" for a prompt that was deleted
	Points   float64
	Interval // of Points; nil for fewer than three cells, and for competitors
	Was, Now *float64
}

// Clear tells whether the interval leaves zero out.
func (c Contribution) Clear() bool { return c.Low != nil && (*c.Low > 0 || *c.High < 0) }

// Contributions say where a change comes from, the largest first. Prompts add up to the part of the change of visibility that
// is over the same questions (ChangeParts.Same), and so do platforms. Competitors add up to the change of the share of voice:
// what they lost is what the brand won.
type Contributions struct {
	Prompts, Platforms, Competitors []Contribution
}

func (s *Scope) contributions(ctx context.Context, now, before *table, standings []Standing) (c Contributions, err error) {
	cells, was := now.cells(forVisibility, ""), before.cells(forVisibility, "")
	same, _, _ := visibilityOf.matched(cells, was, visibilityOf.totals(cells), visibilityOf.totals(was))
	c.Prompts = same.contributions(func(k cellKey) string { return k.prompt })
	c.Platforms = same.contributions(func(k cellKey) string { return k.platform })
	for i := range c.Platforms {
		c.Platforms[i].Name = s.PlatformName(c.Platforms[i].ID)
	}
	c.Competitors = voicesWon(standings)
	texts, err := s.PromptTexts(ctx)
	for i := range c.Prompts {
		c.Prompts[i].Name = texts[c.Prompts[i].ID]
	}
	return c, err
}

// contributions group the cells of both periods. Each group weighs in the whole as much as its cells do.
func (m *matching) contributions(key func(cellKey) string) []Contribution {
	groups, whole := map[string][]stat.Pair{}, stat.Weight(m.pairs)
	for i, p := range m.pairs {
		groups[key(m.at[i])] = append(groups[key(m.at[i])], p)
	}
	list := []Contribution{}
	for id, pairs := range groups {
		of, ok := stat.Difference(pairs)
		if !ok {
			continue
		}
		share := stat.Weight(pairs) / whole
		c := Contribution{ID: id, Points: of * share}
		if paired, ok := stat.Paired(pairs, stat.Rate); ok {
			c.Interval = Interval{new(paired.Interval.Low * share), new(paired.Interval.High * share)}
		}
		var y1, x1, y0, x0 float64
		for _, p := range pairs {
			y1, x1, y0, x0 = y1+p.Y1, x1+p.X1, y0+p.Y0, x0+p.X0
		}
		c.Was, c.Now = ratio(y0, x0), ratio(y1, x1)
		list = append(list, c)
	}
	return largestFirst(list)
}

// voicesWon are the shares of voice that competitors lost, and one gained is a loss.
func voicesWon(standings []Standing) []Contribution {
	list := []Contribution{}
	for _, st := range standings {
		if st.IsBrand || st.ShareOfVoice == nil || st.VoiceBefore == nil {
			continue
		}
		list = append(list, Contribution{
			ID: *st.CompetitorID, Name: st.Name,
			Points: *st.VoiceBefore - *st.ShareOfVoice, Was: st.VoiceBefore, Now: st.ShareOfVoice,
		})
	}
	return largestFirst(list)
}

func largestFirst(list []Contribution) []Contribution {
	slices.SortFunc(list, func(a, b Contribution) int {
		return cmp.Or(cmp.Compare(math.Abs(b.Points), math.Abs(a.Points)), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// Shift is how the visibility of one prompt changed, platform by platform.
func (s *Scope) Shift(ctx context.Context, promptID string) (change Change, err error) {
	defer fault.Wrap(&err, "insight.Shift")

	now, before, err := s.tables(ctx)
	if err != nil {
		return Change{}, err
	}
	return shifts(now, before, func(c stratum) string { return c.prompt })[promptID], nil
}

// shifts compare two periods group by group. A group may be a single prompt: its platforms are then what is compared, so the
// verdict is about these very questions. All groups are tested together, so that chance alone makes few verdicts.
func shifts(now, before *table, key func(stratum) string) map[string]Change {
	type side struct{ y, x float64 }
	collect := func(t *table) map[string]map[cellKey]side {
		out := map[string]map[cellKey]side{}
		for _, st := range t.visible() {
			k := key(st)
			if out[k] == nil {
				out[k] = map[cellKey]side{}
			}
			at := cellKey{st.prompt, st.platform}
			sum := out[k][at]
			out[k][at] = side{sum.y + float64(st.counts[reading.Named]), sum.x + float64(st.counts[reading.Answers])}
		}
		return out
	}
	is, was := collect(now), collect(before)
	out, chances, tested := map[string]Change{}, []float64{}, []string{}
	for _, k := range sortedKeys(is) {
		var all, then side
		var pairs []stat.Pair
		var x1, x0 float64
		for _, at := range sortedCells(is[k]) {
			c := is[k][at]
			all = side{all.y + c.y, all.x + c.x}
			if o, ok := was[k][at]; ok {
				pairs = append(pairs, stat.Pair{Y1: c.y, X1: c.x, Y0: o.y, X0: o.x})
				x1, x0 = x1+c.x, x0+o.x
			}
		}
		for _, o := range was[k] {
			then = side{then.y + o.y, then.x + o.x}
		}
		c := Change{Previous: ratio(then.y, then.x), PreviousDenominator: int64(then.x), Helps: []string{}}
		if c.Previous != nil {
			c.Change = new(all.y/all.x - *c.Previous)
		}
		if paired, ok := stat.Paired(pairs, stat.Rate); ok {
			c.ChangeLow, c.ChangeHigh = new(paired.Interval.Low), new(paired.Interval.High)
			if x1 >= leastAnswers && x0 >= leastAnswers {
				c.P = new(paired.Test.P)
				chances, tested = append(chances, paired.Test.P), append(tested, k)
			}
		}
		out[k] = c
	}
	for i, yes := range stat.Discoveries(chances, stat.Significance) {
		c := out[tested[i]]
		c.Significant = new(yes)
		out[tested[i]] = c
	}
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	list := make([]string, 0, len(m))
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

func sortedCells[V any](m map[cellKey]V) []cellKey {
	list := make([]cellKey, 0, len(m))
	for k := range m {
		list = append(list, k)
	}
	slices.SortFunc(list, cellKey.compare)
	return list
}
