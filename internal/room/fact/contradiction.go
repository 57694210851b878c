package fact

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/reading"
	"renown/internal/tool/address"
)

// Extent is which compared answers of a brand are looked at.
type Extent struct {
	BrandID   string
	From, To  timestamp.Time // To is excluded
	Platforms []string       // none: all
	TopicIDs  []string       // none: all
	Mode      string
	CellsOnly bool // of Sum: neither facts nor what is to be read again
	byTopic   bool // cells of each topic apart
}

// where narrows a table c that has the columns of compared_answers.
func (e Extent) where() (string, []any) {
	text, args := ` WHERE c.brand_id = $1 AND c.answered_at >= $2 AND c.answered_at < $3
		AND c.mode = $4`, []any{e.BrandID, e.From, e.To, e.Mode}
	if len(e.Platforms) > 0 {
		marks, more := store.Among(e.Platforms, len(args))
		text, args = text+` AND c.platform`+marks, append(args, more...)
	}
	if len(e.TopicIDs) > 0 {
		marks, more := store.Among(e.TopicIDs, len(args))
		text, args = text+` AND EXISTS (SELECT 1 FROM answers t WHERE t.id = c.answer_id AND t.topic_id`+marks+`)`, append(args, more...)
	}
	return text, args
}

// Cell is what the compared answers to a prompt on a platform on a day add up to.
type Cell struct {
	PromptID, Platform, Models    string
	Day                           day.Day // 0 where days were not asked for
	Answers, Contradicted, Judged int64   // Judged: that agree with a fact or contradict one
	LastID                        string  // of the answers
}

// FactCell is the answers to a prompt on a platform that speak of a fact, and those of them that contradict it.
type FactCell struct {
	FactID                string
	PromptID, Platform    string
	Answers, Contradicted int64
}

// Contradiction is a sentence of an answer that contradicts a fact.
type Contradiction struct {
	AnswerID  string           `json:"answer_id"`
	Platform  string           `json:"platform"`
	PromptID  string           `json:"prompt_id"`
	Question  string           `json:"question"`
	At        timestamp.Time   `json:"answered_at"`
	Sentence  *string          `json:"sentence"` // null: the answer's text is no longer kept
	Said      *string          `json:"said"`
	Reason    string           `json:"reason"` // differs, outdated, known_wrong
	Judge     string           `json:"judge"`  // offline or model
	FactID    string           `json:"fact_id"`
	Statement string           `json:"statement"`
	Attribute string           `json:"attribute"`
	Expected  string           `json:"expected"`
	SourceURL *string          `json:"source_url"`
	Citations []reading.Source `json:"citations"`    // pages cited beside the sentence; without any those of the whole answer
	Beside    bool             `json:"cited_beside"` // they stand beside the sentence
	Outlet    *Outlet          `json:"outlet"`       // of the first page that is on one of the catalogue; null: none is
	Request   *string          `json:"request"`      // a text that asks for a correction; null: there is no address to ask
}

// Outlet is whom to ask for a correction.
type Outlet struct {
	ID      string  `json:"id"`
	Name    string  `json:"name"`
	URL     *string `json:"url"`
	PageURL string  `json:"page_url"` // the cited page on it
}

// Pages lists the cited pages of contradictions, each once.
func Pages(list []Contradiction) (pages []string) {
	for _, c := range list {
		for _, s := range c.Citations {
			if !slices.Contains(pages, s.URL) {
				pages = append(pages, s.URL)
			}
		}
	}
	return pages
}

// citationsMost is how many pages of a contradiction are shown.
const citationsMost = 5

// Which contradictions are listed.
type Which struct {
	FactID string // empty: of all facts
	Judge  string // empty: those that rules found
}

// Contradictions reads a page of them, newest first, with the words of the answers. Those of rules and those of a
// model are never listed together.
func (s *Sheet) Contradictions(ctx context.Context, q store.Querier, e Extent, which Which, page Paging) (_ []Contradiction, err error) {
	defer fault.Wrap(&err, "fact.Contradictions")

	where, args := e.where()
	args = append(args, cmp.Or(which.Judge, OfflineJudge))
	where += ` AND c.verdict = 'contradicts' AND c.fact_id IS NOT NULL AND c.judge = $` + strconv.Itoa(len(args))
	if which.FactID != "" {
		args = append(args, which.FactID)
		where += ` AND c.fact_id = $` + strconv.Itoa(len(args))
	}
	args = append(args, page.Size, page.Offset())
	n := len(args)
	return store.List(ctx, q, s.scanContradiction, `SELECT c.fact_id, c.reason, c.judge, c.starts, c.ends, c.value_starts, c.value_ends, a.id, a.platform, a.prompt_id, a.question,
			x.text, a.citations, a.answered_at, f.sources FROM claims c JOIN answers a ON a.id = c.answer_id`+reading.Texts+reading.Current+where+
		` ORDER BY c.answered_at DESC, c.answer_id DESC, c.place LIMIT $`+strconv.Itoa(n-1)+` OFFSET $`+strconv.Itoa(n), args...)
}

