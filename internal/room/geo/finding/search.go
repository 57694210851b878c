package finding

import (
	"context"
	"encoding/json"
	"strconv"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/tool/answer"
)

// Searched is an answer with the searches that its assistant ran before it.
type Searched struct {
	Task
	Kinds    string // what its prompt counts for
	Question string
	Queries  store.Texts
	Named    bool         // it names the brand
	Others   []NamedOther // where there are searches
	Counts   bool         // it is in denominators
}

// NamedOther is a competitor that an answer names, and no more of it.
type NamedOther struct {
	ID   string `json:"competitor_id"`
	Name string `json:"name"`
}

// SearchedFilter is what is to be read. No platform, no topic and no prompt mean all.
type SearchedFilter struct {
	BrandID    string
	Generation int64
	From, To   timestamp.Time // until before To
	Platforms  []string
	TopicIDs   []string
	PromptIDs  []string
	Mode       string
	Most       int // the newest so many
}

// EachSearched calls do for answers of a reading, the newest first.
func EachSearched(ctx context.Context, q store.Querier, f SearchedFilter, do func(*Searched)) (err error) {
	defer fault.Wrap(&err, "finding.EachSearched")

	where, args := `brand_id = $1 AND generation = $2 AND at >= $3 AND at < $4 AND mode IN ($5, $6)`, []any{f.BrandID, f.Generation, f.From, f.To, f.Mode, f.Mode}
	if f.Mode == SearchMode {
		args[5] = "" // what an older program found says no mode; it is read again soon
	}
	for column, values := range map[string][]string{"platform": f.Platforms, "topic_id": f.TopicIDs, "prompt_id": f.PromptIDs} {
		if len(values) > 0 {
			marks, more := store.Among(values, len(args))
			where, args = where+` AND `+column+marks, append(args, more...)
		}
	}
	return store.Each(ctx, q, func(row store.Row) error {
		var s Searched
		var state, queries, others string
		if err := row.Scan(&s.ID, &s.Platform, &s.PromptID, &s.TopicID, &s.Kinds, &s.At, &state, &s.Named, &others, &s.Question, &queries, &s.Finish); err != nil {
			return err
		}
		s.Counts = answer.State(state).Answered() && !s.cut()
		if queries != "" && queries != "[]" {
			if err := s.Queries.Scan(queries); err != nil {
				return err
			}
		}
		if len(s.Queries) > 0 {
			if err := json.Unmarshal([]byte(others), &s.Others); err != nil {
				return err
			}
		}
		do(&s)
		return nil
	}, `SELECT f.answer_id, f.platform, f.prompt_id, f.topic_id, f.kinds, f.at, f.state, f.position IS NOT NULL, f.others, a.question, a.queries, a.finish
		FROM (SELECT answer_id, platform, prompt_id, topic_id, kinds, at, state, position, others FROM findings WHERE `+where+` ORDER BY at DESC, answer_id LIMIT `+strconv.Itoa(f.Most)+`) f JOIN answers a ON a.id = f.answer_id
		ORDER BY f.at DESC, f.answer_id`, args...)
}
