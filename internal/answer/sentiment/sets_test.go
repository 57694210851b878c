package sentiment

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
)

// example is a labelled sentence: what it says about the target at start.
type example struct {
	label      Label
	text       string
	target     Span
	others     []Span
	phenomenon string
}

var labels = map[string]Label{"pos": Positive, "neu": Neutral, "neg": Negative}

// readSet reads a set: label, target, offset in characters, text, and where
// there are such columns the phenomenon and the other names, separated by "|".
// Sets without targets have label and text alone.
func readSet(t testing.TB, path string, names bool) []example {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var in io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		if in, err = gzip.NewReader(file); err != nil {
			t.Fatal(err)
		}
	}
	var set []example
	known := map[string]bool{}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		e, err := parseExample(fields)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		set = append(set, e)
		if len(fields) > 3 {
			known[fields[1]] = true
		}
		if len(fields) > 5 {
			for name := range strings.SplitSeq(fields[5], "|") {
				known[name] = true
			}
		}
	}
	if names && len(known) < 100 {
		for i := range set {
			set[i].others = find(set[i], known)
		}
	} else if names {
		shareTargets(set)
	}
	return set
}

func parseExample(fields []string) (example, error) {
	e := example{label: labels[fields[0]]}
	if e.label == "" || len(fields) < 2 {
		return e, fmt.Errorf("no example: %q", fields)
	}
	if len(fields) == 2 { // a whole text about one thing, which it need not name
		e.text = "X: " + fields[1]
		e.target = Span{0, 1}
		return e, nil
	}
	start, err := strconv.Atoi(fields[2])
	if err != nil {
		return e, err
	}
	head := string([]rune(fields[3])[:start])
	e.text = strings.ReplaceAll(fields[3], " ⏎ ", "\n")
	e.target.Start = len(strings.ReplaceAll(head, " ⏎ ", "\n"))
	e.target.End = min(e.target.Start+len(fields[1]), len(e.text))
	if len(fields) > 4 {
		e.phenomenon = fields[4]
	}
	return e, nil
}

// shareTargets makes the targets of equal texts each other's others: the large
// sets name too many things to look for all of them everywhere.
func shareTargets(set []example) {
	byText := map[string][]Span{}
	for _, e := range set {
		byText[e.text] = append(byText[e.text], e.target)
	}
	for i := range set {
		for _, s := range byText[set[i].text] {
			if s != set[i].target {
				set[i].others = append(set[i].others, s)
			}
		}
	}
}

// find gives the places of all known names except the target's own.
func find(e example, known map[string]bool) []Span {
	var spans []Span
	target := e.text[e.target.Start:e.target.End]
	for name := range known {
		if name == "" || strings.Contains(target, name) {
			continue
		}
		for at := 0; ; {
			n := strings.Index(e.text[at:], name)
			if n < 0 {
				break
			}
			s := Span{at + n, at + n + len(name)}
			if s.End <= e.target.Start || s.Start >= e.target.End {
				spans = append(spans, s)
			}
			at = s.End
		}
	}
	return spans
}

// macroF1 gives the mean of the labels' F1.
func macroF1(set []example, judge func(example) Label) float64 {
	hit, said, true_ := map[Label]float64{}, map[Label]float64{}, map[Label]float64{}
	for _, e := range set {
		got := judge(e)
		said[got]++
		true_[e.label]++
		if got == e.label {
			hit[got]++
		}
	}
	sum := 0.0
	for label := range true_ {
		sum += 2 * hit[label] / (said[label] + true_[label])
	}
	return sum / float64(len(true_))
}

func judgeExample(e example) Label {
	result, ok := Score(e.text, []Span{e.target}, e.others)
	if !ok {
		return Neutral
	}
	return result.Label
}
