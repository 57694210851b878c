package publish

import (
	"context"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/geo/finding"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
)

const mediaAPage = 20

// shelf is the catalogue, narrowed by the URL, beside the shopping list.
type shelf struct {
	query     url.Values // filters and sort, and nothing else
	channels  catalogue.Channels
	list      catalogue.Listing
	paging    kit.Paging
	scale     float64 // of the bars, in percent: the end of the axis
	all       int64   // prompts on platforms whose answers cite anything, of which shares are taken; 0 before the first
	chosen    *catalogue.Outlet
	basket    basket
	contents  []content.Content
	quota     plan.Quota
	platforms []string
	names     map[string]string
}

// shelfSwap names the parts that change with a filter.
const shelfSwap = "shelf-tabs shelf-facets shelf-list shelf-side"

func (s shelf) filtered(name, value string) string {
	return kit.WithQuery("/media", s.query, name, value)
}

// opened is the page with one outlet's record beside the list.
func (s shelf) opened(id string) string {
	query := s.pageQuery()
	return kit.WithQuery("/media", query, "media", id)
}

func (s shelf) pageQuery() url.Values {
	query := url.Values{}
	for k, v := range s.query {
		query[k] = v
	}
	if s.paging.Number > 1 {
		query.Set("page", strconv.FormatInt(s.paging.Number, 10))
	}
	return query
}

// here is the page as it is, without an outlet beside it.
func (s shelf) here() string { return kit.WithQuery("/media", s.pageQuery(), "media", "") }

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

func (pages *Pages) showMedia(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	s, err := pages.shelf(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("媒体库"), Entry: "media", Body: mediaBody(s)})
}

func (pages *Pages) shelf(ctx context.Context, v *kit.Visit) (s shelf, err error) {
	s = shelf{query: url.Values{}, paging: kit.PagingOf(v, mediaAPage)}
	if s.channels, err = pages.Catalogue.Channels(ctx); err != nil {
		return s, err
	}
	asked, filter := v.URL.Query(), catalogue.Filter{}
	for _, d := range s.channels.Dimensions {
		readFilter(&filter, d, asked[d.Key])
	}
	if s.list, err = pages.Catalogue.List(ctx, filter, asked.Get("sort"), catalogue.Paging{Number: s.paging.Number, Size: mediaAPage}); err != nil {
		return s, err
	}
	s.paging.Total, s.paging.Path = s.list.Total, "/media"
	for _, d := range s.channels.Dimensions { // what was really applied is what the page says
		s.query[d.Key] = appliedTo(s.list.Filters, d.Key, asked)
		if len(s.query[d.Key]) == 0 {
			s.query.Del(d.Key)
		}
	}
	if s.list.Sort != s.channels.Sorts[0].Value {
		s.query.Set("sort", s.list.Sort)
	}
	s.paging.Query = s.query
	s.measure()
	if id := asked.Get("media"); id != "" {
		m, err := pages.Catalogue.Find(ctx, id)
		if err != nil {
			return s, err
		}
		s.chosen = &m
	}
	return s, pages.side(ctx, v, &s)
}

// side gathers what the shopping list shows.
func (pages *Pages) side(ctx context.Context, v *kit.Visit, s *shelf) (err error) {
	s.platforms, s.names = nil, map[string]string{}
	for _, p := range kit.PlatformNames(ctx, pages.Runs) {
		s.platforms = append(s.platforms, p.ID)
		s.names[p.ID] = p.Name
	}
	if s.basket, err = pages.basket(ctx, v); err != nil {
		return err
	}
	if s.contents, _, err = pages.Contents.Titles(ctx, v.Caller, content.Paging{Number: 1, Size: contentsToChoose}); err != nil {
		return err
	}
	_, s.quota, err = pages.payer(ctx, v)
	return err
}

