package assistant

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"renown/internal/testkit/must"
)

func TestMarkers(t *testing.T) {
	t.Parallel()
	known := map[string]bool{"https://a.example/1": true, "https://a.example/(2)": true}
	for _, c := range []struct {
		set     string
		raw     string
		want    string
		indexes []int
	}{
		{"caret", "甲^[1]^，乙^[1][2]^。", "甲，乙。", []int{1, 1, 2}},
		{"caret", "2^2^ 与 ^[]^ 与 ^[1234]^", "2^2^ 与 ^[]^ 与 ^[1234]^", nil},
		{"kimi", "甲[^1^]。", "甲。", []int{1}},
		{"ref", "甲[ref_1]，乙[来源：ref_2]，丙[来源: ref_3]", "甲，乙，丙", []int{1, 2, 3}},
		{"ref", "甲[一二三四五六七八九：ref_1] [xref_1]", "甲[一二三四五六七八九：ref_1] [xref_1]", nil},
		{"citation", "甲[citation:12]。", "甲。", []int{12}},
		{"lenticular", "甲【5†source】，乙【3:1†L1-L9】。", "甲，乙。", []int{5, 3}},
		{"lenticular", "【重要】甲【5】", "【重要】甲【5】", nil},
		{"double", "A [[1]](https://a.example/1) and B [[2]](https://b.example/).", "A and B.", []int{0, 0}},
		{"at", "甲[1](@ref)。", "甲。", []int{1}},
		{"private", "A \ue200cite\ue202turn0search1\ue202turn0search2\ue201.", "A.", []int{0}},
		{"link", "A ([a.example](https://a.example/1)).", "A.", []int{0}},
		{"link", "A ([a](https://a.example/1), [b](https://a.example/(2))).", "A.", []int{0, 0}},
		{"link", "[Brand A](https://a.example/1) leads.", "Brand A leads.", []int{0}},
		{"link", "See [site](https://other.example/).", "See [site](https://other.example/).", nil},
		{"plain", "A leads [1], B[2][3].", "A leads, B.", []int{1, 2, 3}},
		{"plain", "In [2026] see [1](https://a.example/1), [9] and [0].", "In [2026] see [1](https://a.example/1), [9] and [0].", nil},
		{"caret", "A[1] stays", "A[1] stays", nil},
		{"generic", "甲^[1]^乙[ref_2]丙[3]丁[^1^]戊[1](@ref)", "甲乙丙丁戊", []int{1, 2, 3, 1, 1}},
	} {
		set := must.Get(markersOf([]string{c.set}))(t)
		scan := markerScan{text: c.raw, set: set, sources: 3, known: func(u string) bool { return known[u] }}
		markers := scan.run()
		var indexes []int
		for _, m := range markers {
			indexes = append(indexes, m.index)
		}
		if got := strip(c.raw, markers).text; got != c.want || !slices.Equal(indexes, c.indexes) {
			t.Errorf("%s: %q became %q %v, want %q %v", c.set, c.raw, got, indexes, c.want, c.indexes)
		}
	}
	if _, err := markersOf([]string{"hearts"}); err == nil {
		t.Error("an unknown marker is accepted")
	}
}

// oracle is the same list written as regular expressions, the first that matches at a place wins.
var oracle = []struct {
	kind markerSet
	re   *regexp.Regexp
}{
	{markCaret, regexp.MustCompile(`^\^((?:\[\d{1,3}\])+)\^`)},
	{markDouble, regexp.MustCompile(`^\[\[(\d{1,3})\]\]\((https?://[^)\s\[\]<>"]+)\)`)},
	{markKimi, regexp.MustCompile(`^\[\^(\d{1,3})\^\]`)},
	{markCitation, regexp.MustCompile(`^\[citation:(\d{1,3})\]`)},
	{markRef, regexp.MustCompile(`^\[(?:[^\[\]]{0,8}[:：]\s?)?ref_(\d{1,3})\]`)},
	{markAt, regexp.MustCompile(`^\[(\d{1,3})\]\(@ref\)`)},
	{markLenticular, regexp.MustCompile(`^【(\d{1,3})(?::\d+)?†[^】]*】`)},
	{markPrivate, regexp.MustCompile(`^\x{E200}cite(?:\x{E202}[^\x{E200}-\x{E202}]+)+\x{E201}`)},
	{markPlain, regexp.MustCompile(`^\[(\d{1,3})\]`)},
}

