package app

import (
	"cmp"
	"context"
	"runtime"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"renown/internal/floor/store"
	"renown/internal/room/publishing/order"
	"renown/internal/room/run"
)

const (
	stateAge  = 15 * time.Second // how old what is shown may be: the database is read no more often than that
	stateTime = 3 * time.Second  // for reading it
)

// stateCollector shows how the installation stands, read from the database when Prometheus asks. Every node of a cluster
// shows the same. A part that cannot be read is left out.
type stateCollector struct {
	app   *App
	descs map[string]*prometheus.Desc

	mu    sync.Mutex
	read  time.Time
	shown []prometheus.Metric
}

func newStateCollector(a *App) *stateCollector {
	c := &stateCollector{app: a, descs: map[string]*prometheus.Desc{}}
	for _, m := range []struct {
		name, help string
		labels     []string
	}{
		{
			"build_info", "1, with the program's version, the database's kind and the process's role.",
			[]string{"version", "go", "database", "role"},
		},
		{"schema_version", "Version of the tables, in the database and as the program needs them.", []string{"of"}},
		{"runs", "Monitoring runs that wait or are in progress.", []string{"state"}},
		{
			"run_oldest_seconds",
			"Age of the oldest run that waits, since it was accepted, or is in progress, since its start.",
			[]string{"state"},
		},
		{"runs_capacity", "Runs that may be in progress at once.", nil},
		{"detection_suspended", "1 while the operator holds new runs in the queue.", nil},
		{"nodes", "Processes at work that were heard of lately.", nil},
		{"platform_state", "1 for the state that a platform is in, 0 for the others.", []string{"platform", "state"}},
		{"runtimes", "Runtimes that ask in a platform's app, by what they last said of themselves.", []string{"platform", "state"}},
		{
			"queue_jobs",
			"Background jobs by state; discarded ones have failed for good in the last week, process_ended ones were set aside because the process died with them.",
			[]string{"kind", "state"},
		},
		{"queue_late_seconds", "How long the oldest job that waits has been due.", []string{"kind"}},
		{"pushes_stuck", "Approved orders that go no further without an operator, by why.", []string{"reason"}},
		{"reread_brands", "Brands whose history is being read again.", nil},
		{"reread_answers", "Answers that are still to be read again.", nil},
		{"disk_database_bytes", "Size of the embedded database with its log.", nil},
		{"disk_free_bytes", "What is left on the disk of the embedded database.", nil},
		{"backup_timestamp_seconds", "When renown backup last succeeded, as Unix time; 0: never.", nil},
		{"scrape_failed", "1 for a part of these figures that could not be read and is left out.", []string{"part"}},
	} {
		c.descs[m.name] = prometheus.NewDesc("renown_"+m.name, m.help, m.labels, nil)
	}
	return c
}

func (c *stateCollector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range c.descs {
		ch <- d
	}
}

// Collect reads the state anew when what is shown has become too old; those who ask meanwhile wait for it.
func (c *stateCollector) Collect(ch chan<- prometheus.Metric) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.read.IsZero() || time.Since(c.read) >= stateAge {
		c.shown = c.shown[:0]
		c.refresh()
		c.read = time.Now()
	}
	for _, m := range c.shown {
		ch <- m
	}
}

func (c *stateCollector) show(name string, value float64, labels ...string) {
	c.shown = append(c.shown, prometheus.MustNewConstMetric(c.descs[name], prometheus.GaugeValue, value, labels...))
}

func (c *stateCollector) refresh() {
	ctx, cancel := context.WithTimeout(context.Background(), stateTime)
	defer cancel()
	a := c.app
	c.show("build_info", 1, cmp.Or(a.Version, "dev"), runtime.Version(), string(a.DB.Dialect()), string(a.Settings.Role))
	parts := []struct {
		name string
		read func(context.Context) error
	}{
		{"schema", c.schema}, {"runs", c.runs}, {"queue", c.queue}, {"pushes", c.pushes}, {"reread", c.reread}, {"disk", c.disk},
	}
	for _, p := range parts {
		failed, before := 0.0, len(c.shown)
		if err := p.read(ctx); err != nil {
			a.Log.Debug("reading figures", "part", p.name, "error", err)
			failed, c.shown = 1, c.shown[:before]
		}
		c.show("scrape_failed", failed, p.name)
	}
}

func (c *stateCollector) schema(ctx context.Context) error {
	v, err := c.app.DB.SchemaVersion(ctx)
	c.show("schema_version", float64(v.Database), "database")
	c.show("schema_version", float64(v.Program), "program")
	return err
}

func (c *stateCollector) runs(ctx context.Context) error {
	b, err := c.app.Runs.Backlog(ctx)
	c.show("runs", float64(b.Queued), run.Queued)
	c.show("runs", float64(b.Running), run.Running)
	c.show("run_oldest_seconds", b.QueuedAge.Seconds(), run.Queued)
	c.show("run_oldest_seconds", b.RunningAge.Seconds(), run.Running)
	c.show("runs_capacity", float64(c.app.Settings.Capacity))
	c.show("detection_suspended", truth(b.Suspended))
	c.show("nodes", float64(b.Nodes))
	if err != nil {
		return err
	}
	platforms, err := c.app.Runs.PlatformStatuses(ctx)
	for _, p := range platforms {
		for _, s := range []run.PlatformState{run.PlatformReady, run.PlatformKeyless, run.PlatformSuspended, run.PlatformLeftAlone} {
			c.show("platform_state", truth(s == p.State), p.ID, string(s))
		}
	}
	if err != nil {
		return err
	}
	counts, err := c.app.Runtimes.Counts(ctx)
	for _, n := range counts {
		c.show("runtimes", float64(n.Runtimes), n.Platform, string(n.State))
	}
	return err
}

func (c *stateCollector) queue(ctx context.Context) error {
	list, err := c.app.queue.Depths(ctx)
	late := map[string]time.Duration{}
	for _, d := range list {
		c.show("queue_jobs", float64(d.Jobs), d.Kind, d.State)
		late[d.Kind] = max(late[d.Kind], d.Late)
	}
	for kind, d := range late {
		c.show("queue_late_seconds", d.Seconds(), kind)
	}
	return err
}

func (c *stateCollector) pushes(ctx context.Context) error {
	stuck, err := c.app.Orders.CountStuck(ctx)
	for _, flag := range order.Flags() {
		c.show("pushes_stuck", float64(stuck[flag]), flag)
	}
	return err
}

func (c *stateCollector) reread(ctx context.Context) error {
	b, err := c.app.Findings.Backlog(ctx)
	c.show("reread_brands", float64(b.Brands))
	c.show("reread_answers", float64(b.Answers))
	return err
}

func (c *stateCollector) disk(context.Context) error {
	if c.app.DB.Dialect() != store.SQLite {
		return nil
	}
	d, err := c.app.DB.Disk()
	c.show("disk_database_bytes", float64(d.Size))
	c.show("disk_free_bytes", float64(d.Free))
	backup := 0.0
	if !d.BackedUp.IsZero() {
		backup = float64(d.BackedUp.Unix())
	}
	c.show("backup_timestamp_seconds", backup)
	return err
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
