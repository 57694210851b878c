package insight

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/reading"
	"renown/internal/tool/address"
	"renown/internal/tool/stat"
)

// Citations is what answers rest on.
type Citations struct {
	Period   Period         `json:"period"`
	Filters  Filters        `json:"filters"`
	Totals   CitationTotals `json:"totals"`
	Domains  []Domain       `json:"domains"` // by channel
	Portals  []Portal       `json:"portals"`
	URLs     []Address      `json:"urls"`
	Classes  []Class        `json:"classes"`
	Gaps     []Gap          `json:"gaps"`
	Excluded Excluded       `json:"excluded"`
	Revision string         `json:"-"` // see Insights.Revision
}

// CitationTotals counts answers and citations.
type CitationTotals struct {
	Answers      int64 `json:"answers"`
	WithCitation int64 `json:"with_citation"`
	Citations    int64 `json:"citations"`
	Own          int64 `json:"own"`
	Competitor   int64 `json:"competitor"`
}

// Cited is how often a source is cited.
type Cited struct {
	Class     string         `json:"class"`
	Citations int64          `json:"citations"`
	Answers   int64          `json:"answers"`
	Share     *float64       `json:"share"` // of the answers that cite anything
	Bounds    Interval       `json:"-"`     // of the share
	Platforms []string       `json:"platforms"`
	FirstSeen timestamp.Time `json:"first_seen"`
	LastSeen  timestamp.Time `json:"last_seen"`
}

// Domain is a channel: a site, or the part of a portal that one can act on.
type Domain struct {
	Channel string `json:"channel"`
	Domain  string `json:"domain"` // registrable, above the channel
	Cited
}

// Portal is a site of several channels as a whole.
type Portal struct {
	Domain string `json:"domain"`
	Cited
}

// Address is a page.
type Address struct {
	URL    string  `json:"url"`
	Title  *string `json:"title"`
	Domain string  `json:"domain"`
	Cited
}

// Class is a kind of site.
type Class struct {
	Class     string   `json:"class"`
	Citations int64    `json:"citations"`
	Share     *float64 `json:"share"` // of all citations
}

const (
	domainsShown = 500
	urlsShown    = 100
)

// classes in the order in which they are shown.
var classes = [...]string{"own", "competitor", "news", "self_media", "social", "encyclopedia", "ecommerce", "government", "other"}

// Citations analyses what answers about a brand rest on. Faults: NotFound, and Malformed for a period that is none.
func (i *Insights) Citations(ctx context.Context, who account.Caller, brandID string, query Query) (out Citations, err error) {
	defer fault.Wrap(&err, "insight.Citations")

	err = i.Analyse(ctx, who, brandID, query, Made("citations", &out, (*Scope).Citations))
	return out, err
}

func (s *Scope) Citations(ctx context.Context) (out Citations, err error) {
	defer fault.Wrap(&err, "insight.Citations")

	t, err := s.whole(ctx)
	if err != nil {
		return out, err
	}
	all := t.total(forBoth, "")
	effective := citing(t)
	out = Citations{
		Revision: s.Revision, Period: s.Period(), Filters: s.Filters(), Excluded: all.excluded(), Domains: []Domain{},
		Portals: []Portal{}, URLs: []Address{},
		Totals: CitationTotals{all[reading.Answers], all[reading.Cited], all[reading.Citations], all[reading.Own], all[reading.Competitor]},
	}
	found, err := s.sources(ctx)
	if err != nil {
		return out, err
	}
	domains, portals := withPortals(slices.SortedFunc(maps.Values(found.sites), byCitations))
	for _, d := range domains[:min(len(domains), domainsShown)] {
		out.Domains = append(out.Domains, Domain{d.source, d.domain, d.shown(all[reading.Cited], effective)})
	}
	for _, p := range portals[:min(len(portals), domainsShown)] {
		out.Portals = append(out.Portals, Portal{p.domain, p.shown(all[reading.Cited], effective)})
	}
	for _, u := range foremost(maps.Values(found.pages), urlsShown, byCitations) {
		a := Address{URL: u.source, Domain: u.domain, Cited: u.shown(all[reading.Cited], effective)}
		if u.title != "" {
			a.Title = &u.title
		}
		out.URLs = append(out.URLs, a)
	}
	out.Classes = classesOf(found.pages, all[reading.Citations])
	out.Gaps, err = s.gaps(ctx, domains)
	return out, err
}

// withPortals separates channels from the portals above them.
func withPortals(sites []*source) (channels, portals []*source) {
	for _, s := range sites {
		if strings.HasPrefix(s.source, reading.PortalMark) {
			portals = append(portals, s)
		} else {
			channels = append(channels, s)
		}
	}
	return channels, portals
}

// source is how often a site or a page is cited.
type source struct {
	source, domain, class, title       string
	citations, answers, withBrand, gap int64
	platforms                          []string  // of a page, maybe several in one, a line each
	first, last                        int64     // µs
	room                               [1]string // for platforms: most pages need no more
}

