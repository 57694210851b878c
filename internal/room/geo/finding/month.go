package finding

import (
	"context"
	"hash/crc32"
	"math/bits"
	"slices"

	"renown/internal/floor/store"
	"renown/internal/tool/pack"
)

// A month that is over is kept a second time, for those who read long periods: the rows of days are mostly sources, and a year has
// thousands of them. It is written when the month is added up, and deleted when one of its days changes, to be written again.

// unsealed marks a month whose cells are not known: an older program added to it.
const unsealed = -1

func sealOf(figures []byte) int64 { return int64(crc32.ChecksumIEEE(figures)) }

// datedCells are the cells of a day.
type datedCells struct {
	day   int64
	cells map[CellKey]*CellFigures
}

// putMonthTx keeps a month from its days. sum is their sum; figures are those of its sheet as it is kept.
func (t *tally) putMonthTx(ctx context.Context, tx *store.Tx, at spot, figures []byte, sum *Sheet, days []datedCells) error {
	seal, parts := int64(unsealed), [4][]byte{{}, {}, {}, {}}
	if !sum.Partial {
		seal, parts = sealOf(figures), [4][]byte{cellsCode.pack(sum.Cells), rivalsCode.pack(sum.Rivals), packDays(days), sourcesCode.pack(withoutTopics(sum.Sources))}
	}
	_, err := tx.Exec(ctx, `INSERT INTO months (brand_id, generation, month, platform, seal, cells, rivals, days, sources) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (brand_id, generation, month, platform) DO UPDATE SET seal = excluded.seal, cells = excluded.cells, rivals = excluded.rivals, days = excluded.days, sources = excluded.sources`,
		t.brandID, t.generation, at.day, at.platform, seal, parts[0], parts[1], parts[2], parts[3])
	return err
}

// dropMonthTx forgets a month one of whose days has changed.
func (t *tally) dropMonthTx(ctx context.Context, tx *store.Tx, at spot) error {
	_, err := tx.Exec(ctx, `DELETE FROM months WHERE brand_id = $1 AND generation = $2 AND month = $3 AND platform = $4`, t.brandID, t.generation, at.day, at.platform)
	return err
}

func withoutTopics(sources map[SourceKey]*SourceFigures) map[SourceKey]*SourceFigures {
	out := map[SourceKey]*SourceFigures{}
	for k, f := range sources {
		at(out, SourceKey{k.Page, "", k.Source}).Join(f)
	}
	return out
}

// dayNumbers are what is kept of a cell's day in a month: all that adds up but the squares, which no analysis of days uses. Their number is
// part of the format.
func (f *CellFigures) dayNumbers() [dayColumns]*int64 {
	return [...]*int64{
		&f.Answers, &f.Named, &f.Others, &f.Positions, &f.Positive, &f.Neutral, &f.Negative, &f.Unjudged, &f.Sum,
		&f.Cited, &f.Citations, &f.Own, &f.Competitor, &f.Empty, &f.Refused, &f.OwnCited, &f.First, &f.Top3, &f.Unknown, &f.Cut, &f.Broken,
		&f.Model.Positive, &f.Model.Neutral, &f.Model.Negative, &f.Model.Sum,
	}
}

const (
	dayColumns = 25
	daysMost   = 31
)

// packDays writes the days of a month cell by cell and number by number: the names of a cell once, and what does not change once. Of its
// last answers the latest of the month is kept.
func packDays(days []datedCells) []byte {
	index := map[CellKey][]*CellFigures{}
	set := map[CellKey]uint64{}
	for _, d := range days {
		for k, f := range d.cells {
			index[k] = append(index[k], f)
			set[k] |= 1 << (d.day%100 - 1)
		}
	}
	p := pack.NewWriter()
	var column [daysMost]int64
	for k, list := range index {
		for _, s := range []string{k.Prompt, k.Topic, k.Stage, k.Kinds} {
			p.Text(s)
		}
		p.Count(set[k])
		for c := range dayColumns {
			for i, f := range list {
				column[i] = *f.dayNumbers()[c]
			}
			p.Column(column[:len(list)])
		}
		last := CellFigures{}
		for i, f := range list {
			last.Join(f)
			column[i] = int64(p.TextNumber(f.Models))
		}
		p.Column(column[:len(list)])
		p.Text(last.LastAnswer)
		p.Number(last.LastPosition)
		p.At(last.LastAt)
	}
	return p.Bytes()
}

// CellDays are the figures of a cell on the days of a month. They are the caller's only until it returns.
type CellDays struct {
	Days    []int64             // in order
	Columns [dayColumns][]int64 // by day, in the order of dayNumbers; nil: all are zero
	Models  []string            // by day
	Last    CellFigures         // the last answer alone; not known where the last days are cut off
	Cut     bool                // they are
}

// cut leaves the days from one to another, and tells whether there are any.
func (d *CellDays) cut(from, to int64) bool {
	first, _ := slices.BinarySearch(d.Days, from)
	end, _ := slices.BinarySearch(d.Days, to+1)
	if d.Cut = false; end-first == len(d.Days) {
		return true
	}
	if d.Cut = end < len(d.Days); d.Cut {
		d.Last = CellFigures{}
	}
	d.Days, d.Models = d.Days[first:end], d.Models[first:end]
	for c, column := range d.Columns {
		if column != nil {
			d.Columns[c] = column[first:end]
		}
	}
	return first < end
}

// daysReader reads months, one after the other.
type daysReader struct {
	CellDays
	columns [dayColumns + 1][daysMost]int64 // room, with one for models
	days    [daysMost]int64
	models  [daysMost]string
}

// each calls do for every cell of a month.
func (d *daysReader) each(month int64, part []byte, do func(k CellKey, d *CellDays)) error {
	u := pack.NewReader(part)
	for u.More() {
		k := CellKey{u.Text(), u.Text(), u.Text(), u.Text()}
		set := u.Count()
		n := bits.OnesCount64(set)
		if n > daysMost {
			return errSheet
		}
		for c := range d.Columns {
			d.Columns[c] = u.Column(d.columns[c][:n])
		}
		models := d.columns[dayColumns][:n]
		if u.Column(models) == nil {
			clear(models)
		}
		d.Last = CellFigures{LastAnswer: u.Text(), LastPosition: u.Number(), LastAt: u.At()}
		d.Days, d.Models = d.days[:0], d.models[:0]
		for _, text := range models {
			d.Days = append(d.Days, month*100+int64(bits.TrailingZeros64(set))+1)
			set &= set - 1
			d.Models = append(d.Models, u.TextAt(uint64(text)))
		}
		if u.Bad {
			break
		}
		do(k, &d.CellDays)
	}
	if u.Bad {
		return errSheet
	}
	return nil
}

// eachDay calls do for every cell and day of a month, a cell's days together and in order. The last answer comes with a cell's last day.
func eachDay(month int64, part []byte, do func(day int64, k CellKey, f *CellFigures)) error {
	var f CellFigures // one for all: do's only until it returns
	numbers := f.dayNumbers()
	return new(daysReader).each(month, part, func(k CellKey, d *CellDays) {
		for i, day := range d.Days {
			if f = (CellFigures{}); i == len(d.Days)-1 {
				f = d.Last
			}
			for c, column := range d.Columns {
				if column != nil {
					*numbers[c] = column[i]
				}
			}
			f.Models = d.Models[i]
			do(day, k, &f)
		}
	})
}
