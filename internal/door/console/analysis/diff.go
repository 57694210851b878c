package analysis

import (
	"regexp"
	"strings"
	"unicode"

	"renown/internal/room/run"
)

// answerDiff is what two answers of one platform to one prompt say about the brand.
type answerDiff struct {
	then, now run.Answer
	rows      []diffRow
	reworded  bool // the question was put in other words
}

// diffRow is a statement in one of the answers or in both.
type diffRow struct {
	kind      string // added, gone, changed or same
	then, now []diffPart
	recent    int // of the newest answers, those that say something like it
	of        int
}

// diffPart is a stretch that only one side has, or both.
type diffPart struct {
	text  string
	alone bool
}

const (
	diffStatements = 12  // of one answer
	diffRunes      = 240 // of one statement
	diffAlike      = 0.5 // of their pairs of characters, from which two statements are one in other words
)

func newDiff(then, now run.Answer, recent []run.Answer) *answerDiff {
	d := &answerDiff{then: then, now: now, reworded: then.PromptText != now.PromptText}
	old, fresh := statements(then), statements(now)
	var said [][]string
	for _, a := range recent {
		said = append(said, statements(a))
	}
	used := make([]bool, len(old))
	for _, s := range fresh {
		best, at := 0.0, -1
		for i, o := range old {
			if x := alike(s, o); !used[i] && x > best {
				best, at = x, i
			}
		}
		row := diffRow{kind: "added", now: []diffPart{{s, true}}}
		switch {
		case at >= 0 && best == 1:
			row = diffRow{kind: "same", then: []diffPart{{old[at], false}}, now: []diffPart{{s, false}}}
		case at >= 0 && best >= diffAlike:
			row = diffRow{kind: "changed"}
			row.then, row.now = parted(old[at], s)
		default:
			at = -1
		}
		if at >= 0 {
			used[at] = true
		}
		row.count(s, said)
		d.rows = append(d.rows, row)
	}
	for i, o := range old {
		if !used[i] {
			row := diffRow{kind: "gone", then: []diffPart{{o, true}}}
			row.count(o, said)
			d.rows = append(d.rows, row)
		}
	}
	return d
}

// count looks for a statement in the newest answers: two answers differ by chance.
func (r *diffRow) count(s string, said [][]string) {
	r.of = len(said)
	for _, list := range said {
		for _, other := range list {
			if alike(s, other) >= diffAlike {
				r.recent++
				break
			}
		}
	}
}

var markup = regexp.MustCompile(`\*\*|__|` + "`" + `|\[\d+\]|【\d+】|!?\[([^\[\]\n]*)\]\([^()\s]*\)`)

// statements are the sentences of an answer that name the brand, without their markup.
func statements(a run.Answer) (list []string) {
	if a.Text == nil {
		return nil
	}
	runes := []rune(*a.Text)
	start := 0
	ours := func(from, to int) bool {
		for _, m := range a.Marks {
			if m.Brand && !m.Uncounted && m.Start < to && m.End > from {
				return true
			}
		}
		return false
	}
	for i := 0; i <= len(runes); i++ {
		if i < len(runes) && !ends(runes, i) {
			continue
		}
		end := min(i+1, len(runes))
		if ours(start, end) && len(list) < diffStatements {
			if s := cleaned(string(runes[start:end])); s != "" {
				list = append(list, s)
			}
		}
		start = end
	}
	return list
}

// ends tells whether a sentence ends with a character. A full stop ends one only before a blank: 3.5 has none.
func ends(runes []rune, at int) bool {
	switch runes[at] {
	case '\n', '。', '！', '？', '!', '?', '；':
		return true
	case '.':
		return at > 0 && unicode.IsLetter(runes[at-1]) && (at+1 == len(runes) || unicode.IsSpace(runes[at+1]))
	}
	return false
}

func cleaned(line string) string {
	line = markup.ReplaceAllString(line, "$1")
	if found := lineItem.FindString(line); found != "" {
		line = line[len(found):]
	}
	line = lineQuote.ReplaceAllString(lineHeading.ReplaceAllString(line, ""), "")
	runes := []rune(strings.TrimSpace(line))
	if len(runes) > diffRunes {
		return string(runes[:diffRunes]) + "…"
	}
	return string(runes)
}

// alike is the share of pairs of neighbouring characters that two statements have in common (Dice); 1 where they are the same.
func alike(a, b string) float64 {
	if a == b {
		return 1
	}
	x, y := []rune(a), []rune(b)
	if len(x) < 2 || len(y) < 2 {
		return 0
	}
	pairs := map[[2]rune]int{}
	for i := 1; i < len(x); i++ {
		pairs[[2]rune{x[i-1], x[i]}]++
	}
	shared := 0
	for i := 1; i < len(y); i++ {
		if k := [2]rune{y[i-1], y[i]}; pairs[k] > 0 {
			pairs[k]--
			shared++
		}
	}
	return min(2*float64(shared)/float64(len(x)+len(y)-2), 0.99)
}

// parted is what two statements share and what only one has, by their longest common run of words.
func parted(a, b string) (then, now []diffPart) {
	x, y := tokens(a), tokens(b)
	length := make([][]int, len(x)+1)
	for i := range length {
		length[i] = make([]int, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(x) || j < len(y) {
		switch {
		case i < len(x) && j < len(y) && x[i] == y[j]:
			then, now = joined(then, x[i], false), joined(now, y[j], false)
			i, j = i+1, j+1
		case j == len(y) || i < len(x) && length[i+1][j] >= length[i][j+1]:
			then = joined(then, x[i], true)
			i++
		default:
			now = joined(now, y[j], true)
			j++
		}
	}
	return then, now
}

// tokens are numbers and Latin words as a whole, and everything else character by character.
func tokens(text string) (list []string) {
	word := false
	for _, r := range text {
		of := r < 0x250 && (unicode.IsLetter(r) || unicode.IsDigit(r))
		if of && word {
			list[len(list)-1] += string(r)
		} else {
			list = append(list, string(r))
		}
		word = of
	}
	return list
}

func joined(list []diffPart, text string, alone bool) []diffPart {
	if n := len(list); n > 0 && list[n-1].alone == alone {
		list[n-1].text += text
		return list
	}
	return append(list, diffPart{text, alone})
}