// citing is how many independent answers the answers that cite anything are worth, by how prompts differ in citing; 0 unknown.
func citing(t *table) float64 {
	in := citationRateOf.indicator(t.cells(forBoth, ""), nil)
	if in.EffectiveN == nil || in.Denominator == 0 {
		return 0
	}
	return in.Numerator * *in.EffectiveN / float64(in.Denominator)
}

func (src *source) shown(citing int64, effective float64) Cited {
	share := rate(src.answers, citing)
	var bounds Interval
	if share != nil {
		bounds = IntervalOf(stat.Score(*share, effective))
	}
	return Cited{src.class, src.citations, src.answers, share, bounds, src.names(), moment(src.first), moment(src.last)}
}

// names are those of the platforms.
func (src *source) names() []string {
	return slices.Compact(slices.Sorted(strings.SplitSeq(strings.Join(src.platforms, "\n"), "\n")))
}

// sources are sites and pages with their classes.
func (s *Scope) sources(ctx context.Context) (*sourced, error) {
	all := newSourced()
	extent := s.extent(s.dates, false)
	extent.Topics, extent.TopicIDs = len(s.Query.TopicIDs) > 0, s.Query.TopicIDs
	err := s.book.sources(ctx, extent, func(at reading.Spot, k reading.SourceKey, f *reading.SourceFigures) {
		if s.about(k.Topic) {
			all.join(at, k, f)
		}
	})
	if err != nil {
		return nil, err
	}
	all.classify()
	return all, nil
}

// sourced are the sources of a topic or of all.
type sourced struct{ sites, pages map[string]*source }

func newSourced() *sourced { return &sourced{map[string]*source{}, map[string]*source{}} }

func (s *sourced) join(at reading.Spot, k reading.SourceKey, f *reading.SourceFigures) {
	index := s.sites
	if k.Page {
		index = s.pages
	}
	src := index[k.Source]
	if src == nil {
		src = &source{source: k.Source, domain: f.Domain, class: f.Class, first: f.FirstAt, last: f.LastAt}
		src.platforms = src.room[:0]
		index[k.Source] = src
	}
	src.add(f)
	src.on(at.Platform)
}

func byCitations(a, b *source) int {
	return cmp.Or(cmp.Compare(b.citations, a.citations), cmp.Compare(a.source, b.source))
}

// foremost are the first so many in an order. The rest, which is most, is not sorted.
func foremost[T any](all iter.Seq[T], most int, order func(a, b T) int) (list []T) {
	for one := range all {
		if len(list) == most {
			if order(list[most-1], one) < 0 {
				continue
			}
			list = list[:most-1]
		}
		at, _ := slices.BinarySearchFunc(list, one, order)
		list = slices.Insert(list, at, one)
	}
	return list
}

// classify gives each channel and portal the class of most of its citations: one site may have news and a forum.
func (s *sourced) classify() {
	counts := make(map[*source]*[len(classes)]int64, len(s.sites))
	_, portals := withPortals(slices.Collect(maps.Values(s.sites)))
	for _, page := range s.pages {
		class := slices.Index(classes[:], page.class)
		channel, domain := page.place()
		on := [...]*source{s.sites[channel], nil}
		if len(portals) > 0 {
			on[1] = s.sites[reading.PortalMark+domain]
		}
		for _, site := range on {
			if site == nil || class < 0 {
				continue
			}
			if counts[site] == nil {
				counts[site] = new([len(classes)]int64)
			}
			counts[site][class] += page.citations
		}
	}
	for site, by := range counts {
		most := int64(0)
		for i, n := range by {
			if n > most {
				site.class, most = classes[i], n
			}
		}
	}
}

// place is the channel of a page, and the domain above it: the same but on portals.
func (src *source) place() (channel, domain string) {
	if src.domain == "" || address.IsPortal(src.domain) {
		return address.Channel(src.source)
	}
	return src.domain, src.domain
}

func (src *source) add(f *reading.SourceFigures) {
	src.citations += f.Citations
	src.answers += f.Answers
	src.withBrand += f.WithBrand
	src.gap += f.Gap
	src.title = max(src.title, f.Title)
	src.first, src.last = min(src.first, f.FirstAt), max(src.last, f.LastAt)
}

// on notes a platform on which it is cited.
func (src *source) on(platform string) {
	if !slices.Contains(src.platforms, platform) {
		src.platforms = append(src.platforms, platform)
	}
}

func classesOf(pages map[string]*source, citations int64) []Class {
	count := map[string]int64{}
	for _, c := range pages {
		count[c.class] += c.citations
	}
	list := make([]Class, len(classes))
	for i, c := range classes {
		list[i] = Class{c, count[c], rate(count[c], citations)}
	}
	return list
}
