package catalogue_test

import (
	"net/url"
	"reflect"
	"strings"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/testkit/must"
	"renown/internal/tool/address"
	"renown/internal/tool/answer"
)

func TestSample(t *testing.T) {
	t.Parallel()
	const many = 2000
	list := catalogue.Sample(many)
	if !reflect.DeepEqual(list, catalogue.Sample(many)) {
		t.Fatal("two samples differ")
	}
	types, tiers, regions, levels, platforms := map[catalogue.Type]int{}, map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	keys, names := map[string]bool{}, map[string]bool{}
	for _, o := range list {
		types[o.MediaType]++
		tiers[o.Price.Tier]++
		for counts, value := range map[*map[string]int]*string{&regions: o.Region, &levels: o.Level, &platforms: o.Platform} {
			if value != nil {
				(*counts)[*value]++
			}
		}
		keys[o.Key], names[o.Name] = true, true
		for _, address := range []*string{o.URL, o.LogoURL, o.SampleURL} {
			if at, err := url.Parse(*address); err != nil || !strings.HasSuffix(at.Host, ".example") {
				t.Errorf("%s is not invented: %v", *address, err)
			}
		}
		if !strings.HasSuffix(*o.Domain, ".example") || !strings.Contains(*o.Policy.Notes, "虚构") {
			t.Errorf("%s does not say that it is invented", o.Name)
		}
		if video := o.Takes(catalogue.Video); o.MediaType == catalogue.ShortVideo && !video || o.MediaType == catalogue.News && video {
			t.Errorf("%s takes %v", o.Name, o.ContentTypes)
		}
	}
	if len(keys) != many || len(names) != many {
		t.Errorf("%d keys and %d names", len(keys), len(names))
	}
	for _, kind := range []catalogue.Type{catalogue.News, catalogue.WeMedia, catalogue.ShortVideo, catalogue.Overseas} {
		if share := float64(types[kind]) / many; share < 0.05 || share > 0.7 {
			t.Errorf("%s: %.2f", kind, share)
		}
	}
	if len(tiers) < 6 || len(regions) < 25 || len(levels) != 5 || len(platforms) < 6 {
		t.Errorf("tiers %v, %d regions, levels %v, platforms %v", tiers, len(regions), levels, platforms)
	}
}

func TestFillSample(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		added := must.Get(s.FillSample(t.Context(), 120))(t)
		again := must.Get(s.FillSample(t.Context(), 120))(t)
		if list := s.all(t, catalogue.Filter{}, ""); added != 120 || again != 0 || len(list) != 120 {
			t.Errorf("%d, then %d added, %d listed", added, again, len(list))
		}
		large := &shelf{Catalogue: catalogue.New(s.db, catalogue.Options{})}
		large.ReadBySeveral()
		if one, several := names(s.all(t, catalogue.Filter{}, "price_asc")), names(large.all(t, catalogue.Filter{}, "price_asc")); one != several {
			t.Errorf("read by several it is %s, not %s", several, one)
		}
	})
	t.Run("beside others", func(t *testing.T) {
		t.Parallel()
		s := newShelf(t, store.SQLite)
		s.stock(t, line("a"))
		if added, err := s.FillSample(t.Context(), 120); added != 0 || err != nil {
			t.Errorf("%d added to an operator's catalogue: %v", added, err)
		}
	})
}

// What stands on an outlet of the sample is read as what the outlet is.
func TestSampleClasses(t *testing.T) {
	t.Parallel()
	want := map[catalogue.Type]address.Class{catalogue.News: address.News, catalogue.Overseas: address.News, catalogue.WeMedia: address.SelfMedia, catalogue.ShortVideo: address.Social}
	reader := answer.NewReader(nil)
	for _, o := range catalogue.Sample(2000) {
		cited := reader.Read("", "", []answer.Source{{URL: *o.URL + "/1.html"}}).Citations
		if len(cited) != 1 || cited[0].Class != want[o.MediaType] {
			t.Fatalf("%s is read as %+v", *o.URL, cited)
		}
	}
}

// Outlets with an address that take articles carry pages, the recommended ones first.
func TestCarriers(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		add := func(key string, change func(*catalogue.Entry)) {
			t.Helper()
			f := catalogue.Fields{
				Name: key, URL: of("https://" + key + ".example/a"), MediaType: catalogue.News, ContentTypes: store.Texts{"article"}, Price: catalogue.Price{Points: 10},
			}
			entry := catalogue.Entry{Key: key, Fields: f}
			change(&entry)
			must.Get(s.Set(t.Context(), entry))(t)
		}
		list := func(n int) []catalogue.Carrier {
			t.Helper()
			return must.Get(s.Carriers(t.Context(), n))(t)
		}
		if got := list(10); len(got) != 0 {
			t.Errorf("of an empty catalogue: %v", got)
		}
		add("a", func(*catalogue.Entry) {})
		add("b", func(f *catalogue.Entry) {
			f.Recommended, f.Language = true, of("en")
			f.Indexing.Rate, f.Authority.DomainAuthority = of(0.9), of(int64(80))
		})
		add("c", func(f *catalogue.Entry) { f.URL = nil })
		add("d", func(f *catalogue.Entry) { f.Status = of(catalogue.Paused) })
		add("e", func(f *catalogue.Entry) {
			f.MediaType, f.ContentTypes, f.Platform, f.AccountName = catalogue.ShortVideo, store.Texts{"video"}, of("video"), of("e")
		})
		add("f", func(f *catalogue.Entry) { f.Authority.PCWeight = of(int64(6)) })
		want := []catalogue.Carrier{
			{Name: "b", URL: "https://b.example/a", Language: "en", Authority: 0.8, Indexed: 0.9},
			{Name: "a", URL: "https://a.example/a", Language: "zh", Authority: 0.35, Indexed: 0.7},
			{Name: "f", URL: "https://f.example/a", Language: "zh", Authority: 0.6, Indexed: 0.7},
		}
		if got := list(10); !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v", got)
		}
		if got := list(1); !reflect.DeepEqual(got, want[:1]) {
			t.Errorf("the first: %+v", got)
		}
	})
}
