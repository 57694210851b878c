package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"golang.org/x/net/netutil"

	"renown/internal/door/api"
	"renown/internal/door/porch"
	"renown/internal/floor/store"
)

// Patience is how long the server waits for clients: a header or a body that trickles in is cut off, the whole request
// at Read; an idle connection is closed. Answer is how long it lets a request wait for us, Slot how long for one to become
// free, Database how long each read waits for a server that stalls.
type Patience struct{ Header, Read, Write, Idle, Answer, Slot, Ready, Database time.Duration }

var patience = Patience{
	Header: 10 * time.Second, Read: 30 * time.Second, Write: 60 * time.Second, Idle: 120 * time.Second,
	Answer: 30 * time.Second, Slot: 500 * time.Millisecond,
	Database: 10 * time.Second,
	Ready:    time.Second, // one look at the database answers everybody who asks whether the program is ready
}

const (
	headerMax = 64 << 10 // bytes
	useFlush  = 10 * time.Second
)

// Prepare begins what serving needs and takes a while, while the database is being opened.
func Prepare() {
	go func() { _, _ = api.Contract() }() // who needs it waits for it, and is told what is wrong with it
}

// Serve runs until ctx ends, then stops in order: it answers what it has begun, refuses new work, and ends within
// the stop timeout. ready is called with the address once requests are served.
func (a *App) Serve(ctx context.Context, ready func(addr net.Addr)) error {
	drain := porch.NewDrain()
	registry := prometheus.NewRegistry()
	registry.MustRegister(a.allCollectors()...)
	stopTracing, err := a.startTracing(ctx)
	if err != nil {
		return err
	}
	var stopped time.Time // when the stop began
	defer func() { stopTracing(stopped) }()
	handler, err := a.handler(drain, registry)
	if err != nil {
		return err
	}
	for _, w := range a.Settings.Warnings() {
		a.Log.Warn(w)
	}
	if keys, none := a.Runs.Unconnected(); none {
		a.Log.Warn("no assistant can be asked: set the key of one", "variables", strings.Join(keys, " "))
	}
	a.waiting.end()
	ln, err := net.Listen("tcp", a.Settings.Listen)
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: a.Patience.Header,
		ReadTimeout:       a.Patience.Read,
		WriteTimeout:      a.Patience.Write,
		IdleTimeout:       a.Patience.Idle,
		MaxHeaderBytes:    headerMax,
		BaseContext:       func(net.Listener) context.Context { return store.Waiting(context.Background(), a.Patience.Database) },
		ErrorLog:          slog.NewLogLogger(a.Log.Handler(), slog.LevelDebug),
	}
	stopMetrics, err := a.serveMetrics(registry)
	if err != nil {
		ln.Close()
		return err
	}
	defer stopMetrics()
	if err := a.prepare(); err != nil {
		ln.Close()
		return err
	}
	failed := make(chan error, 2) // the server and what runs beside it
	limited := netutil.LimitListener(ln, a.Settings.MaxConnections)
	refusing := porch.PlainRefusals(server, limited, api.Refusal)
	go func() { failed <- server.Serve(refusing) }()
	ready(ln.Addr())
	stopBackground := a.background(ctx, failed)
	select {
	case err = <-failed:
		_ = server.Close()
	case <-ctx.Done():
		stopped = time.Now()
		err = a.stop(server, drain)
	}
	stopBackground()
	return err
}

// stop serves on for the stop delay while probes say that it stops, then lets the last requests finish and closes. Without a delay, what
// comes meanwhile is refused in words; with one, new connections are refused, so that a proxy sends what came by them elsewhere.
// Three quarters of the timeout are for requests, so that background work has the rest.
func (a *App) stop(server *http.Server, drain *porch.Drain) error {
	a.Log.Info("stopping", "after", a.Settings.StopDelay.String(), "within", a.Settings.StopTimeout.String())
	if a.Settings.StopDelay > 0 {
		drain.Leave()
		time.Sleep(a.Settings.StopDelay)
	}
	ctx, cancel := context.WithTimeout(context.Background(), a.Settings.StopTimeout*3/4)
	defer cancel()
	if a.Settings.StopDelay > 0 {
		drain.EndWaits()
	} else {
		drain.Start()
		drain.Wait(ctx)
	}
	if err := server.Shutdown(ctx); err != nil {
		_ = server.Close()
		if !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		a.Log.Warn("some requests did not finish in time")
	}
	return nil
}

// serveMetrics opens the separate listener for Prometheus, when one is configured.
func (a *App) serveMetrics(registry *prometheus.Registry) (stop func(), err error) {
	if a.Settings.MetricsListen == "" {
		return func() {}, nil
	}
	ln, err := net.Listen("tcp", a.Settings.MetricsListen)
	if err != nil {
		return nil, fmt.Errorf("metrics: %w", err)
	}
	mux := http.NewServeMux()
	mux.Handle("/metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	server := &http.Server{Handler: mux, ReadHeaderTimeout: a.Patience.Header, ReadTimeout: a.Patience.Read}
	go func() { _ = server.Serve(ln) }()
	a.Log.Info("metrics", "address", "http://"+ln.Addr().String()+"/metrics")
	return func() { _ = server.Close() }, nil
}
