package app_test

import (
	"io"
	"net/http"
	"testing"

	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

// BenchmarkTracing is what one request costs the whole program without traces, and with all of them sent to a collector that
// is away.
func BenchmarkTracing(b *testing.B) {
	for name, traces := range map[string]*config.Traces{
		"off": nil, "sampled": {Endpoint: "http://127.0.0.1:1", Ratio: 1}, "unsampled": {Endpoint: "http://127.0.0.1:1", Ratio: 0},
	} {
		b.Run(name, func(b *testing.B) {
			s := apitest.Start(b, store.SQLite, apitest.Options{Settings: func(s *config.Settings) { unlimited(s); s.Traces = traces }})
			handler, err := s.App.Handler()
			must.Do(b, err)
			r, err := http.NewRequest("GET", "/openapi/v1/me", nil)
			must.Do(b, err)
			r.Header.Set("X-API-KEY", s.Key(b))
			r.RemoteAddr = "127.0.0.1:1"
			b.ReportAllocs()
			for b.Loop() {
				handler.ServeHTTP(blank{http.Header{}}, r)
			}
		})
	}
}

// blank takes an answer and forgets it.
type blank struct{ header http.Header }

func (b blank) Header() http.Header         { return b.header }
func (b blank) Write(p []byte) (int, error) { return len(p), nil }
func (b blank) WriteHeader(int)             {}

// BenchmarkScrape is what showing the figures costs: the first reads the database, the others what it found.
func BenchmarkScrape(b *testing.B) {
	for _, name := range []string{"cached", "read"} {
		b.Run(name, func(b *testing.B) {
			s := apitest.Start(b, store.SQLite, apitest.Options{})
			show := s.App.Scrape(name == "read")
			for b.Loop() {
				must.Do(b, show(io.Discard))
			}
		})
	}
}
