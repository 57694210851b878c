package address

import (
	_ "embed"
	"strings"
	"sync"
)

// Class is the kind of site a citation leads to.
type Class string

const (
	Own          Class = "own"
	Competitor   Class = "competitor"
	News         Class = "news"
	Social       Class = "social"
	SelfMedia    Class = "self_media" // articles that account holders publish themselves
	Encyclopedia Class = "encyclopedia"
	Ecommerce    Class = "ecommerce"
	Government   Class = "government"
	Other        Class = "other"
)

// classFile holds host suffixes, or a host with the first segment of a path, with class and subclass.
//
//go:embed data/domain_classes.tsv
var classFile string

type siteClass struct {
	class Class
	sub   string
}

// site is an entry of the list: the class of a host, and of the pages below some first segments of its paths.
type site struct {
	whole    siteClass
	segments map[string]siteClass
}

var classTable = sync.OnceValue(func() map[string]site {
	table := make(map[string]site, 1000)
	for line := range strings.Lines(classFile) {
		name, rest, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
		if !ok || strings.HasPrefix(name, "#") {
			continue
		}
		class, sub, _ := strings.Cut(rest, "\t")
		host, first, partial := strings.Cut(name, "/")
		entry := table[host]
		if !partial {
			entry.whole = siteClass{Class(class), sub}
		} else {
			if entry.segments == nil {
				entry.segments = map[string]siteClass{}
			}
			entry.segments[first] = siteClass{Class(class), sub}
		}
		table[host] = entry
	}
	return table
})

// siteOf classifies by the longest host suffix of the list, a first segment of the path before the host alone, and
// the end of a label behind a hyphen (*-end.example) where the host itself is not on it; then by the public suffix,
// then by the look of the address.
func siteOf(p Page) siteClass { return hostOf(p.host).site(p) }

// Site is what is known of the site of a page.
type Site struct {
	Domain   string // registrable
	Channel  string // the unit one can act on: the domain, or a part of a portal
	Class    Class
	Subclass string // finer, for those who look closer; may be empty
	Engine   bool   // the page leads back into a search engine or an assistant: no source
}

// Site tells what is known of the site of a page.
func (p Page) Site() Site {
	host := hostOf(p.host)
	site := host.site(p)
	return Site{
		Domain: host.domain, Channel: channelOf(p, host.domain), Class: site.class, Subclass: site.sub,
		Engine: engineInternal(p, site) || host.rules.opaque(p),
	}
}

func (h *knownHost) site(p Page) siteClass {
	for i := range h.sites {
		if c, ok := h.sites[i].segments[segment(p.path)]; ok {
			return c
		}
		if h.sites[i].whole.class != "" {
			return h.sites[i].whole
		}
	}
	return byLook(p)
}

// sitesOf lists what is known of a host: the entries for it and for the hosts above, up to one that knows all its pages, else its suffix.
func sitesOf(host string) (list []site) {
	table := classTable()
	for at := host; at != ""; {
		if entry, ok := table[at]; ok {
			list = append(list, entry)
			if entry.whole.class != "" {
				return list
			}
		}
		label, _, _ := strings.Cut(at, ".")
		if dash := strings.LastIndexByte(label, '-'); dash > 0 {
			if entry, ok := table["*"+at[dash:]]; ok {
				return append(list, site{whole: entry.whole})
			}
		}
		_, at, _ = strings.Cut(at, ".")
	}
	if c, ok := bySuffix(host); ok {
		list = append(list, site{whole: c})
	}
	return list
}

// listedSite tells whether the host itself is on the list, and whether a host above it is.
func listedSite(host string) (itself, above bool) {
	table := classTable()
	_, itself = table[host]
	for {
		_, rest, ok := strings.Cut(host, ".")
		if !ok {
			return itself, above
		}
		if _, ok := table[rest]; ok && strings.IndexByte(rest, '.') > 0 {
			above = true
		}
		host = rest
	}
}

func segment(path string) string {
	first, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return first
}

// bySuffix knows the suffixes that countries give to governments and universities.
func bySuffix(host string) (siteClass, bool) {
	labels := strings.Split(host, ".")
	n := len(labels)
	if n < 2 || len(labels[n-1]) != 2 {
		return siteClass{}, false
	}
	switch labels[n-2] {
	case "gov", "gob", "gouv", "govt", "mil":
		return siteClass{Government, "intl"}, true
	case "edu", "ac":
		return siteClass{Other, "academic"}, true
	}
	return siteClass{}, false
}

// byLook guesses from how shops and forums name their pages.
func byLook(p Page) siteClass {
	path := strings.ToLower(p.path) + "/"
	shop, forum := false, false
	switch label, _, below := strings.Cut(p.host, "."); label {
	case "store", "shop", "mall":
		shop = below
	case "bbs", "forum", "forums", "community":
		forum = below
	}
	switch {
	case shop, strings.Contains(path, "/products/"), strings.Contains(path, "/product/"):
		return siteClass{Ecommerce, "look"}
	case forum, strings.Contains(path, "/forum/"), strings.Contains(path, "/forums/"):
		return siteClass{Social, "look"}
	case strings.Contains(path, "/best-"), strings.Contains(path, "review"):
		return siteClass{Other, "review"}
	}
	return siteClass{Other, ""}
}

// engineInternal tells whether an address leads back into a search engine or an assistant: such a link is no source.
func engineInternal(p Page, site siteClass) bool {
	if site.sub != "engine" {
		return false
	}
	switch segment(p.path) {
	case "", "search", "s", "link", "url", "web", "ck", "chat", "share", "c":
		return true
	}
	return p.host == "chatgpt.com" || p.host == "doubao.com" || p.host == "perplexity.ai"
}
