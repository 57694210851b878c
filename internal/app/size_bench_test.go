package app_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/floor/day"
	"renown/internal/floor/store"
	"renown/internal/room/reading"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// TestSize fills 10,000 brands with a million answers of ninety days and days of figures, and says what a restart, a pass of retention and
// passes of counting citations take, and looks at all statements as TestPeriodicWorkIsBounded does. RENOWN_BENCH_MILLION=1; it takes half
// an hour.
func TestSize(t *testing.T) {
	if os.Getenv("RENOWN_BENCH_MILLION") == "" {
		t.Skip("NOT RUN: a million answers take RENOWN_BENCH_MILLION=1")
	}
	const brands, each = 10_000, 100
	for _, d := range storetest.Dialects {
		t.Run(string(d), func(t *testing.T) {
			ctx, url := context.Background(), storetest.URL(t, d)
			fill(t, url, d, brands, each)
			db := storetest.OpenURL(t, url)
			m := sizes{t, db}
			a := must.Get(app.Build(apitest.Settings(t, nil), slog.New(slog.DiscardHandler), storetest.OpenURL(t, url)))(t)
			for _, kept := range []int{85, 60} { // days
				m.measure(fmt.Sprintf("retention, %d d", kept), func() error {
					n, err := a.Findings.Purge(ctx, time.Duration(kept)*24*time.Hour)
					t.Logf("%d texts one by one", n)
					return err
				})
			}
			m.restart(url)
			m.measure("watch, first", func() error { return a.Orders.Watch(ctx) })
			storetest.Exec(t, db, `INSERT INTO changed_days (brand_id, day, changes) SELECT id, $1, 1 FROM brands ORDER BY id LIMIT 417`, day.Of(time.Now()))
			m.measure("watch, later", func() error { return a.Orders.Watch(ctx) })
			m.measure("watch, nothing", func() error { return a.Orders.Watch(ctx) })
			must.Do(t, a.Close())
			bounded(t, url, d)
		})
	}
}

// publish makes an order of two days ago for a page that is cited, and returns the names and the rows of a day with which it is.
func publish(t *testing.T, url string, d store.Dialect) (orderID, names string, rows [][]any) {
	t.Helper()
	ctx := context.Background()
	w := geotest.New(t, store.SQLite, geotest.Options{})
	b := w.Brand(t, "云栖笔记")
	topic := b.Topic(t, "选购")
	for i := range 20 {
		b.Prompt(t, topic, fmt.Sprintf("哪款笔记好用？%d", i), "awareness")
	}
	b.Run(t)
	page := ""
	must.Do(t, w.Findings.CitedDays(ctx, 0, func(d *reading.CitedDay) { page = d.Pages[0].URL }))
	must.Do(t, store.Each(ctx, w.DB.Read(), func(row store.Row) error {
		var platform string
		var cells, rivals, sources, reach []byte
		err := row.Scan(&platform, &cells, &rivals, &sources, &reach)
		rows = append(rows, []any{platform, cells, rivals, sources, reach})
		return err
	}, `SELECT platform, cells, rivals, sources, reach FROM days`))
	names = must.Get(store.One[string](w.DB.Read().QueryRow(ctx, `SELECT names FROM readings`)))(t)
	s := apitest.Start(t, d, apitest.Options{Database: url, Settings: idle})
	_, orderID = submitted(t, s)
	must.Get(s.App.Orders.Approve(ctx, "op", orderID, ""))(t)
	must.Get(s.App.Orders.Publish(ctx, "op", orderID, page))(t)
	storetest.Exec(t, s.App.DB, `UPDATE orders SET published_at = published_at - $1`, (2 * 24 * time.Hour).Microseconds())
	must.Do(t, s.Stop())
	must.Do(t, s.App.Close())
	return orderID, names, rows
}

// sizes measures what is done with a large database.
type sizes struct {
	*testing.T
	db *store.DB
}

// restart is from building the program to its being ready, with texts to be forgotten, and to its working jobs.
func (m sizes) restart(url string) {
	m.Helper()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	var a *app.App
	m.measure("restart to ready", func() error {
		settings := apitest.Settings(m.T, func(s *config.Settings) { s.AnswerRetention = 30 * 24 * time.Hour })
		a = must.Get(app.Build(settings, slog.New(slog.DiscardHandler), storetest.OpenURL(m.T, url)))(m.T)
		ready := make(chan net.Addr, 1)
		go func() { ended <- a.Serve(ctx, func(addr net.Addr) { ready <- addr }) }()
		<-ready
		return nil
	})
	m.measure("ready to working", func() error { <-a.Working(); return nil })
	stop()
	must.Do(m.T, <-ended)
}

func (m sizes) measure(what string, do func() error) {
	m.Helper()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // the peak begins anew
	before, used, start := m.blocks(), processor(), time.Now()
	must.Do(m.T, do(), what)
	took, more := time.Since(start), processor()-used
	status := must.Get(os.ReadFile("/proc/self/status"))(m.T)
	_, peak, _ := strings.Cut(string(status), "VmHWM:")
	peak, _, _ = strings.Cut(peak, "\n")
	m.Logf("%-18s %8.2f s  %8.2f s of processor  %s at most  %d blocks", what, took.Seconds(), more.Seconds(), strings.TrimSpace(peak),
		m.blocks()-before)
}

// blocks is how many blocks PostgreSQL has read, from its cache or not; it tells so after a pause.
func (m sizes) blocks() (n int64) {
	if m.db.Dialect() == store.SQLite {
		return 0
	}
	storetest.Exec(m.T, m.db, `SELECT pg_stat_force_next_flush()`)
	return must.Get(store.One[int64](m.db.Read().QueryRow(context.Background(),
		`SELECT blks_hit + blks_read FROM pg_stat_database WHERE datname = current_database()`)))(m.T)
}

func processor() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // fails for no argument that is right
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
