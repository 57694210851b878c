package limit_test

import (
	"errors"
	"testing"

	"renown/internal/floor/limit"
	"renown/internal/floor/store"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/storetest"
)

// Who is found is counted for exactly as by Allow, on PostgreSQL by the same statement; who is not, or is to be left out, is not.
func TestCounted(t *testing.T) {
	t.Parallel()
	storetest.EachClock(t, func(t *testing.T, db *store.DB, _ *storetest.Clock) {
		statements := 0
		db.Watch(func(string) { statements++ })
		l := limit.New(db)
		counted := l.Counted(db,
			`SELECT CASE WHEN $1 = 'free' THEN NULL ELSE CAST($1 AS TEXT) END AS key, CAST($2 AS TEXT) AS name WHERE $1 <> 'nobody'`, 2)
		find := func(key string, rate limit.Rate) (limit.Decision, bool, error) {
			var name string
			d, ok, err := counted.Find(t.Context(), rate, []any{key, "Li"}, []any{&name})
			expect.Equal(t, (name == "Li"), (err == nil), key, "is called", name, err)
			return d, ok, err
		}
		rate := limit.Rate{PerMinute: 1, Burst: 4}
		for range rate.Burst + 1 {
			if _, _, err := find("nobody", rate); !errors.Is(err, store.ErrNoRows) {
				t.Error("nobody:", err)
			}
			if d, ok, err := find("free", rate); ok || d != (limit.Decision{}) || err != nil {
				t.Error("not to be counted:", d, ok, err)
			}
			if d, ok, err := find("unlimited", limit.Rate{}); !ok || !d.Allowed || err != nil {
				t.Error("without a limit:", d, ok, err)
			}
		}
		statements = 0
		for left := rate.Burst - 1; left >= 0; left -= 2 { // in turns with Allow
			if d, ok, err := find("k", rate); !ok || !d.Allowed || d.Remaining != left || err != nil {
				t.Errorf("%d must be left: %+v %v %v", left, d, ok, err)
			}
			if d := allow(t, l, "k", rate); !d.Allowed || d.Remaining != left-1 {
				t.Errorf("%d must be left: %+v", left-1, d)
			}
		}
		if d, ok, err := find("k", rate); !ok || d.Allowed || d.RetryAfter <= 0 || err != nil {
			t.Errorf("past the burst: %+v %v %v", d, ok, err)
		}
		if want := map[store.Dialect]int{store.SQLite: 3, store.Postgres: 5}[db.Dialect()]; statements != want {
			t.Errorf("%d statements, want %d", statements, want)
		}
	})
}
