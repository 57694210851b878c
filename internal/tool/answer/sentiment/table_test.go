package sentiment

import (
	"bufio"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// No word praises in one row and blames in another, and only praise and blame
// have a value: whatever a later row says would be lost.
func TestTablesAgreeWithThemselves(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"words/zh.tsv", "words/en.tsv"} {
		values := map[string]string{}
		err := readRows(name, 3, func(fields []string) error {
			judges := fields[0] == "good" || fields[0] == "bad"
			value, err := strconv.ParseFloat(fields[1], 64)
			if err != nil || judges != (value != 0) || fields[0] == "good" && value < 0 || fields[0] == "bad" && value > 0 {
				t.Errorf("%s: a row of kind %q has the value %q", name, fields[0], fields[1])
			}
			for entry := range strings.SplitSeq(fields[2], "|") {
				if entry == "" || entry != strings.TrimSpace(strings.ToLower(entry)) && name == "words/en.tsv" {
					t.Errorf("%s: entry %q", name, entry)
				}
				if !judges {
					continue
				}
				if had, twice := values[entry]; twice {
					t.Errorf("%s: %q has the values %s and %s", name, entry, had, fields[1])
				}
				values[entry] = fields[1]
			}
			return nil
		})
		expect.Do(t, err)
	}
}

func TestInflection(t *testing.T) {
	t.Parallel()
	for entry, want := range map[string][]string{
		"reliable":     {"reliable"},
		"crash~":       {"crash", "crashes", "crashed", "crashing"},
		"praise~":      {"praise", "praises", "praised", "praising"},
		"rely~":        {"rely", "relies", "relied", "relying"},
		"enjoy~":       {"enjoy", "enjoys", "enjoyed", "enjoying"},
		"drop~~":       {"drop", "drops", "dropped", "dropping"},
		"edge~ out":    {"edge out", "edges out", "edged out", "edging out"},
		"fast^":        {"fast", "faster", "fastest"},
		"easy^":        {"easy", "easier", "easiest"},
		"nice^":        {"nice", "nicer", "nicest"},
		"big^^":        {"big", "bigger", "biggest"},
		"{无,没}{,有}":    {"无", "无有", "没", "没有"},
		"{ace~,no} it": {"ace it", "aces it", "aced it", "acing it", "no it"},
	} {
		expect.Same(t, inflect(nil, entry), want, entry)
	}
}

// The copied table is the public one, reduced by these rules and not by hand.
func TestCopiedTableIsWhatItWas(t *testing.T) {
	t.Parallel()
	folder := os.Getenv(dataFolder)
	if folder == "" {
		t.Skipf("%s names no folder", dataFolder)
	}
	word := regexp.MustCompile(`^[a-z]+('[a-z]+)?$`)
	const shortest, faintest = 4, 1.2
	want := reduce(t, filepath.Join(folder, "lex_vader.tsv"), func(fields []string) bool {
		rating, err := strconv.ParseFloat(fields[1], 64)
		return err == nil && word.MatchString(fields[0]) && len(fields[0]) >= shortest &&
			strings.ContainsAny(fields[0], "aeiouy") && math.Abs(rating) >= faintest
	})
	if got := rows(t, "words/vader.tsv"); !slices.Equal(got, want) {
		t.Errorf("vader.tsv differs from VADER's lexicon:\n%s", cmp.Diff(want, got))
	}
}

// reduce keeps the rows of a public table, two columns of each.
func reduce(t *testing.T, path string, keep func(fields []string) bool) []string {
	t.Helper()
	file := must.Get(os.Open(path))(t)
	defer file.Close()
	var list []string
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) < 2 {
			continue
		}
		fields[1], _, _ = strings.Cut(fields[1], " ")
		if keep(fields) {
			list = append(list, fields[0]+"\t"+fields[1])
		}
	}
	return list
}

func rows(t *testing.T, name string) []string {
	t.Helper()
	file := must.Get(tables.ReadFile(name))(t)
	return strings.Split(strings.TrimSuffix(string(file), "\n"), "\n")
}

// Every entry is found where a text is no more than it, in capitals too, and phrases that begin alike have one order, whatever the start.
func TestEveryEntryIsFound(t *testing.T) {
	t.Parallel()
	all := must.Get(readTables())(t)
	lex := words()
	for spelling, want := range all {
		var got meaning
		stop := 0
		if hanAt(spelling, 0) != 0 {
			got, stop = lex.han(spelling, 0, len(spelling))
		} else if w := wordAt(spelling, 0); w.end > 0 && w.end <= maxWord {
			loud := strings.ToUpper(spelling)
			got, stop = lex.latin(loud, 0, w, len(loud))
		} else {
			continue
		}
		if got != want || stop != len(spelling) {
			t.Errorf("%q: read %d of %d bytes as %v, want %v", spelling, stop, len(spelling), got, want)
		}
	}
	for key, list := range lex.phrases {
		if !slices.IsSortedFunc(list, longerFirst) {
			t.Errorf("phrases with %q are in no order", key)
		}
	}
}
