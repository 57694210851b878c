package run_test

import (
	"testing"
	"time"

	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/testkit/must"
)

// What a caller is told before a run is what Submit then decides: the day's number, the gap, the tier's platforms.
func TestAllowance(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		standard := w.caller(t, plan.Standard)
		a, err := w.Allowance(t.Context(), who, "")
		must.Do(t, err)
		if a.Limit != 3 || a.Used != 0 || a.NextAt != nil || offered(a) != 6 {
			t.Errorf("before the first run: %+v", a)
		}
		if a, err = w.Allowance(t.Context(), standard, ""); err != nil || a.Limit != 1 || offered(a) != 3 || len(a.Platforms) != 6 {
			t.Errorf("another tier: %+v %v", a, err)
		}
		brandID := w.brand(t, who, "问")
		began := w.clock.Now()
		w.accepted(t, who, brandID)
		w.work(t)
		w.clock.Advance(time.Minute)
		a = must.Get(w.Allowance(t.Context(), who, ""))(t)
		if a.Used != 1 || a.NextAt == nil || !a.NextAt.Equal(began.Add(time.Hour)) || !a.ResetsAt.After(w.clock.Now()) {
			t.Errorf("after a run: %+v", a)
		}
		w.clock.Set(began.Add(time.Hour))
		if a, err = w.Allowance(t.Context(), who, ""); err != nil || a.NextAt != nil {
			t.Errorf("after the gap: %+v %v", a, err)
		}
		teamID := must.Get(w.accounts.CreateTeam(t.Context(), who.UserID, "市场部"))(t)
		if a, err = w.Allowance(t.Context(), account.Caller{UserID: standard.UserID, SpaceID: teamID},
			""); err != nil || a.Limit != 3 || a.Used != 1 {
			t.Errorf("a team lives on its owner's plan: %+v %v", a, err)
		}
	})
}

// A platform that would be skipped says so beforehand, with the reason of the run.
func TestAllowanceTellsWhatIsSkipped(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		a, err := w.withoutKeys(t).Allowance(t.Context(), who, "")
		must.Do(t, err)
		for _, p := range a.Platforms {
			if p.ReasonCode != "not_configured" || p.Reason == "" || !p.Allowed {
				t.Errorf("without a key: %+v", p)
			}
		}
		if a, err = w.Allowance(t.Context(), who, ""); err != nil || a.Platforms[0].ReasonCode != "" {
			t.Errorf("with a key: %+v %v", a.Platforms[0], err)
		}
	})
}

func offered(a run.Allowance) (n int) {
	for _, p := range a.Platforms {
		if p.Allowed && p.Name != "" && p.NameEN != "" {
			n++
		}
	}
	return n
}
