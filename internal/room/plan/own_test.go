package plan_test

import (
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/room/plan"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

func TestOwnLimits(t *testing.T) {
	t.Parallel()
	each(t, plan.Options{}, func(t *testing.T, w *world) {
		userID := w.open(t, plan.Terms{Tier: plan.Standard})
		set := func(own map[string]*int) (plan.Subscription, error) {
			return w.Set(t.Context(), userID, plan.Change{Own: own})
		}
		for name, refused := range map[string]map[string]*int{
			"less than none":   {"active_prompts": new(-1)},
			"more than any":    {"points_per_cycle": new(10_000_001)},
			"no such limit":    {"samples": new(3)},
			"one wrong of two": {"active_prompts": new(5), "runs_per_day": new(1_001)},
		} {
			_, err := set(refused)
			expect.Refuse(t, err, fault.Malformed, name)
		}
		must.Get(set(map[string]*int{"active_prompts": new(0), "points_per_cycle": new(5_000)}))(t)
		after := must.Get(w.Of(t.Context(), userID))(t)
		want := plan.Standard.Limits()
		want.ActivePrompts, want.Points = 0, 5_000
		expect.Same(t, after.Limits(), want, "none is a limit, too")
		expect.Equal(t, must.Get(w.Quota(t.Context(), userID))(t).Balance, int64(5_000), "more points are granted at once")

		upper := plan.Upper
		must.Get(w.Set(t.Context(), userID, plan.Change{Tier: &upper}))(t)
		must.Get(set(map[string]*int{"active_prompts": nil}))(t)
		after = must.Get(w.Of(t.Context(), userID))(t)
		want = plan.Upper.Limits()
		want.Points = 5_000
		expect.Same(t, after.Limits(), want, "what is apart outlasts a change of tier")
		all := must.Get(w.All(t.Context()))(t)
		expect.Same(t, all[userID].Limits(), want, "in the list")
	})
}
