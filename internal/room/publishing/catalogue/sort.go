package catalogue

import (
	"cmp"
	"math"
	"slices"
)

// Sort names an order of the catalogue.
type Sort struct {
	Value string `json:"value"`
	Label string `json:"label"`

	// key is what outlets are sorted by, ascending; equal ones follow by id.
	key func(fact) float64
}

// sorts begins with the default. Outlets that do not say what is sorted by come last.
var sorts = [10]Sort{
	{"recommended", "推荐优先", func(f fact) float64 { return -float64(b2i(f.recommended)) }},
	{"price_asc", "积分从低到高", func(f fact) float64 { return float64(f.points) }},
	{"price_desc", "积分从高到低", func(f fact) float64 { return -float64(f.points) }},
	{"citations_desc", "被引用最多", func(f fact) float64 { return -float64(f.citations) }},
	{"effect_desc", "成效最好", func(f fact) float64 { return -f.effect }},
	{"success_rate_desc", "出稿率最高", func(f fact) float64 { return -f.success }},
	{"delivery_asc", "出稿最快", func(f fact) float64 {
		if f.hours == none {
			return math.Inf(1)
		}
		return f.hours
	}},
	{"followers_desc", "粉丝最多", func(f fact) float64 { return -float64(f.followers) }},
	{"weight_desc", "权重最高", func(f fact) float64 { return -float64(f.weight) }},
	{"newest", "最新上架", func(f fact) float64 { return -float64(f.created) }},
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

// order is all outlets by one sort.
func (s *snapshot) order(by int) []int32 {
	return s.orders[by].get(func() []int32 {
		type place struct {
			key float64
			at  int32
		}
		places, key := make([]place, 0, s.size), sorts[by].key
		for _, ch := range s.chunks {
			for i := range ch.ids {
				places = append(places, place{key(ch.fact(i)), int32(len(places))})
			}
		}
		slices.SortFunc(places, func(a, b place) int {
			switch {
			case a.key < b.key:
				return -1
			case a.key > b.key:
				return 1
			}
			return int(a.at) - int(b.at)
		})
		list := make([]int32, len(places))
		for i, p := range places {
			list[i] = p.at
		}
		return list
	})
}

// reorder is the order of an older snapshot with those outlets moved that have changed since.
func (s *snapshot) reorder(by int, list []int32, old *snapshot, changed []int32) []int32 {
	key := sorts[by].key
	moved := slices.DeleteFunc(slices.Clone(changed), func(at int32) bool { return int(at) < old.size && key(old.fact(at)) == key(s.fact(at)) })
	if len(moved) == 0 {
		return list
	}
	list = append(make([]int32, 0, s.size), list...)
	find := func(in *snapshot, at int32) int {
		i, _ := slices.BinarySearchFunc(list, at, func(a, b int32) int {
			return cmp.Or(cmp.Compare(key(in.fact(a)), key(in.fact(b))), cmp.Compare(a, b))
		})
		return i
	}
	for _, at := range moved { // all of them first: what is left has not changed
		if int(at) < old.size {
			i := find(old, at)
			list = slices.Delete(list, i, i+1)
		}
	}
	for _, at := range moved {
		list = slices.Insert(list, find(s, at), at)
	}
	return list
}

// page is the ids of one page of hits under a sort.
func (s *snapshot) page(hits bitset, total int64, by int, page Paging) []string {
	ids := []string{}
	if page.Number < 1 || page.Size < 1 || (page.Number-1) > total/page.Size {
		return ids
	}
	skip := page.Offset()
	for _, at := range s.order(by) {
		if !hits.has(int(at)) {
			continue
		}
		if skip > 0 {
			skip--
			continue
		}
		if ids = append(ids, s.id(at)); int64(len(ids)) == page.Size {
			break
		}
	}
	return ids
}
