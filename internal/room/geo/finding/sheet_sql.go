package finding

import (
	"context"

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
	span  int64
	parts [7][]byte
}

func scanSheet(row store.Row) (s keptSheet, err error) {
	err = row.Scan(&s.span, &s.parts[0], &s.parts[1], &s.parts[2], &s.parts[3], &s.parts[4], &s.parts[5], &s.parts[6])
	return s, err
}

const selectSheets = `SELECT span, figures, prompts, others, sources, cells, rivals, reach FROM sheets WHERE brand_id = $1 AND generation = $2 AND platform = $3`

// flushTx adds everything to the table. The caller has locked the reading.
func (t *tally) flushTx(ctx context.Context, tx *store.Tx) error {
	for at, sheet := range t.sheets {
		if err := t.addTx(ctx, tx, at, sheet); err != nil {
			return err
		}
	}
	return nil
}

// addTx adds to the sheet of a day, and to that of its month once there is one.
func (t *tally) addTx(ctx context.Context, tx *store.Tx, at spot, sheet *Sheet) error {
	kept, err := store.List(ctx, tx, scanSheet, selectSheets+` AND span IN ($4, $5)`, t.brandID, t.generation, at.platform, at.day, at.day/100)
	if err != nil {
		return err
	}
	there := false
	for _, k := range kept {
		joined := newSheet()
		if err := joined.take(k.parts); err != nil {
			return err
		}
		joined.Join(sheet)
		if err := t.putTx(ctx, tx, spot{k.span, at.platform}, joined); err != nil {
			return err
		}
		if k.span <= monthMax {
			if err := t.dropMonthTx(ctx, tx, spot{k.span, at.platform}); err != nil {
				return err
			}
		}
		there = there || k.span == at.day
	}
	if there {
		return nil
	}
	t.opened = append(t.opened, at.platform)
	// Seals of spans that are over are those of months. A day that a node with a slow clock begins in such a span may have no month yet.
	if err := t.dropSumsTx(ctx, tx, spotOf(0, at.platform).Mode, at.day); err != nil {
		return err
	}
	return t.putTx(ctx, tx, at, sheet)
}

func (t *tally) putTx(ctx context.Context, tx *store.Tx, at spot, sheet *Sheet) error {
	if at.day <= monthMax {
		sheet.Reach = nil // a month is read for sums alone
	}
	return t.putPartsTx(ctx, tx, at, sheet.Parts())
}

func (t *tally) putPartsTx(ctx context.Context, tx *store.Tx, at spot, parts [7][]byte) error {
	_, err := tx.Exec(ctx, `INSERT INTO sheets (brand_id, generation, span, platform, figures, prompts, others, sources, cells, rivals, reach) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
		ON CONFLICT (brand_id, generation, span, platform) DO UPDATE SET figures = excluded.figures, prompts = excluded.prompts, others = excluded.others, sources = excluded.sources,
			cells = excluded.cells, rivals = excluded.rivals, reach = excluded.reach`,
		t.brandID, t.generation, at.day, at.platform, parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6])
	return err
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
	days, err := store.List(ctx, tx, scanSheet, selectSheets+` AND span BETWEEN $4 AND $5 ORDER BY span`, t.brandID, t.generation, month.platform, month.day*100, month.day*100+99)
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
		list[i] = datedCells{d.span, day.Cells}
	}
	sum.Reach = nil
	if err := t.dropSumsTx(ctx, tx, spotOf(0, month.platform).Mode, month.day*100); err != nil {
		return false, err
	}
	parts := sum.Parts()
	if err := t.putPartsTx(ctx, tx, month, parts); err != nil {
		return false, err
	}
	return true, t.putMonthTx(ctx, tx, month, parts[0], sum, list)
}

// monthMax parts months, as 202611, from days, as 20261115.
const monthMax = 9_999_999
