package plan_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

const day = 24 * time.Hour

type world struct {
	*plan.Plans
	accounts *account.Accounts
	db       *store.DB
	clock    *storetest.Clock
}

// each runs body on both engines with a clock that stands still, for the throttles too.
func each(t *testing.T, options plan.Options, body func(t *testing.T, w *world)) {
	t.Helper()
	storetest.EachClock(t, func(t *testing.T, db *store.DB, clock *storetest.Clock) {
		inMemory := limit.New(storetest.Open(t, store.SQLite, store.WithClock(clock.Now)))
		accounts := account.New(db, inMemory, account.Options{MaxKeys: 50, PasswordMemory: 64})
		body(t, &world{plan.New(db, accounts, options), accounts, db, clock})
	})
}

func (w *world) prepared(t *testing.T, email string) account.NewUser {
	t.Helper()
	return must.Get(w.accounts.Prepare(t.Context(), email, "x"))(t)
}

// li is prepared once: hashing a password for every scenario would take most of the time.
var li = sync.OnceValues(func() (account.NewUser, error) {
	return account.New(nil, nil, account.Options{PasswordMemory: 64}).Prepare(context.Background(), "li@example.com", "x")
})

func (w *world) open(t *testing.T, terms plan.Terms) string {
	t.Helper()
	user := must.Get(li())(t)
	return must.Get(w.Open(t.Context(), user, terms))(t)
}

// after is so long after the clock's start.
func after(d time.Duration) *timestamp.Time {
	s := timestamp.Of(storetest.Start.Add(d))
	return &s
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	each(t, plan.Options{}, func(t *testing.T, w *world) {
		ctx := t.Context()
		expect.Is(t, expect.Error(w.Open(ctx, w.prepared(t, "wang@example.com"), plan.Terms{Tier: "free"})),
			store.ErrCheck, "an unknown tier")
		expect.Refuse(t, expect.Error(w.accounts.ByEmail(ctx, "wang@example.com")), fault.NoSuchThing, "an account without a plan is left")
		w.open(t, plan.Terms{Tier: plan.Trial})
		expect.Refuse(t, expect.Error(w.Open(ctx, w.prepared(t, "LI@example.com"), plan.Terms{Tier: plan.Trial})),
			fault.Duplicate, "the same address")
		all, err := w.All(ctx)
		if err != nil || len(all) != 1 {
			t.Errorf("there are the subscriptions %v (%v)", all, err)
		}
	})
}

func TestOpen(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		terms plan.Terms
		want  *timestamp.Time
	}{
		{"trial", plan.Terms{Tier: plan.Trial}, after(7 * day)},
		{"trial with an end", plan.Terms{Tier: plan.Trial, ExpiresAt: after(day)}, after(day)},
		{"trial for ever", plan.Terms{Tier: plan.Trial, Forever: true}, nil},
		{"standard", plan.Terms{Tier: plan.Standard}, nil},
		{"standard with an end", plan.Terms{Tier: plan.Standard, ExpiresAt: after(365 * day)}, after(365 * day)},
		{"upper", plan.Terms{Tier: plan.Upper}, nil},
		{"upper with an end in the past", plan.Terms{Tier: plan.Upper, ExpiresAt: after(-day)}, after(-day)},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			each(t, plan.Options{}, func(t *testing.T, w *world) {
				userID := w.open(t, c.terms)
				want := plan.Subscription{UserID: userID, Tier: c.terms.Tier, StartedAt: *after(0), ExpiresAt: c.want}
				got, err := w.Of(t.Context(), userID)
				if diff := cmp.Diff(want, got); diff != "" || err != nil {
					t.Errorf("%v\n%s", err, diff)
				}
				all, err := w.All(t.Context())
				if diff := cmp.Diff(map[string]plan.Subscription{userID: want}, all); diff != "" || err != nil {
					t.Errorf("%v\n%s", err, diff)
				}
			})
		})
	}
}

// The end itself is over: what is allowed a microsecond before is refused then.
func TestRequireCurrent(t *testing.T) {
	t.Parallel()
	end := after(7 * day)
	for _, c := range []struct {
		name    string
		ends    *timestamp.Time
		now     time.Duration
		expired bool
	}{
		{"long past", end, 30 * day, true},
		{"a microsecond past", end, 7*day + time.Microsecond, true},
		{"the end", end, 7 * day, true},
		{"a microsecond before", end, 7*day - time.Microsecond, false},
		{"the beginning", end, 0, false},
		{"no end", nil, 250 * 365 * day, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := plan.Subscription{Tier: plan.Trial, ExpiresAt: c.ends}
			now := *after(0)
			now = timestamp.Of(time.UnixMicro(now.UnixMicro() + c.now.Microseconds()))
			err := s.RequireCurrent(now)
			if s.Expired(now) != c.expired || fault.Is(err, fault.Expired) != c.expired || (err != nil) != c.expired {
				t.Fatalf("expired: %t, %v, want %t", s.Expired(now), err, c.expired)
			}
			if !c.expired {
				return
			}
			expect.Same(t, fault.As(err).Detail, map[string]any{"expired_at": *end})
		})
	}
}

