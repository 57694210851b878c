package publish

import (
	"context"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/publishing/catalogue"
)

var dimensionNames = map[string]string{
	"media_type":         kit.Key("媒体类型"),
	"content_type":       kit.Key("稿件"),
	"industry":           kit.Key("行业"),
	"region":             kit.Key("地区"),
	"platform":           kit.Key("平台"),
	"portal":             kit.Key("门户"),
	"level":              kit.Key("级别"),
	"language":           kit.Key("语言"),
	"country":            kit.Key("国家"),
	"price_tier":         kit.Key("积分"),
	"min_price":          kit.Key("积分不低于"),
	"max_price":          kit.Key("积分不高于"),
	"min_weight":         kit.Key("权重不低于"),
	"min_followers":      kit.Key("粉丝不少于"),
	"max_delivery_hours": kit.Key("出稿小时数不超过"),
	"min_success_rate":   kit.Key("出稿率不低于（%）"),
	"weekend":            kit.Key("周末可发"),
	"links":              kit.Key("可带链接"),
	"recommended":        kit.Key("推荐"),
}

// dimensionName is what a filter of the dictionary is called.
func dimensionName(name string) string { return kit.Label(dimensionNames, name, name) }

var sortNames = map[string]string{
	"price_asc":         kit.Key("积分从低到高"),
	"price_desc":        kit.Key("积分从高到低"),
	"citations_desc":    kit.Key("被引用最多"),
	"effect_desc":       kit.Key("成效最好"),
	"success_rate_desc": kit.Key("出稿率最高"),
	"delivery_asc":      kit.Key("出稿最快"),
	"followers_desc":    kit.Key("粉丝最多"),
	"weight_desc":       kit.Key("权重最高"),
	"newest":            kit.Key("最新上架"),
}

// sortName is what a sort of the dictionary is called.
func sortName(value string) string { return kit.Label(sortNames, value, kit.Key("推荐优先")) }

// labelOf is a value of the dictionary in the reader's language; a code that the catalogue has no label for is shown as it
// is. The room's labels are Chinese: languages and countries are translated, the English of the rest is made of the code.
func labelOf(ctx context.Context, dimension, value string) string {
	label := catalogue.Label(dimension, value)
	switch {
	case dimension == "price_tier":
		return tierLabel(ctx, value)
	case label != value && (dimension == "language" || dimension == "country"):
		return kit.T(ctx, label)
	}
	return kit.ViewOf(ctx).Lang.Proper(label, latinLabel(dimension, value))
}

// CodeNames are what the codes of a dimension are called in the reader's language.
func CodeNames(ctx context.Context, dimension string) map[string]string {
	names := map[string]string{}
	for _, code := range catalogue.Codes(dimension) {
		names[code] = labelOf(ctx, dimension, code)
	}
	return names
}

func latinLabel(dimension, value string) string {
	switch dimension {
	case "industry", "level", "platform", "media_type", "content_type":
		return kit.UpperFirst(strings.ReplaceAll(value, "_", " "))
	}
	return value
}

// tierLabel is a price tier: 50–200.
func tierLabel(ctx context.Context, tier string) string {
	low, high, ok := strings.Cut(tier, "_")
	switch {
	case !ok:
		return tier
	case low == "0":
		return kit.T(ctx, "%s 以下", high)
	case high == "up":
		return kit.T(ctx, "%s 以上", low)
	}
	return low + "–" + high
}

// ContentTypeName is the key of a kind of content.
func ContentTypeName(c catalogue.ContentType) string {
	if c == catalogue.Video {
		return kit.Key("视频")
	}
	return kit.Key("文章")
}

var mediaTypeNames = map[catalogue.Type]string{
	catalogue.News:       kit.Key("新闻媒体"),
	catalogue.WeMedia:    kit.Key("自媒体"),
	catalogue.ShortVideo: kit.Key("短视频"),
}

// MediaTypeName is the key of a kind of outlet.
func MediaTypeName(m catalogue.Type) string {
	return kit.Label(mediaTypeNames, m, kit.Key("海外媒体"))
}

// StatusName is the key of whether an outlet takes orders.
func StatusName(s catalogue.Status) string {
	return kit.Label(map[catalogue.Status]string{
		catalogue.Available: kit.Key("可下单"),
		catalogue.Paused:    kit.Key("暂停接单"),
	}, s, kit.Key("已下架"))
}

// StatusTone is the tone of its badge.
func StatusTone(s catalogue.Status) string {
	return kit.Label(map[catalogue.Status]string{catalogue.Available: "good", catalogue.Paused: "warn"}, s, "off")
}

// OutletName is what an outlet is called, with its channel where that is not in the name already.
func OutletName(m catalogue.Outlet) string {
	if m.Channel == nil || strings.Contains(m.Name, *m.Channel) {
		return m.Name
	}
	return m.Name + " · " + *m.Channel
}

// WhereOf is where an outlet is: its domain, or the platform and account.
func WhereOf(ctx context.Context, m catalogue.Outlet) string {
	switch {
	case m.Domain != nil:
		return *m.Domain
	case m.Platform != nil && m.AccountName != nil && *m.AccountName != m.Name:
		return labelOf(ctx, "platform", *m.Platform) + " · " + *m.AccountName
	case m.Platform != nil:
		return labelOf(ctx, "platform", *m.Platform)
	case m.Region != nil:
		return *m.Region
	}
	return ""
}
