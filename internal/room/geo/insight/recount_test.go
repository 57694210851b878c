package insight_test

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/geo/insight"
	"renown/internal/testkit/geotest"
	"renown/internal/tool/answer"
	"renown/internal/tool/stat"
)

// What follows counts everything anew, straight from the answers and sub-tasks, one plain loop for each figure. It shares
// the reader and the formulas of intervals with the program, and nothing of how the program adds up.

// fact is one sub-task that has come to an end, read.
type fact struct {
	id, platform, prompt, topic, stage, question string
	v, s                                         bool
	at                                           time.Time
	failed                                       bool
	read                                         answer.Findings
	cited                                        []answer.Citation
}

func (f fact) counts() bool             { return !f.failed && f.read.State.Answered() }
func (f fact) us() *answer.Finding      { return &f.read.Entities[0] }
func (f fact) rivals() []answer.Finding { return f.read.Entities[1:] }

type facts []fact

// namesNow are the brand and its competitors as the reader takes them, and what they are called.
func namesNow(t geotest.T, w *geotest.World, b *geotest.Watched) []answer.Entity {
	t.Helper()
	have, err := w.Brands.Existing(context.Background(), b.Who, b.ID)
	geotest.Must(t, err)
	domains := func(url *string) []string {
		if url == nil {
			return nil
		}
		return []string{*url}
	}
	p := have.Brand
	list := []answer.Entity{{ID: p.ID, Name: p.Name, Aliases: p.Aliases, Exclusions: p.Exclusions, Contexts: p.Contexts, Domains: domains(p.HomepageURL)}}
	for _, c := range have.Competitors {
		list = append(list, answer.Entity{ID: c.ID, Name: c.Name, Aliases: c.Aliases, Exclusions: c.Exclusions, Contexts: c.Contexts, Domains: domains(c.WebsiteURL)})
	}
	return list
}

// history reads every sub-task of a brand with these names.
func history(t geotest.T, w *geotest.World, brandID string, names []answer.Entity) facts {
	t.Helper()
	reader := answer.NewReader(names)
	list, err := store.List(context.Background(), w.DB.Read(), func(row store.Row) (f fact, err error) {
		var types store.Texts
		var status string
		var text, citations *string
		var ended timestamp.Time
		err = row.Scan(&f.id, &f.platform, &f.prompt, &f.topic, &f.stage, &f.question, &types, &status, &ended, &text, &citations)
		if err != nil {
			return f, err
		}
		f.v, f.s, f.at = slices.Contains(types, "visibility"), slices.Contains(types, "sentiment"), ended.Time
		if f.failed = status == "failed"; f.failed {
			return f, nil
		}
		return f, f.find(reader, *text, *citations)
	}, `SELECT t.id, t.platform, t.prompt_id, t.topic_id, t.stage, t.prompt_text, t.types, t.status, COALESCE(a.answered_at, t.ended_at), a.text, a.citations
		FROM tasks t JOIN runs r ON r.id = t.run_id LEFT JOIN answers a ON a.id = t.id
		WHERE r.brand_id = $1 AND t.status IN ('answered', 'failed')`, brandID)
	geotest.Must(t, err)
	return list
}

func (f *fact) find(reader *answer.Reader, text, citations string) error {
	var returned []struct {
		URL, Title string
		Cited      bool
	}
	if err := json.Unmarshal([]byte(citations), &returned); err != nil {
		return err
	}
	var sources []answer.Source
	for _, r := range returned {
		sources = append(sources, answer.Source{URL: r.URL, Title: r.Title})
	}
	f.read = reader.Read(text, f.question, sources)
	for _, c := range f.read.Citations {
		cited := c.InText
		for _, r := range returned {
			if page, ok := answer.Canonical(r.URL); ok && page == c.URL && r.Cited {
				cited = true
			}
		}
		if cited && !c.Engine {
			f.cited = append(f.cited, c)
		}
	}
	return nil
}

var beijing = time.FixedZone("UTC+8", 8*3600)

func (f fact) day() string { return f.at.In(beijing).Format(time.DateOnly) }

func (list facts) where(take func(fact) bool) facts {
	var out facts
	for _, f := range list {
		if take(f) {
			out = append(out, f)
		}
	}
	return out
}

func (list facts) counted() facts    { return list.where(fact.counts) }
func (list facts) visibility() facts { return list.where(func(f fact) bool { return f.v }) }
func (list facts) sentiment() facts  { return list.where(func(f fact) bool { return f.s }) }

func (list facts) between(from, to string) facts {
	return list.where(func(f fact) bool { return f.day() >= from && f.day() <= to })
}

