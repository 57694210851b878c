package requestschema

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

const (
	// depthLimit is how many brackets may be open at once.
	depthLimit = 1000
	// digitLimit is how long a JSON integer may be. Clients written in Python could not read a longer one back.
	digitLimit = 4300
	// bom may precede a JSON text and is not counted in positions.
	bom = "\ufeff"
)

// SyntaxError says why a text is not JSON. Position counts code points.
type SyntaxError struct {
	Msg      string
	Position int
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s: char %d", e.Msg, e.Position) }

// Read reads one strict JSON text: UTF-8, no lone surrogates, no NaN or Infinity, at most 1,000 levels deep.
// It takes time linear in the length of the text, and words its faults as Python does.
func Read(text []byte) (Value, *SyntaxError) {
	source := strings.TrimPrefix(string(text), bom)
	if len(source) > math.MaxInt32 {
		return Value{}, &SyntaxError{Msg: "Document too large"}
	}
	if !utf8.ValidString(source) {
		return Value{}, &SyntaxError{Msg: "Invalid UTF-8", Position: validPrefix(source)}
	}
	r := reader{source: source, parent: none, nodes: make([]node, 0, min(len(source)/16+8, 1024))}
	if err := r.read(); err != nil {
		return Value{}, err
	}
	return Value{doc: &document{source: source, arena: string(r.arena), nodes: r.nodes}}, nil
}

// validPrefix counts the code points before the first byte that is not UTF-8.
func validPrefix(s string) int {
	n := 0
	for i, c := range s {
		if c == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return n
			}
		}
		n++
	}
	return n
}

// none marks that no container is open.
const none = math.MaxUint32

// reader needs no stack: while a container is open, its node's next points to the container around it.
type reader struct {
	source string
	pos    int
	nodes  []node
	arena  []byte
	parent uint32
	depth  int
}

func (r *reader) fault(msg string, pos int) *SyntaxError {
	return &SyntaxError{Msg: msg, Position: utf8.RuneCountInString(r.source[:pos])}
}

func (r *reader) space() {
	for r.pos < len(r.source) {
		switch r.source[r.pos] {
		case ' ', '\t', '\n', '\r':
			r.pos++
		default:
			return
		}
	}
}

// peek is the next byte, or 0 at the end: 0 is never part of JSON.
func (r *reader) peek() byte {
	if r.pos < len(r.source) {
		return r.source[r.pos]
	}
	return 0
}

func (r *reader) read() *SyntaxError {
	r.space()
	for {
		opened, err := r.value()
		if err != nil {
			return err
		}
		if opened {
			continue
		}
		done, err := r.ascend()
		if err != nil || done {
			return err
		}
	}
}

// value reads one scalar, one empty container, or the opening of a container up to its first value.
func (r *reader) value() (opened bool, err *SyntaxError) {
	switch c := r.peek(); c {
	case '{':
		return r.open(kindRecord, '}')
	case '[':
		return r.open(kindList, ']')
	case '"':
		return false, r.text()
	case 't':
		return false, r.word("true", kindTrue)
	case 'f':
		return false, r.word("false", kindFalse)
	case 'n':
		return false, r.word("null", kindNull)
	default:
		return false, r.number()
	}
}

func (r *reader) open(k kind, closing byte) (opened bool, err *SyntaxError) {
	if r.depth == depthLimit {
		return false, r.fault("Nesting deeper than 1000 levels", r.pos)
	}
	r.pos++
	r.nodes = append(r.nodes, node{kind: k, next: r.parent})
	r.parent = uint32(len(r.nodes) - 1)
	r.depth++
	r.space()
	if r.peek() == closing {
		r.close()
		return false, nil
	}
	if k == kindRecord {
		return true, r.key()
	}
	return true, nil
}

func (r *reader) close() {
	r.pos++
	n := &r.nodes[r.parent]
	r.parent, n.next = n.next, uint32(len(r.nodes))
	r.depth--
}

// ascend follows a complete value: it closes what closes here and stops before the next value, if there is one.
func (r *reader) ascend() (done bool, err *SyntaxError) {
	for r.parent != none {
		n := &r.nodes[r.parent]
		n.start++
		r.space()
		switch c := r.peek(); {
		case c == '}' && n.kind == kindRecord, c == ']' && n.kind == kindList:
			r.close()
			continue
		case c != ',':
			return false, r.fault("Expecting ',' delimiter", r.pos)
		}
		r.pos++
		r.space()
		if n.kind == kindRecord {
			return false, r.key()
		}
		return false, nil
	}
	r.space()
	if r.pos < len(r.source) {
		return false, r.fault("Extra data", r.pos)
	}
	return true, nil
}

// key reads a member's name, the colon, and the space before the value.
func (r *reader) key() *SyntaxError {
	if r.peek() != '"' {
		return r.fault("Expecting property name enclosed in double quotes", r.pos)
	}
	if err := r.text(); err != nil {
		return err
	}
	r.space()
	if r.peek() != ':' {
		return r.fault("Expecting ':' delimiter", r.pos)
	}
	r.pos++
	r.space()
	return nil
}

func (r *reader) word(word string, k kind) *SyntaxError {
	if !strings.HasPrefix(r.source[r.pos:], word) {
		return r.fault("Expecting value", r.pos)
	}
	r.add(k, r.pos, r.pos+len(word))
	return nil
}

// add appends a scalar whose text stands in the source, and moves behind it.
func (r *reader) add(k kind, start, end int) {
	r.nodes = append(r.nodes, node{kind: k, start: uint32(start), end: uint32(end), next: uint32(len(r.nodes) + 1)})
	r.pos = end
}

// number reads the longest number that starts here; what follows it is judged by the caller.
func (r *reader) number() *SyntaxError {
	start, pos := r.pos, r.pos
	if r.peek() == '-' {
		pos++
	}
	first := pos
	pos = r.digits(pos)
	if pos == first {
		return r.fault("Expecting value", start)
	}
	if r.source[first] == '0' {
		pos = first + 1
	}
	if pos-first > digitLimit && !r.fraction(pos) {
		return r.fault("Exceeds the limit (4300 digits) for integer string conversion", start)
	}
	k := kindInteger
	if pos+1 < len(r.source) && r.source[pos] == '.' {
		if end := r.digits(pos + 1); end > pos+1 {
			k, pos = kindFloat, end
		}
	}
	if end := r.exponent(pos); end > pos {
		k, pos = kindFloat, end
	}
	r.add(k, start, pos)
	return nil
}

// fraction reports whether a fraction or an exponent follows at pos, which makes the number a float.
func (r *reader) fraction(pos int) bool {
	if pos < len(r.source) && r.source[pos] == '.' && r.digits(pos+1) > pos+1 {
		return true
	}
	return r.exponent(pos) > pos
}

func (r *reader) digits(pos int) int {
	for pos < len(r.source) && isDigit(r.source[pos]) {
		pos++
	}
	return pos
}

// exponent returns where the exponent at pos ends, or pos when there is none.
func (r *reader) exponent(pos int) int {
	if pos >= len(r.source) || r.source[pos]|0x20 != 'e' {
		return pos
	}
	first := pos + 1
	if first < len(r.source) && (r.source[first] == '+' || r.source[first] == '-') {
		first++
	}
	if end := r.digits(first); end > first {
		return end
	}
	return pos
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
