package catalogue

import (
	"cmp"
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

// tierOf is the key of the tier that holds a price.
func tierOf(points int64) string {
	return tiers[slices.IndexFunc(tiers[:], func(t Tier) bool { return t.Max == nil || points < *t.Max })].Key
}

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
	mediaTypes   = []Type{News, WeMedia, ShortVideo, Overseas}
	contentTypes = []ContentType{Article, Video}

	everyType = mediaTypes
	accounts  = []Type{WeMedia, ShortVideo}
	newsOnly  = []Type{News}
)

// dimensions are the filters, in the order of the dictionary.
var dimensions = [...]Dimension{
	{"media_type", "媒体类型", Multi, everyType, nil},
	{"content_type", "内容类型", Single, everyType, nil},
	{"q", "关键词", Text, everyType, nil},
	{"industry", "行业", Multi, everyType, nil},
	{"region", "地区", Multi, everyType, nil},
	{"platform", "平台", Multi, accounts, nil},
	{"portal", "门户", Multi, newsOnly, nil},
	{"level", "级别", Multi, newsOnly, nil},
	{"language", "语言", Multi, everyType, nil},
	{"country", "国家", Multi, everyType, nil},
	{"price_tier", "积分区间", Multi, everyType, nil},
	{"min_price", "最低积分", Number, everyType, nil},
	{"max_price", "最高积分", Number, everyType, nil},
	{"min_weight", "最低权重", Number, newsOnly, nil},
	{"min_followers", "最少粉丝", Number, accounts, nil},
	{"max_delivery_hours", "最长出稿小时", Number, everyType, nil},
	{"min_success_rate", "最低出稿率", Number, everyType, nil},
	{"weekend", "周末可发", Flag, everyType, nil},
	{"links", "可带链接", Flag, everyType, nil},
	{"recommended", "推荐", Flag, everyType, nil},
}

// closed are the options that are the same in every catalogue, in their order.
var closed = map[string][]string{
	"media_type":   texts(mediaTypes),
	"content_type": texts(contentTypes),
	"price_tier":   tierKeys(),
	"weekend":      {"true", "false"},
	"links":        {"true", "false"},
	"recommended":  {"true", "false"},
}

func texts[T ~string](values []T) (list []string) {
	for _, v := range values {
		list = append(list, string(v))
	}
	return list
}

func tierKeys() (keys []string) {
	for _, t := range tiers {
		keys = append(keys, t.Key)
	}
	return keys
}

func tierLabels() map[string]string {
	labels := map[string]string{}
	for _, t := range tiers {
		labels[t.Key] = t.Label
	}
	return labels
}

func (s *snapshot) channels() Channels {
	options := s.options()
	list := slices.Clone(dimensions[:])
	for i, d := range list {
		list[i].Options = append([]Option{}, options[d.Key]...)
	}
	return Channels{list[0].Options, list, tiers[:], sorts[:]}
}

// options are those of every filter that has any. Where any value may be written, the most frequent come first, and what no
// outlet has does not occur.
func (s *snapshot) options() map[string][]Option {
	lists, counts := map[string][]Option{}, s.counts()
	add := func(t trait) {
		lists[t.dimension] = append(lists[t.dimension], Option{t.value, Label(t.dimension, t.value), counts[t].outlets})
	}
	for t, c := range counts {
		if c.outlets > 0 && closed[t.dimension] == nil {
			add(t)
		}
	}
	for _, list := range lists {
		slices.SortFunc(list, func(a, b Option) int {
			return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value))
		})
	}
	for dimension, values := range closed {
		for _, value := range values {
			add(trait{dimension, value})
		}
	}
	return lists
}

// count is how many of the outlets that lists show have a trait.
type count struct {
	number  int32 // of the trait
	outlets int64
}

func countOf(entries []*entry, traits []trait) map[trait]count {
	counts := make([]int64, len(traits))
	for _, e := range entries {
		if e.retired {
			continue
		}
		for _, n := range e.traits {
			counts[n]++
		}
	}
	byTrait := make(map[trait]count, len(traits))
	for n, outlets := range counts {
		byTrait[traits[n]] = count{int32(n), outlets}
	}
	return byTrait
}
