package finding

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// Extent is what is to be read of a reading's figures. From and To are days as 20261115, both included; no platform means all.
type Extent struct {
	BrandID    string
	Generation int64
	From, To   int64
	Platforms  []string
	Mode       string // empty means search
	Daily      bool   // each day by itself; else months may stand for their days
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

// EachCell calls do for figures of cells. Where an older program wrote them, they come by topic, under a prompt without a name:
// the sums are right, and how prompts differ is not known until the history has been read again.
func EachCell(ctx context.Context, q store.Querier, e Extent, do func(Spot, CellKey, *CellFigures)) (err error) {
	defer fault.Wrap(&err, "finding.EachCell")

	return eachSheet(ctx, q, e, "figures, s.cells", func(at Spot, parts [2][]byte) error {
		if cells, whole := cellsIn(parts[0], parts[1]); whole {
			return cellsCode.each(cells, func(k CellKey, f *CellFigures) { do(at, k, f) })
		}
		return figuresCode.each(parts[0], func(k FigureKey, f *Figures) {
			do(at, CellKey{Topic: k.Topic, Kinds: k.Kinds}, &CellFigures{Figures: *f})
		})
	})
}

// EachRival calls do for figures of competitors by prompt, or by topic as EachCell does.
func EachRival(ctx context.Context, q store.Querier, e Extent, do func(Spot, RivalKey, *OtherFigures)) (err error) {
	defer fault.Wrap(&err, "finding.EachRival")

	return eachSheet(ctx, q, e, "others, s.rivals", func(at Spot, parts [2][]byte) error {
		if rivals, whole := cellsIn(parts[0], parts[1]); whole {
			return rivalsCode.each(rivals, func(k RivalKey, f *OtherFigures) { do(at, k, f) })
		}
		return othersCode.each(parts[0], func(k OtherKey, f *OtherFigures) { do(at, RivalKey{"", k.Topic, k.Kinds, k.Competitor}, f) })
	})
}

// EachSource calls do for figures of sites and pages.
func EachSource(ctx context.Context, q store.Querier, e Extent, do func(Spot, SourceKey, *SourceFigures)) (err error) {
	defer fault.Wrap(&err, "finding.EachSource")

	return eachCell(ctx, q, e, sourcesCode, do)
}

// Spot is the day or month, the platform and the mode of figures.
type Spot struct {
	Span           int64
	Platform, Mode string
}

// eachSheet calls do for two columns of every sheet.
func eachSheet(ctx context.Context, q store.Querier, e Extent, columns string, do func(at Spot, parts [2][]byte) error) error {
	for _, statement := range e.statements(columns) {
		err := store.Each(ctx, q, func(row store.Row) error {
			var span int64
			var platform string
			var parts [2][]byte
			if err := row.Scan(&span, &platform, &parts[0], &parts[1]); err != nil {
				return err
			}
			if at := spotOf(span, platform); e.takes(at) {
				return do(at, parts)
			}
			return nil
		}, statement.sql, statement.args...)
		if err != nil {
			return err
		}
	}
	return nil
}

func eachCell[K comparable, V any](ctx context.Context, q store.Querier, e Extent, c code[K, V], do func(Spot, K, *V)) error {
	for _, statement := range e.statements(c.column) {
		err := store.Each(ctx, q, func(row store.Row) error {
			var span int64
			var platform string
			var part []byte
			if err := row.Scan(&span, &platform, &part); err != nil {
				return err
			}
			at := spotOf(span, platform)
			if !e.takes(at) {
				return nil
			}
			return c.each(part, func(k K, v *V) { do(at, k, v) })
		}, statement.sql, statement.args...)
		if err != nil {
			return err
		}
	}
	return nil
}

type statement struct {
	sql  string
	args []any
}

// statements read a column of the sheets: of the days, or of whole months that were added up and of the days beside them.
func (e Extent) statements(column string) []statement {
	first, last := e.months()
	read := func(from, to int64, more string) statement {
		s := statement{`SELECT s.span, s.platform, s.` + column + ` FROM sheets s WHERE s.brand_id = $1 AND s.generation = $2 AND s.span BETWEEN $3 AND $4`, []any{e.BrandID, e.Generation, from, to}}
		if len(e.Platforms) > 0 {
			marks, platforms := store.Among(e.rows(), len(s.args))
			s.sql, s.args = s.sql+` AND s.platform`+marks, append(s.args, platforms...)
		}
		s.sql += more
		return s
	}
	if e.Daily || first > last {
		return []statement{read(e.From, e.To, "")}
	}
	return []statement{
		read(first, last, ""),
		read(e.From, e.To, ` AND NOT EXISTS (SELECT 1 FROM sheets m WHERE m.brand_id = s.brand_id AND m.generation = s.generation AND m.span = s.span / 100 AND m.platform = s.platform
			AND m.span BETWEEN `+strconv.FormatInt(first, 10)+` AND `+strconv.FormatInt(last, 10)+`)`),
	}
}

// months are the first and last that lie whole within the extent; the first is after the last when there is none.
func (e Extent) months() (first, last int64) {
	from, to := dateOf(e.From), dateOf(e.To)
	if from.Day() != 1 {
		from = from.AddDate(0, 1, 1-from.Day())
	}
	if next := to.AddDate(0, 0, 1); next.Day() != 1 {
		to = to.AddDate(0, 0, -to.Day())
	}
	month := func(t time.Time) int64 { return int64(t.Year()*100 + int(t.Month())) }
	return month(from), month(to)
}

func dateOf(day int64) time.Time {
	return time.Date(int(day/10_000), time.Month(day/100%100), int(day%100), 0, 0, 0, 0, time.UTC)
}
