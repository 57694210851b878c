package fact_test

import (
	"testing"
	"time"

	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/fact"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// Who saves facts holds the brand and then what is kept of it. A comparison that runs meanwhile waits for the brand
// with nothing held, so that
// the two never wait for each other: while it reads answers, adds them up, and forgets them.
func TestComparisonHoldsNothingWhileFactsAreSaved(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		ctx := t.Context()
		b := watched(t, w, "青禾咖啡有 500 家门店。", "青禾咖啡有 412 家门店。")
		facts := fact.New(w.DB, w.Plans, w.Brands, queue.Gather(w.DB, func([]queue.Job) {}), nil)
		one := must.Get(facts.Create(ctx, b.Who, b.ID, fact.Fields{Attribute: "门店数", Value: "412", Unit: "家"}))(t)
		checked := func(name string) {
			t.Helper()
			const kept = `SELECT changes FROM fact_sheets WHERE brand_id = $1`
			done := make(chan error, 1)
			err := w.DB.InTx(ctx, func(tx *store.Tx) error {
				if _, err := w.Brands.FindTx(ctx, tx, b.Who, b.ID); err != nil {
					return err
				}
				go func() { done <- facts.Compare(ctx, b.ID) }()
				if w.DB.Dialect() != store.Postgres { // the check waits for the whole database
					_, err := tx.Exec(ctx, kept, b.ID)
					return err
				}
				for n := 0; n == 0; {
					if err := w.DB.Read().QueryRow(ctx,
						`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&n); err != nil {
						return err
					}
				}
				_, err := tx.Exec(ctx, kept+` FOR UPDATE NOWAIT`, b.ID)
				return err
			})
			if err != nil {
				t.Errorf("%s: the check holds what was read: %v", name, err)
			}
			must.Do(t, <-done)
		}
		checked("answers are read")
		w.Clock.Advance(48 * time.Hour)
		w.Exec(t, `DELETE FROM compared_days`)
		checked("days are added up")
		must.Do(t, facts.Delete(ctx, b.Who, one.ID))
		checked("all is forgotten")
	})
}
