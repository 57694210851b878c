package catalogue

import (
	"iter"
	"slices"
	"strconv"
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

// test tells whether an outlet passes one filter.
type test func(*entry) bool

// matches are the outlets that pass a filter, in the order of their ids. Values that the dictionary does not hold are
// removed from the filter. Outlets that do not say whether something holds pass neither bound nor flag.
func (s *snapshot) matches(f *Filter) iter.Seq[*entry] {
	tests := append(boundTests(f), s.optionTests(f)...)
	f.Q = strings.TrimSpace(f.Q)
	if q := fold(f.Q); q != "" {
		tests = append(tests, func(e *entry) bool { return strings.Contains(e.text, q) })
	}
	return func(yield func(*entry) bool) {
	next:
		for _, e := range s.entries {
			if e.retired != f.Retired {
				continue
			}
			for _, pass := range tests {
				if !pass(e) {
					continue next
				}
			}
			if !yield(e) {
				return
			}
		}
	}
}

// optionTests are those of filters with options.
func (s *snapshot) optionTests(f *Filter) (list []test) {
	add := func(dimension string, values []string) []string {
		values = store.Known(values, func(value string) bool { return s.holds(trait{dimension, value}) })
		if values == nil {
			return nil
		}
		wanted := make([]bool, s.traits)
		for _, value := range values {
			if c, numbered := s.counts()[trait{dimension, value}]; numbered {
				wanted[c.number] = true
			}
		}
		list = append(list, func(e *entry) bool {
			return slices.ContainsFunc(e.traits, func(n int32) bool { return wanted[n] })
		})
		return values
	}
	f.MediaTypes, f.Industries = add("media_type", f.MediaTypes), add("industry", f.Industries)
	f.Regions, f.Countries, f.Languages = add("region", f.Regions), add("country", f.Countries), add("language", f.Languages)
	f.Platforms, f.Portals, f.Levels = add("platform", f.Platforms), add("portal", f.Portals), add("level", f.Levels)
	f.PriceTiers = add("price_tier", f.PriceTiers)
	f.ContentType = strings.Join(add("content_type", []string{f.ContentType}), "")
	add("weekend", flagValues(f.Weekend))
	add("links", flagValues(f.Links))
	add("recommended", flagValues(f.Recommended))
	return list
}

func flagValues(flag *bool) []string {
	if flag == nil {
		return nil
	}
	return []string{strconv.FormatBool(*flag)}
}

// holds tells whether the dictionary has an option.
func (s *snapshot) holds(t trait) bool {
	if fixed, ok := closed[t.dimension]; ok {
		return slices.Contains(fixed, t.value)
	}
	return s.counts()[t].outlets > 0
}

func boundTests(f *Filter) (list []test) {
	add := func(wanted bool, t test) {
		if wanted {
			list = append(list, t)
		}
	}
	add(f.MinPrice != nil, func(e *entry) bool { return e.points >= *f.MinPrice })
	add(f.MaxPrice != nil, func(e *entry) bool { return e.points <= *f.MaxPrice })
	add(f.MinWeight != nil, func(e *entry) bool { return e.weight != none && e.weight >= *f.MinWeight })
	add(f.MinFollowers != nil, func(e *entry) bool { return e.followers != none && e.followers >= *f.MinFollowers })
	add(f.MaxDeliveryHours != nil, func(e *entry) bool { return e.hours != none && e.hours <= *f.MaxDeliveryHours })
	add(f.MinSuccessRate != nil, func(e *entry) bool { return e.success != none && e.success >= *f.MinSuccessRate })
	return list
}
