package run

import (
	"context"
	"strconv"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/reading"
	"renown/internal/tool/answer"
)

// Answer is one answer with where it names whom.
type Answer struct {
	Evidence
	BrandID string
	TopicID string
	Stage   string
	Counted bool           // it enters the figures: neither refused nor empty
	Marks   []reading.Mark // in the text
	Screen  bool           // it has a screenshot
}

// AnswerFilter narrows a brand's answers. Empty lists and zero moments do not.
type AnswerFilter struct {
	PromptIDs, Platforms, TopicIDs []string
	Surface                        string         // empty: any
	From, To                       timestamp.Time // To exclusive
	Named                          *bool          // the brand; false means answers that count and do not name it
	IDs                            []string
	Q                              string // words that stand in the text, whatever the case of Latin letters
	RivalID                        string // a competitor that is named
	Tone                           string // of what is said about the brand: positive, neutral or negative
	Verdict                        string // of a claim about the brand: agrees, contradicts or unjudged
	Model                          string // that answered
	Paging
}

// searchedMost is in how many of a brand's newest answers of the period words are looked for.
const searchedMost = 20_000

// where is the filter as the end of a statement.
func (f AnswerFilter) where(brandID string) (string, []any) {
	sql, args := ` WHERE a.brand_id = $1 AND a.answered_at IS NOT NULL`, []any{brandID}
	bind := func(v any) string {
		args = append(args, v)
		return "$" + strconv.Itoa(len(args))
	}
	for _, c := range []struct {
		column string
		values []string
	}{{"a.prompt_id", f.PromptIDs}, {"a.platform", f.Platforms}, {"t.topic_id", f.TopicIDs}, {"a.id", f.IDs}} {
		if len(c.values) == 0 {
			continue
		}
		marks, values := store.Among(c.values, len(args))
		sql, args = sql+` AND `+c.column+marks, append(args, values...)
	}
	if f.Surface != "" {
		sql += ` AND t.surface = ` + bind(f.Surface)
	}
	if !f.From.IsZero() {
		sql += ` AND a.answered_at >= ` + bind(f.From)
	}
	if !f.To.IsZero() {
		sql += ` AND a.answered_at < ` + bind(f.To)
	}
	for _, c := range []struct{ condition, value string }{
		{`a.model = `, f.Model},
		{`f.sentiment = `, f.Tone},
		{
			`a.id IN (SELECT answer_id FROM claims WHERE brand_id = $1 AND judge = 'offline' AND verdict = `,
			f.Verdict,
		},
	} {
		if c.value == "" {
			continue
		}
		if sql += ` AND ` + c.condition + bind(c.value); strings.Contains(c.condition, "(") {
			sql += `)`
		}
	}
	if f.RivalID != "" {
		sql += ` AND f.others LIKE ` + bind(store.Containing(`"competitor_id":"`+f.RivalID+`"`)) + ` ESCAPE '\'`
	}
	if f.Q != "" {
		sql += f.searched(bind)
	}
	switch {
	case f.Named == nil:
	case *f.Named:
		sql += ` AND f.position IS NOT NULL`
	default:
		sql += ` AND f.position IS NULL AND f.state IN ('names_others', 'names_nobody')`
	}
	return sql, args
}

// searched looks for the words among the newest answers. SQLite folds only Latin letters without marks, PostgreSQL all: the
// text stands in both ways.
func (f AnswerFilter) searched(bind func(any) string) string {
	newest := `SELECT id FROM answers WHERE brand_id = $1 AND answered_at IS NOT NULL`
	if !f.From.IsZero() {
		newest += ` AND answered_at >= ` + bind(f.From)
	}
	if !f.To.IsZero() {
		newest += ` AND answered_at < ` + bind(f.To)
	}
	latin := strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, f.Q)
	return ` AND a.id IN (` + newest + ` ORDER BY answered_at DESC LIMIT ` + strconv.Itoa(searchedMost) + `)
		AND (lower(x.text) LIKE ` + bind(store.Containing(latin)) + ` ESCAPE '\' OR lower(x.text) LIKE ` + bind(store.Containing(strings.ToLower(f.Q))) + ` ESCAPE '\')`
}

// Models lists which models answered among a brand's newest answers. A brand of another space is NotFound.
func (r *Runs) Models(ctx context.Context, who account.Caller, brandID string) (list []string, err error) {
	defer fault.Wrap(&err, "run.Models")

	if _, err := r.rooms.Brands.Find(ctx, who, brandID); err != nil {
		return nil, err
	}
	return store.List(ctx, r.db.Read(), store.One[string],
		`SELECT DISTINCT model FROM (SELECT model FROM answers WHERE brand_id = $1 AND answered_at IS NOT NULL
			ORDER BY answered_at DESC LIMIT 2000) newest ORDER BY model`, brandID)
}

const (
	fromAnswers   = ` FROM answers a JOIN tasks t ON t.id = a.id JOIN runs r ON r.id = a.run_id` + reading.Texts + reading.Current
	selectAnswers = `SELECT a.brand_id, t.topic_id, t.stage, x.screen IS NOT NULL, f.state, t.id, t.run_id, t.prompt_id, t.prompt_text, t.platform, r.mode, t.surface, t.status, t.error,
		a.model, x.text, a.citations, a.retrieval, a.answered_at, a.latency_ms, ` + reading.Columns + fromAnswers
)

