package requestschema

import "regexp"

// form is what a schema asks for.
type form uint8

const (
	formAny form = iota
	formText
	formInteger
	formNumber
	formBoolean
	formList
	formRecord
)

var formNames = map[string]form{
	"string": formText, "integer": formInteger, "number": formNumber,
	"boolean": formBoolean, "array": formList, "object": formRecord,
}

// Schema checks one value. It is made by Compile and does not change afterwards.
type Schema struct {
	form     form
	nullable bool
	// wrongType is the failure of a value of another kind.
	wrongType *rule

	text   textRules
	bounds []bound

	items              *Schema
	minItems, maxItems int

	fields []field
	places map[string]int
	// parameters marks the record of an operation's query: a missing one has no object around it to show.
	parameters bool

	fallback *cell
}

// textRules are checked in this order; the first that is broken is the one reported.
type textRules struct {
	min, max          int
	tooShort, tooLong *rule
	pattern           *regexp.Regexp
	mismatch          *rule
	literals          []string
	notLiteral        *rule
	date, url         bool
	// samePath names the path parameter that the text must equal.
	samePath string
	notSame  *rule
}

// bound is one limit of a number.
type bound struct {
	broken *rule
	whole  int64
	number float64
	// sign is 1 for an upper limit and -1 for a lower one; open excludes the limit itself.
	sign int
	open bool
}

// field is one declared member of a record.
type field struct {
	name     string
	required bool
	schema   *Schema
}

// cell is a checked value, and what came out of its conversion.
type cell struct {
	Value
	// number is an integer, a boolean as 0 or 1, or the bits of a float.
	number int64
	// records are the checked records of a record or of a list of records.
	records []Object
}

// sent reports whether there is a value, null included.
func (c *cell) sent() bool { return c.json != nil }

func (b *bound) breaksWhole(i integer) bool {
	if i.over != 0 {
		return i.over == b.sign
	}
	switch {
	case b.open && i.n == b.whole:
		return true
	case b.sign > 0:
		return i.n > b.whole
	}
	return i.n < b.whole
}

// breaksNumber is true for NaN as well: it lies within no bounds.
func (b *bound) breaksNumber(f float64) bool {
	switch {
	case b.open && f == b.number:
		return true
	case b.sign > 0:
		return !(f <= b.number)
	}
	return !(f >= b.number)
}

// Check checks a value that did not come as a request of its own, a form for example. loc says where the value
// stands; failures are reported below it. The Object is that of a record schema.
func (s *Schema) Check(v Value, loc ...any) (Object, Failures) {
	c := checker{path: make([]step, 0, len(loc)+4)}
	for _, l := range loc {
		switch l := l.(type) {
		case string:
			c.path = append(c.path, step{name: l})
		case int:
			c.path = append(c.path, step{place: l})
		}
	}
	out := cell{Value: v}
	c.check(s, &out)
	if s.form == formRecord && len(out.records) == 1 {
		return out.records[0], c.failures
	}
	return Object{schema: s}, c.failures
}
