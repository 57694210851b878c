package reading

import (
	"cmp"
	"context"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// Kept is an answer as it is kept: what was asked, and everything that came back.
type Kept struct {
	Answered
	RunID, ModelAsked         string
	TextRaw, Reasoning        string
	Citations, Queries, Usage string // JSON; of citations, sources are what is read
	Retrieval                 string
	RequestID                 string
	LatencyMS                 int64
	Raw                       []byte // the provider's reply, compressed
	Screen                    []byte // what an app's page looked like, JPEG
}

// KeepTx stores answers that are still to be read, which was begun so often. Until RecordTx records what was found in one, only UnreadTx
// sees it.
func (f *Findings) KeepTx(ctx context.Context, tx *store.Tx, tries int, list ...Kept) (err error) {
	defer fault.Wrap(&err, "reading.KeepTx")

	rows, texts := make([][]any, len(list)), make([][]any, len(list))
	for i, k := range list {
		rows[i] = []any{
			k.ID, k.RunID, k.BrandID, k.Platform, k.PromptID, k.TopicID, k.Stage, store.Texts(k.Types), k.Question, k.Model, k.ModelAsked,
			k.Citations, k.Queries, k.Retrieval, k.Finish, k.Usage, k.RequestID, k.LatencyMS, tries, tx.Now, cmp.Or(k.Mode, SearchMode),
		}
		texts[i] = []any{k.ID, tx.Now, k.Text, k.TextRaw, k.Reasoning, k.Raw, k.Screen}
	}
	err = store.InsertRows(ctx, tx, `INSERT INTO answers (id, run_id, brand_id, platform, prompt_id, topic_id, stage, types, question, model,
			model_asked, citations, queries, retrieval, finish, usage, request_id, latency_ms, tries, kept_at, mode)`, rows)
	if err != nil {
		return err
	}
	return store.InsertRows(ctx, tx, `INSERT INTO answer_texts (answer_id, at, text, text_raw, reasoning, raw, screen)`, texts)
}

// Texts joins the texts x of answers a, as long as they are kept.
const Texts = ` LEFT JOIN` + texts

const texts = ` answer_texts x ON x.answer_id = a.id AND x.at = a.kept_at`

// KeptTexts joins the texts x of answers a, and leaves out answers without.
const KeptTexts = ` JOIN` + texts

// UnreadTx completes the answer to a task with what was stored of it, and tells how often reading it was begun.
func (f *Findings) UnreadTx(ctx context.Context, tx *store.Tx, task Task, question string) (a Answered, tries int, err error) {
	defer fault.Wrap(&err, "reading.UnreadTx")

	var citations string
	a = Answered{Task: task, Question: question}
	err = tx.QueryRow(ctx, `SELECT COALESCE(x.text, ''), a.citations, a.model, a.finish, a.tries FROM answers a`+Texts+`
		WHERE a.id = $1 AND a.answered_at IS NULL`, task.ID).
		Scan(&a.Text, &citations, &a.Model, &a.Finish, &tries)
	if err != nil {
		return a, 0, err
	}
	a.Sources, err = listOf[Returned](citations)
	return a, tries, err
}

// TryTx keeps how often reading an answer was begun.
func (f *Findings) TryTx(ctx context.Context, tx *store.Tx, answerID string, tries int) (err error) {
	defer fault.Wrap(&err, "reading.TryTx")

	_, err = tx.Exec(ctx, `UPDATE answers SET tries = $2 WHERE id = $1 AND answered_at IS NULL`, answerID, tries)
	return err
}

// DropTx removes answers that will not be read.
func (f *Findings) DropTx(ctx context.Context, tx *store.Tx, answerIDs []string) (err error) {
	defer fault.Wrap(&err, "reading.DropTx")

	for ids := range slices.Chunk(answerIDs, store.AmongMost) {
		marks, args := store.Among(ids, 0)
		if _, err := tx.Exec(ctx, `DELETE FROM answers WHERE answered_at IS NULL AND id`+marks, args...); err != nil {
			return err
		}
	}
	return nil
}

// readTx notes that answers are read, which shows them to all.
func readTx(ctx context.Context, tx *store.Tx, list []*Prepared) error {
	ids := make([]string, len(list))
	for i, p := range list {
		ids[i] = p.ID
	}
	marks, args := store.Among(ids, 1)
	_, err := tx.Exec(ctx, `UPDATE answers SET answered_at = $1 WHERE answered_at IS NULL AND id`+marks, append([]any{tx.Now}, args...)...)
	return err
}
