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
	views  map[viewKey][]cell
	judges Judges
}

type stratum struct {
	prompt, platform, topic, stage, kinds string
	counts
	days   []dated // empty where months were read
	last   LastAnswer
	models string
}

type dated struct {
	day int64
	counts
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
	days   []dated // in order
	models string
	last   string // an answer, where facts are looked at
}

type viewKey struct {
	kind     kind
	platform string // empty: all
}

func newTable() *table { return &table{failed: map[failedKey]int64{}, views: map[viewKey][]cell{}} }

// table reads the figures of a span, day by day or as months allow.
func (s *scope) table(ctx context.Context, span span, daily bool) (*table, error) {
	t := newTable()
	index := strataIndex{table: t, index: map[stratumKey]int{}, here: -1}
	if daily {
		index.days = min(span.days(), 31) // prompts that were asked for a few days are many
	}
	models := map[failedKey]map[int64]string{}
	var noted served
	extent := s.extent(span, daily)
	err := s.book.cells(ctx, extent, func(at finding.Spot, k finding.CellKey, f *finding.CellFigures) {
		if !s.counts(k.Prompt, k.Topic) {
			return
		}
		st, c := index.at(k, at.Platform), countsOf(f)
		st.add(&c)
		st.models = finding.JoinModels(st.models, f.Models)
		if f.LastAt > 0 && st.last.before(moment(f.LastAt), f.LastAnswer) {
			st.last = lastOf(f)
		}
		if !daily {
			return
		}
		if n := len(st.days); n == cap(st.days) {
			st.days = slices.Grow(st.days, max(1, span.days()-n))
		}
		st.days = append(st.days, dated{at.Span, c})
		if now := (served{at.Span, at.Platform, f.Models}); now != noted { // the cells of a day come together
			note(models, at, f.Models)
			noted = now
		}
	})
	if err != nil {
		return nil, err
	}
	err = s.book.failures(ctx, extent, func(at finding.Spot, k finding.FigureKey, failed int64) {
		if s.about(k.Topic) && s.wanted == nil { // no prompt is known of what failed
			t.failed[failedKey{at.Platform, k.Kinds}] += failed
		}
	})
	t.arrange(models)
	return t, err
}

type stratumKey struct {
	finding.CellKey
	platform string
}

// strataIndex finds strata while a table is read.
type strataIndex struct {
	table *table
	index map[stratumKey]int
	last  stratumKey // the days of a cell mostly come together
	here  int        // its number; -1: none yet
	days  int        // to make room for
}

func (x *strataIndex) at(k finding.CellKey, platform string) *stratum {
	key := stratumKey{k, platform}
	if x.here >= 0 && key == x.last {
		return &x.table.strata[x.here]
	}
	i, ok := x.index[key]
	if !ok {
		i = len(x.table.strata)
		x.index[key] = i
		x.table.strata = append(x.table.strata, stratum{
			prompt: k.Prompt, platform: platform, topic: k.Topic, stage: k.Stage, kinds: k.Kinds, days: make([]dated, 0, x.days),
		})
	}
	x.last, x.here = key, i
	return &x.table.strata[i]
}

// note keeps which models answered on a platform on a day.
func note(models map[failedKey]map[int64]string, at finding.Spot, names string) {
	days := models[failedKey{platform: at.Platform}]
	if days == nil {
		days = map[int64]string{}
		models[failedKey{platform: at.Platform}] = days
	}
	if known := days[at.Span]; known != names {
		days[at.Span] = finding.JoinModels(known, names)
	}
}

// arrange puts everything into an order that does not depend on the database.
func (t *table) arrange(models map[failedKey]map[int64]string) {
	slices.SortFunc(t.strata, func(a, b stratum) int {
		return cmp.Or(cmp.Compare(a.prompt, b.prompt), cmp.Compare(a.platform, b.platform), cmp.Compare(a.topic, b.topic), cmp.Compare(a.stage, b.stage), cmp.Compare(a.kinds, b.kinds))
	})
	byDay := func(a, b dated) int { return cmp.Compare(a.day, b.day) }
	for i := range t.strata {
		if days := t.strata[i].days; !slices.IsSortedFunc(days, byDay) {
			slices.SortFunc(days, byDay)
		}
	}
	for k, days := range models {
		for day, names := range days {
			t.models = append(t.models, served{day, k.platform, names})
		}
	}
	slices.SortFunc(t.models, func(a, b served) int { return cmp.Or(cmp.Compare(a.platform, b.platform), cmp.Compare(a.day, b.day)) })
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
	c.days = append(slices.Clone(c.days), st.days...)
	slices.SortStableFunc(c.days, func(a, b dated) int { return cmp.Compare(a.day, b.day) })
	merged := c.days[:0]
	for _, d := range c.days {
		if n := len(merged); n > 0 && merged[n-1].day == d.day {
			merged[n-1].add(&d.counts)
			continue
		}
		merged = append(merged, d)
	}
	c.days = merged
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
func (t *table) platforms(s *scope) []string {
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
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(s.place(a), s.place(b)), cmp.Compare(a, b)) })
	return list
}

// totals are cells in the terms of the formulas, without their days.
func (m measure) totals(list []cell) []stat.Cell {
	out := make([]stat.Cell, len(list))
	for i := range list {
		out[i] = stat.Cell{Cluster: list[i].cluster, Y: m.y(&list[i].counts), X: m.x(&list[i].counts)}
	}
	return out
}

// statCells are cells in the terms of the formulas.
func (m measure) statCells(list []cell) []stat.Cell {
	n := 0
	for i := range list {
		n += len(list[i].days)
	}
	out, days := make([]stat.Cell, len(list)), make([]stat.Day, 0, n)
	for i := range list {
		c := &list[i]
		from := len(days)
		for j := range c.days {
			if d := &c.days[j].counts; d.answers > 0 {
				days = append(days, stat.Day{Y: m.y(d), X: m.x(d)})
			}
		}
		out[i] = stat.Cell{Cluster: c.cluster, Y: m.y(&c.counts), X: m.x(&c.counts), Days: days[from:len(days):len(days)]}
	}
	return out
}
