package finding

import (
	"cmp"
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// Kept is an answer as it is kept: what was asked, and everything that came back.
type Kept struct {
	Task
	RunID, Question           string
	ModelAsked                string
	Text, TextRaw, Reasoning  string
	Citations, Queries, Usage string // JSON
	Retrieval                 string
	RequestID                 string
	LatencyMS                 int64
	Raw                       []byte // the provider's reply, compressed
	Screen                    []byte // what an app's page looked like, JPEG
}

// KeepTx stores answers, before anything is read in them.
func (f *Findings) KeepTx(ctx context.Context, tx *store.Tx, list ...Kept) (err error) {
	defer fault.Wrap(&err, "finding.KeepTx")

	rows := make([][]any, len(list))
	for i, k := range list {
		rows[i] = []any{
			k.ID, k.RunID, k.BrandID, k.Platform, k.PromptID, k.TopicID, k.Stage, store.Texts(k.Types), k.Question, k.Model, k.ModelAsked,
			k.Text, k.TextRaw, k.Reasoning, k.Citations, k.Queries, k.Retrieval, k.Finish, k.Usage, k.RequestID, k.LatencyMS, k.Raw, tx.Now, cmp.Or(k.Mode, SearchMode), k.Screen,
		}
	}
	return store.InsertRows(ctx, tx, `INSERT INTO answers (id, run_id, brand_id, platform, prompt_id, topic_id, stage, types, question, model, model_asked,
			text, text_raw, reasoning, citations, queries, retrieval, finish, usage, request_id, latency_ms, raw, answered_at, mode, screen)`, rows)
}

// CompleteTx says what an answer answers that a program of the schema before stored without.
func (f *Findings) CompleteTx(ctx context.Context, tx *store.Tx, t Task, question string) (err error) {
	defer fault.Wrap(&err, "finding.CompleteTx")

	_, err = tx.Exec(ctx, `UPDATE answers SET platform = $2, prompt_id = $3, topic_id = $4, stage = $5, types = $6, question = $7, mode = $8
		WHERE id = $1 AND (platform = '' OR mode = '')`,
		t.ID, t.Platform, t.PromptID, t.TopicID, t.Stage, store.Texts(t.Types), question, cmp.Or(t.Mode, SearchMode))
	return err
}
