package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"golang.org/x/perf/benchunit"
)

const (
	unitTime   = "sec/op"
	unitBytes  = "B/op"
	unitAllocs = "allocs/op"
)

// write prints a heading for each package and leaves a cell empty where a
// benchmark did not report the figure.
func write(out io.Writer, rows []*row) error {
	var text bytes.Buffer
	table := tabwriter.NewWriter(&text, 0, 0, 3, ' ', 0)
	fmt.Fprintln(table, "benchmark\ttime/op\tper second\tspread\tB/op\tallocs/op\talso")
	pkg := ""
	for _, r := range rows {
		if r.pkg != pkg {
			pkg = r.pkg
			fmt.Fprintf(table, "%s\t\t\t\t\t\t\n", pkg)
		}
		fmt.Fprintf(table, "  %s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.name,
			r.cell(unitTime), r.rate(), r.noise(), r.cell(unitBytes), r.cell(unitAllocs), r.also())
	}
	if err := table.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(text.String()) {
		if _, err := fmt.Fprintln(out, strings.TrimRight(line, " \n")); err != nil {
			return err
		}
	}
	return nil
}

func (r *row) cell(unit string) string {
	value, ok := r.median(unit)
	if !ok {
		return ""
	}
	switch unit {
	case unitTime:
		// benchunit writes the number and an SI prefix ("12.5µ"); the second belongs to it.
		return benchunit.Scale(value, benchunit.Decimal) + "s"
	case unitBytes:
		if value >= 1024 {
			return benchunit.Scale(value, benchunit.Binary)
		}
	}
	return plain(value)
}

func plain(value float64) string {
	if math.Abs(value) >= 100 || value == math.Trunc(value) {
		return fmt.Sprintf("%.0f", value)
	}
	return fmt.Sprintf("%.3g", value)
}

func (r *row) rate() string {
	value, ok := r.median(unitTime)
	if !ok || value == 0 {
		return ""
	}
	return fmt.Sprintf("%.0f", 1/value)
}

func (r *row) noise() string {
	share, ok := r.spread(unitTime)
	if !ok {
		return ""
	}
	return fmt.Sprintf("±%.0f %%", share*100)
}

// also lists the figures a benchmark reported beyond the three usual ones.
func (r *row) also() string {
	var parts []string
	for _, unit := range r.units {
		switch unit {
		case unitTime, unitBytes, unitAllocs:
			continue
		}
		value, _ := r.median(unit)
		parts = append(parts, plain(value)+" "+unit)
	}
	return strings.Join(parts, ", ")
}
