// Package insight says what a brand's findings mean: overview, visibility, sentiment and citations, each figure with its
// interval, its sample and whether it changed.
//
// It owns no table. What it reads are figures of days and months, whose number follows from days, platforms, prompts
// and sources and never from the number of answers. By itself it raises alerts after a run and records a digest every
// week; else it changes nothing but by what people say of readings they checked. What looks into single answers is in
// detail, what can be computed again elsewhere in proof, and how to ask for more in sampling: they see a brand through
// Scope.
package insight

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"renown/internal/floor/cache"
	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/event"
	"renown/internal/room/reading"
	"renown/internal/room/run"
)

// Insights is the room's door for everybody else.
type Insights struct {
	db     *store.DB
	brands *brand.Brands
	runs   *run.Runs
	events *event.Events
	made   *cache.Cache[any]
}

// New returns the room over db. Events are told of alerts and digests; nil: not told.
func New(db *store.DB, brands *brand.Brands, runs *run.Runs, events *event.Events) *Insights {
	return &Insights{db: db, brands: brands, runs: runs, events: events, made: cache.New(cacheMax, keptSize)}
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

// key is what separates figures from each other: the mode, and the surface where it is another than the assistants'
// interface.
func (q Query) key() string { return reading.Key(q.surface(), q.mode()) }

func (q Query) mode() string { return cmp.Or(q.Mode, reading.SearchMode) }

func (q Query) surface() string { return cmp.Or(q.Surface, reading.SurfaceAPI) }

// Scope is one analysis under way: a brand's current reading, narrowed.
type Scope struct {
	Q          store.Querier // nil where answers were read in memory
	book       book
	Brand      brand.Brand
	Generation int64
	anewOn     *day.Day     // see reading.Reading
	rivals     []competitor // as the reading knows them, so that no figure is of another reading than the rest
	dates      day.Span
	against    day.Span // compared with; zero: as many days just before
	wanted     map[string]bool
	Query      Query
	names      map[string]string // of platforms, by their ids
	Platforms  []string          // platforms as the catalogue has them
	Mode       string
	Revision   string
	Audit      *Audit // nil: not enough readings were checked
	now, then  *table // of the period and the one before: read once for all analyses of a snapshot; see tables

	checkedReadings *CheckedReadings // nil: as well
}

// Within runs fn in one snapshot of a brand's reading, narrowed to what is known of the query. Faults: NotFound, and
// Malformed for a period that is none.
func (i *Insights) Within(ctx context.Context, who account.Caller, brandID string, query Query, fn func(s *Scope) error) (err error) {
	defer fault.Wrap(&err, "insight.Within")

	query, err = i.known(ctx, brandID, query)
	if err != nil {
		return err
	}
	return i.within(ctx, who, brandID, query, fn)
}

// within is Within of a query that was looked at.
func (i *Insights) within(ctx context.Context, who account.Caller, brandID string, query Query, fn func(s *Scope) error) error {
	return i.db.View(ctx, func(q store.Querier) error {
		b, err := i.brands.FindIn(ctx, q, who, brandID)
		if err != nil {
			return err
		}
		span, err := query.span(i.db.Now().Time)
		if err != nil {
			return err
		}
		s := &Scope{Q: q, book: stored{q}, Brand: b, dates: span, Query: query, Mode: query.key()}
		if s.against, err = query.against(span); err != nil {
			return err
		}
		s.wanted = setOf(query.PromptIDs)
		s.Platforms, s.names = i.runs.Platforms()
		if s.Revision, err = revisionOf(ctx, q, who, brandID, span); err != nil {
			return err
		}
		if err := s.open(ctx); err != nil {
			return err
		}
		if err := s.readChecks(ctx); err != nil {
			return err
		}
		return fn(s)
	})
}

type competitor struct{ id, name string }

// open finds the reading in use, and who was looked for in it. Before anything was read those are the watched names.
func (s *Scope) open(ctx context.Context) error {
	reading, err := reading.ReadingOf(ctx, s.Q, s.Brand.ID)
	if err != nil {
		return err
	}
	if s.Generation, s.anewOn = reading.Generation, reading.AnewOn; s.Generation > 0 {
		for _, e := range reading.Names[1:] {
			s.rivals = append(s.rivals, competitor{e.ID, e.Name})
		}
		return nil
	}
	s.rivals, err = store.List(ctx, s.Q, func(row store.Row) (c competitor, err error) {
		err = row.Scan(&c.id, &c.name)
		return c, err
	}, `SELECT id, name FROM competitors WHERE brand_id = $1 ORDER BY created_at, id`, s.Brand.ID)
	return err
}

// extent is a span of the reading, as far as the platforms asked for go.
func (s *Scope) extent(span day.Span, daily bool) reading.Extent {
	return reading.Extent{
		BrandID: s.Brand.ID, Generation: s.Generation, From: span.From, To: span.To, Platforms: s.Query.Platforms,
		Mode: s.Mode, Daily: daily,
	}
}

// Period is the days that the analysis is about.
func (s *Scope) Period() Period { return periodOf(s.dates) }

// PromptTexts are the texts of the brand's prompts by their ids.
func (s *Scope) PromptTexts(ctx context.Context) (texts map[string]string, err error) {
	defer fault.Wrap(&err, "insight.PromptTexts")

	return s.book.prompts(ctx, s.Brand.ID)
}

// TopicNames are the names of its topics.
func (s *Scope) TopicNames(ctx context.Context) (names map[string]string, err error) {
	defer fault.Wrap(&err, "insight.TopicNames")

	return s.book.topics(ctx, s.Brand.ID)
}

// Extent is the period in the reading, as far as the platforms asked for go.
func (s *Scope) Extent() reading.Extent { return s.extent(s.dates, false) }

// about tells whether a topic was asked for.
func (s *Scope) about(topic string) bool {
	return len(s.Query.TopicIDs) == 0 || slices.Contains(s.Query.TopicIDs, topic)
}

// counts tells whether a prompt under a topic was asked for.
func (s *Scope) counts(prompt, topic string) bool {
	return s.about(topic) && (s.wanted == nil || s.wanted[prompt])
}

// before is what the period is compared with.
func (s *Scope) before() day.Span {
	if s.against == (day.Span{}) {
		return s.dates.Before()
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

// Filter is the end of a statement: its conditions, and their arguments.
type Filter struct {
	SQL  string
	Args []any
}

// reading limits a statement to the current reading and to the platforms asked for.
func (s *Scope) reading() Filter {
	f := Filter{` WHERE brand_id = $1 AND generation = $2`, []any{s.Brand.ID, s.Generation}}
	return f.in("platform", s.Query.Platforms).in("mode", []string{s.Mode})
}

// in limits a column to some values; none means all.
func (f Filter) in(column string, values []string) Filter {
	if len(values) == 0 {
		return f
	}
	marks, args := store.Among(values, len(f.Args))
	f.SQL, f.Args = f.SQL+` AND `+column+marks, append(f.Args, args...)
	return f
}

// and adds a condition that needs no argument.
func (f Filter) and(sql string) Filter {
	f.SQL += ` AND ` + sql
	return f
}

// Found limits findings to the period.
func (s *Scope) Found() Filter {
	from, to := s.dates.Bounds()
	f := s.reading().in("topic_id", s.Query.TopicIDs).in("prompt_id", s.Query.PromptIDs)
	f.Args = append(f.Args, from, to)
	return f.and(`at >= $` + strconv.Itoa(len(f.Args)-1)).and(`at < $` + strconv.Itoa(len(f.Args)))
}

// Asked lists answers of the period to the prompts asked for, and maybe others, as id: their index knows prompts, while
// findings are found by their time alone. It is for a CROSS JOIN in front of findings, which SQLite reads in this
// order. Its arguments come after those of f.
func (s *Scope) Asked(f *Filter) string {
	from, to := s.dates.Bounds()
	prompts, args := store.Among(s.Query.PromptIDs, len(f.Args))
	f.Args = append(append(f.Args, args...), from, to)
	n := len(f.Args)
	return `SELECT id FROM answers WHERE brand_id = $1 AND answered_at >= $` + strconv.Itoa(n-1) +
		` AND answered_at < $` + strconv.Itoa(n) + ` AND prompt_id` + prompts
}
