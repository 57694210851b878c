package analysis

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/floor/timestamp"
	"renown/internal/room/insight"
	"renown/internal/room/publishing/order"
	"renown/internal/tool/address"
)

// citations is what answers rest on.
type citations struct {
	lens
	insight.Citations
	keys    insight.Keys
	figure  kit.Figure
	classes []insight.Class  // that are cited
	list    string           // domains or urls
	class   string           // filter; classPlaced: what an order placed
	placed  int64            // of what is listed: where an article of an order stands
	counts  map[string]int64 // of what is listed, by class
	sorting kit.Sorting
	rows    []sourceRow
	paging  kit.Paging
}

// sourceRow is a site or a page.
type sourceRow struct {
	insight.Cited
	title, domain, url string
	plot               kit.Plot
	placed             *order.Publication // that stands there; of a site the newest
}

const sourcesListed = 15

// classPlaced filters for sites and pages where an article of an order stands.
const classPlaced = "placed"

// classOrder is how kinds of sites are shown.
var classOrder = []string{"news", "self_media", "social", "encyclopedia", "ecommerce", "other", "government", "own", "competitor"}

func (pages *Pages) showCitations(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	p, err := pages.citations(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	placed, err := pages.Orders.Publications(ctx, v.Caller, v.Brand.ID, timestamp.Time{}, v.Now)
	if err != nil {
		return kit.Reply{}, err
	}
	p.arrangeSources(ctx, v, placed)
	return kit.Show(kit.Page{Title: kit.Key("来源"), Entry: "citations", Bar: lensBar(p.lens), Body: citationsBody(p), Status: p.status()})
}

func (pages *Pages) citations(ctx context.Context, v *kit.Visit) (p citations, err error) {
	if p.lens, err = pages.lensOf(ctx, v); err != nil {
		return p, err
	}
	shown, err := pages.Insights.CitationsPage(ctx, v.Caller, v.Brand.ID, p.asked())
	if err != nil {
		return p, err
	}
	p.Citations, p.keys = shown.Citations, shown.Keys
	p.figure = kit.NewFigure(ctx, kit.Key("自有引用"), "", kit.AsRate, p.keys.OwnCitationRate)
	for _, name := range classOrder {
		at := slices.IndexFunc(p.Classes, func(c insight.Class) bool { return c.Class == name })
		if at >= 0 && p.Classes[at].Citations > 0 {
			p.classes = append(p.classes, p.Classes[at])
		}
	}
	return p, nil
}

// arrangeSources filters, sorts and pages what the table shows.
func (p *citations) arrangeSources(ctx context.Context, v *kit.Visit, placed []order.Publication) {
	p.list, p.class = "domains", p.query.Get("class")
	if list := p.query.Get("list"); list == "urls" || list == "portals" {
		p.list = list
	}
	p.sorting = kit.SortingOf(v, "sources", "answers", "last", "name")
	if p.query.Get("sort") == "" {
		p.sorting.Descending = true
	}
	switch p.list {
	case "portals":
		for _, d := range p.Portals {
			p.rows = append(p.rows, sourceRow{Cited: d.Cited, title: d.Domain, domain: d.Domain})
		}
	case "urls":
		for _, u := range p.URLs {
			p.rows = append(p.rows, sourceRow{Cited: u.Cited, title: kit.OrElse(kit.OrEmpty(u.Title), u.URL), domain: u.Domain, url: u.URL})
		}
	default:
		for _, d := range p.Domains {
			p.rows = append(p.rows, sourceRow{Cited: d.Cited, title: d.Channel, domain: d.Domain})
		}
	}
	p.counts = map[string]int64{}
	stands := newPlacing(placed, p.list)
	for i := range p.rows {
		r := &p.rows[i]
		p.counts[r.Class]++
		if r.placed = stands.at(r); r.placed != nil {
			p.placed++
		}
	}
	p.rows = slices.DeleteFunc(p.rows, func(r sourceRow) bool {
		return p.class == classPlaced && r.placed == nil || p.class != classPlaced && p.class != "" && r.Class != p.class
	})
	p.sortSources()
	var highs []*float64
	for _, r := range p.rows {
		highs = append(highs, r.Bounds.High)
	}
	top := kit.TopOf(highs...)
	p.paging = kit.PagingOf(v, sourcesListed)
	p.paging.Total = int64(len(p.rows))
	p.rows = kit.PartOf(p.paging, p.rows)
	for i := range p.rows {
		r := &p.rows[i]
		r.plot = kit.AsRate.On(ctx, 0, top, r.Share, r.Bounds)
		r.plot.Quiet = r.Class == "competitor"
	}
}

// placing is the newest article that an order placed, by page or by site.
type placing struct {
	list string
	by   map[string]*order.Publication
}

func newPlacing(placed []order.Publication, list string) placing {
	p := placing{list, map[string]*order.Publication{}}
	for i := range placed { // the newest is the last
		switch channel, _ := address.Channel(placed[i].Page); {
		case placed[i].Page == "":
		case list == "urls":
			p.by[placed[i].Page] = &placed[i]
		case list == "domains":
			p.by[channel] = &placed[i]
		}
	}
	return p
}

func (p placing) at(r *sourceRow) *order.Publication {
	if p.list == "urls" {
		return p.by[r.url]
	}
	return p.by[r.title]
}

func (p *citations) sortSources() {
	order := func(a, b sourceRow) int {
		switch p.sorting.Column {
		case "last":
			return a.LastSeen.Compare(b.LastSeen.Time)
		case "name":
			return strings.Compare(a.title, b.title)
		}
		return cmp.Compare(a.Answers, b.Answers)
	}
	slices.SortStableFunc(p.rows, func(a, b sourceRow) int {
		if p.sorting.Descending {
			return order(b, a)
		}
		return order(a, b)
	})
}
