package insight

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/room/geo/finding"
	"renown/internal/tool/answer"
	"renown/internal/tool/stat"
)

// Searches is what assistants searched for before they answered, as far as their platforms tell.
type Searches struct {
	Period    Period           `json:"period"`
	Filters   Filters          `json:"filters"`
	Totals    SearchTotals     `json:"totals"`
	Terms     SearchTerms      `json:"terms"`
	Platforms []SearchPlatform `json:"platforms"`
	Prompts   []SearchPrompt   `json:"prompts"`
	Items     []Search         `json:"items"`
	Total     int              `json:"total"`     // searches that differ; items has the most frequent
	Truncated bool             `json:"truncated"` // only the newest answers of the period were read
	Revision  string           `json:"-"`
}

// Share is so many of so many, with its interval.
type Share struct {
	Count int64    `json:"count"`
	Of    int64    `json:"of"`
	Rate  *float64 `json:"rate"`
	Interval
}

func shareIn(count, of int64) Share {
	return Share{count, of, rate(count, of), interval(stat.Wilson(int(count), int(of)))}
}

// SearchTotals are over platforms that told a search in the period. Naming counts prompts that do not name the brand.
type SearchTotals struct {
	Searched        Share `json:"searched"` // answers that told searches, of answers
	Searches        int64 `json:"searches"`
	NamedSearched   Share `json:"named_searched"`   // answers that name the brand, of those that searched
	NamedUnsearched Share `json:"named_unsearched"` // and of those that did not
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
	Platform        string `json:"platform"`
	Disclosed       bool   `json:"disclosed"`
	Answers         int64  `json:"answers"`
	Searched        Share  `json:"searched"`
	Searches        int64  `json:"searches"`
	NamedSearched   Share  `json:"named_searched"`
	NamedUnsearched Share  `json:"named_unsearched"`
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
	Text        string        `json:"text"`  // as it was most often written
	Times       int64         `json:"times"` // answers that ran it
	Kept        []string      `json:"kept"`  // words shared with the question it was most often run for
	Added       []string      `json:"added"`
	Dropped     []string      `json:"dropped"`
	Named       Share         `json:"named"` // answers that ran it and name the brand; prompts that name it themselves are left out
	Contrast    string        `json:"contrast"`
	Platforms   []SearchedOn  `json:"platforms"`
	Prompts     []SearchedFor `json:"prompts"`
	Competitors []GapRival    `json:"competitors"` // named beside
	PromptID    *string       `json:"prompt_id"`   // a prompt that asks the same
	Branded     bool          `json:"branded"`     // it names the brand: as a prompt it would not count for visibility
	AnswerID    string        `json:"answer_id"`   // the newest answer that ran it

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
func (i *Insights) Searches(ctx context.Context, who account.Caller, brandID string, query Query) (out Searches, err error) {
	defer fault.Wrap(&err, "insight.Searches")

	err = i.ask(ctx, who, brandID, query, want("searches", &out, (*scope).searches))
	return out, err
}

// promptKeys are the prompts that there are, by what searches for the same words have in common; of several the first.
func promptKeys(texts map[string]string) map[string]string {
	keys := map[string]string{}
	for _, id := range slices.Backward(slices.Sorted(maps.Keys(texts))) {
		keys[searchKey(texts[id])] = id
	}
	return keys
}

// searchKey is the same for searches of the same words.
func searchKey(text string) string { return keyOf(answer.Words(text)) }

func keyOf(words []string) string { return strings.Join(slices.Sorted(slices.Values(words)), " ") }

// searchCount gathers one search.
type searchCount struct {
	key       string
	spellings map[string]int64
	times     int64
	platforms map[string]int64
	prompts   map[string]int64
	topics    map[string]string // of prompts
	rivals    map[string]*GapRival
	cells     map[searchCell][2]int64 // answers that ran it to prompts that do not name the brand: naming it, all
	newest    string
}

// searchCell is a prompt on a platform.
type searchCell struct{ prompt, platform string }

// searching is the analysis under way.
type searching struct {
	found     map[string]*searchCount
	questions map[string]string // newest, by prompt
	platforms map[string]*SearchPlatform
	prompts   map[string]*SearchPrompt
	distinct  map[string]map[string]bool // keys by prompt
	terms     [3]map[string]int64        // kept, added, dropped
	cells     map[searchCell][2]int64    // all answers to prompts that do not name the brand: naming it, all
	words     map[string][]string        // of texts, which come again and again
	read      int
}

func (s *scope) searches(ctx context.Context) (out Searches, err error) {
	n := &searching{
		found: map[string]*searchCount{}, questions: map[string]string{}, platforms: map[string]*SearchPlatform{}, prompts: map[string]*SearchPrompt{},
		distinct: map[string]map[string]bool{}, terms: [3]map[string]int64{{}, {}, {}}, cells: map[searchCell][2]int64{}, words: map[string][]string{},
	}
	from, to := s.span.moments()
	err = finding.EachSearched(ctx, s.q, finding.SearchedFilter{
		BrandID: s.brand.ID, Generation: s.generation, From: from, To: to, Platforms: s.query.Platforms, TopicIDs: s.query.TopicIDs, PromptIDs: s.query.PromptIDs, Mode: s.mode, Most: searchAnswers + 1,
	}, n.add)
	if err != nil {
		return out, err
	}
	texts, err := s.book.prompts(ctx, s.brand.ID)
	if err != nil {
		return out, err
	}
	for id, text := range texts {
		n.questions[id] = text
	}
	reader := answer.NewReader(s.entities(ctx))
	out = Searches{Revision: s.revision, Period: s.span.period(), Filters: s.filters(), Total: len(n.found), Truncated: n.read > searchAnswers}
	out.Totals, out.Platforms = n.totals(s.order)
	out.Prompts = n.byPrompt()
	out.Terms = SearchTerms{most(n.terms[0]), most(n.terms[1]), most(n.terms[2])}
	out.Items = []Search{}
	all := slices.SortedFunc(maps.Values(n.found), func(a, b *searchCount) int { return cmp.Or(cmp.Compare(b.times, a.times), cmp.Compare(a.key, b.key)) })
	prompts := promptKeys(texts)
	for _, c := range all[:min(len(all), searchesShown)] {
		one := n.shown(c, reader)
		if id, ok := prompts[searchKey(one.Text)]; ok {
			one.PromptID = &id
		}
		out.Items = append(out.Items, one)
	}
	believe(out.Items)
	return out, nil
}

// entities are the names of the reading in use; only the brand's own matter here.
func (s *scope) entities(ctx context.Context) []answer.Entity {
	reading, err := finding.ReadingOf(ctx, s.q, s.brand.ID)
	if err != nil || len(reading.Names) == 0 {
		return []answer.Entity{{ID: s.brand.ID, Name: s.brand.Name}}
	}
	return reading.Names[:1]
}

// add takes an answer in.
func (n *searching) add(a *finding.Searched) {
	if n.read++; n.read > searchAnswers || !a.Counts {
		return
	}
	p := n.platforms[a.Platform]
	if p == nil {
		p = &SearchPlatform{Platform: a.Platform}
		n.platforms[a.Platform] = p
	}
	p.Answers++
	keys := n.keysOf(a)
	unbranded, cell := unbranded.takes(a.Kinds), searchCell{a.PromptID, a.Platform}
	if unbranded {
		n.cells[cell] = counted(n.cells[cell], a.Named)
	}
	switch {
	case len(keys) > 0 && unbranded:
		p.NamedSearched.Of++
		p.NamedSearched.Count += number(a.Named)
	case unbranded:
		p.NamedUnsearched.Of++
		p.NamedUnsearched.Count += number(a.Named)
	}
	if len(keys) == 0 {
		return
	}
	if n.questions[a.PromptID] == "" {
		n.questions[a.PromptID] = a.Question
	}
	p.Searched.Count++
	p.Searches += int64(len(keys))
	prompt := n.prompts[a.PromptID]
	if prompt == nil {
		prompt = &SearchPrompt{PromptID: a.PromptID}
		n.prompts[a.PromptID], n.distinct[a.PromptID] = prompt, map[string]bool{}
	}
	prompt.Answers++
	prompt.Searches += int64(len(keys))
	question := n.wordsOf(a.Question)
	for key, text := range keys {
		n.distinct[a.PromptID][key] = true
		n.count(a, key, text, unbranded)
		n.compare(question, n.wordsOf(text))
	}
}

func (n *searching) wordsOf(text string) []string {
	words, ok := n.words[text]
	if !ok {
		words = answer.Words(text)
		n.words[text] = words
	}
	return words
}

// keysOf are the searches of an answer: as they were written, by their keys.
func (n *searching) keysOf(a *finding.Searched) map[string]string {
	keys := map[string]string{}
	for _, text := range a.Queries[:min(len(a.Queries), searchesPer)] {
		text = strings.TrimSpace(text)
		if r := []rune(text); len(r) > searchRunes {
			text = string(r[:searchRunes])
		}
		if key := keyOf(n.wordsOf(text)); key != "" && keys[key] == "" {
			keys[key] = text
		}
	}
	return keys
}

func counted(c [2]int64, named bool) [2]int64 { return [2]int64{c[0] + number(named), c[1] + 1} }

func number(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}

func (n *searching) count(a *finding.Searched, key, text string, unbranded bool) {
	c := n.found[key]
	if c == nil {
		c = &searchCount{
			key: key, spellings: map[string]int64{}, platforms: map[string]int64{}, prompts: map[string]int64{}, topics: map[string]string{},
			rivals: map[string]*GapRival{}, cells: map[searchCell][2]int64{}, newest: a.ID,
		}
		n.found[key] = c
	}
	c.times++
	c.spellings[text]++
	c.platforms[a.Platform]++
	c.prompts[a.PromptID]++
	c.topics[a.PromptID] = a.TopicID
	for _, o := range a.Others {
		if c.rivals[o.ID] == nil {
			c.rivals[o.ID] = &GapRival{CompetitorID: o.ID, Name: o.Name}
		}
		c.rivals[o.ID].Answers++
	}
	if unbranded {
		cell := searchCell{a.PromptID, a.Platform}
		c.cells[cell] = counted(c.cells[cell], a.Named)
	}
}

// compare counts the words of a question and of a search for it.
func (n *searching) compare(question, search []string) {
	kept, added, dropped := parted(question, search)
	for i, list := range [][]string{kept, added, dropped} {
		for _, w := range list {
			n.terms[i][w]++
		}
	}
}

func parted(question, search []string) (kept, added, dropped []string) {
	kept, added, dropped = []string{}, []string{}, []string{}
	for _, w := range search {
		if slices.Contains(question, w) {
			kept = append(kept, w)
		} else {
			added = append(added, w)
		}
	}
	for _, w := range question {
		if !slices.Contains(search, w) {
			dropped = append(dropped, w)
		}
	}
	return kept, added, dropped
}

func most(counts map[string]int64) []Term {
	list := []Term{}
	for _, w := range byCount(counts) {
		list = append(list, Term{w, counts[w]})
	}
	return list[:min(len(list), searchTerms)]
}

// byCount are the keys of counts, the most frequent first.
func byCount(counts map[string]int64) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
}
