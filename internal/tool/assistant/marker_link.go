package assistant

import "strings"

// double reads [[1]](https://…): the number is only a label, the address says which source.
func (s *markerScan) double(i int) int {
	if s.set&markDouble == 0 {
		return i
	}
	_, at := s.numbered(i, "[[", "]](")
	if at == i {
		return i
	}
	address, end := s.address(at)
	if end == at {
		return i
	}
	s.found = append(s.found, marker{start: i, end: end, url: address})
	return end
}

// link reads [label](address) where the address is a source. The label is prose and stays.
func (s *markerScan) link(i int) int {
	if s.set&markLink == 0 {
		return i
	}
	m, ok := s.linkAt(i)
	if !ok {
		return i
	}
	s.found = append(s.found, m)
	return m.end
}

// linkGroup reads ([label](address), [label](address)): a parenthesis that holds nothing but sources goes as a whole.
func (s *markerScan) linkGroup(i int) int {
	if s.set&markLink == 0 {
		return i
	}
	var group []marker
	at := i + 1
	for {
		m, ok := s.linkAt(at)
		if !ok {
			return i
		}
		group, at = append(group, m), m.end
		if s.has(at, ")") {
			break
		}
		rest := strings.TrimLeft(s.text[at:], ",;，； ")
		if next := len(s.text) - len(rest); next > at {
			at = next
			continue
		}
		return i
	}
	at++
	for n, m := range group {
		s.found = append(s.found, marker{start: at, end: at, url: m.url})
		if n == 0 {
			s.found[len(s.found)-1].start = i
		}
	}
	return at
}

func (s *markerScan) linkAt(i int) (marker, bool) {
	if !s.has(i, "[") {
		return marker{}, false
	}
	window := s.text[i+1 : min(len(s.text), i+1+labelWindow)]
	close := strings.Index(window, "](")
	if close < 0 || strings.ContainsAny(window[:close], "\n") {
		return marker{}, false
	}
	label, at := i+1+close, i+1+close+2
	address, end := s.address(at)
	if end == at || !s.known(address) {
		return marker{}, false
	}
	return marker{start: i, end: end, keepStart: i + 1, keepEnd: label, url: address}, true
}

// address reads an http(s) address up to the parenthesis that closes it; pairs inside belong to it. What stands in no
// address ends the search.
func (s *markerScan) address(i int) (address string, end int) {
	if !s.has(i, "http://") && !s.has(i, "https://") {
		return "", i
	}
	depth := 0
	for at := i; at < len(s.text) && at-i <= urlLimit; at++ {
		switch c := s.text[at]; {
		case c <= ' ', c == '[', c == ']', c == '<', c == '>', c == '"':
			return "", i
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case c == ')':
			return s.text[i:at], at + 1
		}
	}
	return "", i
}
