package analysis

import (
	"regexp"
	"strings"
	"unicode"

	"renown/internal/room/geo/finding"
)

// passage is a block of an answer. Answers are foreign text: of their Markdown only the shape is kept, as these plain
// values; links, pictures and markup become the words they stand around.
type passage struct {
	kind  string // p, h, ol, ul, quote, code, row
	mark  string // the number of an item
	cells [][]piece
}

// piece is a stretch of text of one look.
type piece struct {
	text   string
	who    string // named here; "" nobody
	us     bool
	strong bool
	quoted bool // part of the sentence that the judgement rests on
}

// styles of a code point.
const (
	styleHidden uint8 = 1 << iota
	styleStrong
	styleQuoted
)

var (
	markdownLink = regexp.MustCompile(`!?\[([^\[\]\n]*)\]\(([^()\s]*)(?:\s+"[^"\n]*")?\)`)
	markdownBold = regexp.MustCompile(`\*\*([^*\n]+)\*\*|__([^_\n]+)__`)
	markdownCode = regexp.MustCompile("`([^`\n]+)`")
	lineItem     = regexp.MustCompile(`^[ \t]*(?:([-*+•])|(\d{1,3})[.)、])[ \t]+`)
	lineHeading  = regexp.MustCompile(`^[ \t]*#{1,6}[ \t]+`)
	lineQuote    = regexp.MustCompile(`^[ \t]*>[ \t]?`)
	lineRule     = regexp.MustCompile(`^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$`)
	tableRule    = regexp.MustCompile(`^[ \t]*\|?[ \t:|-]*-{2,}[ \t:|-]*$`)
)

// transcript is an answer under way from text to passages. Places are code points.
type transcript struct {
	runes  []rune
	styles []uint8
	who    []int // index of the mark + 1
	marks  []finding.Mark
}

// passages reads an answer: its marks, and the sentence that a judgement rests on, which may be empty.
func passages(text string, marks []finding.Mark, sentence string) []passage {
	m := &transcript{runes: []rune(text), marks: marks}
	m.styles, m.who = make([]uint8, len(m.runes)), make([]int, len(m.runes))
	for i, mark := range marks {
		for at := max(mark.Start, 0); at < min(mark.End, len(m.runes)); at++ {
			if m.who[at] == 0 {
				m.who[at] = i + 1
			}
		}
	}
	if start := strings.Index(text, sentence); start >= 0 && sentence != "" {
		from := len([]rune(text[:start]))
		m.style(from, from+len([]rune(sentence)), styleQuoted)
	}
	var list []passage
	code := false
	for start := 0; start <= len(m.runes); {
		end := start
		for end < len(m.runes) && m.runes[end] != '\n' {
			end++
		}
		list, code = m.line(list, start, end, code)
		start = end + 1
	}
	return list
}

// line adds one line of the text to the passages.
func (m *transcript) line(list []passage, start, end int, code bool) ([]passage, bool) {
	text := strings.TrimRight(string(m.runes[start:end]), "\r")
	trimmed := strings.TrimSpace(text)
	if strings.HasPrefix(trimmed, "```") {
		return list, !code
	}
	if code {
		return append(list, passage{kind: "code", cells: [][]piece{m.pieces(start, end)}}), true
	}
	if trimmed == "" || lineRule.MatchString(text) {
		return append(list, passage{}), false // parts what stands on both sides
	}
	if strings.HasPrefix(trimmed, "|") {
		if tableRule.MatchString(text) {
			return list, false
		}
		return append(list, passage{kind: "row", cells: m.cells(start, end)}), false
	}
	p := passage{kind: "p"}
	skip := 0
	if found := lineItem.FindStringSubmatch(text); found != nil {
		p.kind, p.mark, skip = "ul", found[2], len([]rune(found[0]))
		if p.mark != "" {
			p.kind = "ol"
		}
	} else if found := lineHeading.FindString(text); found != "" {
		p.kind, skip = "h", len([]rune(found))
	} else if found := lineQuote.FindString(text); found != "" {
		p.kind, skip = "quote", len([]rune(found))
	}
	p.cells = [][]piece{m.inline(start+skip, end)}
	return append(list, p), false
}

// cells cuts a line of a table at its bars.
func (m *transcript) cells(start, end int) (cells [][]piece) {
	from := start
	for at := start; at <= end; at++ {
		if at < end && m.runes[at] != '|' {
			continue
		}
		if text := strings.TrimSpace(string(m.runes[from:at])); text != "" || (from > start && at < end) {
			cells = append(cells, m.inline(from, at))
		}
		from = at + 1
	}
	return cells
}

