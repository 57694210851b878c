package assistant

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// markerSet is the citation markers a platform writes into its text.
type markerSet uint16

const (
	markCaret      markerSet = 1 << iota // ^[1][2]^        Qianfan
	markKimi                             // [^1^]           Kimi on the web
	markRef                              // [ref_1] [来源：ref_1]  Qwen, GLM
	markCitation                         // [citation:1]    DeepSeek on the web
	markLenticular                       // 【5†source】      MiniMax, older OpenAI
	markDouble                           // [[1]](url)      Grok
	markAt                               // [1](@ref)       Yuanbao
	markPrivate                          // U+E200 cite … U+E201, leaked by OpenAI
	markLink                             // ([site](url))   OpenAI; only where the address is one of the sources
	markPlain                            // [1]             Perplexity, Qwen; only up to the number of sources

	markGeneric = markCaret | markKimi | markRef | markCitation | markLenticular | markDouble | markAt | markPrivate | markPlain
)

var markerNames = map[string]markerSet{
	"caret": markCaret, "kimi": markKimi, "ref": markRef, "citation": markCitation, "lenticular": markLenticular,
	"double": markDouble, "at": markAt, "private": markPrivate, "link": markLink, "plain": markPlain,
	"generic": markGeneric,
}

func markersOf(names []string) (set markerSet, err error) {
	for _, name := range names {
		m, ok := markerNames[name]
		if !ok {
			return 0, fmt.Errorf("unknown marker %q", name)
		}
		set |= m
	}
	return set, nil
}

// marker is one found at [start, end) of the raw text. What stands in [keepStart, keepEnd) stays.
type marker struct {
	start, end         int
	keepStart, keepEnd int
	index              int    // 0 when the marker names an address
	url                string // "" when it names an index
}

// markerScan finds markers from left to right; at each place the first kind that fits wins.
type markerScan struct {
	text    string
	set     markerSet
	sources int                   // plain markers above it are left in the text
	known   func(url string) bool // whether an address is one of the sources
	found   []marker
	beyond  int // plain markers above sources
}

// Limits that keep a hostile text from costing more than its length.
const (
	markerLimit  = 10_000 // markers read; the rest is left in the text
	markerWindow = 400    // bytes within which a marker must end
	labelWindow  = 300    // bytes within which a link's label must end
)

// markerBegins are the bytes that at looks at closer.
var markerBegins = [256]bool{'[': true, '^': true, '(': true, 0xe3: true, 0xee: true}

func (s *markerScan) run() []marker {
	for i := 0; i < len(s.text) && len(s.found) < markerLimit; {
		if !markerBegins[s.text[i]] {
			i++
			continue
		}
		if end := s.at(i); end > i {
			i = end
			continue
		}
		i++
	}
	return s.found
}

// at tries every kind that can begin with the byte at i and returns the end of what it found, or i.
func (s *markerScan) at(i int) int {
	switch s.text[i] {
	case '[':
		return s.bracket(i)
	case '^':
		return s.caret(i)
	case '(':
		return s.linkGroup(i)
	case 0xe3: // 【
		return s.lenticular(i)
	case 0xee: // private use
		return s.private(i)
	}
	return i
}

func (s *markerScan) bracket(i int) int {
	for _, try := range [...]func(int) int{s.double, s.kimi, s.citation, s.ref, s.atRef, s.link, s.plain} {
		if end := try(i); end > i {
			return end
		}
	}
	return i
}

func (s *markerScan) add(start, end, index int) int {
	s.found = append(s.found, marker{start: start, end: end, index: index})
	return end
}

// number reads one to three digits at i and returns them with the place after, 0 when there are none or more.
func (s *markerScan) number(i int) (n, end int) {
	end = i
	for end < len(s.text) && s.text[end] >= '0' && s.text[end] <= '9' {
		n = n*10 + int(s.text[end]-'0')
		if end++; end-i > 3 {
			return 0, i
		}
	}
	return n, end
}

// window is the text from i as far as a marker may reach.
func (s *markerScan) window(i int) string { return s.text[i:min(len(s.text), i+markerWindow)] }

