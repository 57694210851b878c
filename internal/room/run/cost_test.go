package run_test

import (
	"math"
	"slices"
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// A cost is what the platforms' prices make of the tokens of past answers; what is not known is said and is no zero.
func TestCost(t *testing.T) {
	t.Parallel()
	each(t, options{}, func(t *testing.T, w *world) {
		who := w.caller(t, plan.Upper)
		brandID := w.brand(t, who, "一", "二")
		_, err := w.Cost(t.Context(), w.caller(t, plan.Upper), run.Request{BrandID: brandID})
		if !fault.Is(err, fault.NoSuchThing) {
			t.Errorf("the cost of another's brand: %v", err)
		}
		in := run.Request{BrandID: brandID, Platforms: []string{"deepseek", "doubao", "kimi"}, Samples: 2}
		before := must.Get(w.Cost(t.Context(), who, in))(t)
		if before.Schedule != nil || before.Run.Questions != 12 || before.Run.Complete || len(before.Run.Totals) != 0 {
			t.Errorf("without answers: %+v", before)
		}
		w.accepted(t, who, brandID, "deepseek", "doubao", "kimi")
		w.work(t)
		storetest.Exec(t, w.db, `UPDATE answers SET usage = '{"Input":1000,"Output":500,"Total":1500,"Searches":2}'`)
		after := must.Get(w.Cost(t.Context(), who, in))(t).Run
		for platform, want := range map[string]struct {
			amount  float64 // CNY of four questions
			unknown []string
		}{
			"deepseek": {4 * (1000*2e-6 + 500*8e-6 + 2*0.005), nil},
			"kimi":     {4 * 2 * 0.03, []string{run.PartPrice}},
			"doubao":   {0, []string{run.NoPrice}},
		} {
			at := slices.IndexFunc(after.Platforms, func(p run.CostPart) bool { return p.Platform == platform })
			p := after.Platforms[at]
			got := 0.0
			if p.Amount != nil {
				got = p.Amount.Amount
			}
			if math.Abs(got-want.amount) > 1e-9 || !slices.Equal(p.Unknown, append([]string{}, want.unknown...)) || p.Answers != 2 || *p.Input != 1000 {
				t.Errorf("%s: %+v, %v", platform, p, got)
			}
		}
		expect.Equal(t, len(after.Totals), 1, "currencies")
		if math.Abs(after.Totals[0].Amount-(4*0.016+0.24)) > 1e-9 || after.Complete {
			t.Errorf("in all %+v", after.Totals)
		}
	})
}
