package simulator

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"renown/internal/tool/assistant"
	"renown/internal/tool/assistant/simulator/world"
)

// Draft is an answer before it is put into a platform's shape.
type Draft struct {
	Passages  []Passage
	Sources   []Source
	Queries   []string
	Reasoning string
	Named     []string // brands, in order of first mention
	Retrieval assistant.Retrieval
	Refused   bool
}

// Passage is a stretch of text; its sources are marked between Text and Tail.
type Passage struct {
	Text, Tail string
	Cites      []int // positions in Sources
}

// Source is a page the answer rests on, or one that was only found.
type Source struct {
	URL, Title, Site, Snippet string
	Published                 time.Time
}

// Text is the answer without markers.
func (d Draft) Text() string {
	var b strings.Builder
	b.Grow(2 << 10)
	for _, p := range d.Passages {
		b.WriteString(p.Text)
		b.WriteString(p.Tail)
	}
	return b.String()
}

// CitedURLs lists what the parts cite, in order.
func (d Draft) CitedURLs() []string {
	var list []string
	seen := map[int]bool{}
	for _, p := range d.Passages {
		for _, c := range p.Cites {
			if !seen[c] {
				seen[c] = true
				list = append(list, d.Sources[c].URL)
			}
		}
	}
	return list
}

// draft composes an answer. It follows from seed, platform, question, known brands and what was forced, and from nothing else.
func (s *Simulator) draft(ctx context.Context, p *assistant.Platform, question string, searching bool, forced Outcome) Draft {
	c := &composer{
		draw: world.NewDraw(world.Hash(s.seed.Load()+uint64(s.day()), p.ID, question)), platform: p, question: question,
		language: en, category: categoryOf(question),
	}
	if strings.ContainsFunc(question, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		c.language = zh
	}
	c.known = *s.brands.Load()
	if s.options.Market != nil {
		m := s.options.Market(ctx, assistant.SubjectOf(ctx))
		m.Overlay(s.options.Overlay)
		c.known = append(slices.Clip(c.known), m.Brands...)
	}
	c.out.Passages = make([]Passage, 0, 32)
	mood := c.draw.Float64()
	c.retrieval = c.searchMood(searching, forced, s.options.SearchAlways, mood)
	if forced == Refusal || forced == "" && mood > 0.985 && !s.options.SearchAlways {
		c.retrieval = assistant.RetrievalNone
		c.refuse()
	} else {
		c.compose()
	}
	if c.retrieval != assistant.RetrievalNone {
		c.findSources()
	}
	c.out.Retrieval = c.retrieval
	return c.out
}

// day is 0 where time stands still.
func (s *Simulator) day() int {
	if s.options.Clock == nil {
		return 0
	}
	return world.DayOf(s.options.Clock())
}

// searchMood decides what the answer rests on. Most searched answers cite; some platforms forget to search.
func (c *composer) searchMood(searching bool, forced Outcome, always bool, mood float64) assistant.Retrieval {
	switch {
	case !searching || forced == NotSearched:
		return assistant.RetrievalNone
	case forced == Uncited:
		return assistant.RetrievalUncited
	case forced == Cited || forced == Dangling || always:
		return assistant.RetrievalCited
	case mood < 0.05 && !c.platform.Options.Forced:
		return assistant.RetrievalNone
	case mood < 0.10:
		return assistant.RetrievalUncited
	}
	return assistant.RetrievalCited
}

// findSources chooses pages and ties the parts that state something to them.
func (c *composer) findSources() {
	d := c.draw
	noun := c.category.noun[c.language]
	c.out.Queries = []string{c.query(noun)}
	for _, brand := range c.known {
		if brand.Site != "" && slices.Contains(c.out.Named, brand.Name) && d.Float64() < 0.4 {
			c.addSource(Source{URL: "https://" + brand.Site + "/", Site: brand.Name, Title: brand.Name})
		}
	}
	keys := sitesFor(c.platform, c.language)
	for range 4 + d.IntN(4) {
		// Squaring favours the first of the list.
		u := d.Float64()
		key := keys[int(u*u*float64(len(keys)))]
		c.addSource(Source{URL: address(d, key, noun), Site: sites[key].name})
	}
	if c.retrieval != assistant.RetrievalCited {
		return
	}
	cited := max(1, len(c.out.Sources)-2) // the last ones are found and not used
	for i := range c.out.Passages {
		part := &c.out.Passages[i]
		if part.Tail == "" || part.Text == "" || part.Text == "\n" {
			continue
		}
		part.Cites = append(part.Cites, d.IntN(cited))
		if second := d.IntN(cited); second != part.Cites[0] && d.Float64() < 0.25 {
			part.Cites = append(part.Cites, second)
		}
	}
}

// addSource describes a page. What a page is called and when it was written follows from its address, so that it is
// the same page whoever cites it.
func (c *composer) addSource(s Source) {
	for _, other := range c.out.Sources {
		if other.URL == s.URL {
			return
		}
	}
	page := world.NewDraw(world.Hash(13, s.URL))
	noun := c.category.noun[c.language]
	lead := world.Pick(page, c.category.brands[c.language])
	for _, b := range c.known {
		if relevant(b, c.question) && page.Float64() < 0.3 {
			lead = b.Name
		}
	}
	if s.Title == "" {
		s.Title = fmt.Sprintf(world.Pick(page, titles[c.language]), lead, noun)
	}
	s.Snippet = fmt.Sprintf(world.Pick(page, snippets[c.language]), lead, world.Pick(page, c.category.traits[c.language]))
	s.Published = time.Date(2026, 9, 28, 9, 0, 0, 0, time.UTC).Add(-time.Duration(page.IntN(300*24)) * time.Hour)
	c.out.Sources = append(c.out.Sources, s)
}

func (c *composer) query(noun string) string {
	if c.language == zh {
		return noun + " 品牌 推荐 口碑"
	}
	return "best " + noun + " brands reviews"
}
