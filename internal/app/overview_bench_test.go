package app_test

import (
	"context"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/repeat"
	"renown/internal/testkit/storetest"
)

// BenchmarkOverview asks for the overview of a brand with sixty days of answers, in turns with a bare handler that writes
// the same bytes. "ratio" is ours ÷ bare. "history" is what filling in those days took.
func BenchmarkOverview(b *testing.B) {
	for _, d := range storetest.Dialects {
		b.Run(string(d), func(b *testing.B) {
			url := storetest.URL(b, d)
			s, key, path, took := lived(b, url)
			b.Run("history", func(b *testing.B) {
				repeat.AtMost(b, 1)
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(took.Seconds(), "s")
			})
			compareAll(b, s, path, key)
			must.Do(b, s.Stop())
			if d == store.Postgres { // several processes share one
				compareNodes(b, url, path, key)
			}
		})
	}
}

// lived is a server on a database whose first brand was asked about for sixty days, with a key and the path of its overview,
// and how long the sixty days took.
func lived(b *testing.B, url string) (s *apitest.Server, key, path string, took time.Duration) {
	b.Helper()
	s = apitest.Start(b, "", apitest.Options{Database: url, Logger: ordinaryLog(b), Settings: counted})
	ctx := context.Background()
	demo, err := s.App.OpenDemo(ctx, "bench@example.com", "long enough a password")
	must.Do(b, err)
	began := time.Now()
	must.Do(b, s.App.History(ctx, demo.Caller, demo.BrandIDs[:1], 60, func(int, int) {}))
	return s, demo.Key, "/geo/brands/" + demo.BrandIDs[0] + "/overview", time.Since(began)
}
