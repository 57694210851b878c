package reading

import (
	"context"
	"maps"
	"math/bits"
	"slices"

	"renown/internal/floor/day"
	"renown/internal/floor/store"
	"renown/internal/tool/pack"
)

// A month is kept a second time, for those who read more than a few days: made from its days until yesterday, extended when another day
// has ended, and deleted in the transaction that changes one of them, to be made again.

// datedCells are the cells of a day.
type datedCells struct {
	day   day.Day
	cells map[CellKey]*CellFigures
}

// dropMonthsTx forgets the months that stand for days added to.
func (t *tally) dropMonthsTx(ctx context.Context, tx *store.Tx) error {
	first := day.Of(tx.Now.Time)
	for at := range t.sheets {
		first = min(first, at.day)
	}
	months, args, platforms, more := among(t, 3, day.Day.Month)
	_, err := tx.Exec(ctx, `DELETE FROM months WHERE brand_id = $1 AND generation = $2 AND until >= $3 AND month`+
		months+` AND platform`+platforms,
		slices.Concat([]any{t.brandID, t.generation, first}, args, more)...)
	return err
}

// rollTx brings the latest month up to date that does not stand for all its days before today. It tells whether there was one. The empty
// platform means any.
func (t *tally) rollTx(ctx context.Context, tx *store.Tx, platform string) (found bool, err error) {
	today := day.Of(tx.Now.Time)
	latest, err := store.List(ctx, tx, scanSpot, `SELECT d.day, d.platform FROM days d
		WHERE d.brand_id = $1 AND d.generation = $2 AND d.day < $3 AND (d.platform = $4 OR $4 = '')
			AND NOT EXISTS (SELECT 1 FROM months m WHERE m.brand_id = d.brand_id AND m.generation = d.generation AND m.month = d.day / 100
				AND m.platform = d.platform AND m.until >= d.day)
		ORDER BY d.day DESC LIMIT 1`, t.brandID, t.generation, today, platform)
	if err != nil || len(latest) == 0 {
		return false, err
	}
	m := keptMonth{month: latest[0].day.Month(), platform: latest[0].platform, sum: newSheet()}
	if err := m.takeTx(ctx, tx, t); err != nil {
		return false, err
	}
	days, err := store.List(ctx, tx, scanDay, selectDays+` AND platform = $3 AND day > $4 AND day <= $5 ORDER BY day`,
		t.brandID, t.generation, m.platform, max(m.until, m.month.First()-1), latest[0].day)
	if err != nil {
		return false, err
	}
	for _, d := range days {
		sheet := newSheet()
		if err := sheet.take(d.parts); err != nil {
			return false, err
		}
		m.days = append(m.days, datedCells{d.day, sheet.Cells})
		sheet.Cells, sheet.Reach = nil, nil
		m.sum.Join(sheet)
	}
	if m.until = latest[0].day; m.month < today.Month() {
		m.until = m.month.Last()
	}
	return true, m.putTx(ctx, tx, t)
}

// keptMonth is a row of the table.
type keptMonth struct {
	month    day.Month
	platform string  // as rowOf writes it
	until    day.Day // the last day that it stands for; 0: there is none yet
	days     []datedCells
	sum      *Sheet // competitors and sources
}

// takeTx adds what is kept of the month.
func (m *keptMonth) takeTx(ctx context.Context, tx *store.Tx, t *tally) error {
	return store.Each(ctx, tx, func(row store.Row) error {
		var cells, rivals, topics []byte
		if err := row.Scan(&m.until, &cells, &rivals, &topics); err != nil {
			return err
		}
		by := map[day.Day]map[CellKey]*CellFigures{}
		err := new(daysReader).eachDay(m.month, cells, func(day day.Day, k CellKey, f *CellFigures) {
			if by[day] == nil {
				by[day] = map[CellKey]*CellFigures{}
			}
			one := *f
			by[day][k] = &one
		})
		if err != nil {
			return err
		}
		for _, day := range slices.Sorted(maps.Keys(by)) {
			m.days = append(m.days, datedCells{day, by[day]})
		}
		if err := rivalsCode.each(rivals, func(k RivalKey, c *Counts) { at(m.sum.Rivals, k).Join(c) }); err != nil {
			return err
		}
		return sourcesCode.each(topics, func(k SourceKey, f *SourceFigures) { at(m.sum.Sources, k).Join(f) })
	}, `SELECT until, cells, rivals, topics FROM months WHERE brand_id = $1 AND generation = $2 AND month = $3 AND platform = $4`,
		t.brandID, t.generation, m.month, m.platform)
}