func TestSet(t *testing.T) {
	t.Parallel()
	tier := func(t plan.Tier) *plan.Tier { return &t }
	agreed := after(100 * day)
	for _, c := range []struct {
		name   string
		before plan.Terms
		change plan.Change
		tier   plan.Tier
		ends   *timestamp.Time
	}{
		{"nothing", plan.Terms{Tier: plan.Trial}, plan.Change{}, plan.Trial, after(7 * day)},
		{"the same trial", plan.Terms{Tier: plan.Trial}, plan.Change{Tier: tier(plan.Trial)}, plan.Trial, after(7 * day)},
		{"leaving a trial", plan.Terms{Tier: plan.Trial}, plan.Change{Tier: tier(plan.Standard)}, plan.Standard, nil},
		{
			"leaving a trial with an end",
			plan.Terms{Tier: plan.Trial},
			plan.Change{Tier: tier(plan.Upper), ExpiresAt: agreed},
			plan.Upper, agreed,
		},
		{"entering a trial", plan.Terms{Tier: plan.Upper}, plan.Change{Tier: tier(plan.Trial)}, plan.Trial, after(day + 7*day)},
		{
			"entering a trial with an end",
			plan.Terms{Tier: plan.Standard, ExpiresAt: agreed},
			plan.Change{Tier: tier(plan.Trial), ExpiresAt: after(2 * day)},
			plan.Trial, after(2 * day),
		},
		{"entering a trial for ever", plan.Terms{Tier: plan.Standard}, plan.Change{Tier: tier(plan.Trial), Forever: true}, plan.Trial, nil},
		{
			"moving up keeps the end",
			plan.Terms{Tier: plan.Standard, ExpiresAt: agreed},
			plan.Change{Tier: tier(plan.Upper)},
			plan.Upper, agreed,
		},
		{
			"moving down keeps the end",
			plan.Terms{Tier: plan.Upper, ExpiresAt: agreed},
			plan.Change{Tier: tier(plan.Standard)},
			plan.Standard, agreed,
		},
		{"moving up keeps no end", plan.Terms{Tier: plan.Standard}, plan.Change{Tier: tier(plan.Upper)}, plan.Upper, nil},
		{
			"another end",
			plan.Terms{Tier: plan.Standard, ExpiresAt: agreed},
			plan.Change{ExpiresAt: after(200 * day)},
			plan.Standard, after(200 * day),
		},
		{"a longer trial", plan.Terms{Tier: plan.Trial}, plan.Change{ExpiresAt: after(30 * day)}, plan.Trial, after(30 * day)},
		{"for ever", plan.Terms{Tier: plan.Upper, ExpiresAt: agreed}, plan.Change{Forever: true}, plan.Upper, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			each(t, plan.Options{}, func(t *testing.T, w *world) {
				userID := w.open(t, c.before)
				w.clock.Advance(day)
				want := plan.Subscription{UserID: userID, Tier: c.tier, StartedAt: *after(0), ExpiresAt: c.ends}
				answered := must.Get(w.Set(t.Context(), userID, c.change))(t)
				kept := must.Get(w.Of(t.Context(), userID))(t)
				for name, got := range map[string]plan.Subscription{"answered": answered, "kept": kept} {
					expect.Same(t, got, want, name)
				}
			})
		})
	}
}

func TestNobodysPlan(t *testing.T) {
	t.Parallel()
	each(t, plan.Options{}, func(t *testing.T, w *world) {
		ctx := t.Context()
		for name, call := range map[string]func() error{
			"Of":  func() error { _, err := w.Of(ctx, "usr_none"); return err },
			"Set": func() error { _, err := w.Set(ctx, "usr_none", plan.Change{}); return err },
			"OfTx": func() error {
				return w.db.InTx(ctx, func(tx *store.Tx) error { _, err := w.OfTx(ctx, tx, "usr_none"); return err })
			},
		} {
			err := call()
			if !fault.Is(err, fault.NoSuchThing) || fault.As(err).Detail["id"] != "usr_none" {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// Two changes of one plan follow each other: none is lost between reading and writing.
func TestSetTogether(t *testing.T) {
	t.Parallel()
	each(t, plan.Options{}, func(t *testing.T, w *world) {
		userID := w.open(t, plan.Terms{Tier: plan.Standard})
		upper, done := plan.Upper, make(chan error, 1)
		err := w.db.InTx(t.Context(), func(tx *store.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE subscriptions SET expires_at = $2 WHERE user_id = $1`, userID, after(day))
			go func() {
				_, err := w.Set(t.Context(), userID, plan.Change{Tier: &upper})
				done <- err
			}()
			if err != nil || tx.Dialect() == store.SQLite { // there the other waits for the only writer
				return err
			}
			const waiting = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
			for n := 0; n == 0 && err == nil; {
				err = w.db.Read().QueryRow(t.Context(), waiting).Scan(&n)
			}
			return err
		})
		must.Do(t, err)
		must.Do(t, <-done)
		got, err := w.Of(t.Context(), userID)
		if err != nil || got.Tier != plan.Upper || got.ExpiresAt == nil || *got.ExpiresAt != *after(day) {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}
