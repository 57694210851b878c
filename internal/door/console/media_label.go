package console

import (
	"context"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"renown/internal/room/publishing/catalogue"
)

// dimensionName is what a filter of the dictionary is called.
func dimensionName(name string) string {
	switch name {
	case "media_type":
		return key("媒体类型")
	case "content_type":
		return key("稿件")
	case "industry":
		return key("行业")
	case "region":
		return key("地区")
	case "platform":
		return key("平台")
	case "portal":
		return key("门户")
	case "level":
		return key("级别")
	case "language":
		return key("语言")
	case "country":
		return key("国家")
	case "price_tier":
		return key("积分")
	case "min_price":
		return key("积分不低于")
	case "max_price":
		return key("积分不高于")
	case "min_weight":
		return key("权重不低于")
	case "min_followers":
		return key("粉丝不少于")
	case "max_delivery_hours":
		return key("出稿小时数不超过")
	case "min_success_rate":
		return key("出稿率不低于（%）")
	case "weekend":
		return key("周末可发")
	case "links":
		return key("可带链接")
	case "recommended":
		return key("推荐")
	}
	return name
}

// sortName is what a sort of the dictionary is called.
func sortName(value string) string {
	switch value {
	case "price_asc":
		return key("积分从低到高")
	case "price_desc":
		return key("积分从高到低")
	case "citations_desc":
		return key("被引用最多")
	case "success_rate_desc":
		return key("出稿率最高")
	case "delivery_asc":
		return key("出稿最快")
	case "followers_desc":
		return key("粉丝最多")
	case "weight_desc":
		return key("权重最高")
	case "newest":
		return key("最新上架")
	}
	return key("推荐优先")
}

// labelOf is a value of the dictionary in the reader's language. The room's labels are Chinese; English is made of the value,
// which is a code, or shown as it is.
func labelOf(ctx context.Context, dimension, value string) string {
	if dimension == "price_tier" {
		return tierLabel(ctx, value)
	}
	return viewOf(ctx).lang.Proper(catalogue.Label(dimension, value), latinLabel(dimension, value))
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
		return upperFirst(strings.ReplaceAll(value, "_", " "))
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
		return t(ctx, "%s 以下", high)
	case high == "up":
		return t(ctx, "%s 以上", low)
	}
	return low + "–" + high
}
