package main

import (
	"context"
	"fmt"
	"os"
	"time"
)

// warmup is not counted: connections open, caches fill.
const warmup = 3 * time.Second

// phases drives the server through all of them and reports at the end.
func (c *cli) phases(ctx context.Context, d *driver, s *server) error {
	r := &report{}
	idle, err := s.usage()
	if err == nil {
		r.idle = idle.rss
	}
	d.closed(ctx, c.Clients, min(warmup, c.Length))
	full := c.measure(ctx, d, s, func() *tally {
		say("closed loop, %d clients", c.Clients)
		return d.closed(ctx, c.Clients, c.Length)
	})
	r.add(fmt.Sprintf("closed loop, %d clients", c.Clients), full)
	half, twice := full.throughput()/2, full.throughput()*2
	if c.Rate > 0 {
		half, twice = c.Rate, max(twice, c.Rate)
	}
	for _, rate := range []float64{half, twice} {
		if ctx.Err() != nil || rate == 0 {
			break
		}
		name := fmt.Sprintf("open loop, %.0f requests/s", rate)
		t := c.measure(ctx, d, s, func() *tally {
			say("%s", name)
			return d.opened(ctx, rate, c.Length)
		})
		r.add(name, t)
		if rate == twice {
			r.overload(full, t)
		}
	}
	if c.Hold > 0 && ctx.Err() == nil {
		if err := c.holding(ctx, d, s, r); err != nil {
			return err
		}
	}
	r.write(os.Stdout)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return r.verdict()
}

// measure adds what the server used, and how many connections there were, to what a phase counted.
func (c *cli) measure(ctx context.Context, d *driver, s *server, phase func() *tally) *tally {
	ended := make(chan int64)
	over, stop := context.WithCancel(ctx)
	go func() {
		most := d.open.Load()
		for {
			select {
			case <-over.Done():
				ended <- most
				return
			case <-time.After(20 * time.Millisecond):
				most = max(most, d.open.Load())
			}
		}
	}()
	before, _ := s.usage()
	t := phase()
	after, _ := s.usage()
	stop()
	t.peak = <-ended
	t.used = usage{cpu: after.cpu - before.cpu, rss: after.rss}
	return t
}

// holding looks at what idle connections cost, and asks beside them.
func (c *cli) holding(ctx context.Context, d *driver, s *server, r *report) error {
	before, _ := s.usage()
	count := affordable(c.Hold)
	say("holding %d connections", count)
	h, err := d.hold(ctx, count)
	defer h.release()
	if err != nil {
		return err
	}
	after, _ := s.usage()
	r.held, r.heldBytes = len(h), after.rss-before.rss
	name := fmt.Sprintf("beside %d idle connections, %d clients", len(h), beside)
	t := c.measure(ctx, d, s, func() *tally { return d.closed(ctx, beside, min(c.Length, 5*time.Second)) })
	t.peak += int64(len(h))
	r.add(name, t)
	return nil
}

// beside is how many clients ask beside idle connections.
const beside = 4

func say(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
