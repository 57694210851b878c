package insight

import (
	"cmp"
	"context"
	"slices"

	"renown/internal/room/geo/finding"
	"renown/internal/tool/stat"
)

// kind is which prompts an analysis counts, by their types.
type kind int

const (
	forVisibility kind = iota
	forSentiment
	forBoth
)

func (k kind) takes(kinds string) bool {
	return k == forBoth || kinds == "vs" || k == forVisibility && kinds == "v" || k == forSentiment && kinds == "s"
}

// sql limits findings to the same prompts.
func (k kind) sql() string {
	return [...]string{`kinds IN ('v', 'vs')`, `kinds IN ('s', 'vs')`, `TRUE`}[k]
}

// scale is that of scores in the tables.
const scale = 10_000

// sums are figures added up, and how many questions failed: those leave no answer to count them at.
type sums struct {
	finding.Figures
	failed int64
}

func (s sums) plus(t sums) sums {
	s.Join(&t.Figures)
	s.failed += t.failed
	return s
}

func (s sums) judged() int64 { return s.Positive + s.Neutral + s.Negative }

func (s sums) excluded() Excluded { return Excluded{s.failed, s.Empty, s.Refused} }

func (s sums) positions() stat.Sample {
	return stat.Sample{N: int(s.Named), Sum: float64(s.Positions), Squares: float64(s.PositionSquares)}
}

func (s sums) scores() stat.Sample {
	return stat.Sample{N: int(s.judged()), Sum: float64(s.Sum) / scale, Squares: float64(s.Squares) / scale / scale}
}

// Excluded are answers left out of every denominator.
type Excluded struct {
	Failed  int64 `json:"failed"`
	Empty   int64 `json:"empty"`
	Refused int64 `json:"refused"`
}

// entry is the figures of a day, or of a month where days do not matter, on a platform, for prompts of one kind.
type entry struct {
	day             int64
	platform, kinds string
	sums
}

// entries are what most analyses are added up from: there are no more than days × platforms × 3 of them.
type entries []entry

// entries reads the figures of a span day by day.
func (s *scope) entries(ctx context.Context, span span) (entries, error) {
	return s.figures(ctx, span, true)
}

// totals reads the figures of a span where days do not matter.
func (s *scope) totals(ctx context.Context, span span) (entries, error) {
	return s.figures(ctx, span, false)
}

func (s *scope) figures(ctx context.Context, span span, daily bool) (entries, error) {
	list := make(entries, 0, 1024)
	add := func(at finding.Spot, k finding.FigureKey, more sums) {
		if !s.about(k.Topic) {
			return
		}
		// What belongs together comes together, but for failures, which are entries of their own.
		for i := len(list) - 1; i >= 0 && list[i].day == at.Span && list[i].platform == at.Platform; i-- {
			if list[i].kinds == k.Kinds {
				list[i].sums = list[i].plus(more)
				return
			}
		}
		list = append(list, entry{at.Span, at.Platform, k.Kinds, more})
	}
	extent := s.extent(span, daily)
	err := finding.EachFigures(ctx, s.q, extent, func(at finding.Spot, k finding.FigureKey, f *finding.Figures) { add(at, k, sums{Figures: *f}) })
	if err != nil {
		return nil, err
	}
	err = finding.EachFailure(ctx, s.q, extent, func(at finding.Spot, k finding.FigureKey, failed int64) { add(at, k, sums{failed: failed}) })
	slices.SortFunc(list, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.day, b.day), cmp.Compare(a.platform, b.platform), cmp.Compare(a.kinds, b.kinds))
	})
	return list, err
}

func (list entries) total(k kind) (total sums) {
	for _, e := range list {
		if k.takes(e.kinds) {
			total = total.plus(e.sums)
		}
	}
	return total
}

// part is a group of entries: of a day, or of a platform.
type part[K comparable] struct {
	key K
	entries
}

// parted groups entries in the order in which the keys come.
func parted[K comparable](list entries, key func(entry) K) []part[K] {
	index, parts := map[K]int{}, []part[K]{}
	for _, e := range list {
		k := key(e)
		i, ok := index[k]
		if !ok {
			i = len(parts)
			index[k] = i
			parts = append(parts, part[K]{key: k})
		}
		parts[i].entries = append(parts[i].entries, e)
	}
	return parts
}

func byDay(e entry) int64       { return e.day }
func byPlatform(e entry) string { return e.platform }
