package kit

import (
	"context"
	"strings"
	"testing"

	"renown/internal/room/insight"
)

// What cannot be told is said as such: a period without answers, one with too few for a mean, answers that are all alike, and
// a value without an interval, which is none of width 0.
func TestUntold(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for want, c := range map[string]insight.Change{
		"上期无数据": {}, "样本不足": {PreviousDenominator: 9}, "+0.2 位": {Previous: new(2.0), PreviousDenominator: 40, Change: new(0.2)},
	} {
		if got := ChangeOf(AsPosition, c).Size(ctx); got != want {
			t.Errorf("%+v: %q, want %q", c, got, want)
		}
	}
	for _, n := range []int64{0, 9, 12} {
		var html strings.Builder
		f := NewFigure(ctx, "平均位次", "", AsPosition, insight.Indicator{Denominator: n})
		if err := BigFigure(f).Render(ctx, &html); err != nil || f.Known() || !strings.Contains(html.String(), "样本不足") {
			t.Errorf("%v, of %d: %s", err, n, html.String())
		}
	}
	if p := AsRate.On(ctx, 0, 100, new(0.5), insight.Interval{}); p.Bound != "—" || strings.Contains(p.label, "区间") {
		t.Errorf("%+v", p)
	}
}
