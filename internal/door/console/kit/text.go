package kit

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// OrElse is a text, or another when it is empty.
func OrElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// OrNil is a text, or nil when it is empty.
func OrNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// OrEmpty is a text that may be nil.
func OrEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// JoinWords is a list in one line.
func JoinWords(ctx context.Context, list []string) string {
	return strings.Join(list, T(ctx, "、"))
}

// JoinDots is a line of what there is.
func JoinDots(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " · ")
}

// Clipped is the beginning of a text.
func Clipped(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// UpperFirst begins a sentence with a capital.
func UpperFirst(s string) string {
	if s == "" {
		return s
	}
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// Spaced sets a Latin name off from the Chinese around it, as print does.
func Spaced(ctx context.Context, name string) string {
	if ViewOf(ctx).Lang.Spaced() || name == "" {
		return name
	}
	first, _ := utf8.DecodeRuneInString(name)
	last, _ := utf8.DecodeLastRuneInString(name)
	if first < 0x250 && (unicode.IsLetter(first) || unicode.IsDigit(first)) {
		name = " " + name
	}
	if last < 0x250 && (unicode.IsLetter(last) || unicode.IsDigit(last)) {
		name += " "
	}
	return name
}

// Led is spaced before punctuation, which needs no blank.
func Led(ctx context.Context, name string) string { return strings.TrimRight(Spaced(ctx, name), " ") }
