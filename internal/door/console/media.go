package console

import (
	"context"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/tool/stat"
)

const mediaAPage = 20

// shelf is the catalogue, narrowed by the URL, beside the shopping list.
type shelf struct {
	query     url.Values // filters and sort, and nothing else
	channels  catalogue.Channels
	list      catalogue.Listing
	paging    paging
	scale     float64 // of the bars, in percent: the end of the axis
	all       int64   // citations of every source, from which shares are taken; 0 before the first
	chosen    *catalogue.Outlet
	basket    basket
	contents  []content.Content
	quota     plan.Quota
	platforms []string
	names     map[string]string
}

// shelfSwap names the parts that change with a filter.
const shelfSwap = "shelf-tabs shelf-facets shelf-list shelf-side"

func (s shelf) filtered(name, value string) string { return withQuery("/media", s.query, name, value) }

// opened is the page with one outlet's record beside the list.
func (s shelf) opened(id string) string {
	query := s.pageQuery()
	return withQuery("/media", query, "media", id)
}

func (s shelf) pageQuery() url.Values {
	query := url.Values{}
	for k, v := range s.query {
		query[k] = v
	}
	if s.paging.number > 1 {
		query.Set("page", strconv.FormatInt(s.paging.number, 10))
	}
	return query
}

// here is the page as it is, without an outlet beside it.
func (s shelf) here() string { return withQuery("/media", s.pageQuery(), "media", "") }

func (s shelf) has(name, value string) bool { return slices.Contains(s.query[name], value) }

func (s shelf) dimension(name string) catalogue.Dimension {
	for _, d := range s.channels.Dimensions {
		if d.Key == name {
			return d
		}
	}
	return catalogue.Dimension{}
}

// facets are the filters of one kind that mean something for the type of outlet that is looked at.
func (s shelf) facets(kind catalogue.Kind, but ...string) (list []catalogue.Dimension) {
	at := catalogue.Type(s.query.Get("media_type"))
	for _, d := range s.channels.Dimensions {
		if d.Kind == kind && !slices.Contains(but, d.Key) && (at == "" || slices.Contains(d.AppliesTo, at)) && (kind == catalogue.Number || len(d.Options) > 1 || s.query.Has(d.Key)) {
			list = append(list, d)
		}
	}
	return list
}

// narrowed tells whether any of the filters behind "more" is in use, which then stand open.
func (s shelf) narrowed() bool {
	for _, d := range s.channels.Dimensions {
		switch d.Key {
		case "media_type", "q", "price_tier", "industry", "weekend", "links", "recommended":
		default:
			if s.query.Has(d.Key) {
				return true
			}
		}
	}
	return false
}

// total is how many outlets the catalogue lists.
func (s shelf) total() (n int64) {
	for _, o := range s.channels.MediaTypes {
		n += o.Count
	}
	return n
}

const (
	commonMost = 10 // values that are shown at once; others follow behind "more"
	rareMost   = 60 // of those; a portal may have hundreds
)

func common(options []catalogue.Option) []catalogue.Option {
	return options[:min(len(options), commonMost)]
}

// rest are the values behind "more", and how many are left out there. What is chosen is never left out.
func (s shelf) rest(d catalogue.Dimension) (shown []catalogue.Option, hidden int) {
	for i, o := range d.Options[min(len(d.Options), commonMost):] {
		if i < rareMost || s.has(d.Key, o.Value) {
			shown = append(shown, o)
		} else {
			hidden++
		}
	}
	return shown, hidden
}

func (c *Console) showMedia(ctx context.Context, v *visit) (reply, error) {
	s, err := c.shelf(ctx, v)
	if err != nil {
		return reply{}, err
	}
	return show(page{Title: key("媒体库"), Entry: "media", Body: mediaBody(s)})
}

func (c *Console) shelf(ctx context.Context, v *visit) (s shelf, err error) {
	s = shelf{query: url.Values{}, paging: pagingOf(v, mediaAPage)}
	if s.channels, err = c.rooms.Catalogue.Channels(ctx); err != nil {
		return s, err
	}
	asked, filter := v.URL.Query(), catalogue.Filter{}
	for _, d := range s.channels.Dimensions {
		readFilter(&filter, d, asked[d.Key])
	}
	if s.list, err = c.rooms.Catalogue.List(ctx, filter, asked.Get("sort"), catalogue.Page{Number: s.paging.number, Size: mediaAPage}); err != nil {
		return s, err
	}
	s.paging.total, s.paging.path = s.list.Total, "/media"
	for _, d := range s.channels.Dimensions { // what was really applied is what the page says
		s.query[d.Key] = appliedTo(s.list.Filters, d.Key, asked)
		if len(s.query[d.Key]) == 0 {
			s.query.Del(d.Key)
		}
	}
	if s.list.Sort != s.channels.Sorts[0].Value {
		s.query.Set("sort", s.list.Sort)
	}
	s.paging.query = s.query
	s.measure()
	if id := asked.Get("media"); id != "" {
		m, err := c.rooms.Catalogue.Find(ctx, id)
		if err != nil {
			return s, err
		}
		s.chosen = &m
	}
	return s, c.side(ctx, v, &s)
}

