package plan_test

import (
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/plan"
	"renown/internal/testkit/expect"
)

func TestParseTier(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "Upper", "free", "upper ", "专业版"} {
		if tier, err := plan.ParseTier(name); !fault.Is(err, fault.Malformed) || tier != "" {
			t.Errorf("%q gave %q, %v", name, tier, err)
		}
	}
	for _, want := range []plan.Tier{plan.Trial, plan.Standard, plan.Upper} {
		if tier, err := plan.ParseTier(string(want)); err != nil || tier != want {
			t.Errorf("%s gave %q, %v", want, tier, err)
		}
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	ordinary := plan.Limits{Platforms: 3, ActivePrompts: 10, RunsPerDay: 1, RunGap: time.Hour, Points: 300, Samples: 1}
	for tier, want := range map[plan.Tier]plan.Limits{
		"nothing":     {}, // what is no tier allows nothing
		plan.Trial:    {Platforms: 3, ActivePrompts: 10, RunsPerDay: 1, RunGap: time.Hour, Points: 300, Daily: true, Samples: 1},
		plan.Standard: ordinary,
		plan.Upper:    {Platforms: 6, ActivePrompts: 20, RunsPerDay: 3, RunGap: time.Hour, Points: 1000, Daily: true, Samples: 5},
	} {
		expect.Same(t, tier.Limits(), want, tier)
	}
}
