package answer

import (
	"strings"

	"renown/internal/tool/text/char"
)

// markup is what a first pass over the text finds: stretches that are not prose, and addresses.
type markup struct {
	masks     []Extent // bytes, in order, apart from each other
	addresses []Extent // bytes, in order
	steps     int      // bytes looked at, by which a test tells linear from worse
}

// Where scan has to look closer.
const (
	schemeMarker = iota // ://
	labelMarker         // ]
	tagMarker           // <
	fenceMarker         // ```
	hostMarker          // w and, three further on, a full stop
	markers
)

// findMarker is where a marker comes next, the text's length when it does not.
func findMarker(marker int, text string, from int) int {
	n := -1
	switch rest := text[from:]; marker {
	case schemeMarker:
		n = strings.Index(rest, "://")
	case labelMarker:
		n = strings.IndexByte(rest, ']')
	case tagMarker:
		n = strings.IndexByte(rest, '<')
	case fenceMarker:
		n = strings.Index(rest, fence)
	case hostMarker:
		const stop = len("www")
		for at := stop; at < len(rest); at++ {
			dot := strings.IndexByte(rest[at:], '.')
			if dot < 0 {
				break
			}
			if at += dot; rest[at-stop]|0x20 == 'w' {
				n = at - stop
				break
			}
		}
	}
	if n < 0 {
		return len(text)
	}
	return from + n
}

// scan finds addresses, Markdown link targets with their titles, and HTML tags, in one pass.
func (m *markup) scan(text string) {
	m.masks, m.addresses, m.steps = m.masks[:0], m.addresses[:0], len(text)
	tags, code := tagScan{text: text}, programs{text: text}
	next := [markers]int{-1, -1, -1, -1, -1}
	for i := 0; i < len(text); i++ {
		at := len(text)
		for marker := range next {
			if next[marker] < i {
				next[marker] = findMarker(marker, text, i)
			}
			at = min(at, next[marker])
		}
		if i = at; i == len(text) {
			return
		}
		switch text[i] {
		case '`':
			before := code.looked
			if end := code.at(i); end > i {
				m.mask(i, end)
			}
			m.steps += code.looked - before
			i += len(fence) - 1
		case ']':
			m.target(text, i)
		case '<':
			end, looked := tags.end(i)
			if m.steps += looked; end > 0 {
				m.mask(i, end)
			}
		default:
			start, end, looked := addressAt(text, i)
			if m.steps += looked; end > 0 {
				m.addresses = append(m.addresses, Extent{start, end})
				m.mask(start, rawPath(text, end))
				i = end - 1
			}
		}
	}
}

// fence begins and ends a block of code.
const fence = "```"

// prose are what blocks are marked with that hold no program.
const prose = " text txt plain plaintext markdown md csv table "

// programs finds blocks of code that say their language, and looks at no place of a text twice: names in a program
// are not mentions.
type programs struct {
	text string
	end  int  // of the last one
	open bool // no fence ends a block any more

	looked int // bytes
}

// at gives the end of the block that begins at a fence; it is not behind the fence when none does, or it never ends.
func (p *programs) at(i int) int {
	n := i + len(fence)
	if p.open || i < p.end {
		return i
	}
	for n < len(p.text) && (char.IsAlnum(p.text[n]) || p.text[n] == '+' || p.text[n] == '#') {
		n++
	}
	language := strings.ToLower(p.text[i+len(fence) : n])
	if language == "" || n == len(p.text) || p.text[n] != '\n' || strings.Contains(prose, " "+language+" ") {
		return i
	}
	length := strings.Index(p.text[n:], "\n"+fence)
	if p.open = length < 0; p.open {
		p.looked += len(p.text) - n
		return i
	}
	p.looked += length
	p.end = n + length
	return p.end
}

// mask adds a stretch; starts never go back by more than an address' scheme.
func (m *markup) mask(start, end int) {
	if n := len(m.masks); n > 0 && start <= m.masks[n-1].End {
		m.masks[n-1].End = max(m.masks[n-1].End, end)
		m.masks[n-1].Start = min(m.masks[n-1].Start, start)
		return
	}
	m.masks = append(m.masks, Extent{start, end})
}

