package insight

import (
	"cmp"
	"context"
	"slices"

	"renown/internal/floor/day"
	"renown/internal/room/reading"
	"renown/internal/tool/stat"
)

// table is the figures of a span: what every analysis is added up from. It has a stratum for each prompt, platform,
// topic and stage, so its size follows from prompts × platforms × days and never from the number of answers.
type table struct {
	strata []stratum
	failed map[failedKey]int64
	models []served  // by platform and day, where days are read
	days   []day.Day // of all strata, in order; see dates
	views  map[viewKey][]cell
	judges Judges
}

type stratum struct {
	prompt, platform, topic, stage, kinds string
	counts
	days      *series      // nil where months were read
	daysAsked int          // on which it was answered, once days were read
	places    stat.Variety // of its days, as well
	last      LastAnswer
	models    string
}

type failedKey struct{ platform, kinds string }

// served is which models answered on a platform on a day.
type served struct {
	day              day.Day
	platform, models string
}

// cell is a prompt on a platform, whatever topic and stage it was under.
type cell struct {
	prompt, platform string
	cluster          int // number of the prompt
	counts
	days   *series // nil: not known
	models string
}

type viewKey struct {
	kind     kind
	platform string // empty: all
}

func newTable() *table { return &table{failed: map[failedKey]int64{}, views: map[viewKey][]cell{}} }

// table reads the figures of a span, day by day or as months allow.
func (s *Scope) table(ctx context.Context, span day.Span, daily bool) (*table, error) {
	t := newTable()
	r := tableReader{s: s, table: t, index: map[stratumKey]int{}, here: -1}
	extent := s.extent(span, daily)
	read := func() error {
		return s.book.cells(ctx, extent, func(at reading.Spot, k reading.CellKey, f *reading.CellFigures) { r.cell(at, k, f) })
	}
	if daily {
		r.days = span.Days()
		r.models = map[monthKey]*servedMonth{}
		read = func() error { return s.book.days(ctx, extent, r.month, r.day) }
	}
	if err := read(); err != nil {
		return nil, err
	}
	err := s.book.failures(ctx, extent, func(at reading.Spot, k reading.FailureKey, failed int64) {
		if s.about(k.Topic) && s.wanted == nil { // no prompt is known of what failed
			t.failed[failedKey{at.Platform, k.Kinds}] += failed
		}
	})
	t.arrange(r.models)
	return t, err
}

// whole is the figures of the period without its days. They are made of the days where a snapshot has read these.
func (s *Scope) whole(ctx context.Context) (*table, error) {
	if s.now == nil {
		return s.table(ctx, s.dates, false)
	}
	out := newTable()
	out.strata, out.failed, out.judges = slices.Clone(s.now.strata), s.now.failed, s.now.judges
	for i := range out.strata {
		out.strata[i].days = nil
	}
	return out, nil
}

// countDays notes on how many days strata were answered, and how positions differ between them.
func (t *table) countDays() {
	for i := range t.strata {
		st := &t.strata[i]
		st.daysAsked, st.places = 0, stat.Variety{}
		for _, answers := range st.days.columns[reading.Answers] {
			if answers > 0 {
				st.daysAsked++
			}
		}
		positions := st.days.columns[reading.Positions]
		for day, named := range st.days.columns[reading.Named] {
			if named > 0 {
				st.places.Add(float64(positions[day]), float64(named))
			}
		}
	}
}

type stratumKey struct {
	reading.CellKey
	platform string
}

// tableReader fills a table.
type tableReader struct {
	s     *Scope
	table *table
	index map[stratumKey]int
	last  stratumKey // the days of a cell mostly come together
	here  int        // its number; -1: none yet
	days  int        // of the span, where each is read

	models map[monthKey]*servedMonth
}

// cell takes figures in, and returns their stratum and counts; nil where they were not asked for.
func (r *tableReader) cell(at reading.Spot, k reading.CellKey, f *reading.CellFigures) (*stratum, counts) {
	if !r.s.counts(k.Prompt, k.Topic) {
		return nil, counts{}
	}
	st, c := r.at(k, at.Platform), countsOf(&f.Counts)
	st.add(&c)
	st.models = reading.JoinModels(st.models, f.Models)
	st.newest(f)
	return st, c
}

// day takes in a cell on a day.
func (r *tableReader) day(at reading.Spot, k reading.CellKey, f *reading.CellFigures) {
	st, c := r.cell(at, k, f)
	if st == nil {
		return
	}
	st.days.room(1, r.days)
	st.days.add(at.Day, &c)
	r.served(at.Platform, at.Day).note(at.Day, f.Models)
}

// month takes in a cell's days of a month.
func (r *tableReader) month(at reading.Spot, k reading.CellKey, d *reading.CellDays) {
	if !r.s.counts(k.Prompt, k.Topic) {
		return
	}
	st := r.at(k, at.Platform)
	for i, column := range d.Columns {
		for _, n := range column {
			st.counts[i] += n
		}
	}
	st.newest(&d.Last)
	st.days.room(len(d.Days), r.days)
	st.days.addMonth(d)
	served := r.served(at.Platform, at.Day)
	for i, day := range d.Days {
		if i == 0 || d.Models[i] != d.Models[i-1] {
			st.models = reading.JoinModels(st.models, d.Models[i])
		}
		served.note(day, d.Models[i])
	}
}

