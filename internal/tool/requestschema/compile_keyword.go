package requestschema

import (
	"math"
	"strconv"
)

// literals compiles a closed list of strings. Without x-string-first every other value, of whatever type, is
// simply not one of them.
func (c *compiler) literals(s *Schema, v Value, at string) {
	null := false
	for item := range v.items() {
		text, isText := item.Text()
		switch {
		case isText:
			s.text.literals = append(s.text.literals, text)
		case item.IsNull():
			null = true
		default:
			c.fault(at, "enum: only strings and null are understood")
		}
	}
	if len(s.text.literals) == 0 {
		c.fault(at, "enum: no string in it")
	}
	if null != s.nullable {
		c.fault(at, "enum and type disagree about null")
	}
	s.text.notLiteral = literalMismatch(s.text.literals)
}

var bounds = map[string]struct {
	name, words, key string
	sign             int
	open             bool
}{
	"maximum":          {"less_than_equal", "less than or equal to", "le", 1, false},
	"exclusiveMaximum": {"less_than", "less than", "lt", 1, true},
	"minimum":          {"greater_than_equal", "greater than or equal to", "ge", -1, false},
	"exclusiveMinimum": {"greater_than", "greater than", "gt", -1, true},
}

func (c *compiler) numberKeyword(s *Schema, word string, v Value, at string) bool {
	if word == "format" {
		return s.form == formInteger && v.raw() == "int64" || s.form == formNumber && v.raw() == "double"
	}
	known, ok := bounds[word]
	if !ok {
		return false
	}
	b := bound{sign: known.sign, open: known.open, broken: outOfBounds(known.name, known.words, known.key, v.raw())}
	var err error
	b.number, err = strconv.ParseFloat(v.raw(), 64)
	if s.form == formInteger {
		b.whole, err = strconv.ParseInt(v.raw(), 10, 64)
	}
	if err != nil || v.kind() != kindInteger && v.kind() != kindFloat {
		c.fault(at, "%s: %q is not understood", word, v.raw())
	}
	// Upper limits are looked at first.
	if b.sign > 0 {
		s.bounds = append([]bound{b}, s.bounds...)
	} else {
		s.bounds = append(s.bounds, b)
	}
	return true
}

func (c *compiler) listKeyword(s *Schema, word string, v Value, at string) bool {
	switch word {
	case "items":
		s.items = c.schema(v, at+" items")
	case "minItems":
		s.minItems = c.size(v, at, word)
	case "maxItems":
		s.maxItems = c.size(v, at, word)
	default:
		return false
	}
	return true
}

func (c *compiler) size(v Value, at, word string) int {
	n, err := strconv.Atoi(v.raw())
	if v.kind() != kindInteger || err != nil || n < 0 || n > math.MaxInt32 {
		c.fault(at, "%s: %q is not understood", word, v.raw())
		return 0
	}
	return n
}

func (c *compiler) fields(s *Schema, v Value, at string) {
	for name, property := range memberOf(v, "properties").members() {
		s.fields = append(s.fields, field{name: name, schema: c.schema(property, at+"."+name)})
	}
	s.index()
	for name := range memberOf(v, "required").items() {
		i, declared := s.places[name.raw()]
		if !declared {
			c.fault(at, "required: %q is not declared", name.raw())
			continue
		}
		s.fields[i].required = true
	}
}

// fallback compiles the default, which must itself be valid.
func (c *compiler) fallback(s *Schema, v Value, at string) {
	value, found := v.member("default")
	if !found {
		return
	}
	out, check := cell{Value: value}, checker{}
	check.check(s, &out)
	if len(check.failures) > 0 {
		c.fault(at, "default: %s", check.failures[0].Msg)
	}
	s.fallback = &out
}
