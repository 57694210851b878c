package audit_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/audit"
	"renown/internal/floor/store"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

func write(t *testing.T, db *store.DB, a audit.Actor, deed audit.Deed, about audit.About) {
	t.Helper()
	ctx := audit.With(context.Background(), a)
	must.Do(t, db.InTx(ctx, func(tx *store.Tx) error { return audit.WriteTx(ctx, tx, deed, about) }))
}

func list(t *testing.T, db *store.DB, f audit.Filter) (deeds []string, total int64) {
	t.Helper()
	f.Paging = store.Paging{Number: max(1, f.Paging.Number), Size: max(3, f.Paging.Size)}
	entries, total, err := audit.New(db, 0).List(context.Background(), f)
	must.Do(t, err)
	for _, e := range entries {
		deeds = append(deeds, string(e.Deed)+" "+strings.Join(e.Detail, ","))
	}
	return deeds, total
}

func TestList(t *testing.T) {
	t.Parallel()
	storetest.EachClock(t, func(t *testing.T, db *store.DB, clock *storetest.Clock) {
		for i := range 7 {
			clock.Advance(time.Second)
			write(t, db, audit.Actor{
				UserID: "usr_a", Via: audit.ByConsole, Address: "192.0.2.1",
				RequestID: fmt.Sprint("req_", i),
			}, audit.KeyCreated,
				audit.About{UserID: "usr_a", Subject: fmt.Sprint("key_", i), Detail: []string{fmt.Sprint(i)}})
		}
		clock.Advance(time.Second)
		write(t, db, audit.Actor{UserID: "usr_op", Via: audit.ByConsole}, audit.PointsAdjusted,
			audit.About{UserID: "usr_b", Detail: []string{"-5", strings.Repeat("长", 500) + "\x00"}})
		for _, c := range []struct {
			name   string
			filter audit.Filter
			first  string
			total  int64
		}{
			{"all", audit.Filter{}, "points_adjusted -5," + strings.Repeat("长", 66), 8},
			{"of an account", audit.Filter{UserID: "usr_a"}, "key_created 6", 7},
			{"by somebody", audit.Filter{ActorID: "usr_op"}, "points_adjusted -5," + strings.Repeat("长", 66), 1},
			{"a deed", audit.Filter{Deed: audit.KeyCreated}, "key_created 6", 7},
			{"a subject", audit.Filter{Text: "key_3"}, "key_created 3", 1},
			{"a request", audit.Filter{Text: "req_0"}, "key_created 0", 1},
			{"an address", audit.Filter{Text: "192.0.2.1"}, "key_created 6", 7},
			{"another's", audit.Filter{UserID: "usr_b", Text: "192.0.2.1"}, "", 0},
			{"the last page", audit.Filter{UserID: "usr_a", Paging: store.Paging{Number: 3, Size: 3}}, "key_created 0", 7},
		} {
			deeds, total := list(t, db, c.filter)
			if total != c.total || c.first != strings.Join(deeds[:min(1, len(deeds))], "") {
				t.Errorf("%s: %d, %q", c.name, total, deeds)
			}
		}
	})
}

// Who is gone is in no row any more; what was done is.
func TestForget(t *testing.T) {
	t.Parallel()
	storetest.EachClock(t, func(t *testing.T, db *store.DB, _ *storetest.Clock) {
		write(t, db, audit.Actor{UserID: "usr_a", Via: audit.ByConsole, Address: "192.0.2.1"}, audit.LoggedIn,
			audit.About{UserID: "usr_a", Subject: "ses_1"})
		write(t, db, audit.Actor{UserID: "usr_a", Via: audit.ByConsole, Address: "192.0.2.1"}, audit.MemberJoined,
			audit.About{UserID: "usr_b", Subject: "usr_a"})
		must.Do(t, db.InTx(t.Context(), func(tx *store.Tx) error {
			_, err := audit.ForgetTx(t.Context(), tx, "usr_a")
			return err
		}))
		entries, _, err := audit.New(db, 0).List(t.Context(), audit.Filter{Paging: store.Paging{Number: 1, Size: 9}})
		if err != nil || len(entries) != 2 {
			t.Fatal(entries, err)
		}
		for _, e := range entries {
			if text := fmt.Sprint(e); strings.Contains(text, "usr_a") || strings.Contains(text, "192.0.2.1") ||
				!strings.Contains(text, audit.Tombstone("usr_a")) {
				t.Errorf("left: %s", text)
			}
		}
	})
}

func TestPurge(t *testing.T) {
	t.Parallel()
	storetest.EachClock(t, func(t *testing.T, db *store.DB, clock *storetest.Clock) {
		const year = 365 * 24 * time.Hour
		write(t, db, audit.Actor{}, audit.LoggedIn, audit.About{})
		clock.Advance(time.Second)
		write(t, db, audit.Actor{}, audit.PlanSet, audit.About{})
		clock.Advance(year)
		if n, err := audit.New(db, 0).Purge(t.Context()); n != 0 || err != nil {
			t.Errorf("for ever: %d, %v", n, err)
		}
		if n, err := audit.New(db, year).Purge(t.Context()); n != 1 || err != nil {
			t.Errorf("%d erased, want 1 (%v)", n, err)
		}
		if deeds, _ := list(t, db, audit.Filter{}); !slices.Equal(deeds, []string{"plan_set "}) {
			t.Errorf("left: %v", deeds)
		}
	})
}
