package catalogue

import (
	"slices"
	"strings"

	"renown/internal/floor/store"
)

// Filter narrows the catalogue; a field that is empty or nil does not. Several values of one field widen each other,
// fields narrow each other. As part of a listing it is what was applied, under the names of the interface.
type Filter struct {
	MediaTypes       []string `json:"media_type,omitempty"`
	ContentType      string   `json:"content_type,omitempty"`
	Q                string   `json:"q,omitempty"`
	Industries       []string `json:"industry,omitempty"`
	Regions          []string `json:"region,omitempty"`
	Platforms        []string `json:"platform,omitempty"`
	Portals          []string `json:"portal,omitempty"`
	Levels           []string `json:"level,omitempty"`
	Languages        []string `json:"language,omitempty"`
	Countries        []string `json:"country,omitempty"`
	PriceTiers       []string `json:"price_tier,omitempty"`
	MinPrice         *int64   `json:"min_price,omitempty"`
	MaxPrice         *int64   `json:"max_price,omitempty"`
	MinWeight        *int64   `json:"min_weight,omitempty"` // of authority.pc_weight
	MinFollowers     *int64   `json:"min_followers,omitempty"`
	MaxDeliveryHours *float64 `json:"max_delivery_hours,omitempty"`
	MinSuccessRate   *float64 `json:"min_success_rate,omitempty"`
	Weekend          *bool    `json:"weekend,omitempty"`
	Links            *bool    `json:"links,omitempty"`
	Recommended      *bool    `json:"recommended,omitempty"`

	Retired bool `json:"-"` // those that lists do not show, and only those: for an operator
}

// test tells whether an outlet of a chunk passes one filter.
type test func(ch *chunk, i int) bool

// tests are what is left of a filter once unknown values are gone, which are removed from the filter itself. Outlets that
// do not say whether something holds pass neither bound nor flag.
func (s *snapshot) tests(f *Filter) []test {
	list := closedTests(f)
	open := s.counts().open
	for _, one := range []struct {
		values    *[]string
		dimension int
	}{
		{&f.Regions, dimensionRegion},
		{&f.Platforms, dimensionPlatform},
		{&f.Portals, dimensionPortal},
		{&f.Levels, dimensionLevel},
		{&f.Languages, dimensionLanguage},
		{&f.Countries, dimensionCountry},
	} {
		if set := keep(one.values, open[one.dimension].codes); set != nil {
			list = append(list, func(ch *chunk, i int) bool { return slices.Contains(set, ch.traits[i].codes[one.dimension]) })
		}
	}
	if set := keep(&f.Industries, open[dimensionIndustry].codes); set != nil {
		list = append(list, func(ch *chunk, i int) bool {
			return slices.ContainsFunc(s.lists[ch.traits[i].industries], func(code int32) bool { return slices.Contains(set, code) })
		})
	}
	return append(append(list, boundTests(f)...), func(ch *chunk, i int) bool { return ch.traits[i].retired == f.Retired }) // which hardly narrows
}

// closedTests are those of values that are the same in every catalogue.
func closedTests(f *Filter) (list []test) {
	f.MediaTypes = store.Known(f.MediaTypes, func(v string) bool { return slices.Contains(mediaTypes, Type(v)) })
	if f.MediaTypes != nil {
		var set [len(mediaTypeLabels)]bool
		for _, v := range f.MediaTypes {
			set[slices.Index(mediaTypes, Type(v))] = true
		}
		list = append(list, func(ch *chunk, i int) bool { return set[ch.traits[i].mediaType] })
	}
	f.PriceTiers = store.Known(f.PriceTiers, func(v string) bool { return slices.ContainsFunc(tiers[:], func(t Tier) bool { return t.Key == v }) })
	if f.PriceTiers != nil {
		list = append(list, func(ch *chunk, i int) bool { return slices.Contains(f.PriceTiers, tierOf(ch.traits[i].points)) })
	}
	if bit := contentBit(ContentType(f.ContentType)); bit != 0 {
		list = append(list, func(ch *chunk, i int) bool { return ch.traits[i].contents&bit != 0 })
	} else {
		f.ContentType = ""
	}
	return list
}

func boundTests(f *Filter) (list []test) {
	add := func(wanted bool, t test) {
		if wanted {
			list = append(list, t)
		}
	}
	add(f.MinPrice != nil, func(ch *chunk, i int) bool { return ch.traits[i].points >= *f.MinPrice })
	add(f.MaxPrice != nil, func(ch *chunk, i int) bool { return ch.traits[i].points <= *f.MaxPrice })
	add(f.MinWeight != nil, func(ch *chunk, i int) bool {
		return ch.figures[i].weight != none && ch.figures[i].weight >= *f.MinWeight
	})
	add(f.MinFollowers != nil, func(ch *chunk, i int) bool {
		return ch.figures[i].followers != none && ch.figures[i].followers >= *f.MinFollowers
	})
	add(f.MaxDeliveryHours != nil, func(ch *chunk, i int) bool {
		return ch.figures[i].hours != none && ch.figures[i].hours <= *f.MaxDeliveryHours
	})
	add(f.MinSuccessRate != nil, func(ch *chunk, i int) bool {
		return ch.figures[i].success != none && ch.figures[i].success >= *f.MinSuccessRate
	})
	add(f.Weekend != nil, func(ch *chunk, i int) bool { return ch.traits[i].weekend == flag(f.Weekend) })
	add(f.Links != nil, func(ch *chunk, i int) bool { return ch.traits[i].links == flag(f.Links) })
	add(f.Recommended != nil, func(ch *chunk, i int) bool { return ch.traits[i].recommended == *f.Recommended })
	return list
}

// keep is store.Known for the open values of a dimension, and returns their codes.
func keep(values *[]string, codes map[string]int32) (set []int32) {
	*values = store.Known(*values, func(v string) bool { _, ok := codes[v]; return ok })
	for _, v := range *values {
		set = append(set, codes[v])
	}
	return set
}

// matches are the outlets that pass a filter, a bit each, and their number.
func (s *snapshot) matches(f *Filter) (hits bitset, total int64) {
	tests := s.tests(f)
	f.Q = strings.TrimSpace(f.Q)
	wanted := fold(f.Q)
	hits = make(bitset, (s.size+63)/64)
	for n, ch := range s.chunks {
	next:
		for i := range ch.ids {
			for _, pass := range tests {
				if !pass(ch, i) {
					continue next
				}
			}
			if wanted != "" && !strings.Contains(ch.texts[i], wanted) {
				continue
			}
			hits.set(n*chunkSize + i)
			total++
		}
	}
	return hits, total
}

type bitset []uint64

func (b bitset) set(i int)      { b[i/64] |= 1 << (i % 64) }
func (b bitset) has(i int) bool { return b[i/64]&(1<<(i%64)) != 0 }
