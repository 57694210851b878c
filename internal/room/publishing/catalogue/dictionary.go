package catalogue

import (
	"context"
	"slices"

	"renown/internal/floor/fault"
)

// Tier is a half-open range of points.
type Tier struct {
	Key   string `json:"key"`
	Label string `json:"label"`
	Min   int64  `json:"min"` // included
	Max   *int64 `json:"max"` // not included; nil: no bound
}

// tiers are the price tiers in ascending order, without a gap.
var tiers = [...]Tier{
	{"0_50", "50 以下", 0, bound(50)},
	{"50_200", "50–200", 50, bound(200)},
	{"200_500", "200–500", 200, bound(500)},
	{"500_1000", "500–1000", 500, bound(1000)},
	{"1000_2000", "1000–2000", 1000, bound(2000)},
	{"2000_5000", "2000–5000", 2000, bound(5000)},
	{"5000_up", "5000 及以上", 5000, nil},
}

func bound(n int64) *int64 { return &n }

// tierIndex is the place of the tier that holds a price.
func tierIndex(points int64) int {
	return slices.IndexFunc(tiers[:], func(t Tier) bool { return t.Max == nil || points < *t.Max })
}

// tierOf is the key of the tier that holds a price.
func tierOf(points int64) string { return tiers[tierIndex(points)].Key }

// Channels is the dictionary of the catalogue: every filter with its values and how many outlets a list by that value holds.
type Channels struct {
	MediaTypes []Option    `json:"media_types"`
	Dimensions []Dimension `json:"dimensions"`
	PriceTiers []Tier      `json:"price_tiers"`
	Sorts      []Sort      `json:"sorts"` // the first is the default
}

// Dimension is one filter.
type Dimension struct {
	Key       string   `json:"key"`
	Label     string   `json:"label"`
	Kind      Kind     `json:"kind"`
	AppliesTo []Type   `json:"applies_to"` // for which the filter means something
	Options   []Option `json:"options"`    // empty for Number and Text
}

// Kind is how a filter is given.
type Kind string

const (
	Multi  Kind = "multi"  // may be repeated
	Single Kind = "single" // one value
	Flag   Kind = "flag"   // true or false
	Number Kind = "number" // a bound
	Text   Kind = "text"   // searched for
)

// Option is one value of a filter.
type Option struct {
	Value string `json:"value"`
	Label string `json:"label"`
	Count int64  `json:"count"`
}

// Channels is the dictionary as the catalogue is now.
func (c *Catalogue) Channels(ctx context.Context) (_ Channels, err error) {
	defer fault.Wrap(&err, "catalogue.Channels")

	s, err := c.current(ctx)
	if err != nil {
		return Channels{}, err
	}
	return s.channels(), nil
}

var (
	everyType = mediaTypes
	accounts  = []Type{WeMedia, ShortVideo}
	newsOnly  = []Type{News}
)

func (s *snapshot) channels() Channels {
	o := s.counts()
	types := fixed(mediaTypes, mediaTypeLabels[:], o.mediaTypes[:])
	return Channels{MediaTypes: types, PriceTiers: tiers[:], Sorts: sorts[:], Dimensions: []Dimension{
		{"media_type", "媒体类型", Multi, everyType, types},
		{"content_type", "内容类型", Single, everyType, fixed(contentTypes, contentTypeLabels[:], o.contents[:])},
		{"q", "关键词", Text, everyType, []Option{}},
		{"industry", "行业", Multi, everyType, o.open[dimensionIndustry].options(industryLabels)},
		{"region", "地区", Multi, everyType, o.open[dimensionRegion].options(nil)},
		{"platform", "平台", Multi, accounts, o.open[dimensionPlatform].options(platformLabels)},
		{"portal", "门户", Multi, newsOnly, o.open[dimensionPortal].options(nil)},
		{"level", "级别", Multi, newsOnly, o.open[dimensionLevel].options(levelLabels)},
		{"language", "语言", Multi, everyType, o.open[dimensionLanguage].options(languageLabels)},
		{"country", "国家", Multi, everyType, o.open[dimensionCountry].options(countryLabels)},
		{"price_tier", "积分区间", Multi, everyType, tierOptions(o.tiers[:])},
		{"min_price", "最低积分", Number, everyType, []Option{}},
		{"max_price", "最高积分", Number, everyType, []Option{}},
		{"min_weight", "最低权重", Number, newsOnly, []Option{}},
		{"min_followers", "最少粉丝", Number, accounts, []Option{}},
		{"max_delivery_hours", "最长出稿小时", Number, everyType, []Option{}},
		{"min_success_rate", "最低出稿率", Number, everyType, []Option{}},
		{"weekend", "周末可发", Flag, everyType, flags(o.weekend)},
		{"links", "可带链接", Flag, everyType, flags(o.links)},
		{"recommended", "推荐", Flag, everyType, flags(o.recommended)},
	}}
}
