package finding

import (
	"context"
	"maps"
	"slices"

	"renown/internal/floor/store"
)

// sumTx brings the sums of a mode up to date: the month under way until yesterday, and one that ends with a month, of which there are many once.
// It tells whether it found one. The caller has locked the reading.
func (t *tally) sumTx(ctx context.Context, tx *store.Tx, mode string) (more bool, err error) {
	today := Day(tx.Now.Time)
	if err := t.sumDaysTx(ctx, tx, mode, dayAfter(today, 0, -1), today/100); err != nil {
		return false, err
	}
	return t.sumOverTx(ctx, tx, mode, today/100)
}

func (t *tally) extent(mode string) Extent {
	return Extent{BrandID: t.brandID, Generation: t.generation, Mode: mode}
}

const selectSum = `SELECT span, until, seal FROM sums WHERE brand_id = $1 AND generation = $2 AND mode = $3 AND part = '` + cellsPart + `'`

// sumDaysTx brings the sum of the month under way up to a day: by the days since, or anew when a day has changed.
func (t *tally) sumDaysTx(ctx context.Context, tx *store.Tx, mode string, until, month int64) error {
	if until/100 != month {
		return nil
	}
	kept, err := store.List(ctx, tx, scanSum, selectSum+` AND span = $4`, t.brandID, t.generation, mode, month)
	if err != nil || len(kept) == 1 && kept[0].until == until {
		return err
	}
	e := t.extent(mode)
	e.From, e.To = month*100, until
	if kept, err = e.sealed(ctx, tx, kept); err != nil {
		return err
	}
	s := newSummed(sum{span: month, until: month * 100}, mode)
	for _, k := range kept {
		s.sum = k
		if err := t.takeSumTx(ctx, tx, s, k.span); err != nil {
			return err
		}
	}
	if err := t.addSheetsTx(ctx, tx, s, s.until+1, until); err != nil || s.partial {
		return err
	}
	if err := s.addDays(); err != nil {
		return err
	}
	s.until = until
	if err := t.putSumTx(ctx, tx, s); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `DELETE FROM recent_sources WHERE brand_id = $1 AND generation = $2`, t.brandID, t.generation) // what an older program kept in its place
	return err
}

// addSheetsTx adds the sheets of some spans.
func (t *tally) addSheetsTx(ctx context.Context, tx *store.Tx, s *summed, from, to int64) error {
	return store.Each(ctx, tx, func(row store.Row) error {
		var span int64
		var platform string
		var parts [7][]byte
		if err := row.Scan(&span, &platform, &parts[0], &parts[2], &parts[3], &parts[4], &parts[5]); err != nil {
			return err
		}
		at := spotOf(0, platform)
		if at.Mode != s.mode {
			return nil
		}
		s.seal += sealOf(parts[0])
		sheet := newSheet()
		if err := sheet.takeCells(parts); err != nil {
			return err
		}
		s.partial = s.partial || sheet.Partial
		s.sheet(at.Platform).Join(sheet)
		s.added[at.Platform] = append(s.added[at.Platform], datedCells{span, sheet.Cells})
		return sourcesCode.each(parts[3], func(k SourceKey, f *SourceFigures) { s.source(at.Platform, k, f) })
	}, `SELECT span, platform, figures, others, sources, cells, rivals FROM sheets WHERE brand_id = $1 AND generation = $2 AND span BETWEEN $3 AND $4 ORDER BY span`, t.brandID, t.generation, from, to)
}

// takeSumTx adds a sum that is kept.
func (t *tally) takeSumTx(ctx context.Context, tx *store.Tx, s *summed, span int64) error {
	return store.Each(ctx, tx, func(row store.Row) error {
		var part string
		var figures []byte
		if err := row.Scan(&part, &figures); err != nil {
			return err
		}
		switch part {
		case cellsPart:
			return cellsCode.eachOn(figures, func(p string, k CellKey, f *CellFigures) { at(s.sheet(p).Cells, k).Join(f) })
		case rivalsPart:
			return rivalsCode.eachOn(figures, func(p string, k RivalKey, f *OtherFigures) { at(s.sheet(p).Rivals, k).Join(f) })
		case sourcesPart: // follows from those of topics
			return nil
		case daysPart:
			if s.span <= quarterMax {
				return nil
			}
			return eachOfDays(figures, func(p string, days []byte) error {
				s.days[p] = days
				return nil
			})
		}
		return sourcesCode.eachOn(figures, s.source)
	}, `SELECT part, figures FROM sums WHERE brand_id = $1 AND generation = $2 AND mode = $3 AND span = $4`, t.brandID, t.generation, s.mode, span)
}