func (r *tableReader) at(k reading.CellKey, platform string) *stratum {
	key := stratumKey{k, platform}
	if r.here >= 0 && key == r.last {
		return &r.table.strata[r.here]
	}
	i, ok := r.index[key]
	if !ok {
		i = len(r.table.strata)
		r.index[key] = i
		st := stratum{prompt: k.Prompt, platform: platform, topic: k.Topic, stage: k.Stage, kinds: k.Kinds}
		if r.days > 0 {
			st.days = &series{}
		}
		r.table.strata = append(r.table.strata, st)
	}
	r.last, r.here = key, i
	return &r.table.strata[i]
}

// newest keeps the later one of last answers.
func (st *stratum) newest(f *reading.CellFigures) {
	if f.LastAt > 0 && st.last.before(moment(f.LastAt), f.LastAnswer) {
		st.last = lastOf(f)
	}
}

type monthKey struct {
	platform string
	month    day.Month
}

// servedMonth is which models answered on the days of a month.
type servedMonth struct {
	first  day.Day
	days   uint32 // that were asked, a bit each
	models [31]string
}

func (r *tableReader) served(platform string, on day.Day) *servedMonth {
	key := monthKey{platform, on.Month()}
	if r.models[key] == nil {
		r.models[key] = &servedMonth{first: key.month.First()}
	}
	return r.models[key]
}

func (m *servedMonth) note(on day.Day, names string) {
	n := on - m.first
	m.days |= 1 << n
	if known := m.models[n]; known != names {
		m.models[n] = reading.JoinModels(known, names)
	}
}

// arrange puts everything into an order that does not depend on the database.
func (t *table) arrange(models map[monthKey]*servedMonth) {
	slices.SortFunc(t.strata, func(a, b stratum) int {
		return cmp.Or(cmp.Compare(a.prompt, b.prompt), cmp.Compare(a.platform, b.platform),
			cmp.Compare(a.topic, b.topic), cmp.Compare(a.stage, b.stage), cmp.Compare(a.kinds, b.kinds))
	})
	for i := range t.strata {
		if days := t.strata[i].days; days != nil {
			days.arrange()
		}
	}
	for k, month := range models {
		for i, names := range month.models {
			if month.days&(1<<i) != 0 {
				t.models = append(t.models, served{month.first + day.Day(i), k.platform, names})
			}
		}
	}
	slices.SortFunc(t.models, func(a, b served) int { return cmp.Or(cmp.Compare(a.platform, b.platform), cmp.Compare(a.day, b.day)) })
}

// dates are the days of all strata of a table that is read day by day.
func (t *table) dates() []day.Day {
	if t.days == nil {
		t.days = datesOf(daysOf(t.cells(forBoth, "")))
	}
	return t.days
}

func daysOf(list []cell) []*series {
	out := make([]*series, len(list))
	for i := range list {
		out[i] = list[i].days
	}
	return out
}

// cells are those of prompts of a kind, on one platform or, when it is empty, on all. They are made once.
func (t *table) cells(k kind, platform string) []cell {
	key := viewKey{k, platform}
	if list, ok := t.views[key]; ok {
		return list
	}
	var list []cell
	if platform == "" {
		list = make([]cell, 0, len(t.strata))
	}
	clusters := 0
	for i := range t.strata {
		st := &t.strata[i]
		if !k.takes(st.kinds) || platform != "" && st.platform != platform {
			continue
		}
		if n := len(list); n > 0 && list[n-1].prompt == st.prompt && list[n-1].platform == st.platform {
			list[n-1].join(st)
			continue
		}
		if n := len(list); n > 0 && list[n-1].prompt != st.prompt {
			clusters++
		}
		list = append(list, cell{st.prompt, st.platform, clusters, st.counts, st.days, st.models})
	}
	t.views[key] = list
	return list
}

// join adds a prompt's days under another topic, stage or kind.
func (c *cell) join(st *stratum) {
	c.add(&st.counts)
	c.models = reading.JoinModels(c.models, st.models)
	if c.days != nil {
		both := []*series{c.days, st.days}
		c.days = sum(datesOf(both), both)
	}
}

// total adds up prompts of a kind, with what failed.
func (t *table) total(k kind, platform string) (c counts) {
	for _, cell := range t.cells(k, platform) {
		c.add(&cell.counts)
	}
	for at, n := range t.failed {
		if k.takes(at.kinds) && (platform == "" || platform == at.platform) {
			c[ofFailed] += n
		}
	}
	return c
}

// platforms are those that were asked, in the catalogue's order.
func (t *table) platforms(s *Scope) []string {
	var list []string
	for i := range t.strata {
		if p := t.strata[i].platform; !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	for at := range t.failed {
		if !slices.Contains(list, at.platform) {
			list = append(list, at.platform)
		}
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(s.rank(a), s.rank(b)), cmp.Compare(a, b)) })
	return list
}

// totals are cells in the terms of the formulas, without their days.
func (m measure) totals(list []cell) []stat.Cell {
	out := make([]stat.Cell, len(list))
	for i := range list {
		out[i] = stat.Cell{Cluster: list[i].cluster, Y: m.y.of(&list[i].counts), X: m.x.of(&list[i].counts)}
	}
	return out
}

// statCells are cells in the terms of the formulas. The room for their days is the caller's, who may use it again after
// them.
func (m measure) statCells(list []cell, days *[]stat.Day) []stat.Cell {
	n := 0
	for i := range list {
		if list[i].days != nil {
			n += len(list[i].days.days)
		}
	}
	out := m.totals(list)
	*days = slices.Grow(*days, n)
	for i := range list {
		if s := list[i].days; s != nil {
			from := len(*days)
			*days = m.daysOf(s, *days)
			out[i].Days = (*days)[from:len(*days):len(*days)]
		}
	}
	return out
}
