package limit

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"renown/internal/floor/store"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// naive is a bucket counted in microseconds of waiting time: full at window, each request takes an interval.
type naive struct {
	level, at int64
	known     bool
}

func (n *naive) allow(p pace, now int64) (allowed bool, remaining int64) {
	if !n.known {
		*n = naive{level: p.window, at: now, known: true}
	}
	n.level = min(p.window, n.level+now-n.at)
	n.at = now
	if n.level < p.interval {
		return false, 0
	}
	n.level -= p.interval
	return true, n.level / p.interval
}

// Whatever the rate and the times of the requests, the limiter decides as the bucket does, and the wait it tells is
// exactly long enough.
func TestAgainstModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := newPace(Rate{PerMinute: rapid.IntRange(1, 100_000).Draw(t, "rate"), Burst: rapid.IntRange(0, 50).Draw(t, "burst")})
		now := int64(1e15)
		m := newMemory(func() int64 { return now })
		models := map[string]*naive{"a": {}, "b": {}}
		for range rapid.IntRange(1, 100).Draw(t, "requests") {
			now += rapid.Int64Range(0, 2*p.interval).Draw(t, "wait")
			key := rapid.SampledFrom([]string{"a", "b"}).Draw(t, "key")
			d := must.Get(m.allow(context.Background(), key, p))(t)
			allowed, remaining := models[key].allow(p, now)
			if d.Allowed != allowed || int64(d.Remaining) != remaining {
				t.Fatalf("decided %+v, the model %v with %d remaining", d, allowed, remaining)
			}
			if allowed != (d.RetryAfter == 0) || !allowed && models[key].level+d.RetryAfter.Microseconds() != p.interval {
				t.Fatalf("told to wait %v at level %d of %d", d.RetryAfter, models[key].level, p.interval)
			}
			if want := p.window - models[key].level; d.ResetAfter.Microseconds() != want {
				t.Fatalf("told to be full after %v, want %d µs", d.ResetAfter, want)
			}
		}
	})
}

// The statement for PostgreSQL keeps what the function keeps, for any number found in the row.
func TestStatementAgainstFunction(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t, store.Postgres)
	s := newShared(db)
	ctx := context.Background()
	i := 0
	rapid.Check(t, func(t *rapid.T) {
		p := newPace(Rate{PerMinute: rapid.IntRange(1, 600).Draw(t, "rate"), Burst: rapid.IntRange(1, 50).Draw(t, "burst")})
		i++
		key := fmt.Sprint("key", i)
		// Far enough from the edges that the time the statement takes does not matter.
		steps := rapid.Int64Range(-3, 70).Draw(t, "steps")
		stray := rapid.SampledFrom([]int64{0, 0, 0, 1e12}).Draw(t, "stray")
		var before int64
		must.Do(t, db.InTx(ctx, func(tx *store.Tx) error {
			return tx.QueryRow(ctx, `INSERT INTO rate_limit (key, tat_us) VALUES ($1,
				CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT) + CAST($2 AS BIGINT)) RETURNING tat_us`,
				key, steps*p.interval+p.interval/2+stray).Scan(&before)
		}))
		d := must.Get(s.allow(ctx, key, p))(t)
		after := must.Get(store.One[int64](db.Read().QueryRow(ctx, "SELECT tat_us FROM rate_limit WHERE key = $1", key)))(t)
		now := after - d.ResetAfter.Microseconds()
		want, ok := p.next(before, now)
		if !ok {
			want = before
		}
		if d.Allowed != ok || after != want {
			t.Fatalf("from %d at %d it kept %d (%+v), want %d, allowed %v", before, now, after, d, want, ok)
		}
	})
}