func (m *keptMonth) putTx(ctx context.Context, tx *store.Tx, t *tally) error {
	_, err := tx.Exec(ctx, `INSERT INTO months (brand_id, generation, month, platform, until, cells, rivals, sources, topics)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (brand_id, generation, month, platform) DO UPDATE SET until = excluded.until, cells = excluded.cells, rivals = excluded.rivals,
			sources = excluded.sources, topics = excluded.topics`, t.brandID, t.generation, m.month, m.platform, m.until,
		packDays(m.month, m.days), rivalsCode.pack(m.sum.Rivals), sourcesCode.pack(withoutTopics(m.sum.Sources)),
		sourcesCode.pack(m.sum.Sources))
	return err
}

func withoutTopics(sources map[SourceKey]*SourceFigures) map[SourceKey]*SourceFigures {
	out := map[SourceKey]*SourceFigures{}
	for k, f := range sources {
		at(out, SourceKey{k.Page, "", k.Source}).Join(f)
	}
	return out
}

const daysMost = 31

// packDays writes the days of a month cell by cell and number by number: the names of a cell once, and what does not change once. Of its
// last answers the latest of the month is kept.
func packDays(month day.Month, days []datedCells) []byte {
	index := map[CellKey][]*CellFigures{}
	set := map[CellKey]uint64{}
	for _, d := range days {
		for k, f := range d.cells {
			index[k] = append(index[k], f)
			set[k] |= 1 << (d.day - month.First())
		}
	}
	p := pack.NewWriter()
	var column [daysMost]int64
	for k, list := range index {
		putTexts(p, k.Prompt, k.Topic, k.Stage, k.Kinds)
		p.Count(set[k])
		last, there := CellFigures{}, uint64(0)
		for _, f := range list {
			last.Join(f)
			there |= f.set()
		}
		p.Count(there)
		for ; there != 0; there &= there - 1 {
			for i, f := range list {
				column[i] = f.Counts[bits.TrailingZeros64(there)]
			}
			p.Column(column[:len(list)])
		}
		for i, f := range list {
			column[i] = int64(p.TextNumber(f.Models))
		}
		p.Column(column[:len(list)])
		p.Text(last.LastAnswer)
		p.Number(last.LastPosition)
		p.At(last.LastAt)
	}
	return sealed(p)
}

// CellDays are the figures of a cell on the days of a month. They are the caller's only until it returns.
type CellDays struct {
	Days    []day.Day        // in order
	Columns [Numbers][]int64 // by day; nil: all are zero
	Models  []string         // by day
	Last    CellFigures      // the last answer alone
}

// sum adds the days up.
func (d *CellDays) sum() CellFigures {
	f := d.Last
	for i, column := range d.Columns {
		for _, n := range column {
			f.Counts[i] += n
		}
	}
	for i, models := range d.Models {
		if i == 0 || models != d.Models[i-1] {
			f.Models = JoinModels(f.Models, models)
		}
	}
	return f
}

// daysReader reads months, one after the other.
type daysReader struct {
	CellDays
	columns [Numbers + 1][daysMost]int64 // room, with one for models
	days    [daysMost]day.Day
	models  [daysMost]string
}

// each calls do for every cell of a month.
func (d *daysReader) each(month day.Month, part []byte, do func(k CellKey, d *CellDays)) error {
	u, err := opened(part)
	if err != nil {
		return err
	}
	first := month.First()
	for u.More() {
		k := CellKey{u.Text(), u.Text(), u.Text(), u.Text()}
		set, there := u.Count(), u.Count()
		n := bits.OnesCount64(set)
		if n > daysMost || there >= 1<<Numbers {
			return errSheet
		}
		d.Columns = [Numbers][]int64{}
		for ; there != 0; there &= there - 1 {
			c := bits.TrailingZeros64(there)
			d.Columns[c] = u.Column(d.columns[c][:n])
		}
		models := d.columns[Numbers][:n]
		if u.Column(models) == nil {
			clear(models)
		}
		d.Last = CellFigures{LastAnswer: u.Text(), LastPosition: u.Number(), LastAt: u.At()}
		d.Days, d.Models = d.days[:0], d.models[:0]
		for _, text := range models {
			d.Days = append(d.Days, first+day.Day(bits.TrailingZeros64(set)))
			set &= set - 1
			d.Models = append(d.Models, u.TextAt(uint64(text)))
		}
		if u.Bad {
			break
		}
		do(k, &d.CellDays)
	}
	return closed(u)
}

// eachDay calls do for every cell and day of a month, a cell's days together and in order. The last answer comes with a cell's last day.
func (d *daysReader) eachDay(month day.Month, part []byte, do func(day day.Day, k CellKey, f *CellFigures)) error {
	var f CellFigures // one for all: do's only until it returns
	return d.each(month, part, func(k CellKey, d *CellDays) {
		for i, day := range d.Days {
			if f = (CellFigures{}); i == len(d.Days)-1 {
				f = d.Last
			}
			for c, column := range d.Columns {
				if column != nil {
					f.Counts[c] = column[i]
				}
			}
			f.Models = d.Models[i]
			do(day, k, &f)
		}
	})
}
