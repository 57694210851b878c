package answer

import "unicode/utf8"

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

// partOf is the clause or the sentence around a stretch, without the mark that ends it.
func partOf(text string, start, end int, by cut) Extent {
	from := start
	for from > max(0, start-partReach) {
		r, size := lastRune(text[:from])
		if cutAt(text, from-size, r) >= by {
			break
		}
		from -= size
	}
	to := end
	for to < min(len(text), end+partReach) {
		r, size := firstRune(text[to:])
		if cutAt(text, to, r) >= by {
			break
		}
		to += size
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
	from, to := start, end
	for from > max(0, start-partReach) && text[from-1] != '\n' {
		from--
	}
	for to < min(len(text), end+partReach) && text[to] != '\n' {
		to++
	}
	return Extent{from, to}
}

// namesAnother tells whether a stretch behind a mention names somebody else.
func namesAnother(mentions []candidate, i, start, end int) bool {
	for n := i + 1; n < len(mentions) && mentions[n].start < end; n++ {
		if mentions[n].start >= start && mentions[n].entity != mentions[i].entity {
			return true
		}
	}
	return false
}
