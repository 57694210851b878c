package run_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// at is a moment of January 2026 in Beijing; the fifth is a Monday.
func at(day, hour, minute int) time.Time {
	return time.Date(2026, 1, day, hour, minute, 0, 0, time.FixedZone("Beijing", 8*3600))
}

// watch sets a brand's schedule at a moment.
func (w *world) schedule(t *testing.T, who account.Caller, brandID string, when time.Time, s *brand.Schedule) {
	t.Helper()
	w.clock.Set(when)
	must.Get(w.brands.Update(t.Context(), who, brandID, func(p *brand.Profile) { p.Schedule = s }))(t)
}

// dues lists for which times runs were made.
func (w *world) dues(t *testing.T, brandID string) []timestamp.Time {
	t.Helper()
	list, err := store.List(t.Context(), w.db.Read(), store.One[timestamp.Time],
		`SELECT due_at FROM runs WHERE brand_id = $1 AND origin = 'schedule' AND due_at IS NOT NULL ORDER BY due_at`, brandID)
	must.Do(t, err)
	return list
}

// tick is what the periodic job does every minute; what is started is done at once.
func (w *world) tick(t *testing.T, when time.Time) {
	t.Helper()
	w.clock.Set(when)
	must.Do(t, w.Schedule(t.Context()))
	w.work(t)
}

func (w *world) expectDues(t *testing.T, brandID string, want ...time.Time) {
	t.Helper()
	list := []timestamp.Time{}
	for _, d := range want {
		list = append(list, timestamp.Of(d))
	}
	if diff := cmp.Diff(list, w.dues(t, brandID), cmp.Comparer(func(a, b timestamp.Time) bool { return a.Equal(b.Time) })); diff != "" {
		t.Fatalf("at %s: (-want +got)\n%s", w.clock.Now().UTC(), diff)
	}
}

// Daily at eight: not on the day on which it was set at ten, then every day at the full hour and never twice.
func TestDaily(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		brandID := w.brand(t, who, "问")
		w.schedule(t, who, brandID, at(5, 10, 0), &brand.Schedule{Hour: 8})
		w.tick(t, at(5, 10, 0))
		w.tick(t, at(5, 23, 59))
		w.tick(t, at(6, 7, 59))
		w.expectDues(t, brandID)
		w.tick(t, at(6, 8, 0))
		w.expectDues(t, brandID, at(6, 8, 0))
		w.tick(t, at(6, 8, 1))
		w.tick(t, at(7, 7, 59))
		w.expectDues(t, brandID, at(6, 8, 0))
		w.tick(t, at(7, 8, 0))
		w.tick(t, at(8, 9, 30)) // late
		w.expectDues(t, brandID, at(6, 8, 0), at(7, 8, 0), at(8, 8, 0))
		w.schedule(t, who, brandID, at(8, 10, 0), nil)
		w.tick(t, at(9, 8, 0))
		w.expectDues(t, brandID, at(6, 8, 0), at(7, 8, 0), at(8, 8, 0))
		r, _, err := w.List(t.Context(), who, brandID, run.Paging{Number: 1, Size: 1})
		must.Do(t, err)
		if r[0].Trigger != run.FromSchedule || r[0].Status != run.Completed || r[0].Progress.Total != 6 {
			t.Errorf("got %+v", r[0])
		}
	})
}

// Set in the very minute it falls due, it is due at once; moved after the day's run, it is not due before the next day.
func TestScheduleMoved(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		brandID := w.brand(t, who, "问")
		w.schedule(t, who, brandID, at(5, 8, 0), &brand.Schedule{Hour: 8})
		w.tick(t, at(5, 8, 0))
		w.expectDues(t, brandID, at(5, 8, 0))
		w.schedule(t, who, brandID, at(5, 9, 0), &brand.Schedule{Hour: 7})
		w.tick(t, at(5, 9, 1))
		w.expectDues(t, brandID, at(5, 8, 0))
		w.schedule(t, who, brandID, at(5, 9, 30), &brand.Schedule{Hour: 23})
		w.tick(t, at(5, 23, 0))
		w.expectDues(t, brandID, at(5, 8, 0))
		w.schedule(t, who, brandID, at(5, 23, 30), &brand.Schedule{Hour: 0}) // midnight is the next day's first hour
		w.tick(t, at(5, 23, 59))
		w.tick(t, at(6, 0, 0))
		w.expectDues(t, brandID, at(5, 8, 0), at(6, 0, 0))
	})
}

