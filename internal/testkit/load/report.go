package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// report is what is printed at the end.
type report struct {
	phases    []phase
	idle      int64 // bytes of the server before the first request
	held      int   // idle connections
	heldBytes int64
	kept      float64 // successes a second under overload ÷ those of the closed loop
	quick     time.Duration
	refused   int64 // under overload
}

type phase struct {
	name string
	*tally
}

func (r *report) add(name string, t *tally) { r.phases = append(r.phases, phase{name, t}) }

// overload compares what was answered under twice the load with what the server can do.
func (r *report) overload(full, twice *tally) {
	if full.throughput() > 0 {
		r.kept = twice.throughput() / full.throughput()
	}
	r.quick, r.refused = twice.groups[refused].quantile(0.99), twice.groups[refused].n
}

// Bounds of what counts as standing an overload. The machine may be shared with the load itself.
const (
	keptLeast = 0.5
	quickMost = 2 * time.Second
)

// verdict fails when the server collapsed.
func (r *report) verdict() error {
	var faults []error
	for _, p := range r.phases {
		for what, n := range p.errors {
			faults = append(faults, fmt.Errorf("%s: %d requests: %s", p.name, n, what))
		}
	}
	if r.kept > 0 && r.kept < keptLeast {
		faults = append(faults, fmt.Errorf("under twice the load only %.0f %% as many were answered", 100*r.kept))
	}
	if r.quick > quickMost {
		faults = append(faults, fmt.Errorf("under twice the load a hundredth of the refusals took %v", r.quick))
	}
	return errors.Join(faults...)
}

func (r *report) write(out io.Writer) {
	fmt.Fprintf(out, "\n%d processors, shared by the load, the server and its database; %s/%s\n\n", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "phase\trequests\tper s\tp50 ms\tp99 ms\tp99.9 ms\tmax ms\t")
	for _, p := range r.phases {
		fmt.Fprintf(table, "%s\t\t\t\t\t\t\t\n", p.name)
		for g := range groups {
			if p.groups[g].n > 0 {
				line(table, g.String(), &p.groups[g], p.took)
			}
		}
		line(table, "answered", p.succeeded(), p.took)
	}
	_ = table.Flush()
	fmt.Fprintln(out)
	for _, p := range r.phases {
		fmt.Fprintf(out, "%s\n  %s\n", p.name, p.cost())
	}
	if r.idle > 0 {
		fmt.Fprintf(out, "\nmemory before the first request: %s\n", megabytes(r.idle))
	}
	if r.held > 0 && r.heldBytes > 0 {
		fmt.Fprintf(out, "memory of %d idle connections: %s, %s per 1,000\n", r.held, megabytes(r.heldBytes), megabytes(r.heldBytes*1000/int64(r.held)))
	}
	if r.kept > 0 {
		fmt.Fprintf(out, "under twice the load: %.0f %% as many answered, %d refused, 99 %% of these within %v\n", 100*r.kept, r.refused, r.quick.Round(time.Millisecond))
	}
}

func line(out io.Writer, name string, h *histogram, took time.Duration) {
	ms := func(d time.Duration) string { return fmt.Sprintf("%.1f", float64(d.Microseconds())/1000) }
	fmt.Fprintf(out, "%s\t%d\t%.0f\t%s\t%s\t%s\t%s\t\n", name, h.n, float64(h.n)/took.Seconds(),
		ms(h.quantile(0.5)), ms(h.quantile(0.99)), ms(h.quantile(0.999)), ms(h.worst()))
}

// cost is the second line of a phase: what it used, and what went wrong.
func (p phase) cost() string {
	parts := []string{fmt.Sprintf("at most %d connections", p.peak)}
	if n := p.requests(); p.used.rss > 0 && n > 0 {
		parts = append(parts, fmt.Sprintf("%.2f ms of processor per request", p.used.cpu.Seconds()*1000/float64(n)), megabytes(p.used.rss)+" of memory at its end")
	}
	for _, code := range slices.Sorted(maps.Keys(p.codes)) {
		parts = append(parts, fmt.Sprintf("%d × code %d", p.codes[code], code))
	}
	for _, what := range slices.Sorted(maps.Keys(p.errors)) {
		parts = append(parts, fmt.Sprintf("%d × %s", p.errors[what], what))
	}
	return strings.Join(parts, ", ")
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }
