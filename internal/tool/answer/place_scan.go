package answer

import "unicode/utf8"

// place is where patterns may begin, before which so many bytes and code points stand.
type place struct {
	at, runes int32
	in        uint32 // inFirst and inSecond: whose patterns
}

const (
	inFirst uint32 = 1 << iota
	inSecond
)

// placeScan goes through a text once for two tries and gives the places where their patterns may begin, some at a time. Most characters
// begin nothing, which the next ones tell; that is decided without branches, as no processor could foresee them.
type placeScan struct {
	text          string
	first, second *trie // of the second only whole words count where it begins with a letter or a digit
	at, runes     int
	places        [256]place
	slips         *[256]bool
	long          []Extent // words that begin with one of the slips and are as long as names in which one is forgiven
}

func (s *placeScan) reset(text string, first, second *trie, slips *[256]bool) {
	s.text, s.first, s.second, s.slips, s.at, s.runes, s.long = text, first, second, slips, 0, 0, s.long[:0]
}

// next gives the next places. None does not mean that the text is at its end: whoever asks may want to stop.
func (s *placeScan) next() []place {
	n := 0
	for bound := min(s.at+contextEvery, len(s.text)); s.at < bound && n < len(s.places); {
		b := s.text[s.at]
		switch {
		case alnum[b]:
			n = s.word(n)
		case b < utf8.RuneSelf:
			s.places[n] = place{int32(s.at), int32(s.runes), s.first.starts[b]&startsAny | s.second.starts[b]&startsAny<<1}
			n += int(min(s.places[n].in, 1))
			s.at++
			s.runes++
		default:
			n = s.wide(n)
		}
	}
	return s.places[:n]
}

// word looks at the letters and digits at the current place. Within them no pattern begins: none that begins with one may stand there.
func (s *placeScan) word(n int) int {
	text, at := s.text, s.at
	end := at + 1
	for end < len(text) && alnum[text[end]] {
		end++
	}
	in := uint32(0)
	if at+2 >= len(text) || text[at+1]|text[at+2] >= utf8.RuneSelf {
		in = s.first.starts[text[at]]&startsAny | s.second.starts[text[at]]&startsAny<<1
	} else {
		h := threeOf(text[at], text[at+1], text[at+2])
		whole := s.second.heads.bit(headOf(text[at:end]))
		if end < len(text) && text[end] >= utf8.RuneSelf {
			whole = 1 // what follows may belong to it
		}
		in = s.first.sieve.bit(h) | s.first.starts[text[at]]>>1 | (s.second.sieve.bit(h)|s.second.starts[text[at]]>>1)&whole<<1
	}
	s.places[n] = place{int32(at), int32(s.runes), in}
	if end-at >= longLetters-1 && s.slips[text[at]] {
		s.long = append(s.long, Extent{at, end})
	}
	s.at, s.runes = end, s.runes+end-at
	return n + int((in|in>>1)&1)
}

// wide looks at the characters beyond ASCII at the current place.
func (s *placeScan) wide(n int) int {
	text, at, runes := s.text, s.at, s.runes
	r := wideAt(text, at)
	if r == 0 {
		r, size := decode(text[at:])
		s.places[n] = place{int32(at), int32(runes), s.first.begins(r) | s.second.begins(r)<<1}
		s.at, s.runes = at+size, runes+1
		return n + int(min(s.places[n].in, 1))
	}
	for n < len(s.places) {
		next := wideAt(text, at+3)
		if next == 0 {
			s.places[n] = place{int32(at), int32(runes), s.first.begins(r) | s.second.begins(r)<<1}
			n += int(min(s.places[n].in, 1))
			at, runes = at+3, runes+1
			break
		}
		lone, pair := pairOf(r, 0), pairOf(r, next)
		in := s.first.sieve.bit(lone) | s.first.sieve.bit(pair) | (s.second.sieve.bit(lone)|s.second.sieve.bit(pair))<<1
		s.places[n] = place{int32(at), int32(runes), in}
		n += int((in | in>>1) & 1)
		at, runes, r = at+3, runes+1, next
	}
	s.at, s.runes = at, runes
	return n
}
