package assistant

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// depthLimit is how deep lists and objects may nest, as in the library.
const depthLimit = 10_000

// decoder stands at a place of a document. Its methods are false where the document is broken.
type decoder struct {
	raw      []byte
	at       int
	depth    int
	mismatch bool // a value was of an unexpected type
	short    strings.Builder
}

// shortText is the longest text that shares its memory with others, and shortRoom how much is taken for them at a time.
const shortText, shortRoom = 256, 4096 // bytes

// string is the text of a JSON string that was passed over. Replies hold hundreds of short ones: they lie side by side in one
// builder, which is left for another before it would have to move what it holds.
func (d *decoder) string(raw []byte) (string, error) {
	if len(raw) > shortText || !utf8.Valid(raw) {
		return unquote(raw)
	}
	if d.short.Cap()-d.short.Len() < len(raw) {
		room := min(shortRoom, max(shortText, 4*d.short.Cap()))
		d.short = strings.Builder{}
		d.short.Grow(room)
	}
	from := d.short.Len()
	writePlain(&d.short, raw[1:len(raw)-1])
	return d.short.String()[from:], nil
}

// next passes over blanks and gives the byte behind them, 0 at the end.
func (d *decoder) next() byte {
	for ; d.at < len(d.raw); d.at++ {
		switch c := d.raw[d.at]; c {
		case ' ', '\n', '\t', '\r':
		default:
			return c
		}
	}
	return 0
}

// skip passes over a value of any kind.
func (d *decoder) skip() bool {
	switch c := d.next(); c {
	case '{':
		return d.object(func([]byte) bool { return d.skip() })
	case '[':
		return d.elements(d.skip)
	case '"':
		return d.text()
	case 't':
		return d.word("true")
	case 'f':
		return d.word("false")
	case 'n':
		return d.word("null")
	}
	return d.number()
}

// object calls each behind every key of the object at the current place.
func (d *decoder) object(each func(key []byte) bool) bool {
	return d.members('}', func() bool {
		from := d.at
		if d.next() != '"' || !d.text() {
			return false
		}
		key := d.raw[from+1 : d.at-1]
		if bytes.IndexByte(key, '\\') >= 0 || !utf8.Valid(key) {
			plain, err := unquote(d.raw[from:d.at])
			if err != nil {
				return false
			}
			key = []byte(plain)
		}
		if d.next() != ':' {
			return false
		}
		d.at++
		return each(key)
	})
}

// elements calls each at every element of the list at the current place.
func (d *decoder) elements(each func() bool) bool { return d.members(']', each) }

func (d *decoder) members(end byte, each func() bool) bool {
	if d.depth++; d.depth > depthLimit {
		return false
	}
	d.at++
	if d.next() == end {
		d.at++
		d.depth--
		return true
	}
	for {
		d.next()
		if !each() {
			return false
		}
		c := d.next()
		d.at++
		switch c {
		case end:
			d.depth--
			return true
		case ',':
		default:
			return false
		}
	}
}

// inText are the bytes that mean themselves in a string.
var inText = func() (set [256]bool) {
	for b := ' '; b < 256; b++ {
		set[b] = b != '"' && b != '\\'
	}
	return set
}()

// text passes over the string at the current place.
func (d *decoder) text() bool {
	at := d.at + 1
	for {
		at += plainBytes(d.raw[at:])
		switch {
		case at >= len(d.raw)-1 && (at == len(d.raw) || d.raw[at] != '"'):
			return false
		case d.raw[at] == '"':
			d.at = at + 1
			return true
		case d.raw[at] != '\\':
			return false
		case d.raw[at+1] == 'u':
			if at+6 > len(d.raw) || hexRune(d.raw[at+2:]) < 0 {
				return false
			}
			at += 6
		case escapes[d.raw[at+1]] == 0:
			return false
		default:
			at += 2
		}
	}
}

// plainBytes counts the bytes that mean themselves before the first that does not, eight at a time.
func plainBytes(raw []byte) (n int) {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	for ; len(raw)-n >= 8; n += 8 {
		x := binary.LittleEndian.Uint64(raw[n:])
		quote, slash := x^'"'*ones, x^'\\'*ones
		// A byte is below a small limit where taking the limit away borrows and its own top bit is not set. What a borrow spoils
		// stands behind the first such byte, which alone is looked at.
		if stop := ((quote-ones)&^quote | (slash-ones)&^slash | (x-' '*ones)&^x) & tops; stop != 0 {
			return n + bits.TrailingZeros64(stop)/8
		}
	}
	for n < len(raw) && inText[raw[n]] {
		n++
	}
	return n
}

func (d *decoder) word(word string) bool {
	if !bytes.HasPrefix(d.raw[d.at:], []byte(word)) {
		return false
	}
	d.at += len(word)
	return true
}

// number passes over the number at the current place.
func (d *decoder) number() bool {
	if d.is('-') {
		d.at++
	}
	if d.is('0') {
		d.at++
	} else if !d.digits() {
		return false
	}
	if d.is('.') {
		if d.at++; !d.digits() {
			return false
		}
	}
	if d.is('e') || d.is('E') {
		if d.at++; d.is('+') || d.is('-') {
			d.at++
		}
		return d.digits()
	}
	return true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func (d *decoder) is(c byte) bool { return d.at < len(d.raw) && d.raw[d.at] == c }

func (d *decoder) digits() bool {
	from := d.at
	for d.at < len(d.raw) && isDigit(d.raw[d.at]) {
		d.at++
	}
	return d.at > from
}
