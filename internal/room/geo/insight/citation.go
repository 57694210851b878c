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
	"renown/internal/room/geo/finding"
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

// Gap is a channel whose citing answers name the brand significantly less often than the other answers do.
type Gap struct {
	Channel       string   `json:"channel"`
	Domain        string   `json:"domain"`
	Class         string   `json:"class"`
	Citing        int64    `json:"citing"`     // answers that cite it
	WithBrand     int64    `json:"with_brand"` // of them, those that name the brand
	Rate          *float64 `json:"rate"`
	RateElsewhere *float64 `json:"rate_elsewhere"` // of the answers that do not cite it
	Shortfall     float64  `json:"shortfall"`      // of the rates, where answers of the same platform are compared
	Answers       int64    `json:"answers"`        // cite it and name a competitor, but not the brand

	Competitors []GapRival `json:"competitors"`
	AnswerIDs   []string   `json:"answer_ids"`
}

// GapRival is a competitor that is named where a gap is.
type GapRival struct {
	CompetitorID string `json:"competitor_id"`
	Name         string `json:"name"`
	Answers      int64  `json:"answers"`
}

const (
	domainsShown = 500
	urlsShown    = 100
	gapsShown    = 20
	gapLeast     = 10  // answers that cite a channel, and that do not, before they are compared
	gapsRead     = 200 // newest answers that are looked through for the evidence of gaps
)

// classes in the order in which they are shown.
var classes = [...]string{"own", "competitor", "news", "self_media", "social", "encyclopedia", "ecommerce", "government", "other"}

// Citations analyses what answers about a brand rest on. Faults: NotFound, and Malformed for a period that is none.
func (i *Insights) Citations(ctx context.Context, who account.Caller, brandID string, query Query) (out Citations, err error) {
	defer fault.Wrap(&err, "insight.Citations")

	err = i.Ask(ctx, who, brandID, query, Want("citations", &out, (*Scope).Citations))
	return out, err
}

func (s *Scope) Citations(ctx context.Context) (out Citations, err error) {
	defer fault.Wrap(&err, "insight.Citations")

	t, err := s.whole(ctx, s.dates)
	if err != nil {
		return out, err
	}
	all := t.total(forBoth, "")
	effective := citing(t)
	out = Citations{
		Revision: s.Revision, Period: s.Period(), Filters: s.Filters(), Excluded: all.excluded(), Domains: []Domain{}, Portals: []Portal{}, URLs: []Address{},
		Totals: CitationTotals{all.answers, all.cited, all.citations, all.own, all.competitor},
	}
	found, err := s.sources(ctx)
	if err != nil {
		return out, err
	}
	domains, portals := withPortals(slices.SortedFunc(maps.Values(found.sites), byCitations))
	for _, d := range domains[:min(len(domains), domainsShown)] {
		out.Domains = append(out.Domains, Domain{d.source, d.domain, d.shown(all.cited, effective)})
	}
	for _, p := range portals[:min(len(portals), domainsShown)] {
		out.Portals = append(out.Portals, Portal{p.domain, p.shown(all.cited, effective)})
	}
	for _, u := range foremost(maps.Values(found.pages), urlsShown, byCitations) {
		a := Address{URL: u.source, Domain: u.domain, Cited: u.shown(all.cited, effective)}
		if u.title != "" {
			a.Title = &u.title
		}
		out.URLs = append(out.URLs, a)
	}
	out.Classes = classesOf(found.pages, all.citations)
	out.Gaps, err = s.gaps(ctx, t, domains)
	return out, err
}