// putSumTx keeps a sum. What an older program has added to counts as kept, and is never read.
func (t *tally) putSumTx(ctx context.Context, tx *store.Tx, s *summed) error {
	parts := map[string][]byte{cellsPart: {}}
	if s.partial {
		s.seal = unsealed
	} else {
		parts = s.parts()
	}
	if _, err := tx.Exec(ctx, `DELETE FROM sums WHERE brand_id = $1 AND generation = $2 AND mode = $3 AND span = $4`, t.brandID, t.generation, s.mode, s.span); err != nil {
		return err
	}
	var rows [][]any
	for part, figures := range parts {
		rows = append(rows, []any{t.brandID, t.generation, s.mode, s.span, part, s.until, s.seal, figures})
	}
	return store.InsertRows(ctx, tx, `INSERT INTO sums (brand_id, generation, mode, span, part, until, seal, figures)`, rows)
}

// dropSumsTx forgets the sums that stand for a day, or for one after it in its month, quarter or year.
func (t *tally) dropSumsTx(ctx context.Context, tx *store.Tx, mode string, day int64) error {
	_, err := tx.Exec(ctx, `DELETE FROM sums WHERE brand_id = $1 AND generation = $2 AND mode = $3 AND span IN ($4, $5, $6) AND until >= $7`,
		t.brandID, t.generation, mode, day/100, quarterOf(day/100), day/10_000, day)
	return err
}

// sumOverTx makes the latest sum that is missing of the months before one, or else adds a month to a quarter or a year that lacks it. It tells
// whether there was one.
func (t *tally) sumOverTx(ctx context.Context, tx *store.Tx, mode string, before int64) (found bool, err error) {
	there := map[int64]sum{}
	err = store.Each(ctx, tx, func(row store.Row) error {
		s, err := scanSum(row)
		there[s.span] = s
		return err
	}, selectSum, t.brandID, t.generation, mode)
	if err != nil {
		return false, err
	}
	rows, err := t.rowsTx(ctx, tx, mode, keptMonths, 0, before-1)
	if err != nil {
		return false, err
	}
	months := slices.Backward(slices.Sorted(maps.Keys(rows)))
	for _, month := range months {
		if there[month].until != lastDay(month) {
			return t.sumMonthTx(ctx, tx, mode, month, rows)
		}
	}
	for _, month := range months {
		for _, span := range []int64{quarterOf(month), month / 100} {
			if there[span].until < lastDay(month) {
				return true, t.sumLongTx(ctx, tx, mode, sum{span: span, until: lastDay(month)}, there)
			}
		}
	}
	return false, nil
}

// sumLongTx adds the next month to the sum of a quarter or a year that is to reach until a day: behind what is kept, or else the first. there are the sums
// that are kept.
func (t *tally) sumLongTx(ctx context.Context, tx *store.Tx, mode string, reach sum, there map[int64]sum) error {
	kept := there[reach.span]
	var months, since []sum // all, and those behind what is kept
	seal := int64(0)        // of the others
	for month := reach.first() / 100; month <= reach.until/100; month++ {
		m, ok := there[month]
		switch {
		case !ok:
			continue
		case m.seal == unsealed:
			s := newSummed(reach, mode)
			s.partial = true
			return t.putSumTx(ctx, tx, s)
		case m.until > kept.until:
			since = append(since, m)
		default:
			seal += m.seal
		}
		months = append(months, m)
	}
	s := newSummed(sum{span: reach.span}, mode)
	if kept.seal == seal && len(since) < len(months) {
		s.seal, months = seal, since
		if err := t.takeSumTx(ctx, tx, s, reach.span); err != nil {
			return err
		}
	}
	next := months[0]
	s.seal, s.until = s.seal+next.seal, next.until
	if err := t.takeSumTx(ctx, tx, s, next.span); err != nil {
		return err
	}
	return t.putSumTx(ctx, tx, s)
}

