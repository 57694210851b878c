package run_test

import (
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/assistant"
)

// The day changes at midnight in Beijing, in every season and wherever the year ends; neither a minute earlier by any
// other zone's clock nor by a summer time.
func TestDayChanges(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		for _, midnight := range []time.Time{
			time.Date(2026, 1, 31, 16, 0, 0, 0, time.UTC),
			time.Date(2026, 3, 28, 16, 0, 0, 0, time.UTC), // the night before Europe's clocks change
			time.Date(2026, 6, 20, 16, 0, 0, 0, time.UTC),
			time.Date(2026, 10, 24, 16, 0, 0, 0, time.UTC),
			time.Date(2026, 12, 31, 16, 0, 0, 0, time.UTC),
			time.Date(2028, 2, 28, 16, 0, 0, 0, time.UTC), // a leap day begins
			time.Date(2028, 2, 29, 16, 0, 0, 0, time.UTC),
		} {
			who := w.caller(t, plan.Standard)
			brandID := w.brand(t, who, "问")
			w.clock.Set(midnight.Add(-24 * time.Hour)) // the first moment of the day
			w.accepted(t, who, brandID)
			w.work(t)
			w.clock.Set(midnight.Add(-time.Second))
			_, err := w.submit(who, brandID)
			refused(t, err, fault.DailyLimit, map[string]any{"limit": 1, "used": 1, "resets_at": timestamp.Of(midnight), "retry_after": 1})
			w.clock.Set(midnight.Add(-time.Microsecond))
			_, err = w.submit(who, brandID)
			refused(t, err, fault.DailyLimit, map[string]any{"limit": 1, "used": 1, "resets_at": timestamp.Of(midnight), "retry_after": 1})
			w.clock.Set(midnight)
			w.accepted(t, who, brandID)
			w.work(t)
		}
	})
}

// A team space uses up its owner's day, for every member.
func TestSpacesShareTheDay(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Standard)
		teamID, err := w.accounts.CreateTeam(t.Context(), who.UserID, "市场部")
		must.Do(t, err)
		member := account.Caller{UserID: w.caller(t, plan.Upper).UserID, SpaceID: teamID}
		brandID := w.brand(t, member, "问")
		w.accepted(t, member, brandID)
		w.work(t)
		w.clock.Advance(time.Minute)
		_, err = w.submit(who, w.brand(t, who, "问"))
		if f := fault.As(err); f == nil || f.Code != fault.DailyLimit || f.Detail["used"] != 1 {
			t.Errorf("got %v, want the daily limit reached", err)
		}
	})
}

// The three runs of the upper tier are an hour apart from acceptance to acceptance, to the second. The day's number comes first.
func TestGap(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		brandID := w.brand(t, who, "问")
		w.accepted(t, who, brandID)
		w.work(t)
		for range 2 {
			next := timestamp.Of(w.clock.Now().Add(time.Hour))
			for _, wait := range []time.Duration{time.Hour - 15*time.Second, 2 * time.Second, time.Microsecond} {
				w.clock.Set(next.Add(-wait).Time)
				_, err := w.submit(who, brandID)
				refused(t, err, fault.RunGap, map[string]any{
					"next_allowed_at": next,
					"retry_after":     int((wait + time.Second - 1) / time.Second),
				})
			}
			w.clock.Set(next.Time)
			w.accepted(t, who, brandID)
			w.work(t)
		}
		midnight := timestamp.Of(time.Date(2026, 1, 5, 16, 0, 0, 0, time.UTC))
		for _, later := range []time.Duration{10 * time.Second, time.Hour} {
			w.clock.Advance(later)
			_, err := w.submit(who, brandID)
			refused(t, err, fault.DailyLimit, map[string]any{
				"limit": 3, "used": 3, "resets_at": midnight, "retry_after": int(midnight.Sub(w.clock.Now()) / time.Second),
			})
		}
		w.clock.Set(midnight.Add(-time.Minute).Time)
		storetest.Exec(t, w.db, `UPDATE runs SET created_at = $1 WHERE id = (SELECT max(id) FROM runs)`, midnight.Add(-30*time.Minute))
		w.clock.Set(midnight.Add(time.Minute).Time) // another day, and still too soon
		_, err := w.submit(who, brandID)
		refused(t, err, fault.RunGap, map[string]any{"next_allowed_at": midnight.Add(30 * time.Minute), "retry_after": 29 * 60})
	})
}

