package publish

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/reading"
)

func mediaIntroduction(ctx context.Context, s shelf) string {
	if s.all == 0 {
		return kit.T(ctx, "选好媒体放进清单，核对价格后下单。引用数据在完成监测后统计。")
	}
	return kit.T(ctx, "近 30 天 AI 引用这家媒体的比例与次数，共 %s 个给出来源的「问题 × 平台」", kit.Number(s.all))
}

var mediaTypeShorts = map[catalogue.Type]string{
	catalogue.News:       kit.Key("新闻"),
	catalogue.WeMedia:    kit.Key("自媒体"),
	catalogue.ShortVideo: kit.Key("短视频"),
}

// MediaTypeShort is MediaTypeName where there is little room.
func MediaTypeShort(m catalogue.Type) string { return kit.Label(mediaTypeShorts, m, kit.Key("海外")) }

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
	return kit.T(ctx, "%s 小时", kit.TrimZero(kit.Rounded(*hours, 1)))
}

func rateOf(rate *float64) string {
	if rate == nil {
		return "—"
	}
	return kit.Rounded(*rate*100, 0) + "%"
}

// reachText says how widely something is cited.
func reachText(ctx context.Context, r reading.Reach) string {
	return kit.T(ctx, "给出来源的问题 × 平台 %s 个，其中 %s 个引用了它；%s 天中有 %s 天；同期给出来源的回答 %s 条。",
		kit.Number(r.CellsCiting), kit.Number(r.Cells), kit.Number(r.DaysCiting), kit.Number(r.Days), kit.Number(r.AnswersCiting))
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
	return kit.T(ctx, "引用过它的平台：%s", kit.JoinWords(ctx, list))
}

func nameOr(names map[string]string, platform string) string {
	if name := names[platform]; name != "" {
		return name
	}
	return platform
}

// onScale is an estimate on a scale of its own: none to twice its upper end.
func onScale(i kit.Interval) kit.Interval {
	i.Max = max(i.High*1.5, 1)
	return i
}

// factsOf lists what is known of an outlet beside its price: label and value.
func factsOf(ctx context.Context, m catalogue.Outlet) (list [][2]string) {
	add := func(label, value string) {
		if value != "" && value != "—" {
			list = append(list, [2]string{kit.T(ctx, label), value})
		}
	}
	coded := func(label, dimension string, value *string) {
		if value != nil {
			add(label, labelOf(ctx, dimension, *value))
		}
	}
	var types, industries []string
	for _, c := range m.ContentTypes {
		types = append(types, kit.T(ctx, ContentTypeName(catalogue.ContentType(c))))
	}
	for _, i := range m.Industries {
		industries = append(industries, labelOf(ctx, "industry", i))
	}
	add(kit.Key("稿件"), kit.JoinWords(ctx, types))
	add(kit.Key("时效"), hoursOf(ctx, m.Delivery.AverageHours))
	add(kit.Key("出稿率"), rateOf(m.Delivery.SuccessRate))
	add(kit.Key("周末可发"), Allows(ctx, m.Delivery.Weekend))
	add(kit.Key("可带链接"), Allows(ctx, m.Policy.Links))
	add(kit.Key("可带图片"), Allows(ctx, m.Policy.Images))
	if m.Policy.TitleMaxLength != nil {
		add(kit.Key("标题上限"), kit.T(ctx, "%d 字", *m.Policy.TitleMaxLength))
	}
	add(kit.Key("可留联系方式"), kit.JoinWords(ctx, m.Policy.Contacts))
	add(kit.Key("行业"), kit.JoinWords(ctx, industries))
	coded(kit.Key("级别"), "level", m.Level)
	coded(kit.Key("门户"), "portal", m.Portal)
	coded(kit.Key("平台"), "platform", m.Platform)
	add(kit.Key("账号名"), kit.OrEmpty(m.AccountName))
	add(kit.Key("地区"), kit.OrEmpty(m.Region))
	coded(kit.Key("国家"), "country", m.Country)
	coded(kit.Key("语言"), "language", m.Language)
	return append(list, figuresOf(ctx, m)...)
}

// figuresOf are the counts among an outlet's facts.
func figuresOf(ctx context.Context, m catalogue.Outlet) (list [][2]string) {
	add := func(label, value string) { list = append(list, [2]string{kit.T(ctx, label), value}) }
	if m.Audience.Followers != nil {
		add(kit.Key("粉丝"), kit.Many(ctx, *m.Audience.Followers))
	}
	if m.Audience.AverageReads != nil {
		add(kit.Key("平均阅读"), kit.Many(ctx, *m.Audience.AverageReads))
	}
	if m.Authority.PCWeight != nil {
		add(kit.Key("电脑端权重"), kit.Number(*m.Authority.PCWeight))
	}
	if m.Authority.MobileWeight != nil {
		add(kit.Key("移动端权重"), kit.Number(*m.Authority.MobileWeight))
	}
	if m.Authority.DomainAuthority != nil {
		add(kit.Key("域名权威度"), kit.Number(*m.Authority.DomainAuthority))
	}
	if m.Indexing.Rate != nil {
		add(kit.Key("收录率"), rateOf(m.Indexing.Rate))
	}
	return list
}

// Allows says yes or no, and nothing of what is not known.
func Allows(ctx context.Context, b *bool) string {
	switch {
	case b == nil:
		return ""
	case *b:
		return kit.T(ctx, "可以")
	}
	return kit.T(ctx, "不可以")
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
