// Package char tells what a character is: a digit, a letter, a Chinese one, and which is the simplified form of a traditional one. It
// refuses to know words and what any reader takes for the same.
package char

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsDigit, IsLetter and IsAlnum know ASCII alone: a rune or a byte of UTF-8.
func IsDigit[C byte | rune](c C) bool { return c >= '0' && c <= '9' }

func IsLetter[C byte | rune](c C) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func IsAlnum[C byte | rune](c C) bool { return IsLetter(c) || IsDigit(c) }

// HanDigits are the numerals of Chinese items and ranks.
const HanDigits = "一二三四五六七八九十"

// IsHan tells every character of the script: rare ones, radicals, 〇 and 々 too.
func IsHan(r rune) bool {
	const everyday, last = 0x4E00, 0x9FFF // nearly all there are
	return r >= everyday && r <= last || r >= utf8.RuneSelf && unicode.Is(unicode.Han, r)
}

// HasHan tells whether one of them stands in a text.
func HasHan(s string) bool { return strings.ContainsFunc(s, IsHan) }
