// Package bulk sends a brand's data as flat tables: one row an answer, a mention, a citation, a search or a claim, or a prompt's day on a platform.
//
// Rows have numerators and denominators, so that whoever adds them up gets the figures and no average of averages. Names of columns are promised:
// one is never renamed, new ones are added. It owns no table of the database.
package bulk

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/geo/brand"
	"renown/internal/room/geo/finding"
	"renown/internal/room/geo/insight"
	"renown/internal/tool/answer"
)

// Names are the tables, by their names.
var Names = []string{"answers", "mentions", "citations", "searches", "claims", "daily"}

// Formats are the forms of a table: JSON lines, CSV for spreadsheets, Parquet for DuckDB and its like.
var Formats = []string{"ndjson", "csv", "parquet"}

// Query is which days of a table; both are Beijing days as 2026-11-15, and empty ones mean the last thirty.
type Query struct{ Table, Format, From, To string }

// Tables is the room's door for everybody else.
type Tables struct {
	db     *store.DB
	brands *brand.Brands
}

// New returns the room over db.
func New(db *store.DB, brands *brand.Brands) *Tables { return &Tables{db, brands} }

// File is a table that can be written, once or often.
type File struct {
	Name string // as answers-2026-10-16-2026-11-14.parquet
	// Tag names the bytes: written under the same tag they are the same, in every process. It is empty while the period's days
	// are still filling.
	Tag string

	db       *store.DB
	brand    brand.Brand
	over     bool      // the period's last day
	from, to time.Time // its first and its last day, as midnights in Beijing
	query    Query
	state    state
	later    func(ctx context.Context, out io.Writer) error // writes a table of a later room
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
	defer fault.Wrap(&err, "bulk.Open")

	b, err := t.brands.Find(ctx, who, brandID)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(Names, q.Table) {
		return nil, fault.NotFound("table", q.Table)
	}
	f, err := newFile(b, t.db.Now(), q)
	if err != nil {
		return nil, err
	}
	f.db, f.over = t.db, finding.Day(f.to) < finding.Day(t.db.Now().Time)
	if f.state, err = f.current(ctx); err != nil {
		return nil, err
	}
	if f.over {
		f.Tag = f.tag()
	}
	return f, nil
}

func newFile(b brand.Brand, now timestamp.Time, q Query) (f *File, err error) {
	q.Format = cmp.Or(q.Format, Formats[0])
	if !slices.Contains(Formats, q.Format) {
		return nil, fault.Value("format should be ndjson, csv or parquet", q.Format, "query", "format").Why("bulk_format")
	}
	f = &File{brand: b, query: q}
	if f.from, f.to, err = insight.Days(q.From, q.To, now.Time); err != nil {
		return nil, err
	}
	f.Name = fmt.Sprintf("%s-%s-%s.%s", q.Table, f.from.Format(time.DateOnly), f.to.Format(time.DateOnly), q.Format)
	return f, nil
}

// moments are the first of the period and the first after it.
func (f *File) moments() (from, to timestamp.Time) {
	return timestamp.Of(f.from), timestamp.Of(f.to.AddDate(0, 0, 1))
}

// Later is a table of a later room, which writes its rows: as they are now, so that it has no tag. The rows are told the period. Faults: Malformed for a
// period or a form that is none.
func Later[T any](b brand.Brand, now timestamp.Time, q Query, each func(ctx context.Context, from, to timestamp.Time, write func(...T) error) error) (*File, error) {
	f, err := newFile(b, now, q)
	if err != nil {
		return nil, err
	}
	f.later = func(ctx context.Context, out io.Writer) error {
		w, err := newRows[T](out, f.query.Format)
		if err != nil {
			return err
		}
		from, to := f.moments()
		if err := each(ctx, from, to, w.write); err != nil {
			return err
		}
		return w.end()
	}
	return f, nil
}

// form is the version of how tables are written. A test holds it against the bytes.
const form = 3

