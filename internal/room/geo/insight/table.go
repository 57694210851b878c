package insight

import (
	"cmp"
	"context"
	"slices"

	"renown/internal/room/geo/finding"
	"renown/internal/tool/stat"
)

// table is the figures of a span: what every analysis is added up from. It has a stratum for each prompt, platform, topic and
// stage, so its size follows from prompts × platforms × days and never from the number of answers.
type table struct {
	strata []stratum
	failed map[failedKey]int64
	models []served // by platform and day, where days are read
	days   []int64  // of all strata, in order; see dates
	views  map[viewKey][]cell
	judges Judges
	cut    bool // some last answers are not known
}

type stratum struct {
	prompt, platform, topic, stage, kinds string
	counts
	days      *series // nil where months were read
	daysAsked int     // on which it was answered, once days were read
	last      LastAnswer
	models    string
}

type failedKey struct{ platform, kinds string }

// served is which models answered on a platform on a day.
type served struct {
	day              int64
	platform, models string
}

// cell is a prompt on a platform, whatever topic and stage it was under.
type cell struct {
	prompt, platform string
	cluster          int // number of the prompt
	counts
	days   *series // nil: not known
	models string
	last   string // an answer, where facts are looked at
}

type viewKey struct {
	kind     kind
	platform string // empty: all
}

func newTable() *table { return &table{failed: map[failedKey]int64{}, views: map[viewKey][]cell{}} }

// table reads the figures of a span, day by day or as months allow. Of days only some numbers may be needed; none means all.
func (s *Scope) table(ctx context.Context, span dateRange, daily bool, only ...dayNumber) (*table, error) {
	t := newTable()
	r := tableReader{s: s, table: t, index: map[stratumKey]int{}, here: -1}
	for i := range r.without {
		r.without[i] = len(only) > 0 && !slices.Contains(only, dayNumber(i))
	}
	extent := s.extent(span, daily)
	read := func() error {
		return s.book.cells(ctx, extent, func(at finding.Spot, k finding.CellKey, f *finding.CellFigures) { r.cell(at, k, f) })
	}
	if daily {
		r.days = span.days()
		r.models = map[monthKey]*servedMonth{}
		read = func() error { return s.book.days(ctx, extent, r.month, r.day) }
	}
	if err := read(); err != nil {
		return nil, err
	}
	err := s.book.failures(ctx, extent, func(at finding.Spot, k finding.FigureKey, failed int64) {
		if s.about(k.Topic) && s.wanted == nil { // no prompt is known of what failed
			t.failed[failedKey{at.Platform, k.Kinds}] += failed
		}
	})
	t.arrange(r.models)
	return t, err
}

// whole is the figures of a span without its days. They are made of the days where a snapshot has read these. Then tones are those of one judge, and
// of the period before last answers may lack: nobody looks at these here.
func (s *Scope) whole(ctx context.Context, span dateRange) (t *table, err error) {
	if s.now != nil {
		s.keepWholes(s.now, s.then)
	}
	if t = s.wholes[span]; t != nil {
		return t, nil
	}
	if t, err = s.table(ctx, span, false); err != nil {
		return nil, err
	}
	s.keepWhole(span, t)
	return t, nil
}

// keepWholes keeps the period and the one before as whole, made of their days, unless they are.
func (s *Scope) keepWholes(now, before *table) {
	if s.wholes[s.dates] == nil && !now.cut {
		s.keepWhole(s.dates, now.undated())
	}
	if s.wholes[s.before()] == nil {
		s.keepWhole(s.before(), before.undated())
	}
}

func (s *Scope) keepWhole(span dateRange, t *table) {
	if s.wholes == nil {
		s.wholes = map[dateRange]*table{}
	}
	s.wholes[span] = t
}

// undated is a table as it is read without days.
func (t *table) undated() *table {
	out := newTable()
	out.strata, out.failed, out.judges = slices.Clone(t.strata), t.failed, t.judges
	for i := range out.strata {
		out.strata[i].days = nil
	}
	return out
}

// countDays notes on how many days strata were answered, as a table of the same span knows that was read day by day.
func (t *table) countDays(daily *table) {
	key := func(st *stratum) stratumKey {
		return stratumKey{finding.CellKey{Prompt: st.prompt, Topic: st.topic, Stage: st.stage, Kinds: st.kinds}, st.platform}
	}
	known := make(map[stratumKey]int, len(daily.strata))
	for i := range daily.strata {
		for _, answers := range daily.strata[i].days.columns[ofAnswers] {
			if answers > 0 {
				known[key(&daily.strata[i])]++
			}
		}
	}
	for i := range t.strata {
		t.strata[i].daysAsked = known[key(&t.strata[i])]
	}
}

