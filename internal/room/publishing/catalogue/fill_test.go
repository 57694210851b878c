package catalogue_test

import (
	"reflect"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/simulator/sample"
	"renown/internal/testkit/must"
)

func TestFill(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		added := must.Get(s.Fill(t.Context(), sample.Outlets(120)))(t)
		again := must.Get(s.Fill(t.Context(), sample.Outlets(120)))(t)
		if list := s.all(t, catalogue.Filter{}, ""); added != 120 || again != 0 || len(list) != 120 {
			t.Errorf("%d, then %d added, %d listed", added, again, len(list))
		}
	})
	t.Run("beside others", func(t *testing.T) {
		t.Parallel()
		s := newShelf(t, store.SQLite)
		s.stock(t, line("a"))
		if added, err := s.Fill(t.Context(), sample.Outlets(120)); added != 0 || err != nil {
			t.Errorf("%d added to an operator's catalogue: %v", added, err)
		}
	})
}

// Outlets with an address that take articles carry pages, the recommended ones first.
func TestCarriers(t *testing.T) {
	t.Parallel()
	eachShelf(t, func(t *testing.T, s *shelf) {
		add := func(key string, change func(*catalogue.Entry)) {
			t.Helper()
			f := catalogue.Fields{
				Name: key, URL: of("https://" + key + ".example/a"), MediaType: catalogue.News,
				ContentTypes: store.Texts{"article"}, Price: catalogue.Price{Points: 10},
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
