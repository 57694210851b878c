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
	for want, n := range map[string]int64{"未测": 0, "9 条，满 10 条才估计": 9, "12 条全都一样，估不出区间": 12} {
		var html strings.Builder
		f := NewFigure(ctx, "平均位次", "", AsPosition, insight.Indicator{Denominator: n})
		if err := KeyFigure(f).Render(ctx, &html); err != nil || !strings.Contains(html.String(), want) {
			t.Errorf("%v, of %d: %s", err, n, html.String())
		}
	}
	if p := AsRate.On(ctx, 0, 100, new(0.5), insight.Interval{}); p.Bound != "—" || strings.Contains(p.label, "区间") {
		t.Errorf("%+v", p)
	}
}
