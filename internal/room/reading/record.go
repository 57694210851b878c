package reading

import (
	"context"
	"encoding/json"
	"strconv"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// Record is an answer with what was found in it, as bulk data has it.
type Record struct {
	Task
	Found
	RunID, Question string
	Text            *string // nil: no longer kept
	Queries         []string
	LatencyMS       int64
	Kinds           string // what its prompt counts for
}

// Counts tells whether the answer is in denominators.
func (r *Record) Counts() bool { return r.State.Answered() && !r.cut() }

// recordsAtOnce is how many are in memory.
const recordsAtOnce = 200

// EachRecord calls do for the answers that the figures in use rest on, from one moment until before another, the
// oldest first. It reads a few
// at a time: beyond one snapshot it is not of one moment.
func EachRecord(ctx context.Context, q store.Querier, brandID string, from, to timestamp.Time, do func(*Record) error) (err error) {
	defer fault.Wrap(&err, "reading.EachRecord")

	after := "" // of those at the moment from
	for {
		list, err := store.List(ctx, q, scanRecord, `SELECT a.id, a.brand_id, a.platform, a.prompt_id, a.topic_id, a.stage, a.types, x.text, a.question, a.answered_at, a.mode, a.model, a.finish,
				a.run_id, a.queries, a.latency_ms, `+Columns+` FROM answers a`+Texts+`
			JOIN findings f ON f.answer_id = a.id AND f.generation = (SELECT generation FROM readings WHERE brand_id = a.brand_id AND status = 'current')
			WHERE a.brand_id = $1 AND a.answered_at >= $2 AND a.answered_at < $3 AND (a.answered_at > $2 OR a.id > $4)
			ORDER BY a.answered_at, a.id LIMIT `+strconv.Itoa(recordsAtOnce), brandID, from, to, after)
		if err != nil {
			return err
		}
		for i := range list {
			if err := do(&list[i]); err != nil {
				return err
			}
		}
		if len(list) < recordsAtOnce {
			return nil
		}
		from, after = list[len(list)-1].At, list[len(list)-1].ID
	}
}

func scanRecord(row store.Row) (r Record, err error) {
	var types store.Texts
	var queries string
	found, err := Scan(row, &r.ID, &r.BrandID, &r.Platform, &r.PromptID, &r.TopicID, &r.Stage, &types, &r.Text,
		&r.Question, &r.At, &r.Mode, &r.Model, &r.Finish,
		&r.RunID, &queries, &r.LatencyMS)
	if err != nil {
		return r, err
	}
	r.Types, r.Found = types, *found
	r.Kinds = kindsOf(types, found.Branded)
	if queries != "" {
		err = json.Unmarshal([]byte(queries), &r.Queries)
	}
	return r, err
}
