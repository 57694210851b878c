package finding

import (
	"context"
	"slices"

	"renown/internal/floor/store"
)

// Parts are the sheet as the table keeps it, in the order of its columns: figures, prompts, others, sources, cells, rivals, reach.
func (s *Sheet) Parts() (parts [7][]byte) {
	parts = [7][]byte{figuresCode.pack(s.Figures), promptsCode.pack(s.Prompts), othersCode.pack(s.Others), sourcesCode.pack(s.Sources)}
	parts[6] = reachCode.pack(s.Reach)
	if !s.Partial {
		parts[4], parts[5] = sealed(parts[0], cellsCode.pack(s.Cells)), sealed(parts[2], rivalsCode.pack(s.Rivals))
	}
	return parts
}

// take adds what a row keeps.
func (s *Sheet) take(parts [7][]byte) error {
	if err := s.takeCells(parts); err != nil {
		return err
	}
	if err := figuresCode.each(parts[0], func(k FigureKey, f *Figures) { at(s.Figures, k).Join(f) }); err != nil {
		return err
	}
	if err := promptsCode.each(parts[1], func(k PromptKey, f *PromptFigures) { at(s.Prompts, k).Join(f) }); err != nil {
		return err
	}
	if err := othersCode.each(parts[2], func(k OtherKey, f *OtherFigures) { at(s.Others, k).Join(f) }); err != nil {
		return err
	}
	if err := eachReach(parts[6], func(k ReachKey, f *ReachFigures) { at(s.Reach, k).Answers += f.Answers }); err != nil {
		return err
	}
	return sourcesCode.each(parts[3], func(k SourceKey, f *SourceFigures) { at(s.Sources, k).Join(f) })
}

// takeCells adds cells and competitors.
func (s *Sheet) takeCells(parts [7][]byte) error {
	cells, whole := cellsIn(parts[0], parts[4])
	rivals, both := cellsIn(parts[2], parts[5])
	if !whole || !both {
		s.Partial = true
		return nil
	}
	if err := cellsCode.each(cells, func(k CellKey, f *CellFigures) { at(s.Cells, k).Join(f) }); err != nil {
		return err
	}
	return rivalsCode.each(rivals, func(k RivalKey, f *OtherFigures) { at(s.Rivals, k).Join(f) })
}

// keptSheet is a row of the table.
type keptSheet struct {
	spot
	parts [7][]byte
}

func scanSheet(row store.Row) (s keptSheet, err error) {
	err = row.Scan(&s.day, &s.platform, &s.parts[0], &s.parts[1], &s.parts[2], &s.parts[3], &s.parts[4], &s.parts[5], &s.parts[6])
	return s, err
}

const selectSheets = `SELECT span, platform, figures, prompts, others, sources, cells, rivals, reach FROM sheets WHERE brand_id = $1 AND generation = $2`

// flushTx adds everything to the sheets of days, and to those of their months once there are some. The caller has locked the reading.
func (t *tally) flushTx(ctx context.Context, tx *store.Tx) error {
	kept, err := t.keptTx(ctx, tx)
	if err != nil {
		return err
	}
	there := map[spot]bool{}
	var rows [][]any
	for _, k := range kept {
		joined, added := newSheet(), false
		if err := joined.take(k.parts); err != nil {
			return err
		}
		for at, sheet := range t.sheets {
			if at.platform == k.platform && (at.day == k.day || at.day/100 == k.day) {
				joined.Join(sheet)
				added = true
			}
		}
		if !added {
			continue
		}
		if there[k.spot] = true; k.day <= monthMax {
			if err := t.dropMonthTx(ctx, tx, k.spot); err != nil {
				return err
			}
		}
		rows = append(rows, t.row(k.spot, joined))
	}
	opened := map[Spot]bool{} // days by their modes
	for at, sheet := range t.sheets {
		if !there[at] {
			t.opened = append(t.opened, at.platform)
			opened[Spot{Span: at.day, Mode: spotOf(0, at.platform).Mode}] = true
			rows = append(rows, t.row(at, sheet))
		}
	}
	// Seals of spans that are over are those of months. A day that a node with a slow clock begins in such a span may have no month yet.
	for at := range opened {
		if err := t.dropSumsTx(ctx, tx, at.Mode, at.Span); err != nil {
			return err
		}
	}
	return putTx(ctx, tx, rows)
}

