package app_test

import (
	"context"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/repeat"
	"renown/internal/testkit/storetest"
)

// BenchmarkWeight looks at what answers weigh in the database, with everything that is kept because of them: the provider's
// reply, what was found, the day's figures, indexes.
func BenchmarkWeight(b *testing.B) {
	for _, d := range storetest.Dialects {
		b.Run(string(d), func(b *testing.B) {
			repeat.AtMost(b, 1)
			var weight float64
			for b.Loop() {
				s := apitest.Start(b, d, apitest.Options{Logger: ordinaryLog(b), Settings: counted})
				ctx := context.Background()
				demo, err := s.App.OpenDemo(ctx, "bench@example.com", "long enough a password")
				must.Do(b, err)
				before := size(b, s.App.DB)
				must.Do(b, s.App.History(ctx, demo.Caller, demo.BrandIDs[:1], 20, func(int, int) {}))
				answers, err := store.One[int64](s.App.DB.Read().QueryRow(ctx, `SELECT count(*) FROM answers`))
				if err != nil || answers == 0 {
					b.Fatal(answers, err)
				}
				weight += float64(size(b, s.App.DB)-before) / float64(answers)
				must.Do(b, s.Stop())
			}
			b.ReportMetric(weight/float64(b.N), "bytes/answer")
		})
	}
}

// size is how many bytes the database takes, without what it could give back.
func size(b *testing.B, db *store.DB) int64 {
	b.Helper()
	sql := `SELECT pg_database_size(current_database())`
	if db.Dialect() == store.SQLite {
		sql = `SELECT (p.page_count - f.freelist_count) * s.page_size FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s`
	}
	n, err := store.One[int64](db.Read().QueryRow(context.Background(), sql))
	must.Do(b, err)
	return n
}
