package insight_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/alert"
	"renown/internal/room/brand"
	"renown/internal/room/insight"
	"renown/internal/room/run"
	"renown/internal/simulator"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// reviewed is a run with all that follows from its end.
func reviewed(t *testing.T, w *geotest.World, b *geotest.Watched, platforms ...string) string {
	t.Helper()
	runID := b.Run(t, platforms...)
	for _, id := range w.Ended() {
		must.Do(t, w.Insights.Review(t.Context(), id))
	}
	return runID
}

// raised lists a brand's alerts of a kind, newest first; of all kinds when it is empty.
func raised(t *testing.T, w *geotest.World, b *geotest.Watched, kind string) []alert.Alert {
	t.Helper()
	overview := must.Get(w.Insights.Overview(t.Context(), b.Who, b.ID, insight.Query{}))(t)
	return slices.DeleteFunc(overview.Alerts, func(a alert.Alert) bool { return kind != "" && a.Kind != kind })
}

func count(t *testing.T, w *geotest.World, b *geotest.Watched, kind string, want int) []alert.Alert {
	t.Helper()
	list := raised(t, w, b, kind)
	if len(list) != want {
		t.Fatalf("%d alerts of %q, want %d: %s", len(list), kind, want, text(list))
	}
	return list
}

func text(list []alert.Alert) string {
	var b strings.Builder
	for _, a := range list {
		fmt.Fprintf(&b, "\n%s %s %s %+v", a.CreatedAt, a.Kind, a.Severity, a.Figures)
	}
	return b.String()
}

// What is gone by the time it is looked at gives nothing to say.
func TestReviewGone(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		must.Do(t, w.Insights.Review(t.Context(), "run_unknown"))
		b := w.Monitored(t, "")
		runID := b.Run(t, "kimi")
		w.Exec(t, `DELETE FROM brands WHERE id = $1`, b.ID)
		must.Do(t, w.Insights.Review(t.Context(), runID))
		expect.Equal(t, w.Number(t, `SELECT count(*) FROM alerts`), 0, "alerts")
	})
}

// A brand that stays as it is hears nothing, nor does one without a past.
func TestReviewQuiet(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Monitored(t, "")
		w.Known(2, 0)
		for range 4 {
			reviewed(t, w, b)
			w.Clock.Advance(15 * day)
		}
		count(t, w, b, "", 0)
	})
}

func TestSignificantChange(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Monitored(t, "")
		w.Known(5, 0)
		reviewed(t, w, b)
		w.Clock.Advance(31 * day)
		w.Known(0, 0)
		runID := reviewed(t, w, b)
		a := count(t, w, b, alert.SignificantChange, 1)[0]
		if a.Severity != "warning" || a.AcknowledgedAt != nil {
			t.Errorf("%s", text([]alert.Alert{a}))
		}
		f := a.Figures
		if c := f.Changes[0]; c.Indicator != alert.Visibility || c.Platform != nil || c.Previous != 1 ||
			c.Value != 0 || c.Denominator != 48 || len(f.Changes) < 3 {
			t.Errorf("figures: %+v", f)
		}
		must.Do(t, w.Insights.Review(t.Context(), runID))
		for range 3 { // it stays as it was
			w.Clock.Advance(day)
			reviewed(t, w, b)
		}
		count(t, w, b, alert.SignificantChange, 1)

		w.Clock.Advance(31 * day)
		w.Known(5, 0)
		reviewed(t, w, b)
		a = count(t, w, b, alert.SignificantChange, 2)[0]
		if a.Severity != "info" || a.Figures.Changes[0].Indicator != alert.Visibility ||
			a.Figures.Changes[0].Previous != 0 || a.Figures.Changes[0].Value != 1 {
			t.Errorf("%s", text([]alert.Alert{a}))
		}
	})
}

// A competitor that is more visible now and was not before, once; both severities of change do not hide it.
func TestCompetitorPassed(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Monitored(t, "")
		w.Known(5, 0)
		reviewed(t, w, b)
		w.Clock.Advance(31 * day)
		w.Known(0, 5)
		runID := reviewed(t, w, b)
		a := count(t, w, b, alert.CompetitorPassed, 1)[0]
		if a.Severity != "warning" || len(a.Figures.Passed) != 1 || a.Figures.Passed[0].Name != "石墨本" ||
			a.Figures.Passed[0].Theirs != 1 || a.Figures.Passed[0].Ours != 0 {
			t.Errorf("%s", text([]alert.Alert{a}))
		}
		must.Do(t, w.Insights.Review(t.Context(), runID))
		w.Clock.Advance(day)
		reviewed(t, w, b)
		count(t, w, b, alert.CompetitorPassed, 1)
	})
}