// keptTx are the sheets that there are of the days added to and of their months, and maybe others of these platforms.
func (t *tally) keptTx(ctx context.Context, tx *store.Tx) ([]keptSheet, error) {
	var spans []int64
	var platforms []string
	for at := range t.sheets {
		spans, platforms = append(spans, at.day, at.day/100), append(platforms, at.platform)
	}
	if len(spans) == 0 {
		return nil, nil
	}
	slices.Sort(spans)
	slices.Sort(platforms)
	days, args := store.Among(slices.Compact(spans), 2)
	rows, more := store.Among(slices.Compact(platforms), 2+len(args))
	return store.List(ctx, tx, scanSheet, selectSheets+` AND span`+days+` AND platform`+rows, slices.Concat([]any{t.brandID, t.generation}, args, more)...)
}

// row is a sheet as putTx takes it.
func (t *tally) row(at spot, sheet *Sheet) []any {
	if at.day <= monthMax {
		sheet.Reach = nil // a month is read for sums alone
	}
	return t.rowOf(at, sheet.Parts())
}

func (t *tally) rowOf(at spot, parts [7][]byte) []any {
	return []any{t.brandID, t.generation, at.day, at.platform, parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6]}
}

func putTx(ctx context.Context, tx *store.Tx, rows [][]any) error {
	return store.UpsertRows(ctx, tx, `INSERT INTO sheets (brand_id, generation, span, platform, figures, prompts, others, sources, cells, rivals, reach)`,
		` ON CONFLICT (brand_id, generation, span, platform) DO UPDATE SET figures = excluded.figures, prompts = excluded.prompts, others = excluded.others, sources = excluded.sources,
			cells = excluded.cells, rivals = excluded.rivals, reach = excluded.reach`, rows)
}

// rollTx adds up a platform's latest month before the given one that has days and is not kept as a month: a long period is
// read by months. It tells whether there was one. The empty platform means any.
func (t *tally) rollTx(ctx context.Context, tx *store.Tx, before int64, platform string) (found bool, err error) {
	months, err := store.List(ctx, tx, func(row store.Row) (s spot, err error) {
		err = row.Scan(&s.day, &s.platform)
		return s, err
	}, `SELECT s.span / 100, s.platform FROM sheets s WHERE s.brand_id = $1 AND s.generation = $2 AND s.span > $3 AND s.span < $4 AND (s.platform = $5 OR $5 = '')
			AND NOT EXISTS (SELECT 1 FROM months m WHERE m.brand_id = s.brand_id AND m.generation = s.generation AND m.month = s.span / 100 AND m.platform = s.platform)
		ORDER BY s.span DESC LIMIT 1`, t.brandID, t.generation, monthMax, before*100, platform)
	if err != nil || len(months) == 0 {
		return false, err
	}
	month := months[0]
	days, err := store.List(ctx, tx, scanSheet, selectSheets+` AND platform = $3 AND span BETWEEN $4 AND $5 ORDER BY span`, t.brandID, t.generation, month.platform, month.day*100, month.day*100+99)
	if err != nil {
		return false, err
	}
	sum, list := newSheet(), make([]datedCells, len(days))
	for i, d := range days {
		day := newSheet()
		if err := day.take(d.parts); err != nil {
			return false, err
		}
		sum.Join(day)
		list[i] = datedCells{d.day, day.Cells}
	}
	sum.Reach = nil
	if err := t.dropSumsTx(ctx, tx, spotOf(0, month.platform).Mode, month.day*100); err != nil {
		return false, err
	}
	parts := sum.Parts()
	if err := putTx(ctx, tx, [][]any{t.rowOf(month, parts)}); err != nil {
		return false, err
	}
	return true, t.putMonthTx(ctx, tx, month, parts[0], sum, list)
}

// monthMax parts months, as 202611, from days, as 20261115.
const monthMax = 9_999_999
