package finding

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// Extent is what is to be read of a reading's figures. From and To are days as 20261115, both included; no platform means all.
type Extent struct {
	BrandID    string
	Generation int64
	From, To   int64
	Platforms  []string
	Mode       string   // empty means search
	Daily      bool     // each day by itself; else months may stand for their days
	Topics     bool     // sources by topic; else over all of them, where months are kept so
	TopicIDs   []string // where sources come by topic, those that matter; none means all
	Seals      Seals    // of the snapshot that is read; nil: they are read each time
}

func (e Extent) mode() string { return cmp.Or(e.Mode, SearchMode) }

func (e Extent) takes(at Spot) bool { return at.Mode == e.mode() }

// rows are the platforms asked for as the tables name them.
func (e Extent) rows() []string {
	rows := make([]string, len(e.Platforms))
	for i, p := range e.Platforms {
		rows[i] = rowOf(p, e.mode())
	}
	return rows
}

// EachCell calls do for figures of cells. Where an older program wrote them, they come by topic, under a prompt without a name:
// the sums are right, and how prompts differ is not known until the history has been read again.
func EachCell(ctx context.Context, q store.Querier, e Extent, do func(Spot, CellKey, *CellFigures)) (err error) {
	defer fault.Wrap(&err, "finding.EachCell")

	return eachCell(ctx, q, e, func(at Spot, part []byte) error {
		return eachDay(at.Span, part, func(day int64, k CellKey, f *CellFigures) {
			if e.From <= day && day <= e.To {
				do(Spot{day, at.Platform, at.Mode}, k, f)
			}
		})
	}, do)
}

// EachCellDays is EachCell day by day: month is called for a cell in a month that is kept, do for a cell on another day.
func EachCellDays(ctx context.Context, q store.Querier, e Extent, month func(Spot, CellKey, *CellDays), do func(Spot, CellKey, *CellFigures)) (err error) {
	defer fault.Wrap(&err, "finding.EachCellDays")

	e.Daily = true
	var days daysReader
	return eachCell(ctx, q, e, func(at Spot, part []byte) error {
		return days.each(at.Span, part, func(k CellKey, d *CellDays) {
			if d.cut(e.From, e.To) {
				month(at, k, d)
			}
		})
	}, do)
}

func eachCell(ctx context.Context, q store.Querier, e Extent, days func(at Spot, part []byte) error, do func(Spot, CellKey, *CellFigures)) error {
	column, summed := "cells", func() ([]Extent, error) { return eachSummed(ctx, q, e, cellsPart, cellsCode, do) }
	if e.Daily {
		column, summed = "days", func() ([]Extent, error) { return e.eachSummedDays(ctx, q, days) }
	}
	rest, err := summed()
	if err != nil {
		return err
	}
	return eachSheet(ctx, q, rest, sheetReader{
		column: column, columns: "figures, s.cells",
		month: func(at Spot, part []byte) error {
			if e.Daily {
				return days(at, part)
			}
			return cellsCode.each(part, func(k CellKey, f *CellFigures) { do(at, k, f) })
		},
		sheet: func(at Spot, parts [2][]byte) error {
			if cells, whole := cellsIn(parts[0], parts[1]); whole {
				return cellsCode.each(cells, func(k CellKey, f *CellFigures) { do(at, k, f) })
			}
			return figuresCode.each(parts[0], func(k FigureKey, f *Figures) {
				do(at, CellKey{Topic: k.Topic, Kinds: k.Kinds}, &CellFigures{Figures: *f})
			})
		},
	})
}

// EachRival calls do for figures of competitors by prompt, or by topic as EachCell does.
func EachRival(ctx context.Context, q store.Querier, e Extent, do func(Spot, RivalKey, *OtherFigures)) (err error) {
	defer fault.Wrap(&err, "finding.EachRival")

	read := sheetReader{column: "rivals", columns: "others, s.rivals", sheet: func(at Spot, parts [2][]byte) error {
		if rivals, whole := cellsIn(parts[0], parts[1]); whole {
			return rivalsCode.each(rivals, func(k RivalKey, f *OtherFigures) { do(at, k, f) })
		}
		return othersCode.each(parts[0], func(k OtherKey, f *OtherFigures) { do(at, RivalKey{"", k.Topic, k.Kinds, k.Competitor}, f) })
	}}
	rest := []Extent{e}
	if !e.Daily { // months and sums know days by cells alone
		if rest, err = eachSummed(ctx, q, e, rivalsPart, rivalsCode, do); err != nil {
			return err
		}
		read.month = func(at Spot, part []byte) error {
			return rivalsCode.each(part, func(k RivalKey, f *OtherFigures) { do(at, k, f) })
		}
	}
	return eachSheet(ctx, q, rest, read)
}

// EachSource calls do for figures of sites and pages. Those of a page may be of several platforms: they stand in the spot, a line each.
func EachSource(ctx context.Context, q store.Querier, e Extent, do func(Spot, SourceKey, *SourceFigures)) (err error) {
	defer fault.Wrap(&err, "finding.EachSource")

	read := sheetReader{column: "sources", columns: "sources, NULL", sheet: func(at Spot, parts [2][]byte) error {
		return sourcesCode.each(parts[0], func(k SourceKey, f *SourceFigures) { do(at, k, f) })
	}}
	if !e.Topics && !e.Daily {
		read.month = func(at Spot, part []byte) error {
			return sourcesCode.each(part, func(k SourceKey, f *SourceFigures) { do(at, k, f) })
		}
	}
	rest := []Extent{e}
	if !e.Daily && len(e.Platforms) == 0 {
		part := sourcesPart
		if e.Topics {
			part = ""
		}
		if rest, err = eachSummed(ctx, q, e, part, sourcesCode, do); err != nil {
			return err
		}
	}
	return eachSheet(ctx, q, rest, read)
}

