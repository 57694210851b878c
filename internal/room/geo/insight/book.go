package insight

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"renown/internal/floor/store"
	"renown/internal/room/geo/finding"
)

// book is where an analysis reads: a brand's reading in the database, or answers that were read in memory.
type book interface {
	cells(ctx context.Context, e finding.Extent, do func(finding.Spot, finding.CellKey, *finding.CellFigures)) error
	// days is cells day by day: cells in months that are kept, and on other days.
	days(ctx context.Context, e finding.Extent, month func(finding.Spot, finding.CellKey, *finding.CellDays), do func(finding.Spot, finding.CellKey, *finding.CellFigures)) error
	rivals(ctx context.Context, e finding.Extent, do func(finding.Spot, finding.RivalKey, *finding.OtherFigures)) error
	sources(ctx context.Context, e finding.Extent, do func(finding.Spot, finding.SourceKey, *finding.SourceFigures)) error
	failures(ctx context.Context, e finding.Extent, do func(finding.Spot, finding.FigureKey, int64)) error

	// Of the newest answers of a period, at most so many: judged sentences about the brand, answers with sources that name
	// competitors alone, and answers that recommend names which nobody watches.
	quotes(ctx context.Context, s *scope, most int) ([]Quote, error)
	without(ctx context.Context, s *scope, most int, do func(id string, others []finding.Other, sources []finding.Source)) error
	suggesting(ctx context.Context, s *scope, most int, do func(id string, names []string)) error

	prompts(ctx context.Context, brandID string) (map[string]string, error) // texts by id
	topics(ctx context.Context, brandID string) (map[string]string, error)  // names by id
	asked(ctx context.Context, answerID string) (string, error)             // the question as it was put
}

// kept is a book in the database.
type kept struct{ q store.Querier }

func (b kept) cells(ctx context.Context, e finding.Extent, do func(finding.Spot, finding.CellKey, *finding.CellFigures)) error {
	return finding.EachCell(ctx, b.q, e, do)
}

func (b kept) days(ctx context.Context, e finding.Extent, month func(finding.Spot, finding.CellKey, *finding.CellDays), do func(finding.Spot, finding.CellKey, *finding.CellFigures)) error {
	return finding.EachCellDays(ctx, b.q, e, month, do)
}

func (b kept) rivals(ctx context.Context, e finding.Extent, do func(finding.Spot, finding.RivalKey, *finding.OtherFigures)) error {
	return finding.EachRival(ctx, b.q, e, do)
}

func (b kept) sources(ctx context.Context, e finding.Extent, do func(finding.Spot, finding.SourceKey, *finding.SourceFigures)) error {
	return finding.EachSource(ctx, b.q, e, do)
}

func (b kept) failures(ctx context.Context, e finding.Extent, do func(finding.Spot, finding.FigureKey, int64)) error {
	return finding.EachFailure(ctx, b.q, e, do)
}

func (b kept) quotes(ctx context.Context, s *scope, most int) ([]Quote, error) {
	f := s.found().and(forSentiment.sql())
	return store.List(ctx, b.q, func(row store.Row) (q Quote, err error) {
		var score int64
		err = row.Scan(&q.Sentence, &q.Sentiment, &score, &q.Judge, &q.Platform, &q.PromptID, &q.AnswerID, &q.AnsweredAt)
		q.Score = ptr(float64(score) / scale)
		return q, err
	}, `SELECT sentence, sentiment, score, judge, platform, prompt_id, answer_id, at FROM findings`+f.sql+` AND sentence IS NOT NULL
		ORDER BY at DESC, answer_id LIMIT `+itoa(most), f.args...)
}

func (b kept) without(ctx context.Context, s *scope, most int, do func(string, []finding.Other, []finding.Source)) error {
	f := s.found()
	return store.Each(ctx, b.q, func(row store.Row) error {
		var id, othersText, sourcesText string
		if err := row.Scan(&id, &othersText, &sourcesText); err != nil {
			return err
		}
		var others []finding.Other
		var sources []finding.Source
		if err := json.Unmarshal([]byte(othersText), &others); err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(sourcesText), &sources); err != nil {
			return err
		}
		do(id, others, sources)
		return nil
	}, `SELECT answer_id, others, sources FROM findings`+f.sql+` AND position IS NULL AND others <> '[]' AND sources <> '[]' ORDER BY at DESC, answer_id LIMIT `+itoa(most), f.args...)
}

func (b kept) suggesting(ctx context.Context, s *scope, most int, do func(string, []string)) error {
	f := s.found()
	return store.Each(ctx, b.q, func(row store.Row) error {
		var id string
		var names store.Texts
		err := row.Scan(&id, &names)
		do(id, names)
		return err
	}, `SELECT answer_id, suggested FROM findings`+f.sql+` AND suggested <> '[]' ORDER BY at DESC, answer_id LIMIT `+itoa(most), f.args...)
}

