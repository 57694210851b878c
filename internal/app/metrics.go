package app

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"renown/internal/door/porch"
	"renown/internal/room/points"
	"renown/internal/room/publishing/order"
	"renown/internal/room/run"
)

// metrics are what this process counts. What holds for the whole installation is read from the database: see
// stateCollector. Labels have few values, all known to the program: no account, no brand, nothing that a user typed.
type metrics struct {
	runs, tasks, questions   *prometheus.CounterVec
	jobs, orders, limited    *prometheus.CounterVec
	operations, moved        *prometheus.CounterVec
	questionTime, jobTime    *prometheus.HistogramVec
	differences, checkedTime *prometheus.GaugeVec // without labels: absent until there was a check
	collectors               []prometheus.Collector
}

// Buckets in seconds: an assistant takes from a second to minutes, a job from a millisecond to an hour.
var (
	questionBuckets = []float64{.1, .25, .5, 1, 2, 5, 10, 20, 30, 60, 120, 300}
	jobBuckets      = []float64{.001, .005, .01, .05, .1, .5, 1, 5, 10, 30, 60, 300, 1800}
)

func newMetrics() *metrics {
	m := &metrics{}
	m.runs = m.counter("runs_total", "Monitoring runs that came into a state.", "state")
	m.tasks = m.counter("tasks_total", "Sub-tasks of runs that ended, by how, and by what fault or reason.", "platform", "outcome", "fault")
	m.questions = m.counter("questions_total",
		"Questions put to a platform by runs, each attempt, by outcome: answered or the fault.", "platform", "outcome")
	m.questionTime = m.histogram("question_seconds",
		"Time from a question to its outcome, without the wait for a slot.", questionBuckets, "platform")
	m.jobs = m.counter("jobs_total", "Background jobs worked, each attempt, by outcome.", "kind", "outcome")
	m.jobTime = m.histogram("job_seconds", "Time that an attempt of a job took.", jobBuckets, "kind")
	m.operations = m.counter("points_operations_total", "Entries of the ledger of points, by kind.", "kind")
	m.moved = m.counter("points_moved_total", "Points that entries of the ledger moved, by kind.", "kind")
	m.orders = m.counter("orders_total", "Orders that came into a state.", "state")
	m.limited = m.counter("rate_limited_total", "Requests refused as too frequent, by what they are counted.", "by")
	m.differences = m.gauge("ledger_differences",
		"Figures of accounts that their entries did not bear out, at the last check by this process.")
	m.checkedTime = m.gauge("ledger_checked_timestamp_seconds", "When this process last checked the ledger, as Unix time.")
	m.begin()
	return m
}

// begin shows what is known beforehand at 0, so that the first event is seen as a rise.
func (m *metrics) begin() {
	for _, state := range []string{run.Queued, run.Running, run.Completed, run.Failed, run.Cancelled} {
		m.runs.WithLabelValues(state)
	}
	for _, kind := range []points.Kind{points.Grant, points.Hold, points.Release, points.Capture, points.Expire, points.Adjust} {
		m.operations.WithLabelValues(string(kind))
		m.moved.WithLabelValues(string(kind))
	}
	for _, state := range order.States() {
		m.orders.WithLabelValues(string(state))
	}
	for _, by := range []string{porch.ByKey, porch.ByAddress, porch.ByAccount, porch.BySession} {
		m.limited.WithLabelValues(by)
	}
}

func (m *metrics) counter(name, help string, labels ...string) *prometheus.CounterVec {
	v := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "renown_" + name, Help: help}, labels)
	m.collectors = append(m.collectors, v)
	return v
}

func (m *metrics) gauge(name, help string) *prometheus.GaugeVec {
	v := prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "renown_" + name, Help: help}, nil)
	m.collectors = append(m.collectors, v)
	return v
}

func (m *metrics) histogram(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	v := prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "renown_" + name, Help: help, Buckets: buckets}, labels)
	m.collectors = append(m.collectors, v)
	return v
}

// What the rooms tell.

func (a *App) watchRuns() run.Watch {
	m := a.metrics
	return run.Watch{
		Run:     func(state string) { m.runs.WithLabelValues(state).Inc() },
		Task:    func(e run.Ends) { m.tasks.WithLabelValues(e.Platform, e.Outcome, e.Fault).Add(float64(e.Tasks)) },
		Circuit: func(platform, class string) { a.Log.Warn("platform left alone", "platform", platform, "cause", class) },
		Unread:  func(task string, err error) { a.Log.Error("answer not read", "task", task, "error", err) },
	}
}

func (m *metrics) pointsMoved(kind points.Kind, size int64) {
	m.operations.WithLabelValues(string(kind)).Inc()
	m.moved.WithLabelValues(string(kind)).Add(float64(size))
}

func (m *metrics) ordersMoved(to order.State, orders int) {
	m.orders.WithLabelValues(string(to)).Add(float64(orders))
}

func (m *metrics) questionAsked(platform, outcome string, took time.Duration) {
	m.questions.WithLabelValues(platform, outcome).Inc()
	m.questionTime.WithLabelValues(platform).Observe(took.Seconds())
}

func (m *metrics) jobWorked(kind, outcome string, took time.Duration) {
	m.jobs.WithLabelValues(kind, outcome).Inc()
	m.jobTime.WithLabelValues(kind).Observe(took.Seconds())
}

func (m *metrics) ledgerChecked(differences int, at time.Time) {
	m.differences.WithLabelValues().Set(float64(differences))
	m.checkedTime.WithLabelValues().Set(float64(at.Unix()))
}

// allCollectors is everything that is shown beside the requests.
func (a *App) allCollectors() []prometheus.Collector {
	return append([]prometheus.Collector{
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		newPoolCollector(a.DB), newStateCollector(a),
	}, a.metrics.collectors...)
}
