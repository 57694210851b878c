// Package export sends a brand's data as flat tables: one row an answer, a mention, a citation, a search or a claim,
// or a prompt's day on a platform.
//
// Rows have numerators and denominators, so that their sums give the figures and no average of averages. Names of
// columns are promised: one is never renamed, new ones are added. It owns no table of the database.
package export

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/insight"
	"renown/internal/room/reading"
	"renown/internal/tool/answer"
)

// Table is one of bulk data, declared once: its name, and rows that give its columns.
type Table struct {
	name  string
	write func(ctx context.Context, f *File, out io.Writer) error
	later bool // it is as it is now, so that it has no tag
}

// Declare is a table of a later room, of which rows writes those of a file's brand and period.
func Declare[T any](name string, rows func(ctx context.Context, f *File, write func(...T) error) error) Table {
	t := declare(name, rows)
	t.later = true
	return t
}

func declare[T any](name string, rows func(ctx context.Context, f *File, write func(...T) error) error) Table {
	return Table{name: name, write: func(ctx context.Context, f *File, out io.Writer) error {
		w, err := newRows[T](out, f.Query.Format)
		if err != nil {
			return err
		}
		if err := rows(ctx, f, w.write); err != nil {
			return err
		}
		return w.end()
	}}
}

// ofAnswers declares a table whose rows follow from what was read in single answers.
func ofAnswers[T any](name string, rows func(*File, *reading.Record) []T) Table {
	return declare(name, func(ctx context.Context, f *File, write func(...T) error) error {
		return f.records(ctx, func(r *reading.Record) error { return write(rows(f, r)...) })
	})
}

var own = []Table{
	ofAnswers("answers", answerRows), ofAnswers("mentions", mentionRows), ofAnswers("citations", citationRows),
	ofAnswers("searches", searchRows),
	declare("claims", writeClaims), declare("daily", writeDays),
}

// Formats are the forms of a table: JSON lines, CSV for spreadsheets, Parquet for DuckDB and its like.
var Formats = []string{"ndjson", "csv", "parquet"}

// Query is which days of a table; both are Beijing days as 2026-11-15, and empty ones mean the last thirty.
type Query struct{ Table, Format, From, To string }

// Tables is the room's door for everybody else.
type Tables struct {
	db     *store.DB
	brands *brand.Brands
	tables []Table
}

// New returns the room over db, with the tables of later rooms beside its own.
func New(db *store.DB, brands *brand.Brands, later ...Table) *Tables {
	return &Tables{db, brands, slices.Concat(own, later)}
}

// Names are the tables, by their names.
func (t *Tables) Names() (names []string) {
	for _, one := range t.tables {
		names = append(names, one.name)
	}
	return names
}

// File is a table that can be written, once or often.
type File struct {
	Name string // as answers-2026-10-16-2026-11-14.parquet
	// Tag names the bytes: written under the same tag they are the same, in every process. It is empty while the period's days
	// are still filling.
	Tag string

	Who   account.Caller
	Brand brand.Brand
	Query Query

	db    *store.DB
	table Table
	over  bool // the period's last day
	days  day.Span
	state state
}

// state is what a table depends on beside the program. Findings of a reading are only added, so their number names them; texts are
// forgotten from the oldest on, so the first that is left names those.
type state struct {
	generation, findings int64
	firstText            string
	claims               int64 // counts what was kept of claims
}

// Open finds a table of a brand's data. Faults: NotFound, and Malformed for a period, a table or a form that is none.
func (t *Tables) Open(ctx context.Context, who account.Caller, brandID string, q Query) (_ *File, err error) {
	defer fault.Wrap(&err, "export.Open")

	b, err := t.brands.Find(ctx, who, brandID)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(t.tables, func(one Table) bool { return one.name == q.Table })
	if at < 0 {
		return nil, fault.NotFound("table", q.Table)
	}
	q.Format = cmp.Or(q.Format, Formats[0])
	if !slices.Contains(Formats, q.Format) {
		return nil, fault.Value("format should be ndjson, csv or parquet", q.Format, "query", "format").Why("bulk_format")
	}
	f := &File{Who: who, Brand: b, Query: q, db: t.db, table: t.tables[at]}
	if f.days, err = insight.Days(q.From, q.To, t.db.Now().Time); err != nil {
		return nil, err
	}
	f.Name = fmt.Sprintf("%s-%s-%s.%s", q.Table, f.days.From, f.days.To, q.Format)
	if f.table.later {
		return f, nil
	}
	f.over = f.days.To < day.Of(t.db.Now().Time)
	if f.state, err = f.current(ctx); err != nil {
		return nil, err
	}
	if f.over {
		f.Tag = f.tag()
	}
	return f, nil
}

