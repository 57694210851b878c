package simulator

import (
	"slices"
	"strconv"
	"strings"

	"renown/internal/simulator/world"
	"renown/internal/tool/assistant"
)

// search runs queries and finds pages: articles that were ordered, brands' own sites, and what else there is.
func (c *composer) search() {
	d := c.answer.Draw
	c.searchFor()
	used := c.w.Retrieve(c.question, c.answer)
	c.borrowed = used.Borrowed
	for _, p := range used.Cited {
		c.pages = append(c.pages, world.Found{URL: p.URL, Site: p.Site, Published: p.Published, Article: p})
	}
	if c.answer.Own {
		c.ownSite()
	}
	n := c.habit.Sources[0] + d.IntN(c.habit.Sources[1]-c.habit.Sources[0]+1)
	c.pages = append(c.pages, c.w.Web(world.Search{
		Question: c.question, About: c.market.ID + c.slots[slotNoun], Language: c.code, Pages: n, Brands: c.relevant,
	}, d)...)
	c.out.Sources = make([]Source, 0, len(c.pages))
	for i := range c.pages {
		c.out.Sources = append(c.out.Sources, c.source(&c.pages[i]))
	}
}

// ownSite adds the site of a brand that the question or the answer names.
func (c *composer) ownSite() {
	for _, n := range append(slices.Clone(c.asked), c.named()...) {
		if n.brand < 0 || c.w.Market.Brands[n.brand].Site == "" {
			continue
		}
		c.slots[slotBrand] = n.text
		c.pages = append(c.pages, world.Found{
			URL: "https://" + c.w.Market.Brands[n.brand].Site + "/", Site: c.words.Own.fill(&c.slots), Brands: []int{n.brand},
			Published: world.StillTime, Own: true,
		})
		return
	}
}

// searchFor words the queries by the kind of question.
func (c *composer) searchFor() {
	c.slots[slotBrand], c.slots[slotA], c.slots[slotB] = "", "", ""
	for i, n := range c.asked {
		switch i {
		case 0:
			c.slots[slotBrand], c.slots[slotA] = n.text, n.text
		case 1:
			c.slots[slotB] = n.text
		}
	}
	n := c.habit.Queries[0] + c.draw.IntN(c.habit.Queries[1]-c.habit.Queries[0]+1)
	about := string(c.kind)
	switch {
	case len(c.asked) == 0:
	case c.kind == Recommend:
		about = "others"
	case c.kind == Price || c.kind == Aftersales:
		about = "brand_" + about
	}
	for _, p := range world.Some(c.draw, c.words.Query[about], n) {
		c.slots[slotTrait] = c.trait()
		c.out.Queries = append(c.out.Queries, strings.TrimSpace(p.fill(&c.slots)))
	}
}

// source describes a page. What it is called follows from the page, so that it is the same in every citation.
func (c *composer) source(f *world.Found) Source {
	s := Source{URL: f.URL, Site: f.Site, Published: f.Published}
	if f.Article != nil {
		s.Title, s.Snippet = f.Article.Title, shortened(f.Article.Text)
		return s
	}
	worded := c.w.Worded(f, func() world.Wording { return c.word(f) }, c.code, c.market.ID, c.slots[slotNoun], c.slots[slotYear])
	s.Title, s.Snippet = worded.Title, worded.Snippet
	return s
}

