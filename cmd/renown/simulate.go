package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"renown/internal/tool/assistant/simulator"
)

type simulateCmd struct {
	Listen  string   `help:"Address to serve on; port 0 picks a free one." default:"127.0.0.1:0" placeholder:"ADDR"`
	Latency string   `help:"How long an answer takes: 2s, or 800ms±30%%." default:"0" placeholder:"DURATION"`
	Fault   string   `help:"Faults and how often they happen: 429=0.05,500=0.02,hang=0.01,garbage=0.01,cut=0.01." placeholder:"F=P,…"`
	Seed    uint64   `help:"Another seed gives other answers." default:"0" placeholder:"N"`
	Brand   []string `help:"A brand to name in answers beside the simulator's own; may be repeated." placeholder:"NAME"`
}

func (simulateCmd) Help() string {
	return `It speaks the protocol of every platform; the first part of the path names the platform, so base_url in the file of --config
is http://ADDR/ID followed by the platform's usual path. A question that ends in [sim:429,500,ok] scripts its own faults.

Example:
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
	ln, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: simulator.New(options), ReadHeaderTimeout: 10 * time.Second}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(ln) }()
	fmt.Fprintf(e.err, "listening on http://%s\n", ln.Addr())
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		return server.Close() // hanging on purpose is one of its faults: there is nothing to wait for
	}
}