func (list facts) narrowed(q insight.Query) facts {
	return list.where(func(f fact) bool {
		return (len(q.Platforms) == 0 || slices.Contains(q.Platforms, f.platform)) && (len(q.TopicIDs) == 0 || slices.Contains(q.TopicIDs, f.topic))
	})
}

func (list facts) excluded() (out insight.Excluded) {
	for _, f := range list {
		switch {
		case f.failed:
			out.Failed++
		case f.read.State == answer.Empty:
			out.Empty++
		case f.read.State == answer.Refused:
			out.Refused++
		}
	}
	return out
}

// naming counts the answers that name an entity, and collects where.
func (list facts) naming(entity int) (n int64, positions []float64) {
	for _, f := range list.counted() {
		if e := f.read.Entities[entity]; e.Named() {
			n++
			positions = append(positions, float64(e.Position))
		}
	}
	return n, positions
}

// voices counts, over all entities, the answers that name each.
func (list facts) voices() (n int64) {
	for _, f := range list.counted() {
		for _, e := range f.read.Entities {
			if e.Named() {
				n++
			}
		}
	}
	return n
}

func (list facts) citing() (n int64) {
	for _, f := range list.counted() {
		if len(f.cited) > 0 {
			n++
		}
	}
	return n
}

func (list facts) tone(entity int) (out insight.Tone, scores []float64) {
	for _, f := range list.counted() {
		e := f.read.Entities[entity]
		switch {
		case !e.Named():
			continue
		case e.Sentiment == nil:
			out.Unjudged++
			continue
		case e.Sentiment.Label == answer.Positive:
			out.Positive++
		case e.Sentiment.Label == answer.Negative:
			out.Negative++
		default:
			out.Neutral++
		}
		scores = append(scores, e.Sentiment.Score)
	}
	out.Score = meanOf(scores)
	out.Interval = bounds(scores, -1, 1)
	return out, scores
}

func some[E any](v E) *E { return &v }

func ratio(k, n int64) *float64 {
	if n == 0 {
		return nil
	}
	return some(float64(k) / float64(n))
}

func meanOf(values []float64) *float64 {
	if len(values) == 0 {
		return nil
	}
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return some(sum / float64(len(values)))
}

func wilson(k, n int64) (out insight.Interval) {
	if i, ok := stat.Wilson(int(k), int(n)); ok {
		out = insight.Interval{Low: &i.Low, High: &i.High}
	}
	return out
}

func bounds(values []float64, low, high float64) (out insight.Interval) {
	if i, ok := stat.Of(values...).Interval(); ok {
		out = insight.Interval{Low: some(max(i.Low, low)), High: some(min(i.High, high))}
	}
	return out
}

func versus(now, was *float64, test stat.Test, ok bool) (out insight.Change) {
	if out.Previous = was; now != nil && was != nil {
		out.Change, out.Significant = some(*now-*was), ok && test.Significant()
	}
	return out
}

func rateIndicator(k, n, k0, n0 int64) insight.Indicator {
	test, ok := stat.TwoProportions(int(k), int(n), int(k0), int(n0))
	return insight.Indicator{Value: ratio(k, n), Interval: wilson(k, n), Numerator: float64(k), Denominator: n, Change: versus(ratio(k, n), ratio(k0, n0), test, ok)}
}

func meanIndicator(now, was []float64, low, high float64) insight.Indicator {
	test, ok := stat.Welch(stat.Of(now...), stat.Of(was...))
	sum := stat.Of(now...).Sum
	return insight.Indicator{Value: meanOf(now), Interval: bounds(now, low, high), Numerator: sum, Denominator: int64(len(now)), Change: versus(meanOf(now), meanOf(was), test, ok)}
}

// keys lists the different values of facts in the order of their letters.
func keys(list facts, of func(fact) string) []string {
	var out []string
	for _, f := range list {
		if k := of(f); !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return out
}

// byPlatform lists platforms in the catalogue's order.
func byPlatform(list facts) []string {
	platforms := keys(list, func(f fact) string { return f.platform })
	slices.SortStableFunc(platforms, func(a, b string) int {
		return cmp.Compare(slices.Index(geotest.Platforms(), a), slices.Index(geotest.Platforms(), b))
	})
	return platforms
}

func later(a, b fact) bool { return a.at.After(b.at) || a.at.Equal(b.at) && a.id > b.id }

func newest(list facts) fact {
	best := list[0]
	for _, f := range list {
		if later(f, best) {
			best = f
		}
	}
	return best
}

func fold(name string) string { return strings.ToLower(name) }