// withPortals separates channels from the portals above them.
func withPortals(sites []*source) (channels, portals []*source) {
	for _, s := range sites {
		if strings.HasPrefix(s.source, finding.PortalMark) {
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
	platforms                          []string       // of a page, maybe several in one, a line each
	on                                 []stat.Stratum // of a site, by the number of its platform: naming the brand among the answers that cite it
	first, last                        int64          // µs
	room                               [1]string      // for platforms: most pages need no more
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
	if s.cited != nil {
		return s.cited, nil
	}
	all := newSourced()
	extent := s.extent(s.dates, false)
	extent.Topics, extent.TopicIDs = len(s.Query.TopicIDs) > 0, s.Query.TopicIDs
	err := s.book.sources(ctx, extent, func(at finding.Spot, k finding.SourceKey, f *finding.SourceFigures) {
		if s.about(k.Topic) {
			all.join(at, k, f)
		}
	})
	if err != nil {
		return nil, err
	}
	all.classify()
	s.cited = all
	return all, nil
}

// sourced are the sources of a topic or of all.
type sourced struct{ sites, pages map[string]*source }

func newSourced() *sourced { return &sourced{map[string]*source{}, map[string]*source{}} }

func (s *sourced) join(at finding.Spot, k finding.SourceKey, f *finding.SourceFigures) {
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
	src.join(f, at.Platform, k.Page)
}

// merge adds up sources that are added up already.
func (s *sourced) merge(more *sourced) {
	for _, of := range [...]struct{ to, from map[string]*source }{{s.sites, more.sites}, {s.pages, more.pages}} {
		for name, src := range of.from {
			if known := of.to[name]; known != nil {
				known.merge(src)
				continue
			}
			one := *src
			one.platforms, one.on = slices.Clone(src.platforms), slices.Clone(src.on)
			of.to[name] = &one
		}
	}
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
			on[1] = s.sites[finding.PortalMark+domain]
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

func (src *source) join(f *finding.SourceFigures, platform string, page bool) {
	src.add(f)
	if at := src.platform(platform); !page {
		src.cite(at, stat.Stratum{A: float64(f.WithBrand), N: float64(f.Answers)})
	}
}

func (src *source) merge(more *source) {
	src.add(&finding.SourceFigures{Title: more.title, Citations: more.citations, Answers: more.answers, WithBrand: more.withBrand, Gap: more.gap, FirstAt: more.first, LastAt: more.last})
	for i, name := range more.platforms {
		if at := src.platform(name); len(more.on) > 0 {
			src.cite(at, more.on[i])
		}
	}
}

func (src *source) add(f *finding.SourceFigures) {
	src.citations += f.Citations
	src.answers += f.Answers
	src.withBrand += f.WithBrand
	src.gap += f.Gap
	src.title = max(src.title, f.Title)
	src.first, src.last = min(src.first, f.FirstAt), max(src.last, f.LastAt)
}

// platform is the number of a platform.
func (src *source) platform(name string) int {
	at := slices.Index(src.platforms, name)
	if at < 0 {
		at, src.platforms = len(src.platforms), append(src.platforms, name)
	}
	return at
}

// cite adds answers that cite a site on a platform.
func (src *source) cite(at int, more stat.Stratum) {
	if at == len(src.on) {
		src.on = append(src.on, stat.Stratum{})
	}
	on := &src.on[at]
	on.A, on.N = on.A+more.A, on.N+more.N
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

// gaps are ranked by how much less often the brand is named; the evidence comes from the newest answers.
func (s *Scope) gaps(ctx context.Context, t *table, domains []*source) ([]Gap, error) {
	found, _ := s.missing(t, domains)
	list := []Gap{}
	for _, g := range found[:min(len(found), gapsShown)] {
		list = append(list, g.Gap)
	}
	if len(list) == 0 {
		return list, nil
	}
	return list, s.evidence(ctx, list)
}

// missing are the channels whose citing answers name the brand significantly less often than the others of the same platforms, the largest
// shortfall first, and how many were compared. All are looked at together, so that chance alone makes few of them.
func (s *Scope) missing(t *table, domains []*source) (list []bounded, compared int) {
	all := map[string]counts{}
	for _, p := range t.platforms(s) {
		all[p] = t.total(forBoth, p)
	}
	var found []bounded
	var chances []float64
	for _, d := range domains {
		if d.class == string(address.Own) || d.class == string(address.Competitor) {
			continue
		}
		if c, ok := d.against(all); ok {
			found, chances = append(found, bounded{d.missed(all, c), stat.Interval{Low: -c.Interval.High, High: -c.Interval.Low}}), append(chances, c.Test.P)
		}
	}
	for i, yes := range stat.Discoveries(chances, stat.Significance) {
		if yes && found[i].Shortfall > 0 {
			list = append(list, found[i])
		}
	}
	slices.SortStableFunc(list, func(a, b bounded) int { return cmp.Compare(b.Shortfall, a.Shortfall) })
	return list, len(found)
}

// bounded is a gap with the interval of its shortfall.
type bounded struct {
	Gap
	shortfall stat.Interval
}

// against compares the answers that cite a source with the others of the same platforms.
func (src *source) against(all map[string]counts) (stat.Contrast, bool) {
	strata := make([]stat.Stratum, 0, len(src.on))
	for _, p := range slices.Sorted(slices.Values(src.platforms)) {
		s := src.on[slices.Index(src.platforms, p)]
		s.B, s.M = float64(all[p].named)-s.A, float64(all[p].answers)-s.N
		strata = append(strata, s)
	}
	c, ok := stat.Stratified(strata)
	return c, ok && c.N >= gapLeast && c.M >= gapLeast
}

func (src *source) missed(all map[string]counts, c stat.Contrast) Gap {
	var answers, named int64
	for _, n := range all {
		answers, named = answers+n.answers, named+n.named
	}
	return Gap{
		Channel: src.source, Domain: src.domain, Class: src.class, Citing: src.answers, WithBrand: src.withBrand, Answers: src.gap,
		Rate: rate(src.withBrand, src.answers), RateElsewhere: rate(named-src.withBrand, answers-src.answers), Shortfall: -c.Difference,
		Competitors: []GapRival{}, AnswerIDs: []string{},
	}
}

// evidence completes gaps with the competitors named there and some of the answers.
func (s *Scope) evidence(ctx context.Context, gaps []Gap) error {
	index := map[string]int{}
	for i, g := range gaps {
		index[g.Channel] = i
	}
	err := s.book.without(ctx, s, gapsRead, func(id string, others []finding.Other, sources []finding.Source) {
		seen := map[string]bool{}
		for _, src := range sources {
			channel, _ := address.Channel(src.URL)
			i, ok := index[channel]
			if !ok || !src.Cited || seen[channel] {
				continue
			}
			seen[channel] = true
			gaps[i].show(id, others)
		}
	})
	for i := range gaps {
		slices.SortStableFunc(gaps[i].Competitors, func(a, b GapRival) int { return cmp.Compare(b.Answers, a.Answers) })
	}
	return err
}

func (g *Gap) show(answerID string, others []finding.Other) {
	if len(g.AnswerIDs) < evidenceShown {
		g.AnswerIDs = append(g.AnswerIDs, answerID)
	}
	for _, o := range others {
		i := slices.IndexFunc(g.Competitors, func(r GapRival) bool { return r.CompetitorID == o.ID })
		if i < 0 {
			i = len(g.Competitors)
			g.Competitors = append(g.Competitors, GapRival{CompetitorID: o.ID, Name: o.Name})
		}
		g.Competitors[i].Answers++
	}
}
