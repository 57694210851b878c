package plan_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/plan"
	"renown/internal/room/points"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

var beijing = time.FixedZone("UTC+8", 8*3600)

// at reads a time in Beijing.
func at(t must.Tester, text string) timestamp.Time {
	t.Helper()
	when := must.Get(time.ParseInLocation("2006-01-02 15:04:05.999999", text, beijing))(t)
	return timestamp.Of(when)
}

func TestCycle(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ began, now, start, end string }{
		{"2026-01-05 10:00:00", "2026-01-05 10:00:00", "2026-01-05", "2026-02-05"},
		{"2026-01-05 10:00:00", "2026-02-04 23:59:59.999999", "2026-01-05", "2026-02-05"},
		{"2026-01-05 10:00:00", "2026-02-05 00:00:00", "2026-02-05", "2026-03-05"},
		{"2026-01-05 10:00:00", "2028-12-31 12:00:00", "2028-12-05", "2029-01-05"},
		{"2026-01-31 00:00:00", "2026-02-27 23:59:59.999999", "2026-01-31", "2026-02-28"},
		{"2026-01-31 00:00:00", "2026-02-28 00:00:00", "2026-02-28", "2026-03-31"},
		{"2026-01-31 00:00:00", "2026-03-30 12:00:00", "2026-02-28", "2026-03-31"},
		{"2026-01-31 00:00:00", "2026-03-31 00:00:00", "2026-03-31", "2026-04-30"},
		{"2028-01-30 00:00:00", "2028-02-29 00:00:00", "2028-02-29", "2028-03-30"}, // a leap year
		{"2028-02-29 08:00:00", "2029-02-28 00:00:00", "2029-02-28", "2029-03-29"},
		{"2026-12-31 23:59:59", "2027-01-30 12:00:00", "2026-12-31", "2027-01-31"},
		{"2026-03-05 10:00:00", "2026-02-20 00:00:00", "2026-02-05", "2026-03-05"}, // a clock that is behind
	} {
		s := plan.Subscription{StartedAt: at(t, c.began)}
		want := points.Cycle{Start: at(t, c.start+" 00:00:00"), End: at(t, c.end+" 00:00:00")}
		if diff := cmp.Diff(want, s.Cycle(at(t, c.now))); diff != "" {
			t.Errorf("begun %s, now %s (-want +got)\n%s", c.began, c.now, diff)
		}
	}
	// 1 March in Beijing is still 28 February in UTC.
	s := plan.Subscription{StartedAt: timestamp.Of(time.Date(2026, 2, 28, 16, 0, 0, 0, time.UTC))}
	if got := s.Cycle(s.StartedAt); got.Start != s.StartedAt || got.End != at(t, "2026-04-01 00:00:00") {
		t.Errorf("got %v to %v", got.Start, got.End)
	}
}

// Cycles follow each other without gap or overlap, and none loses the day on which the first began.
func TestCyclesFollow(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		began := timestamp.Of(time.Unix(rapid.Int64Range(1_700_000_000, 2_000_000_000).Draw(t, "began"), 0))
		s, day := plan.Subscription{StartedAt: began}, began.In(beijing).Day()
		now := began.Add(time.Duration(rapid.Int64Range(0, 5*365*24*3600).Draw(t, "after")) * time.Second)
		cycle := s.Cycle(now)
		if now.Before(cycle.Start.Time) || !now.Before(cycle.End.Time) {
			t.Fatalf("%v is not in %v to %v", now, cycle.Start, cycle.End)
		}
		if next := s.Cycle(cycle.End); next.Start != cycle.End {
			t.Fatalf("after %v comes %v", cycle.End, next.Start)
		}
		if before := s.Cycle(cycle.Start.Add(-time.Microsecond)); before.End != cycle.Start {
			t.Fatalf("before %v ends %v", cycle.Start, before.End)
		}
		start := cycle.Start.In(beijing)
		if start.Day() != day && (start.Day() > day || start.AddDate(0, 0, 1).Day() != 1) || start.Hour()+
			start.Minute()+start.Second() != 0 {
			t.Fatalf("begun on the %d., the cycle starts %v", day, start)
		}
	})
}

// record is an entry without what is different each time.
type record struct {
	Kind          points.Kind
	Points, After int64
	At            string
	Note          string
}

func (w *world) records(t *testing.T, userID string) []record {
	t.Helper()
	entries, total, err := w.PointsRecords(t.Context(), userID, points.Paging{Number: 1, Size: 100})
	must.Do(t, err)
	if int(total) != len(entries) {
		t.Errorf("%d entries, counted %d", len(entries), total)
	}
	list := make([]record, len(entries))
	for i, e := range entries {
		list[len(list)-1-i] = record{e.Kind, e.Points, e.BalanceAfter, e.CreatedAt.In(beijing).Format("2006-01-02 15:04"), e.Note}
	}
	return list
}