// One that was ahead all along has not passed.
func TestCompetitorAhead(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Monitored(t, "")
		w.Known(0, 5)
		reviewed(t, w, b)
		w.Clock.Advance(31 * day)
		reviewed(t, w, b)
		count(t, w, b, "", 0)
	})
}

// A failed run is told each day that it happens, once a day.
func TestRunFailed(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Monitored(t, " [sim:filter*]")
		runID := reviewed(t, w, b, "kimi")
		a := count(t, w, b, "", 1)[0]
		if a.Kind != alert.RunFailed || a.Severity != "critical" || a.Figures.RunID != runID || a.Figures.SubTasks != 8 {
			t.Errorf("%s", text([]alert.Alert{a}))
		}
		w.Clock.Advance(time.Hour)
		reviewed(t, w, b, "kimi")
		count(t, w, b, "", 1)
		w.Clock.Advance(14 * time.Hour) // 01:00 of the next day in Beijing
		reviewed(t, w, b, "kimi")
		count(t, w, b, alert.RunFailed, 2)
	})
}

// A run that was cancelled, or that failed in part, is no failed one.
func TestRunNotFailed(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Monitored(t, "")
		w.Sim.Script("kimi", "第 1 问", simulator.Step{Do: simulator.Filter, Forever: true})
		reviewed(t, w, b, "kimi")
		must.Get(w.Runs.Cancel(t.Context(), b.Who, b.Submit(t, "kimi")))(t)
		w.Work(t)
		for _, id := range w.Ended() {
			must.Do(t, w.Insights.Review(t.Context(), id))
		}
		count(t, w, b, "", 0)
	})
}

// closeGate has a platform left alone, openGate ends that.
func closeGate(t *testing.T, w *geotest.World, platform string) {
	w.Exec(t, `INSERT INTO platform_gates (platform, open_until, open_class) VALUES ($1, $2, 'balance')
		ON CONFLICT (platform) DO UPDATE SET open_until = excluded.open_until, open_class = excluded.open_class`, platform, w.Clock.Now().AddDate(1, 0, 0).UnixMicro())
}

func openGate(t *testing.T, w *geotest.World, platform string) {
	w.Exec(t, `UPDATE platform_gates SET open_until = NULL, open_class = NULL WHERE platform = $1`, platform)
}

// Skipped once is nothing, twice running is told once until the platform was asked again.
func TestPlatformSkipped(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Monitored(t, "")
		next := func(want int) (runID string) {
			t.Helper()
			runID = reviewed(t, w, b, "kimi", "qwen")
			count(t, w, b, alert.PlatformSkipped, want)
			w.Clock.Advance(day)
			return runID
		}
		next(0)
		closeGate(t, w, "kimi")
		next(0)
		openGate(t, w, "kimi")
		next(0)
		closeGate(t, w, "kimi")
		first := next(0)
		second := next(1)
		a := raised(t, w, b, alert.PlatformSkipped)[0]
		f := a.Figures
		if a.Severity != "warning" || !slices.Equal(f.Platforms, []string{"kimi"}) || !slices.Equal(f.RunIDs, []string{second, first}) {
			t.Errorf("%s", text([]alert.Alert{a}))
		}
		for range 4 {
			next(1)
		}
		closeGate(t, w, "qwen")
		next(1)
		next(2)
		openGate(t, w, "kimi")
		openGate(t, w, "qwen")
		next(2)
		closeGate(t, w, "kimi")
		next(2)
		next(3)
	})
}

