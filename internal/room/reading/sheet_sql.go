package reading

import (
	"context"
	"slices"

	"renown/internal/floor/day"
	"renown/internal/floor/store"
)

// parts are a sheet as the table of days keeps it: cells, rivals, sources, reach.
type parts [4][]byte

func (s *Sheet) parts() parts {
	return parts{cellsCode.pack(s.Cells), rivalsCode.pack(s.Rivals), sourcesCode.pack(s.Sources), reachCode.pack(s.Reach)}
}

// take adds what a row keeps.
func (s *Sheet) take(p parts) error {
	if err := cellsCode.each(p[0], func(k CellKey, f *CellFigures) { at(s.Cells, k).Join(f) }); err != nil {
		return err
	}
	if err := rivalsCode.each(p[1], func(k RivalKey, c *Counts) { at(s.Rivals, k).Join(c) }); err != nil {
		return err
	}
	if err := sourcesCode.each(p[2], func(k SourceKey, f *SourceFigures) { at(s.Sources, k).Join(f) }); err != nil {
		return err
	}
	return reachCode.each(p[3], func(k ReachKey, f *ReachFigures) { at(s.Reach, k).Answers += f.Answers })
}

// keptDay is a row of the table.
type keptDay struct {
	spot
	parts parts
}

func scanDay(row store.Row) (d keptDay, err error) {
	err = row.Scan(&d.day, &d.platform, &d.parts[0], &d.parts[1], &d.parts[2], &d.parts[3])
	return d, err
}

func scanSpot(row store.Row) (s spot, err error) {
	err = row.Scan(&s.day, &s.platform)
	return s, err
}

const selectDays = `SELECT day, platform, cells, rivals, sources, reach FROM days WHERE brand_id = $1 AND generation = $2`

// flushTx adds everything to the days, and forgets what was made of them: their months, and their answers as searches are read. The
// caller has locked the reading.
func (t *tally) flushTx(ctx context.Context, tx *store.Tx) error {
	if len(t.sheets) == 0 {
		return nil
	}
	kept, err := t.keptTx(ctx, tx)
	if err != nil {
		return err
	}
	if err := t.dropMonthsTx(ctx, tx); err != nil {
		return err
	}
	there := map[spot]bool{}
	var rows [][]any
	for _, k := range kept {
		sheet := t.sheets[k.spot]
		if sheet == nil {
			continue
		}
		joined := newSheet()
		if err := joined.take(k.parts); err != nil {
			return err
		}
		joined.Join(sheet)
		there[k.spot] = true
		rows = append(rows, t.row(k.spot, joined))
	}
	for at, sheet := range t.sheets {
		if !there[at] {
			t.opened = append(t.opened, at.platform)
			rows = append(rows, t.row(at, sheet))
		}
	}
	return store.UpsertRows(ctx, tx, `INSERT INTO days (brand_id, generation, day, platform, cells, rivals, sources, reach, answers)`,
		` ON CONFLICT (brand_id, generation, day, platform) DO UPDATE SET cells = excluded.cells, rivals = excluded.rivals,
			sources = excluded.sources, reach = excluded.reach, answers = excluded.answers`, rows)
}

func (t *tally) row(at spot, sheet *Sheet) []any {
	p := sheet.parts()
	return []any{t.brandID, t.generation, at.day, at.platform, p[0], p[1], p[2], p[3], nil}
}

// keptTx are the rows that there are of the days added to, and maybe others of these platforms.
func (t *tally) keptTx(ctx context.Context, tx *store.Tx) ([]keptDay, error) {
	days, args, platforms, more := among(t, 2, func(d day.Day) day.Day { return d })
	return store.List(ctx, tx, scanDay, selectDays+` AND day`+days+` AND platform`+platforms,
		slices.Concat([]any{t.brandID, t.generation}, args, more)...)
}

// among limits a statement that has so many arguments to the days added to, or to what stands for them, and to their platforms.
func among[T day.Day | day.Month](t *tally, used int, of func(day.Day) T) (days string, args []any, platforms string, more []any) {
	var numbers []T
	var rows []string
	for at := range t.sheets {
		numbers, rows = append(numbers, of(at.day)), append(rows, at.platform)
	}
	slices.Sort(numbers)
	slices.Sort(rows)
	days, args = store.Among(slices.Compact(numbers), used)
	platforms, more = store.Among(slices.Compact(rows), used+len(args))
	return days, args, platforms, more
}
