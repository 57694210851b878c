package answer

import (
	"strings"
	"unicode/utf8"

	"renown/internal/tool/text/char"
)

// itemKind is the way in which a line of a list begins.
type itemKind uint8

const (
	noItem itemKind = iota
	numbered
	heading   // of the first level; five further ones follow
	bulleted  = heading + 6
	row       = bulleted + 1
	itemKinds = row + 1
)

// listItem is a line of a list.
type listItem struct {
	kind       itemKind
	depth      int
	rule       bool   // the line under the head of a table
	first      int    // mention that comes first in the line; -1 none
	start, end int    // of the line, in bytes
	number     int    // as the line states it; 0 none
	head       bool   // it begins with a name, perhaps after a label
	bare       bool   // and without a label
	short      bool   // it is numbered, and what it begins with may be a name
	bold       bool   // and is emphasised
	lead       Extent // the last line before the list
}

// readItems collects the lines of lists, up to the last line that names an entity.
func (s *scratch) readItems(text string, mentions []candidate) {
	s.items = s.items[:0]
	last, at := mentions[len(mentions)-1].start, 0
	lead := Extent{}
	for start := 0; start <= last; {
		end := len(text)
		if n := strings.IndexByte(text[start:], '\n'); n >= 0 {
			end = start + n
		}
		if kind, depth := item(text[start:end]); kind != noItem {
			for at < len(mentions) && mentions[at].start < start {
				at++
			}
			first := -1
			if at < len(mentions) && mentions[at].start < end {
				first = at
			}
			s.items = append(s.items, listItem{
				kind: kind, depth: depth, rule: kind == row && strings.Trim(text[start:end], " |-:\t>") == "",
				first: first, start: start, end: end, lead: lead,
			})
			s.items[len(s.items)-1].readHead(text, mentions)
			if kind >= heading && kind < bulleted {
				lead = Extent{start, end}
			}
		} else if strings.TrimSpace(text[start:end]) != "" {
			lead = Extent{start, end}
		}
		start = end + 1
	}
	s.crown(text)
}

// crown numbers what stands with a cup before the second of a list with medals: 🏆 A, 🥈 B.
func (s *scratch) crown(text string) {
	line := func(i int) string { return text[s.items[i].start:s.items[i].end] }
	for i := range s.items {
		if s.items[i].number != 2 || !strings.Contains(line(i), "🥈") {
			continue
		}
		for n := i - 1; n >= 0 && s.items[n].number != 1; n-- {
			if strings.Contains(line(n), "🏆") || strings.Contains(line(n), "🔝") {
				s.items[n].kind, s.items[n].number = numbered, 1
				break
			}
		}
		return
	}
}

// Characters around the head of an item.
var (
	itemMarks   = " \t>#*_`-+•·–●▪|"
	numberMarks = "第(（TOPtopNn. #"
	headMarks   = " *_`\t名位：:.、"
	headEnds    = ":：—–(（|"
	labelEnds   = "，。,；;！!？?"
	labelStops  = "。；;！!？?:："
)

// readHead looks at how an item begins.
func (item *listItem) readHead(text string, mentions []candidate) {
	const label = 36 // bytes before the name
	line := text[item.start:item.end]
	body := strings.TrimLeft(line, itemMarks)
	if body != "" && char.IsDigit(body[0]) && strings.HasSuffix(line[:len(line)-len(body)], "#") {
		body = line[len(line)-len(body)-1:] // #3
	}
	bare := unadorned(body)
	if n := marked(bare); n > 0 {
		item.number = itemNumber(bare)
		body = bare[n:]
	}
	trimmed := strings.TrimLeft(body, headMarks)
	item.bold = strings.Contains(line[:len(line)-len(trimmed)], "**") || item.kind >= heading && item.kind < bulleted
	if item.kind == numbered {
		head := trimmed
		if i := strings.IndexAny(head, headEnds); i >= 0 {
			head = head[:i]
		}
		item.short = shortHead(strings.Trim(head, " *_`-"))
	}
	if item.first < 0 {
		return
	}
	before := mentions[item.first].start - (item.end - len(trimmed))
	item.bare = before <= 0
	item.head = item.bare || before <= label && !strings.ContainsAny(trimmed[:before], labelEnds) ||
		before <= 3*label && labelled(trimmed[:before])
}

// labelled tells whether a text is a label with its colon or dash: Best for small, quiet rooms:.
func labelled(text string) bool {
	label := strings.TrimRight(text, " *_`")
	r, size := utf8.DecodeLastRuneInString(label)
	return strings.ContainsRune(":：—–", r) && !strings.ContainsAny(label[:len(label)-size], labelStops)
}

// itemNumber reads the number that marks an item.
func itemNumber(s string) int {
	r, _ := utf8.DecodeRuneInString(s)
	switch {
	case r >= '①' && r <= '⑳':
		return int(r-'①') + 1
	case r >= '🥇' && r <= '🥉':
		return int(r-'🥇') + 1
	case r >= '❶' && r <= '❿':
		return int(r-'❶') + 1
	}
	return leadingNumber(strings.TrimLeft(s, numberMarks))
}