type stratumKey struct {
	finding.CellKey
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

	without [dayNumbers]bool // numbers of days that are not needed
	models  map[monthKey]*servedMonth
}

// cell takes figures in, and returns their stratum and counts; nil where they were not asked for.
func (r *tableReader) cell(at finding.Spot, k finding.CellKey, f *finding.CellFigures) (*stratum, counts) {
	if !r.s.counts(k.Prompt, k.Topic) {
		return nil, counts{}
	}
	st, c := r.at(k, at.Platform), countsOf(f)
	st.add(&c)
	st.models = finding.JoinModels(st.models, f.Models)
	st.newest(f)
	return st, c
}

// day takes in a cell on a day.
func (r *tableReader) day(at finding.Spot, k finding.CellKey, f *finding.CellFigures) {
	st, c := r.cell(at, k, f)
	if st == nil {
		return
	}
	for i, n := range c.numbers() {
		if r.without[i] {
			*n = 0
		}
	}
	st.days.room(1, r.days)
	st.days.add(at.Span, &c)
	r.served(at.Platform, at.Span/100).note(at.Span, f.Models)
}

// month takes in a cell's days of a month.
func (r *tableReader) month(at finding.Spot, k finding.CellKey, d *finding.CellDays) {
	if !r.s.counts(k.Prompt, k.Topic) {
		return
	}
	st := r.at(k, at.Platform)
	sums := st.numbers()
	for i, column := range d.Columns {
		for _, n := range column {
			*sums[i] += n
		}
		if r.without[i] {
			d.Columns[i] = nil
		}
	}
	st.newest(&d.Last)
	r.table.cut = r.table.cut || d.Cut
	st.days.room(len(d.Days), r.days)
	st.days.addMonth(d)
	served := r.served(at.Platform, at.Span)
	for i, day := range d.Days {
		if i == 0 || d.Models[i] != d.Models[i-1] {
			st.models = finding.JoinModels(st.models, d.Models[i])
		}
		served.note(day, d.Models[i])
	}
}

func (r *tableReader) at(k finding.CellKey, platform string) *stratum {
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
func (st *stratum) newest(f *finding.CellFigures) {
	if f.LastAt > 0 && st.last.before(moment(f.LastAt), f.LastAnswer) {
		st.last = lastOf(f)
	}
}

type monthKey struct {
	platform string
	month    int64
}

// servedMonth is which models answered on the days of a month.
type servedMonth struct {
	days   uint32 // that were asked, a bit each
	models [32]string
}

func (r *tableReader) served(platform string, month int64) *servedMonth {
	key := monthKey{platform, month}
	if r.models[key] == nil {
		r.models[key] = &servedMonth{}
	}
	return r.models[key]
}

func (m *servedMonth) note(day int64, names string) {
	n := day % 100
	m.days |= 1 << n
	if known := m.models[n]; known != names {
		m.models[n] = finding.JoinModels(known, names)
	}
}

// arrange puts everything into an order that does not depend on the database.
func (t *table) arrange(models map[monthKey]*servedMonth) {
	slices.SortFunc(t.strata, func(a, b stratum) int {
		return cmp.Or(cmp.Compare(a.prompt, b.prompt), cmp.Compare(a.platform, b.platform), cmp.Compare(a.topic, b.topic), cmp.Compare(a.stage, b.stage), cmp.Compare(a.kinds, b.kinds))
	})
	for i := range t.strata {
		if days := t.strata[i].days; days != nil {
			days.arrange()
		}
	}
	for k, month := range models {
		for day, names := range month.models {
			if month.days&(1<<day) != 0 {
				t.models = append(t.models, served{k.month*100 + int64(day), k.platform, names})
			}
		}
	}
	slices.SortFunc(t.models, func(a, b served) int { return cmp.Or(cmp.Compare(a.platform, b.platform), cmp.Compare(a.day, b.day)) })
}

// dates are the days of all strata of a table that is read day by day.
func (t *table) dates() []int64 {
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
		list = append(list, cell{st.prompt, st.platform, clusters, st.counts, st.days, st.models, ""})
	}
	t.views[key] = list
	return list
}

// join adds a prompt's days under another topic, stage or kind.
func (c *cell) join(st *stratum) {
	c.add(&st.counts)
	c.models = finding.JoinModels(c.models, st.models)
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
			c.failed += n
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

// statCells are cells in the terms of the formulas. The room for their days is the caller's, who may use it again after them.
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