// Moments are the first of the period and the first after it.
func (f *File) Moments() (from, to timestamp.Time) {
	return f.days.Bounds()
}

// form is the version of how tables are written. A test holds it against the bytes.
const form = 5

func (f *File) tag() string {
	name := ""
	if f.Query.Table == "mentions" { // its rows have it
		name = f.Brand.Name
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %d %s %s %+v %q", form, reading.Definitions, answer.Version,
		f.Brand.ID, f.Name, f.state, name))
	return hex.EncodeToString(sum[:16])
}

// current reads the state. While days are filling, only another reading makes what was written so far wrong.
func (f *File) current(ctx context.Context) (s state, err error) {
	q := f.db.Read()
	err = q.QueryRow(ctx, `SELECT generation FROM readings WHERE brand_id = $1 AND status = 'current'`, f.Brand.ID).Scan(&s.generation)
	if errors.Is(err, store.ErrNoRows) {
		return s, nil
	}
	if err != nil || !f.over {
		return s, err
	}
	from, to := f.Moments()
	err = q.QueryRow(ctx,
		`SELECT count(*) FROM findings WHERE brand_id = $1 AND generation = $2 AND at >= $3 AND at < $4`, f.Brand.ID,
		s.generation, from, to).Scan(&s.findings)
	if err == nil && f.Query.Table == "claims" {
		err = q.QueryRow(ctx, `SELECT COALESCE(sum(changes), 0) FROM fact_sheets WHERE brand_id = $1`, f.Brand.ID).Scan(&s.claims)
	}
	if err != nil || f.Query.Table != "answers" && f.Query.Table != "claims" {
		return s, err
	}
	err = q.QueryRow(ctx,
		`SELECT a.id FROM answers a`+reading.KeptTexts+` WHERE a.brand_id = $1 AND a.answered_at >= $2 AND a.answered_at < $3
			ORDER BY a.answered_at, a.id LIMIT 1`,
		f.Brand.ID, from, to).Scan(&s.firstText)
	if errors.Is(err, store.ErrNoRows) {
		err = nil
	}
	return s, err
}

// Write writes the table as it is read, a few answers at a time. Faults: Unavailable when the history was read again
// meanwhile, so that rows
// of two readings stand in it. An answer that is stored late may be in it or not: the tag is then one that no later file has.
func (f *File) Write(ctx context.Context, out io.Writer) (err error) {
	defer fault.Wrap(&err, "export.Write")

	if err := f.table.write(ctx, f, out); err != nil || f.table.later {
		return err
	}
	now, err := f.current(ctx)
	if err == nil && now.generation != f.state.generation {
		err = fault.New(fault.Unavailable).Why("bulk_changed")
	}
	return err
}

// Unchanged makes sure that what was written has the bytes that the tag names. Faults: Unavailable.
func (f *File) Unchanged(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "export.Unchanged")

	now, err := f.current(ctx)
	if err == nil && now != f.state {
		err = fault.New(fault.Unavailable).Why("bulk_changed")
	}
	return err
}

func (f *File) records(ctx context.Context, do func(*reading.Record) error) error {
	from, to := f.Moments()
	return reading.EachRecord(ctx, f.db.Read(), f.Brand.ID, from, to, do)
}

// writeDays writes daily, a day at a time.
func writeDays(ctx context.Context, f *File, write func(...dayRow) error) error {
	for d := f.days.From; d <= f.days.To; d++ {
		rows, err := f.day(ctx, d)
		if err != nil {
			return err
		}
		if err := write(rows...); err != nil {
			return err
		}
	}
	return nil
}

// day is a day's rows, in an order that does not depend on the database.
func (f *File) day(ctx context.Context, d day.Day) (rows []dayRow, err error) {
	for _, mode := range []string{reading.SearchMode, "chat", "reasoning", reading.Key(reading.SurfaceApp, reading.SearchMode)} {
		e := reading.Extent{BrandID: f.Brand.ID, Generation: f.state.generation, From: d, To: d, Mode: mode, Daily: true}
		err = reading.EachCell(ctx, f.db.Read(), e, func(at reading.Spot, k reading.CellKey, c *reading.CellFigures) {
			rows = append(rows, dayRowOf(f.Brand.ID, at, k, c))
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(rows, func(a, b dayRow) int {
		return cmp.Or(cmp.Compare(a.Platform, b.Platform), cmp.Compare(a.Mode, b.Mode),
			cmp.Compare(a.Surface, b.Surface), cmp.Compare(a.PromptID, b.PromptID), cmp.Compare(a.TopicID, b.TopicID),
			cmp.Compare(a.Stage, b.Stage), cmp.Compare(a.ForVisibility, b.ForVisibility), cmp.Compare(a.ForSentiment, b.ForSentiment))
	})
	return rows, nil
}
