package catalogue_test

import (
	"testing"

	"renown/internal/room/publishing/catalogue"
	"renown/internal/testkit/expect"
)

// What is told is the same for numbers of placements and citations that differ by what one account may have added.
func TestPlacedInSteps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		cited, placements int
		from, to          int64
		rate              float64
	}{
		{0, 6, 5, 9, 0},
		{1, 6, 5, 9, 0.15},
		{1, 7, 5, 9, 0.15},
		{9, 9, 5, 9, 1},
		{4, 10, 10, 19, 0.4},
		{5, 19, 10, 19, 0.25},
		{7, 20, 20, 49, 0.35},
		{499, 999, 500, 999, 0.5},
		{1, 4000, 1000, 0, 0},
	} {
		p := catalogue.InSteps(c.cited, c.placements)
		to := int64(0)
		if p.To != nil {
			to = *p.To
		}
		expect.Equal(t, [2]int64{p.From, to}, [2]int64{c.from, c.to}, c.placements)
		expect.Equal(t, p.Rate, c.rate, c.cited, c.placements)
	}
	for median, want := range map[float64]float64{0: 1, 1: 1, 1.5: 3, 6: 7, 7: 7, 8: 14, 22: 30, 30: 30, 31: 30} {
		p := catalogue.Placed{}
		p.TakesDays(median)
		expect.Equal(t, *p.Days, want, median)
	}
}