// inline applies what stands within a line: emphasis, code, and links, of which the words remain.
func (m *transcript) inline(start, end int) []piece {
	text := string(m.runes[start:end])
	place := func(at int) int { return start + len([]rune(text[:at])) }
	for _, found := range markdownLink.FindAllStringSubmatchIndex(text, -1) {
		m.style(place(found[0]), place(found[2]), styleHidden)
		m.style(place(found[3]), place(found[1]), styleHidden)
	}
	for _, found := range markdownBold.FindAllStringSubmatchIndex(text, -1) {
		inside := found[2:4]
		if inside[0] < 0 {
			inside = found[4:6]
		}
		m.style(place(found[0]), place(inside[0]), styleHidden)
		m.style(place(inside[0]), place(inside[1]), styleStrong)
		m.style(place(inside[1]), place(found[1]), styleHidden)
	}
	for _, found := range markdownCode.FindAllStringSubmatchIndex(text, -1) {
		m.style(place(found[0]), place(found[2]), styleHidden)
		m.style(place(found[3]), place(found[1]), styleHidden)
	}
	return m.pieces(start, end)
}

func (m *transcript) style(start, end int, style uint8) {
	for at := max(start, 0); at < min(end, len(m.styles)); at++ {
		m.styles[at] |= style
	}
}

// pieces joins code points of one look. Control characters other than tabs are dropped.
func (m *transcript) pieces(start, end int) (list []piece) {
	var text strings.Builder
	var style uint8
	who := 0
	flush := func() {
		if text.Len() == 0 {
			return
		}
		p := piece{text: text.String(), strong: style&styleStrong != 0, quoted: style&styleQuoted != 0}
		if who > 0 {
			p.who, p.us = m.marks[who-1].Name, m.marks[who-1].Brand
		}
		list = append(list, p)
		text.Reset()
	}
	for at := start; at < end; at++ {
		if m.styles[at]&styleHidden != 0 || unicode.IsControl(m.runes[at]) && m.runes[at] != '\t' {
			continue
		}
		if m.styles[at] != style || m.who[at] != who {
			flush()
			style, who = m.styles[at], m.who[at]
		}
		text.WriteRune(m.runes[at])
	}
	flush()
	return list
}

// blocks are passages that belong together: the items of a list, the rows of a table.
func blocks(list []passage) (out [][]passage) {
	last := ""
	for _, p := range list {
		switch {
		case p.kind == "":
		case p.kind == last && (p.kind == "ol" || p.kind == "ul" || p.kind == "row" || p.kind == "code" || p.kind == "quote"):
			out[len(out)-1] = append(out[len(out)-1], p)
		default:
			out = append(out, []passage{p})
		}
		if p.kind != "" || last == "row" || last == "quote" {
			last = p.kind
		}
	}
	return out
}

// excerpt is the beginning of an answer around what matters: its first mention of the brand, or of anybody.
func excerpt(text string, marks []finding.Mark, size int) []piece {
	runes := []rune(text)
	at := 0
	for _, m := range marks {
		if m.Brand {
			at = m.Start
			break
		}
		if at == 0 {
			at = m.Start
		}
	}
	start := max(min(at-size/3, len(runes)-size), 0)
	end := min(start+size, len(runes))
	flat := &transcript{runes: make([]rune, len(runes)), marks: marks, styles: make([]uint8, len(runes)), who: make([]int, len(runes))}
	for i, r := range runes {
		if r == '\n' || r == '\r' || r == '\t' {
			r = ' '
		}
		if r == '*' || r == '#' || r == '`' {
			flat.styles[i] = styleHidden
		}
		flat.runes[i] = r
	}
	for i, m := range marks {
		for p := max(m.Start, 0); p < min(m.End, len(runes)); p++ {
			flat.who[p] = i + 1
		}
	}
	for _, found := range markdownLink.FindAllStringSubmatchIndex(text, -1) { // of a link, the words
		place := func(at int) int { return len([]rune(text[:at])) }
		flat.style(place(found[0]), place(found[2]), styleHidden)
		flat.style(place(found[3]), place(found[1]), styleHidden)
	}
	list := flat.pieces(start, end)
	if start > 0 {
		list = append([]piece{{text: "…"}}, list...)
	}
	if end < len(runes) {
		list = append(list, piece{text: "…"})
	}
	return list
}
