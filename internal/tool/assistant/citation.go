package assistant

import (
	"slices"
	"strings"
)

// citations cleans, joins by canonical address and orders the sources: cited first, then as the platform listed them.
func (r *reply) citations(p *Platform, text stripped, rule ruler, lead int) []Citation {
	list := make([]Citation, 0, min(len(r.sources), 16))
	pages := make(map[string]*page, len(r.sources)) // by address: a platform repeats a source wherever it cites it
	seen := make(map[string]int, len(r.sources))    // place in the list by canonical address
	dropped := 0
	for i := range r.sources {
		s := &r.sources[i]
		address := first(s.resolved, s.url)
		at := pages[address]
		if at == nil {
			at = pageOf(address)
			pages[address] = at
		}
		if at.canonical == "" {
			dropped++
			continue
		}
		n, known := seen[at.canonical]
		if !known {
			n = len(list)
			seen[at.canonical] = n
			list = append(list, Citation{URL: strings.TrimSpace(s.url), Canonical: at.canonical, Domain: at.domain, Origin: s.origin})
		}
		list[n].join(s, p)
		for _, e := range s.extents {
			extent := Extent{rule.rune(text.at(e.start) - lead), rule.rune(text.at(e.end) - lead)}
			if extent.End >= extent.Start && !(known && list[n].hasExtent(extent)) {
				list[n].Extents = append(list[n].Extents, extent)
			}
		}
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

// hasExtent is true as well for the one that would be too many.
func (c *Citation) hasExtent(e Extent) bool {
	return len(c.Extents) >= extentLimit || slices.Contains(c.Extents, e)
}

// join adds what a source knows of its page that is not known yet.
func (c *Citation) join(s *source, p *Platform) {
	if s.cited && !c.Cited {
		c.Cited, c.Origin = true, s.origin
	}
	addText(&c.Title, s.title, titleLimit)
	if len(c.Title) <= 3 && scalar(c.Title).index() > 0 {
		c.Title = "" // Grok numbers its sources in the title
	}
	addText(&c.Site, s.site, titleLimit)
	addText(&c.Snippet, s.snippet, snippetLimit)
	addText(&c.Quote, s.quote, snippetLimit)
	if c.PublishedAt.IsZero() {
		c.PublishedAt, c.PublishedRaw = published(s.date, p.zone()), first(limitRunes(s.date, titleLimit), c.PublishedRaw)
	}
	if c.Index == 0 {
		c.Index = s.index
	}
}

func addText(known *string, text string, limit int) {
	if *known == "" {
		*known = limitRunes(text, limit)
	}
}
