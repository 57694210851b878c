package app_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/room/run"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/await"
	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
	"renown/internal/testkit/repeat"
	"renown/internal/testkit/storetest"
)

// The assistants of the benchmarks think for half a second and take four questions at once.
const (
	thinking = 500 * time.Millisecond
	atOnce   = 4
)

// simulated starts a simulator in a process of its own, so that its work is not counted as ours, and returns the settings
// that lead to it.
func simulated(b *testing.B) func(*config.Settings) {
	b.Helper()
	origin := program.Start(b, "simulate", "--latency", thinking.String()).URL
	file := filepath.Join(b.TempDir(), "renown.yaml")
	must.Do(b, os.WriteFile(file, []byte(entries(b, origin, fmt.Sprintf("concurrency: %d", atOnce))), 0o600))
	var texts config.Server
	config.FillDefaults(&texts)
	checked, err := config.Check(config.Database{}, config.Logging{LogLevel: "info", LogFormat: "json"}, texts, config.ReadFile(file))
	must.Do(b, err)
	return func(s *config.Settings) { s.Catalogue, s.Capacity = checked.Catalogue, 50 }
}

// race starts all runs at once and waits for the last to end, which is looked for every five milliseconds once a
// perfect scheduler would be done. It
// returns how long that took and the processor time of it.
func race(b *testing.B, a *app.App, members []busy, ideal time.Duration) (wall, cpu time.Duration) {
	b.Helper()
	ids := make([]string, len(members))
	began, before := time.Now(), used(b)
	for i, m := range members {
		ids[i] = m.start(b, a)
	}
	await.Pause(b.Context(), ideal-time.Since(began))
	for i, m := range members {
		for !run.Ended(m.progress(b, a, ids[i]).Status) {
			await.Pause(b.Context(), 5*time.Millisecond)
		}
	}
	wall, cpu = time.Since(began), used(b)-before
	for i, m := range members {
		if r := m.progress(b, a, ids[i]); r.Status != run.Completed {
			b.Fatalf("ended as %+v", r)
		}
	}
	return wall, cpu
}

// BenchmarkRun is one run of 20 questions to 6 platforms. "ratio" is its time ÷ that of a perfect scheduler.
func BenchmarkRun(b *testing.B) { benchRuns(b, 1, 20) }

// BenchmarkRuns is 50 runs at once. As they are meant, with 20 questions each, they take two minutes (RENOWN_BENCH_FULL=1);
// by default they have one question each, which costs as much for each question.
func BenchmarkRuns(b *testing.B) {
	questions := 1
	if os.Getenv("RENOWN_BENCH_FULL") == "1" {
		questions = 20
	}
	benchRuns(b, 50, questions)
}

func benchRuns(b *testing.B, runs, questions int) {
	for _, d := range storetest.Dialects {
		b.Run(string(d), func(b *testing.B) {
			s := apitest.Start(b, d, apitest.Options{Logger: ordinaryLog(b), Settings: simulated(b)})
			race(b, s.App, []busy{newBusy(b, s.App, "first@example.com", 2*atOnce)}, 0) // tables are read and statements prepared once in a process
			n := 0
			b.Run(fmt.Sprint(questions), func(b *testing.B) {
				repeat.AtMost(b, times(d, runs))
				ideal := time.Duration((runs*questions+atOnce-1)/atOnce) * thinking
				var wall, cpu time.Duration
				var peak uint64
				for b.Loop() {
					b.StopTimer()
					var members []busy
					for range runs {
						n++
						members = append(members, newBusy(b, s.App, fmt.Sprintf("%d@example.com", n), questions))
					}
					watched := watchHeap()
					b.StartTimer()
					w, c := race(b, s.App, members, ideal)
					wall, cpu, peak = wall+w, cpu+c, max(peak, watched())
				}
				b.ReportMetric(float64(wall)/float64(b.N)/float64(ideal), "ratio")
				b.ReportMetric(cpu.Seconds()/float64(b.N*runs*questions*6)*1000, "cpu-s/1000-subtasks")
				b.ReportMetric(float64(peak)/(1<<20), "peak-heap-MB")
			})
		})
	}
}

// times is how often a race is repeated: what many runs at once cost varies little on SQLite.
func times(d store.Dialect, runs int) int64 {
	if d == store.SQLite && runs > 1 {
		return 1
	}
	return 2
}

// watchHeap looks at the memory in use until the function it returns is called, which tells the most there was, in bytes.
func watchHeap() (stop func() uint64) {
	runtime.GC()
	end, most := make(chan struct{}), make(chan uint64)
	go func() {
		var peak uint64
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapInuse+m.StackInuse)
			select {
			case <-end:
				most <- peak
				return
			case <-time.After(100 * time.Millisecond):
			}
		}
	}()
	return func() uint64 { close(end); return <-most }
}

