package detail

import (
	"context"
	"strconv"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/insight"
)

// Searches is what assistants searched for before they answered, as far as their platforms tell.
type Searches struct {
	Period    insight.Period   `json:"period"`
	Filters   insight.Filters  `json:"filters"`
	Totals    SearchTotals     `json:"totals"`
	Terms     SearchTerms      `json:"terms"`
	Platforms []SearchPlatform `json:"platforms"`
	Prompts   []SearchPrompt   `json:"prompts"`
	Items     []Search         `json:"items"`
	Total     int              `json:"total"`     // searches that differ; items has the most frequent
	Truncated bool             `json:"truncated"` // only the newest answers of the period were read
	Revision  string           `json:"-"`
}

// SearchTotals are over platforms that told a search in the period. Naming counts prompts that do not name the brand.
type SearchTotals struct {
	Searched        insight.Share `json:"searched"` // answers that told searches, of answers
	Searches        int64         `json:"searches"`
	NamedSearched   insight.Share `json:"named_searched"`   // answers that name the brand, of those that searched
	NamedUnsearched insight.Share `json:"named_unsearched"` // and of those that did not
}

// SearchTerms are words of questions and searches: in both, in the search alone, in the question alone.
type SearchTerms struct {
	Kept    []Term `json:"kept"`
	Added   []Term `json:"added"`
	Dropped []Term `json:"dropped"`
}

// Term is a word and how often it was kept, added or dropped.
type Term struct {
	Term  string `json:"term"`
	Times int64  `json:"times"`
}

// SearchPlatform is a platform. One that told no search in the period is not disclosed: nothing is known of it.
type SearchPlatform struct {
	Platform        string        `json:"platform"`
	Disclosed       bool          `json:"disclosed"`
	Answers         int64         `json:"answers"`
	Searched        insight.Share `json:"searched"`
	Searches        int64         `json:"searches"`
	NamedSearched   insight.Share `json:"named_searched"`
	NamedUnsearched insight.Share `json:"named_unsearched"`
}

// SearchPrompt is a prompt and what was searched for it.
type SearchPrompt struct {
	PromptID string `json:"prompt_id"`
	Text     string `json:"text"`
	Answers  int64  `json:"answers"`  // that told searches
	Searches int64  `json:"searches"` // that these ran
	Distinct int    `json:"distinct"`
}

// Search is a search, whatever the order and the punctuation of its words.
type Search struct {
	Text        string             `json:"text"`  // as it was most often written
	Times       int64              `json:"times"` // answers that ran it
	Kept        []string           `json:"kept"`  // words shared with the question it was most often run for
	Added       []string           `json:"added"`
	Dropped     []string           `json:"dropped"`
	Named       insight.Share      `json:"named"` // answers that ran it and name the brand; prompts that name it themselves are left out
	Contrast    string             `json:"contrast"`
	Platforms   []SearchedOn       `json:"platforms"`
	Prompts     []SearchedFor      `json:"prompts"`
	Competitors []insight.GapRival `json:"competitors"` // named beside
	PromptID    *string            `json:"prompt_id"`   // a prompt that asks the same
	Branded     bool               `json:"branded"`     // it names the brand: as a prompt it would not count for visibility
	AnswerID    string             `json:"answer_id"`   // the newest answer that ran it

	topicID string  // of the prompt it was most often run for
	p       float64 // of the contrast
}

// TopicID is the topic of the prompt that it was most often run for.
func (s Search) TopicID() string { return s.topicID }

// SearchedOn is how often a platform ran a search.
type SearchedOn struct {
	Platform string `json:"platform"`
	Times    int64  `json:"times"`
}

// SearchedFor is how often a search was run for a prompt.
type SearchedFor struct {
	PromptID string `json:"prompt_id"`
	Text     string `json:"text"`
	Times    int64  `json:"times"`
}

// Contrasts of a search with the other answers to the same prompts on the same platforms.
const (
	ContrastMore  = "more"  // answers that ran it name the brand significantly more often
	ContrastLess  = "less"  //
	ContrastNone  = "none"  // no difference to be seen
	ContrastFew   = "few"   // too few answers, or none without it
	ContrastNever = "never" // it names the brand: answers to it are no evidence
)

const (
	searchAnswers   = 20_000 // that are read; a month of the largest plan
	searchesShown   = 200
	searchRunes     = 200 // of one search; the rest is cut
	searchesPer     = 50  // of one answer
	searchTerms     = 20
	searchesPrompts = 10 // of one search
	contrastLeast   = 10 // answers with and without the search
)

// Searches analyses what assistants searched for. Faults: as Citations.
func (d *Details) Searches(ctx context.Context, who account.Caller, brandID string, query insight.Query) (out Searches, err error) {
	defer fault.Wrap(&err, "detail.Searches")

	err = d.insights.Within(ctx, who, brandID, query, func(s *insight.Scope) error {
		return d.insights.AnalyseIn(ctx,
			s, searchesIn(s, &out))
	})
	return out, err
}

// searchesIn asks for the searches. They tell which of them are prompts already, and a prompt that is added moves no revision: it moves the
// number of prompts, which is part of the name.
func searchesIn(s *insight.Scope, out *Searches) insight.Analysis {
	return insight.Made("searches "+strconv.FormatInt(s.Brand.Counts.Prompts, 10), out, searches)
}
