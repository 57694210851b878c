package answer_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"renown/internal/testkit/must"
	"renown/internal/tool/answer"
)

var fit = flag.Bool("fit", false, "fit the table of grounds anew and write it")

const sureFile = "data/sure.tsv"

// sureCase is one thing read of one case.
type sureCase struct {
	set     string
	first   bool // in the half that weights are fitted on
	grounds answer.Grounds
	said    float64 // how sure the reader is
	right   bool
}

// sureCases reads all shipped cases. What is sure of what: named, stance, tone.
func sureCases(t *testing.T) map[string][]sureCase {
	t.Helper()
	out := map[string][]sureCase{}
	add := func(what, set, text string, c answer.Confidence, said float64, right bool) {
		h := fnv.New32a()
		_, _ = h.Write([]byte(text))
		out[what] = append(out[what], sureCase{set, h.Sum32()%2 == 0, c.Grounds, said, right})
	}
	for _, file := range must.Get(filepath.Glob("testdata/hard/*.jsonl"))(t) {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		for _, c := range hardCases(t, name) {
			switch _, what, _ := strings.Cut(name, "-"); {
			case what == "mentions":
				want := map[string]int{}
				must.Do(t, json.Unmarshal(c.Want, &want))
				for _, e := range answer.NewReader(c.entities()).Read(c.Text, c.Question, c.Citations).Entities {
					add("named", name, c.Text, e.Confidence, e.Confidence.Named, e.Named() == (want[e.ID] > 0))
				}
			case what == "stances" || name == "stances":
				want := map[string]answer.Stance{}
				must.Do(t, json.Unmarshal(c.Want, &want))
				for _, e := range answer.NewReader(c.entities()).Read(c.Text, c.Question, nil).Entities {
					if e.Named() {
						add("stance", name, c.Text, e.Confidence, e.Confidence.Stance, e.Stance == want[e.ID])
					}
				}
			case what == "tone":
				e := toneOf(c.Text, c.Brand, c.Others)
				if e.Named() {
					add("tone", name, c.Text, e.Confidence, e.Confidence.Tone, toneLabel(e) == c.Label)
				}
			}
		}
	}
	for _, file := range must.Get(filepath.Glob("sentiment/testdata/*_T*.tsv"))(t) {
		for line := range strings.Lines(string(must.Get(os.ReadFile(file))(t))) {
			f := strings.Split(strings.TrimRight(line, "\n"), "\t")
			var others []string
			if len(f) > 5 && f[5] != "" {
				others = strings.Split(f[5], "|")
			}
			text := strings.ReplaceAll(f[3], " ⏎ ", "\n")
			if e := toneOf(text, f[1], others); e.Named() {
				add("tone", filepath.Base(file), text, e.Confidence, e.Confidence.Tone, toneLabel(e) == f[0])
			}
		}
	}
	return out
}

func toneOf(text, brand string, others []string) answer.Finding {
	entities := []answer.Entity{{ID: brand, Name: brand}}
	for _, o := range others {
		entities = append(entities, answer.Entity{ID: o, Name: o})
	}
	return answer.NewReader(entities).Read(text, "", nil).Entities[0]
}

// toneLabel is how the sets call a tone; without an opinion is neutral there.
func toneLabel(e answer.Finding) string {
	if e.Sentiment == nil {
		return "neu"
	}
	return string(e.Sentiment.Label)[:3]
}

// groundLine is a line of the table.
type groundLine struct{ what, name string }

func groundLines(t *testing.T) (list []groundLine, weights []float64) {
	t.Helper()
	for line := range strings.Lines(string(must.Get(os.ReadFile(sureFile))(t))) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 3 {
			list = append(list, groundLine{f[0], f[1]})
			weights = append(weights, must.Get(strconv.ParseFloat(f[2], 64))(t))
		}
	}
	return list, weights
}

