package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"text/tabwriter"
	"time"
)

// report is what is printed at the end.
type report struct {
	phases      []*phase
	full, twice *phase // closed loop, and the open one at twice its rate
	idle        int    // bytes of the server before the first request
	held        int    // idle connections
	heldBytes   int
}

// limits are what a server has to keep under twice the load. The machine may be shared with the load itself.
type limits struct {
	offered float64       // sent a second ÷ successes of the closed loop, at least: with less nothing can be said
	kept    float64       // successes a second ÷ those of the closed loop, at least
	refusal time.Duration // 99th percentile of refusals, at most
}

// verdict fails when requests were not answered, or when the server collapsed under twice the load.
func (r report) verdict(l limits) error {
	var faults []error
	for _, p := range r.phases {
		for what, n := range p.errors {
			faults = append(faults, fmt.Errorf("%s: %d requests: %s", p.name, n, what))
		}
	}
	took := r.twice.groups["refused"].Latencies.P99
	switch {
	case r.offered() < l.offered:
		faults = append(faults,
			fmt.Errorf("this process sent %.1f times the load only: nothing can be said about an overload",
				r.offered()))
	case r.kept() < l.kept:
		faults = append(faults, fmt.Errorf("under twice the load only %.0f %% as many were answered", 100*r.kept()))
	case took > l.refusal:
		faults = append(faults, fmt.Errorf("under twice the load a hundredth of the refusals took %v", took))
	}
	return errors.Join(faults...)
}

func (r report) offered() float64 { return r.twice.rate / r.full.perSecond() }
func (r report) kept() float64    { return r.twice.perSecond() / r.full.perSecond() }

func (r report) write(out io.Writer) {
	fmt.Fprintf(out, "\n%d processors, shared by the load, the server and its database; %s/%s\n\n", runtime.NumCPU(),
		runtime.GOOS, runtime.GOARCH)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "phase\trequests\tper s\tp50 ms\tp99 ms\tmax ms\t")
	for _, p := range r.phases {
		fmt.Fprintf(table, "%s\t\t\t\t\t\t\n", p.name)
		for _, g := range groups {
			if m := p.groups[g]; m.Requests > 0 {
				fmt.Fprintf(table, "%s\t%d\t%.0f\t%.1f\t%.1f\t%.1f\t\n", g, m.Requests, float64(m.Requests)/p.took.Seconds(),
					m.Latencies.P50.Seconds()*1000, m.Latencies.P99.Seconds()*1000, m.Latencies.Max.Seconds()*1000)
			}
		}
	}
	_ = table.Flush()
	fmt.Fprintln(out)
	for _, p := range r.phases {
		fmt.Fprintf(out, "%s: %d sent, %.0f a second", p.name, p.sent, p.rate)
		if p.memory > 0 {
			fmt.Fprintf(out, ", %.2f ms of processor per request, %.1f MB of memory at its end",
				p.cpu*1000/float64(max(1, p.sent)), megabytes(p.memory))
		}
		if len(p.codes)+len(p.errors) > 0 {
			fmt.Fprintf(out, ", codes %v, errors %v", p.codes, p.errors)
		}
		fmt.Fprintln(out)
	}
	if r.idle > 0 {
		fmt.Fprintf(out, "\nmemory before the first request: %.1f MB\n", megabytes(r.idle))
		if r.held > 0 {
			fmt.Fprintf(out, "memory of %d idle connections: %.1f MB, %.1f MB per 1,000\n", r.held,
				megabytes(r.heldBytes), megabytes(r.heldBytes*1000/r.held))
		}
	}
	refused := r.twice.groups["refused"]
	fmt.Fprintf(out, "under %.1f times the load: %.0f %% as many answered, %d refused, 99 %% of these within %v\n",
		r.offered(), 100*r.kept(), refused.Requests, refused.Latencies.P99.Round(time.Millisecond))
}

func megabytes(n int) float64 { return float64(n) / 1e6 }