// measure finds a scale for the bars of this page, and of how many prompts on platforms they are shares.
func (s *shelf) measure() {
	top := 0.0
	for _, m := range s.list.Items {
		if share, ok := m.Geo.Share(); ok {
			top = max(top, share.High*100)
			s.all = max(s.all, share.Of)
		}
	}
	switch {
	case top <= 5:
		s.scale = math.Max(math.Ceil(top), 1)
	default:
		s.scale = math.Ceil(top/5) * 5
	}
}

// percent is a share with its interval, in percent. False: nothing was measured, or nothing found.
func percent(of interface {
	Share() (catalogue.Share, bool)
},
) (kit.Interval, bool) {
	s, ok := of.Share()
	return kit.Interval{Value: s.Rate * 100, Low: s.Low * 100, High: s.High * 100, Unit: "%"}, ok
}

// on puts an estimate on the page's scale.
func (s shelf) on(i kit.Interval) kit.Interval {
	i.Max = s.scale
	return i
}

// exportMedia is the list as it is filtered, as a table.
func (pages *Pages) exportMedia(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	channels, err := pages.Catalogue.Channels(ctx)
	if err != nil {
		return kit.Reply{}, err
	}
	filter := catalogue.Filter{}
	for _, d := range channels.Dimensions {
		readFilter(&filter, d, v.URL.Query()[d.Key])
	}
	header := []string{
		v.T("编号"), v.T("媒体"), v.T("频道"), v.T("类别"), v.T("稿件"), v.T("域名"), v.T("地区"), v.T("行业"), v.T("积分"), v.T("权重"), v.T("出稿小时"), v.T("出稿率"),
		v.T("被引用次数"), v.T("引用份额"), v.T("引用它的问题 × 平台"), v.T("给出来源的问题 × 平台"), v.T("被引用天数"), v.T("投放稿件"), v.T("投放被引用"), v.T("状态"),
	}
	var rows [][]string
	for number := int64(1); ; number++ {
		list, err := pages.Catalogue.List(ctx, filter, v.URL.Query().Get("sort"), catalogue.Paging{Number: number, Size: kit.ExportBatch})
		if err != nil {
			return kit.Reply{}, err
		}
		for _, m := range list.Items {
			rows = append(rows, mediaRow(ctx, m))
		}
		if !list.HasMore {
			return kit.CSV(v.T("媒体库")+".csv", header, rows)
		}
	}
}

func mediaRow(ctx context.Context, m catalogue.Outlet) []string {
	var types, industries []string
	for _, c := range m.ContentTypes {
		types = append(types, kit.T(ctx, ContentTypeName(catalogue.ContentType(c))))
	}
	for _, i := range m.Industries {
		industries = append(industries, labelOf(ctx, "industry", i))
	}
	reach := finding.Reach{}
	if m.Geo.Reach != nil {
		reach = *m.Geo.Reach
	}
	placed := []string{"", ""}
	if e := m.Geo.Effect; e != nil {
		placed = []string{strconv.FormatInt(e.Placements, 10), strconv.FormatInt(e.Cited, 10)}
	}
	return []string{
		m.ID, m.Name, kit.OrEmpty(m.Channel), kit.T(ctx, MediaTypeName(m.MediaType)), strings.Join(types, " "), kit.OrEmpty(m.Domain), kit.OrEmpty(m.Region),
		strings.Join(industries, " "), strconv.FormatInt(m.Price.Points, 10), kit.PlainInt(m.Authority.PCWeight), plainFloat(m.Delivery.AverageHours, 1),
		plainFloat(m.Delivery.SuccessRate, 3), strconv.FormatInt(m.Geo.Citations, 10), plainFloat(m.Geo.CitationRate, 5),
		kit.PlainInt(&reach.Cells), kit.PlainInt(&reach.CellsCiting), kit.PlainInt(&reach.Days), placed[0], placed[1], kit.T(ctx, StatusName(m.Status)),
	}
}

func plainFloat(x *float64, decimals int) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'f', decimals, 64)
}
