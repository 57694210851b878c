// Command load starts a server, drives it over HTTP from this process with the load generator Vegeta, and prints throughput,
// latencies, errors, processor time and memory. It knows the server by its commands and its interface alone.
//
// Closed loop: so many clients, each asking again as soon as it was answered. Open loop: requests at a fixed rate, whether the
// server keeps up or not, until 4,000 wait for their answers.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
)

type options struct {
	binary   string
	database string
	url, key string   // of a server that runs already
	flags    []string // further ones of the server
	filled   string   // pattern of what the demo logs when enough is filled in
	clients  int
	length   time.Duration
	hold     int
	limits   limits
}

const usageText = `usage: load [FLAG...] [-- FLAG OF THE SERVER...]

Requests are 70 % analyses, 15 % polling of runs, 10 % lists and 5 % writes. The phases: a closed loop; an open loop at half of what
that reached; an open loop at twice of it, which the server must refuse quickly without answering fewer; idle connections held open.

  load -clients 64 -length 30s -- --max-requests=64
  load -url http://10.0.0.5:8080 -key sk-…

`

func parse(args []string) (o options, err error) {
	o.filled, o.limits.offered = "started run", 1.5
	f := flag.NewFlagSet("load", flag.ContinueOnError)
	f.Usage = func() { fmt.Fprint(f.Output(), usageText); f.PrintDefaults() }
	f.StringVar(&o.binary, "binary", "../bin/renown", "program to start")
	f.StringVar(&o.database, "database", cmp.Or(os.Getenv("LOAD_DATABASE"), "sqlite"),
		"of that server: sqlite (in a temporary folder), postgres (a private one), or the postgres:// URL of an empty one; LOAD_DATABASE")
	f.StringVar(&o.url, "url", "", "server that runs already, instead of starting one")
	f.StringVar(&o.key, "key", "", "with -url: API key of an account that has a brand with runs")
	f.IntVar(&o.clients, "clients", 32, "of the closed loop")
	length, err := time.ParseDuration(cmp.Or(os.Getenv("LOAD_LENGTH"), "10s"))
	if err != nil {
		return o, fmt.Errorf("LOAD_LENGTH: %w", err)
	}
	f.DurationVar(&o.length, "length", length, "of each phase; LOAD_LENGTH")
	f.IntVar(&o.hold, "hold", 10000, "idle connections at the end; 0: none")
	f.Float64Var(&o.limits.kept, "kept", 0.5, "fail when, under twice the load, successes fall below this share of those at full load")
	f.DurationVar(&o.limits.refusal, "refusal", 2*time.Second,
		"fail when, under twice the load, the 99th percentile of the refusals is above this")
	err = f.Parse(args)
	o.flags = f.Args()
	return o, err
}

func main() {
	debug.SetGCPercent(400) // memory is cheap here, and the processors are the server's
	o, err := parse(os.Args[1:])
	if err != nil {
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err = o.run(ctx, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func (o options) run(ctx context.Context, out io.Writer) error {
	return o.serve(ctx, func(s *server) error {
		d := newDriver(s)
		if err := d.learn(ctx); err != nil {
			return err
		}
		r, err := o.phases(ctx, d)
		if err != nil {
			return err
		}
		r.write(out)
		return r.verdict(o.limits)
	})
}

func say(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
