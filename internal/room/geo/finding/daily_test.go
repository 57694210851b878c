package finding_test

import (
	"maps"
	"testing"

	"renown/internal/room/geo/finding"
	"renown/internal/testkit/storetest"
)

// Figures that are asked for day by day come by days, also of a month that is kept as one, and add up to those of the month.
func TestDaily(t *testing.T) {
	t.Parallel()
	for _, d := range storetest.Dialects {
		t.Run(string(d), func(t *testing.T) {
			t.Parallel()
			y := newYearOn(t, d)
			y.fill(t, 200, 34) // January, and some days after it
			if n := y.Number(t, `SELECT count(DISTINCT month) FROM months`); n != 1 {
				t.Fatalf("%d months are kept", n)
			}
			sums := map[bool]map[finding.RivalKey]int64{}
			for _, daily := range []bool{false, true} {
				sums[daily] = map[finding.RivalKey]int64{}
				e := finding.Extent{BrandID: y.b.ID, Generation: 1, From: 20260101, To: 20260203, Daily: daily}
				err := finding.EachRival(t.Context(), y.DB.Read(), e, func(at finding.Spot, k finding.RivalKey, f *finding.OtherFigures) {
					if daily && (at.Span < e.From || at.Span > e.To) {
						t.Errorf("figures of %d are no day's", at.Span)
					}
					sums[daily][k] += f.Answers
				})
				if err != nil {
					t.Error(err)
				}
			}
			if len(sums[true]) == 0 || !maps.Equal(sums[true], sums[false]) {
				t.Errorf("by days %d figures, by months %d", len(sums[true]), len(sums[false]))
			}
		})
	}
}
