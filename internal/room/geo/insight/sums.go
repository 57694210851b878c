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

// sums are figures added up.
type sums struct {
	answers, named, others, positionSum, positionSq          int64
	positive, neutral, negative, unjudged, scoreSum, scoreSq int64
	cited, citations, own, competitor                        int64
	failed, empty, refused                                   int64
}

func sumsOf(f *finding.Figures) sums {
	return sums{
		f.Answers, f.Named, f.Others, f.Positions, f.PositionSquares,
		f.Positive, f.Neutral, f.Negative, f.Unjudged, f.Sum, f.Squares,
		f.Cited, f.Citations, f.Own, f.Competitor, 0, f.Empty, f.Refused,
	}
}

func (s *sums) numbers() [18]*int64 {
	return [...]*int64{
		&s.answers, &s.named, &s.others, &s.positionSum, &s.positionSq, &s.positive, &s.neutral, &s.negative, &s.unjudged,
		&s.scoreSum, &s.scoreSq, &s.cited, &s.citations, &s.own, &s.competitor, &s.failed, &s.empty, &s.refused,
	}
}

func (s sums) plus(t sums) sums {
	a, b := s.numbers(), t.numbers()
	for i := range a {
		*a[i] += *b[i]
	}
	return s
}

func (s sums) judged() int64 { return s.positive + s.neutral + s.negative }

func (s sums) excluded() Excluded { return Excluded{s.failed, s.empty, s.refused} }

func (s sums) positions() stat.Sample {
	return stat.Sample{N: int(s.named), Sum: float64(s.positionSum), Squares: float64(s.positionSq)}
}

func (s sums) scores() stat.Sample {
	return stat.Sample{N: int(s.judged()), Sum: float64(s.scoreSum) / scale, Squares: float64(s.scoreSq) / scale / scale}
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
	err := finding.EachFigures(ctx, s.q, extent, func(at finding.Spot, k finding.FigureKey, f *finding.Figures) { add(at, k, sumsOf(f)) })
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
