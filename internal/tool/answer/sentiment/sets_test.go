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

	"renown/internal/testkit/must"
)

// example is a labelled text: what it says about the target.
type example struct {
	label  Label
	text   string
	target Extent
	others []Extent
}

var labels = map[string]Label{"pos": Positive, "neu": Neutral, "neg": Negative}

// readSet reads a set as testdata/README.md describes them. Sets of whole
// texts have two columns, label and text.
func readSet(t testing.TB, path string) []example {
	t.Helper()
	file, err := os.Open(path)
	must.Do(t, err)
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
		must.Do(t, err, path)
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
	must.Do(t, lines.Err())
	nameOthers(set, known)
	return set
}

func parseExample(fields []string) (example, error) {
	e := example{label: labels[fields[0]]}
	if e.label == "" || len(fields) < 2 {
		return e, fmt.Errorf("no example: %q", fields)
	}
	if len(fields) == 2 { // a whole text about one thing, which it need not name
		e.text = "X: " + fields[1]
		e.target = Extent{0, 1}
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
	return e, nil
}

// nameOthers fills in where other things are named. The large sets name too
// many to look for all of them everywhere: there, the targets of equal texts
// are each other's others.
func nameOthers(set []example, known map[string]bool) {
	const small = 100
	byText := map[string][]Extent{}
	for _, e := range set {
		byText[e.text] = append(byText[e.text], e.target)
	}
	for i := range set {
		e := &set[i]
		if len(known) < small {
			e.others = findAll(e.text, e.target, known)
			continue
		}
		for _, s := range byText[e.text] {
			if s != e.target {
				e.others = append(e.others, s)
			}
		}
	}
}

// findAll gives the places of all known names except the target's own.
func findAll(text string, target Extent, known map[string]bool) []Extent {
	var extents []Extent
	for name := range known {
		if name == "" || strings.Contains(text[target.Start:target.End], name) {
			continue
		}
		for at := 0; ; {
			n := strings.Index(text[at:], name)
			if n < 0 {
				break
			}
			s := Extent{at + n, at + n + len(name)}
			if s.End <= target.Start || s.Start >= target.End {
				extents = append(extents, s)
			}
			at = s.End
		}
	}
	return extents
}

// macroF1 gives the mean of the labels' F1.
func macroF1(set []example, judge func(example) Label) float64 {
	hits, given, wanted := map[Label]float64{}, map[Label]float64{}, map[Label]float64{}
	for _, e := range set {
		got := judge(e)
		given[got]++
		wanted[e.label]++
		if got == e.label {
			hits[got]++
		}
	}
	sum := 0.0
	for label := range wanted {
		sum += 2 * hits[label] / (given[label] + wanted[label])
	}
	return sum / float64(len(wanted))
}

// judge gives the label of an example; what cannot be judged counts as neutral.
func judge(e example) Label {
	result, ok := Score(e.text, []Extent{e.target}, e.others)
	if !ok {
		return Neutral
	}
	return result.Label
}

// judgeAlone judges without being told of other names, as for a brand whose rivals are not entered.
func judgeAlone(e example) Label {
	e.others = nil
	return judge(e)
}