// Weekly, on each day of the week.
func TestWeekly(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		brands := map[int]string{}
		for weekday := 1; weekday <= 7; weekday++ {
			who := w.caller(t, plan.Standard)
			brands[weekday] = w.brand(t, who, "问")
			w.schedule(t, who, brands[weekday], at(5, 10, 0), &brand.Schedule{Hour: 8, Weekday: new(int64(weekday))})
		}
		for day := 5; day <= 20; day++ {
			w.tick(t, at(day, 8, 5))
		}
		for weekday := 1; weekday <= 7; weekday++ {
			var want []time.Time
			for day := 6; day <= 20; day++ {
				if (day-5)%7 == weekday-1 {
					want = append(want, at(day, 8, 0))
				}
			}
			w.expectDues(t, brands[weekday], want...)
		}
	})
}

// Of what was missed while no process was up only the latest is made up for.
func TestMissed(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		daily, weekly := w.brand(t, who, "问"), w.brand(t, who, "问")
		w.schedule(t, who, daily, at(5, 10, 0), &brand.Schedule{Hour: 8})
		w.schedule(t, who, weekly, at(5, 10, 0), &brand.Schedule{Hour: 8, Weekday: new(int64(3))})
		w.tick(t, at(6, 8, 0))
		for range 3 {
			w.tick(t, at(23, 15, 0))
		}
		w.expectDues(t, daily, at(6, 8, 0), at(23, 8, 0))
		w.expectDues(t, weekly, at(21, 8, 0))
	})
}

// Several processes make one run for a due time between them.
func TestDueOnce(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		nodes := []*node{w.node, w.another(t), w.another(t)}
		who := w.caller(t, plan.Upper)
		brandID := w.brand(t, who, "问")
		w.schedule(t, who, brandID, at(5, 10, 0), &brand.Schedule{Hour: 8})
		w.clock.Set(at(6, 8, 0))
		await.AtOnce(12, func(i int) {
			expect.Do(t, nodes[i%3].Schedule(context.Background()))
		})
		w.expectDues(t, brandID, at(6, 8, 0))
		w.work(t)
		await.AtOnce(12, func(i int) {
			expect.Do(t, nodes[i%3].Schedule(context.Background()))
		})
		w.expectDues(t, brandID, at(6, 8, 0))
	})
}

