package char_test

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"renown/internal/testkit/expect"
	"renown/internal/tool/text/char"
)

func TestSimplified(t *testing.T) {
	t.Parallel()
	for from, to := range map[rune]rune{'雲': '云', '續': '续', '乾': '干', '云': '云', 'a': 'a', '〇': '〇', '𠀀': '𠀀'} {
		expect.Equal(t, char.Simplified(from), to, string(from))
	}
	for _, p := range char.Traditional() {
		expect.Equal(t, char.Simplified(p.To), p.To, "of", string(p.From))
	}
}

func TestKinds(t *testing.T) {
	t.Parallel()
	for c := range rune(utf8.RuneSelf) {
		digit, letter := '0' <= c && c <= '9', 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		got := []bool{char.IsDigit(c), char.IsDigit(byte(c)), char.IsLetter(c), char.IsLetter(byte(c)), char.IsAlnum(byte(c))}
		expect.Same(t, got, []bool{digit, digit, letter, letter, digit || letter}, string(c))
	}
	for r := range rune(0x33480) {
		expect.Equal(t, char.IsHan(r), unicode.Is(unicode.Han, r), r)
	}
	expect.Equal(t, char.HasHan("abc〇"), true, "〇")
	expect.Equal(t, char.HasHan("abc，カ"), false, "kana")
}
