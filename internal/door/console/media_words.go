package console

import (
	"context"
	"slices"
	"sort"
	"strconv"
	"strings"

	"renown/internal/room/publishing/catalogue"
)

func mediaIntroduction(ctx context.Context, s shelf) string {
	if s.all == 0 {
		return t(ctx, "选好媒体放进清单，核对价格后下单。引用数据在完成监测后统计。")
	}
	return t(ctx, "引用数据来自本系统近 30 天的监测：助手实际引用的次数，及占全部 %s 次引用的份额。", number(s.all))
}

// pairsOf lists a query's names and values, but some names, in a steady order.
func pairsOf(query map[string][]string, but ...string) (list [][2]string) {
	for name, values := range query {
		if slices.Contains(but, name) {
			continue
		}
		for _, v := range values {
			list = append(list, [2]string{name, v})
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i][0] < list[j][0] })
	return list
}

func mediaTypeShort(m catalogue.Type) string {
	switch m {
	case catalogue.News:
		return key("新闻")
	case catalogue.WeMedia:
		return key("自媒体")
	case catalogue.ShortVideo:
		return key("短视频")
	}
	return key("海外")
}

func sortDirection(sort string) string {
	if strings.HasSuffix(sort, "_asc") {
		return "ascending"
	}
	return "descending"
}

func sortArrow(sort string) string {
	if strings.HasSuffix(sort, "_asc") {
		return "up"
	}
	return "down"
}

// sortNext is what a column's head leads to: its sort, then the other way round where there is one.
func sortNext(now, value, other string) string {
	if now == value && other != "" {
		return other
	}
	return value
}

func hoursOf(ctx context.Context, hours *float64) string {
	if hours == nil {
		return "—"
	}
	return t(ctx, "%s 小时", trimZero(rounded(*hours, 1)))
}

func rateOf(rate *float64) string {
	if rate == nil {
		return "—"
	}
	return rounded(*rate*100, 0) + "%"
}

func isCitedBy(g catalogue.Geo, platform string) bool {
	return slices.ContainsFunc(g.ByPlatform, func(p catalogue.PlatformGeo) bool { return p.Platform == platform && p.Citations > 0 })
}

func citedBy(ctx context.Context, order []string, names map[string]string, g catalogue.Geo) string {
	var list []string
	for _, p := range order {
		if isCitedBy(g, p) {
			list = append(list, names[p])
		}
	}
	return t(ctx, "引用过它的平台：%s", joinWords(ctx, list))
}

func nameOr(names map[string]string, platform string) string {
	if name := names[platform]; name != "" {
		return name
	}
	return platform
}

// onScale is an estimate on a scale of its own: none to twice its upper end.
func onScale(i interval) interval {
	i.max = max(i.high*1.5, 1)
	return i
}

// factsOf lists what is known of an outlet beside its price: label and value.
func factsOf(ctx context.Context, m catalogue.Outlet) (list [][2]string) {
	add := func(label, value string) {
		if value != "" && value != "—" {
			list = append(list, [2]string{t(ctx, label), value})
		}
	}
	coded := func(label, dimension string, value *string) {
		if value != nil {
			add(label, labelOf(ctx, dimension, *value))
		}
	}
	var types, industries []string
	for _, c := range m.ContentTypes {
		types = append(types, t(ctx, contentTypeName(catalogue.ContentType(c))))
	}
	for _, i := range m.Industries {
		industries = append(industries, labelOf(ctx, "industry", i))
	}
	add(key("稿件"), joinWords(ctx, types))
	add(key("时效"), hoursOf(ctx, m.Delivery.AverageHours))
	add(key("出稿率"), rateOf(m.Delivery.SuccessRate))
	add(key("周末可发"), allows(ctx, m.Delivery.Weekend))
	add(key("可带链接"), allows(ctx, m.Policy.Links))
	add(key("可带图片"), allows(ctx, m.Policy.Images))
	if m.Policy.TitleMaxLength != nil {
		add(key("标题上限"), t(ctx, "%d 字", *m.Policy.TitleMaxLength))
	}
	add(key("可留联系方式"), joinWords(ctx, m.Policy.Contacts))
	add(key("行业"), joinWords(ctx, industries))
	coded(key("级别"), "level", m.Level)
	coded(key("门户"), "portal", m.Portal)
	coded(key("平台"), "platform", m.Platform)
	add(key("账号名"), orEmpty(m.AccountName))
	add(key("地区"), orEmpty(m.Region))
	coded(key("国家"), "country", m.Country)
	coded(key("语言"), "language", m.Language)
	return append(list, figuresOf(ctx, m)...)
}

// figuresOf are the counts among an outlet's facts.
func figuresOf(ctx context.Context, m catalogue.Outlet) (list [][2]string) {
	add := func(label, value string) { list = append(list, [2]string{t(ctx, label), value}) }
	if m.Audience.Followers != nil {
		add(key("粉丝"), many(ctx, *m.Audience.Followers))
	}
	if m.Audience.AverageReads != nil {
		add(key("平均阅读"), many(ctx, *m.Audience.AverageReads))
	}
	if m.Authority.PCWeight != nil {
		add(key("电脑端权重"), number(*m.Authority.PCWeight))
	}
	if m.Authority.MobileWeight != nil {
		add(key("移动端权重"), number(*m.Authority.MobileWeight))
	}
	if m.Authority.DomainAuthority != nil {
		add(key("域名权威度"), number(*m.Authority.DomainAuthority))
	}
	if m.Indexing.Rate != nil {
		add(key("收录率"), rateOf(m.Indexing.Rate))
	}
	return list
}

func allows(ctx context.Context, b *bool) string {
	switch {
	case b == nil:
		return ""
	case *b:
		return t(ctx, "可以")
	}
	return t(ctx, "不可以")
}

func sortValue(i int, value string) string {
	if i == 0 {
		return ""
	}
	return value
}

func anyOf(s shelf, name string, options []catalogue.Option) bool {
	for _, o := range options {
		if s.has(name, o.Value) {
			return true
		}
	}
	return false
}

func orDash(n *int64) string {
	if n == nil {
		return "—"
	}
	return strconv.FormatInt(*n, 10)
}