// A due time at which something stands in the way lapses: a run in flight, no enabled prompt, an expired subscription. Others
// are not held up.
func TestScheduleLapses(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		var callers []account.Caller
		var brands []string
		for range 4 {
			who := w.caller(t, plan.Upper)
			callers, brands = append(callers, who), append(brands, w.brand(t, who, "问"))
			w.schedule(t, who, brands[len(brands)-1], at(5, 10, 0), &brand.Schedule{Hour: 8})
		}
		w.clock.Set(at(6, 7, 59))
		inFlight := w.accepted(t, callers[0], brands[0])
		held := w.take()
		prompts := must.Get(w.brands.Prompts(t.Context(), callers[1], brands[1], brand.PromptFilter{}))(t)
		status := func(to string) {
			must.Get(w.brands.UpdatePrompt(t.Context(), callers[1], prompts[0].ID, func(f *brand.PromptFields) { f.Status = to }))(t)
		}
		status(brand.Archived)
		ended := timestamp.Of(at(6, 0, 0))
		must.Get(w.plans.Set(t.Context(), callers[2].UserID, plan.Change{ExpiresAt: &ended}))(t)
		w.tick(t, at(6, 8, 0))
		w.expectDues(t, brands[0])
		w.expectDues(t, brands[1])
		w.expectDues(t, brands[2])
		w.expectDues(t, brands[3], at(6, 8, 0))
		w.enqueued = held
		w.work(t)
		w.statusIs(t, callers[0], inFlight, run.Completed)
		status(brand.Active)
		w.tick(t, at(6, 9, 0))
		w.expectDues(t, brands[0])
		w.expectDues(t, brands[1])
		w.tick(t, at(7, 8, 0))
		w.expectDues(t, brands[0], at(7, 8, 0))
		w.expectDues(t, brands[1], at(7, 8, 0))
		w.tick(t, at(8, 9, 0))
		w.expectDues(t, brands[2])
		must.Get(w.plans.Set(t.Context(), callers[2].UserID, plan.Change{Forever: true}))(t)
		w.tick(t, at(9, 7, 0)) // renewed: what fell due before is past
		w.expectDues(t, brands[2])
		w.tick(t, at(9, 8, 0))
		w.expectDues(t, brands[2], at(9, 8, 0))
	})
}

// A disabled account is not monitored, nor is what it missed made up for once it is enabled again.
func TestScheduleOfDisabled(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		team := account.Caller{UserID: who.UserID, SpaceID: must.Get(w.accounts.CreateTeam(t.Context(), who.UserID, "市场部"))(t)}
		brandID, ofTeam := w.brand(t, who, "问"), w.brand(t, team, "问")
		w.schedule(t, who, brandID, at(5, 10, 0), &brand.Schedule{Hour: 8})
		w.schedule(t, team, ofTeam, at(5, 10, 0), &brand.Schedule{Hour: 8})
		must.Do(t, w.accounts.SetStatus(t.Context(), who.UserID, account.StatusDisabled))
		w.tick(t, at(6, 8, 0))
		w.tick(t, at(7, 8, 0))
		must.Do(t, w.accounts.SetStatus(t.Context(), who.UserID, account.StatusActive))
		w.tick(t, at(7, 8, 1))
		for _, id := range []string{brandID, ofTeam} {
			w.expectDues(t, id)
		}
		w.tick(t, at(8, 8, 0))
		for _, id := range []string{brandID, ofTeam} {
			w.expectDues(t, id, at(8, 8, 0))
		}
	})
}

// A suspended installation holds scheduled runs like all others.
func TestScheduleSuspended(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		brandID := w.brand(t, who, "问")
		w.schedule(t, who, brandID, at(5, 10, 0), &brand.Schedule{Hour: 8})
		must.Do(t, w.Suspend(t.Context()))
		w.tick(t, at(6, 8, 0))
		w.tick(t, at(7, 8, 0)) // the one before still waits
		w.expectDues(t, brandID, at(6, 8, 0))
		must.Do(t, w.Resume(t.Context()))
		must.Do(t, w.Sweep(t.Context()))
		w.work(t)
		w.tick(t, at(7, 8, 1))
		w.tick(t, at(8, 8, 0))
		w.expectDues(t, brandID, at(6, 8, 0), at(8, 8, 0)) // that of the seventh lapsed
	})
}

// A daily schedule of an account that has moved to a lower tier is kept weekly: the first due time of each week.
func TestDailyAfterDowngrade(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		brandID := w.brand(t, who, "问")
		w.schedule(t, who, brandID, at(5, 10, 0), &brand.Schedule{Hour: 8})
		w.tick(t, at(6, 8, 0))
		w.tick(t, at(7, 8, 0))
		must.Get(w.plans.Set(t.Context(), who.UserID, plan.Change{Tier: new(plan.Standard)}))(t)
		for day := 8; day <= 22; day++ {
			w.tick(t, at(day, 8, 0))
		}
		w.expectDues(t, brandID, at(6, 8, 0), at(7, 8, 0), at(12, 8, 0), at(19, 8, 0))
	})
}
