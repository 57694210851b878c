package finding

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/tool/answer"
)

// Searched is an answer with the searches that its assistant ran before it.
type Searched struct {
	ID, Platform, PromptID, TopicID string

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

// SearchedFilter is what is to be read. No topic and no prompt mean all.
type SearchedFilter struct {
	Extent
	PromptIDs []string
	Most      int // the newest so many
}

func (f *SearchedFilter) wants(s *Searched) bool {
	for _, by := range [...]struct {
		among []string
		one   string
	}{{f.Platforms, s.Platform}, {f.TopicIDs, s.TopicID}, {f.PromptIDs, s.PromptID}} {
		if len(by.among) > 0 && !slices.Contains(by.among, by.one) {
			return false
		}
	}
	return true
}

// EachSearched calls do for answers of a reading, the newest first. What it gives is the caller's only until it returns.
func EachSearched(ctx context.Context, q store.Querier, f SearchedFilter, do func(*Searched)) (err error) {
	defer fault.Wrap(&err, "finding.EachSearched")

	r := searchReader{f, q, f.Most, do}
	for month := f.To / 100; month >= f.From/100 && r.left > 0; month = dayAfter(month*100+1, -1, 0) / 100 {
		if err := r.month(ctx, max(f.From, month*100+1), min(f.To, lastDay(month))); err != nil {
			return err
		}
	}
	return nil
}

// searchReader reads answers: days that are packed, and rows of the others.
type searchReader struct {
	SearchedFilter
	q    store.Querier
	left int // of Most
	do   func(*Searched)
}

// packedDay is a day as it is kept.
type packedDay struct {
	day, seal int64
	answers   []byte
}

// month reads days of one month.
func (r *searchReader) month(ctx context.Context, from, to int64) error {
	seals, err := r.seals(ctx, r.q, from, to)
	if err != nil || len(seals) == 0 {
		return err
	}
	days, err := store.List(ctx, r.q, func(row store.Row) (d packedDay, err error) {
		err = row.Scan(&d.day, &d.seal, &d.answers)
		return d, err
	}, `SELECT day, seal, answers FROM searched_days WHERE brand_id = $1 AND generation = $2 AND mode = $3 AND day BETWEEN $4 AND $5 ORDER BY day DESC`,
		r.BrandID, r.Generation, r.mode(), from, to)
	if err != nil {
		return err
	}
	for _, d := range days {
		if d.seal != seals[d.day] {
			continue
		}
		if err := r.rows(ctx, d.day+1, to, seals); err != nil {
			return err
		}
		if err := unpackSearched(d.answers, r.take); err != nil {
			return err
		}
		to = d.day - 1
	}
	return r.rows(ctx, from, to, seals)
}

func (r *searchReader) take(s *Searched) {
	if r.left > 0 && r.wants(s) {
		r.left--
		r.do(s)
	}
}

// rows reads the answers of some days of a month one by one, unless none has any.
func (r *searchReader) rows(ctx context.Context, from, to int64, there map[int64]int64) error {
	for day := range there {
		if from <= day && day <= to && r.left > 0 {
			return r.each(ctx, from, to)
		}
	}
	return nil
}

func (r *searchReader) each(ctx context.Context, from, to int64) error {
	where, args := `brand_id = $1 AND generation = $2 AND at >= $3 AND at < $4 AND mode IN ($5, $6)`, []any{r.BrandID, r.Generation, dayBegin(from), dayBegin(to + 1), r.mode(), r.mode()}
	if r.mode() == SearchMode {
		args[5] = "" // what an older program found says no mode; it is read again soon
	}
	for column, values := range map[string][]string{"platform": r.Platforms, "topic_id": r.TopicIDs, "prompt_id": r.PromptIDs} {
		if len(values) > 0 {
			marks, more := store.Among(values, len(args))
			where, args = where+` AND `+column+marks, append(args, more...)
		}
	}
	return store.Each(ctx, r.q, func(row store.Row) error {
		s, err := scanSearched(row)
		if err == nil {
			r.take(&s)
		}
		return err
	}, `SELECT f.answer_id, f.platform, f.prompt_id, f.topic_id, f.kinds, f.state, f.position IS NOT NULL, f.others, a.question, a.queries, a.finish
		FROM (SELECT answer_id, platform, prompt_id, topic_id, kinds, at, state, position, others FROM findings WHERE `+where+` ORDER BY at DESC, answer_id LIMIT `+strconv.Itoa(r.left)+`) f JOIN answers a ON a.id = f.answer_id
		ORDER BY f.at DESC, f.answer_id`, args...)
}

func scanSearched(row store.Row) (s Searched, err error) {
	var state, queries, others, finish string
	if err := row.Scan(&s.ID, &s.Platform, &s.PromptID, &s.TopicID, &s.Kinds, &state, &s.Named, &others, &s.Question, &queries, &finish); err != nil {
		return s, err
	}
	s.Counts = answer.State(state).Answered() && !(Task{Finish: finish}).cut()
	if queries != "" && queries != "[]" {
		if err := s.Queries.Scan(queries); err != nil {
			return s, err
		}
	}
	if len(s.Queries) > 0 {
		err = json.Unmarshal([]byte(others), &s.Others)
	}
	return s, err
}

// dayBegin is the moment at which a day begins. That after the last of a month may be told as one more.
func dayBegin(day int64) timestamp.Time {
	return timestamp.Of(time.Date(int(day/10_000), time.Month(day/100%100), int(day%100), 0, 0, 0, 0, timestamp.Beijing))
}
