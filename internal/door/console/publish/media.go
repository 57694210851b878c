package publish

import (
	"context"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/reading"
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
		if d.Kind == kind && !slices.Contains(but, d.Key) && (at == "" || slices.Contains(d.AppliesTo, at)) &&
			(kind == catalogue.Number || len(d.Options) > 1 || s.query.Has(d.Key)) {
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
	if s.list, err = pages.Catalogue.List(ctx, filter, asked.Get("sort"),
		catalogue.Paging{Number: s.paging.Number, Size: mediaAPage}); err != nil {
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
	if s.contents, _, err = pages.Contents.Articles(ctx, v.Caller, content.AnyBrand,
		content.Paging{Number: 1, Size: contentsToChoose}); err != nil {
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
	cells := func(m catalogue.Outlet) []kit.Cell { return mediaCells(ctx, m) }
	t := kit.TableOf(ctx, nil, cells)
	add := func(m catalogue.Outlet) { t.Add(ctx, cells(m)) }
	if err := pages.Catalogue.Each(ctx, filter, v.URL.Query().Get("sort"), add); err != nil {
		return kit.Reply{}, err
	}
	return t.CSV(v.T("媒体库") + ".csv")
}

func mediaCells(ctx context.Context, m catalogue.Outlet) []kit.Cell {
	var types, industries []string
	for _, c := range m.ContentTypes {
		types = append(types, kit.T(ctx, ContentTypeName(catalogue.ContentType(c))))
	}
	for _, i := range m.Industries {
		industries = append(industries, labelOf(ctx, "industry", i))
	}
	reach := reading.Reach{}
	if m.Geo.Reach != nil {
		reach = *m.Geo.Reach
	}
	placed, rate := "", ""
	if e := m.Geo.Effect; e != nil {
		placed, rate = placedText(e), kit.PlainFloat(&e.Rate, 2)
	}
	return []kit.Cell{
		kit.Column("编号", m.ID), kit.Column("媒体", m.Name), kit.Column("频道", m.Channel),
		kit.Column("类别", kit.T(ctx, MediaTypeName(m.MediaType))),
		kit.Column("稿件", strings.Join(types, " ")), kit.Column("域名", m.Domain), kit.Column("地区", m.Region),
		kit.Column("行业", strings.Join(industries, " ")),
		kit.Column("积分", m.Price.Points), kit.Column("权重", m.Authority.PCWeight),
		kit.Column("出稿小时", kit.PlainFloat(m.Delivery.AverageHours, 1)),
		kit.Column("出稿率", kit.PlainFloat(m.Delivery.SuccessRate, 3)), kit.Column("被引用次数", m.Geo.Citations),
		kit.Column("引用份额", kit.PlainFloat(m.Geo.CitationRate, 5)), kit.Column("引用它的问题 × 平台", reach.Cells),
		kit.Column("给出来源的问题 × 平台", reach.CellsCiting),
		kit.Column("被引用天数", reach.Days), kit.Column("投放稿件", placed), kit.Column("投放被引用比例", rate),
		kit.Column("状态", kit.T(ctx, StatusName(m.Status))),
	}
}
