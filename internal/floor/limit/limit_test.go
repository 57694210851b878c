package limit_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"renown/internal/floor/limit"
	"renown/internal/floor/store"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// slow gives nothing back while a test runs: one a minute.
var slow = limit.Rate{PerMinute: 1, Burst: 90}

func allow(t testing.TB, l *limit.Limiter, key string, r limit.Rate) limit.Decision {
	t.Helper()
	return must.Get(l.Allow(context.Background(), key, r))(t)
}

// Of many at once exactly the burst is allowed, for each key by itself, also when they come through several limiters
// over one database.
func TestExactUnderConcurrency(t *testing.T) {
	t.Parallel()
	storetest.EachClock(t, func(t *testing.T, db *store.DB, clock *storetest.Clock) {
		limiters := []*limit.Limiter{limit.New(db)}
		if db.Dialect() == store.Postgres { // in memory they would know nothing of each other
			limiters = append(limiters, limit.New(db), limit.New(db))
		}
		allowed := map[string]*atomic.Int64{"a": {}, "b": {}}
		var all sync.WaitGroup
		for i := range 16 {
			all.Go(func() {
				for range 20 {
					for key, n := range allowed {
						d, err := limiters[i%len(limiters)].Allow(context.Background(), key, slow)
						if err != nil {
							t.Error(err)
							return
						}
						if d.Allowed {
							n.Add(1)
						}
					}
				}
			})
		}
		all.Wait()
		for key, n := range allowed {
			if n.Load() != int64(slow.Burst) {
				t.Errorf("%d allowed for %s, want %d", n.Load(), key, slow.Burst)
			}
		}
	})
}

// Two processes are two pools on one database.
func TestExactOverHandles(t *testing.T) {
	t.Parallel()
	url := storetest.URL(t, store.Postgres)
	one, two := limit.New(storetest.OpenURL(t, url)), limit.New(storetest.OpenURL(t, url))
	total := 0
	for range slow.Burst {
		for _, l := range []*limit.Limiter{one, two} {
			if allow(t, l, "k", slow).Allowed {
				total++
			}
		}
	}
	expect.Equal(t, total, slow.Burst, "allowed")
	must.Do(t, one.Forget(t.Context(), "k"))
	if !allow(t, two, "k", slow).Allowed {
		t.Error("refused after another has forgotten it")
	}
}

// What a client is told, step by step: three at once, then one every twenty seconds.
func TestDecisions(t *testing.T) {
	t.Parallel()
	clock := storetest.NewClock()
	l := limit.New(storetest.Open(t, store.SQLite, store.WithClock(clock.Now)))
	rate := limit.Rate{PerMinute: 3, Burst: 3}
	const s = time.Second
	steps := []struct {
		wait time.Duration
		want limit.Decision
	}{
		{0, limit.Decision{Allowed: true, Limit: 3, Remaining: 2, ResetAfter: 20 * s}},
		{0, limit.Decision{Allowed: true, Limit: 3, Remaining: 1, ResetAfter: 40 * s}},
		{0, limit.Decision{Allowed: true, Limit: 3, Remaining: 0, ResetAfter: 60 * s}},
		{0, limit.Decision{Limit: 3, ResetAfter: 60 * s, RetryAfter: 20 * s}},
		{19 * s, limit.Decision{Limit: 3, ResetAfter: 41 * s, RetryAfter: 1 * s}},
		{1 * s, limit.Decision{Allowed: true, Limit: 3, ResetAfter: 60 * s}},
		{0, limit.Decision{Limit: 3, ResetAfter: 60 * s, RetryAfter: 20 * s}},
		{30 * s, limit.Decision{Allowed: true, Limit: 3, ResetAfter: 50 * s}},
		{time.Hour, limit.Decision{Allowed: true, Limit: 3, Remaining: 2, ResetAfter: 20 * s}},
		{-time.Hour, limit.Decision{Allowed: true, Limit: 3, Remaining: 2, ResetAfter: 20 * s}}, // the clock was set back
	}
	for i, step := range steps {
		clock.Advance(step.wait)
		expect.Same(t, allow(t, l, "k", rate), step.want, "step", i)
	}
	if d := allow(t, l, "k", limit.Rate{}); !d.Allowed {
		t.Error("no limit refused")
	}
	if d := allow(t, l, "other", limit.Rate{PerMinute: 7}); !d.Allowed || d.Limit != 1 {
		t.Errorf("a burst of 0 gives %+v, want one", d)
	}
}

