package address

import (
	"slices"
	"strings"
)

// PageKind is who decides what a cited page says, and so what can be done about it.
type PageKind string

const (
	OwnPage          PageKind = "own"
	RivalPage        PageKind = "rival"
	ListingPage      PageKind = "listing"   // shops, directories, rankings: one is in the list or not
	EditorialPage    PageKind = "editorial" // written by others
	CommunityPage    PageKind = "community" // self-media and communities: open to every author
	EncyclopediaPage PageKind = "encyclopedia"
)

// listingSubs are subclasses of sites that list others.
var listingSubs = map[string]bool{"b2b-review": true, "company-data": true, "consumer-complaint": true, "review": true}

// listingTitles tell that a page ranks or lists.
var listingTitles = strings.Split("十大|排行|榜单|排名|盘点|top 10|top 5|best of|ranking|directory", "|")

// PageKindOf says what kind a page is from its class, its address and its title; none of it is asked of a model.
func PageKindOf(class Class, url, title string) PageKind {
	switch class {
	case Own:
		return OwnPage
	case Competitor:
		return RivalPage
	case Encyclopedia:
		return EncyclopediaPage
	case Social, SelfMedia:
		return CommunityPage
	case Ecommerce:
		return ListingPage
	case Government:
		return EditorialPage
	}
	if p, ok := split(url); ok && listingSubs[siteOf(p).sub] || ranks(strings.ToLower(title)) {
		return ListingPage
	}
	return EditorialPage
}

func ranks(title string) bool {
	return slices.ContainsFunc(listingTitles, func(word string) bool { return strings.Contains(title, word) })
}
