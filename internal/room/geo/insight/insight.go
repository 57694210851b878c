// Package insight says what a brand's findings mean: overview, visibility, sentiment and citations, each figure with its
// interval, its sample and whether it changed.
//
// It owns no table: what it notices after a run it has kept as an alert. What it reads are figures of days and months, whose
// number follows from days, platforms, prompts and sources and never from the number of answers.
package insight

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/event"
	"renown/internal/room/geo/brand"
	"renown/internal/room/geo/finding"
	"renown/internal/room/geo/run"
)

// Insights is the room's door for everybody else.
type Insights struct {
	db     *store.DB
	brands *brand.Brands
	runs   *run.Runs
	events *event.Events
	made   *cache
}

// New returns the room over db. Events are told of what is noticed; nil: nobody is.
func New(db *store.DB, brands *brand.Brands, runs *run.Runs, events *event.Events) *Insights {
	return &Insights{db: db, brands: brands, runs: runs, events: events, made: newCache(cacheMax)}
}

// Query narrows an analysis. Dates are Beijing days as 2026-11-15; empty ones mean the last thirty days.
type Query struct {
	From, To  string
	Platforms []string
	TopicIDs  []string
	Mode      string // empty: search
	Surface   string // where assistants were asked; empty: their interface for programs
	// PromptIDs narrow what is counted by prompt: none means all. Citations are not, nor are failures, which they leave out.
	PromptIDs []string
	// Against are the days that the period is compared with; empty: as many just before it.
	Against Period
}

// key is what separates figures from each other: the mode, and the surface where it is another than the assistants' interface.
func (q Query) key() string { return finding.Key(q.surface(), q.mode()) }

func (q Query) mode() string { return cmp.Or(q.Mode, finding.SearchMode) }

func (q Query) surface() string { return cmp.Or(q.Surface, finding.SurfaceAPI) }

// scope is one analysis under way: a brand's current reading, narrowed.
type scope struct {
	q          store.Querier // nil where answers were read in memory
	book       book
	brand      brand.Brand
	generation int64
	rivals     []competitor // as the reading knows them, so that no figure is of another reading than the rest
	span       span
	against    span // compared with; zero: as many days just before
	wanted     map[string]bool
	query      Query
	names      map[string]string // of platforms, by their ids
	order      []string          // platforms as the catalogue has them
	mode       string
	seals      finding.Seals
	revision   string
	accuracy   *Accuracy // nil: not enough readings were checked
	now, then  *table    // nil: not read yet; see tables

	checkedReadings *CheckedReadings // nil: as well
}

// within runs an analysis in one snapshot.
func (i *Insights) within(ctx context.Context, who account.Caller, brandID string, query Query, fn func(s *scope) error) error {
	return i.db.View(ctx, func(q store.Querier) error {
		b, err := i.brands.FindIn(ctx, q, who, brandID)
		if err != nil {
			return err
		}
		span, err := query.span(i.db.Now().Time)
		if err != nil {
			return err
		}
		s := &scope{q: q, book: kept{q}, brand: b, span: span, query: query, mode: query.key(), seals: finding.Seals{}}
		if s.against, err = query.against(span); err != nil {
			return err
		}
		s.wanted = setOf(query.PromptIDs)
		s.order, s.names = i.runs.Platforms()
		if s.revision, err = revisionOf(ctx, q, who, brandID, span); err != nil {
			return err
		}
		if err := s.open(ctx); err != nil {
			return err
		}
		if err := s.audit(ctx); err != nil {
			return err
		}
		return fn(s)
	})
}

type competitor struct{ id, name string }

// open finds the reading in use, and who was looked for in it. Before anything was read that is whoever is watched.
func (s *scope) open(ctx context.Context) error {
	reading, err := finding.ReadingOf(ctx, s.q, s.brand.ID)
	if err != nil {
		return err
	}
	if s.generation = reading.Generation; s.generation > 0 {
		for _, e := range reading.Names[1:] {
			s.rivals = append(s.rivals, competitor{e.ID, e.Name})
		}
		return nil
	}
	s.rivals, err = store.List(ctx, s.q, func(row store.Row) (c competitor, err error) {
		err = row.Scan(&c.id, &c.name)
		return c, err
	}, `SELECT id, name FROM competitors WHERE brand_id = $1 ORDER BY created_at, id`, s.brand.ID)
	return err
}

// extent is a span of the reading, as far as the platforms asked for go.
func (s *scope) extent(span span, daily bool) finding.Extent {
	return finding.Extent{
		BrandID: s.brand.ID, Generation: s.generation, From: finding.Day(span.from), To: finding.Day(span.to), Platforms: s.query.Platforms, Mode: s.mode, Daily: daily, Seals: s.seals,
	}
}

// about tells whether a topic was asked for.
func (s *scope) about(topic string) bool {
	return len(s.query.TopicIDs) == 0 || slices.Contains(s.query.TopicIDs, topic)
}

// counts tells whether a prompt under a topic was asked for.
func (s *scope) counts(prompt, topic string) bool {
	return s.about(topic) && (s.wanted == nil || s.wanted[prompt])
}

// before is what the period is compared with.
func (s *scope) before() span {
	if s.against.from.IsZero() {
		return s.span.before()
	}
	return s.against
}

func setOf(list []string) map[string]bool {
	if len(list) == 0 {
		return nil
	}
	out := make(map[string]bool, len(list))
	for _, v := range list {
		out[v] = true
	}
	return out
}

// filter is the end of a statement: its conditions, and their arguments.
type filter struct {
	sql  string
	args []any
}

// reading limits a statement to the current reading and to the platforms asked for.
func (s *scope) reading() filter {
	f := filter{` WHERE brand_id = $1 AND generation = $2`, []any{s.brand.ID, s.generation}}
	// What an older program found says no mode; it is read again soon.
	modes := []string{s.mode}
	if s.mode == finding.SearchMode {
		modes = append(modes, "")
	}
	return f.in("platform", s.query.Platforms).in("mode", modes)
}

// in limits a column to some values; none means all.
func (f filter) in(column string, values []string) filter {
	if len(values) == 0 {
		return f
	}
	marks, args := store.Among(values, len(f.args))
	f.sql, f.args = f.sql+` AND `+column+marks, append(f.args, args...)
	return f
}

// and adds a condition that needs no argument.
func (f filter) and(sql string) filter {
	f.sql += ` AND ` + sql
	return f
}

// found limits findings to the period.
func (s *scope) found() filter {
	from, to := s.span.moments()
	f := s.reading().in("topic_id", s.query.TopicIDs).in("prompt_id", s.query.PromptIDs)
	f.args = append(f.args, from, to)
	return f.and(`at >= $` + strconv.Itoa(len(f.args)-1)).and(`at < $` + strconv.Itoa(len(f.args)))
}
