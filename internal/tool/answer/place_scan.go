package answer

import "unicode/utf8"

// Whose patterns may begin at a place. Of the second only whole words count.
const (
	inFirst uint32 = 1 << iota
	inSecond
	inBoth = inFirst | inSecond
)

// sieve tells of most places of a text that no pattern begins there, by the first characters: two bits for each hash of them.
type sieve struct {
	begins bits16      // three bytes of ASCII, a character and a wide one behind it
	heads  bits16      // whole words that patterns begin with
	any    [256]uint32 // by byte of ASCII
	short  [256]uint32 // the same, where the next two bytes tell nothing
	alone  [256]uint32 // the same, where the next character tells nothing
}

// bits16 holds two bits for each hash of 16 bits.
type bits16 [1 << 16 / 32]uint64

// add notes how the patterns of a trie begin, in all spellings of their first characters; wide has those of wide ones.
func (s *sieve) add(t *trie, wide map[class][]rune, in uint32) {
	for i := range t.patterns {
		folded := t.patterns[i].folded
		first, size := utf8.DecodeRuneInString(folded)
		if s.addWide(t, wide, folded, in); first >= utf8.RuneSelf {
			continue
		}
		three := len(folded) > 2 && folded[1]|folded[2] < utf8.RuneSelf
		if three {
			s.begins.put(threeOf(folded[0], folded[1], folded[2]), in)
		}
		end := size
		for alnum[folded[0]] && end < len(folded) && alnum[folded[end]] {
			end++
		}
		if in == inSecond {
			s.heads.put(headOf(folded[:end]), in)
		}
		second, _ := utf8.DecodeRuneInString(folded[size:])
		for b := range t.ascii {
			if t.ascii[b] != t.ascii[first] {
				continue
			}
			if s.any[b] |= in; !three {
				s.short[b] |= in
			}
			if len(folded) == size {
				s.alone[b] |= in
			}
			for _, next := range wide[t.classOf(second)] {
				s.begins.put(pairOf(rune(b), next), in)
			}
		}
	}
}

func (s *sieve) addWide(t *trie, wide map[class][]rune, folded string, in uint32) {
	first, size := utf8.DecodeRuneInString(folded)
	second, _ := utf8.DecodeRuneInString(folded[size:])
	for _, r := range wide[t.classOf(first)] {
		if !isWide(second) { // or there is none, or its other spellings are
			s.begins.put(pairOf(r, 0), in)
			continue
		}
		for _, next := range wide[t.classOf(second)] {
			s.begins.put(pairOf(r, next), in)
		}
	}
}

func (b *bits16) put(n, in uint32) { b[n>>5] |= uint64(in) << (2 * (n & 31)) }

func (b *bits16) get(n uint32) uint32 {
	return uint32(b[n>>5&(1<<11-1)]>>(2*(n&31))) & inBoth
}

// pairOf is what is kept of a character and the wide one behind it; 0 for a next one that tells nothing.
func pairOf(r, next rune) uint32 { return (uint32(r)*0x9E3779B1 + uint32(next)*0x85EBCA6B) >> 16 }

// threeOf is what is kept of three bytes of ASCII in either case.
func threeOf(a, b, c byte) uint32 {
	return ((uint32(a)<<16 | uint32(b)<<8 | uint32(c)) | 0x202020) * 0x9E3779B1 >> 16
}

// headOf is what is kept of a whole word in either case: how it begins and ends, and how long it is.
func headOf(word string) uint32 {
	n := len(word)
	return ((uint32(word[0])<<16|uint32(word[n/2])<<8|uint32(word[n-1])|0x202020)*0x9E3779B1 + uint32(n)*0x85EBCA6B) >> 16
}

// place is where patterns may begin, before which so many bytes and code points stand.
type place struct {
	at, runes int32
	in        uint32
}

// placeScan goes through a text once for two tries and gives the places where their patterns may begin, some at a time. Most characters
// begin nothing; that is decided without branches, as no processor could foresee them.
type placeScan struct {
	text      string
	tries     [2]*trie
	sieve     *sieve
	slips     *[256]bool // letters with which names begin in which a slip is forgiven
	at, runes int
	places    [256]place
	long      []Extent // words that may be such names
}

func (s *placeScan) reset(text string, sieve *sieve, slips *[256]bool, tries ...*trie) {
	s.text, s.sieve, s.slips, s.at, s.runes, s.long = text, sieve, slips, 0, 0, s.long[:0]
	s.tries = [2]*trie{tries[0], tries[len(tries)-1]}
}