// On PostgreSQL the clock is the database's, so the row is moved instead.
func TestRefillShared(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t, store.Postgres)
	l := limit.New(db)
	rate := limit.Rate{PerMinute: 1, Burst: 3}
	shift := func(by time.Duration) {
		storetest.Exec(t, db, "UPDATE rate_limit SET tat_us = tat_us - $1", by.Microseconds())
	}
	for want := 2; want >= 0; want-- {
		if d := allow(t, l, "k", rate); !d.Allowed || d.Remaining != want || d.RetryAfter != 0 {
			t.Fatalf("%+v, want %d remaining", d, want)
		}
	}
	for range 2 {
		d := allow(t, l, "k", rate)
		if d.Allowed || d.RetryAfter <= 50*time.Second || d.RetryAfter > time.Minute || d.ResetAfter > 3*time.Minute {
			t.Fatalf("after the burst %+v", d)
		}
	}
	shift(time.Minute)
	if d := allow(t, l, "k", rate); !d.Allowed || d.Remaining != 0 {
		t.Errorf("a minute later %+v", d)
	}
	if d := allow(t, l, "k", rate); d.Allowed {
		t.Errorf("and at once again %+v", d)
	}
	shift(time.Hour)
	if d := allow(t, l, "k", rate); !d.Allowed || d.Remaining != 2 {
		t.Errorf("an hour later %+v", d)
	}
	shift(-24 * time.Hour)
	if d := allow(t, l, "k", rate); !d.Allowed || d.Remaining != 2 {
		t.Errorf("after the clock was set back %+v", d)
	}
}

func TestUnavailable(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t, store.Postgres)
	l := limit.New(db)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if d, err := l.Allow(ctx, "k", slow); err == nil || d.Allowed {
		t.Errorf("without an answer from the database: %+v, %v", d, err)
	}
}

func BenchmarkMemory(b *testing.B) {
	l := limit.New(storetest.Open(b, store.SQLite))
	keys := make([]string, 1000)
	for i := range keys {
		keys[i] = fmt.Sprintf("key_%026d", i)
	}
	b.ReportAllocs()
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i++ {
			expect.Do(b, expect.Error(l.Allow(context.Background(), keys[i%len(keys)], limit.Rate{PerMinute: 300, Burst: 100})))
		}
	})
}

func BenchmarkPostgres(b *testing.B) {
	l := limit.New(storetest.Open(b, store.Postgres)) // once: it takes longer than what is measured
	b.Run("allow", func(b *testing.B) {
		b.RunParallel(func(pb *testing.PB) {
			for i := 0; pb.Next(); i++ {
				expect.Do(b, expect.Error(l.Allow(context.Background(), fmt.Sprint(i%100), limit.Rate{PerMinute: 300, Burst: 100})))
			}
		})
	})
}

// A key that is forgotten has its whole burst again, on both.
func TestForget(t *testing.T) {
	t.Parallel()
	storetest.EachClock(t, func(t *testing.T, db *store.DB, _ *storetest.Clock) {
		l, rate := limit.New(db), limit.Slow{Every: time.Hour, Burst: 2}
		ask := func() bool {
			d := must.Get(l.AllowSlow(t.Context(), "k", rate))(t)
			if !d.Allowed && (d.RetryAfter < 59*time.Minute || d.RetryAfter > time.Hour) {
				t.Errorf("told to wait %v", d.RetryAfter)
			}
			return d.Allowed
		}
		for range 2 {
			if got := []bool{ask(), ask(), ask()}; !slices.Equal(got, []bool{true, true, false}) {
				t.Errorf("%v: not two at once", got)
			}
			must.Do(t, l.Forget(t.Context(), "k"))
		}
	})
}
