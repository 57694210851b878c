package catalogue_test

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"renown/internal/floor/store"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/simulator/sample"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// The list agrees with a slow reading of the records, for any catalogue, filter, sort and page size.
func TestListModel(t *testing.T) {
	t.Parallel()
	s := newShelf(t, store.SQLite)
	rapid.Check(t, func(rt *rapid.T) {
		// Every check changes some outlets of the same catalogue: the index is refreshed as often as it is used.
		var lines []string
		for _, o := range rapid.SliceOfNDistinct(rapid.Custom(drawOutlet), 1, 12,
			func(o outletLine) string { return o.Key }).Draw(rt, "outlets") {
			line := must.Get(json.Marshal(o))(rt)
			lines = append(lines, string(line))
		}
		_, err := s.Import(t.Context(), strings.NewReader(strings.Join(lines, "\n")), catalogue.ImportOptions{
			Bad: func(line int64, why error) { rt.Fatalf("line %d: %v", line, why) },
		})
		must.Do(rt, err)
		records := everyRecord(rt, s)
		filter, sort := drawFilter(rt), rapid.SampledFrom(append(sortNames(), "odd")).Draw(rt, "sort")
		want := slowList(records, filter, sort)
		size := rapid.Int64Range(1, 7).Draw(rt, "size")
		var got []string
		for page := int64(1); ; page++ {
			part := must.Get(s.List(t.Context(), filter, sort, catalogue.Paging{Number: page, Size: size}))(rt)
			if part.Total != int64(len(want)) {
				rt.Fatalf("total %d, want %d", part.Total, len(want))
			}
			for _, m := range part.Items {
				got = append(got, m.ID)
			}
			if !part.HasMore {
				break
			}
		}
		if !slices.Equal(got, want) {
			rt.Fatalf("%+v by %s: %v, want %v", filter, sort, got, want)
		}
	})
}

// outletLine is a line with the few values that make filters meet.
type outletLine struct {
	Key          string         `json:"key"`
	Name         string         `json:"name"`
	MediaType    string         `json:"media_type"`
	ContentTypes []string       `json:"content_types"`
	Industries   []string       `json:"industries"`
	Region       *string        `json:"region"`
	Platform     *string        `json:"platform"`
	Channel      *string        `json:"channel"`
	Price        map[string]int `json:"price"`
	Authority    map[string]any `json:"authority"`
	Delivery     map[string]any `json:"delivery"`
	Audience     map[string]any `json:"audience"`
	Policy       map[string]any `json:"policy"`
	Recommended  bool           `json:"recommended"`
	Status       *string        `json:"status"`
}

func drawOutlet(t *rapid.T) outletLine {
	word := func(label string, words ...string) *string {
		return rapid.Ptr(rapid.SampledFrom(words), true).Draw(t, label)
	}
	number := func(label string, most int) any { return rapid.Ptr(rapid.IntRange(0, most), true).Draw(t, label) }
	flag := func(label string) any { return rapid.Ptr(rapid.Bool(), true).Draw(t, label) }
	return outletLine{
		Key:          rapid.StringMatching(`[a-z]{1,2}`).Draw(t, "key"),
		Name:         rapid.StringMatching(`[甲乙丙ＡAaＢb%_]{1,4}`).Draw(t, "name"),
		MediaType:    rapid.SampledFrom([]string{"news", "wemedia", "short_video", "overseas"}).Draw(t, "type"),
		ContentTypes: rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"article", "video"}), 1, 2, rapid.ID[string]).Draw(t, "contents"),
		Industries:   rapid.SliceOfN(rapid.SampledFrom([]string{"x", "y", "z"}), 0, 3).Draw(t, "industries"),
		Region:       word("region", "x", "y"),
		Platform:     word("platform", "x", "p"),
		Channel:      word("channel", "甲", "c"),
		Price:        map[string]int{"points": rapid.SampledFrom([]int{0, 49, 50, 199, 200, 5000}).Draw(t, "points")},
		Authority:    map[string]any{"pc_weight": number("weight", 3)},
		Delivery:     map[string]any{"average_hours": number("hours", 3), "success_rate": number("success", 1), "weekend": flag("weekend")},
		Audience:     map[string]any{"followers": number("followers", 3)},
		Policy:       map[string]any{"links": flag("links")},
		Recommended:  rapid.Bool().Draw(t, "recommended"),
		Status:       word("status", "available", "paused", "retired"),
	}
}

