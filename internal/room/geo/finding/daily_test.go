package finding_test

import (
	"fmt"
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
			y.sourcesAgree(t)
			if len(sums[true]) == 0 || !maps.Equal(sums[true], sums[false]) {
				t.Errorf("by days %d figures, by months %d", len(sums[true]), len(sums[false]))
			}
		})
	}
}

// sourcesAgree compares the sources of periods as they are read, the month under way added up until yesterday, with those of its days: also when
// a day has changed since, and after the sum was brought up to date.
func (y *year) sourcesAgree(t *testing.T) {
	t.Helper()
	read := func(e finding.Extent) map[string]finding.SourceFigures {
		t.Helper()
		e.BrandID, e.Generation = y.b.ID, 1
		sums := map[string]finding.SourceFigures{}
		if err := finding.EachSource(t.Context(), y.DB.Read(), e, func(at finding.Spot, k finding.SourceKey, f *finding.SourceFigures) {
			key := at.Platform + " " + k.Source
			if e.Topics {
				key += " " + k.Topic
			}
			one := sums[key]
			one.Join(f)
			sums[key] = one
		}); err != nil {
			t.Fatal(err)
		}
		return sums
	}
	extents := []finding.Extent{
		{From: 20260101, To: 20260203},
		{From: 20260101, To: 20260203, Topics: true},
		{From: 20260201, To: 20260203},
		{From: 20260201, To: 20260202},
		{From: 20260202, To: 20260203},
		{From: 20260115, To: 20260201},
		{From: 20260101, To: 20260203, Platforms: []string{"kimi"}},
	}
	until := func() int64 { return y.Number(t, `SELECT COALESCE(max(until), 0) FROM recent_sources`) }
	agree := func(when string) {
		t.Helper()
		for _, e := range extents {
			y.Exec(t, `UPDATE recent_sources SET seal = seal + 1`)
			daily := read(e)
			y.Exec(t, `UPDATE recent_sources SET seal = seal - 1`)
			if summed := read(e); len(daily) == 0 || !maps.Equal(daily, summed) {
				t.Errorf("%s, %+v: %d sources of days, %d of sums", when, e, len(daily), len(summed))
			}
		}
	}
	if until() != 20260202 {
		t.Errorf("added up until %d", until())
	}
	agree("added up")
	other := `(SELECT o.%s FROM sheets o WHERE o.platform = sheets.platform AND o.span BETWEEN 20260102 AND 20260131 ORDER BY o.span LIMIT 1)`
	y.Exec(t, `UPDATE sheets SET sources = `+fmt.Sprintf(other, "sources")+`, figures = `+fmt.Sprintf(other, "figures")+` WHERE span = 20260201`)
	agree("after a change")
	y.fill(t, 5, 1)
	agree("brought up to date")
}