func (w *world) balance(t *testing.T, userID string, want int64) plan.Quota {
	t.Helper()
	quota := must.Get(w.Quota(t.Context(), userID))(t)
	expect.Equal(t, quota.Balance, want, "the balance is")
	return quota
}

func (w *world) agree(t *testing.T) {
	t.Helper()
	if _, found, err := points.New(w.db).Check(t.Context()); err != nil || len(found) > 0 {
		t.Errorf("the accounts and their entries differ: %v, %v", found, err)
	}
}

const (
	granted  = "granted"
	lapsed   = "lapsed"
	upgraded = "upgraded"
)

// Cycles without a call are not made up for: what was left lapsed when the cycle ended, and today's is granted.
func TestUnseenCycles(t *testing.T) {
	t.Parallel()
	each(t, plan.Options{}, func(t *testing.T, w *world) {
		userID := w.open(t, plan.Terms{Tier: plan.Standard})
		w.clock.Advance(3 * day)
		w.balance(t, userID, 300)
		w.clock.Set(at(t, "2026-05-20 12:00:00").Time)
		quota := w.balance(t, userID, 300)
		if want := (points.Cycle{
			Start: at(t, "2026-05-05 00:00:00"),
			End:   at(t, "2026-06-05 00:00:00"),
		}); quota.Cycle != want || quota.Granted != 300 {
			t.Errorf("got %+v", quota)
		}
		for range 3 { // a second look changes nothing
			want := []record{
				{points.Grant, 300, 300, "2026-01-05 10:00", granted},
				{points.Expire, -300, 0, "2026-02-05 00:00", lapsed},
				{points.Grant, 300, 300, "2026-05-05 00:00", granted},
			}
			expect.Same(t, w.records(t, userID), want)
		}
		w.agree(t)
	})
}

func TestTierChanges(t *testing.T) {
	t.Parallel()
	each(t, plan.Options{}, func(t *testing.T, w *world) {
		userID := w.open(t, plan.Terms{Tier: plan.Trial})
		set := func(tier plan.Tier) {
			must.Get(w.Set(t.Context(), userID, plan.Change{Tier: &tier, Forever: true}))(t)
		}
		w.clock.Advance(day)
		set(plan.Upper) // not looked at before: the trial's grant and the difference
		w.balance(t, userID, 1000)
		set(plan.Standard) // counts from the next cycle on
		w.balance(t, userID, 1000)
		set(plan.Upper)
		w.balance(t, userID, 1000)
		set(plan.Standard)
		w.clock.Set(at(t, "2026-02-05 00:00:00").Time)
		w.balance(t, userID, 300)
		want := []record{
			{points.Grant, 300, 300, "2026-01-05 10:00", granted},
			{points.Grant, 700, 1000, "2026-01-06 10:00", upgraded},
			{points.Expire, -1000, 0, "2026-02-05 00:00", lapsed},
			{points.Grant, 300, 300, "2026-02-05 00:00", granted},
		}
		expect.Same(t, w.records(t, userID), want)
		w.agree(t)
	})
}

// An ended subscription keeps what it has until the cycle ends, is granted nothing more, and is made whole when renewed.
func TestExpiredGrantsNothing(t *testing.T) {
	t.Parallel()
	each(t, plan.Options{}, func(t *testing.T, w *world) {
		userID := w.open(t, plan.Terms{Tier: plan.Trial})
		w.balance(t, userID, 300)
		w.clock.Advance(8 * day)
		w.balance(t, userID, 300)
		w.clock.Set(at(t, "2026-02-10 09:00:00").Time)
		if quota := w.balance(t, userID, 0); quota.Granted != 0 {
			t.Errorf("granted %d", quota.Granted)
		}
		must.Get(w.Set(t.Context(), userID, plan.Change{Forever: true}))(t)
		w.balance(t, userID, 300)
		want := []record{
			{points.Grant, 300, 300, "2026-01-05 10:00", granted},
			{points.Expire, -300, 0, "2026-02-05 00:00", lapsed},
			{points.Grant, 300, 300, "2026-02-10 09:00", granted},
		}
		expect.Same(t, w.records(t, userID), want)
		w.agree(t)
	})
}

// However many look first, the cycle is granted once.
func TestGrantedOnce(t *testing.T) {
	t.Parallel()
	each(t, plan.Options{}, func(t *testing.T, w *world) {
		userID := w.open(t, plan.Terms{Tier: plan.Upper})
		for range 2 {
			done := make(chan error)
			for range 20 {
				go func() {
					_, err := w.Quota(t.Context(), userID)
					done <- err
				}()
			}
			for range 20 {
				must.Do(t, <-done)
			}
			w.clock.Advance(31 * day)
		}
		w.balance(t, userID, 1000)
		if got := w.records(t, userID); len(got) != 5 {
			t.Errorf("three cycles wrote %v", got)
		}
		w.agree(t)
	})
}

