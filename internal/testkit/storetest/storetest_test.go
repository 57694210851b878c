package storetest_test

import (
	"context"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/testkit/storetest"
)

// Two databases of one test share nothing, and both are complete.
func TestFresh(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, one *store.DB) {
		ctx := context.Background()
		other := storetest.Open(t, one.Dialect())
		for _, db := range []*store.DB{one, other} {
			v, err := db.SchemaVersion(ctx)
			if err != nil || !v.Current() {
				t.Fatalf("version %+v, error %v", v, err)
			}
			storetest.Exec(t, db, "INSERT INTO rate_limit (key, tat_us) VALUES ($1, $2)", "k", 1)
		}
	})
}

func TestClock(t *testing.T) {
	t.Parallel()
	storetest.EachClock(t, func(t *testing.T, db *store.DB, clock *storetest.Clock) {
		if got := db.Now(); !got.Time.Equal(storetest.Start) {
			t.Fatalf("a new clock shows %v", got)
		}
		later := clock.Advance(90e9)
		_ = db.InTx(context.Background(), func(tx *store.Tx) error {
			if !tx.Now.Equal(later) {
				t.Errorf("the transaction began at %v, the clock shows %v", tx.Now, later)
			}
			return nil
		})
	})
}
