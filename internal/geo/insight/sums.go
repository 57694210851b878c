package insight

import (
	"context"
	"strings"

	"renown/internal/stat"
	"renown/internal/store"
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

// sql limits a statement to the same prompts.
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

var sumColumns = added("answers", "named", "others", "position_sum", "position_sq", "positive", "neutral", "negative", "unjudged",
	"score_sum", "score_sq", "cited", "citations", "own", "competitor", "failed", "empty", "refused")

// added lists sums of columns; PostgreSQL would widen them to numeric.
func added(columns ...string) string {
	for i, c := range columns {
		columns[i] = `CAST(sum(` + c + `) AS BIGINT)`
	}
	return strings.Join(columns, ", ")
}

func (s *sums) targets() []any {
	return []any{
		&s.answers, &s.named, &s.others, &s.positionSum, &s.positionSq, &s.positive, &s.neutral, &s.negative, &s.unjudged,
		&s.scoreSum, &s.scoreSq, &s.cited, &s.citations, &s.own, &s.competitor, &s.failed, &s.empty, &s.refused,
	}
}

func (s sums) plus(t sums) sums {
	a, b := s.targets(), t.targets()
	for i := range a {
		*a[i].(*int64) += *b[i].(*int64)
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

// entry is the figures of a day on a platform, for prompts of one kind.
type entry struct {
	day             int64
	platform, kinds string
	sums
}

// entries are what most analyses are added up from: there are no more than days × platforms × 3 of them.
type entries []entry

// entries reads the figures of a span.
func (s *scope) entries(ctx context.Context, span span) (entries, error) {
	topics := s.query.TopicIDs
	if len(topics) == 0 {
		topics = []string{""} // the row of all topics
	}
	f := s.reading().in("topic_id", topics)
	f.args = append(f.args, number(span.from), number(span.to))
	n := len(f.args)
	return store.List(ctx, s.q, func(row store.Row) (e entry, err error) {
		err = row.Scan(append([]any{&e.day, &e.platform, &e.kinds}, e.targets()...)...)
		return e, err
	}, `SELECT span, platform, kinds, `+sumColumns+` FROM figures`+f.sql+` AND span BETWEEN $`+itoa(n-1)+` AND $`+itoa(n)+`
		GROUP BY span, platform, kinds ORDER BY span, platform, kinds`, f.args...)
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
