package requestschema

import (
	"bytes"
	"errors"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// explain words a fault as Python does. The decoder stands behind the last sound token.
func (r *reader) explain(err error) {
	at, broken := r.skip(int(r.in.InputOffset())), len(r.source)
	if syntax := (*jsontext.SyntacticError)(nil); errors.As(err, &syntax) {
		broken = int(syntax.ByteOffset)
	}
	around, count := r.in.StackIndex(r.in.StackDepth())
	if count > 0 {
		delimiter := ","
		if around == '{' && count%2 == 1 {
			delimiter = ":"
		}
		if !bytes.HasPrefix(r.source[at:], []byte(delimiter)) {
			r.fail("Expecting '"+delimiter+"' delimiter", at)
			return
		}
		at = r.skip(at + 1)
	}
	switch next := jsontext.Value(r.source[at:]).Kind(); {
	case next == '"':
		r.explainText(at, broken)
	case around == '{' && count%2 == 0:
		r.fail("Expecting property name enclosed in double quotes", at)
	case next == '0' && errors.Is(err, io.ErrUnexpectedEOF):
		r.explainNumber(at, r.source[at:])
	case next == '0':
		r.explainNumber(at, r.source[at:broken])
	default:
		r.fail("Expecting value", at)
	}
}

// explainNumber takes what is sound at the start for the number, and what follows for the fault.
func (r *reader) explainNumber(at int, begun []byte) {
	number := bytes.TrimRight(begun, "+-.eE")
	r.limitDigits(string(number), at)
	switch {
	case len(number) == 0:
		r.fail("Expecting value", at)
	case r.in.StackDepth() == 0:
		r.fail("Extra data", at+len(number))
	default:
		r.fail("Expecting ',' delimiter", at+len(number))
	}
}

func (r *reader) explainText(quote, broken int) {
	if broken == len(r.source) {
		broken -= r.lastEscape(quote)
	}
	rest := r.source[broken:]
	switch {
	case len(rest) == 0, string(rest) == `\`:
		r.fail("Unterminated string starting at", quote)
	case rest[0] != '\\':
		r.fail("Invalid control character at", broken)
	case rest[1] != 'u':
		r.fail(`Invalid \escape`, broken)
	case len(rest) == len(`\uXXXX`), !isUnit(rest):
		r.fail(`Invalid \uXXXX escape`, broken+1)
	case bytes.HasPrefix(rest[6:], []byte(`\u`)) && !isUnit(rest[6:]):
		r.fail(`Invalid \uXXXX escape`, broken+7)
	default:
		r.fail("Lone surrogate", broken)
	}
}

// lastEscape is the length of the \uXXXX with which an unfinished string ends, or 0: Python wants something behind it.
func (r *reader) lastEscape(quote int) int {
	text := r.source[quote:]
	at := bytes.LastIndexByte(text, '\\')
	if at < 0 || len(text)-at != len(`\uXXXX`) || text[at+1] != 'u' {
		return 0
	}
	if before := bytes.TrimRight(text[:at], `\`); (at-len(before))%2 == 1 {
		return 0
	}
	return len(`\uXXXX`)
}

// isUnit reports whether four hexadecimal digits follow the first two bytes.
func isUnit(escape []byte) bool {
	if len(escape) < len(`\uXXXX`) {
		return false
	}
	_, err := strconv.ParseUint(string(escape[2:6]), 16, 16)
	return err == nil
}

func (r *reader) skip(at int) int {
	return len(r.source) - len(bytes.TrimLeft(r.source[at:], " \t\r\n"))
}
