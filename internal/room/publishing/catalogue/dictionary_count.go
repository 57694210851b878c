package catalogue

import (
	"cmp"
	"slices"
)

// counts is how often each value occurs among the outlets that lists show.
type counts struct {
	mediaTypes  [len(mediaTypeLabels)]int64
	contents    [len(contentTypeLabels)]int64
	tiers       [len(tiers)]int64
	weekend     [2]int64 // false, true
	links       [2]int64
	recommended [2]int64
	open        [dimensionCount + 1]openCounts
}

// openCounts are the values of a dimension that anything may be written into. What no outlet has does not occur.
type openCounts struct {
	codes  map[string]int32
	counts []int64 // by code
}

func (s *snapshot) counts() counts {
	return s.counted.get(func() (c counts) {
		for dimension := range c.open {
			c.open[dimension].counts = make([]int64, len(s.words))
		}
		for _, ch := range s.chunks {
			for i := range ch.traits {
				c.add(s, ch.traits[i], 1)
			}
		}
		c.name(s)
		return c
	})
}

// recount is what an older snapshot has counted, corrected by what has changed since.
func (s *snapshot) recount(c *counts, old *snapshot, changed []int32) counts {
	sum := *c
	for dimension, open := range c.open {
		sum.open[dimension].counts = append(slices.Clone(open.counts), make([]int64, len(s.words)-len(open.counts))...)
	}
	for _, at := range changed {
		if int(at) < old.size {
			sum.add(s, old.fact(at).trait, -1)
		}
		sum.add(s, s.fact(at).trait, 1)
	}
	sum.name(s)
	return sum
}

// name finds the values that occur.
func (c *counts) name(s *snapshot) {
	for dimension := range c.open {
		open := &c.open[dimension]
		open.codes = map[string]int32{}
		for code, n := range open.counts {
			if n > 0 {
				open.codes[s.words[code]] = int32(code)
			}
		}
	}
}

// add counts an outlet n times.
func (c *counts) add(s *snapshot, f trait, n int64) {
	if f.retired {
		return
	}
	c.mediaTypes[f.mediaType] += n
	for i := range c.contents {
		c.contents[i] += n * int64(f.contents>>i&1)
	}
	c.tiers[tierIndex(f.points)] += n
	if f.weekend != none {
		c.weekend[f.weekend] += n
	}
	if f.links != none {
		c.links[f.links] += n
	}
	c.recommended[b2i(f.recommended)] += n
	for dimension, code := range f.codes {
		if code != 0 {
			c.open[dimension].counts[code] += n
		}
	}
	for _, code := range s.lists[f.industries] {
		c.open[dimensionIndustry].counts[code] += n
	}
}

// options lists the values, the most frequent first. A value without a label is its own.
func (o openCounts) options(labels map[string]string) []Option {
	list := make([]Option, 0, len(o.codes))
	for value, code := range o.codes {
		list = append(list, Option{value, cmp.Or(labels[value], value), o.counts[code]})
	}
	slices.SortFunc(list, func(a, b Option) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Value, b.Value)) })
	return list
}

func fixed[T ~string](values []T, labels []string, counts []int64) []Option {
	list := make([]Option, len(values))
	for i, v := range values {
		list[i] = Option{string(v), labels[i], counts[i]}
	}
	return list
}

func tierOptions(counts []int64) []Option {
	list := make([]Option, len(tiers))
	for i, t := range tiers {
		list[i] = Option{t.Key, t.Label, counts[i]}
	}
	return list
}

func flags(counts [2]int64) []Option {
	return []Option{{"true", "是", counts[1]}, {"false", "否", counts[0]}}
}
