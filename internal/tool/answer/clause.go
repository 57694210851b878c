package answer

import (
	"strings"
	"unicode/utf8"
)

// partReach bounds how far a sentence is followed from a name, in bytes on each side.
const partReach = 600

type cut uint8

const (
	noCut cut = iota
	clauseCut
	sentenceCut
)

// cutAt tells whether a character ends a clause or a sentence.
func cutAt(text string, at int, r rune) cut {
	switch r {
	case '。', '！', '？', '!', '?', '\n', '；', ';':
		return sentenceCut
	case '.':
		if at+1 == len(text) || text[at+1] == ' ' || text[at+1] == '\n' || text[at+1] == '*' || text[at+1] == '"' {
			return sentenceCut
		}
	case '，', ',', '：', ':', '|':
		return clauseCut
	}
	return noCut
}

// cutBegins and cutEnds are the first and the last bytes of the characters that cut. Most bytes are neither, and a character
// need not be read to be passed over.
var cutBegins, cutEnds = func() (begins, ends [256]bool) {
	for _, r := range "。！？!?\n；;.，,：:|" {
		c := string(r)
		begins[c[0]], ends[c[len(c)-1]] = true, true
	}
	return begins, ends
}()

// runeAround gives the ends of the character that a place lies within; the place itself when it lies between two.
func runeAround(text string, at int) (start, end int) {
	for start = at - 1; start >= 0 && start > at-utf8.UTFMax; start-- {
		if utf8.RuneStart(text[start]) {
			if _, size := utf8.DecodeRuneInString(text[start:]); start+size > at {
				return start, start + size
			}
			break
		}
	}
	return at, at
}

// partOf is the clause or the sentence around a stretch, without the mark that ends it.
func partOf(text string, start, end int, by cut) Extent {
	from, bound := start, max(0, start-partReach)
	for from > bound {
		if !cutEnds[text[from-1]] {
			from--
			continue
		}
		r, size := utf8.DecodeLastRuneInString(text[:from])
		if cutAt(text, from-size, r) >= by {
			break
		}
		from -= size
	}
	if from <= bound {
		from, _ = runeAround(text, from)
	}
	to := end
	bound = min(len(text), end+partReach)
	for to < bound {
		if !cutBegins[text[to]] {
			to++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[to:])
		if cutAt(text, to, r) >= by {
			break
		}
		to += size
	}
	if to >= bound {
		_, to = runeAround(text, to)
	}
	for from < to && !utf8.RuneStart(text[from]) {
		from++
	}
	return Extent{from, to}
}

func clauseOf(text string, start, end int) Extent   { return partOf(text, start, end, clauseCut) }
func sentenceOf(text string, start, end int) Extent { return partOf(text, start, end, sentenceCut) }

// lineOf is the line around a stretch, as far as sentences are followed.
func lineOf(text string, start, end int) Extent {
	from := start
	for from > max(0, start-partReach) && text[from-1] != '\n' {
		from--
	}
	bound := min(len(text), end+partReach)
	if n := strings.IndexByte(text[end:bound], '\n'); n >= 0 {
		bound = end + n
	}
	return Extent{from, bound}
}

// namesAnother tells whether a stretch behind a mention names another entity.
func namesAnother(mentions []candidate, i, start, end int) bool {
	for n := i + 1; n < len(mentions) && mentions[n].start < end; n++ {
		if mentions[n].start >= start && mentions[n].entity != mentions[i].entity {
			return true
		}
	}
	return false
}