// keptSpans are the spans and platforms of rows of months or sheets.
type keptSpans struct{ sql, span string }

var (
	keptMonths = keptSpans{`SELECT month, platform FROM months`, `month`}
	keptSheets = keptSpans{`SELECT span, platform FROM sheets`, `span`}
)

// rowsTx are the platforms of a table by span.
func (t *tally) rowsTx(ctx context.Context, tx *store.Tx, mode string, of keptSpans, from, to int64) (map[int64][]string, error) {
	rows := map[int64][]string{}
	err := store.Each(ctx, tx, func(row store.Row) error {
		var span int64
		var platform string
		err := row.Scan(&span, &platform)
		if spotOf(span, platform).Mode == mode {
			rows[span] = append(rows[span], platform)
		}
		return err
	}, of.sql+` WHERE brand_id = $1 AND generation = $2 AND `+of.span+` BETWEEN $3 AND $4`, t.brandID, t.generation, from, to)
	return rows, err
}

// sumMonthTx makes the sum of a month that is over. rolled are the platforms whose month is kept: another one that has days, because it was
// not asked since or they have changed, is added up first, and the sum is left for the next time.
func (t *tally) sumMonthTx(ctx context.Context, tx *store.Tx, mode string, month int64, rolled map[int64][]string) (bool, error) {
	days, err := t.rowsTx(ctx, tx, mode, keptSheets, month*100, month*100+99)
	if err != nil {
		return false, err
	}
	for _, rows := range days {
		for _, row := range rows {
			if !slices.Contains(rolled[month], row) {
				return t.rollTx(ctx, tx, month+1, row)
			}
		}
	}
	s := newSummed(sum{span: month, until: lastDay(month)}, mode)
	if err := t.addMonthTx(ctx, tx, s); err != nil {
		return false, err
	}
	return true, t.putSumTx(ctx, tx, s)
}

// addMonthTx adds the sheets of a month, with their days as the month of each platform has them.
func (t *tally) addMonthTx(ctx context.Context, tx *store.Tx, s *summed) error {
	if err := t.addSheetsTx(ctx, tx, s, s.span, s.span); err != nil {
		return err
	}
	seals := int64(0)
	err := store.Each(ctx, tx, func(row store.Row) error {
		var platform string
		var seal int64
		var days []byte
		err := row.Scan(&platform, &seal, &days)
		if at := spotOf(0, platform); at.Mode == s.mode {
			seals += seal
			s.days[at.Platform] = days
		}
		return err
	}, `SELECT platform, seal, days FROM months WHERE brand_id = $1 AND generation = $2 AND month = $3`, t.brandID, t.generation, s.span)
	s.partial = s.partial || seals != s.seal
	return err
}

// modesTx are the modes that a reading has figures of.
func (t *tally) modesTx(ctx context.Context, tx *store.Tx) ([]string, error) {
	rows, err := store.List(ctx, tx, store.One[string], `SELECT DISTINCT platform FROM sheets WHERE brand_id = $1 AND generation = $2`, t.brandID, t.generation)
	return modesOf(rows), err
}

func modesOf(rows []string) (modes []string) {
	for _, row := range rows {
		if mode := spotOf(0, row).Mode; !slices.Contains(modes, mode) {
			modes = append(modes, mode)
		}
	}
	return modes
}

// sumsTx brings the sums of all modes up to date, as sumTx does.
func (t *tally) sumsTx(ctx context.Context, tx *store.Tx) (more bool, err error) {
	modes, err := t.modesTx(ctx, tx)
	for _, mode := range modes {
		found, err := t.sumTx(ctx, tx, mode)
		if more = more || found; err != nil {
			return false, err
		}
	}
	return more, err
}
