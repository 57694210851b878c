package insight

import (
	"context"

	"renown/internal/floor/store"
	"renown/internal/room/reading"
)

// book is where an analysis reads: a brand's reading in the database, or answers that were read in memory.
type book interface {
	cells(ctx context.Context, e reading.Extent, do func(reading.Spot, reading.CellKey, *reading.CellFigures)) error
	// days is cells day by day: cells in months that are kept, and on other days.
	days(ctx context.Context, e reading.Extent, month func(reading.Spot, reading.CellKey, *reading.CellDays),
		do func(reading.Spot, reading.CellKey, *reading.CellFigures)) error
	rivals(ctx context.Context, e reading.Extent, do func(reading.Spot, reading.RivalKey, *reading.Counts)) error
	sources(ctx context.Context, e reading.Extent, do func(reading.Spot, reading.SourceKey, *reading.SourceFigures)) error
	failures(ctx context.Context, e reading.Extent, do func(reading.Spot, reading.FailureKey, int64)) error

	// Of the newest answers of a period, at most so many: judged sentences about the brand, answers with sources that
	// name competitors alone, and answers that recommend names which are not watched.
	quotes(ctx context.Context, s *Scope, most int) ([]Quote, error)
	without(ctx context.Context, s *Scope, most int, do func(id string, others []reading.Other, sources []reading.Source)) error
	suggesting(ctx context.Context, s *Scope, most int, do func(id string, names []string)) error
	// citing is the newest answers, at most so many, the newest first, with the channels that each cites. Prompts do
	// not narrow it, as they do not
	// narrow sources.
	citing(ctx context.Context, s *Scope, most int, do func(*reading.Searched)) error

	prompts(ctx context.Context, brandID string) (map[string]string, error) // texts by id
	topics(ctx context.Context, brandID string) (map[string]string, error)  // names by id
	asked(ctx context.Context, answerID string) (string, error)             // the question as it was put
}

// stored is a book in the database.
type stored struct{ q store.Querier }

func (b stored) cells(ctx context.Context, e reading.Extent, do func(reading.Spot, reading.CellKey, *reading.CellFigures)) error {
	return reading.EachCell(ctx, b.q, e, do)
}

func (b stored) days(ctx context.Context, e reading.Extent, month func(reading.Spot, reading.CellKey,
	*reading.CellDays), do func(reading.Spot, reading.CellKey, *reading.CellFigures),
) error {
	return reading.EachCellDays(ctx, b.q, e, month, do)
}

func (b stored) rivals(ctx context.Context, e reading.Extent, do func(reading.Spot, reading.RivalKey, *reading.Counts)) error {
	return reading.EachRival(ctx, b.q, e, do)
}

func (b stored) sources(ctx context.Context, e reading.Extent, do func(reading.Spot, reading.SourceKey, *reading.SourceFigures)) error {
	return reading.EachSource(ctx, b.q, e, do)
}

func (b stored) failures(ctx context.Context, e reading.Extent, do func(reading.Spot, reading.FailureKey, int64)) error {
	return reading.EachFailure(ctx, b.q, e, do)
}

func (b stored) quotes(ctx context.Context, s *Scope, most int) ([]Quote, error) {
	return b.quoted(ctx, s.Found().and(forSentiment.sql()), most)
}

func (b stored) quoted(ctx context.Context, f Filter, most int) ([]Quote, error) {
	return store.List(ctx, b.q, func(row store.Row) (q Quote, err error) {
		var score int64
		err = row.Scan(&q.Sentence, &q.Sentiment, &score, &q.Judge, &q.Platform, &q.PromptID, &q.AnswerID, &q.AnsweredAt)
		q.Score = new(float64(score) / scale)
		return q, err
	}, `SELECT sentence, sentiment, score, judge, platform, prompt_id, answer_id, at FROM findings`+f.SQL+` AND sentence IS NOT NULL
		ORDER BY at DESC, answer_id LIMIT `+itoa(most), f.Args...)
}

func (b stored) without(ctx context.Context, s *Scope, most int, do func(string, []reading.Other, []reading.Source)) error {
	f := s.Found()
	return store.Each(ctx, b.q, func(row store.Row) error {
		var id, othersText, sourcesText string
		if err := row.Scan(&id, &othersText, &sourcesText); err != nil {
			return err
		}
		others, err := reading.OthersIn(othersText)
		if err != nil {
			return err
		}
		sources, err := reading.SourcesIn(sourcesText)
		if err != nil {
			return err
		}
		do(id, others, sources)
		return nil
	}, `SELECT answer_id, others, sources FROM findings`+f.SQL+
		` AND position IS NULL AND others <> '[]' AND sources <> '[]' ORDER BY at DESC, answer_id LIMIT `+itoa(most),
		f.Args...)
}

func (b stored) suggesting(ctx context.Context, s *Scope, most int, do func(string, []string)) error {
	f := s.Found()
	return store.Each(ctx, b.q, func(row store.Row) error {
		var id string
		var names store.Texts
		err := row.Scan(&id, &names)
		do(id, names)
		return err
	}, `SELECT answer_id, suggested FROM findings`+f.SQL+` AND suggested <> '[]' ORDER BY at DESC, answer_id LIMIT `+itoa(most), f.Args...)
}

func (b stored) citing(ctx context.Context, s *Scope, most int, do func(*reading.Searched)) error {
	extent := s.Extent()
	extent.TopicIDs = s.Query.TopicIDs
	return reading.EachSearched(ctx, b.q, reading.SearchedFilter{Extent: extent, Most: most}, do)
}

func (b stored) prompts(ctx context.Context, brandID string) (map[string]string, error) {
	return b.pairs(ctx, `SELECT id, text FROM prompts WHERE brand_id = $1`, brandID)
}

func (b stored) topics(ctx context.Context, brandID string) (map[string]string, error) {
	return b.pairs(ctx, `SELECT id, name FROM topics WHERE brand_id = $1`, brandID)
}

// pairs reads a table of ids and texts of the brand.
func (b stored) pairs(ctx context.Context, sql, brandID string) (map[string]string, error) {
	out := map[string]string{}
	err := store.Each(ctx, b.q, func(row store.Row) error {
		var id, text string
		err := row.Scan(&id, &text)
		out[id] = text
		return err
	}, sql, brandID)
	return out, err
}

func (b stored) asked(ctx context.Context, answerID string) (string, error) {
	list, err := store.List(ctx, b.q, store.One[string], `SELECT prompt_text FROM tasks WHERE id = $1`, answerID)
	if err != nil || len(list) == 0 {
		return "", err
	}
	return list[0], nil
}
