package catalogue

import (
	"cmp"
	"iter"
	"math"
	"slices"
)

// Sort names an order of the catalogue.
type Sort struct {
	Value string `json:"value"`
	Label string `json:"label"`

	// key is what outlets are sorted by, ascending; equal ones follow by id.
	key func(*entry) float64
}

// sorts begins with the default. Outlets that do not say what is sorted by come last.
var sorts = [...]Sort{
	{"recommended", "推荐优先", func(e *entry) float64 { return -float64(b2i(e.recommended)) }},
	{"price_asc", "积分从低到高", func(e *entry) float64 { return float64(e.points) }},
	{"price_desc", "积分从高到低", func(e *entry) float64 { return -float64(e.points) }},
	{"citations_desc", "被引用最多", func(e *entry) float64 { return -float64(e.citations) }},
	{"effect_desc", "成效最好", func(e *entry) float64 { return -e.worth }},
	{"success_rate_desc", "出稿率最高", func(e *entry) float64 { return -e.success }},
	{"delivery_asc", "出稿最快", func(e *entry) float64 {
		if e.hours == none {
			return math.Inf(1)
		}
		return e.hours
	}},
	{"followers_desc", "粉丝最多", func(e *entry) float64 { return -float64(e.followers) }},
	{"weight_desc", "权重最高", func(e *entry) float64 { return -float64(e.weight) }},
	{"newest", "最新上架", func(e *entry) float64 { return -float64(e.created) }},
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// sortOf is the sort of that name; the default where there is none.
func sortOf(value string) Sort {
	return sorts[max(0, slices.IndexFunc(sorts[:], func(s Sort) bool { return s.Value == value }))]
}

func (s Sort) compare(a, b *entry) int {
	if c := cmp.Compare(s.key(a), s.key(b)); c != 0 {
		return c
	}
	return byID(a, b)
}

// page is one page of outlets under a sort, and how many outlets there are in all.
func (s Sort) page(hits iter.Seq[*entry], page Paging) (list []*entry, total int64) {
	if page.Number < 1 || page.Size < 1 || page.Number > math.MaxInt32/page.Size {
		_, total = first(hits, 0, s.compare)
		return nil, total
	}
	list, total = first(hits, int(page.Offset()+page.Size), s.compare)
	return list[min(int(page.Offset()), len(list)):], total
}

// first is what comes first under an order, at most n, without sorting the rest, and how many there are in all.
func first(all iter.Seq[*entry], n int, compare func(a, b *entry) int) (list []*entry, total int64) {
	var last *entry // of n that were found: what comes after it is not among the first
	for e := range all {
		total++
		if n == 0 || last != nil && compare(last, e) < 0 {
			continue
		}
		if list = append(list, e); len(list) == 2*n {
			slices.SortFunc(list, compare)
			list, last = list[:n], list[n-1]
		}
	}
	slices.SortFunc(list, compare)
	return list[:min(n, len(list))], total
}