func TestNameConflict(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		do       func(t *testing.T, w *geotest.World, b *geotest.Watched)
		spelling string
		names    []string
	}{
		{"a competitor with the brand's name", func(t *testing.T, w *geotest.World,
			b *geotest.Watched,
		) {
			b.Competitor(t, "云栖笔记")
		}, "云栖笔记", []string{"云栖笔记", "云栖笔记"}},
		{"a competitor with the brand's alias", func(t *testing.T, w *geotest.World,
			b *geotest.Watched,
		) {
			b.Competitor(t, "YUNQI")
		}, "yunqi", []string{"云栖笔记", "YUNQI"}},
		{"an alias that is the brand's", func(t *testing.T, w *geotest.World,
			b *geotest.Watched,
		) {
			b.Competitor(t, "协云", "云栖笔记")
		}, "云栖笔记", []string{"云栖笔记", "协云"}},
		{"the brand takes a competitor's name", func(t *testing.T, w *geotest.World,
			b *geotest.Watched,
		) {
			b.Rename(t, "石墨本")
		}, "石墨本", []string{"石墨本", "石墨本"}},
		{
			"the brand takes a competitor's name as its alias",
			func(t *testing.T, w *geotest.World, b *geotest.Watched) { b.Rename(t, "云栖笔记", "石墨本") }, "石墨本",
			[]string{"云栖笔记", "石墨本"},
		},
		{"two competitors", func(t *testing.T, w *geotest.World,
			b *geotest.Watched,
		) {
			b.Competitor(t, "石墨", "石墨本 ")
		}, "石墨本", []string{"石墨本", "石墨"}},
		{"a competitor is renamed", func(t *testing.T, w *geotest.World, b *geotest.Watched) {
			list := must.Get(w.Brands.Competitors(t.Context(), b.Who, b.ID))(t)
			must.Get(w.Brands.UpdateCompetitor(t.Context(), b.Who, list[0].ID, func(f *brand.CompetitorFields) { f.Name = "云栖笔记" }))(t)
		}, "云栖笔记", []string{"云栖笔记", "云栖笔记"}},
		{"none: a name within another", func(t *testing.T, w *geotest.World, b *geotest.Watched) { b.Competitor(t, "云栖") }, "", nil},
		{"none: the same one twice", func(t *testing.T, w *geotest.World, b *geotest.Watched) {
			b.Competitor(t, "协云", "协云", "协云 ")
		}, "", nil},
		{"none: exclusions and contexts are no names", func(t *testing.T, w *geotest.World, b *geotest.Watched) {
			_, err := w.Brands.CreateCompetitor(t.Context(), b.Who, b.ID,
				brand.CompetitorFields{Name: "协云", Names: brand.Names{
					Exclusions: store.Texts{"云栖笔记"},
					Contexts:   store.Texts{"石墨本"},
				}})
			must.Do(t, err)
		}, "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
				b := w.Brand(t, "云栖笔记", "Yunqi")
				b.Competitor(t, "石墨本")
				c.do(t, w, b)
				if c.spelling == "" {
					count(t, w, b, "", 0)
					return
				}
				a := count(t, w, b, alert.NameConflict, 1)[0]
				f := a.Figures
				if len(f.Conflicts) != 1 || f.Conflicts[0].Spelling != c.spelling ||
					!slices.Equal(f.Conflicts[0].Names, c.names) || a.Severity != "warning" {
					t.Errorf("%s", text([]alert.Alert{a}))
				}
			})
		})
	}
}

// A conflict is told once. One that comes on the same day waits for the review of a later day.
func TestNameConflictOnce(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Monitored(t, "")
		b.Competitor(t, "云栖笔记")
		b.Competitor(t, "石墨", "石墨本")
		count(t, w, b, alert.NameConflict, 1)
		w.Clock.Advance(day)
		b.Competitor(t, "谁也不像")
		a := count(t, w, b, alert.NameConflict, 2)[0]
		if len(a.Figures.Conflicts) != 1 || a.Figures.Conflicts[0].Spelling != "石墨本" {
			t.Errorf("%s", text([]alert.Alert{a}))
		}
		for range 2 {
			w.Clock.Advance(day)
			reviewed(t, w, b, "kimi")
		}
		count(t, w, b, alert.NameConflict, 2)
		b.Rename(t, "云栖笔记", "链启", "谁也不像")
		b.Competitor(t, "链启")
		count(t, w, b, alert.NameConflict, 3)
		w.Clock.Advance(day)
		reviewed(t, w, b, "kimi")
		if a := count(t, w, b, alert.NameConflict, 4)[0]; a.Figures.Conflicts[0].Spelling != "链启" {
			t.Errorf("%s", text([]alert.Alert{a}))
		}
	})
}

