package publish

import (
	"context"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"renown/internal/door/console/kit"
	"renown/internal/room/publishing/catalogue"
)

// dimensionName is what a filter of the dictionary is called.
func dimensionName(name string) string {
	switch name {
	case "media_type":
		return kit.Key("媒体类型")
	case "content_type":
		return kit.Key("稿件")
	case "industry":
		return kit.Key("行业")
	case "region":
		return kit.Key("地区")
	case "platform":
		return kit.Key("平台")
	case "portal":
		return kit.Key("门户")
	case "level":
		return kit.Key("级别")
	case "language":
		return kit.Key("语言")
	case "country":
		return kit.Key("国家")
	case "price_tier":
		return kit.Key("积分")
	case "min_price":
		return kit.Key("积分不低于")
	case "max_price":
		return kit.Key("积分不高于")
	case "min_weight":
		return kit.Key("权重不低于")
	case "min_followers":
		return kit.Key("粉丝不少于")
	case "max_delivery_hours":
		return kit.Key("出稿小时数不超过")
	case "min_success_rate":
		return kit.Key("出稿率不低于（%）")
	case "weekend":
		return kit.Key("周末可发")
	case "links":
		return kit.Key("可带链接")
	case "recommended":
		return kit.Key("推荐")
	}
	return name
}

// sortName is what a sort of the dictionary is called.
func sortName(value string) string {
	switch value {
	case "price_asc":
		return kit.Key("积分从低到高")
	case "price_desc":
		return kit.Key("积分从高到低")
	case "citations_desc":
		return kit.Key("被引用最多")
	case "success_rate_desc":
		return kit.Key("出稿率最高")
	case "delivery_asc":
		return kit.Key("出稿最快")
	case "followers_desc":
		return kit.Key("粉丝最多")
	case "weight_desc":
		return kit.Key("权重最高")
	case "newest":
		return kit.Key("最新上架")
	}
	return kit.Key("推荐优先")
}

// labelOf is a value of the dictionary in the reader's language. The room's labels are Chinese; English is made of the value,
// which is a code, or shown as it is.
func labelOf(ctx context.Context, dimension, value string) string {
	if dimension == "price_tier" {
		return tierLabel(ctx, value)
	}
	return kit.ViewOf(ctx).Lang.Proper(catalogue.Label(dimension, value), latinLabel(dimension, value))
}

func latinLabel(dimension, value string) string {
	switch dimension {
	case "language":
		if tag, err := language.Parse(value); err == nil {
			return display.English.Tags().Name(tag)
		}
	case "country":
		if region, err := language.ParseRegion(value); err == nil {
			return display.English.Regions().Name(region)
		}
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

func ContentTypeName(c catalogue.ContentType) string {
	if c == catalogue.Video {
		return kit.Key("视频")
	}
	return kit.Key("文章")
}

func MediaTypeName(m catalogue.Type) string {
	switch m {
	case catalogue.News:
		return kit.Key("新闻媒体")
	case catalogue.WeMedia:
		return kit.Key("自媒体")
	case catalogue.ShortVideo:
		return kit.Key("短视频")
	}
	return kit.Key("海外媒体")
}

func StatusName(s catalogue.Status) string {
	switch s {
	case catalogue.Available:
		return kit.Key("可下单")
	case catalogue.Paused:
		return kit.Key("暂停接单")
	}
	return kit.Key("已下架")
}

func StatusTone(s catalogue.Status) string {
	switch s {
	case catalogue.Available:
		return "good"
	case catalogue.Paused:
		return "warn"
	}
	return "off"
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
