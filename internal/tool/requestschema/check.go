package requestschema

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// step is one part of a way to a value: a name, or a place in a list when the name is empty.
type step struct {
	name  string
	place int
}

// checker walks one document along one schema.
type checker struct {
	path     []step
	failures Failures
	// pathValue gives the path parameters; nil when there is no path to compare with.
	pathValue func(string) string
}

func (c *checker) full() bool { return len(c.failures) >= failureLimit }

// fail notes a failure here; input is what to repeat.
func (c *checker) fail(r *rule, input Value) {
	if c.full() {
		return
	}
	loc := make([]any, len(c.path))
	for i, s := range c.path {
		if s.name != "" {
			loc[i] = s.name
		} else {
			loc[i] = s.place
		}
	}
	c.failures = append(c.failures, Failure{Type: r.name, Loc: loc, Msg: r.msg, Input: input, Ctx: r.ctx, Limit: r.limit, Reason: r.reason})
}

// check checks the cell's value and completes the cell with what came out.
func (c *checker) check(s *Schema, out *cell) {
	kind := out.kind()
	if kind == kindNull && s.nullable {
		return
	}
	var broken *rule
	switch s.form {
	case formText:
		broken = c.text(s, out.Value)
	case formInteger:
		out.number, broken = s.integer(kind, out.raw())
	case formNumber:
		out.number, broken = s.number(kind, out.raw())
	case formBoolean:
		var b bool
		if b, broken = readBoolean(kind, out.raw()); b {
			out.number = 1
		}
	case formList:
		broken = c.list(s, out)
	case formRecord:
		var o Object
		if o, broken = c.record(s, out.Value); broken == nil {
			out.records = []Object{o}
		}
	}
	if broken != nil {
		c.fail(broken, out.Value)
	}
}

func (c *checker) text(s *Schema, v Value) *rule {
	t := &s.text
	text, isText := v.Text()
	if !isText {
		return s.wrongType
	}
	switch {
	case shorter(text, t.min):
		return t.tooShort
	case t.tooLong != nil && longer(text, t.max):
		return t.tooLong
	case t.pattern != nil && !t.pattern.MatchString(text):
		return t.mismatch
	case t.notLiteral != nil && !slices.Contains(t.literals, text):
		return t.notLiteral
	}
	if t.date {
		if broken := checkDate(text); broken != nil {
			return broken
		}
	}
	switch {
	case strings.IndexByte(text, 0) >= 0:
		return nulCharacter
	case t.url && !hasWebScheme(text):
		return wrongScheme
	case t.samePath != "" && c.pathValue != nil && c.pathValue(t.samePath) != text:
		return t.notSame
	}
	return nil
}

// shorter and longer count code points, and only when the number of bytes does not settle it.
func shorter(text string, n int) bool {
	return n > 0 && len(text) < n*utf8.UTFMax && utf8.RuneCountInString(text) < n
}

func longer(text string, n int) bool {
	return len(text) > n && utf8.RuneCountInString(text) > n
}

func (s *Schema) integer(k kind, text string) (int64, *rule) {
	i, broken := readInteger(k, text)
	if broken != nil {
		return 0, broken
	}
	for j := range s.bounds {
		if s.bounds[j].breaksWhole(i) {
			return 0, s.bounds[j].broken
		}
	}
	if i.over != 0 {
		return 0, integerTooLarge
	}
	return i.n, nil
}

// number refuses what is not finite even where no bound does: nothing could be computed with it.
func (s *Schema) number(k kind, text string) (int64, *rule) {
	f, broken := readNumber(k, text)
	if broken != nil {
		return 0, broken
	}
	for j := range s.bounds {
		if s.bounds[j].breaksNumber(f) {
			return 0, s.bounds[j].broken
		}
	}
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return 0, notFinite
	}
	return int64(math.Float64bits(f)), nil
}

// list reports a list that is too long without looking into it, and one that is too short only when every item
// is sound.
func (c *checker) list(s *Schema, out *cell) *rule {
	if out.kind() != kindList {
		return s.wrongType
	}
	count := out.count()
	if count > s.maxItems {
		return listTooLong(s.maxItems, count)
	}
	before := len(c.failures)
	if s.items != nil && s.items.form != formAny {
		c.items(s.items, out)
	}
	if count < s.minItems && len(c.failures) == before {
		return listTooShort(s.minItems, count)
	}
	return nil
}

func (c *checker) items(s *Schema, out *cell) {
	place := len(c.path)
	c.path = append(c.path, step{})
	for item := range out.items() {
		if c.full() {
			break
		}
		checked := cell{Value: item}
		c.check(s, &checked)
		c.path[place].place++
		out.records = append(out.records, checked.records...)
	}
	c.path = c.path[:place]
}

func (c *checker) record(s *Schema, v Value) (Object, *rule) {
	if v.kind() != kindRecord {
		return Object{}, s.wrongType
	}
	cells := make([]cell, len(s.fields))
	for name, m := range v.members() {
		if i, known := s.places[name]; known {
			cells[i].Value = m
		}
	}
	c.fields(s, cells, v)
	return Object{schema: s, cells: cells, whole: v}, nil
}

// fields checks what was sent for each declared member, in the order of declaration.
func (c *checker) fields(s *Schema, cells []cell, whole Value) {
	c.path = append(c.path, step{})
	last := len(c.path) - 1
	for i := range s.fields {
		f := &s.fields[i]
		c.path[last].name = f.name
		switch {
		case cells[i].sent():
			c.check(f.schema, &cells[i])
		case f.required:
			c.fail(missing, whole)
		}
	}
	c.path = c.path[:last]
}