// word writes of a page as its own draw has it.
func (c *composer) word(f *world.Found) (s world.Wording) {
	asked := *c
	defer func() {
		c.draw, c.slots, c.lower, c.hand, c.dealt = asked.draw, asked.slots, asked.lower, asked.hand, asked.dealt
	}()
	c.draw, c.lower, c.hand, c.dealt = f.Draw(), "", [slotCount][]*remark{}, [slotCount]int{}
	if len(f.Brands) == 0 {
		s.Title, s.Snippet = c.fill(c.words.Title.Plain), c.fill(c.words.Snippet.Plain)
		return s
	}
	c.slots[slotA], c.slots[slotB] = c.w.Market.Brands[f.Brands[0]].Name, world.Pick(c.draw, c.market.Brands)
	if len(f.Brands) > 1 {
		c.slots[slotB] = c.w.Market.Brands[f.Brands[1]].Name
	}
	s.Title, s.Snippet = c.fill(c.words.Title.Brand), c.fill(c.words.Snippet.Brand)
	switch {
	case f.Own:
		s.Title = f.Site
	case f.Title != "":
		s.Title = f.Title
	}
	if claim := c.w.States(f, f.Brands[0]); claim != "" {
		s.Snippet = claim + "……"
	}
	return s
}

// forget leaves out the pages about a brand: a reader of them would know it. One page stays in any case.
func (c *composer) forget(n name) {
	kept := slices.DeleteFunc(slices.Clone(c.pages), func(f world.Found) bool {
		return slices.Contains(f.Brands, n.brand) || f.Article != nil && about(f.Article, n.text)
	})
	if len(kept) == 0 || len(kept) == len(c.pages) {
		return
	}
	c.pages, c.borrowed, c.out.Sources = kept, nil, nil
	for i := range kept {
		c.out.Sources = append(c.out.Sources, c.source(&kept[i]))
	}
}

// shortened is the beginning of an article.
func shortened(text string) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	return string(runes[:min(len(runes), 80)]) + "……"
}

// only cites one page where pages are cited.
func (c *composer) only(page int) []int {
	if c.retrieval != assistant.RetrievalCited {
		return nil
	}
	return []int{page}
}

// cite ties sentences to pages: those about a brand to pages about it, where there are any. Articles that were retrieved are cited.
func (c *composer) cite() {
	if c.retrieval != assistant.RetrievalCited || len(c.pages) == 0 {
		return
	}
	usable := max(1, len(c.pages)-2) // the last ones are found and not used
	cited := false
	for i := range c.out.Passages {
		p := &c.out.Passages[i]
		if p.Tail == "" {
			continue
		}
		if len(p.Cites) == 0 && c.draw.Chance(0.75) {
			p.Cites = append(p.Cites, c.pageFor(p.about, usable))
			if second := c.draw.IntN(usable); second != p.Cites[0] && c.draw.Chance(0.2) {
				p.Cites = append(p.Cites, second)
			}
		}
		cited = cited || len(p.Cites) > 0
	}
	c.citeRest(cited)
}

// citeRest has the last sentence cite the articles that nothing else does, and something where nothing is cited at all.
func (c *composer) citeRest(cited bool) {
	var last *Passage
	used := map[int]bool{}
	for i := range c.out.Passages {
		p := &c.out.Passages[i]
		if p.Tail != "" {
			last = p
		}
		for _, page := range p.Cites {
			used[page] = true
		}
	}
	if last == nil {
		c.retrieval = assistant.RetrievalUncited
		return
	}
	for i := range c.pages {
		if c.pages[i].Article != nil && !used[i] {
			last.Cites = append(last.Cites, i)
			cited = true
		}
	}
	if !cited {
		last.Cites = []int{0}
	}
}

func (c *composer) pageFor(brand string, usable int) int {
	chosen := c.draw.IntN(usable)
	if brand == "" {
		return chosen
	}
	for k := range usable {
		i := (chosen + k) % usable
		f := &c.pages[i]
		if f.Article != nil && about(f.Article, brand) || slices.ContainsFunc(f.Brands,
			func(b int) bool { return c.w.Market.Brands[b].Name == brand }) {
			return i
		}
	}
	return chosen
}

// list prints the sources at the end, as some platforms do.
func (c *composer) list() {
	c.aside("\n\n" + c.words.Listing)
	for i, s := range c.out.Sources[:min(len(c.out.Sources), 5)] {
		c.aside("\n" + strconv.Itoa(i+1) + ". " + s.Title + " - " + s.Site)
	}
}
