package insight

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"renown/internal/room/brand"
	"renown/internal/room/reading"
)

// Title is an id and what it is called.
type Title struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Given is what figures rest on beside the answers.
type Given struct {
	Query     Query // with both its days
	Brand     Title
	Rivals    []Title
	Platforms []Title           // in the catalogue's order
	Prompts   map[string]string // texts by id
	Topics    map[string]string // names by id
	Questions map[string]string // as they were put, by answer
	Audit     *Audit
}

// Scope is an analysis of answers in memory: it needs no database. Faults: Malformed for a period that is none.
func (g Given) Scope(answers *reading.Collected) (*Scope, error) {
	period, err := g.Query.span(time.Time{})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(answers.Items, func(x, y reading.Item) int { return cmp.Or(y.At.Compare(x.At.Time), cmp.Compare(x.ID, y.ID)) }) // as the database does
	b := &collected{answers, maps.Clone(g.Prompts), g.Topics, g.Questions}
	if b.texts == nil {
		b.texts = map[string]string{}
	}
	s := &Scope{
		book: b, Brand: brand.Brand{ID: g.Brand.ID}, Generation: 1, dates: period, Query: g.Query, Mode: g.Query.Mode,
		names: map[string]string{}, Audit: g.Audit,
	}
	s.Brand.Name = g.Brand.Name
	for _, r := range g.Rivals {
		s.rivals = append(s.rivals, competitor{r.ID, r.Name})
	}
	for _, p := range g.Platforms {
		s.Platforms, s.names[p.ID] = append(s.Platforms, p.ID), p.Name
	}
	return s, nil
}

// collected is a book in memory. What prompts and topics are called it was told.
type collected struct {
	*reading.Collected
	texts, names map[string]string
	questions    map[string]string // by answer
}

func (b *collected) cells(_ context.Context, e reading.Extent, do func(reading.Spot, reading.CellKey, *reading.CellFigures)) error {
	b.EachCell(e, do)
	return nil
}

func (b *collected) days(ctx context.Context, e reading.Extent,
	_ func(reading.Spot, reading.CellKey, *reading.CellDays),
	do func(reading.Spot, reading.CellKey, *reading.CellFigures),
) error {
	return b.cells(ctx, e, do)
}

func (b *collected) rivals(_ context.Context, e reading.Extent, do func(reading.Spot, reading.RivalKey, *reading.Counts)) error {
	b.EachRival(e, do)
	return nil
}

func (b *collected) sources(_ context.Context, e reading.Extent, do func(reading.Spot, reading.SourceKey, *reading.SourceFigures)) error {
	b.EachSource(e, do)
	return nil
}

func (b *collected) failures(_ context.Context, e reading.Extent, do func(reading.Spot, reading.FailureKey, int64)) error {
	b.EachFailure(e, do)
	return nil
}

// found calls do for the newest answers of a period that it takes, until it has taken so many.
func (b *collected) found(s *Scope, most int, do func(reading.Item) bool) {
	from, to := s.dates.Bounds()
	for _, item := range b.Items {
		if most == 0 {
			return
		}
		if item.At.Before(from.Time) || !item.At.Before(to.Time) || cmp.Or(item.Mode, reading.SearchMode) != s.Mode ||
			!s.counts(item.PromptID, item.TopicID) ||
			len(s.Query.Platforms) > 0 && !slices.Contains(s.Query.Platforms, item.Platform) {
			continue
		}
		if do(item) {
			most--
		}
	}
}

func (b *collected) quotes(_ context.Context, s *Scope, most int) (list []Quote, _ error) {
	b.found(s, most, func(i reading.Item) bool {
		judged := i.Sentiment
		if judged == nil || !forSentiment.takes(i.Kinds) {
			return false
		}
		list = append(list, Quote{judged.Sentence, judged.Label, &judged.Score, judged.Judge, i.Platform, i.PromptID, i.ID, i.At})
		return true
	})
	return list, nil
}

func (b *collected) without(_ context.Context, s *Scope, most int, do func(string, []reading.Other, []reading.Source)) error {
	b.found(s, most, func(i reading.Item) bool {
		if i.Position != nil || len(i.Others) == 0 || len(i.Sources) == 0 {
			return false
		}
		do(i.ID, i.Others, i.Sources)
		return true
	})
	return nil
}

func (b *collected) suggesting(_ context.Context, s *Scope, most int, do func(string, []string)) error {
	b.found(s, most, func(i reading.Item) bool {
		if len(i.Suggested) == 0 {
			return false
		}
		do(i.ID, i.Suggested)
		return true
	})
	return nil
}

func (b *collected) citing(_ context.Context, s *Scope, most int, do func(*reading.Searched)) error {
	b.found(s, most, func(i reading.Item) bool {
		do(i.Searched())
		return true
	})
	return nil
}

func (b *collected) prompts(context.Context, string) (map[string]string, error) { return b.texts, nil }

func (b *collected) topics(context.Context, string) (map[string]string, error) { return b.names, nil }

func (b *collected) asked(_ context.Context, answerID string) (string, error) {
	return b.questions[answerID], nil
}
