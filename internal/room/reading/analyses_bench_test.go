package reading_test

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"testing"
	"time"

	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/fact"
	"renown/internal/room/insight"
	"renown/internal/room/insight/detail"
	"renown/internal/room/opportunity"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/reading"
	"renown/internal/testkit/must"
)

// BenchmarkAnalyses asks for a whole year, for one that begins and ends within months, and for a part of it, and
// tells the processor time beside
// what the clock says. RENOWN_BENCH_MILLION=1 adds a million answers, which take minutes to write.
func BenchmarkAnalyses(b *testing.B) {
	sizes := []int{1_000, 100_000}
	if os.Getenv("RENOWN_BENCH_MILLION") == "1" {
		sizes = append(sizes, 1_000_000)
	}
	base := map[string]float64{}
	for _, answers := range sizes {
		y := newYear(b, answers)
		for _, a := range y.analyses(b) {
			if answers == 1_000 && a.period != "year" { // of few answers one figure is enough to compare with
				continue
			}
			b.Run(fmt.Sprintf("%s/%s/answers=%d", a.name, a.period, answers), func(b *testing.B) {
				b.ReportAllocs()
				begin := processorTime(b)
				for b.Loop() {
					must.Do(b, a.do())
				}
				ms := float64((processorTime(b) - begin).Microseconds()) / float64(b.N) / 1000
				b.ReportMetric(ms, "cpu-ms")
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/1000, "ms")
				if answers == 100_000 {
					base[a.name+a.period] = ms
				}
				if answers > 100_000 {
					b.ReportMetric(ms/base[a.name+a.period], "x-of-100000")
				}
			})
		}
	}
}

// processorTime is that of this process so far.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	must.Do(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

type analysis struct {
	name, period string
	do           func() error
}

// analyses begin without memory of earlier ones: what is kept between them is not what they cost.
func (y *year) analyses(b *testing.B) []analysis {
	ctx, who, id := b.Context(), y.b.Who, y.b.ID
	outlets := catalogue.New(y.DB, catalogue.Options{Findings: y.Findings})
	facts := y.room()
	fresh := func() *insight.Insights { return insight.New(y.DB, y.Brands, y.Runs, nil) }
	var list []analysis
	for period, q := range map[string]insight.Query{
		"year":   {From: "2026-01-01", To: "2026-12-31"},
		"ragged": {From: "2026-01-16", To: "2026-12-15"},
		"topic":  {From: "2026-01-01", To: "2026-12-31", TopicIDs: []string{y.prompts[0].TopicID}, Platforms: []string{"kimi", "qwen"}},
	} {
		for name, do := range map[string]func(i *insight.Insights) error{
			"overview":   func(i *insight.Insights) error { _, err := i.Overview(ctx, who, id, q); return err },
			"visibility": func(i *insight.Insights) error { _, err := i.Visibility(ctx, who, id, q); return err },
			"sentiment":  func(i *insight.Insights) error { _, err := i.Sentiment(ctx, who, id, q); return err },
			"citations":  func(i *insight.Insights) error { _, err := i.Citations(ctx, who, id, q); return err },
			"searches": func(i *insight.Insights) error {
				_, err := detail.New(y.DB, i).Searches(ctx, who, id, q)
				return err
			},
			"accuracy": func(i *insight.Insights) error {
				_, err := i.Accuracy(ctx, who, id, q, fact.Which{}, fact.Paging{Number: 1, Size: 20})
				return err
			},
			"opportunities": func(i *insight.Insights) error {
				_, err := opportunity.New(y.DB, opportunity.Rooms{
					Plans: y.Plans, Brands: y.Brands, Facts: facts, Insights: i, Catalogue: outlets,
				}).List(ctx, who, id, q, nil, "")
				return err
			},
		} {
			list = append(list, analysis{name, period, func() error { return do(fresh()) }})
		}
	}
	return list
}

const (
	insertChecked = `INSERT INTO compared_answers (answer_id, brand_id, sheet, platform, prompt_id, mode, model, answered_at, agreed, contradicted)`
	insertClaims  = `INSERT INTO claims (answer_id, place, brand_id, fact_id, kind, verdict, reason, starts, ends, value_starts, value_ends, platform, mode, answered_at)`
)

func (y *year) room() *fact.Facts {
	return fact.New(y.DB, y.Plans, y.Brands, queue.Gather(y.DB, func([]queue.Job) {}), nil)
}

// addFacts gives the brand a sheet of ten facts.
func (y *year) addFacts(b must.Tester) {
	b.Helper()
	ctx, source := context.Background(), "https://yunqi.example/about"
	for i := range 10 {
		one, err := y.room().Create(ctx, y.b.Who, y.b.ID, fact.Fields{
			Attribute: fmt.Sprintf("门店数%c", 'A'+i),
			Value:     "412", Unit: "家", SourceURL: &source,
		})
		must.Do(b, err)
		y.facts = append(y.facts, one.ID)
	}
	sheet, err := fact.Open(ctx, y.DB.Read(), y.Brands, y.b.ID)
	must.Do(b, err)
	y.sheet = sheet.ID
}

// held makes up what an answer says of facts: every second something, every tenth something that is wrong.
func (y *year) held(task reading.Task) (checked []any, claims [][]any) {
	agreed, contradicted, verdict := 0, 0, ""
	switch n := y.random.IntN(10); {
	case n == 0:
		contradicted, verdict = 1, "contradicts"
	case n < 5:
		agreed, verdict = 1, "agrees"
	}
	if verdict != "" {
		claims = append(claims, []any{
			task.ID, 0, y.b.ID, y.facts[y.random.IntN(len(y.facts))], "number", verdict, "",
			0, 1, 0, 1, task.Platform, reading.SearchMode, task.At,
		})
	}
	return []any{task.ID, y.b.ID, y.sheet, task.Platform, task.PromptID, reading.SearchMode, "m", task.At, agreed, contradicted}, claims
}

// queries are searches that every second answer ran, some of them again and again.
func (y *year) queries() store.Texts {
	if y.random.IntN(2) == 0 {
		return store.Texts{}
	}
	return store.Texts{fmt.Sprintf("笔记软件 推荐 %d", y.random.IntN(50)), "云栖笔记 怎么样"}
}