func (f *File) tag() string {
	name := ""
	if f.query.Table == "mentions" { // its rows have it
		name = f.brand.Name
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %d %s %s %+v %q", form, finding.Definitions, answer.Version, f.brand.ID, f.Name, f.state, name))
	return hex.EncodeToString(sum[:16])
}

// current reads the state. While days are filling, only another reading makes what was written so far wrong.
func (f *File) current(ctx context.Context) (s state, err error) {
	q := f.db.Read()
	err = q.QueryRow(ctx, `SELECT generation FROM readings WHERE brand_id = $1 AND status = 'current'`, f.brand.ID).Scan(&s.generation)
	if errors.Is(err, store.ErrNoRows) {
		return s, nil
	}
	if err != nil || !f.over {
		return s, err
	}
	from, to := f.moments()
	err = q.QueryRow(ctx, `SELECT count(*) FROM findings WHERE brand_id = $1 AND generation = $2 AND at >= $3 AND at < $4`, f.brand.ID, s.generation, from, to).Scan(&s.findings)
	if err == nil && f.query.Table == "claims" {
		err = q.QueryRow(ctx, `SELECT COALESCE(sum(changes), 0) FROM fact_sheets WHERE brand_id = $1`, f.brand.ID).Scan(&s.claims)
	}
	if err != nil || f.query.Table != "answers" && f.query.Table != "claims" {
		return s, err
	}
	err = q.QueryRow(ctx, `SELECT id FROM answers WHERE brand_id = $1 AND answered_at >= $2 AND answered_at < $3 AND text IS NOT NULL ORDER BY answered_at, id LIMIT 1`,
		f.brand.ID, from, to).Scan(&s.firstText)
	if errors.Is(err, store.ErrNoRows) {
		err = nil
	}
	return s, err
}

// Write writes the table as it is read, a few answers at a time. Faults: Unavailable when the history was read again meanwhile, so that rows
// of two readings stand in it. An answer that is stored late may be in it or not: the tag is then one that no later file has.
func (f *File) Write(ctx context.Context, out io.Writer) (err error) {
	defer fault.Wrap(&err, "bulk.Write")

	if f.later != nil {
		return f.later(ctx, out)
	}
	if err := f.write(ctx, out); err != nil {
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
	defer fault.Wrap(&err, "bulk.Unchanged")

	now, err := f.current(ctx)
	if err == nil && now != f.state {
		err = fault.New(fault.Unavailable).Why("bulk_changed")
	}
	return err
}

func (f *File) write(ctx context.Context, out io.Writer) error {
	switch f.query.Table {
	case "answers":
		return records(ctx, f, out, answerRows)
	case "mentions":
		return records(ctx, f, out, func(r *finding.Record) []mentionRow { return mentionRows(r, f.brand.Name) })
	case "citations":
		return records(ctx, f, out, citationRows)
	case "searches":
		return records(ctx, f, out, searchRows)
	case "claims":
		return f.claims(ctx, out)
	}
	return f.days(ctx, out)
}

func records[T any](ctx context.Context, f *File, out io.Writer, rows func(*finding.Record) []T) error {
	w, err := newRows[T](out, f.query.Format)
	if err != nil {
		return err
	}
	from, to := f.moments()
	err = finding.EachRecord(ctx, f.db.Read(), f.brand.ID, from, to, func(r *finding.Record) error { return w.write(rows(r)...) })
	if err != nil {
		return err
	}
	return w.end()
}

// days writes daily, a day at a time.
func (f *File) days(ctx context.Context, out io.Writer) error {
	w, err := newRows[dayRow](out, f.query.Format)
	if err != nil {
		return err
	}
	for day := f.from; !day.After(f.to); day = day.AddDate(0, 0, 1) {
		rows, err := f.day(ctx, day)
		if err != nil {
			return err
		}
		if err := w.write(rows...); err != nil {
			return err
		}
	}
	return w.end()
}

// day is a day's rows, in an order that does not depend on the database.
func (f *File) day(ctx context.Context, day time.Time) (rows []dayRow, err error) {
	for _, mode := range []string{finding.SearchMode, "chat", "reasoning", finding.Key(finding.SurfaceApp, finding.SearchMode)} {
		e := finding.Extent{BrandID: f.brand.ID, Generation: f.state.generation, From: finding.Day(day), To: finding.Day(day), Mode: mode, Daily: true}
		err = finding.EachCell(ctx, f.db.Read(), e, func(at finding.Spot, k finding.CellKey, c *finding.CellFigures) {
			rows = append(rows, dayRowOf(f.brand.ID, at, k, c))
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(rows, func(a, b dayRow) int {
		return cmp.Or(cmp.Compare(a.Platform, b.Platform), cmp.Compare(a.Mode, b.Mode), cmp.Compare(a.Surface, b.Surface), cmp.Compare(a.PromptID, b.PromptID), cmp.Compare(a.TopicID, b.TopicID),
			cmp.Compare(a.Stage, b.Stage), cmp.Compare(a.ForVisibility, b.ForVisibility), cmp.Compare(a.ForSentiment, b.ForSentiment))
	})
	return rows, nil
}
