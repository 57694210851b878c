package assistant

import (
	"slices"
	"strings"
)

// citations cleans, joins by canonical address and orders the sources: cited first, then as the platform listed them.
func (r *reply) citations(p *Platform, text stripped, rule ruler, lead int) []Citation {
	list := make([]Citation, 0, len(r.sources))
	seen := make(map[string]int, len(r.sources))
	dropped := 0
	pages := make(map[string]*page, len(r.sources)) // by address: a platform repeats a source wherever it cites it
	for i := range r.sources {
		address := first(r.sources[i].resolved, r.sources[i].url)
		if pages[address] == nil {
			pages[address] = pageOf(address)
		}
		c, ok := r.sources[i].citation(p, pages[address])
		if !ok {
			dropped++
			continue
		}
		for _, s := range r.sources[i].extents {
			extent := Extent{rule.rune(text.at(s.start) - lead), rule.rune(text.at(s.end) - lead)}
			if extent.End < extent.Start {
				continue
			}
			c.Extents = append(c.Extents, extent)
		}
		if at, ok := seen[c.Canonical]; ok {
			list[at].join(c)
			continue
		}
		seen[c.Canonical] = len(list)
		list = append(list, c)
	}
	if dropped > 0 {
		r.warn("%d sources without a usable address", dropped)
	}
	slices.SortStableFunc(list, func(a, b Citation) int {
		switch {
		case a.Cited == b.Cited:
			return 0
		case a.Cited:
			return -1
		}
		return 1
	})
	return list
}

func (s *source) citation(p *Platform, at *page) (Citation, bool) {
	if at.canonical == "" {
		return Citation{}, false
	}
	c := Citation{
		URL: strings.TrimSpace(s.url), Canonical: at.canonical, Domain: at.domain,
		Title: limitRunes(s.title, titleLimit), Site: limitRunes(s.site, titleLimit), Index: s.index, Cited: s.cited,
		PublishedRaw: limitRunes(s.date, titleLimit), PublishedAt: published(s.date, p.zone()),
		Snippet: limitRunes(s.snippet, snippetLimit), Quote: limitRunes(s.quote, snippetLimit), Origin: s.origin,
	}
	if len(c.Title) <= 3 && scalar(c.Title).index() > 0 {
		c.Title = "" // Grok numbers its sources in the title
	}
	return c, true
}

// join adds what another mention of the same page knows.
func (c *Citation) join(d Citation) {
	if d.Cited && !c.Cited {
		c.Cited, c.Origin = true, d.Origin
	}
	c.Title = first(c.Title, d.Title)
	c.Site = first(c.Site, d.Site)
	c.Snippet = first(c.Snippet, d.Snippet)
	c.Quote = first(c.Quote, d.Quote)
	if c.PublishedAt.IsZero() {
		c.PublishedAt, c.PublishedRaw = d.PublishedAt, first(d.PublishedRaw, c.PublishedRaw)
	}
	if c.Index == 0 {
		c.Index = d.Index
	}
	for _, s := range d.Extents {
		if len(c.Extents) < extentLimit && !slices.Contains(c.Extents, s) {
			c.Extents = append(c.Extents, s)
		}
	}
}
