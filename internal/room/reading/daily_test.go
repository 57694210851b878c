package reading_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"renown/internal/floor/day"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/reading"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// Figures that are asked for day by day come by days, also of a month that is kept as one, and add up to those of the month.
func TestRecountByDays(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		y := newYearOn(t, d)
		y.fill(t, 400, 95) // a quarter, and some days after it
		must.Equal(t, y.Number(t, `SELECT count(DISTINCT month) FROM months`), 4, "months are kept, that under way among them")
		sums := map[bool]map[reading.RivalKey]int64{}
		for _, daily := range []bool{false, true} {
			sums[daily] = map[reading.RivalKey]int64{}
			e := reading.Extent{BrandID: y.b.ID, Generation: 1, From: day.Numbered(20260101), To: day.Numbered(20260405), Daily: daily}
			err := reading.EachRival(t.Context(), y.DB.Read(), e, func(at reading.Spot, k reading.RivalKey, c *reading.Counts) {
				if daily && (at.Day < e.From || at.Day > e.To) {
					t.Errorf("figures of %s are no day's", at.Day)
				}
				sums[daily][k] += c[reading.Answers]
			})
			expect.Do(t, err)
		}
		y.monthsAgree(t)
		if len(sums[true]) == 0 || !maps.Equal(sums[true], sums[false]) {
			t.Errorf("by days %d figures, by months %d", len(sums[true]), len(sums[false]))
		}
	})
}

// monthsAgree compares periods as they are read, by months and packed answers where there are any, with their days
// and rows: also when a day
// has changed since, and after what follows was made again.
func (y *year) monthsAgree(t *testing.T) {
	t.Helper()
	extents := []reading.Extent{
		{From: day.Numbered(20260101), To: day.Numbered(20260405)},
		{From: day.Numbered(20260101), To: day.Numbered(20260405), Topics: true},
		{From: day.Numbered(20260101), To: day.Numbered(20260405), Topics: true, TopicIDs: []string{y.prompts[0].TopicID}},
		{From: day.Numbered(20260102), To: day.Numbered(20260404)},
		{From: day.Numbered(20260401), To: day.Numbered(20260405)},
		{From: day.Numbered(20260201), To: day.Numbered(20260402)},
		{From: day.Numbered(20260115), To: day.Numbered(20260201)},
		{From: day.Numbered(20260101), To: day.Numbered(20260405), Platforms: []string{"kimi"}},
		{From: day.Numbered(20260101), To: day.Numbered(20260405), Mode: "chat"},
	}
	agree := func(when string) {
		t.Helper()
		kept := make([]map[string]string, len(extents))
		for i, e := range extents {
			kept[i] = y.read(t, e)
		}
		y.Exec(t, `DELETE FROM months`)
		y.Exec(t, `UPDATE days SET answers = NULL`)
		for i, e := range extents {
			if days := y.read(t, e); len(days) == 0 != (e.Mode != "") || !maps.Equal(days, kept[i]) {
				t.Errorf("%s, %d: %d figures of days, %d of months", when, i, len(days), len(kept[i]))
			}
		}
		must.Do(t, y.DB.InTx(t.Context(), func(tx *store.Tx) error { return reading.SumTx(t.Context(), tx, y.b.ID, 1) }))
	}
	const january, open = `SELECT count(*) FROM months WHERE until = 20260131`, `SELECT count(DISTINCT day) FROM days WHERE answers IS NULL`
	platforms := y.Number(t, `SELECT count(DISTINCT platform) FROM days`)
	expect.Equal(t, y.Number(t, open), 1, "today's answers are not packed")
	agree("made")
	expect.Equal(t, y.Number(t, january), platforms, "months are made again")
	slow := y.Clock.Now().Sub(time.Date(2026, 1, 31, 12, 0, 0, 0, timestamp.Beijing))
	y.Clock.Advance(-slow) // a node whose clock is slow
	y.fill(t, 5, 1)
	expect.Equal(t, y.Number(t, `SELECT count(*) FROM months WHERE until = 20260130`), 1, "which is then made until the day before")
	y.Clock.Advance(slow - 24*time.Hour)
	expect.Equal(t, y.Number(t, january), platforms-1, "a changed day drops the month of its platform")
	expect.Equal(t, y.Number(t, `SELECT count(*) FROM days WHERE answers IS NULL AND day = 20260131`), 1, "and its packed answers")
	agree("after a change")
	expect.Equal(t, y.Number(t, january), platforms, "and is made again")
	agree("made again")
}

// read is everything that a period says, as texts with how often they come.
func (y *year) read(t *testing.T, e reading.Extent) map[string]string {
	t.Helper()
	e.BrandID, e.Generation = y.b.ID, 1
	out := map[string]string{}
	sources, on := map[string]*reading.SourceFigures{}, map[string][]string{}
	must.Do(t, reading.EachSource(t.Context(), y.DB.Read(), e, func(at reading.Spot, k reading.SourceKey, f *reading.SourceFigures) {
		key := fmt.Sprint("source ", k.Page, " ", k.Source)
		if e.Topics {
			key += " " + k.Topic
		}
		if !k.Page {
			key += " " + at.Platform
		}
		if len(e.TopicIDs) > 0 && !slices.Contains(e.TopicIDs, k.Topic) {
			return
		}
		if sources[key] == nil {
			sources[key] = &reading.SourceFigures{}
		}
		sources[key].Join(f)
		on[key] = append(on[key], at.Platform)
	}))
	for k, f := range sources {
		slices.Sort(on[k])
		out[k] = fmt.Sprint(*f, slices.Compact(on[k]))
	}
	cells, rivals := map[string]*reading.CellFigures{}, map[string]*reading.Counts{}
	must.Do(t, reading.EachCell(t.Context(), y.DB.Read(), e, func(at reading.Spot, k reading.CellKey, f *reading.CellFigures) {
		key := fmt.Sprint("cell ", k, at.Platform)
		if cells[key] == nil {
			cells[key] = &reading.CellFigures{}
		}
		cells[key].Join(f)
	}))
	daily := e
	daily.Daily = true
	must.Do(t, reading.EachCell(t.Context(), y.DB.Read(), daily, func(at reading.Spot, k reading.CellKey, f *reading.CellFigures) {
		one := *f // without what a month does not know of its days
		one.LastAt, one.LastAnswer, one.LastPosition = 0, "", 0
		out[fmt.Sprint("day ", at.Day, k, at.Platform)] = fmt.Sprint(one)
	}))
	must.Do(t, reading.EachRival(t.Context(), y.DB.Read(), e, func(at reading.Spot, k reading.RivalKey, f *reading.Counts) {
		key := fmt.Sprint("rival ", k, at.Platform)
		if rivals[key] == nil {
			rivals[key] = &reading.Counts{}
		}
		rivals[key].Join(f)
	}))
	for _, most := range []int{7, 10_000} {
		n := 0
		must.Do(t, reading.EachSearched(t.Context(), y.DB.Read(), reading.SearchedFilter{Extent: e, Most: most}, func(s *reading.Searched) {
			n++
			out[fmt.Sprint("searched ", most, " ", n)] = fmt.Sprint(*s)
		}))
	}
	for k, f := range cells {
		out[k] = fmt.Sprint(*f)
	}
	for k, f := range rivals {
		out[k] = fmt.Sprint(*f)
	}
	return out
}