func (s *markerScan) has(i int, word string) bool { return strings.HasPrefix(s.text[i:], word) }

// numbered reads open, a number and close at i.
func (s *markerScan) numbered(i int, open, close string) (n, end int) {
	if !s.has(i, open) {
		return 0, i
	}
	n, at := s.number(i + len(open))
	if at == i+len(open) || !s.has(at, close) {
		return 0, i
	}
	return n, at + len(close)
}

func (s *markerScan) caret(i int) int {
	if s.set&markCaret == 0 {
		return i
	}
	var indexes []int
	at := i + 1
	for {
		n, end := s.numbered(at, "[", "]")
		if end == at {
			break
		}
		indexes, at = append(indexes, n), end
	}
	if len(indexes) == 0 || !s.has(at, "^") {
		return i
	}
	at++
	s.add(i, at, indexes[0])
	for _, n := range indexes[1:min(len(indexes), 100)] {
		s.add(at, at, n)
	}
	return at
}

func (s *markerScan) kimi(i int) int     { return s.simple(i, markKimi, "[^", "^]") }
func (s *markerScan) citation(i int) int { return s.simple(i, markCitation, "[citation:", "]") }
func (s *markerScan) atRef(i int) int    { return s.simple(i, markAt, "[", "](@ref)") }

func (s *markerScan) simple(i int, kind markerSet, open, close string) int {
	if s.set&kind == 0 {
		return i
	}
	if n, end := s.numbered(i, open, close); end > i {
		return s.add(i, end, n)
	}
	return i
}

// ref reads [ref_1] with an optional label of at most eight characters before a colon.
func (s *markerScan) ref(i int) int {
	if s.set&markRef == 0 {
		return i
	}
	if n, end := s.numbered(i, "[ref_", "]"); end > i {
		return s.add(i, end, n)
	}
	at := i + 1
	for range 9 {
		r, size := utf8.DecodeRuneInString(s.text[at:])
		if size == 0 || r == '[' || r == ']' {
			return i
		}
		at += size
		if r != ':' && r != '：' {
			continue
		}
		for _, gap := range [...]string{"", " ", "\t", "\n"} {
			if n, end := s.numbered(at, gap+"ref_", "]"); end > at {
				return s.add(i, end, n)
			}
		}
	}
	return i
}

func (s *markerScan) plain(i int) int {
	if s.set&markPlain == 0 {
		return i
	}
	n, end := s.numbered(i, "[", "]")
	if end == i || s.has(end, "(") { // [1](https://…) is a link whose label is a number
		return i
	}
	if n < 1 || n > s.sources {
		s.beyond++
		return i
	}
	return s.add(i, end, n)
}

func (s *markerScan) lenticular(i int) int {
	if s.set&markLenticular == 0 || !s.has(i, "【") {
		return i
	}
	n, at := s.number(i + len("【"))
	if at == i+len("【") {
		return i
	}
	if s.has(at, ":") {
		digits := at + 1
		for digits < len(s.text) && s.text[digits] >= '0' && s.text[digits] <= '9' {
			digits++
		}
		if digits > at+1 {
			at = digits
		}
	}
	if !s.has(at, "†") {
		return i
	}
	close := strings.Index(s.window(at), "】")
	if close < 0 {
		return i
	}
	return s.add(i, at+close+len("】"), n)
}

// private removes what was meant for a user interface; it names no source we know.
func (s *markerScan) private(i int) int {
	const open, gap, shut = "\ue200cite", "\ue202", "\ue201"
	if s.set&markPrivate == 0 || !s.has(i, open+gap) {
		return i
	}
	inner := s.window(i + len(open))
	end := strings.Index(inner, shut)
	if end <= len(gap) || strings.ContainsRune(inner[:end], '\ue200') ||
		strings.Contains(inner[:end], gap+gap) || strings.HasSuffix(inner[:end], gap) {
		return i
	}
	return s.add(i, i+len(open)+end+len(shut), 0)
}
