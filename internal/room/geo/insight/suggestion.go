package insight

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// Suggestion is a name that answers recommend and nobody watches.
type Suggestion struct {
	Name      string   `json:"name"`
	Answers   int64    `json:"answers"`
	AnswerIDs []string `json:"answer_ids"`
}

const (
	suggestionsRead  = 500 // newest answers of the period that are looked through
	suggestionsShown = 10
	suggestionsLeast = 2 // answers: once is chance
	evidenceShown    = 5
)

// suggestions counts names that the newest answers recommend and nobody watches.
func (s *Scope) suggestions(ctx context.Context) ([]Suggestion, error) {
	index, list := map[string]int{}, []Suggestion{}
	err := s.book.suggesting(ctx, s, suggestionsRead, func(id string, names []string) {
		for _, name := range names {
			key := strings.ToLower(name)
			i, ok := index[key]
			if !ok {
				i = len(list)
				index[key] = i
				list = append(list, Suggestion{Name: name, AnswerIDs: []string{}})
			}
			list[i].Answers++
			if len(list[i].AnswerIDs) < evidenceShown {
				list[i].AnswerIDs = append(list[i].AnswerIDs, id)
			}
		}
	})
	list = slices.DeleteFunc(list, func(s Suggestion) bool { return s.Answers < suggestionsLeast })
	slices.SortStableFunc(list, func(a, b Suggestion) int { return cmp.Compare(b.Answers, a.Answers) })
	return list[:min(len(list), suggestionsShown)], err
}