// BenchmarkSubmit submits a run of 20 questions to 6 platforms, in turns to an empty database and to one with 100,000
// finished runs of the same brand. "ratio" compares the medians, "ratio-p99" the slowest.
func BenchmarkSubmit(b *testing.B) {
	for _, d := range storetest.Dialects {
		b.Run(string(d), func(b *testing.B) {
			empty, full := newSubmitter(b, d), newSubmitter(b, d)
			full.fill(b, 100_000)
			b.Run("120", func(b *testing.B) { submitBoth(b, empty, full) })
		})
	}
}

func submitBoth(b *testing.B, empty, full *submitter) {
	b.Helper()
	repeat.AtMost(b, 1)
	var few, many []time.Duration
	for b.Loop() {
		few, many = append(few, empty.submit(b)), append(many, full.submit(b))
	}
	for len(few) < 200 { // enough for a hundredth
		few, many = append(few, empty.submit(b)), append(many, full.submit(b))
	}
	slices.Sort(few)
	slices.Sort(many)
	at := func(list []time.Duration, share float64) float64 {
		return float64(list[int(share*float64(len(list)-1))].Microseconds()) / 1000
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(at(few, 0.5), "p50-ms-empty")
	b.ReportMetric(at(few, 0.99), "p99-ms-empty")
	b.ReportMetric(at(many, 0.5), "p50-ms-full")
	b.ReportMetric(at(many, 0.99), "p99-ms-full")
	b.ReportMetric(at(many, 0.5)/at(few, 0.5), "ratio")
	b.ReportMetric(at(many, 0.99)/at(few, 0.99), "ratio-p99")
}

// submitter is an account that submits a run a day, under a clock that is moved.
type submitter struct {
	*apitest.Server
	busy
}

func newSubmitter(b *testing.B, d store.Dialect) *submitter {
	b.Helper()
	s := apitest.Start(b, d, apitest.Options{Frozen: true, Logger: ordinaryLog(b), Settings: func(s *config.Settings) {
		s.Role = config.API // no worker: only the submission is measured
		s.Catalogue = s.Catalogue.Simulated("http://127.0.0.1:1")
	}})
	return &submitter{s, newBusy(b, s.App, "a@example.com", 20)}
}

func (s *submitter) submit(b *testing.B) time.Duration {
	b.Helper()
	s.Clock.Advance(24 * time.Hour)
	began := time.Now()
	runID := s.start(b, s.App)
	took := time.Since(began)
	if _, err := s.App.Runs.Cancel(context.Background(), s.Caller, runID); err != nil {
		b.Fatal(err)
	}
	return took
}

// fill makes n finished runs, one an hour, each with a platform and two sub-tasks.
func (s *submitter) fill(b *testing.B, n int) {
	b.Helper()
	ctx := context.Background()
	const numbers = `WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < $1) `
	first := s.Clock.Now().UnixMicro()
	s.Clock.Advance(time.Duration(n+48) * time.Hour)
	err := s.App.DB.InTx(ctx, func(tx *store.Tx) error {
		for _, step := range []struct {
			sql  string
			args []any
		}{
			{`INSERT INTO runs (id, space_id, brand_id, origin, mode, selection, status, total, done, answered, asked, created_at, started_at, finished_at) ` + numbers +
				`SELECT 'run_' || i, CAST($2 AS TEXT), CAST($3 AS TEXT), 'api', 'search', 'search:doubao', 'completed', 2, 2, 2, 1, $4 + i * 3600000000, $4 + i * 3600000000, $4 + i * 3600000000 FROM n`, []any{n, s.SpaceID, s.brandID, first}},
			{`INSERT INTO run_platforms (run_id, platform, name, position, status, total, done, answered) ` + numbers +
				`SELECT 'run_' || i, 'doubao', '豆包', 0, 'completed', 2, 2, 2 FROM n`, []any{n}},
			{`INSERT INTO tasks (id, run_id, platform, prompt_id, prompt_text, types, topic_id, stage, region, language, status, attempts, token) ` + numbers +
				`SELECT 'ans_' || i, 'run_' || (1 + i / 2), 'doubao', 'p', '问', '[]', 't', 's', '', '', 'answered', 1, 1 FROM n WHERE 1 + i / 2 <= $1 / 2`, []any{2 * n}},
		} {
			if _, err := tx.Exec(ctx, step.sql, step.args...); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, `ANALYZE`)
		return err
	})
	must.Do(b, err)
}
