package finding_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/geo/finding"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// Figures that are asked for day by day come by days, also of a month that is kept as one, and add up to those of the month.
func TestRecountByDays(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		y := newYearOn(t, d)
		y.fill(t, 400, 95) // a quarter, and some days after it
		must.Equal(t, y.Number(t, `SELECT count(DISTINCT month) FROM months`), 3, "months are kept")
		sums := map[bool]map[finding.RivalKey]int64{}
		for _, daily := range []bool{false, true} {
			sums[daily] = map[finding.RivalKey]int64{}
			e := finding.Extent{BrandID: y.b.ID, Generation: 1, From: 20260101, To: 20260405, Daily: daily}
			err := finding.EachRival(t.Context(), y.DB.Read(), e, func(at finding.Spot, k finding.RivalKey, f *finding.OtherFigures) {
				if daily && (at.Span < e.From || at.Span > e.To) {
					t.Errorf("figures of %d are no day's", at.Span)
				}
				sums[daily][k] += f.Answers
			})
			expect.Do(t, err)
		}
		y.sumsAgree(t)
		if len(sums[true]) == 0 || !maps.Equal(sums[true], sums[false]) {
			t.Errorf("by days %d figures, by months %d", len(sums[true]), len(sums[false]))
		}
	})
}

// sumsAgree compares periods as they are read, by sums where there are any, with their sheets: also when a sheet has changed since, and after
// the sums were brought up to date.
func (y *year) sumsAgree(t *testing.T) {
	t.Helper()
	extents := []finding.Extent{
		{From: 20260101, To: 20260405},
		{From: 20260101, To: 20260405, Topics: true},
		{From: 20260101, To: 20260405, Topics: true, TopicIDs: []string{y.prompts[0].TopicID}},
		{From: 20260102, To: 20260404},
		{From: 20260401, To: 20260405},
		{From: 20260201, To: 20260402},
		{From: 20260402, To: 20260405},
		{From: 20260115, To: 20260201},
		{From: 20260101, To: 20260228},
		{From: 20260101, To: 20260331},
		{From: 20260101, To: 20260405, Platforms: []string{"kimi"}},
		{From: 20260101, To: 20260405, Mode: "chat"},
	}
	agree := func(when string) {
		t.Helper()
		for i, e := range extents {
			y.Exec(t, `UPDATE sums SET seal = seal + 1`)
			y.Exec(t, `UPDATE searched_days SET seal = seal + 1`)
			sheets := y.read(t, e)
			y.Exec(t, `UPDATE sums SET seal = seal - 1`)
			y.Exec(t, `UPDATE searched_days SET seal = seal - 1`)
			if summed := y.read(t, e); len(sheets) == 0 != (e.Mode != "") || !maps.Equal(sheets, summed) {
				t.Errorf("%s, %d: %d figures of sheets, %d of sums", when, i, len(sheets), len(summed))
			}
		}
	}
	spans := func() string {
		return strings.Join(y.Rows(t, 2, `SELECT span, until FROM sums WHERE part = 'cells' AND seal >= 0 ORDER BY span`), " ")
	}
	expect.Equal(t, spans(), "2026 20260331 20261 20260331 202601 20260131 202602 20260228 202603 20260331 202604 20260404", "added up")
	expect.Equal(t, y.Number(t, `SELECT count(*) FROM searched_days`), 94, "days of searches are packed")
	agree("added up")
	y.Exec(t, `DELETE FROM sums WHERE span = 2026`) // the year lacks months that its quarter has
	y.Exec(t, `INSERT INTO sums SELECT brand_id, generation, mode, 2026, part, until, seal, figures FROM sums WHERE span = 202601 AND part <> 'days'`)
	agree("half way")
	y.fill(t, 5, 1)
	expect.Equal(t, strings.Join(y.Rows(t, 2, `SELECT span, until FROM sums WHERE part = 'cells' AND span < 100000 ORDER BY span`), " "), "2026 20260331 20261 20260331", "behind half")
	agree("behind half")
	extents = []finding.Extent{extents[0], extents[2], extents[3], extents[5]} // what changes below is in all of them
	other := `(SELECT o.%s FROM sheets o WHERE o.platform = sheets.platform AND o.span BETWEEN 20260102 AND 20260131 ORDER BY o.span LIMIT 1)`
	change := func(spans string) {
		set := ""
		for _, column := range []string{"figures", "sources", "others", "cells", "rivals"} {
			set += ", " + column + " = " + fmt.Sprintf(other, column)
		}
		y.Exec(t, `UPDATE sheets SET `+set[2:]+` WHERE span IN (`+spans+`)`)
		y.Exec(t, `DELETE FROM months WHERE month IN (`+spans+`)`)
	}
	change("20260402, 202602")
	agree("after a change")
	y.fill(t, 5, 1)
	agree("brought up to date")
	y.beginsLate(t)
	agree("begun late")
	y.Exec(t, `UPDATE sheets SET cells = NULL WHERE span = 20260315`) // as an older program writes
	y.Exec(t, `DELETE FROM months WHERE month = 202603`)
	y.fill(t, 5, 1)
	agree("an older program's")
	expect.Equal(t, spans(), "202601 20260131 202602 20260228 202604 20260417", "with an older program's")
}