// logistic fits weights of grounds by Newton's method, coordinate by coordinate, with a penalty that keeps rare grounds small.
func logistic(cases []sureCase, of []int, weights []float64) {
	const penalty, rounds = 0.3, 400
	sums := make([]float64, len(cases))
	for _, g := range of {
		weights[g] = 0
	}
	for range rounds {
		for _, g := range of {
			slope, bend := penalty*weights[g], penalty
			for i, c := range cases {
				if c.grounds>>g&1 == 0 {
					continue
				}
				p := 1 / (1 + math.Exp(-sums[i]))
				if c.right {
					slope -= 1 - p
				} else {
					slope += p
				}
				bend += p * (1 - p)
			}
			step := slope / bend
			weights[g] -= step
			for i, c := range cases {
				if c.grounds>>g&1 == 1 {
					sums[i] -= step
				}
			}
		}
	}
}

// The table is what the fit on one half of the cases gives: go test ./internal/tool/answer -run TestSure -fit writes it.
func TestSureTable(t *testing.T) {
	lines, have := groundLines(t)
	cases := sureCases(t)
	weights := make([]float64, len(lines))
	for what, list := range cases {
		var of []int
		for i, l := range lines {
			if l.what == what {
				of = append(of, i)
			}
		}
		logistic(slices.DeleteFunc(slices.Clone(list), func(c sureCase) bool { return !c.first }), of, weights)
	}
	if !*fit {
		for i, w := range weights {
			if math.Abs(w-have[i]) > 0.011 {
				t.Errorf("%s: %.2f in the table, %.2f fitted: run with -fit", lines[i].name, have[i], w)
			}
		}
		return
	}
	out := bufio.NewWriter(must.Get(os.Create(sureFile))(t))
	fmt.Fprintln(out, "# What a ground is about, its name, its weight: the logistic function of their sum is the confidence. Fitted by sure_test.go.")
	for i, l := range lines {
		fmt.Fprintf(out, "%s\t%s\t%.2f\n", l.what, l.name, weights[i])
	}
	must.Do(t, out.Flush())
}

// TestSureHalf holds the other half of the cases against what the reader says of its own certainty.
func TestSureHalf(t *testing.T) {
	if *fit {
		t.Skip("the table that is compiled in is the one before")
	}
	cases := sureCases(t)
	for _, what := range slices.Sorted(maps.Keys(cases)) {
		var second reliability
		var held reliability
		for _, c := range cases[what] {
			if !c.first {
				second.add(c)
			}
			if strings.Contains(c.set, "held") {
				held.add(c)
			}
		}
		t.Logf("%s, half that nothing was fitted on: %s", what, &second)
		t.Logf("%s, sets that no rule was mended by: %s", what, &held)
		if top, off := second.right[9]/second.n[9], second.error(); top < 0.95 || off > 0.05 || second.n[9] == 0 {
			t.Errorf("%s: of %.0f that are surer than 0.9 %.3f are right (0.95), expected calibration error %.3f (0.05)", what, second.n[9], top, off)
		}
	}
}

// reliability counts cases by how sure the reader is, in tenths.
type reliability struct{ n, said, right [10]float64 }

func (r *reliability) add(c sureCase) {
	b := min(9, int(c.said*10))
	r.n[b]++
	r.said[b] += c.said
	if c.right {
		r.right[b]++
	}
}

// error is the expected calibration error.
func (r *reliability) error() (sum float64) {
	all := 0.0
	for b := range r.n {
		sum += math.Abs(r.said[b] - r.right[b])
		all += r.n[b]
	}
	return sum / all
}

func (r *reliability) String() string {
	out := fmt.Sprintf("expected calibration error %.3f", r.error())
	for b := range r.n {
		if r.n[b] > 0 {
			out += fmt.Sprintf("\n  from %.1f: n %.0f, said %.3f, right %.3f", float64(b)/10, r.n[b], r.said[b]/r.n[b], r.right[b]/r.n[b])
		}
	}
	return out
}