// all are the platforms of the upper tier.
var all = []string{"doubao", "deepseek", "qwen", "yuanbao", "kimi", "ernie"}

// The same brand with the same effective platforms and mode within ten seconds is an accident, however it is written.
func TestDuplicate(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name          string
		tier          plan.Tier
		first, second []string
		mode          assistant.Mode
		other         bool // brand
		after         time.Duration
		want          fault.Code
	}{
		{name: "the same", tier: plan.Upper, first: []string{"doubao", "qwen"}, second: []string{"doubao", "qwen"}, want: fault.Duplicate},
		{
			name: "in another order", tier: plan.Upper, first: []string{"doubao", "qwen"},
			second: []string{"qwen", "doubao"}, want: fault.Duplicate,
		},
		{
			name: "named twice", tier: plan.Upper, first: []string{"doubao", "qwen"},
			second: []string{"qwen", "doubao", "qwen"}, want: fault.Duplicate,
		},
		{
			name: "with an unknown one", tier: plan.Upper, first: []string{"doubao"},
			second: []string{"gpt", "doubao", ""}, want: fault.Duplicate,
		},
		{
			name: "with one out of the tier", tier: plan.Standard, first: []string{"doubao"},
			second: []string{"ernie", "doubao"}, want: fault.Duplicate,
		},
		{name: "all, then each by name", tier: plan.Upper, second: all, want: fault.Duplicate},
		{name: "each by name, then all", tier: plan.Standard, first: all, want: fault.Duplicate},
		{name: "the mode spelt out", tier: plan.Upper, mode: assistant.ModeSearch, want: fault.Duplicate},
		{name: "the last moment", tier: plan.Upper, after: 10*time.Second - time.Microsecond, want: fault.Duplicate},
		{name: "afterwards", tier: plan.Upper, after: 10 * time.Second, want: fault.RunGap},
		{name: "afterwards, in the lower tier", tier: plan.Standard, after: 10 * time.Second, want: fault.DailyLimit},
		{name: "other platforms", tier: plan.Upper, first: []string{"doubao", "qwen"}, second: []string{"doubao"}, want: fault.RunGap},
		{name: "none left", tier: plan.Upper, first: []string{"doubao"}, second: []string{}, want: fault.RunGap},
		{name: "another mode", tier: plan.Upper, mode: assistant.ModeChat, want: fault.RunGap},
		{name: "another brand", tier: plan.Upper, other: true, want: fault.RunGap},
	}
	each(t, options{}, func(t *testing.T, w *world) {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				who := w.caller(t, c.tier)
				brandID := w.brand(t, who, "问")
				first, err := w.submit(who, brandID, c.first...)
				must.Do(t, err)
				w.clock.Advance(c.after)
				if c.other {
					brandID = w.brand(t, who, "问")
				}
				_, err = w.Submit(t.Context(), who, run.Request{
					BrandID: brandID, Platforms: c.second, Mode: c.mode,
					Origin: run.FromConsole,
				})
				if c.want == fault.Duplicate {
					refused(t, err, c.want, map[string]any{"run_id": first})
				} else if !fault.Is(err, c.want) {
					t.Fatalf("got %v, want code %d", err, c.want)
				}
			})
		}
	})
}