// next gives the next places. None does not mean that the text is at its end: whoever asks may want to stop.
func (s *placeScan) next() []place {
	n := 0
	for bound := min(s.at+contextEvery, len(s.text)); s.at < bound && n < len(s.places); {
		b := s.text[s.at]
		switch {
		case alnum[b]:
			n = s.words(n)
		case b < utf8.RuneSelf:
			n = s.keep(n, s.at, s.runes, s.sieve.any[b])
			s.at++
			s.runes++
		default:
			n = s.wide(n)
		}
	}
	return s.places[:n]
}

// keep makes a place the next one if anything may begin there.
func (s *placeScan) keep(n, at, runes int, in uint32) int {
	s.places[n] = place{int32(at), int32(runes), in}
	return n + int((in|in>>1)&1)
}

// words looks at the letters and digits at the current place, and at further ones with a blank between them. Within them no pattern
// begins: none that begins with a letter or a digit may stand there, and none begins with a blank.
func (s *placeScan) words(n int) int {
	text, at, sieve := s.text, s.at, s.sieve
	for n < len(s.places) {
		end := at + 1
		for end < len(text) && alnum[text[end]] {
			end++
		}
		in := sieve.any[text[at]]
		if at+2 < len(text) && text[at+1]|text[at+2] < utf8.RuneSelf {
			in = sieve.begins.get(threeOf(text[at], text[at+1], text[at+2])) | sieve.short[text[at]]
			if end == len(text) || text[end] < utf8.RuneSelf { // or what follows may belong to the word
				in &= inFirst | sieve.heads.get(headOf(text[at:end]))
			}
		}
		n = s.keep(n, at, s.runes+at-s.at, in)
		if end-at >= pairLetters-1 && s.slips[text[at]] {
			s.long = append(s.long, Extent{at, end})
		}
		if at = end; at+1 >= len(text) || text[at] != ' ' || !alnum[text[at+1]] {
			break
		}
		at++
	}
	s.at, s.runes = at, s.runes+at-s.at
	return n
}

// wide looks at the characters beyond ASCII at the current place.
func (s *placeScan) wide(n int) int {
	text, at, runes := s.text, s.at, s.runes
	r := wideAt(text, at)
	if r == 0 {
		r, size := decode(text[at:])
		s.at, s.runes = at+size, runes+1
		return s.keep(n, at, runes, s.beginsWith(r, wideAt(text, s.at)))
	}
	for begins := &s.sieve.begins; n < len(s.places); {
		next := wideAt(text, at+3)
		if next == 0 {
			in := uint32(0)
			if rest := text[at+3:]; rest != "" && (rest[0] < utf8.RuneSelf || len(rest) > 1 && rest[0] == 0xEF && rest[1] == 0xBC) { // ASCII, in full width too, is no spelling of a wide character
				in = begins.get(pairOf(r, 0))
			} else {
				in = s.beginsWith(r, 0)
			}
			n = s.keep(n, at, runes, in)
			at, runes = at+3, runes+1
			break
		}
		n = s.keep(n, at, runes, begins.get(pairOf(r, 0))|begins.get(pairOf(r, next)))
		at, runes, r = at+3, runes+1, next
	}
	s.at, s.runes = at, runes
	return n
}

// beginsWith tells whether patterns begin with a character that is not wide, before a wide one or 0 for another.
func (s *placeScan) beginsWith(r, next rune) (in uint32) {
	if r >= 0xFF01 && r <= 0xFF5E { // in full width
		b := r - 0xFEE0
		if in = s.sieve.any[b]; in != 0 && next != 0 {
			in &= s.sieve.alone[b] | s.sieve.begins.get(pairOf(b, next))
		}
		return in
	}
	for i, t := range s.tries {
		if c := t.classOf(r); c != classInvisible && t.root[c] != 0 {
			in |= 1 << i
		}
	}
	return in
}

// isWide tells whether wideAt knows a character.
func isWide(r rune) bool { return r >= 0x3000 && r <= 0x9FFF }

// wideAt is the character from U+3000 to U+9FFF at a place, 0 when another one stands there. None of them is invisible.
func wideAt(text string, at int) rune {
	const first, last = 0xE3, 0xE9
	s := text[at:]
	if len(s) < 3 || s[0]-first > last-first {
		return 0
	}
	second, third := s[1]^0x80, s[2]^0x80 // six bits each
	if second|third >= 0x40 {
		return 0
	}
	return rune(s[0]&0x0F)<<12 | rune(second)<<6 | rune(third)
}

var alnum = func() (set [256]bool) {
	for b := range set {
		set[b] = isAlnum(byte(b))
	}
	return set
}()
