package fact

import (
	"cmp"
	"context"
	"slices"
	"time"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/reading"
)

// Sums are what the compared answers of an extent add up to.
type Sums struct {
	Cells  []Cell           // in the order of prompts, platforms and days
	Facts  []FactCell       // in the order of facts, prompts and platforms
	Model  []Cell           // answers that a model has looked at, in the order of prompts and platforms
	sheets map[string]int64 // answers by the sheet that they were held against
	claims map[Which]int64  // sentences that contradict
}

// Sum reads them, each day by itself or all together. Its work follows from days × prompts × platforms × facts, and
// from the answers of days in which something was compared since their sums were made.
func Sum(ctx context.Context, q store.Querier, e Extent, daily bool) (_ *Sums, err error) {
	defer fault.Wrap(&err, "fact.Sum")

	a := adder{
		Extent: e, daily: daily, sums: &Sums{sheets: map[string]int64{}, claims: map[Which]int64{}},
		spots: map[[2]string]int{}, model: map[int]int{},
	}
	if err := e.each(ctx, q, !daily, &a); err != nil {
		return nil, err
	}
	s := a.sums
	for number, f := range a.claims {
		for judge, n := range map[string]int64{OfflineJudge: f.claims, ModelJudge: f.modelClaims} {
			if n > 0 {
				s.claims[Which{a.list[number], judge}] = n
			}
		}
	}
	slices.SortFunc(a.cells, func(a, b []Cell) int { return bySpot(a[0], b[0]) })
	for _, days := range a.cells {
		slices.SortFunc(days, func(a, b Cell) int { return cmp.Compare(a.Day, b.Day) })
	}
	s.Cells = slices.Concat(a.cells...)
	slices.SortFunc(s.Model, bySpot)
	slices.SortFunc(s.Facts, func(a, b FactCell) int {
		return cmp.Or(cmp.Compare(a.FactID, b.FactID), cmp.Compare(a.PromptID, b.PromptID), cmp.Compare(a.Platform, b.Platform))
	})
	return s, nil
}

func bySpot(a, b Cell) int {
	return cmp.Or(cmp.Compare(a.PromptID, b.PromptID), cmp.Compare(a.Platform, b.Platform))
}

// Contradictions is how many sentences contradict.
func (s *Sums) Contradictions(which Which) (n int64) {
	for of, claims := range s.claims {
		if (which.FactID == "" || which.FactID == of.FactID) && of.Judge == cmp.Or(which.Judge, OfflineJudge) {
			n += claims
		}
	}
	return n
}

// Pending counts the answers that were read with another sheet: they are read again.
func (s *Sheet) Pending(of *Sums) (n int64) {
	for id, answers := range of.sheets {
		if id != s.ID {
			n += answers
		}
	}
	return n
}

// adder takes days in. Cells and facts are found by the numbers of their spots: long names are looked up once for all facts.
type adder struct {
	Extent
	daily bool
	sums  *Sums
	spots map[[2]string]int // prompts on platforms
	here  int               // the one that was told last
	cells [][]Cell          // by spot, of days as they come: all that is told of a day comes together
	facts [][]int           // by spot and number of the fact, places in the sums' from 1 on; 0: none
	model map[int]int       // by spot

	ids
	claims []factSum // by number of the fact, of all spots
}

func (a *adder) cell(on day.Day, k *heldKey, s *heldSums) bool {
	if k.Mode != a.Mode || len(a.Platforms) > 0 && !slices.Contains(a.Platforms, k.Platform) || len(a.TopicIDs) > 0 &&
		!slices.Contains(a.TopicIDs, k.Topic) {
		return false
	}
	if !a.daily {
		on = 0
	}
	spot, known := a.spots[[2]string{k.Prompt, k.Platform}]
	if !known {
		spot = len(a.spots)
		a.spots[[2]string{k.Prompt, k.Platform}] = spot
		a.facts, a.cells = append(a.facts, nil), append(a.cells, nil)
	}
	a.here = spot
	days := &a.cells[spot]
	if n := len(*days); n == 0 || (*days)[n-1].Day != on {
		if n == 0 && a.daily { // most prompts are asked every day
			*days = make([]Cell, 0, min(31, int(a.To.Sub(a.From.Time)/(24*time.Hour))+1))
		}
		*days = append(*days, Cell{PromptID: k.Prompt, Platform: k.Platform, Day: on})
	}
	c := &(*days)[len(*days)-1]
	c.Answers += s.answers
	c.Contradicted += s.contradicted
	c.Judged += s.judged
	c.Models, c.LastID = reading.JoinModels(c.Models, s.models), max(c.LastID, s.last)
	if s.byModel > 0 {
		m := place(a.model, spot, &a.sums.Model, Cell{PromptID: k.Prompt, Platform: k.Platform})
		m.Answers += s.byModel
		m.Contradicted += s.modelContradicted
	}
	return !a.CellsOnly
}

// place is what a list has under a key, where it is added if it is not there.
func place[K comparable, T any](index map[K]int, key K, list *[]T, added T) *T {
	i, ok := index[key]
	if !ok {
		i = len(*list)
		index[key], *list = i, append(*list, added)
	}
	return &(*list)[i]
}

func (a *adder) sheet(id string, answers int64) { a.sums.sheets[id] += answers }

func (a *adder) fact(k *heldKey, number int, f factSum) {
	if number == len(a.claims) {
		a.claims = append(a.claims, factSum{})
	}
	a.claims[number].claims += f.claims
	a.claims[number].modelClaims += f.modelClaims
	if f.answers == 0 { // a model alone speaks of it
		return
	}
	if more := number + 1 - len(a.facts[a.here]); more > 0 {
		a.facts[a.here] = append(a.facts[a.here], make([]int, more)...)
	}
	at := &a.facts[a.here][number]
	if *at == 0 {
		a.sums.Facts = append(a.sums.Facts, FactCell{FactID: a.list[number], PromptID: k.Prompt, Platform: k.Platform})
		*at = len(a.sums.Facts)
	}
	c := &a.sums.Facts[*at-1]
	c.Answers += f.answers
	c.Contradicted += f.contradicted
}