func (s *Sheet) scanContradiction(row store.Row) (c Contradiction, err error) {
	var text, sources *string
	var returned string
	var starts, ends, from, to int
	if err := row.Scan(&c.FactID, &c.Reason, &c.Judge, &starts, &ends, &from, &to, &c.AnswerID, &c.Platform,
		&c.PromptID, &c.Question, &text, &returned, &c.At, &sources); err != nil {
		return c, err
	}
	if c.Reason == "" {
		c.Reason = "differs"
	}
	if text != nil {
		letters := []rune(*text)
		cut := func(a, b int) *string {
			a, b = min(max(a, 0), len(letters)), min(max(b, 0), len(letters))
			s := strings.TrimSpace(string(letters[a:max(a, b)]))
			return &s
		}
		c.Sentence, c.Said = cut(starts, ends), cut(from, to)
	}
	c.Citations = []reading.Source{}
	if sources != nil {
		list, err := reading.SourcesIn(*sources)
		if err != nil {
			return c, err
		}
		c.cite(list, besides(returned, starts, ends))
	}
	if i := slices.IndexFunc(s.Facts, func(o Fact) bool { return o.ID == c.FactID }); i >= 0 {
		o := &s.Facts[i]
		c.Statement, c.Attribute, c.Expected, c.SourceURL = o.Statement, o.Attribute, o.Expected(), o.SourceURL
	}
	return c, nil
}

// cite keeps the pages that stand beside the sentence, or, where none does, those of the answer.
func (c *Contradiction) cite(sources []reading.Source, beside map[string]bool) {
	for _, s := range sources {
		key, _ := address.Canonical(s.URL)
		near := beside[key]
		switch {
		case !s.Cited && !near, c.Beside && !near:
			continue
		case near && !c.Beside:
			c.Beside, c.Citations = true, []reading.Source{}
		}
		if len(c.Citations) < citationsMost {
			c.Citations = append(c.Citations, s)
		}
	}
}

// besides lists the pages whose mark stands in a sentence or directly behind it, by their canonical addresses.
func besides(returned string, starts, ends int) map[string]bool {
	var list []struct {
		URL string   `json:"url"`
		At  [][2]int `json:"at"`
	}
	if json.Unmarshal([]byte(returned), &list) != nil {
		return nil
	}
	out := map[string]bool{}
	for _, one := range list {
		for _, at := range one.At {
			if at[0] < ends && at[1] > starts || at[0] == at[1] && starts < at[0] && at[0] <= ends {
				if key, ok := address.Canonical(one.URL); ok {
					out[key] = true
				}
			}
		}
	}
	return out
}

// Kept is a claim as it is kept, by its place in an answer.
type Kept struct {
	AnswerID, Kind, Verdict, Reason, Judge string
	Place                                  int64
	FactID                                 *string // nil: no fact speaks of it
	Sentence, Said                         [2]int  // code points of the answer's text, end exclusive
}

// ClaimsOf reads what some answers claim, in the order of answers and places.
func ClaimsOf(ctx context.Context, q store.Querier, answerIDs []string) (_ []Kept, err error) {
	defer fault.Wrap(&err, "fact.ClaimsOf")

	if len(answerIDs) == 0 {
		return nil, nil
	}
	marks, args := store.Among(answerIDs, 0)
	return store.List(ctx, q, func(row store.Row) (k Kept, err error) {
		err = row.Scan(&k.AnswerID, &k.Place, &k.FactID, &k.Kind, &k.Verdict, &k.Reason, &k.Judge, &k.Sentence[0],
			&k.Sentence[1], &k.Said[0], &k.Said[1])
		return k, err
	}, `SELECT answer_id, place, fact_id, kind, verdict, reason, judge, starts, ends, value_starts, value_ends FROM claims
		WHERE answer_id`+marks+` ORDER BY answer_id, place`, args...)
}