// masked tells whether any byte of the stretch is masked.
func (m *markup) masked(start, end int) bool {
	low, high := 0, len(m.masks)
	for low < high {
		middle := (low + high) / 2
		if m.masks[middle].End <= start {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low < len(m.masks) && m.masks[low].Start < end
}

// target masks what follows a label: (target "title") or, at the beginning of a line, : target "title".
func (m *markup) target(text string, i int) {
	rest := text[i+1:]
	switch {
	case strings.HasPrefix(rest, "("):
		n, looked := targetLength(rest[1:])
		if m.steps += looked; n > 0 {
			m.mask(max(0, i+2-pictured(text[:i])), i+2+n)
		}
	case strings.HasPrefix(rest, ":") && definition(text[:i]):
		body := strings.TrimLeft(rest[1:], " \t<")
		if len(body) > 8 && strings.EqualFold(body[:4], "http") {
			at := len(text) - len(body)
			if n := strings.IndexAny(body, " \t\n"); n >= 0 {
				m.mask(at, at+n+titleLength(body[n:]))
			}
		}
	}
}

// pictured measures the words that describe a picture, up to the end of a text and with the two marks behind it:
// ![words](; 0 when it is a link.
func pictured(before string) int {
	const longest = 160 // bytes
	from := max(0, len(before)-longest)
	open := strings.LastIndexByte(before[from:], '[')
	if open < 1 || before[from+open-1] != '!' {
		return 0
	}
	return len(before) - from - open + 2
}

// definition tells whether the label that ends the text stands alone at the beginning of its line.
func definition(before string) bool {
	const longest = 64 // bytes of a label worth looking back
	from := max(0, len(before)-longest)
	open := strings.LastIndexByte(before[from:], '[')
	if open < 0 {
		return false
	}
	lead := strings.TrimRight(before[:from+open], " \t>")
	return len(before)-len(lead) <= 2*longest && (lead == "" || lead[len(lead)-1] == '\n')
}

// targetLength measures the inside of (target "title"), 0 when it is none, and what it looked at: parentheses in it are
// balanced, and prose in brackets behind a label is prose.
func targetLength(s string) (length, looked int) {
	depth, i := 0, 0
	for ; i < len(s); i++ {
		b := s[i]
		if b == '(' {
			depth++
		} else if b == ')' {
			if depth--; depth < 0 {
				break
			}
		} else if b == ' ' || b == '\t' || b == ']' || b == '\n' {
			break
		}
	}
	if i == len(s) || s[i] == ']' || s[i] == '\n' || !isTarget(s[:i]) {
		return 0, i
	}
	if s[i] == ')' {
		return i, i
	}
	n := i + titleLength(s[i:])
	if n > i && n < len(s) && s[n] == ')' {
		return n, n
	}
	return 0, max(i, n)
}

// isTarget is false for prose: a target has a scheme, begins with a mark, or is plain ASCII.
func isTarget(s string) bool {
	if s == "" {
		return false
	}
	if strings.ContainsAny(s[:1], "/#.<?") || strings.Contains(s, "://") || len(s) > 4 && strings.EqualFold(s[:4], "www.") {
		return true
	}
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return strings.ContainsAny(s, "./:")
}

// titleLimit keeps the search for a closing quote short where there is none.
const titleLimit = 1000 // bytes

// titleLength measures blanks and a quoted title after them, 0 when there is no title.
func titleLength(s string) int {
	body := strings.TrimLeft(s, " \t")
	if body == "" {
		return 0
	}
	closing := body[0]
	switch closing {
	case '"', '\'':
	case '(':
		closing = ')'
	default:
		return 0
	}
	end := strings.IndexByte(body[1:min(len(body), titleLimit)], closing)
	if end < 0 || strings.Contains(body[1:1+end], "\n\n") {
		return 0
	}
	return len(s) - len(body) + end + 2
}

// tagScan recognises HTML tags. It remembers where the next > is, so that many unclosed < stay cheap.
type tagScan struct {
	text  string
	close int // position of a >, all before it have been passed; len(text) when there is none
}

// Longer than any tag worth hiding, and than the name of its first attribute.
const (
	tagLimit     = 2000 // bytes
	tagAttribute = 40
)

// end gives where the tag that begins at i ends, 0 when there is none, and what it looked at.
func (t *tagScan) end(i int) (end, looked int) {
	if i+2 >= len(t.text) || !char.IsLetter(t.text[i+1]) {
		return 0, 1
	}
	if t.close <= i {
		n := strings.IndexByte(t.text[i:], '>')
		if looked = n; n < 0 {
			n = len(t.text) - i
			looked = n
		}
		t.close = i + n
	}
	if t.close == len(t.text) || t.close-i > tagLimit {
		return 0, looked + 1
	}
	ok, n := isTag(t.text[i+1 : t.close])
	if !ok {
		return 0, looked + n
	}
	return t.close + 1, looked + n
}

// isTag wants attributes: a tag without any hides nothing but its own name.
func isTag(s string) (ok bool, looked int) {
	n := 0
	for n < len(s) && char.IsAlnum(s[n]) {
		n++
	}
	if n == 0 || n == len(s) || s[n] != ' ' {
		return false, n
	}
	equals := strings.IndexByte(s[n:min(len(s), n+tagAttribute)], '=')
	return equals > 0, n + tagAttribute
}