// fromCounted joins what a filter asks about and nothing more: every answer has its sub-task and its run.
func fromCounted(where string) string {
	from := ` FROM answers a`
	if strings.Contains(where, ` t.`) {
		from += ` JOIN tasks t ON t.id = a.id`
	}
	if strings.Contains(where, ` f.`) {
		from += reading.Current
	}
	if strings.Contains(where, `x.text`) {
		from += reading.KeptTexts
	}
	return from
}

// Answers pages through a brand's answers over all its runs, newest first, and counts them. A brand of another space is NotFound.
func (r *Runs) Answers(ctx context.Context, who account.Caller, brandID string, f AnswerFilter) (list []Answer, total int64, err error) {
	defer fault.Wrap(&err, "run.Answers")

	if _, err := r.rooms.Brands.Find(ctx, who, brandID); err != nil {
		return nil, 0, err
	}
	where, args := f.where(brandID)
	err = r.db.View(ctx, func(q store.Querier) error {
		if total, err = store.One[int64](q.QueryRow(ctx, `SELECT count(*)`+fromCounted(where)+where, args...)); err != nil {
			return err
		}
		list, err = r.listAnswers(ctx, q, brandID, f)
		return err
	})
	return list, total, err
}

// Newest is a page of Answers without the total. A brand of another space is NotFound.
func (r *Runs) Newest(ctx context.Context, who account.Caller, brandID string, f AnswerFilter) (list []Answer, err error) {
	defer fault.Wrap(&err, "run.Newest")

	if _, err := r.rooms.Brands.Find(ctx, who, brandID); err != nil {
		return nil, err
	}
	err = r.db.View(ctx, func(q store.Querier) error {
		list, err = r.listAnswers(ctx, q, brandID, f)
		return err
	})
	return list, err
}

func (r *Runs) listAnswers(ctx context.Context, q store.Querier, brandID string, f AnswerFilter) ([]Answer, error) {
	where, args := f.where(brandID)
	n := len(args)
	const order = ` ORDER BY a.answered_at DESC, a.id DESC`
	page := `SELECT a.id` + fromCounted(where) + where + order + ` LIMIT $` + strconv.Itoa(n+1) + ` OFFSET $` + strconv.Itoa(n+2)
	list, err := store.List(ctx, q, scanAnswer, selectAnswers+` WHERE a.id IN (`+page+`)`+order, append(args, f.Size, f.Offset())...)
	if err != nil {
		return nil, err
	}
	return list, r.mark(ctx, q, brandID, list)
}

// Answer reads one answer. One of another space is NotFound.
func (r *Runs) Answer(ctx context.Context, who account.Caller, answerID string) (a Answer, err error) {
	defer fault.Wrap(&err, "run.Answer")

	err = r.db.View(ctx, func(q store.Querier) error {
		list, err := store.List(ctx, q, scanAnswer, selectAnswers+
			` WHERE a.id = $1 AND r.space_id = $2 AND a.answered_at IS NOT NULL`, answerID, who.SpaceID)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return fault.NotFound("answer", answerID)
		}
		err = r.mark(ctx, q, list[0].BrandID, list)
		a = list[0]
		return err
	})
	return a, err
}

// mark completes answers of one brand with where they name whom.
func (r *Runs) mark(ctx context.Context, q store.Querier, brandID string, list []Answer) error {
	texts := make([]reading.Asked, len(list))
	for i, a := range list {
		texts[i].Question = a.PromptText
		if a.Text != nil {
			texts[i].Text = *a.Text
		}
	}
	marks, err := r.rooms.Findings.Marks(ctx, q, brandID, texts)
	for i := range list {
		list[i].Marks = marks[i]
	}
	return err
}

// Marks finds where sentences about a brand name it or its competitors. A brand of another space is NotFound.
func (r *Runs) Marks(ctx context.Context, who account.Caller, brandID string, sentences []string) (_ [][]reading.Mark, err error) {
	defer fault.Wrap(&err, "run.Marks")

	if _, err := r.rooms.Brands.Find(ctx, who, brandID); err != nil {
		return nil, err
	}
	texts := make([]reading.Asked, len(sentences))
	for i, s := range sentences {
		texts[i].Text = s
	}
	return r.rooms.Findings.Marks(ctx, r.db.Read(), brandID, texts)
}

func scanAnswer(row store.Row) (a Answer, err error) {
	var state *string
	a.Evidence, err = scanEvidence(prefixed{row, []any{&a.BrandID, &a.TopicID, &a.Stage, &a.Screen, &state}})
	a.Counted = state != nil && answer.State(*state).Answered()
	return a, err
}

// prefixed scans some columns before those that another function knows.
type prefixed struct {
	store.Row
	before []any
}

func (p prefixed) Scan(targets ...any) error { return p.Row.Scan(append(p.before, targets...)...) }