func TestAdjust(t *testing.T) {
	t.Parallel()
	each(t, plan.Options{}, func(t *testing.T, w *world) {
		ctx, userID := t.Context(), w.open(t, plan.Terms{Tier: plan.Standard})
		for _, c := range []struct {
			name   string
			user   string
			by     int64
			reason string
			code   fault.Code
		}{
			{"nothing", userID, 0, "试", fault.Malformed},
			{"too much", userID, 1_000_000_001, "试", fault.Malformed},
			{"no reason", userID, 5, " \n", fault.Malformed},
			{"more than there is", userID, -301, "试", fault.PointsShort},
			{"nobody", "usr_none", 5, "试", fault.NoSuchThing},
		} {
			expect.Refuse(t, expect.Error(w.AdjustPoints(ctx, c.user, c.by, c.reason)), c.code, c.name)
		}
		_, err := w.AdjustPoints(ctx, userID, -301, "试")
		expect.Same(t, fault.As(err).Detail, map[string]any{"required": int64(301), "balance": int64(300), "shortfall": int64(1)})
		quota, err := w.AdjustPoints(ctx, userID, -300, "  冲正 ")
		if err != nil || quota.Balance != 0 || quota.Granted != 300 {
			t.Errorf("%+v, %v", quota, err)
		}
		must.Get(w.AdjustPoints(ctx, userID, 20, "补偿"))(t)
		want := []record{
			{points.Grant, 300, 300, "2026-01-05 10:00", granted},
			{points.Adjust, -300, 0, "2026-01-05 10:00", "adjusted:冲正"},
			{points.Adjust, 20, 20, "2026-01-05 10:00", "adjusted:补偿"},
		}
		expect.Same(t, w.records(t, userID), want)
		w.agree(t)
	})
}

// A user without a plan has no points either, and a clock that runs behind turns no cycle back.
func TestPointsOfNobody(t *testing.T) {
	t.Parallel()
	each(t, plan.Options{}, func(t *testing.T, w *world) {
		expect.Refuse(t, expect.Error(w.Quota(t.Context(), "usr_none")), fault.NoSuchThing)
		userID := w.open(t, plan.Terms{Tier: plan.Standard})
		w.clock.Advance(40 * day)
		ahead := w.balance(t, userID, 300)
		w.clock.Advance(-20 * day)
		if behind := w.balance(t, userID, 300); behind != ahead {
			t.Errorf("%+v, before %+v", behind, ahead)
		}
		must.Do(t, w.db.InTx(t.Context(), func(tx *store.Tx) error {
			_, book, err := w.PointsTx(t.Context(), tx, userID)
			if err == nil && book.Cycle != ahead.Cycle {
				t.Errorf("the cycle is %v", book.Cycle)
			}
			return err
		}))
		w.agree(t)
	})
}

// What a cycle grants does not depend on a look before the subscription ended in it. Of the cycles
// after that nothing is granted.
func TestGrantedUnseenBeforeTheEnd(t *testing.T) {
	t.Parallel()
	each(t, plan.Options{}, func(t *testing.T, w *world) {
		end := at(t, "2026-03-20 00:00:00")
		seen := w.open(t, plan.Terms{Tier: plan.Standard, ExpiresAt: &end})
		unseen := must.Get(w.Open(t.Context(), w.prepared(t, "wang@example.com"), plan.Terms{Tier: plan.Standard, ExpiresAt: &end}))(t)
		late := must.Get(w.Open(t.Context(), w.prepared(t, "zhao@example.com"), plan.Terms{Tier: plan.Standard, ExpiresAt: &end}))(t)
		w.clock.Set(at(t, "2026-03-05 00:00:00").Time)
		w.balance(t, seen, 300)
		w.clock.Set(at(t, "2026-03-25 00:00:00").Time)
		w.balance(t, seen, 300)
		if quota := w.balance(t, unseen, 300); quota.Granted != 300 {
			t.Errorf("granted %d", quota.Granted)
		}
		expect.Same(t, w.records(t, unseen), []record{{points.Grant, 300, 300, "2026-03-05 00:00", granted}})
		upper := plan.Upper
		must.Get(w.Set(t.Context(), unseen, plan.Change{Tier: &upper}))(t) // still over: nothing more
		w.balance(t, unseen, 300)
		w.clock.Set(at(t, "2026-04-05 00:00:00").Time)
		for _, userID := range []string{seen, unseen, late} {
			w.balance(t, userID, 0)
		}
		w.agree(t)
	})
}
