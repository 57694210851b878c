package fact

import (
	"cmp"
	"context"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/geo/finding"
)

// Sums are what the checked answers of an extent add up to.
type Sums struct {
	Cells  []Cell           // in the order of prompts, platforms and days
	Facts  []FactCell       // in the order of facts, prompts and platforms
	sheets map[string]int64 // answers by the sheet that they were held against
	claims map[string]int64 // sentences that contradict, by fact
}

// Sum reads them, each day by itself or all together. Its work follows from days × prompts × platforms × facts, and from the answers of today.
func Sum(ctx context.Context, q store.Querier, e Extent, daily bool) (_ *Sums, err error) {
	defer fault.Wrap(&err, "fact.Sum")

	a := adder{
		Extent: e, daily: daily, sums: &Sums{sheets: map[string]int64{}, claims: map[string]int64{}},
		cells: map[Cell]int{}, facts: map[FactCell]int{},
	}
	if err := e.each(ctx, q, &a); err != nil {
		return nil, err
	}
	s := a.sums
	slices.SortFunc(s.Cells, func(a, b Cell) int {
		return cmp.Or(cmp.Compare(a.PromptID, b.PromptID), cmp.Compare(a.Platform, b.Platform), cmp.Compare(a.Day, b.Day))
	})
	slices.SortFunc(s.Facts, func(a, b FactCell) int {
		return cmp.Or(cmp.Compare(a.FactID, b.FactID), cmp.Compare(a.PromptID, b.PromptID), cmp.Compare(a.Platform, b.Platform))
	})
	return s, nil
}

// Contradictions is how many sentences contradict a fact, or any where it is empty.
func (s *Sums) Contradictions(factID string) (n int64) {
	for id, claims := range s.claims {
		if factID == "" || id == factID {
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

// adder takes days in. Cells and facts are found by what names them.
type adder struct {
	Extent
	daily bool
	sums  *Sums
	cells map[Cell]int
	facts map[FactCell]int
}

func (a *adder) cell(day int64, k *heldKey, s *heldSums) bool {
	if k.Mode != a.Mode || len(a.Platforms) > 0 && !slices.Contains(a.Platforms, k.Platform) || len(a.TopicIDs) > 0 && !slices.Contains(a.TopicIDs, k.Topic) {
		return false
	}
	key := Cell{PromptID: k.Prompt, Platform: k.Platform}
	if a.daily {
		key.Day = day
	}
	i, ok := a.cells[key]
	if !ok {
		i = len(a.sums.Cells)
		a.cells[key], a.sums.Cells = i, append(a.sums.Cells, key)
	}
	c := &a.sums.Cells[i]
	c.Answers += s.answers
	c.Contradicted += s.contradicted
	c.Judged += s.judged
	c.Models, c.LastID = finding.JoinModels(c.Models, s.models), max(c.LastID, s.last)
	return true
}

func (a *adder) sheet(id string, answers int64) { a.sums.sheets[id] += answers }

func (a *adder) fact(k *heldKey, id string, f factSum) {
	key := FactCell{FactID: id, PromptID: k.Prompt, Platform: k.Platform}
	i, ok := a.facts[key]
	if !ok {
		i = len(a.sums.Facts)
		a.facts[key], a.sums.Facts = i, append(a.sums.Facts, key)
	}
	c := &a.sums.Facts[i]
	c.Answers += f.answers
	c.Contradicted += f.contradicted
	a.sums.claims[id] += f.claims
}
