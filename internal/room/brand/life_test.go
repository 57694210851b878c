package brand_test

import (
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/testkit/await"
	"renown/internal/testkit/must"
)

// An archived brand takes no place in the plan; it comes back only where all its enabled prompts fit, of two at the same time one.
func TestArchivedCounts(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		me := w.caller(t, plan.Standard)
		var resting []string
		enable := func(n int) (brandID string, prompts []string) {
			made := w.brand(t, me)
			topic := w.topic(t, me, made.ID)
			for range n {
				prompts = append(prompts, w.prompt(t, me, topic, brand.Active).ID)
			}
			return made.ID, prompts
		}
		for range 2 {
			id, _ := enable(6)
			resting = append(resting, id)
			must.Do(t, w.Archive(ctx, me, id, true))
			must.Do(t, w.Archive(ctx, me, id, true)) // twice is once
		}
		missing(t, w.Archive(ctx, w.caller(t, plan.Upper), resting[0], false), "brand", resting[0])
		live, prompts := enable(10)
		if active, _, err := w.Enabled(ctx, me); err != nil || active != 10 {
			t.Fatalf("%d are enabled (%v)", active, err)
		}
		f := must.Refuse(t, w.Archive(ctx, me, resting[0], false), fault.PromptLimit)
		if f.Reason != "brand_restore_limit" || f.Detail["limit"] != 10 || f.Detail["active"] != 10 || f.Detail["remaining"] != 0 {
			t.Errorf("%v %v", f, f.Detail)
		}
		standard := plan.Standard
		if s, err := w.plans.Set(ctx, me.UserID, plan.Change{Tier: &standard}); err != nil || s.Archived != 0 {
			t.Errorf("a plan that fits took %d prompts of brands at rest (%v)", s.Archived, err)
		}
		must.Get(w.SetPrompts(ctx, me, live, prompts[:6], brand.Suggested))(t)
		done := 0
		for _, err := range await.Errors(2, func(i int) error { return w.Archive(ctx, me, resting[i], false) }) {
			if err == nil {
				done++
				continue
			}
			must.Refuse(t, err, fault.PromptLimit)
		}
		if active, _, err := w.Enabled(ctx, me); err != nil || done != 1 || active != 10 {
			t.Errorf("%d came back, %d are enabled (%v)", done, active, err)
		}
	})
}
