package analysis

import (
	"regexp"
	"strings"
	"unicode"

	"renown/internal/room/reading"
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
	who    string // named here; "" none
	us     bool
	idle   bool // does not count: the question repeated, or said to be unknown
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

// transcript is an answer under way from text to passages: how each of its bytes looks and whom it names.
type transcript struct {
	text   string
	styles []uint8
	who    []int // index of the mark + 1
	marks  []reading.Mark
}

// newTranscript places the marks, which count in code points, and gives the byte at which each code point begins.
func newTranscript(text string, marks []reading.Mark) (m *transcript, begins []int) {
	m = &transcript{text: text, styles: make([]uint8, len(text)), who: make([]int, len(text)), marks: marks}
	for at := range text {
		begins = append(begins, at)
	}
	begins = append(begins, len(text))
	for i, mark := range marks {
		last := len(begins) - 1
		for at := begins[min(max(mark.Start, 0), last)]; at < begins[min(max(mark.End, 0), last)]; at++ {
			if m.who[at] == 0 {
				m.who[at] = i + 1
			}
		}
	}
	return m, begins
}

// passages reads an answer: its marks, and the sentence that a judgement rests on, which may be empty.
//
// Its Markdown is read here rather than by CommonMark's rules, which leave the marks in what assistants write in Chinese:
// **优点：**便于协作 is not bold by them, and neither • nor 1、 begins an item.
func passages(text string, marks []reading.Mark, sentence string) (list []passage) {
	m, _ := newTranscript(text, marks)
	if start := strings.Index(text, sentence); start >= 0 {
		m.style(start, start+len(sentence), styleQuoted)
	}
	code := false
	start := 0
	for line := range strings.Lines(text) {
		list, code = m.line(list, start, start+len(strings.TrimSuffix(line, "\n")), code)
		start += len(line)
	}
	return list
}

// line adds one line of the text to the passages.
func (m *transcript) line(list []passage, start, end int, code bool) ([]passage, bool) {
	text := strings.TrimRight(m.text[start:end], "\r")
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
		p.kind, p.mark, skip = "ul", found[2], len(found[0])
		if p.mark != "" {
			p.kind = "ol"
		}
	} else if found := lineHeading.FindString(text); found != "" {
		p.kind, skip = "h", len(found)
	} else if found := lineQuote.FindString(text); found != "" {
		p.kind, skip = "quote", len(found)
	}
	p.cells = [][]piece{m.inline(start+skip, end)}
	return append(list, p), false
}

// cells cuts a line of a table at its bars.
func (m *transcript) cells(start, end int) (cells [][]piece) {
	from := start
	for at := start; at <= end; at++ {
		if at < end && m.text[at] != '|' {
			continue
		}
		if text := strings.TrimSpace(m.text[from:at]); text != "" || (from > start && at < end) {
			cells = append(cells, m.inline(from, at))
		}
		from = at + 1
	}
	return cells
}

// inline applies what stands within a line: emphasis, code, and links, of which the words remain.
func (m *transcript) inline(start, end int) []piece {
	m.unwrap(markdownLink, start, end, 0)
	m.unwrap(markdownBold, start, end, styleStrong)
	m.unwrap(markdownCode, start, end, 0)
	return m.pieces(start, end)
}

// unwrap hides what an expression finds except for its first group, which gets a style.
func (m *transcript) unwrap(markup *regexp.Regexp, start, end int, style uint8) {
	for _, found := range markup.FindAllStringSubmatchIndex(m.text[start:end], -1) {
		inside := found[2:4]
		if inside[0] < 0 { // the other way to write it
			inside = found[4:6]
		}
		m.style(start+found[0], start+inside[0], styleHidden)
		m.style(start+inside[0], start+inside[1], style)
		m.style(start+inside[1], start+found[1], styleHidden)
	}
}

func (m *transcript) style(start, end int, style uint8) {
	for at := start; at < end; at++ {
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
			p.who, p.us, p.idle = m.marks[who-1].Name, m.marks[who-1].Brand, m.marks[who-1].Uncounted
		}
		list = append(list, p)
		text.Reset()
	}
	for at, r := range m.text[start:end] {
		at += start
		if m.styles[at]&styleHidden != 0 || unicode.IsControl(r) && r != '\t' {
			continue
		}
		if m.styles[at] != style || m.who[at] != who {
			flush()
			style, who = m.styles[at], m.who[at]
		}
		text.WriteRune(r)
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

// breaks are as wide as what they become, so that marks stay where they are.
var breaks = strings.NewReplacer("\n", " ", "\r", " ", "\t", " ")

// excerpt is the beginning of an answer around what matters: its first mention of the brand, or of any name.
func excerpt(text string, marks []reading.Mark, size int) []piece {
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
	m, begins := newTranscript(breaks.Replace(text), marks)
	length := len(begins) - 1
	start := max(min(at-size/3, length-size), 0)
	end := min(start+size, length)
	for i := range len(text) {
		if strings.IndexByte("*#`", text[i]) >= 0 {
			m.styles[i] = styleHidden
		}
	}
	m.unwrap(markdownLink, 0, len(text), 0)
	list := m.pieces(begins[start], begins[end])
	if start > 0 {
		list = append([]piece{{text: "…"}}, list...)
	}
	if end < length {
		list = append(list, piece{text: "…"})
	}
	return list
}
