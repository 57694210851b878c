package insight

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
	"renown/internal/tool/answer"
)

// BulkFile is a table that can be written, once or often.
type BulkFile struct {
	Name string // as answers-2026-10-16-2026-11-14.parquet
	// Tag names the bytes: written under the same tag they are the same, in every process. It is empty while the period's days
	// are still filling.
	Tag string

	insights *Insights
	brand    brand.Brand
	over     bool // the period's last day
	period   span
	query    BulkQuery
	state    bulkState
	later    func(ctx context.Context, out io.Writer) error // writes a table of a later room
}

// bulkState is what a table depends on beside the program. Findings of a reading are only added, so their number names them; texts are
// forgotten from the oldest on, so the first that is left names those.
type bulkState struct {
	generation, findings int64
	firstText            string
	claims               int64 // counts what was kept of claims
}

// OpenBulk finds a table of a brand's data. Faults: NotFound, and Malformed for a period, a table or a form that is none.
func (i *Insights) OpenBulk(ctx context.Context, who account.Caller, brandID string, q BulkQuery) (_ *BulkFile, err error) {
	defer fault.Wrap(&err, "insight.OpenBulk")

	b, err := i.brands.Find(ctx, who, brandID)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(Bulks, q.Table) {
		return nil, fault.NotFound("table", q.Table)
	}
	f, err := newBulk(b, i.db.Now(), q)
	if err != nil {
		return nil, err
	}
	f.insights, f.over = i, finding.Day(f.period.to) < finding.Day(i.db.Now().Time)
	if f.state, err = f.current(ctx); err != nil {
		return nil, err
	}
	if f.over {
		f.Tag = f.tag()
	}
	return f, nil
}

func newBulk(b brand.Brand, now timestamp.Time, q BulkQuery) (f *BulkFile, err error) {
	q.Format = cmp.Or(q.Format, BulkFormats[0])
	if !slices.Contains(BulkFormats, q.Format) {
		return nil, fault.Value("format should be ndjson, csv or parquet", q.Format, "query", "format").Why("bulk_format")
	}
	f = &BulkFile{brand: b, query: q}
	if f.period, err = (Query{From: q.From, To: q.To}).span(now.Time); err != nil {
		return nil, err
	}
	p := f.period.period()
	f.Name = fmt.Sprintf("%s-%s-%s.%s", q.Table, p.From, p.To, q.Format)
	return f, nil
}

// LaterBulk is a table of a later room, which writes its rows: as they are now, so that it has no tag. The rows are told the period. Faults: Malformed for a
// period or a form that is none.
func LaterBulk[T any](b brand.Brand, now timestamp.Time, q BulkQuery, each func(ctx context.Context, from, to timestamp.Time, write func(...T) error) error) (*BulkFile, error) {
	f, err := newBulk(b, now, q)
	if err != nil {
		return nil, err
	}
	f.later = func(ctx context.Context, out io.Writer) error {
		w, err := newRows[T](out, f.query.Format)
		if err != nil {
			return err
		}
		from, to := f.period.moments()
		if err := each(ctx, from, to, w.write); err != nil {
			return err
		}
		return w.end()
	}
	return f, nil
}

// bulkForm is the version of how tables are written. A test holds it against the bytes.
const bulkForm = 3

func (f *BulkFile) tag() string {
	name := ""
	if f.query.Table == "mentions" { // its rows have it
		name = f.brand.Name
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %d %s %s %+v %q", bulkForm, finding.Definitions, answer.Version, f.brand.ID, f.Name, f.state, name))
	return hex.EncodeToString(sum[:16])
}

// current reads the state. While days are filling, only another reading makes what was written so far wrong.
func (f *BulkFile) current(ctx context.Context) (s bulkState, err error) {
	q := f.insights.db.Read()
	err = q.QueryRow(ctx, `SELECT generation FROM readings WHERE brand_id = $1 AND status = 'current'`, f.brand.ID).Scan(&s.generation)
	if errors.Is(err, store.ErrNoRows) {
		return s, nil
	}
	if err != nil || !f.over {
		return s, err
	}
	from, to := f.period.moments()
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
func (f *BulkFile) Write(ctx context.Context, out io.Writer) (err error) {
	defer fault.Wrap(&err, "insight.Write")

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
func (f *BulkFile) Unchanged(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "insight.Unchanged")

	now, err := f.current(ctx)
	if err == nil && now != f.state {
		err = fault.New(fault.Unavailable).Why("bulk_changed")
	}
	return err
}

func (f *BulkFile) write(ctx context.Context, out io.Writer) error {
	switch f.query.Table {
	case "answers":
		return records(ctx, f, out, bulkAnswers)
	case "mentions":
		return records(ctx, f, out, func(r *finding.Record) []bulkMention { return bulkMentions(r, f.brand.Name) })
	case "citations":
		return records(ctx, f, out, bulkCitations)
	case "searches":
		return records(ctx, f, out, bulkSearches)
	case "claims":
		return f.claims(ctx, out)
	}
	return f.days(ctx, out)
}

func records[T any](ctx context.Context, f *BulkFile, out io.Writer, rows func(*finding.Record) []T) error {
	w, err := newRows[T](out, f.query.Format)
	if err != nil {
		return err
	}
	from, to := f.period.moments()
	err = finding.EachRecord(ctx, f.insights.db.Read(), f.brand.ID, from, to, func(r *finding.Record) error { return w.write(rows(r)...) })
	if err != nil {
		return err
	}
	return w.end()
}

// days writes daily, a day at a time.
func (f *BulkFile) days(ctx context.Context, out io.Writer) error {
	w, err := newRows[bulkDay](out, f.query.Format)
	if err != nil {
		return err
	}
	for day := f.period.from; !day.After(f.period.to); day = day.AddDate(0, 0, 1) {
		rows, err := f.insights.day(ctx, f.brand.ID, f.state.generation, day)
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
func (i *Insights) day(ctx context.Context, brandID string, generation int64, day time.Time) (rows []bulkDay, err error) {
	for _, mode := range []string{finding.SearchMode, "chat", "reasoning", finding.Key(finding.SurfaceApp, finding.SearchMode)} {
		e := finding.Extent{BrandID: brandID, Generation: generation, From: finding.Day(day), To: finding.Day(day), Mode: mode, Daily: true}
		err = finding.EachCell(ctx, i.db.Read(), e, func(at finding.Spot, k finding.CellKey, f *finding.CellFigures) {
			rows = append(rows, bulkDayOf(brandID, at, k, f))
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(rows, func(a, b bulkDay) int {
		return cmp.Or(cmp.Compare(a.Platform, b.Platform), cmp.Compare(a.Mode, b.Mode), cmp.Compare(a.Surface, b.Surface), cmp.Compare(a.PromptID, b.PromptID), cmp.Compare(a.TopicID, b.TopicID),
			cmp.Compare(a.Stage, b.Stage), cmp.Compare(a.ForVisibility, b.ForVisibility), cmp.Compare(a.ForSentiment, b.ForSentiment))
	})
	return rows, nil
}
