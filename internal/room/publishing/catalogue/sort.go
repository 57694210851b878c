package catalogue

import (
	"cmp"
	"math"
	"slices"
	"sync"
)

// Sort names an order of the catalogue.
type Sort struct {
	Value string `json:"value"`
	Label string `json:"label"`

	// key is what outlets are sorted by, ascending; equal ones follow by id.
	key func(*fact) float64
}

// sorts begins with the default. Outlets that do not say what is sorted by come last.
var sorts = [10]Sort{
	{"recommended", "推荐优先", func(f *fact) float64 { return -float64(b2i(f.recommended)) }},
	{"price_asc", "积分从低到高", func(f *fact) float64 { return float64(f.points) }},
	{"price_desc", "积分从高到低", func(f *fact) float64 { return -float64(f.points) }},
	{"citations_desc", "被引用最多", func(f *fact) float64 { return -float64(f.citations) }},
	{"effect_desc", "成效最好", func(f *fact) float64 { return -f.effect }},
	{"success_rate_desc", "出稿率最高", func(f *fact) float64 { return -f.success }},
	{"delivery_asc", "出稿最快", func(f *fact) float64 {
		if f.hours == none {
			return math.Inf(1)
		}
		return f.hours
	}},
	{"followers_desc", "粉丝最多", func(f *fact) float64 { return -float64(f.followers) }},
	{"weight_desc", "权重最高", func(f *fact) float64 { return -float64(f.weight) }},
	{"newest", "最新上架", func(f *fact) float64 { return -float64(f.created) }},
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// sortOf is the place of a sort; an unknown one is the default.
func sortOf(value string) int {
	return max(0, slices.IndexFunc(sorts[:], func(s Sort) bool { return s.Value == value }))
}

// order is all outlets by one sort, made when it is first asked for.
type order struct {
	once sync.Once
	list []int32
}

func (s *snapshot) order(sort int) []int32 {
	o := &s.orders[sort]
	o.once.Do(func() {
		type place struct {
			key float64
			at  int32
		}
		places := make([]place, len(s.facts))
		for i := range s.facts {
			places[i] = place{sorts[sort].key(&s.facts[i]), int32(i)}
		}
		slices.SortFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.at, b.at)) })
		o.list = make([]int32, len(places))
		for i, p := range places {
			o.list[i] = p.at
		}
	})
	return o.list
}

// page is the ids of one page of hits under a sort.
func (s *snapshot) page(hits bitset, total int64, sort int, page Page) []string {
	ids := []string{}
	if page.Number < 1 || page.Size < 1 || (page.Number-1) > total/page.Size {
		return ids
	}
	skip := page.Offset()
	for _, at := range s.order(sort) {
		if !hits.has(int(at)) {
			continue
		}
		if skip > 0 {
			skip--
			continue
		}
		if ids = append(ids, s.ids[at]); int64(len(ids)) == page.Size {
			break
		}
	}
	return ids
}
