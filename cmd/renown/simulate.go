package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"renown/internal/simulator"
	"renown/internal/simulator/site"
	"renown/internal/simulator/story"
)

type simulateCmd struct {
	Listen  string   `help:"Address to serve on; port 0 picks a free one." default:"127.0.0.1:0" placeholder:"ADDR"`
	Latency string   `help:"How long an answer takes: 2s, or 800ms±30%." default:"0" placeholder:"DURATION"`
	Fault   string   `help:"Faults and how often they happen: 429=0.05,500=0.02,hang=0.01,garbage=0.01,cut=0.01." placeholder:"F=P,…"`
	Seed    uint64   `help:"Another seed gives other answers." default:"0" placeholder:"N"`
	Brand   []string `help:"A brand to name in answers beside the simulator's own; may be repeated." placeholder:"NAME"`
	Demo    bool     `help:"Name the brands of the demo, too."`
}

func (simulateCmd) Help() string {
	return `It speaks the protocol of every platform; the first part of the path names the platform, so base_url in the file of --config
is http://ADDR/ID followed by the platform's usual path. A question that ends in [sim:429,500,ok] scripts its own faults.

It also serves three chat sites to try a runtime on, at http://ADDR/app/fetch/, /app/events/ and /app/socket/. They want somebody to
log in, by any telephone number; POST /app/fetch/state?to=challenge has one stop a runtime (login, refusal, changed, endless, logout; empty: open).

Example:
  renown simulate --listen 127.0.0.1:8400 --demo
  renown simulate --listen 127.0.0.1:8400 --latency 800ms±30% --fault 429=0.05,500=0.02,hang=0.01,garbage=0.01,cut=0.01`
}

func (c *simulateCmd) Run(ctx context.Context, e *environment) error {
	options := simulator.Options{Seed: c.Seed}
	var errLatency, errFault error
	options.Latency, errLatency = simulator.ParseLatency(c.Latency)
	options.Faults, errFault = simulator.ParseFaults(c.Fault)
	if err := errors.Join(errLatency, errFault); err != nil {
		return err
	}
	for _, name := range c.Brand {
		options.Brands = append(options.Brands, simulator.Brand{Name: name})
	}
	if c.Demo {
		options.Brands = append(options.Brands, story.Brands()...)
	}
	ln, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: c.handler(options), ReadHeaderTimeout: 10 * time.Second}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(ln) }()
	fmt.Fprintf(e.err, "listening on http://%s\n", ln.Addr())
	for _, name := range site.Names {
		fmt.Fprintf(e.err, "chat site  http://%s%s%s/\n", ln.Addr(), sitesAt, name)
	}
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		return server.Close() // hanging on purpose is one of its faults: there is nothing to wait for
	}
}

// sitesAt is where the chat sites are; no platform has this name.
const sitesAt = "/app/"

// siteOf is whose habits a site answers by.
var siteOf = map[string]string{"fetch": "doubao", "events": "kimi", "socket": "deepseek"}

// handler serves platforms and sites. An app answers otherwise than the interface of the same platform: it has a seed of its own.
func (c *simulateCmd) handler(options simulator.Options) http.Handler {
	platforms := simulator.New(options)
	options.Seed++
	apps := simulator.New(options)
	sites := site.New(func(r *http.Request, question string) (a site.Answer) {
		name, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		draft := apps.Draft(siteOf[name], question, true)
		a.Text, a.Queries = draft.Text(), draft.Queries
		for _, s := range draft.Sources {
			a.Sources = append(a.Sources, site.Source{URL: s.URL, Title: s.Title})
		}
		return a
	}, 30*time.Millisecond)
	sites.Accounts = true
	mux := http.NewServeMux()
	mux.Handle("/", platforms)
	mux.Handle(sitesAt, http.StripPrefix(strings.TrimSuffix(sitesAt, "/"), sites))
	return mux
}