// Spot is the day, month, quarter or year, the platform and the mode of figures.
type Spot struct {
	Span           int64
	Platform, Mode string
}

// sheetReader reads a column of months that are kept, and two columns of sheets.
type sheetReader struct {
	column, columns string
	month           func(at Spot, part []byte) error // nil: sheets alone are read
	sheet           func(at Spot, parts [2][]byte) error
}

// eachSheet reads extents: months that are kept, and the sheets beside them.
func eachSheet(ctx context.Context, q store.Querier, list []Extent, read sheetReader) error {
	for _, e := range list {
		if err := e.each(ctx, q, read); err != nil {
			return err
		}
	}
	return nil
}

func (e Extent) each(ctx context.Context, q store.Querier, read sheetReader) error {
	first, last := e.months()
	kept := read.month != nil && first <= last
	var stale []statement
	if kept {
		var err error
		if stale, err = eachMonth(ctx, q, e, read); err != nil {
			return err
		}
	}
	for _, s := range append(e.statements(read, kept), stale...) {
		err := store.Each(ctx, q, func(row store.Row) error {
			var span int64
			var platform string
			var parts [2]store.Lent
			if err := row.Scan(&span, &platform, &parts[0], &parts[1]); err != nil {
				return err
			}
			if at := spotOf(span, platform); e.takes(at) {
				return read.sheet(at, [2][]byte{parts[0], parts[1]})
			}
			return nil
		}, s.sql, s.args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// eachMonth reads months that are kept, and returns how to read those that an older program has added to.
func eachMonth(ctx context.Context, q store.Querier, e Extent, read sheetReader) (stale []statement, err error) {
	first, last := e.months()
	s := e.statement(`SELECT m.month, m.platform, m.seal, s.figures, m.`+read.column+` FROM months m
		JOIN sheets s ON s.brand_id = m.brand_id AND s.generation = m.generation AND s.span = m.month AND s.platform = m.platform
		WHERE m.brand_id = $1 AND m.generation = $2 AND m.month BETWEEN $3 AND $4`, "m", first, last)
	err = store.Each(ctx, q, func(row store.Row) error {
		var month, seal int64
		var platform string
		var figures, part store.Lent
		if err := row.Scan(&month, &platform, &seal, &figures, &part); err != nil {
			return err
		}
		at := spotOf(month, platform)
		switch {
		case !e.takes(at):
			return nil
		case seal == sealOf(figures):
			return read.month(at, part)
		}
		from, to := month, month
		if e.Daily {
			from, to = month*100, month*100+99
		}
		one := Extent{BrandID: e.BrandID, Generation: e.Generation, Mode: e.Mode, Platforms: []string{at.Platform}}
		stale = append(stale, one.sheets(read.columns, from, to))
		return nil
	}, s.sql, s.args...)
	return stale, err
}

type statement struct {
	sql  string
	args []any
}

// statement reads a table with an alias, of which it takes the platforms asked for.
func (e Extent) statement(sql, alias string, from, to int64) statement {
	s := statement{sql, []any{e.BrandID, e.Generation, from, to}}
	if len(e.Platforms) > 0 {
		marks, platforms := store.Among(e.rows(), len(s.args))
		s.sql, s.args = s.sql+` AND `+alias+`.platform`+marks, append(s.args, platforms...)
	}
	return s
}

// sheets reads columns of the sheets of some spans.
func (e Extent) sheets(columns string, from, to int64) statement {
	return e.statement(`SELECT s.span, s.platform, s.`+columns+` FROM sheets s WHERE s.brand_id = $1 AND s.generation = $2 AND s.span BETWEEN $3 AND $4`, "s", from, to)
}

// statements read columns of the sheets: of the days, or of whole months that were added up and of the days beside them. Those of months that
// are kept as such are left out.
func (e Extent) statements(read sheetReader, kept bool) []statement {
	first, last := e.months()
	without := func(s statement, table, span, month string) statement {
		s.sql += ` AND NOT EXISTS (SELECT 1 FROM ` + table + ` m WHERE m.brand_id = s.brand_id AND m.generation = s.generation AND m.` + span + ` = ` + month + ` AND m.platform = s.platform
			AND m.` + span + ` BETWEEN ` + strconv.FormatInt(first, 10) + ` AND ` + strconv.FormatInt(last, 10) + `)`
		return s
	}
	days := e.sheets(read.columns, e.From, e.To)
	switch {
	case first > last, e.Daily && !kept:
		return []statement{days}
	case e.Daily:
		return []statement{without(days, "months", "month", "s.span / 100")}
	}
	months := e.sheets(read.columns, first, last)
	if kept {
		months = without(months, "months", "month", "s.span")
	}
	return []statement{months, without(days, "sheets", "span", "s.span / 100")}
}

// months are the first and last that lie whole within the extent; the first is after the last when there is none.
func (e Extent) months() (first, last int64) {
	from, to := dateOf(e.From), dateOf(e.To)
	if from.Day() != 1 {
		from = from.AddDate(0, 1, 1-from.Day())
	}
	if next := to.AddDate(0, 0, 1); next.Day() != 1 {
		to = to.AddDate(0, 0, -to.Day())
	}
	month := func(t time.Time) int64 { return int64(t.Year()*100 + int(t.Month())) }
	return month(from), month(to)
}

func dateOf(day int64) time.Time {
	return time.Date(int(day/10_000), time.Month(day/100%100), int(day%100), 0, 0, 0, 0, time.UTC)
}
