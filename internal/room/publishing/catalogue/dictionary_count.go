package catalogue

import (
	"cmp"
	"slices"
	"sync"
)

// counted is the counts of a snapshot, made when first asked for.
type counted struct {
	once sync.Once
	counts
}

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
	counts map[int32]int64
}

func (s *snapshot) counts() *counts {
	s.counted.once.Do(func() {
		c := &s.counted.counts
		for dimension := range c.open {
			c.open[dimension] = openCounts{map[string]int32{}, map[int32]int64{}}
		}
		for i := range s.facts {
			if f := &s.facts[i]; !f.retired {
				c.add(f)
			}
		}
		for _, open := range c.open {
			for code := range open.counts {
				open.codes[s.words[code]] = code
			}
		}
	})
	return &s.counted.counts
}

func (c *counts) add(f *fact) {
	c.mediaTypes[f.mediaType]++
	for i := range c.contents {
		c.contents[i] += int64(f.contents >> i & 1)
	}
	c.tiers[tierIndex(f.points)]++
	if f.weekend != none {
		c.weekend[f.weekend]++
	}
	if f.links != none {
		c.links[f.links]++
	}
	c.recommended[b2i(f.recommended)]++
	for dimension, code := range f.codes {
		if code != 0 {
			c.open[dimension].counts[code]++
		}
	}
	for _, code := range f.industries {
		c.open[dimensionIndustry].counts[code]++
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
