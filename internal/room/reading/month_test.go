package reading

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"renown/internal/floor/day"
)

// drawMonth is some days of a month; the cells of several days are partly the same.
func drawMonth(t *rapid.T, month day.Month) (days []datedCells) {
	number := rapid.OneOf(rapid.Just(int64(0)), rapid.Int64Range(-3, 3), rapid.Int64Range(-1<<40, 1<<40))
	for on := month.First(); on <= month.Last(); on++ {
		if !rapid.Bool().Draw(t, "asked") {
			continue
		}
		d := datedCells{on, map[CellKey]*CellFigures{}}
		for _, prompt := range rapid.SliceOfN(rapid.SampledFrom([]string{"", "甲", "乙"}), 1, 3).Draw(t, "prompts") {
			f := at(d.cells, CellKey{prompt, "话题", "", rapid.SampledFrom([]string{"v", "vs"}).Draw(t, "kinds")})
			for i := range f.Counts {
				f.Counts[i] = number.Draw(t, "n")
			}
			f.Models = rapid.SampledFrom([]string{"", "m", "m\nn"}).Draw(t, "models")
			f.LastAt, f.LastAnswer, f.LastPosition = rapid.Int64Range(1, 9).Draw(t, "at"), rapid.StringN(1, 3, 9).Draw(t, "answer"), 2
		}
		days = append(days, d)
	}
	return days
}

// A month gives back its days as they were, but for last answers: of those it knows the latest of each cell.
func TestMonthRoundTrip(t *testing.T) {
	t.Parallel()
	january := day.Numbered(20260101).Month()
	rapid.Check(t, func(t *rapid.T) {
		type place struct {
			day day.Day
			key CellKey
		}
		days := drawMonth(t, january)
		want, got := map[place]CellFigures{}, map[place]CellFigures{}
		last, lastGot := map[CellKey]CellFigures{}, map[CellKey]CellFigures{}
		bare := func(into map[place]CellFigures, latest map[CellKey]CellFigures, day day.Day, k CellKey, f CellFigures) {
			if old := latest[k]; later(f.LastAt, f.LastAnswer, old.LastAt, old.LastAnswer) {
				latest[k] = CellFigures{LastAt: f.LastAt, LastAnswer: f.LastAnswer, LastPosition: f.LastPosition}
			}
			f.LastAt, f.LastAnswer, f.LastPosition = 0, "", 0
			into[place{day, k}] = f
		}
		for _, d := range days {
			for k, f := range d.cells {
				bare(want, last, d.day, k, *f)
			}
		}
		part := packDays(january, days)
		err := new(daysReader).eachDay(january, part, func(day day.Day, k CellKey, f *CellFigures) { bare(got, lastGot, day, k, *f) })
		if diff := cmp.Diff(want, got) + cmp.Diff(last, lastGot); err != nil || diff != "" {
			t.Fatalf("%v (-want +got)\n%s", err, diff)
		}
		if len(part) > 1 {
			part[rapid.IntRange(0, len(part)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
		}
		if err := new(daysReader).eachDay(january, part, func(day.Day, CellKey, *CellFigures) {}); err != nil &&
			part[0] == partFormat && !errors.Is(err, errSheet) {
			t.Fatal(err)
		}
	})
}
