package main

import (
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// contract is what a client needs of the description.
type contract struct {
	root   *yaml.Node
	types  []named // as written
	groups []group // one a tag
	codes  []code
}

type named struct {
	name string
	*schema
}

type code struct {
	number int
	name   string
}

type group struct {
	name, about string
	operations  []operation
}

type operation struct {
	name           string // within its group, as start or listAnswers
	method, path   string
	about          string
	inPath, query  []param
	body           string   // a type, or empty
	filled         []string // fields of the body that are taken from the path
	result         string   // the type inside the envelope
	item           string   // of a list that has pages: what it holds
	idempotencyKey bool
	stream         bool // the answer is a file, not an envelope

	id      string     // in the contract
	example *yaml.Node // of the body
}

type param struct {
	name, about string
	*schema
	example *yaml.Node
}

type schema struct {
	ref, kind, format, about string
	nullable                 bool
	enum                     []string
	items                    *schema
	fields                   []field
	base                     string // of an allOf
	free                     bool   // an object of any fields
	fromPath                 bool
}

type field struct {
	name     string
	required bool
	*schema
}

func readContract(text []byte) (*contract, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	root := document.Content[0]
	c := &contract{root: root}
	schemas := map[string]*schema{}
	for name, n := range pairs(at(root, "components", "schemas")) {
		s := readSchema(n)
		schemas[name] = s
		if name == "KnownCode" {
			c.codes = readCodes(n)
			continue
		}
		c.types = append(c.types, named{name, s})
	}
	for _, n := range at(root, "tags").Content {
		c.groups = append(c.groups, group{name: value(n, "name"), about: oneLine(value(n, "description"))})
	}
	for path, methods := range pairs(at(root, "paths")) {
		for method, n := range pairs(methods) {
			tag := at(n, "tags").Content[0].Value
			i := slices.IndexFunc(c.groups, func(g group) bool { return g.name == tag })
			o, err := readOperation(root, schemas, tag, path, method, n)
			if err != nil {
				return nil, err
			}
			if o.result != "" || o.stream {
				c.groups[i].operations = append(c.groups[i].operations, o)
			}
		}
	}
	c.groups = slices.DeleteFunc(c.groups, func(g group) bool { return len(g.operations) == 0 })
	for _, g := range c.groups {
		tellApart(g.operations)
	}
	c.types = slices.DeleteFunc(c.types, func(t named) bool { // the envelope is the client's own matter
		return t.name == "Success" || t.name == "Description" || strings.HasSuffix(t.name, "Result") ||
			strings.HasSuffix(t.name, "Failure") && t.name != "ValidationFailure"
	})
	return c, nil
}

// tellApart calls the second of two operations of one name, as deletePrompt and deletePrompts, after the many it is about.
func tellApart(operations []operation) {
	for i := range operations {
		for j := range operations {
			if i != j && operations[i].name == operations[j].name && len(operations[i].inPath) > 0 && operations[i].method == "POST" {
				operations[i].name += "Many"
			}
		}
	}
}

func readOperation(root *yaml.Node, schemas map[string]*schema, tag, path, method string, n *yaml.Node) (operation, error) {
	o := operation{
		name: methodName(tag, value(n, "operationId")), method: strings.ToUpper(method), path: path,
		about: oneLine(value(n, "summary")), id: value(n, "operationId"),
	}
	if ps := at(n, "parameters"); ps != nil {
		for _, p := range ps.Content {
			p = resolve(root, p)
			made := param{value(p, "name"), oneLine(value(p, "description")), readSchema(at(p, "schema")), at(p, "example")}
			switch value(p, "in") {
			case "path":
				o.inPath = append(o.inPath, made)
			case "query":
				o.query = append(o.query, made)
			default:
				o.idempotencyKey = o.idempotencyKey || made.name == "Idempotency-Key"
			}
		}
	}
	if b := at(n, "requestBody", "content", "application/json", "schema"); b != nil {
		o.body, o.example = refName(b), at(n, "requestBody", "content", "application/json", "example")
		for _, f := range schemas[o.body].fields {
			if f.fromPath {
				o.filled = append(o.filled, f.name)
			}
		}
	}
	if o.stream = at(n, "responses", "200", "content", "application/x-ndjson") != nil; o.stream {
		return o, nil
	}
	answer := at(n, "responses", "200", "content", "application/json", "schema")
	if answer == nil || !strings.HasSuffix(refName(answer), "Result") {
		return o, nil // not an envelope: a document
	}
	envelope := schemas[refName(answer)]
	for _, f := range envelope.fields {
		if f.name == "data" {
			o.result = f.ref
		}
	}
	if o.result == "" {
		return o, fmt.Errorf("%s %s: the data of its answer has no name", method, path)
	}
	if slices.ContainsFunc(o.query, func(p param) bool { return p.name == "page" }) {
		for _, f := range schemas[o.result].fields {
			if f.name == "items" {
				o.item = f.items.ref
			}
		}
	}
	return o, nil
}

// methodName says an operation within its group: listBrands of brands is list, getOverview of analyses is overview.
func methodName(tag, id string) string {
	i := strings.IndexFunc(id, func(r rune) bool { return r >= 'A' && r <= 'Z' })
	if i < 0 {
		return id
	}
	verb, noun := id[:i], id[i:]
	switch low := strings.ToLower(noun); {
	case low == tag || low+"s" == tag:
		return verb
	case verb == "get":
		return strings.ToLower(noun[:1]) + noun[1:]
	}
	return id
}

func readSchema(n *yaml.Node) *schema {
	s := &schema{
		ref: refName(n), format: value(n, "format"), about: oneLine(value(n, "description")),
		fromPath: at(n, "x-same-as-path") != nil,
	}
	if t := at(n, "type"); t != nil {
		s.kind = t.Value
		for _, one := range t.Content { // ["string", "null"]
			if one.Value == "null" {
				s.nullable = true
			} else {
				s.kind = one.Value
			}
		}
	}
	if e := at(n, "enum"); e != nil {
		for _, one := range e.Content {
			s.enum = append(s.enum, one.Value)
		}
	}
	if any := at(n, "anyOf"); any != nil {
		for _, one := range any.Content {
			if value(one, "type") == "null" {
				s.nullable = true
			} else if s.ref == "" {
				s.ref = refName(one)
			}
		}
	}
	if all := at(n, "allOf"); all != nil {
		s.kind, s.base = "object", refName(all.Content[0])
		n = all.Content[1]
	}
	if items := at(n, "items"); items != nil {
		s.items = readSchema(items)
	}
	if extra := at(n, "additionalProperties"); extra != nil {
		s.free = true
	}
	required := at(n, "required")
	for name, p := range pairs(at(n, "properties")) {
		must := required != nil && slices.ContainsFunc(required.Content, func(r *yaml.Node) bool { return r.Value == name })
		s.fields = append(s.fields, field{name, must, readSchema(p)})
	}
	return s
}

func readCodes(n *yaml.Node) []code {
	var list []code
	names := at(n, "x-enum-varnames").Content
	for i, v := range at(n, "enum").Content {
		var number int
		_, _ = fmt.Sscan(v.Value, &number)
		list = append(list, code{number, names[i].Value})
	}
	return list
}

// at follows keys of mappings; nil when there is none.
func at(n *yaml.Node, keys ...string) *yaml.Node {
	for _, key := range keys {
		if n == nil || n.Kind != yaml.MappingNode {
			return nil
		}
		var next *yaml.Node
		for i := 0; i < len(n.Content); i += 2 {
			if n.Content[i].Value == key {
				next = n.Content[i+1]
			}
		}
		n = next
	}
	return n
}

func value(n *yaml.Node, key string) string {
	if v := at(n, key); v != nil {
		return v.Value
	}
	return ""
}

// pairs goes through a mapping as it is written.
func pairs(n *yaml.Node) func(func(string, *yaml.Node) bool) {
	return func(yield func(string, *yaml.Node) bool) {
		if n == nil {
			return
		}
		for i := 0; i < len(n.Content); i += 2 {
			if !yield(n.Content[i].Value, n.Content[i+1]) {
				return
			}
		}
	}
}

func refName(n *yaml.Node) string {
	ref := value(n, "$ref")
	return ref[strings.LastIndex(ref, "/")+1:]
}

func resolve(root, n *yaml.Node) *yaml.Node {
	if ref := value(n, "$ref"); ref != "" {
		return at(root, strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
	}
	return n
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// words splits snake_case and lowerCamel.
func words(s string) []string {
	var list []string
	for _, part := range strings.FieldsFunc(s, func(r rune) bool { return r == '_' || r == '-' || r == '.' || r == ':' }) {
		from := 0
		for i, r := range part {
			if i > 0 && r >= 'A' && r <= 'Z' {
				list, from = append(list, part[from:i]), i
			}
		}
		list = append(list, part[from:])
	}
	return list
}

func snake(s string) string { return strings.ToLower(strings.Join(words(s), "_")) }
