package app_test

import (
	"io"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

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