func oracleCuts(text string, set markerSet, sources int) (cuts []string) {
	for i := 0; i < len(text); {
		end := i
		for _, o := range oracle {
			if set&o.kind == 0 {
				continue
			}
			found := o.re.FindStringSubmatch(text[i:])
			if found == nil {
				continue
			}
			at := i + len(found[0])
			if o.kind == markPlain {
				var n int
				fmt.Sscan(found[1], &n)
				if n < 1 || n > sources || strings.HasPrefix(text[at:], "(") {
					continue
				}
			}
			end = at
			break
		}
		if end > i {
			cuts = append(cuts, fmt.Sprintf("%d-%d", i, end))
			i = end
			continue
		}
		i++
	}
	return cuts
}

func TestMarkersAgainstExpressions(t *testing.T) {
	t.Parallel()
	piece := rapid.SampledFrom([]string{
		"[", "]", "[[", "]]", "^", "(", ")", "【", "】", "†", ":", "：", "ref_", "citation:", "@ref", "(@ref)",
		"\ue200cite", "\ue202", "\ue201",
		"1", "2", "12", "999", "1234", "https://a.example/x", "](", "来源", "x", " ", "\n", "甲", "，",
		"[1]", "^[1]^", "[ref_3]", "[^1^]", "[[1]](https://a.example/x)", "【1†x】", "[1](@ref)",
	})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(piece, 0, 14).Draw(t, "pieces"), "")
		if strings.Contains(text, "example/x(") {
			return // the expressions end an address at the first parenthesis, the scanner at the one that closes it
		}
		set := markerSet(rapid.Uint16Range(0, 1<<10-1).Draw(t, "set")) &^ markLink
		scan := markerScan{text: text, set: set, sources: 5, known: func(string) bool { return false }}
		var got []string
		for _, m := range scan.run() {
			if m.end > m.start {
				got = append(got, fmt.Sprintf("%d-%d", m.start, m.end))
			}
		}
		if diff := cmp.Diff(oracleCuts(text, set, 5), got); diff != "" {
			t.Fatalf("%q (-expressions +scanner)\n%s", text, diff)
		}
	})
}

func TestRuler(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("aé中🏃 \n")), 0, 700, -1).Draw(t, "text")
		rule := newRuler(text)
		n := rapid.IntRange(-3, utf8.RuneCountInString(text)+3).Draw(t, "rune")
		clamped := max(0, min(n, utf8.RuneCountInString(text)))
		at := len(string([]rune(text)[:clamped]))
		must.Equal(t, rule.byte(n), at, "rune", n, "is at byte")
		must.Equal(t, rule.rune(at), clamped, "byte", at, "is rune")
	})
}

// Every offset of the raw text keeps its place relative to what remains of the text.
func TestStripOffsets(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{
			"甲", "b ", "。", "[1]", " [2]", "[ref_1]", "^[1][2]^",
			" ",
		}), 0, 20).Draw(t, "words")
		raw := strings.Join(words, "")
		scan := markerScan{text: raw, set: markGeneric, sources: 5, known: func(string) bool { return false }}
		s := strip(raw, scan.run())
		last := 0
		for at := 0; at <= len(raw); at++ {
			to := s.at(at)
			if to < last || to > len(s.text) {
				t.Fatalf("%q: byte %d goes to %d after %d, text %q", raw, at, to, last, s.text)
			}
			last = to
		}
		if s.at(len(raw)) != len(s.text) {
			t.Fatalf("%q: the end goes to %d of %d", raw, s.at(len(raw)), len(s.text))
		}
	})
}
