package answer

import "strings"

// markup is what a first pass over the text finds: stretches that nobody reads as prose, and addresses.
type markup struct {
	masks     []Span // bytes, in order, apart from each other
	addresses []Span // bytes, in order
}

// marker holds the bytes at which scan has to look closer.
var marker = [256]bool{':': true, 'w': true, 'W': true, ']': true, '<': true}

// scan finds addresses, Markdown link targets with their titles, and HTML tags, in one pass.
func (m *markup) scan(text string) {
	m.masks, m.addresses = m.masks[:0], m.addresses[:0]
	tags := tagScan{text: text}
	for i := 0; i < len(text); i++ {
		if !marker[text[i]] {
			continue
		}
		switch text[i] {
		case ']':
			m.target(text, i)
		case '<':
			if end := tags.end(i); end > 0 {
				m.mask(i, end)
			}
		default:
			if start, end := address(text, i); end > 0 {
				m.addresses = append(m.addresses, Span{start, end})
				m.mask(start, rawPath(text, end))
				i = end - 1
			}
		}
	}
}

// mask adds a stretch; starts never go back by more than an address' scheme.
func (m *markup) mask(start, end int) {
	if n := len(m.masks); n > 0 && start <= m.masks[n-1].End {
		m.masks[n-1].End = max(m.masks[n-1].End, end)
		m.masks[n-1].Start = min(m.masks[n-1].Start, start)
		return
	}
	m.masks = append(m.masks, Span{start, end})
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
		if n := targetLength(rest[1:]); n > 0 {
			m.mask(i+2, i+2+n)
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

// targetLength measures the inside of (target "title"), 0 when it is none: parentheses in it are balanced, and prose in
// brackets behind a label is prose.
func targetLength(s string) int {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch b := s[i]; {
		case b == '(':
			depth++
		case b == ')':
			if depth == 0 {
				if isTarget(s[:i]) {
					return i
				}
				return 0
			}
			depth--
		case b == ' ', b == '\t':
			if !isTarget(s[:i]) {
				return 0
			}
			n := i + titleLength(s[i:])
			if n > i && n < len(s) && s[n] == ')' {
				return n
			}
			return 0
		case b == ']', b == '\n':
			return 0
		}
	}
	return 0
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

// tagLimit is longer than any tag worth hiding.
const tagLimit = 2000 // bytes

func (t *tagScan) end(i int) int {
	if i+2 >= len(t.text) || !isLetter(t.text[i+1]) {
		return 0
	}
	if t.close <= i {
		n := strings.IndexByte(t.text[i:], '>')
		if n < 0 {
			t.close = len(t.text)
			return 0
		}
		t.close = i + n
	}
	if t.close == len(t.text) || t.close-i > tagLimit || !isTag(t.text[i+1:t.close]) {
		return 0
	}
	return t.close + 1
}

// isTag wants attributes: a tag without any hides nothing but its own name.
func isTag(s string) bool {
	n := 0
	for n < len(s) && isAlnum(s[n]) {
		n++
	}
	return n > 0 && n < len(s) && s[n] == ' ' && strings.IndexByte(s[n:], '=') > 0
}
