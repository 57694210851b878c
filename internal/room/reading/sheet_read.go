package reading

import (
	"cmp"
	"context"
	"slices"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// Extent is what is to be read of a reading's figures. From and To are both included; no platform means all.
type Extent struct {
	BrandID    string
	Generation int64
	From, To   day.Day
	Platforms  []string
	Mode       string   // empty means search
	Daily      bool     // each day by itself; else months may stand for their days
	Topics     bool     // sources by topic; else over all of them, where months are kept so
	TopicIDs   []string // of searches; none means all
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

// EachCell calls do for figures of cells.
func EachCell(ctx context.Context, q store.Querier, e Extent, do func(Spot, CellKey, *CellFigures)) (err error) {
	defer fault.Wrap(&err, "reading.EachCell")

	var days daysReader
	return e.eachCell(ctx, q, func(at Spot, part []byte) error {
		if !e.Daily {
			return days.each(at.Day.Month(), part, func(k CellKey, d *CellDays) {
				f := d.sum()
				do(at, k, &f)
			})
		}
		return days.eachDay(at.Day.Month(), part, func(day day.Day, k CellKey,
			f *CellFigures,
		) {
			do(Spot{day, at.Platform, at.Mode}, k, f)
		})
	}, do)
}

// EachCellDays is EachCell day by day: month is called for a cell in a month that is kept, do for a cell on another day.
func EachCellDays(
	ctx context.Context, q store.Querier, e Extent, month func(Spot, CellKey, *CellDays), do func(Spot, CellKey, *CellFigures),
) (err error) {
	defer fault.Wrap(&err, "reading.EachCellDays")

	var days daysReader
	return e.eachCell(ctx, q, func(at Spot, part []byte) error {
		return days.each(at.Day.Month(), part, func(k CellKey, d *CellDays) { month(at, k, d) })
	}, do)
}

func (e Extent) eachCell(ctx context.Context, q store.Querier, month func(Spot, []byte) error, do func(Spot, CellKey, *CellFigures)) error {
	return e.each(ctx, q, partReader{"cells", month, "cells", func(at Spot, part []byte) error {
		return cellsCode.each(part, func(k CellKey, f *CellFigures) { do(at, k, f) })
	}})
}

// EachRival calls do for figures of competitors by prompt.
func EachRival(ctx context.Context, q store.Querier, e Extent, do func(Spot, RivalKey, *Counts)) (err error) {
	defer fault.Wrap(&err, "reading.EachRival")

	read := func(at Spot, part []byte) error {
		return rivalsCode.each(part, func(k RivalKey, c *Counts) { do(at, k, c) })
	}
	if e.Daily { // months know days by cells alone
		return e.each(ctx, q, partReader{"", nil, "rivals", read})
	}
	return e.each(ctx, q, partReader{"rivals", read, "rivals", read})
}

// EachSource calls do for figures of sites and pages.
func EachSource(ctx context.Context, q store.Querier, e Extent, do func(Spot, SourceKey, *SourceFigures)) (err error) {
	defer fault.Wrap(&err, "reading.EachSource")

	read := func(at Spot, part []byte) error {
		return sourcesCode.each(part, func(k SourceKey, f *SourceFigures) { do(at, k, f) })
	}
	switch {
	case e.Daily:
		return e.each(ctx, q, partReader{"", nil, "sources", read})
	case e.Topics:
		return e.each(ctx, q, partReader{"topics", read, "sources", read})
	}
	return e.each(ctx, q, partReader{"sources", read, "sources", read})
}

// Spot is the day, the platform and the mode of figures; of those of a month, its first day.
type Spot struct {
	Day            day.Day
	Platform, Mode string
}

// partReader reads a column of months that are kept, and one of the days beside them. Without a month all days are read.
type partReader struct {
	monthColumn string
	month       func(Spot, []byte) error
	dayColumn   string
	day         func(Spot, []byte) error
}

// each reads the months that lie within an extent, as far as they reach, and the days for which no month was read.
func (e Extent) each(ctx context.Context, q store.Querier, r partReader) error {
	months := map[day.Month][]reach{}
	if r.month != nil {
		err := e.eachRow(ctx, q, `SELECT month * 100 + 1, until, platform, `+r.monthColumn+` FROM months
			WHERE brand_id = $1 AND generation = $2 AND month >= ($3 + 98) / 100 AND until <= $4`, days{from: e.From, to: e.To},
			func(at Spot, until reach, part []byte) error {
				months[at.Day.Month()] = append(months[at.Day.Month()], until)
				return r.month(at, part)
			})
		if err != nil {
			return err
		}
	}
	for _, d := range e.beside(months) {
		err := e.eachRow(ctx, q, `SELECT day, day, platform, `+r.dayColumn+` FROM days
			WHERE brand_id = $1 AND generation = $2 AND day >= $3 AND day <= $4`, d, func(at Spot, _ reach, part []byte) error {
			return r.day(at, part)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// reach is up to which day something is known of a platform, as the tables name it.
type reach struct {
	row   string
	until day.Day
}

// days are some of them, on some platforms, on all, or on all but a few, as the tables name them.
type days struct {
	from, to      day.Day
	only, without []string
}

// beside are the days of an extent that none of the given months stands for, as few stretches.
func (e Extent) beside(months map[day.Month][]reach) (list []days) {
	var later []days // of months that do not reach to their end
	for month := e.From.Month(); month <= e.To.Month(); month++ {
		d := days{from: max(e.From, month.First()), to: min(e.To, month.Last())}
		for _, m := range months[month] {
			d.without = append(d.without, m.row)
			if m.until >= d.to {
				continue
			}
			i := slices.IndexFunc(later, func(l days) bool { return l.from == m.until+1 && l.to == d.to })
			if i < 0 {
				i, later = len(later), append(later, days{from: m.until + 1, to: d.to})
			}
			later[i].only = append(later[i].only, m.row)
		}
		slices.Sort(d.without)
		if n := len(list); n > 0 && slices.Equal(list[n-1].without, d.without) {
			list[n-1].to = d.to
			continue
		}
		list = append(list, d)
	}
	return append(list, later...)
}

// eachRow reads days, or months, of the platforms asked for.
func (e Extent) eachRow(ctx context.Context, q store.Querier, sql string, d days, do func(at Spot, until reach, part []byte) error) error {
	args := []any{e.BrandID, e.Generation, d.from, d.to}
	switch {
	case len(d.only) > 0:
		marks, platforms := store.Among(d.only, len(args))
		sql, args = sql+` AND platform`+marks, append(args, platforms...)
	case len(e.Platforms) > 0:
		marks, platforms := store.Among(e.rows(), len(args))
		sql, args = sql+` AND platform`+marks, append(args, platforms...)
	case e.mode() == SearchMode:
		sql += ` AND platform NOT LIKE '%@%'`
	default:
		sql, args = sql+` AND platform LIKE $5`, append(args, "%@"+e.mode())
	}
	if len(d.without) > 0 {
		marks, platforms := store.Among(d.without, len(args))
		sql, args = sql+` AND NOT platform`+marks, append(args, platforms...)
	}
	return store.Each(ctx, q, func(row store.Row) error {
		var first day.Day
		var until reach
		var part store.Lent
		if err := row.Scan(&first, &until.until, &until.row, &part); err != nil {
			return err
		}
		if at := spotOf(first, until.row); e.takes(at) {
			return do(at, until, part)
		}
		return nil
	}, sql, args...)
}
