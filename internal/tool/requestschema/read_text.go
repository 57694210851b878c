package requestschema

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// text reads a string. Without escapes its characters stay in the source; with some, they go to the arena.
func (r *reader) text() *SyntaxError {
	quote := r.pos
	for pos := quote + 1; pos < len(r.source); pos++ {
		switch c := r.source[pos]; {
		case c == '"':
			r.add(kindText, quote+1, pos)
			r.pos = pos + 1
			return nil
		case c == '\\':
			return r.escaped(quote, pos)
		case c < ' ':
			return r.fault("Invalid control character at", pos)
		}
	}
	return r.fault("Unterminated string starting at", quote)
}

// escaped goes on with a string whose first backslash is at pos.
func (r *reader) escaped(quote, pos int) *SyntaxError {
	start := len(r.arena)
	r.arena = append(r.arena, r.source[quote+1:pos]...)
	for pos < len(r.source) {
		c := r.source[pos]
		switch {
		case c == '"':
			r.nodes = append(r.nodes, node{
				kind: kindText, unescaped: true,
				start: uint32(start), end: uint32(len(r.arena)), next: uint32(len(r.nodes) + 1),
			})
			r.pos = pos + 1
			return nil
		case c == '\\':
			end, err := r.escape(quote, pos)
			if err != nil {
				return err
			}
			pos = end
		case c < ' ':
			return r.fault("Invalid control character at", pos)
		default:
			r.arena = append(r.arena, c)
			pos++
		}
	}
	return r.fault("Unterminated string starting at", quote)
}

const (
	escapes  = `"\/bfnrt`
	escapeds = "\"\\/\b\f\n\r\t"
)

// escape reads the escape whose backslash is at pos and returns where it ends.
func (r *reader) escape(quote, pos int) (int, *SyntaxError) {
	if pos+1 >= len(r.source) {
		return 0, r.fault("Unterminated string starting at", quote)
	}
	c := r.source[pos+1]
	if c != 'u' {
		i := strings.IndexByte(escapes, c)
		if i < 0 {
			return 0, r.fault(`Invalid \escape`, pos)
		}
		r.arena = append(r.arena, escapeds[i])
		return pos + 2, nil
	}
	unit, ok := r.unit(pos)
	if !ok {
		return 0, r.fault(`Invalid \uXXXX escape`, pos+1)
	}
	end := pos + 6
	if utf16.IsSurrogate(unit) {
		low, isUnit := rune(0), false
		if strings.HasPrefix(r.source[end:], `\u`) {
			if low, isUnit = r.unit(end); !isUnit {
				return 0, r.fault(`Invalid \uXXXX escape`, end+1)
			}
		}
		unit = utf16.DecodeRune(unit, low)
		if unit == utf8.RuneError {
			return 0, r.fault("Lone surrogate", pos)
		}
		end += 6
	}
	r.arena = utf8.AppendRune(r.arena, unit)
	return end, nil
}

// unit reads the four hexadecimal digits of the escape at pos. Something must follow them, at least the quote.
func (r *reader) unit(pos int) (rune, bool) {
	if pos+6 >= len(r.source) {
		return 0, false
	}
	unit := rune(0)
	for _, c := range []byte(r.source[pos+2 : pos+6]) {
		digit := hexDigit(c)
		if digit < 0 {
			return 0, false
		}
		unit = unit<<4 | rune(digit)
	}
	return unit, true
}

// hexDigit is the value of a hexadecimal digit, or -1.
func hexDigit(c byte) int {
	switch {
	case isDigit(c):
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
