package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// row gathers the repetitions of one benchmark.
type row struct {
	pkg, name string
	units     []string // in order of first appearance
	values    map[string][]float64
}

// read keeps the order in which benchmarks first appear. Lines that are not
// results (log lines, "ok", "PASS") are passed over, as benchstat does.
func read(in io.Reader) ([]*row, error) {
	var rows []*row
	byKey := map[string]*row{}
	results := benchfmt.NewReader(in, "input")
	for results.Scan() {
		result, ok := results.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		pkg, name := result.GetConfig("pkg"), cleanName(result.Name)
		key := pkg + " " + name
		r := byKey[key]
		if r == nil {
			r = &row{pkg: pkg, name: name, values: map[string][]float64{}}
			byKey[key] = r
			rows = append(rows, r)
		}
		for _, v := range result.Values {
			if v.OrigUnit != "" && v.Unit != unitTime {
				// The author chose that unit for the reader's sake; only time per operation is rescaled.
				r.add(v.OrigUnit, v.OrigValue)
				continue
			}
			r.add(v.Unit, v.Value)
		}
	}
	if err := results.Err(); err != nil {
		return nil, fmt.Errorf("reading benchmark output: %w", err)
	}
	return rows, nil
}

// cleanName drops the GOMAXPROCS suffix: every row of a run has the same.
func cleanName(name benchfmt.Name) string {
	base, parts := name.Parts()
	var b strings.Builder
	b.Write(base)
	for _, part := range parts {
		if part[0] == '/' {
			b.Write(part)
		}
	}
	return b.String()
}

func (r *row) add(unit string, value float64) {
	if !slices.Contains(r.units, unit) {
		r.units = append(r.units, unit)
	}
	r.values[unit] = append(r.values[unit], value)
}

func (r *row) median(unit string) (float64, bool) {
	values := slices.Sorted(slices.Values(r.values[unit]))
	n := len(values)
	switch {
	case n == 0:
		return 0, false
	case n%2 == 1:
		return values[n/2], true
	default:
		return (values[n/2-1] + values[n/2]) / 2, true
	}
}

// spread is half the distance between the slowest and the fastest repetition,
// as a share of the median: the reader's warning that the machine was busy.
func (r *row) spread(unit string) (float64, bool) {
	values := r.values[unit]
	mid, ok := r.median(unit)
	if !ok || len(values) < 2 || mid == 0 {
		return 0, false
	}
	return (slices.Max(values) - slices.Min(values)) / 2 / mid, true
}
