package analysis

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/insight"
)

// citations is what answers rest on.
type citations struct {
	lens
	insight.Citations
	keys    insight.Keys
	figures []kit.Figure
	classes []classShare
	list    string // domains or urls
	class   string // filter
	sorting kit.Sorting
	rows    []sourceRow
	paging  kit.Paging
}

// classShare is a kind of site, drawn as a part of the bar.
type classShare struct {
	insight.Class
	key      string // of its colour
	x, width string
	bound    string
}

// sourceRow is a site or a page.
type sourceRow struct {
	insight.Cited
	title, domain, url string
	plot               kit.Plot
}

const sourcesListed = 20

// classOrder is how kinds of sites are shown, each with its colour.
var classOrder = []struct{ class, colour string }{
	{"news", "k-1"},
	{"self_media", "k-7"},
	{"social", "k-2"},
	{"encyclopedia", "k-3"},
	{"ecommerce", "k-4"},
	{"other", "k-5"},
	{"government", "k-6"},
	{"own", "k-own"},
	{"competitor", "k-rival"},
}

func (pages *Pages) showCitations(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	p, err := pages.citations(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	p.arrangeSources(ctx, v)
	return kit.Show(kit.Page{Title: kit.Key("引用来源"), Entry: "citations", Bar: lensBar(p.lens), Body: citationsBody(p), Status: p.status()})
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
	p.figures = []kit.Figure{
		kit.NewFigure(ctx, kit.Key("引用率"), "", kit.AsRate, p.keys.CitationRate),
		kit.NewFigure(ctx, kit.Key("自有来源占比"), "", kit.AsRate, p.keys.Own),
	}
	for i := range p.figures {
		p.figures[i].Plan = p.at("sampling")
	}
	p.arrangeClasses()
	return p, nil
}

func (p *citations) arrangeClasses() {
	scale, before := kit.Interval{Max: float64(p.Totals.Citations)}, int64(0)
	for _, o := range classOrder {
		at := slices.IndexFunc(p.Classes, func(c insight.Class) bool { return c.Class == o.class })
		if at < 0 || p.Classes[at].Citations == 0 {
			continue
		}
		s := classShare{
			Class: p.Classes[at], key: o.colour, x: scale.At(float64(before)),
			width: scale.At(float64(p.Classes[at].Citations)),
		}
		before += s.Citations
		p.classes = append(p.classes, s)
	}
}

// arrangeSources filters, sorts and pages what the table shows.
func (p *citations) arrangeSources(ctx context.Context, v *kit.Visit) {
	p.list, p.class = "domains", p.query.Get("class")
	if list := p.query.Get("list"); list == "urls" || list == "portals" {
		p.list = list
	}
	p.sorting = kit.SortingOf(v, "sources", "citations", "answers", "last", "first", "name")
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
	p.rows = slices.DeleteFunc(p.rows, func(r sourceRow) bool { return p.class != "" && r.Class != p.class })
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

func (p *citations) sortSources() {
	order := func(a, b sourceRow) int {
		switch p.sorting.Column {
		case "answers":
			return cmp.Compare(a.Answers, b.Answers)
		case "last":
			return a.LastSeen.Compare(b.LastSeen.Time)
		case "first":
			return a.FirstSeen.Compare(b.FirstSeen.Time)
		case "name":
			return strings.Compare(a.title, b.title)
		}
		return cmp.Compare(a.Citations, b.Citations)
	}
	slices.SortStableFunc(p.rows, func(a, b sourceRow) int {
		if p.sorting.Descending {
			return order(b, a)
		}
		return order(a, b)
	})
}
