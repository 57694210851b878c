package answer

import "renown/internal/tool/address"

// Citation is a page that the answer cites, once however often it does.
type Citation struct {
	URL      string // canonical
	Returned string // as the platform or the text gave it first
	Title    string // as the platform gave it
	Host     string
	Domain   string // registrable
	Channel  string // the unit one can act on: the domain, or a part of a portal
	Class    address.Class
	Subclass string // finer, for those who look closer; may be empty
	Entity   int    // whose site it is, an index of the entities; -1 none's
	InText   bool   // the address stands in the answer
	Engine   bool   // a link back into a search engine or an assistant: no source
	Rented   bool   // the entity's shop or account on a site of others
}

// citationLimit bounds what one answer may cite.
const citationLimit = 20_000

// citations joins what the platform returned with the addresses in the text, in this order.
func (r *Reader) citations(text string, addresses []Extent, sources []Source) []Citation {
	if len(addresses)+len(sources) == 0 {
		return nil
	}
	list := make([]Citation, 0, min(len(addresses)+len(sources), 64))
	known := newIndex(len(addresses) + len(sources))
	add := func(raw, title string, inText bool) {
		p, ok := address.Parse(raw)
		if !ok || p.Local() || len(list) == citationLimit {
			return
		}
		url := p.String()
		if at, ok := known.find(list, url); ok {
			list[at].InText = list[at].InText || inText
			if list[at].Title == "" {
				list[at].Title = title
			}
			return
		}
		known.add(url, len(list))
		list = append(list, r.classify(p, url))
		c := &list[len(list)-1]
		c.Returned, c.Title, c.InText = raw, title, inText
	}
	for _, s := range sources {
		add(s.URL, s.Title, false)
	}
	for _, a := range addresses {
		add(text[a.Start:a.End], "", true)
	}
	if len(list) == 0 {
		return nil
	}
	return list
}

func (r *Reader) classify(p address.Page, url string) Citation {
	site := p.Site()
	c := Citation{
		URL: url, Host: p.Host(), Domain: site.Domain, Channel: site.Channel, Class: site.Class, Subclass: site.Subclass,
		Engine: site.Engine, Entity: -1,
	}
	owner := r.owners.Find(p)
	if owner == nil {
		return c
	}
	c.Entity, c.Rented = owner.Entity, owner.Rented
	c.Class, c.Subclass, c.Engine = address.Competitor, "", false
	if owner.Entity == 0 {
		c.Class = address.Own
	}
	return c
}

// index finds a citation by its address: by looking at all of few, by a table among many.
type index struct{ table map[string]int }

func newIndex(n int) index {
	const few = 24
	if n <= few {
		return index{}
	}
	return index{make(map[string]int, n)}
}

func (x index) add(url string, at int) {
	if x.table != nil {
		x.table[url] = at
	}
}

func (x index) find(list []Citation, url string) (int, bool) {
	if x.table != nil {
		at, ok := x.table[url]
		return at, ok
	}
	for i := range list {
		if list[i].URL == url {
			return i, true
		}
	}
	return 0, false
}
