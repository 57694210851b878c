package claim_test

import (
	"os"
	"strings"
	"testing"

	"renown/internal/testkit/must"
	"renown/internal/tool/claim"
)

const caseDay = "2026-11-16"

type tested struct {
	line, sheet, text string
	want              map[string]string
}

func testedCases(t *testing.T, file string) (list []tested) {
	t.Helper()
	data := must.Get(os.ReadFile("testdata/" + file))(t)
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		name, rest, _ := strings.Cut(line, "|")
		last := strings.LastIndex(rest, "|") // a text may be a table
		text := strings.ReplaceAll(strings.TrimSpace(rest[:last]), `\n`, "\n")
		c := tested{line: line, sheet: strings.TrimSpace(name), text: text, want: map[string]string{}}
		for w := range strings.FieldsSeq(rest[last+1:]) {
			key, verdict, _ := strings.Cut(w, ":")
			c.want[key] = verdict
		}
		list = append(list, c)
	}
	return list
}

type score struct{ right, wrong, missed, agreed, agreements int }

func (s score) precision() float64 { return float64(s.right) / float64(max(s.right+s.wrong, 1)) }
func (s score) recall() float64    { return float64(s.right) / float64(max(s.right+s.missed, 1)) }

// TestCases holds the reader to what is promised of contradictions: on the cases that it was made with, and on those that
// were written before it was finished and read once, when it was.
func TestCases(t *testing.T) {
	readers := map[string]*claim.Reader{}
	for name, s := range sheets {
		readers[name] = s.reader()
	}
	for _, file := range []string{
		"cases.txt", "held.txt", "fresh.txt", "unseen.txt", "last.txt", "trades.txt",
		"lot.txt", "journey.txt", "house.txt", "again.txt", "final.txt", "hostile.txt", "locked.txt", "tables.txt",
	} {
		var s score
		for _, c := range testedCases(t, file) {
			s.count(t, c, lettersOf(readers[c.sheet], c))
		}
		t.Logf("%s: %+v precision %.3f recall %.3f", file, s, s.precision(), s.recall())
		if s.precision() < 0.95 || s.recall() < 0.75 {
			t.Errorf("%s: precision %.3f (0.95), recall %.3f (0.75)", file, s.precision(), s.recall())
		}
	}
}

// lettersOf is the verdict on each fact, by its key; a contradiction outweighs the rest.
func lettersOf(r *claim.Reader, c tested) map[string]string {
	got := map[string]string{}
	for _, k := range r.Read(c.text, caseDay) {
		if k.Fact < 0 {
			continue
		}
		key := sheets[c.sheet].rows[k.Fact].key
		letter := map[claim.Verdict]string{claim.Agrees: "A", claim.Contradicts: "C", claim.Unjudged: "J"}[k.Verdict]
		if got[key] != "C" {
			got[key] = letter
		}
	}
	return got
}

func (s *score) count(t *testing.T, c tested, got map[string]string) {
	t.Helper()
	for key, letter := range got {
		switch {
		case letter == "C" && c.want[key] == "C":
			s.right++
		case letter == "C":
			s.wrong++
			t.Logf("wrongly contradicted %s: %s", key, c.line)
		}
	}
	for key, letter := range c.want {
		if letter == "C" && got[key] != "C" {
			s.missed++
			t.Logf("missed %s (%q): %s", key, got[key], c.line)
		}
		if letter == "A" {
			s.agreements++
			if got[key] == "A" {
				s.agreed++
			} else {
				t.Logf("not agreed %s (%q): %s", key, got[key], c.line)
			}
		}
	}
}
