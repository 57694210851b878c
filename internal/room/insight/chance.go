package insight

import (
	"context"
	"math/bits"

	"renown/internal/floor/day"
	"renown/internal/room/reading"
)

const weeksEither = 4 // of each period that is compared

// byChance measures how often a look at this brand would say something if nothing had changed: the last eight weeks,
// each with all cells, are permuted to the two periods in every other way than they came, and the same rules are applied.
func (s *Scope) byChance(ctx context.Context) (changes, passes float64, err error) {
	whole := day.Span{From: s.dates.To + 1 - 2*weeksEither*week, To: s.dates.To}
	t, err := s.table(ctx, whole, true)
	if err != nil {
		return 0, 0, err
	}
	t.judgeBy(t.judgedIn(s.dates))
	rivals, err := s.weeklyRivals(ctx, whole)
	if err != nil {
		return 0, 0, err
	}
	changes, passes = s.chances(t, weeksOf(whole), rivals)
	return changes, passes, nil
}

// chances tests without the component that a platform's weeks share: dealt weeks do not follow each other, so that of what makes months
// differ they have less by about as much as the component would take off.
func (s *Scope) chances(t *table, weeks map[day.Day]int, rivals weekly) (changes, passes float64) {
	splits := splits()
	for _, split := range splits {
		now, before, theirs, theirsWas := t.permuted(split, weeks, rivals)
		changed, passed := s.tested(now, before, theirs, theirsWas, nil).believed()
		if len(changed) > 0 {
			changes++
		}
		if len(passed) > 0 {
			passes++
		}
	}
	n := float64(len(splits))
	return changes / n * looksPerQuarter, passes / n * looksPerQuarter
}

// split tells which weeks are dealt to the later period.
type split [2 * weeksEither]bool

// splits are all ways to deal four of eight weeks, but for that in which they came and its reverse: a change that there
// is would be counted as chance.
func splits() (list []split) {
	const came = 0b11110000
	for set := range 1 << (2 * weeksEither) {
		if bits.OnesCount(uint(set)) != weeksEither || set == came || set == came>>weeksEither {
			continue
		}
		h := split{}
		for w := range h {
			h[w] = set>>w&1 == 1
		}
		list = append(list, h)
	}
	return list
}

// tested is what a look tests, without what it shows.
func (s *Scope) tested(now, before *table, theirs, theirsWas rivals, common shared) candidateList {
	var in Indicators
	for _, f := range keyFigures {
		if f.watched {
			*f.in(&in) = Indicator{Value: new(float64), Change: f.changes(now.cells(f.of, ""), before.cells(f.of, ""))}
		}
	}
	var platforms []PlatformFigures
	for _, p := range now.platforms(s) {
		platforms = append(platforms, PlatformFigures{
			Platform: p, Figures: Figures{Visibility: new(float64)},
			Change: visibilityOf.changes(now.cells(forVisibility, p), before.cells(forVisibility, p)),
		})
	}
	cells, cellsWas := now.cells(forVisibility, ""), before.cells(forVisibility, "")
	standings := []Standing{{IsBrand: true, Visibility: new(float64)}}
	for _, c := range s.rivals {
		standings = append(standings, Standing{
			CompetitorID: &c.id, Visibility: new(float64),
			Ahead: s.ahead(cells, cellsWas, party{c.id, theirs.of(c.id).named}, party{c.id, theirsWas.of(c.id).named}),
		})
	}
	return candidates(in, platforms, standings, common)
}

// changes is the change alone.
func (m measure) changes(now, before []cell) Change {
	c, _ := m.changed(sides{now: now, before: before, cells: m.totals(now), was: m.totals(before)})
	return c
}

// weeksOf numbers the weeks of days.
func weeksOf(whole day.Span) map[day.Day]int {
	out := map[day.Day]int{}
	for d := whole.From; d <= whole.To; d++ {
		out[d] = int(d-whole.From) / week
	}
	return out
}

// weekly is how often competitors are named in each week of a cell.
type weekly map[string]map[cellKey]*[2 * weeksEither]int64

func (s *Scope) weeklyRivals(ctx context.Context, whole day.Span) (weekly, error) {
	out, weeks := weekly{}, weeksOf(whole)
	err := s.book.rivals(ctx, s.extent(whole, true), func(at reading.Spot, k reading.RivalKey, f *reading.Counts) {
		if !s.about(k.Topic) || !forVisibility.takes(k.Kinds) {
			return
		}
		if out[k.Competitor] == nil {
			out[k.Competitor] = map[cellKey]*[2 * weeksEither]int64{}
		}
		where := cellKey{k.Prompt, at.Platform}
		if out[k.Competitor][where] == nil {
			out[k.Competitor][where] = new([2 * weeksEither]int64)
		}
		out[k.Competitor][where][weeks[at.Day]] += f[reading.Answers]
	})
	return out, err
}

// permuted parts the weeks into two periods.
func (t *table) permuted(to split, weeks map[day.Day]int, of weekly) (now, before *table, theirs, theirsWas rivals) {
	now, before = newTable(), newTable()
	now.strata, before.strata = make([]stratum, 0, len(t.strata)), make([]stratum, 0, len(t.strata))
	theirs, theirsWas = rivals{}, rivals{}
	for i := range t.strata {
		a, b := t.strata[i], t.strata[i]
		a.days, b.days = nil, nil
		a.counts, b.counts = t.strata[i].days.parted(func(day day.Day) bool { return to[weeks[day]] })
		now.strata, before.strata = append(now.strata, a), append(before.strata, b)
	}
	for id, cells := range of {
		r, r0 := &rival{named: named{}}, &rival{named: named{}}
		for where, byWeek := range cells {
			for w, n := range byWeek {
				if to[w] {
					r.named[where] += n
				} else {
					r0.named[where] += n
				}
			}
		}
		theirs[id], theirsWas[id] = r, r0
	}
	return now, before, theirs, theirsWas
}
