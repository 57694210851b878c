package console

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"
)

func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// orNil is a text, or nil when it is empty.
func orNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// joinWords is a list in one line.
func joinWords(ctx context.Context, list []string) string {
	return strings.Join(list, t(ctx, "、"))
}

// clipped is the beginning of a text.
func clipped(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// spaced sets a Latin name off from the Chinese around it, as print does.
func spaced(ctx context.Context, name string) string {
	if viewOf(ctx).lang.Spaced() || name == "" {
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

// led is spaced before punctuation, which needs no blank.
func led(ctx context.Context, name string) string { return strings.TrimRight(spaced(ctx, name), " ") }
