// Command load drives a server over HTTP from a process of its own and prints what it took: throughput, latencies, errors,
// processor time and memory. It knows the server by its interface alone, but for filling a database of its own.
//
// Closed loop: so many clients, each asking again as soon as it was answered. Open loop: requests at times fixed in advance,
// whether the server keeps up or not; a latency counts from the time that was meant, so that a server which stands still
// shows it.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/alecthomas/kong"
)

type cli struct {
	URL     string `help:"Server that already runs, instead of starting one." placeholder:"URL"`
	Keys    string `help:"With --url: file with an API key a line; '-' reads standard input." type:"path" placeholder:"FILE"`
	PID     int    `help:"With --url: process of the server on this machine, to read its processor time and memory." name:"pid" placeholder:"N"`
	Metrics string `help:"With --url: address of the server's metrics, for the same figures." placeholder:"URL"`

	Database string   `help:"Database of the server that is started: sqlite (in a temporary folder), postgres (a private one), or a postgres:// URL of an empty one." default:"sqlite" env:"LOAD_DATABASE" placeholder:"WHICH"`
	Binary   string   `help:"Program to start, instead of building it." type:"path" placeholder:"FILE"`
	Accounts int      `help:"Accounts to fill in." default:"5" placeholder:"N"`
	Days     int      `help:"Days of history of each account's first brand." default:"40" placeholder:"N"`
	Serve    []string `help:"Further flag of the server, as --serve=--max-requests=64." sep:"none" placeholder:"FLAG"`

	Clients int           `help:"Clients of the closed loop." default:"32" placeholder:"N"`
	Rate    float64       `help:"Requests a second of the open loop; 0: half of what the closed loop reached." placeholder:"R"`
	Length  time.Duration `help:"Length of each phase." default:"10s" env:"LOAD_LENGTH" placeholder:"TIME"`
	Hold    int           `help:"Idle connections held at the end; 0: none." default:"10000" placeholder:"N"`
	Seed    uint64        `help:"Of the mix and of the arrival times." default:"1" placeholder:"N"`
}

const description = `Drives a Renown server from a second process and prints throughput, latencies, errors, processor time and memory.

Requests are 70 % analyses, 15 % polling of runs, 10 % lists and 5 % writes. The phases: a closed loop; an open loop at half of what that
reached; an open loop at twice of it, which the server must refuse quickly without answering fewer; idle connections held open.

Examples:
  load
  LOAD_DATABASE=postgres load --clients 64 --length 30s
  load --url http://10.0.0.5:8080 --keys keys.txt --metrics http://10.0.0.5:9090/metrics`

func main() {
	debug.SetGCPercent(400) // memory is cheap here, and the processors are the server's
	var c cli
	parsed := kong.Parse(&c, kong.Name("load"), kong.Description(description), kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 110}))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := c.run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		parsed.Exit(1)
	}
}

func (c *cli) run(ctx context.Context) error {
	server, err := c.server(ctx)
	if err != nil {
		return err
	}
	defer server.stop()
	d := newDriver(server.url, c.Seed)
	defer d.close()
	if err := d.learn(ctx, server.keys); err != nil {
		return err
	}
	return c.phases(ctx, d, server)
}
