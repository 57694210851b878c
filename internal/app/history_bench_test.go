package app_test

import (
	"context"
	"testing"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/assistant/simulator"
)

// BenchmarkHistory is thirty days of the demo's first brand, 96 answers a day, on SQLite.
func BenchmarkHistory(b *testing.B) {
	atMost(b, 2)
	for b.Loop() {
		b.StopTimer()
		database := storetest.URL(b, store.SQLite)
		s := apitest.Start(b, store.SQLite, apitest.Options{Database: database, Settings: func(s *config.Settings) {
			s.Simulate, s.Role, s.DatabaseURL = &simulator.Options{Platforms: s.Catalogue.All()}, config.API, database
			app.SimulateDemo(s.Simulate)
		}})
		d, err := s.App.OpenDemo(context.Background(), "demo@example.com", "long enough a password")
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		if err := s.App.History(context.Background(), d.Caller, d.BrandIDs[:1], 30, func(int, int) {}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStory is the demo as renown demo fills it in, on SQLite.
func BenchmarkStory(b *testing.B) {
	atMost(b, 1)
	for b.Loop() {
		b.StopTimer()
		database := storetest.URL(b, store.SQLite)
		s := apitest.Start(b, store.SQLite, apitest.Options{Database: database, Settings: func(s *config.Settings) {
			s.Simulate, s.Role, s.DatabaseURL = &simulator.Options{Platforms: s.Catalogue.All()}, config.API, database
			app.SimulateDemo(s.Simulate)
		}})
		b.StartTimer()
		d, err := s.App.OpenDemo(context.Background(), "demo@example.com", "long enough a password")
		if err == nil {
			err = s.App.TellStory(context.Background(), d, 60, func(int, int) {})
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}
