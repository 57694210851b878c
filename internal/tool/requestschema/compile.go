package requestschema

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// compiler turns the document into checkers and notes every fault it finds on the way.
type compiler struct {
	faults []error
	// parts holds the parts of the document that were looked for, and those beside them, by reference.
	parts map[string]Value
	// done holds the components compiled so far; open those being compiled, to notice a circle.
	done map[string]*Schema
	open map[string]bool
}

func (c *compiler) fault(at, format string, args ...any) {
	c.faults = append(c.faults, fmt.Errorf("%s: %s", at, fmt.Sprintf(format, args...)))
}

// resolve follows references to another part of the document.
func (c *compiler) resolve(v Value, at string) Value {
	const most = 8
	for range most {
		ref, found := v.member("$ref")
		if !found {
			return v
		}
		target, ok := c.lookUp(ref.raw())
		if !ok {
			c.fault(at, "reference %q leads nowhere", ref.raw())
			return Value{}
		}
		v = target
	}
	c.fault(at, "references in a circle")
	return Value{}
}

// escape is how a reference writes a tilde and a slash.
var escape = strings.NewReplacer("~", "~0", "/", "~1")

func (c *compiler) lookUp(ref string) (Value, bool) {
	v, known := c.parts[ref]
	slash := strings.LastIndexByte(ref, '/')
	if known || slash < 0 {
		return v, known
	}
	around, _ := c.lookUp(ref[:slash])
	for name, m := range around.members() {
		c.parts[ref[:slash+1]+escape.Replace(name)] = m
	}
	v, known = c.parts[ref]
	return v, known
}

// part is a part of the document; null when there is none.
func (c *compiler) part(ref string) Value {
	v, _ := c.lookUp(ref)
	return v
}

// methods are the operations a path may have.
var methods = []string{"get", "put", "post", "delete", "options", "head", "patch", "trace"}

func (c *compiler) contract() *Contract {
	contract := &Contract{places: map[string]*Operation{}}
	for path, item := range c.part("#/paths").members() {
		item = c.resolve(item, path)
		shared := slices.Collect(memberOf(item, "parameters").items())
		for method, v := range item.members() {
			if !slices.Contains(methods, method) {
				continue
			}
			o := c.operation(strings.ToUpper(method), path, v, shared)
			contract.operations = append(contract.operations, o)
			contract.places[o.method+" "+o.path] = o
		}
	}
	contract.schemas = c.components()
	return contract
}

// components compiles the named schemas. One that no request uses may hold what is not understood: it is left out.
func (c *compiler) components() map[string]*Schema {
	all := map[string]*Schema{}
	for name := range c.part("#/components/schemas").members() {
		before := len(c.faults)
		s := c.component("#/components/schemas/"+escape.Replace(name), "components")
		if len(c.faults) == before {
			all[name] = s
		}
		c.faults = c.faults[:before]
	}
	return all
}

func (c *compiler) operation(method, path string, v Value, shared []Value) *Operation {
	at := method + " " + path
	o := &Operation{
		method: method, path: path, id: textOf(v, "operationId"), scope: textOf(v, "x-scope"), since: textOf(v,
			"x-deprecated"), sunset: textOf(v, "x-sunset"),
		query: &Schema{form: formRecord, parameters: true},
	}
	if scope := memberOf(v, "x-scope"); !scope.IsNull() && scope.kind() != kindText {
		c.fault(at, "x-scope should be a string or null")
	}
	for _, p := range slices.AppendSeq(slices.Clip(shared), memberOf(v, "parameters").items()) {
		c.parameter(o, c.resolve(p, at), at)
	}
	o.query.index()
	if body, found := v.member("requestBody"); found {
		c.body(o, c.resolve(body, at), at+" body")
	}
	return o
}

// isCredential reports headers that are no parameters even when they are declared as such: those that OpenAPI
// excludes, and those that carry a key. Failures repeat what was sent, and a key must not be repeated.
func (c *compiler) isCredential(header string) bool {
	if slices.Contains([]string{"accept", "content-type", "authorization"}, header) {
		return true
	}
	for _, scheme := range c.part("#/components/securitySchemes").members() {
		if textOf(scheme, "in") == "header" && strings.EqualFold(textOf(scheme, "name"), header) {
			return true
		}
	}
	return false
}

func (c *compiler) parameter(o *Operation, p Value, at string) {
	name, place, schema := textOf(p, "name"), textOf(p, "in"), memberOf(p, "schema")
	at += " " + place + " " + name
	if style := textOf(p, "style"); style != "" && style != "form" || memberOf(p, "explode").kind() == kindFalse {
		c.fault(at, "a list is understood only as a repeated name (style form, explode true)")
	}
	f := field{name: name, required: memberOf(p, "required").isTrue()}
	switch place {
	case "path": // an id that is none is not found; only listed values are a matter of shape
		if resolved := c.resolve(schema, at); !memberOf(resolved, "enum").IsNull() {
			f.schema = c.schema(schema, at)
			o.places = append(o.places, f)
		}
	case "query":
		f.schema = c.schema(schema, at)
		if o.query.has(name) {
			c.fault(at, "declared twice")
		}
		if !f.schema.isFlat() && (f.schema.form != formList || f.schema.items != nil && !f.schema.items.isFlat()) {
			c.fault(at, "an object or a list of lists cannot be sent here")
		}
		o.query.fields = append(o.query.fields, f)
	case "header":
		f.name = strings.ToLower(name)
		if c.isCredential(f.name) {
			return
		}
		f.schema = c.schema(schema, at)
		if !f.schema.isFlat() {
			c.fault(at, "an object or a list cannot be sent here")
		}
		o.headers = append(o.headers, f)
	default:
		c.fault(at, "parameters in %q are not understood", place)
	}
}

func (c *compiler) body(o *Operation, body Value, at string) {
	o.required = memberOf(body, "required").isTrue()
	for name, media := range memberOf(body, "content").members() {
		if name != "application/json" {
			c.fault(at, "media type %q is not understood", name)
			continue
		}
		o.body = c.schema(memberOf(media, "schema"), at)
	}
	if o.body == nil || o.body.form != formRecord {
		c.fault(at, "should be an object")
		o.body = &Schema{form: formRecord, wrongType: notObject}
	}
	c.samePaths(o.body, o.path, at)
}

// samePaths checks that the path has the parameters with which parts of the body are compared.
func (c *compiler) samePaths(s *Schema, path, at string) {
	if name := s.text.samePath; name != "" && !strings.Contains(path, "{"+name+"}") {
		c.fault(at, "x-same-as-path: the path has no %q", name)
	}
	if s.items != nil {
		c.samePaths(s.items, path, at)
	}
	for i := range s.fields {
		c.samePaths(s.fields[i].schema, path, at)
	}
}

// index makes the declared members findable by name.
func (s *Schema) index() {
	s.places = make(map[string]int, len(s.fields))
	for i := range s.fields {
		s.places[s.fields[i].name] = i
	}
}

// isFlat reports whether a value can be written as one text.
func (s *Schema) isFlat() bool { return s.form != formList && s.form != formRecord }

func (s *Schema) has(name string) bool {
	return slices.ContainsFunc(s.fields, func(f field) bool { return f.name == name })
}

func memberOf(v Value, name string) Value {
	m, _ := v.member(name)
	return m
}

func textOf(v Value, name string) string {
	text, _ := memberOf(v, name).Text()
	return text
}

func (c *compiler) err() error { return errors.Join(c.faults...) }