func drawFilter(t *rapid.T) catalogue.Filter {
	values := func(label string, words ...string) []string {
		return rapid.SliceOfN(rapid.SampledFrom(append(words, "odd", "")), 0, 2).Draw(t, label)
	}
	number := func(label string, most int64) *int64 {
		return rapid.Ptr(rapid.Int64Range(0, most), true).Draw(t, label)
	}
	flag := func(label string) *bool { return rapid.Ptr(rapid.Bool(), true).Draw(t, label) }
	f := catalogue.Filter{
		ContentType: rapid.SampledFrom([]string{"", "article", "video"}).Draw(t, "content"),
		Q:           rapid.SampledFrom([]string{"", "", "甲", "A", "ａ", "%", "_b", "c", "甲乙"}).Draw(t, "q"),
	}
	switch rapid.IntRange(0, 2).Draw(t, "which") { // all at once would find nothing
	case 0:
		f.MediaTypes, f.Industries, f.Weekend = values("type", "news", "wemedia"), values("industry", "x", "y"), flag("weekend")
		f.MinWeight = number("weight", 3)
	case 1:
		f.Regions, f.Platforms, f.Links = values("region", "x", "y", "p"), values("platform", "x", "p"), flag("links")
		f.MinFollowers, f.MinPrice = number("followers", 3), number("price", 200)
	default:
		f.PriceTiers, f.Recommended, f.MaxPrice = values("tier", "0_50", "50_200", "5000_up"), flag("recommended"), number("price", 200)
		f.MaxDeliveryHours = rapid.Ptr(rapid.Float64Range(0, 3), true).Draw(t, "hours")
		f.MinSuccessRate = rapid.Ptr(rapid.Float64Range(0, 1), true).Draw(t, "success")
	}
	return f
}

func sortNames() []string {
	return []string{
		"recommended", "price_asc", "price_desc", "citations_desc", "effect_desc", "success_rate_desc",
		"delivery_asc", "followers_desc", "weight_desc", "newest",
	}
}

// everyRecord reads the catalogue as it is exported.
func everyRecord(t must.Tester, s *shelf) (list []catalogue.Outlet) {
	var out strings.Builder
	must.Get(s.Export(context.Background(), &out, catalogue.JSONL))(t)
	for line := range strings.Lines(out.String()) {
		var m catalogue.Outlet
		must.Do(t, json.Unmarshal([]byte(line), &m))
		list = append(list, m)
	}
	return list
}

// slowList is the ids of a list, found the plain way.
func slowList(records []catalogue.Outlet, f catalogue.Filter, sort string) []string {
	shown := slices.DeleteFunc(slices.Clone(records), func(m catalogue.Outlet) bool { return m.Status == catalogue.Retired })
	list := slices.DeleteFunc(slices.Clone(shown), func(m catalogue.Outlet) bool { return !passes(shown, m, f) })
	slices.SortFunc(list, func(a, b catalogue.Outlet) int {
		return cmp.Or(cmp.Compare(sortKey(a, sort), sortKey(b, sort)), strings.Compare(a.ID, b.ID))
	})
	ids := []string(nil)
	for _, m := range list {
		ids = append(ids, m.ID)
	}
	return ids
}

