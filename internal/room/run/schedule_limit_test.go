package run_test

import (
	"testing"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/testkit/must"
)

var ten = []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}

// Ten enabled prompts that are carried from brand to brand are asked once in a period, however schedules are moved and whatever
// space the next brand is in.
func TestScheduleCarried(t *testing.T) {
	t.Parallel()
	for tier, next := range map[plan.Tier]int{plan.Trial: 6, plan.Standard: 12} { // the first day of the next period
		t.Run(string(tier), func(t *testing.T) {
			t.Parallel()
			each(t, options{}, func(t *testing.T, w *world) {
				w.clock.Set(at(5, 9, 0))
				who := w.caller(t, tier)
				team := who
				team.SpaceID = must.Get(w.accounts.CreateTeam(t.Context(), who.UserID, "市场部"))(t)
				first := w.brand(t, who, ten...)
				w.schedule(t, who, first, at(5, 9, 30), &brand.Schedule{Hour: 10, Weekday: new(int64(1))})
				w.tick(t, at(5, 10, 0))
				w.expectDues(t, first, at(5, 10, 0))

				w.schedule(t, who, first, at(5, 10, 30), &brand.Schedule{Hour: 11, Weekday: new(int64(1))})
				w.tick(t, at(5, 11, 0))
				w.expectDues(t, first, at(5, 10, 0))

				second := w.archived(t, team, 10)
				w.schedule(t, team, second, at(5, 11, 30), &brand.Schedule{Hour: 12, Weekday: new(int64(1))})
				w.carryTo(t, who, first, team, second)
				w.tick(t, at(5, 12, 0))
				w.expectDues(t, second)
				w.tick(t, at(5, 12, 1)) // lapsed, not only put off
				w.carryTo(t, team, second, who, first)
				w.carryTo(t, who, first, team, second)
				w.tick(t, at(5, 12, 2))
				w.expectDues(t, second)

				w.schedule(t, team, second, at(next, 7, 0), &brand.Schedule{Hour: 8, Weekday: new(int64((next-5)%7 + 1))})
				w.tick(t, at(next, 8, 0))
				w.expectDues(t, second, at(next, 8, 0))
			})
		})
	}
}

// A team that is deleted takes its runs with it, but not what they have used.
func TestScheduledUseOutlivesTheSpace(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		w.clock.Set(at(5, 9, 0))
		who := w.caller(t, plan.Upper)
		team := who
		var err error
		team.SpaceID = must.Get(w.accounts.CreateTeam(t.Context(), who.UserID, "市场部"))(t)
		twenty := append(append([]string{}, ten...), ten...)
		gone := w.brand(t, team, twenty...)
		w.schedule(t, team, gone, at(5, 9, 30), &brand.Schedule{Hour: 10})
		w.tick(t, at(5, 10, 0))
		w.expectDues(t, gone, at(5, 10, 0))
		must.Do(t, w.accounts.DeleteTeam(t.Context(), team.UserID, team.SpaceID, "市场部"))
		again := w.brand(t, who, "问")
		w.schedule(t, who, again, at(5, 10, 30), &brand.Schedule{Hour: 11})
		w.tick(t, at(5, 11, 0))
		w.expectDues(t, again)
		w.tick(t, at(6, 11, 0))
		w.expectDues(t, again, at(6, 11, 0))
		used, err := store.One[int](w.db.Read().QueryRow(t.Context(), `SELECT tasks FROM scheduled_use WHERE user_id = $1 AND day = $2`,
			who.UserID, timestamp.Of(at(5, 0, 0))))
		if must.Do(t, err); used != 120 {
			t.Errorf("%d sub-tasks are booked", used)
		}
	})
}

// archived makes a brand with prompts that are not enabled.
func (w *world) archived(t *testing.T, who account.Caller, n int) string {
	t.Helper()
	b := must.Get(w.brands.Create(t.Context(), who, brand.Profile{Name: "松烟"}))(t)
	topic := brand.DraftedTopic{TopicFields: brand.TopicFields{Name: "选购", Region: "CN", Language: "zh"}}
	for _, text := range ten[:n] {
		topic.Prompts = append(topic.Prompts, brand.PromptFields{Text: text, Stage: "awareness", Status: brand.Archived})
	}
	must.Get(w.brands.AddPrompts(t.Context(), who, b.ID, topic))(t)
	return b.ID
}

// carryTo archives the prompts of one brand and enables those of another.
func (w *world) carryTo(t *testing.T, from account.Caller, fromID string, to account.Caller, toID string) {
	t.Helper()
	for _, move := range []struct {
		who             account.Caller
		brandID, status string
	}{{from, fromID, brand.Archived}, {to, toID, brand.Active}} {
		prompts := must.Get(w.brands.Prompts(t.Context(), move.who, move.brandID, brand.PromptFilter{}))(t)
		for _, p := range prompts {
			must.Get(w.brands.UpdatePrompt(t.Context(), move.who, p.ID, func(f *brand.PromptFields) { f.Status = move.status }))(t)
		}
	}
}