func TestAcknowledge(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b, other := w.Monitored(t, " [sim:filter*]"), w.Caller(t)
		refused := func(err error, id string) {
			t.Helper()
			if f := fault.As(err); f == nil || f.Code != fault.NoSuchThing || f.Detail["id"] != id {
				t.Fatalf("got %v", err)
			}
		}
		refused(w.Insights.Acknowledge(t.Context(), b.Who, "alt_unknown"), "alt_unknown")
		reviewed(t, w, b, "kimi")
		id := count(t, w, b, alert.RunFailed, 1)[0].ID
		refused(w.Insights.Acknowledge(t.Context(), other, id), id)
		if a := count(t, w, b, alert.RunFailed, 1)[0]; a.AcknowledgedAt != nil {
			t.Fatalf("acknowledged by another: %+v", a)
		}
		at := w.Clock.Now()
		for range 2 {
			must.Do(t, w.Insights.Acknowledge(t.Context(), b.Who, id))
			if a := count(t, w, b, alert.RunFailed, 1)[0]; a.AcknowledgedAt == nil || !a.AcknowledgedAt.Equal(at) {
				t.Fatalf("acknowledged: %+v", a)
			}
			w.Clock.Advance(time.Minute)
		}
	})
}

// A model is retired at noon. The first run afterwards loses what it had asked for, and tells at once which model is gone
// and what follows it; the next asks nothing; once another model is named, the platform answers again.
func TestRetirement(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		b := w.Monitored(t, "")
		reviewed(t, w, b, "kimi", "qwen") // before noon it answers
		w.Clock.Advance(time.Hour)
		w.Sim.Script("kimi", "", simulator.Step{Do: simulator.Retired, Forever: true})
		for range 2 {
			reviewed(t, w, b, "kimi", "qwen")
			a := count(t, w, b, alert.PlatformSkipped, 1)[0]
			gone := []alert.Retired{{Platform: "kimi", Model: "kimi-k2.6", Successor: "kimi-k3"}}
			if !slices.Equal(a.Figures.Retired, gone) || !slices.Equal(a.Figures.Platforms, []string{"kimi"}) {
				t.Errorf("%s", text([]alert.Alert{a}))
			}
			w.Clock.Advance(20 * time.Minute)
		}
		if n := w.Number(t, `SELECT count(*) FROM run_platforms WHERE platform = 'kimi' AND reason_code = 'retired' AND reason = 'model_retired:kimi-k2.6'`); n != 2 {
			t.Errorf("%d runs say that the model is gone", n)
		}
		if n := w.Number(t, `SELECT count(DISTINCT run_id) FROM tasks WHERE platform = 'kimi' AND attempts > 0 AND status <> 'answered'`); n != 1 {
			t.Errorf("%d runs put questions to a model that is gone", n)
		}
		first := must.Get(w.Runs.PlatformStatuses(t.Context()))(t)[0]
		if first.ID != "kimi" || first.Gone != "kimi-k2.6" || first.State != run.PlatformLeftAlone {
			t.Errorf("the operator sees first %+v", first)
		}
		w.Exec(t, `UPDATE platform_gates SET open_model = 'kimi-k2.5' WHERE platform = 'kimi'`) // as after naming another
		w.Sim.Unscript()
		reviewed(t, w, b, "kimi", "qwen")
		if n := w.Number(t, `SELECT count(*) FROM run_platforms WHERE platform = 'kimi' AND reason_code IS NULL`); n != 2 {
			t.Errorf("%d runs asked the platform", n)
		}
	})
}

// What is not found is gone only where it has answered before.
func TestModelNotFound(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		before func(t *testing.T, w *geotest.World, b *geotest.Watched)
		want   string
	}{
		"new":   {func(*testing.T, *geotest.World, *geotest.Watched) {}, "unavailable"},
		"known": {func(t *testing.T, w *geotest.World, b *geotest.Watched) { reviewed(t, w, b, "kimi", "qwen") }, "retired"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
				b := w.Monitored(t, "")
				c.before(t, w, b)
				w.Clock.Advance(time.Hour)
				w.Sim.Script("kimi", "", simulator.Step{Do: simulator.Config, Forever: true})
				reviewed(t, w, b, "kimi", "qwen")
				w.Clock.Advance(30 * time.Second)
				runID := reviewed(t, w, b, "kimi", "qwen")
				got := w.Rows(t, 1, `SELECT reason_code FROM run_platforms WHERE platform = 'kimi' AND run_id = $1`, runID)
				if len(got) != 1 || !strings.Contains(got[0], c.want) {
					t.Errorf("reason %q, want %q", got, c.want)
				}
			})
		})
	}
}
