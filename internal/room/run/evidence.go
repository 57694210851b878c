package run

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/reading"
)

// Evidence is one sub-task that has come to an end, with its answer if there is one.
type Evidence struct {
	ID          string              `json:"id"`
	RunID       string              `json:"run_id"`
	PromptID    string              `json:"prompt_id"`
	PromptText  string              `json:"prompt_text"`
	Platform    string              `json:"platform"`
	Model       *string             `json:"model"`
	Mode        string              `json:"mode"`
	Surface     string              `json:"surface"`
	Status      string              `json:"status"` // answered, failed or skipped
	Text        *string             `json:"text"`
	Citations   []reading.Source    `json:"citations"`
	Mentioned   *bool               `json:"mentioned"`     // nil without an answer
	Mention     *string             `json:"mention_state"` // named, echoed or unknown; nil when the brand is not mentioned
	Position    *int64              `json:"position"`      // among all names that the answer recommends
	Watched     *int64              `json:"watched_position"`
	Stance      *string             `json:"stance"` // what the answer does with the brand; nil when it does not name it
	Sentiment   *reading.Sentiment  `json:"sentiment"`
	Confidence  *reading.Confidence `json:"confidence"` // nil where nothing was read
	Competitors []reading.Other     `json:"competitors"`
	Retrieval   *string             `json:"retrieval"`
	Error       *Reason             `json:"error"`
	AnsweredAt  *timestamp.Time     `json:"answered_at"`
	LatencyMS   *int64              `json:"latency_ms"`
}

// EvidenceFilter narrows a list; empty lists do not.
type EvidenceFilter struct {
	Platforms []string `json:"platform,omitempty"`
	PromptIDs []string `json:"prompt_id,omitempty"`
	Paging    `json:"-"`
}

const selectEvidence = `SELECT t.id, t.run_id, t.prompt_id, t.prompt_text, t.platform, r.mode, t.surface, t.status, t.error,
		a.model, x.text, a.citations, a.retrieval, a.answered_at, a.latency_ms, ` + reading.Columns + `
	FROM tasks t JOIN runs r ON r.id = t.run_id LEFT JOIN answers a ON a.id = t.id` + reading.Texts + reading.Current

// Evidence pages through what a run has brought, in the order of prompts and platforms, and counts it.
func (r *Runs) Evidence(ctx context.Context, who account.Caller, runID string, f EvidenceFilter) (list []Evidence, total int64, err error) {
	defer fault.Wrap(&err, "run.Evidence")

	if _, err := r.Find(ctx, who, runID); err != nil {
		return nil, 0, err
	}
	return r.evidence(ctx, runID, f)
}

// SearchEvidence is Evidence for a filter whose values may be anything: a platform that is neither in the catalogue nor in
// the run, and a prompt that is neither the brand's nor the run's, narrow nothing. It tells what did.
func (r *Runs) SearchEvidence(ctx context.Context, who account.Caller, runID string,
	f EvidenceFilter,
) (list []Evidence, total int64, applied EvidenceFilter, err error) {
	defer fault.Wrap(&err, "run.SearchEvidence")

	of, err := r.Find(ctx, who, runID)
	if err != nil {
		return nil, 0, f, err
	}
	catalogue, _ := r.Platforms()
	for _, p := range of.Platforms {
		catalogue = append(catalogue, p.Platform)
	}
	f.Platforms = store.Known(f.Platforms, func(v string) bool { return slices.Contains(catalogue, v) })
	f.PromptIDs, err = store.KnownTo(ctx, r.db.Read(), f.PromptIDs, `SELECT id FROM (SELECT id FROM prompts WHERE brand_id = $1
		UNION SELECT prompt_id FROM tasks WHERE run_id = $2) known WHERE id`, of.BrandID, runID)
	if err != nil {
		return nil, 0, f, err
	}
	list, total, err = r.evidence(ctx, runID, f)
	return list, total, f, err
}

func (r *Runs) evidence(ctx context.Context, runID string, f EvidenceFilter) (list []Evidence, total int64, err error) {
	where, args := ` WHERE t.run_id = $1 AND t.status IN ('answered', 'failed', 'skipped')`, []any{runID}
	for column, values := range map[string][]string{"t.platform": f.Platforms, "t.prompt_id": f.PromptIDs} {
		if len(values) == 0 {
			continue
		}
		marks, more := store.Among(values, len(args))
		where, args = where+` AND `+column+marks, append(args, more...)
	}
	err = r.db.View(ctx, func(q store.Querier) error {
		if total, err = store.One[int64](q.QueryRow(ctx, `SELECT count(*) FROM tasks t`+where, args...)); err != nil {
			return err
		}
		n := len(args)
		const order = ` ORDER BY t.prompt_id DESC, t.id`
		page := `SELECT t.id FROM tasks t` + where + order + ` LIMIT $` + strconv.Itoa(n+1) + ` OFFSET $` + strconv.Itoa(n+2)
		list, err = store.List(ctx, q, scanEvidence, selectEvidence+` WHERE t.id IN (`+page+`)`+order, append(args, f.Size, f.Offset())...)
		return err
	})
	return list, total, err
}

func scanEvidence(row store.Row) (e Evidence, err error) {
	var citations *string
	found, err := reading.Scan(row, &e.ID, &e.RunID, &e.PromptID, &e.PromptText, &e.Platform, &e.Mode, &e.Surface, &e.Status, &e.Error,
		&e.Model, &e.Text, &citations, &e.Retrieval, &e.AnsweredAt, &e.LatencyMS)
	e.Citations, e.Competitors = []reading.Source{}, []reading.Other{}
	switch {
	case err != nil:
	case found != nil:
		named := found.Position != nil
		e.Mentioned, e.Mention, e.Position, e.Watched, e.Sentiment = &named, found.Mention, found.Position, found.Watched, found.Sentiment
		e.Citations, e.Competitors, e.Stance, e.Confidence = found.Sources, found.Others, found.Stance, found.Confidence
	case citations != nil: // not read yet
		err = json.Unmarshal([]byte(*citations), &e.Citations)
	}
	return e, err
}
