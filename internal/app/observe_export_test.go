package app

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"renown/internal/door/porch"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
)

// Traces tells whether something of tracing stands in a request's way.
func (a *App) Traces() bool { return a.traceRequests() != nil }

// Metrics describes every metric that the program can show.
func (a *App) Metrics() (list []*prometheus.Desc) {
	catch := catcher{&list}
	porch.NewMetrics(catch)
	catch.MustRegister(a.allCollectors()...)
	return list
}

// catcher takes down what would be registered.
type catcher struct{ list *[]*prometheus.Desc }

func (c catcher) Register(m prometheus.Collector) error { c.MustRegister(m); return nil }
func (c catcher) Unregister(prometheus.Collector) bool  { return false }

func (c catcher) MustRegister(list ...prometheus.Collector) {
	for _, m := range list {
		ch := make(chan *prometheus.Desc)
		go func() { m.Describe(ch); close(ch) }()
		for d := range ch {
			*c.list = append(*c.list, d)
		}
	}
}

// Enqueue enqueues a job without arguments.
func (a *App) Enqueue(ctx context.Context, kind string) error {
	return a.DB.InTx(ctx, func(tx *store.Tx) error { return a.queue.EnqueueTx(ctx, tx, queue.Job{Kind: kind, Args: struct{}{}}) })
}

// Kinds is the background work of all rooms.
func (a *App) Kinds() ([]queue.Kind, error) { return a.kinds() }

// Handler is what requests are served by, apart from any listener.
func (a *App) Handler() (http.Handler, error) {
	return a.handler(porch.NewDrain(), prometheus.NewRegistry())
}

// Scrape shows all figures; anew reads the database each time.
func (a *App) Scrape(anew bool) func(io.Writer) error {
	registry := prometheus.NewRegistry()
	var state *stateCollector
	for _, c := range a.allCollectors() {
		registry.MustRegister(c)
		if s, ok := c.(*stateCollector); ok {
			state = s
		}
	}
	handler := promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
	return func(w io.Writer) error {
		if anew {
			state.read = time.Time{}
		}
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		_, err := io.Copy(w, answer.Body)
		return err
	}
}

// Patiently takes a step of the start.
func (a *App) Patiently(ctx context.Context, step func(context.Context) error) error {
	return a.patiently(ctx, step)
}
