package detail

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"renown/internal/floor/day"
	"renown/internal/room/insight"
	"renown/internal/room/reading"
	"renown/internal/tool/answer"
	"renown/internal/tool/stat"
)

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
	rivals    map[string]*insight.GapRival
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
	cells     map[searchCell]*datedCell  // all answers to prompts that do not name the brand
	repeats   repeats
	words     map[string][]string // of texts, which come again and again
	keys      map[string]string   // of searches, as well
	pairs     map[[2]string]int64 // how often a search was run for a question
	ran       []ran               // of the answer at hand
	read      int
}

// ran is a search of an answer, as it was written.
type ran struct{ key, text string }

func searches(s *insight.Scope, ctx context.Context) (out Searches, err error) {
	n := &searching{
		found: map[string]*searchCount{}, questions: map[string]string{}, platforms: map[string]*SearchPlatform{},
		prompts:  map[string]*SearchPrompt{},
		distinct: map[string]map[string]bool{}, terms: [3]map[string]int64{{}, {}, {}},
		cells: map[searchCell]*datedCell{}, words: map[string][]string{},
		keys: map[string]string{}, pairs: map[[2]string]int64{},
	}
	extent := s.Extent()
	extent.TopicIDs = s.Query.TopicIDs
	err = reading.EachSearched(ctx, s.Q, reading.SearchedFilter{
		Extent: extent, PromptIDs: s.Query.PromptIDs,
		Most: searchAnswers + 1,
	}, n.add)
	if err != nil {
		return out, err
	}
	n.compare()
	texts, err := s.PromptTexts(ctx)
	if err != nil {
		return out, err
	}
	for id, text := range texts {
		n.questions[id] = text
	}
	reader := answer.NewReader(entities(ctx, s))
	out = Searches{Revision: s.Revision, Period: s.Period(), Filters: s.Filters(), Total: len(n.found), Truncated: n.read > searchAnswers}
	out.Totals, out.Platforms = n.totals(s.Platforms)
	out.Prompts = n.byPrompt()
	out.Terms = SearchTerms{most(n.terms[0]), most(n.terms[1]), most(n.terms[2])}
	out.Items = []Search{}
	all := slices.SortedFunc(maps.Values(n.found), func(a, b *searchCount) int {
		return cmp.Or(cmp.Compare(b.times,
			a.times), cmp.Compare(a.key, b.key))
	})
	prompts := promptKeys(texts)
	n.repeats = n.repetition()
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
func entities(ctx context.Context, s *insight.Scope) []answer.Entity {
	reading, err := reading.ReadingOf(ctx, s.Q, s.Brand.ID)
	if err != nil || len(reading.Names) == 0 {
		return []answer.Entity{{ID: s.Brand.ID, Name: s.Brand.Name}}
	}
	return reading.Names[:1]
}

// add takes an answer in.
func (n *searching) add(a *reading.Searched) {
	if n.read++; n.read > searchAnswers || !a.Counts {
		return
	}
	p := n.platforms[a.Platform]
	if p == nil {
		p = &SearchPlatform{Platform: a.Platform}
		n.platforms[a.Platform] = p
	}
	p.Answers++
	searches := n.searchesOf(a)
	unbranded, cell := insight.Unbranded(a.Kinds), searchCell{a.PromptID, a.Platform}
	if unbranded {
		if n.cells[cell] == nil {
			n.cells[cell] = &datedCell{}
		}
		n.cells[cell].add(a)
	}
	switch {
	case len(searches) > 0 && unbranded:
		p.NamedSearched.Of++
		p.NamedSearched.Count += number(a.Named)
	case unbranded:
		p.NamedUnsearched.Of++
		p.NamedUnsearched.Count += number(a.Named)
	}
	if len(searches) == 0 {
		return
	}
	if n.questions[a.PromptID] == "" {
		n.questions[a.PromptID] = a.Question
	}
	p.Searched.Count++
	p.Searches += int64(len(searches))
	prompt := n.prompts[a.PromptID]
	if prompt == nil {
		prompt = &SearchPrompt{PromptID: a.PromptID}
		n.prompts[a.PromptID], n.distinct[a.PromptID] = prompt, map[string]bool{}
	}
	prompt.Answers++
	prompt.Searches += int64(len(searches))
	for _, s := range searches {
		n.distinct[a.PromptID][s.key] = true
		n.count(a, s, unbranded)
		n.pairs[[2]string{a.Question, s.text}]++
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

// searchesOf are those of an answer that differ, until the next answer.
func (n *searching) searchesOf(a *reading.Searched) []ran {
	n.ran = n.ran[:0]
	for _, text := range a.Queries[:min(len(a.Queries), searchesPer)] {
		text = strings.TrimSpace(text)
		if len(text) > searchRunes {
			if r := []rune(text); len(r) > searchRunes {
				text = string(r[:searchRunes])
			}
		}
		key, known := n.keys[text]
		if !known {
			key = keyOf(n.wordsOf(text))
			n.keys[text] = key
		}
		if key != "" && !slices.ContainsFunc(n.ran, func(r ran) bool { return r.key == key }) {
			n.ran = append(n.ran, ran{key, text})
		}
	}
	return n.ran
}

// datedCell is naming in a prompt's answers on a platform, which come in the order of their days, the newest first.
type datedCell struct {
	stat.Cell
	last day.Day
}

func (c *datedCell) add(a *reading.Searched) {
	if len(c.Days) == 0 || c.last != a.Day {
		c.last, c.Days = a.Day, append(c.Days, stat.Day{})
	}
	on, named := &c.Days[len(c.Days)-1], float64(number(a.Named))
	on.Y, on.X, c.Y, c.X = on.Y+named, on.X+1, c.Y+named, c.X+1
}

// repeats is how much answers repeat those of the day before and others of their day; not known: nothing is compared.
type repeats struct {
	persistence, dispersion float64
	known                   bool
}

func (n *searching) repetition() (r repeats) {
	order := slices.SortedFunc(maps.Keys(n.cells), func(a, b searchCell) int {
		return cmp.Or(cmp.Compare(a.prompt, b.prompt), cmp.Compare(a.platform, b.platform))
	})
	cells := make([]stat.Cell, len(order))
	for i, at := range order {
		cells[i] = n.cells[at].Cell
	}
	r.persistence, r.known = stat.Persistence(cells)
	r.dispersion = stat.Dispersion(cells)
	return r
}

func counted(c [2]int64, named bool) [2]int64 { return [2]int64{c[0] + number(named), c[1] + 1} }

func number(yes bool) int64 {
	if yes {
		return 1
	}
	return 0
}

func (n *searching) count(a *reading.Searched, s ran, unbranded bool) {
	c := n.found[s.key]
	if c == nil {
		c = &searchCount{
			key: s.key, spellings: map[string]int64{}, platforms: map[string]int64{}, prompts: map[string]int64{},
			topics: map[string]string{},
			rivals: map[string]*insight.GapRival{}, cells: map[searchCell][2]int64{}, newest: a.ID,
		}
		n.found[s.key] = c
	}
	c.times++
	c.spellings[s.text]++
	c.platforms[a.Platform]++
	c.prompts[a.PromptID]++
	c.topics[a.PromptID] = a.TopicID
	for _, o := range a.Others {
		r := c.rivals[o.ID]
		if r == nil {
			r = &insight.GapRival{CompetitorID: o.ID, Name: o.Name}
			c.rivals[o.ID] = r
		}
		r.Answers++
	}
	if unbranded {
		cell := searchCell{a.PromptID, a.Platform}
		c.cells[cell] = counted(c.cells[cell], a.Named)
	}
}

// compare counts the words of questions and of searches for them.
func (n *searching) compare() {
	for pair, times := range n.pairs {
		kept, added, dropped := parted(n.wordsOf(pair[0]), n.wordsOf(pair[1]))
		for i, list := range [][]string{kept, added, dropped} {
			for _, w := range list {
				n.terms[i][w] += times
			}
		}
	}
}

func parted(question, search []string) (kept, added, dropped []string) {
	kept, added, dropped = []string{}, []string{}, []string{}
	for _, w := range search {
		switch {
		case utf8.RuneCountInString(w) == 1: // says nothing without its neighbours
		case slices.Contains(question, w):
			kept = append(kept, w)
		default:
			added = append(added, w)
		}
	}
	for _, w := range question {
		if utf8.RuneCountInString(w) > 1 && !slices.Contains(search, w) {
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
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b],
			counts[a]), cmp.Compare(a, b))
	})
}