func passes(all []catalogue.Outlet, m catalogue.Outlet, f catalogue.Filter) bool {
	// A multi-valued filter counts only by the values that some record has.
	oneOf := func(values []string, has func(catalogue.Outlet) []string) bool {
		values = slices.DeleteFunc(slices.Clone(values), func(v string) bool {
			return !slices.ContainsFunc(all, func(other catalogue.Outlet) bool { return slices.Contains(has(other), v) })
		})
		return len(values) == 0 || slices.ContainsFunc(has(m), func(v string) bool { return slices.Contains(values, v) })
	}
	closed := func(values, known []string, v string) bool {
		values = slices.DeleteFunc(slices.Clone(values), func(v string) bool { return !slices.Contains(known, v) })
		return len(values) == 0 || slices.Contains(values, v)
	}
	optional := func(v *string) []string {
		if v == nil {
			return nil
		}
		return []string{*v}
	}
	equal := func(wanted, v *bool) bool { return wanted == nil || v != nil && *v == *wanted }
	least := func(bound, v *int64) bool { return bound == nil || v != nil && *v >= *bound }
	folded := func(v string) string { return strings.ToLower(norm.NFKC.String(v)) }
	found := func(v *string) bool { return v != nil && strings.Contains(folded(*v), folded(f.Q)) }
	return closed(f.MediaTypes, []string{"news", "wemedia", "short_video", "overseas"}, string(m.MediaType)) &&
		closed(f.PriceTiers, []string{"0_50", "50_200", "200_500", "500_1000", "1000_2000", "2000_5000", "5000_up"}, m.Price.Tier) &&
		(f.ContentType == "" || slices.Contains(m.ContentTypes, f.ContentType)) &&
		(f.Q == "" || found(&m.Name) || found(m.Domain) || found(m.Channel) || found(m.AccountName)) &&
		oneOf(f.Industries, func(m catalogue.Outlet) []string { return m.Industries }) &&
		oneOf(f.Regions, func(m catalogue.Outlet) []string { return optional(m.Region) }) &&
		oneOf(f.Platforms, func(m catalogue.Outlet) []string { return optional(m.Platform) }) &&
		least(f.MinPrice, &m.Price.Points) && (f.MaxPrice == nil || m.Price.Points <= *f.MaxPrice) &&
		least(f.MinWeight, m.Authority.PCWeight) && least(f.MinFollowers, m.Audience.Followers) &&
		(f.MaxDeliveryHours == nil || m.Delivery.AverageHours != nil && *m.Delivery.AverageHours <= *f.MaxDeliveryHours) &&
		(f.MinSuccessRate == nil || m.Delivery.SuccessRate != nil && *m.Delivery.SuccessRate >= *f.MinSuccessRate) &&
		equal(f.Weekend, m.Delivery.Weekend) && equal(f.Links, m.Policy.Links) && equal(f.Recommended, &m.Recommended)
}

// sortKey is ascending, with what is unknown last.
func sortKey(m catalogue.Outlet, sort string) float64 {
	down := func(v *int64) float64 {
		if v == nil {
			return math.MaxFloat64
		}
		return -float64(*v)
	}
	switch sort {
	case "price_asc":
		return float64(m.Price.Points)
	case "price_desc":
		return -float64(m.Price.Points)
	case "success_rate_desc":
		if m.Delivery.SuccessRate == nil {
			return math.MaxFloat64
		}
		return -*m.Delivery.SuccessRate
	case "delivery_asc":
		if m.Delivery.AverageHours == nil {
			return math.MaxFloat64
		}
		return *m.Delivery.AverageHours
	case "followers_desc":
		return down(m.Audience.Followers)
	case "weight_desc":
		return down(m.Authority.PCWeight)
	case "citations_desc", "effect_desc", "newest": // never measured, all made under a clock that stands still
		return 0
	}
	if m.Recommended {
		return 0
	}
	return 1
}

// Every option of the dictionary counts what a list by it holds, and the dictionary holds every value that filters.
func TestDictionaryCounts(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		s := newShelf(t, d)
		added := must.Get(s.Fill(t.Context(), sample.Outlets(300)))(t)
		must.Equal(t, added, 300, "outlets")
		channels := must.Get(s.Channels(t.Context()))(t)
		options := 0
		for _, dimension := range channels.Dimensions {
			for _, o := range dimension.Options {
				options++
				list := must.Get(s.List(t.Context(), filterBy(t, dimension.Key, o.Value), "", catalogue.Paging{Number: 1, Size: 1}))(t)
				if list.Total != o.Count || o.Label == "" {
					t.Errorf("%s=%s (%s): counted %d, listed %d", dimension.Key, o.Value, o.Label, o.Count, list.Total)
				}
			}
		}
		if options < 100 {
			t.Errorf("only %d options", options)
		}
		for i, tier := range channels.PriceTiers[1:] {
			if before := channels.PriceTiers[i]; before.Max == nil || *before.Max != tier.Min {
				t.Errorf("%s does not begin where %s ends", tier.Key, before.Key)
			}
		}
	})
}

// filterBy is a filter with one value, given as the interface takes it.
func filterBy(t *testing.T, key, value string) (f catalogue.Filter) {
	t.Helper()
	many := map[string]*[]string{
		"media_type": &f.MediaTypes, "industry": &f.Industries, "region": &f.Regions, "platform": &f.Platforms, "portal": &f.Portals,
		"level": &f.Levels, "language": &f.Languages, "country": &f.Countries, "price_tier": &f.PriceTiers,
	}
	flags := map[string]**bool{"weekend": &f.Weekend, "links": &f.Links, "recommended": &f.Recommended}
	switch {
	case many[key] != nil:
		*many[key] = []string{value}
	case flags[key] != nil:
		*flags[key] = of(value == "true")
	case key == "content_type":
		f.ContentType = value
	default:
		t.Fatalf("an option of %s", key)
	}
	return f
}
