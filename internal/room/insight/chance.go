package insight

import (
	"context"
	"hash/fnv"
	"math/rand/v2"

	"renown/internal/floor/day"
	"renown/internal/room/reading"
)

const (
	shuffles    = 400
	weeksEither = 4 // of each period that is compared
)

// byChance measures how often a look at this brand would say something if nothing had changed: the weeks of each cell are dealt
// anew to the two periods, again and again, and the same rules are applied. The same run deals the same.
func (s *Scope) byChance(ctx context.Context, runID string) (changes, passes float64, err error) {
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
	seed := fnv.New64a()
	_, _ = seed.Write([]byte(runID)) // into memory: cannot fail
	random := rand.New(rand.NewPCG(seed.Sum64(), 1))
	weeks := weeksOf(whole)
	for range shuffles {
		now, before, theirs, theirsWas := t.dealt(random, weeks, rivals)
		changed, passed := s.tested(now, before, theirs, theirsWas).believed()
		if len(changed) > 0 {
			changes++
		}
		if len(passed) > 0 {
			passes++
		}
	}
	return changes / shuffles * looksPerQuarter, passes / shuffles * looksPerQuarter, nil
}

// tested is what a look tests, without what it shows.
func (s *Scope) tested(now, before *table, theirs, theirsWas rivals) candidateList {
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
			Ahead: ahead(cells, cellsWas, theirs.of(c.id).named, theirsWas.of(c.id).named),
		})
	}
	return candidates(in, platforms, standings)
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

// dealt parts the weeks of each cell at random into two periods.
func (t *table) dealt(random *rand.Rand, weeks map[day.Day]int, of weekly) (now, before *table, theirs, theirsWas rivals) {
	now, before = newTable(), newTable()
	now.strata, before.strata = make([]stratum, 0, len(t.strata)), make([]stratum, 0, len(t.strata))
	theirs, theirsWas = rivals{}, rivals{}
	hands := make(map[cellKey][2 * weeksEither]bool, len(t.strata))
	for i := range t.strata {
		st := &t.strata[i]
		where := cellKey{st.prompt, st.platform}
		hand, dealt := hands[where]
		if !dealt {
			for j, n := range random.Perm(2 * weeksEither) {
				hand[n] = j < weeksEither
			}
			hands[where] = hand
		}
		a, b := *st, *st
		a.days, b.days = nil, nil
		a.counts, b.counts = st.days.parted(func(day day.Day) bool { return hand[weeks[day]] })
		now.strata, before.strata = append(now.strata, a), append(before.strata, b)
	}
	for id, cells := range of {
		r, r0 := &rival{named: named{}}, &rival{named: named{}}
		for where, byWeek := range cells {
			hand := hands[where]
			for w, n := range byWeek {
				if hand[w] {
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
