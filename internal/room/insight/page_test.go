package insight_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/room/brand"
	"renown/internal/room/insight"
	"renown/internal/room/insight/proof"
	"renown/internal/room/insight/sampling"
	"renown/internal/simulator"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// Two readings of the same history have different figures: with an alias the brand is named more often. While one is
// swapped for the other again and again, no page shows figures of both.
func TestPagesAreOfOneReading(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		ctx := context.Background()
		w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.5, Site: "yunqi.example"},
			simulator.Brand{Name: "石墨本", Weight: 0.9, Site: "shimo.example"})
		b := w.Brand(t, "云栖笔记")
		topic := b.Topic(t, "选购")
		for i := range 4 {
			b.Prompt(t, topic, fmt.Sprintf("推荐办公软件 %d", i), "awareness")
		}
		for range 3 {
			b.Run(t, "kimi", "qwen")
			w.Clock.Advance(24 * time.Hour)
		}
		swap := func(aliases ...string) error {
			_, err := w.Brands.Update(ctx, b.Who, b.ID, func(p *brand.Profile) { p.Aliases = store.Texts(aliases) })
			if err == nil {
				err = w.Findings.Reread(ctx, b.ID)
			}
			return err
		}
		look := func() (s shownFigures) {
			report, err := w.Insights.Report(ctx, b.Who, b.ID, insight.Query{})
			if err != nil {
				t.Error(err)
				return s
			}
			if report.Overview.Revision != report.Tones.Revision || report.Overview.Revision != report.Citations.Revision {
				t.Errorf("revisions %q, %q, %q", report.Overview.Revision, report.Tones.Revision, report.Citations.Revision)
			}
			return figuresOf(report)
		}
		first := look()
		must.Do(t, swap("石墨本"))
		second := look()
		if first.indicator >= second.indicator || first.curve >= second.curve || first.named >= second.named {
			t.Fatalf("the readings do not differ: %+v, %+v", first, second)
		}
		var done atomic.Bool
		swapped := make(chan error, 1)
		go func() {
			defer done.Store(true)
			for i := range 10 {
				if err := swap([]string{"石墨本", "别的"}[i%2]); err != nil {
					swapped <- err
					return
				}
			}
			swapped <- nil
		}()
		seen := map[shownFigures]int{}
		for !done.Load() {
			seen[look()]++
		}
		must.Do(t, <-swapped)
		for s := range seen {
			if s != first && s != second {
				t.Errorf("a page shows %+v, which is neither %+v nor %+v", s, first, second)
			}
		}
		t.Logf("%d states seen: %v", len(seen), seen)
	})
}

// shownFigures are the same count as four analyses tell it: answers that name the brand, and what differs with it.
type shownFigures struct{ indicator, curve, named, own int64 }

func figuresOf(r insight.Report) (s shownFigures) {
	s.indicator, s.named = int64(r.Indicators.Visibility.Numerator), r.Tones.Keys.Named
	for _, day := range r.Curve {
		if v := day.Day.Visibility; v.Value != nil {
			s.curve += int64(math.Round(*v.Value * float64(v.N)))
		}
	}
	for _, gap := range r.Citations.Gaps {
		s.own += gap.WithBrand
	}
	return s
}

// What was made once is served again without looking at figures, and a page shares it with the API.
func TestPagesShareWhatWasMade(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		ctx := t.Context()
		b, _ := grown(t, w)
		first := must.Get(w.Insights.Report(ctx, b.Who, b.ID, insight.Query{}))(t)
		w.Exec(t, `DELETE FROM days`) // the program never does: what is served after it was kept
		again := must.Get(w.Insights.Report(ctx, b.Who, b.ID, insight.Query{}))(t)
		overview := must.Get(w.Insights.Overview(ctx, b.Who, b.ID, insight.Query{}))(t)
		if got, want := figuresOf(again), figuresOf(first); got != want ||
			overview.Indicators.Visibility.Numerator != first.Indicators.Visibility.Numerator {
			t.Errorf("served %+v, made %+v", got, want)
		}
		other := must.Get(w.Insights.Overview(ctx, b.Who, b.ID, insight.Query{Platforms: []string{"kimi"}}))(t)
		expect.Equal(t, other.Indicators.Visibility.Denominator, 0, "another query is answered with what was kept for this one")
	})
}

// Analyses of one snapshot read its figures once, and what is kept reads none.
func TestFiguresAreReadOnce(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Monitored(t, "")
		b.Run(t)
		var days, findings int
		watched := w.DB.At(w.Clock.Now)
		watched.Watch(func(sql string) {
			days += strings.Count(sql, "FROM days")
			findings += strings.Count(sql, "FROM findings")
		})
		room := func() *insight.Insights { return insight.New(watched, w.Brands, w.Runs, nil) }
		read := func(ask func() error) (of int) {
			t.Helper()
			days, findings = 0, 0
			must.Do(t, ask())
			return days
		}
		alone := room()
		one := read(func() error { _, err := alone.Sentiment(t.Context(), b.Who, b.ID, insight.Query{}); return err })
		page := room()
		if all := read(func() error {
			_, err := page.SentimentPage(t.Context(), b.Who, b.ID,
				insight.Query{})
			return err
		}); one == 0 || all != one {
			t.Errorf("%d times days are read for the tone, %d with its key figures", one, all)
		}
		kept := room()
		proofs := proof.New(watched, kept)
		for _, again := range []bool{false, true} {
			plan := read(func() error {
				_, err := (sampling.Wanted{Precision: 0.05, Change: 0.1}).Plan(t.Context(), kept, b.Who, b.ID, insight.Query{})
				return err
			})
			plan += read(func() error { _, err := kept.Visibility(t.Context(), b.Who, b.ID, insight.Query{}); return err })
			_ = read(func() error { _, err := proofs.Grounds(t.Context(), b.Who, b.ID, insight.Query{}); return err })
			if (plan == 0) != again || (findings == 0) != again {
				t.Errorf("again %t: %d times days for the plan and the prompts, findings %d times for their fingerprint", again, plan, findings)
			}
		}
	})
}
