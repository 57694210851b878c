package requestschema

import "unicode/utf8"

// appendValid appends s as UTF-8: each sequence that is broken off, and each byte that starts none, becomes one
// replacement character, as Unicode recommends and Python does.
func appendValid(dst []byte, s string) []byte {
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			dst = append(dst, s[i])
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			size = brokenLength(s[i:])
		}
		dst = utf8.AppendRune(dst, r)
		i += size
	}
	return dst
}

// brokenLength is how many bytes of s, which does not start with a character, belong to one broken sequence.
func brokenLength(s string) int {
	low, high, want := byte(0x80), byte(0xbf), 0
	switch c := s[0]; {
	case 0xc2 <= c && c <= 0xdf:
		want = 1
	case c == 0xe0:
		low, want = 0xa0, 2
	case c == 0xed:
		high, want = 0x9f, 2
	case 0xe1 <= c && c <= 0xef:
		want = 2
	case c == 0xf0:
		low, want = 0x90, 3
	case c == 0xf4:
		high, want = 0x8f, 3
	case 0xf1 <= c && c <= 0xf3:
		want = 3
	}
	n := 1
	for ; n <= want && n < len(s) && low <= s[n] && s[n] <= high; n++ {
		low, high = 0x80, 0xbf
	}
	return n
}