// beginsLate lets a node whose clock is slow begin a platform's first day of a month that was added up without it.
func (y *year) beginsLate(t *testing.T) {
	t.Helper()
	first := "'" + geotest.Platforms()[0] + "'"
	y.Exec(t, `DELETE FROM sheets WHERE platform = `+first+` AND span / 100 IN (2026, 2025, 202601)`)
	y.Exec(t, `DELETE FROM months WHERE platform = `+first)
	y.Exec(t, `DELETE FROM answers WHERE platform = `+first+` AND answered_at < $1`, timestamp.Of(time.Date(2026, 2, 1, 0, 0, 0, 0, timestamp.Beijing)))
	y.Exec(t, `DELETE FROM sums`)
	for range 9 { // each brings one span up to date
		y.fill(t, 5, 1)
	}
	must.Equal(t, y.Number(t, `SELECT count(*) FROM sums WHERE span IN (20261, 2026) AND part = 'cells' AND seal > 0`), 2, "of a quarter and its year are added up")
	slow := y.Clock.Now().Sub(time.Date(2026, 1, 31, 12, 0, 0, 0, timestamp.Beijing))
	y.Clock.Advance(-slow)
	y.fill(t, 5, 1)
	y.Clock.Advance(slow)
}

// read is everything that a period says, as texts with how often they come.
func (y *year) read(t *testing.T, e finding.Extent) map[string]string {
	t.Helper()
	e.BrandID, e.Generation = y.b.ID, 1
	out := map[string]string{}
	sources, on := map[string]*finding.SourceFigures{}, map[string][]string{}
	must.Do(t, finding.EachSource(t.Context(), y.DB.Read(), e, func(at finding.Spot, k finding.SourceKey, f *finding.SourceFigures) {
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
			sources[key] = &finding.SourceFigures{}
		}
		sources[key].Join(f)
		on[key] = append(on[key], strings.Split(at.Platform, "\n")...)
	}))
	for k, f := range sources {
		slices.Sort(on[k])
		out[k] = fmt.Sprint(*f, slices.Compact(on[k]))
	}
	cells, rivals := map[string]*finding.CellFigures{}, map[string]*finding.OtherFigures{}
	must.Do(t, finding.EachCell(t.Context(), y.DB.Read(), e, func(at finding.Spot, k finding.CellKey, f *finding.CellFigures) {
		key := fmt.Sprint("cell ", k, at.Platform)
		if cells[key] == nil {
			cells[key] = &finding.CellFigures{}
		}
		cells[key].Join(f)
	}))
	daily := e
	daily.Daily = true
	must.Do(t, finding.EachCell(t.Context(), y.DB.Read(), daily, func(at finding.Spot, k finding.CellKey, f *finding.CellFigures) {
		one := *f // without what a month does not know of its days
		one.LastAt, one.LastAnswer, one.LastPosition, one.PositionSquares, one.Squares = 0, "", 0, 0, 0
		out[fmt.Sprint("day ", at.Span, k, at.Platform)] = fmt.Sprint(one)
	}))
	must.Do(t, finding.EachRival(t.Context(), y.DB.Read(), e, func(at finding.Spot, k finding.RivalKey, f *finding.OtherFigures) {
		key := fmt.Sprint("rival ", k, at.Platform)
		if rivals[key] == nil {
			rivals[key] = &finding.OtherFigures{}
		}
		rivals[key].Join(f)
	}))
	for _, most := range []int{7, 10_000} {
		n := 0
		must.Do(t, finding.EachSearched(t.Context(), y.DB.Read(), finding.SearchedFilter{Extent: e, Most: most}, func(s *finding.Searched) {
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
