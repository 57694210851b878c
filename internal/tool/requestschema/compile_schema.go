package requestschema

import (
	"math"
	"regexp"
	"slices"
	"strings"
)

// annotations say nothing about which values are valid. Extensions (x-…) count as such, the known ones apart.
var annotations = []string{"title", "description", "example", "examples", "deprecated", "$comment", "externalDocs"}

// schema compiles a schema, a reference to one, or one of both beside null.
func (c *compiler) schema(v Value, at string) *Schema {
	if v.kind() != kindRecord {
		c.fault(at, "a schema is missing")
		return &Schema{}
	}
	if ref, found := v.member("$ref"); found {
		return c.overlay(c.component(ref.raw(), at), v, at, "$ref")
	}
	for _, word := range []string{"anyOf", "oneOf"} {
		if choices, found := v.member(word); found {
			return c.overlay(c.orNull(choices, at), v, at, word)
		}
	}
	s := c.typed(v, at)
	for word, value := range v.members() {
		if !c.annotation(s, word, value, at) && !c.keyword(s, word, value, at) {
			c.fault(at, "%q is not understood here", word)
		}
	}
	if s.form == formRecord {
		c.fields(s, v, at)
	}
	switch stringFirst := memberOf(v, "x-string-first").isTrue(); {
	case s.text.notLiteral != nil && !stringFirst:
		s.wrongType = s.text.notLiteral
	case s.text.notLiteral == nil && stringFirst:
		c.fault(at, "x-string-first is for an enum")
	}
	c.fallback(s, v, at)
	return s
}

func (c *compiler) component(ref, at string) *Schema {
	if s, ok := c.done[ref]; ok {
		return s
	}
	target, found := c.lookUp(ref)
	if !found {
		c.fault(at, "reference %q leads nowhere", ref)
		return &Schema{}
	}
	if c.open[ref] {
		c.fault(at, "%q holds itself", ref)
		return &Schema{}
	}
	c.open[ref] = true
	before := len(c.faults)
	s := c.schema(target, ref)
	delete(c.open, ref)
	if len(c.faults) == before {
		c.done[ref] = s
	}
	return s
}

// overlay adds what stands beside a reference or a choice: annotations and a default only.
func (c *compiler) overlay(base *Schema, v Value, at, word string) *Schema {
	s := *base
	for name, value := range v.members() {
		if name != word && !c.annotation(&s, name, value, at) {
			c.fault(at, "%q beside %s is not understood", name, word)
		}
	}
	c.fallback(&s, v, at)
	return &s
}

// orNull understands a choice between null and one other schema.
func (c *compiler) orNull(choices Value, at string) *Schema {
	var other *Schema
	null := false
	for choice := range choices.items() {
		if string(choice.json) == `{"type":"null"}` {
			null = true
			continue
		}
		other = c.schema(choice, at)
	}
	if choices.count() != 2 || !null || other == nil {
		c.fault(at, "a choice other than between null and one schema is not understood")
		return &Schema{}
	}
	s := *other
	s.nullable = true
	return &s
}

// typed starts a schema from its type and its literals, which together tell what a wrong value is called.
func (c *compiler) typed(v Value, at string) *Schema {
	s := &Schema{maxItems: math.MaxInt}
	types, literals := memberOf(v, "type"), memberOf(v, "enum")
	names := slices.Collect(types.items())
	if types.kind() == kindText {
		names = []Value{types}
	}
	for _, t := range names {
		name := t.raw()
		f, known := formNames[name]
		switch {
		case name == "null":
			s.nullable = true
		case !known, s.form != formAny:
			c.fault(at, "type %q is not understood here", name)
		default:
			s.form = f
		}
	}
	switch {
	case types.IsNull() && !literals.IsNull():
		s.form = formText
		s.nullable = slices.ContainsFunc(slices.Collect(literals.items()), Value.IsNull)
	case types.IsNull():
		s.nullable = true
	case s.form == formAny:
		c.fault(at, "null alone is not understood")
	}
	s.wrongType = [...]*rule{
		formAny: nil, formText: notText, formInteger: notInteger, formNumber: notNumber,
		formBoolean: notBoolean, formList: notList, formRecord: notObject,
	}[s.form]
	return s
}

// annotation reports whether the word leaves the check as it is, or has been taken care of.
func (c *compiler) annotation(s *Schema, word string, v Value, at string) bool {
	switch word {
	case "x-free-form":
		if s.form != formRecord {
			c.fault(at, "x-free-form is for objects")
		} else if v.isTrue() {
			s.wrongType = notFreeForm
		}
	case "x-same-as-path":
		if s.form != formText {
			c.fault(at, "x-same-as-path is for strings")
		}
		s.text.samePath = v.raw()
		s.text.notSame = refusal(v.raw() + " does not match the path")
	case "default", "type":
	default:
		return strings.HasPrefix(word, "x-") || slices.Contains(annotations, word)
	}
	return true
}

// keyword compiles one rule; it reports false for a word that has no meaning for this type.
func (c *compiler) keyword(s *Schema, word string, v Value, at string) bool {
	switch s.form {
	case formText:
		return c.textKeyword(s, word, v, at)
	case formInteger, formNumber:
		return c.numberKeyword(s, word, v, at)
	case formList:
		return c.listKeyword(s, word, v, at)
	case formRecord:
		// properties and required are compiled together, by fields.
		return word == "properties" || word == "required" || word == "additionalProperties" && v.isTrue()
	}
	return false
}

func (c *compiler) textKeyword(s *Schema, word string, v Value, at string) bool {
	t := &s.text
	switch word {
	case "minLength":
		t.min = c.size(v, at, word)
		t.tooShort = textTooShort(t.min)
	case "maxLength":
		t.max = c.size(v, at, word)
		t.tooLong = textTooLong(t.max)
	case "pattern":
		pattern, err := regexp.Compile(v.raw())
		if err != nil {
			c.fault(at, "pattern: %v", err)
		}
		t.pattern, t.mismatch = pattern, patternMismatch(v.raw())
	case "format":
		switch v.raw() {
		case "date":
			t.date, s.wrongType = true, notDate
		case "http-url":
			t.url = true
		default:
			return false
		}
	case "enum":
		c.literals(s, v, at)
	default:
		return false
	}
	return true
}
