package insight

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
)

// Suggestion is a name that answers recommend and that is not watched.
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

// Suggestions counts names that the newest answers recommend and that are not watched.
func (s *Scope) Suggestions(ctx context.Context) (_ []Suggestion, err error) {
	defer fault.Wrap(&err, "insight.Suggestions")

	index, list := map[string]int{}, []Suggestion{}
	err = s.book.suggesting(ctx, s, suggestionsRead, func(id string, names []string) {
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

// Suggestions lists names that answers recommend and that are not watched, as Overview does. Faults: as Overview.
func (i *Insights) Suggestions(ctx context.Context, who account.Caller, brandID string, query Query) (list []Suggestion, err error) {
	defer fault.Wrap(&err, "insight.Suggestions")

	err = i.Analyse(ctx, who, brandID, query, Made("suggestions", &list, (*Scope).Suggestions))
	return list, err
}