// side gathers what the shopping list shows.
func (c *Console) side(ctx context.Context, v *visit, s *shelf) (err error) {
	s.platforms, s.names = c.rooms.Runs.Platforms()
	if s.basket, err = c.basket(ctx, v); err != nil {
		return err
	}
	if s.contents, _, err = c.rooms.Contents.List(ctx, v.caller, content.Page{Number: 1, Size: contentsToChoose}); err != nil {
		return err
	}
	_, s.quota, err = c.payer(ctx, v)
	return err
}

// measure finds a scale for the bars of this page, and of how many citations they are shares.
func (s *shelf) measure() {
	top := 0.0
	for _, m := range s.list.Items {
		if e, ok := estimateOf(m.Geo); ok {
			top = max(top, e.high)
			s.all = max(s.all, int64(math.Round(float64(m.Geo.Citations) / *m.Geo.CitationRate)))
		}
	}
	switch {
	case top <= 5:
		s.scale = math.Max(math.Ceil(top), 1)
	default:
		s.scale = math.Ceil(top/5) * 5
	}
}

// estimateOf is an outlet's share of all citations with its interval, in percent. False: nothing was measured, or nothing found.
func estimateOf(g catalogue.Geo) (interval, bool) {
	return estimate(g.Citations, g.CitationRate)
}

func estimate(citations int64, rate *float64) (interval, bool) {
	if rate == nil || *rate <= 0 || citations <= 0 {
		return interval{}, false
	}
	n := int(math.Round(float64(citations) / *rate))
	i, ok := stat.Wilson(int(citations), n)
	return interval{value: *rate * 100, low: i.Low * 100, high: i.High * 100, unit: "%"}, ok
}

// on puts an estimate on the page's scale.
func (s shelf) on(i interval) interval {
	i.max = s.scale
	return i
}

// exportMedia is the list as it is filtered, as a table.
func (c *Console) exportMedia(ctx context.Context, v *visit) (reply, error) {
	channels, err := c.rooms.Catalogue.Channels(ctx)
	if err != nil {
		return reply{}, err
	}
	filter := catalogue.Filter{}
	for _, d := range channels.Dimensions {
		readFilter(&filter, d, v.URL.Query()[d.Key])
	}
	header := []string{
		v.t("编号"), v.t("媒体"), v.t("频道"), v.t("类别"), v.t("稿件"), v.t("域名"), v.t("地区"), v.t("行业"), v.t("积分"), v.t("权重"), v.t("出稿小时"), v.t("出稿率"),
		v.t("被引用次数"), v.t("引用份额"), v.t("状态"),
	}
	var rows [][]string
	for number := int64(1); ; number++ {
		list, err := c.rooms.Catalogue.List(ctx, filter, v.URL.Query().Get("sort"), catalogue.Page{Number: number, Size: exportBatch})
		if err != nil {
			return reply{}, err
		}
		for _, m := range list.Items {
			rows = append(rows, mediaRow(ctx, m))
		}
		if !list.HasMore {
			return table(v.t("媒体库")+".csv", header, rows)
		}
	}
}

// exportBatch is how many rows a table is gathered by.
const exportBatch = 500

func mediaRow(ctx context.Context, m catalogue.Outlet) []string {
	var types, industries []string
	for _, c := range m.ContentTypes {
		types = append(types, t(ctx, contentTypeName(catalogue.ContentType(c))))
	}
	for _, i := range m.Industries {
		industries = append(industries, labelOf(ctx, "industry", i))
	}
	return []string{
		m.ID, m.Name, orEmpty(m.Channel), t(ctx, mediaTypeName(m.MediaType)), strings.Join(types, " "), orEmpty(m.Domain), orEmpty(m.Region),
		strings.Join(industries, " "), strconv.FormatInt(m.Price.Points, 10), plainInt(m.Authority.PCWeight), plainFloat(m.Delivery.AverageHours, 1),
		plainFloat(m.Delivery.SuccessRate, 3), strconv.FormatInt(m.Geo.Citations, 10), plainFloat(m.Geo.CitationRate, 5), t(ctx, statusName(m.Status)),
	}
}

// plainInt and plainFloat are figures for a spreadsheet; what is unknown is empty.
func plainInt(n *int64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(*n, 10)
}

func plainFloat(x *float64, decimals int) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'f', decimals, 64)
}