func (b kept) prompts(ctx context.Context, brandID string) (map[string]string, error) {
	return b.pairs(ctx, `SELECT id, text FROM prompts WHERE brand_id = $1`, brandID)
}

func (b kept) topics(ctx context.Context, brandID string) (map[string]string, error) {
	return b.pairs(ctx, `SELECT id, name FROM topics WHERE brand_id = $1`, brandID)
}

// pairs reads a table of ids and texts of the brand.
func (b kept) pairs(ctx context.Context, sql, brandID string) (map[string]string, error) {
	out := map[string]string{}
	err := store.Each(ctx, b.q, func(row store.Row) error {
		var id, text string
		err := row.Scan(&id, &text)
		out[id] = text
		return err
	}, sql, brandID)
	return out, err
}

func (b kept) asked(ctx context.Context, answerID string) (string, error) {
	list, err := store.List(ctx, b.q, store.One[string], `SELECT prompt_text FROM tasks WHERE id = $1`, answerID)
	if err != nil || len(list) == 0 {
		return "", err
	}
	return list[0], nil
}

// collected is a book in memory. What prompts and topics are called it was told.
type collected struct {
	*finding.Collected
	texts, names map[string]string
	questions    map[string]string // by answer
}

// newest arranges answers as the database does.
func (b *collected) newest() {
	slices.SortFunc(b.Items, func(x, y finding.Item) int { return cmp.Or(y.At.Compare(x.At.Time), cmp.Compare(x.ID, y.ID)) })
}

func (b *collected) cells(_ context.Context, e finding.Extent, do func(finding.Spot, finding.CellKey, *finding.CellFigures)) error {
	b.EachCell(e, do)
	return nil
}

func (b *collected) days(ctx context.Context, e finding.Extent, _ func(finding.Spot, finding.CellKey, *finding.CellDays), do func(finding.Spot, finding.CellKey, *finding.CellFigures)) error {
	return b.cells(ctx, e, do)
}

func (b *collected) rivals(_ context.Context, e finding.Extent, do func(finding.Spot, finding.RivalKey, *finding.OtherFigures)) error {
	b.EachRival(e, do)
	return nil
}

func (b *collected) sources(_ context.Context, e finding.Extent, do func(finding.Spot, finding.SourceKey, *finding.SourceFigures)) error {
	b.EachSource(e, do)
	return nil
}

func (b *collected) failures(_ context.Context, e finding.Extent, do func(finding.Spot, finding.FigureKey, int64)) error {
	b.EachFailure(e, do)
	return nil
}

// found calls do for the newest answers of a period that it takes, until it has taken so many.
func (b *collected) found(s *scope, most int, do func(finding.Item) bool) {
	from, to := s.span.moments()
	for _, item := range b.Items {
		if most == 0 {
			return
		}
		if item.At.Before(from.Time) || !item.At.Before(to.Time) || cmp.Or(item.Mode, finding.SearchMode) != s.mode || !s.counts(item.PromptID, item.TopicID) ||
			len(s.query.Platforms) > 0 && !slices.Contains(s.query.Platforms, item.Platform) {
			continue
		}
		if do(item) {
			most--
		}
	}
}

func (b *collected) quotes(_ context.Context, s *scope, most int) (list []Quote, _ error) {
	b.found(s, most, func(i finding.Item) bool {
		judged := i.Sentiment
		if judged == nil || !forSentiment.takes(i.Kinds) {
			return false
		}
		list = append(list, Quote{judged.Sentence, judged.Label, &judged.Score, judged.Judge, i.Platform, i.PromptID, i.ID, i.At})
		return true
	})
	return list, nil
}

func (b *collected) without(_ context.Context, s *scope, most int, do func(string, []finding.Other, []finding.Source)) error {
	b.found(s, most, func(i finding.Item) bool {
		if i.Position != nil || len(i.Others) == 0 || len(i.Sources) == 0 {
			return false
		}
		do(i.ID, i.Others, i.Sources)
		return true
	})
	return nil
}

func (b *collected) suggesting(_ context.Context, s *scope, most int, do func(string, []string)) error {
	b.found(s, most, func(i finding.Item) bool {
		if len(i.Suggested) == 0 {
			return false
		}
		do(i.ID, i.Suggested)
		return true
	})
	return nil
}

func (b *collected) prompts(context.Context, string) (map[string]string, error) { return b.texts, nil }

func (b *collected) topics(context.Context, string) (map[string]string, error) { return b.names, nil }

func (b *collected) asked(_ context.Context, answerID string) (string, error) {
	return b.questions[answerID], nil
}
