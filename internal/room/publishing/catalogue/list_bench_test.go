package catalogue_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/simulator/sample"
	"renown/internal/testkit/must"
	"renown/internal/testkit/repeat"
)

// BenchmarkList is a page of the catalogue by three filters and a sort, by a search, and of the whole catalogue, its first and one in the
// middle; then what a change costs the first list after it, and what the first list of a process costs.
func BenchmarkList(b *testing.B) {
	const size = 200_000
	b.Run(fmt.Sprint(size), func(b *testing.B) {
		s := newShelf(b, store.SQLite)
		added, err := s.Fill(b.Context(), sample.Outlets(size))
		must.Do(b, err)
		must.Equal(b, added, size, "outlets")
		three := catalogue.Filter{MediaTypes: []string{"news"}, Regions: []string{"北京", "上海"}, MaxPrice: of[int64](200)}
		list := func(b *testing.B, s *shelf, f catalogue.Filter, sort string) {
			got, err := s.List(b.Context(), f, sort, catalogue.Paging{Number: 2, Size: 20})
			must.Do(b, err)
			must.Equal(b, len(got.Items), 20, "of", got.Total, "items")
		}
		list(b, s, three, "price_asc")
		b.Run("three", func(b *testing.B) {
			for b.Loop() {
				list(b, s, three, "price_asc")
			}
		})
		b.Run("search", func(b *testing.B) {
			for b.Loop() {
				list(b, s, catalogue.Filter{Q: "科"}, "price_asc")
			}
		})
		b.Run("all", func(b *testing.B) {
			for b.Loop() {
				list(b, s, catalogue.Filter{}, "recommended")
			}
		})
		b.Run("deep", func(b *testing.B) {
			for b.Loop() {
				_, err := s.List(b.Context(), catalogue.Filter{}, "price_asc", catalogue.Paging{Number: size / 40, Size: 20})
				must.Do(b, err)
			}
		})
		b.Run("changed", func(b *testing.B) {
			id := s.all(b, catalogue.Filter{Q: "青岚", MediaTypes: []string{"overseas", "news"}, Portals: []string{"青岚门户"}}, "")[0].ID
			for i := 0; b.Loop(); i++ {
				_, err := s.Edit(b.Context(), id, func(f *catalogue.Fields) { f.Price.Points = int64(i) })
				must.Do(b, err)
				list(b, s, three, "price_asc")
			}
		})
		b.Run("cold", func(b *testing.B) {
			repeat.AtMost(b, 2)
			before := inUse()
			var cold *shelf
			for b.Loop() {
				cold = &shelf{Catalogue: catalogue.New(s.db, catalogue.Options{})}
				list(b, cold, three, "price_asc")
			}
			b.ReportMetric(float64(inUse()-before)/1e6, "MB")
			runtime.KeepAlive(cold)
		})
	})
}

func inUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// BenchmarkImport is one file of new outlets, and the same file again.
func BenchmarkImport(b *testing.B) {
	const size = 10_000
	var file strings.Builder
	for i := range size {
		fmt.Fprintf(&file,
			`{"key":"k%d","name":"媒体%d","media_type":"news","content_types":["article"],"price":{"points":%d},"url":"https://m%d.example/","industries":["technology"],"region":"北京","delivery":{"average_hours":6,"success_rate":0.9}}`+"\n", i, i, i%500, i)
	}
	repeat.AtMost(b, 2)
	for b.Loop() {
		b.StopTimer()
		s := newShelf(b, store.SQLite)
		b.StartTimer()
		report, err := s.Import(b.Context(), strings.NewReader(file.String()), catalogue.ImportOptions{})
		must.Do(b, err)
		must.Equal(b, report.Created, size, report)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*size), "µs/line")
}