// Idle keys go, in memory and in the database; keys in use stay, unless there are too many.
func TestSweep(t *testing.T) {
	t.Parallel()
	now := int64(1e15)
	m := newMemory(func() int64 { return now })
	p := newPace(Rate{PerMinute: 60, Burst: 1})
	held := func() (n int) {
		for i := range m.shards {
			n += len(m.shards[i].tats)
		}
		return n
	}
	for i := range 300_000 {
		if i%1000 == 0 {
			now += 1e6 // each of the thousand before is idle by now
		}
		if d, _ := m.allow(context.Background(), fmt.Sprint(i), p); !d.Allowed {
			t.Fatalf("a new key was refused: %+v", d)
		}
	}
	if n := held(); n > 2*firstSweep*shards {
		t.Errorf("%d keys are held, though 1000 were in use at a time", n)
	}
	for i := range 2 * keysPerShard * shards {
		_, _ = m.allow(context.Background(), fmt.Sprint("flood", i), p)
	}
	if n := held(); n > keysPerShard*shards {
		t.Errorf("%d keys are held, more than the bound", n)
	}
}

// However many new keys are made up, one that is used up stays so.
func TestFloodForgivesNobody(t *testing.T) {
	t.Parallel()
	now := int64(1e15)
	m := newMemory(func() int64 { return now })
	p := newPace(Rate{PerMinute: 5, Burst: 10})
	for range 10 {
		_, _ = m.allow(context.Background(), "guessed", p)
	}
	for i := range 4 * keysPerShard * shards {
		_, _ = m.allow(context.Background(), fmt.Sprint("flood", i), p)
	}
	if d, _ := m.allow(context.Background(), "guessed", p); d.Allowed {
		t.Error("a flood of keys gave a key its burst back")
	}
}

func TestSweepShared(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t, store.Postgres)
	s, ctx := newShared(db), context.Background()
	count := func() int64 {
		return must.Get(store.One[int64](db.Read().QueryRow(ctx, "SELECT count(*) FROM rate_limit")))(t)
	}
	p := newPace(Rate{PerMinute: 1, Burst: 1})
	for _, key := range []string{"a", "b", "c"} {
		if d, err := s.allow(ctx, key, p); err != nil || !d.Allowed {
			t.Fatal(d, err)
		}
	}
	storetest.Exec(t, db, "UPDATE rate_limit SET tat_us = 1 WHERE key <> 'a'")
	must.Equal(t, count(), 3, "rows")
	s.sweep.Store(1) // due
	if d, err := s.allow(ctx, "a", p); err != nil || d.Allowed {
		t.Fatal(d, err)
	}
	expect.Equal(t, count(), 1, "rows after the sweep, want the one in use")
	// More than one sweep removes: the next one follows at once, not after the usual pause.
	storetest.Exec(t, db, "INSERT INTO rate_limit (key, tat_us) SELECT 'idle' || n, 1 FROM generate_series(1, 25000) AS n")
	s.sweep.Store(1)
	for _, left := range []int64{15_001, 5_001, 1} {
		must.Get(s.allow(ctx, "a", p))(t)
		expect.Equal(t, count(), left, "rows")
		s.sweep.Add(-sweepAgain.Microseconds())
	}
}

func FuzzPace(f *testing.F) {
	f.Add(300, 100, int64(0), int64(1e15))
	f.Add(1, 1, int64(1<<62), int64(0))
	f.Fuzz(func(t *testing.T, perMinute, burst int, tat, now int64) {
		if perMinute < 1 || burst > 1e9 || now < 0 || now > 1e17 || tat < 0 {
			t.Skip()
		}
		p := newPace(Rate{PerMinute: perMinute, Burst: burst})
		next, ok := p.next(tat, now)
		if ok && (next <= now || next > now+p.window || next < tat && tat <= now+p.window+strayLimit) {
			t.Fatalf("%+v keeps %d at %d after %d", p, next, now, tat)
		}
		d := p.decision(ok, next, now)
		if d.Remaining < 0 || d.Remaining >= max(1, burst) && ok || ok == (d.RetryAfter > 0) || d.ResetAfter < 0 {
			t.Fatalf("%+v decides %+v", p, d)
		}
	})
}