// A run in which nothing was ever asked gives its place back: to the day's number and to the gap, not to the ten seconds.
func TestPlaceGivenBack(t *testing.T) {
	t.Parallel()
	unkeyed := func(p *assistant.Platform) {} // as delivered: no platform has a key
	for _, c := range []struct {
		name   string
		o      options
		nobody func(t *testing.T, w *world, who account.Caller, runID string) // sees to it that nothing is asked
		status string
	}{
		{"cancelled while queued", options{}, func(t *testing.T, w *world, who account.Caller, runID string) {
			must.Get(w.Cancel(t.Context(), who, runID))(t)
			must.Do(t, w.Resume(t.Context()))
		}, run.Cancelled},
		{"every platform skipped", options{catalogue: unkeyed}, func(t *testing.T, w *world, _ account.Caller, _ string) {
			must.Do(t, w.Resume(t.Context()))
			must.Do(t, w.Sweep(t.Context()))
		}, run.Failed},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			each(t, c.o, func(t *testing.T, w *world) {
				who := w.caller(t, plan.Standard)
				brandID := w.brand(t, who, "问")
				must.Do(t, w.Suspend(t.Context()))
				first := w.accepted(t, who, brandID)
				w.statusIs(t, who, first, run.Queued)
				w.clock.Advance(time.Second)
				_, err := w.submit(who, brandID, "qwen")
				refused(t, err, fault.DailyLimit, map[string]any{ // as long as it waits it counts
					"limit": 1, "used": 1, "resets_at": timestamp.Of(storetest.Start.Add(14 * time.Hour)), "retry_after": 14*3600 - 1,
				})
				c.nobody(t, w, who, first)
				ended := w.statusIs(t, who, first, c.status)
				must.Equal(t, ended.Progress.Done, ended.Progress.Total, "ended at", ended.Progress)
				_, err = w.submit(who, brandID)
				refused(t, err, fault.Duplicate, map[string]any{"run_id": first})
				w.accepted(t, who, brandID, "qwen")
				w.sound(t)
			})
		})
	}
}

// A run that was cancelled after its first question keeps its place, whether or not an answer came.
func TestPlaceKept(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Standard)
		brandID := w.brand(t, who, "问")
		runID := w.accepted(t, who, brandID)
		_, err := w.Execute(t.Context(), w.take()[0].ID)
		must.Do(t, err)
		must.Get(w.Cancel(t.Context(), who, runID))(t)
		w.clock.Advance(time.Hour)
		_, err = w.submit(who, brandID)
		if f := fault.As(err); f == nil || f.Code != fault.DailyLimit || f.Detail["used"] != 1 {
			t.Fatalf("got %v", err)
		}
	})
}

// Scheduled runs neither count nor start the gap; what is in flight is in flight. One a brand in a period is made.
func TestScheduledDoesNotCount(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Standard)
		brandID := w.brand(t, who, "问")
		due := timestamp.Of(w.clock.Now())
		scheduled, err := w.Submit(t.Context(), who, run.Request{BrandID: brandID, Origin: run.FromSchedule, Due: &due})
		must.Do(t, err)
		_, err = w.submit(who, brandID)
		refused(t, err, fault.RunInFlight, map[string]any{"run_id": scheduled.RunID, "status": run.Running})
		w.work(t)
		w.accepted(t, who, brandID)
		w.work(t)
		w.clock.Advance(time.Minute)
		due = timestamp.Of(w.clock.Now())
		_, err = w.Submit(t.Context(), who, run.Request{BrandID: brandID, Origin: run.FromSchedule, Due: &due})
		refused(t, err, fault.Duplicate, nil)
		w.clock.Advance(7 * 24 * time.Hour)
		w.accepted(t, who, brandID)
		w.work(t)
		due = timestamp.Of(w.clock.Now()) // nor do the caller's own runs stand in its way
		must.Get(w.Submit(t.Context(), who, run.Request{BrandID: brandID, Origin: run.FromSchedule, Due: &due}))(t)
		w.sound(t)
	})
}