// past is a text without the three bytes at its beginning.
func past(s string, a, b, c byte) string {
	for s != "" && (s[0] == a || s[0] == b || s[0] == c) {
		s = s[1:]
	}
	return s
}

// item tells how a line begins and how far it is indented.
func item(line string) (kind itemKind, depth int) {
	body := past(line, ' ', '\t', '>')
	depth = (len(line) - len(body)) / 2
	title := past(body, '#', '#', '#')
	if level := len(body) - len(title); level > 0 && level <= 6 && strings.HasPrefix(title, " ") {
		if marked(unadorned(title)) > 0 {
			return numbered, depth
		}
		return heading + itemKind(level-1), 0
	}
	if bare := past(body, '*', '_', '`'); marked(bare) > 0 {
		return numbered, depth
	}
	if strings.HasPrefix(body, "**") && boldHead(body[2:]) {
		return bulleted, depth
	}
	switch r, size := utf8.DecodeRuneInString(body); r {
	case '-', '*', '+', '•', '·', '–', '●', '▪':
		if rest := body[size:]; strings.HasPrefix(rest, " ") || size > 1 {
			if marked(strings.TrimLeft(rest, " *_`")) > 0 {
				return numbered, depth
			}
			return bulleted, depth
		}
	case '|':
		return row, depth
	}
	return noItem, depth
}

// boldHead tells whether a line goes on behind a short emphasis as an item does: **A** – cheap.
func boldHead(s string) bool {
	const longest = 40 // bytes
	end := strings.Index(s[:min(len(s), longest)], "**")
	if end <= 0 {
		return false
	}
	rest := strings.TrimLeft(s[end+2:], " ")
	return rest == "" || startsWith(rest, boldEnds)
}

var boldEnds = wordsOf("boldEnds")

// ornament is what stands before the words of a heading: blanks, emphasis, pictures.
func ornament(r rune) bool {
	return r == ' ' || r == '*' || r == '_' || r == '`' || r == '\\' || r >= 0x1F300 && r <= 0x1FAFF && !(r >= '🥇' && r <= '🥉') ||
		r >= 0x2600 && r <= 0x2775 || r == 0xFE0F
}

// unadorned is a text without ornaments before it.
func unadorned(s string) string {
	if s == "" || !ornamentBegins[s[0]] {
		return s
	}
	return strings.TrimLeftFunc(s, ornament)
}

var ornamentBegins = [256]bool{' ': true, '*': true, '_': true, '`': true, '\\': true, 0xE2: true, 0xEF: true, 0xF0: true}

// markBegins are the first bytes of what marks an item.
var markBegins = func() (set [256]bool) {
	for _, r := range "0123456789(#nNtT（第①❶🥇" + char.HanDigits {
		set[string(r)[0]] = true
	}
	return set
}()

// marked measures the number that begins an item, 0 when there is none: 1. 2) 3、 (4) （五） ⑥ 七、 第八, TOP 9, 🥇.
func marked(s string) int {
	if s == "" || !markBegins[s[0]] {
		return 0
	}
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r >= '①' && r <= '⑳', r >= '🥇' && r <= '🥉', r >= '❶' && r <= '❿':
		return size
	case r == '(' || r == '（':
		n := digits(s[size:])
		if closing, width := utf8.DecodeRuneInString(s[size+n:]); n > 0 && (closing == ')' || closing == '）') {
			return size + n + width
		}
		return 0
	case r == '第' || r == '#':
		if n := digits(s[size:]); n > 0 {
			return size + n
		}
		return 0
	case (r == 'n' || r == 'N') && len(s) > 3 && strings.EqualFold(s[:2], "no"):
		rest := strings.TrimLeft(s[2:], ". #")
		if n := digits(rest); n > 0 && char.IsDigit(rest[0]) {
			return len(s) - len(rest) + n
		}
		return 0
	case (r == 't' || r == 'T') && len(s) > 4 && strings.EqualFold(s[:3], "top"):
		if n := digits(strings.TrimLeft(s[3:], " .")); n > 0 {
			return 3 + n
		}
		return 0
	}
	n := digits(s)
	if n == 0 {
		return 0
	}
	closing, width := utf8.DecodeRuneInString(s[n:])
	next, _ := utf8.DecodeRuneInString(s[n+width:])
	switch closing {
	case '、', '）', '．', ')', 0x20E3, 0xFE0F:
		return n + width
	case '.', ':', '：':
		if next < '0' || next > '9' {
			return n + width
		}
	}
	return 0
}

// digits measures a number of up to three digits or two Chinese numerals at the beginning.
func digits(s string) int {
	n := 0
	for n < len(s) && n < 3 && char.IsDigit(s[n]) {
		n++
	}
	if n > 0 {
		return n
	}
	for count := 0; count < 2; count++ {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !strings.ContainsRune(char.HanDigits, r) {
			return n
		}
		n += size
	}
	return n
}
