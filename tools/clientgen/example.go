package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/format"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// calls are one operation as callers write it, with the contract's examples.
type calls struct {
	Go         string `json:"go"`
	TypeScript string `json:"typescript"`
	Python     string `json:"python"`
}

// writeCalls writes the examples of the reference, by the operations' names in the contract.
func writeCalls(out *bytes.Buffer, c *contract) {
	all := map[string]calls{}
	for _, g := range c.groups {
		for _, o := range g.operations {
			all[o.id] = calls{goCall(c, g, o), tsCall(c, g, o), pyCall(c, g, o)}
		}
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(all); err != nil {
		panic(err) // texts only
	}
}

// writeGoCalls writes the same as a test that is compiled and never run.
func writeGoCalls(out *bytes.Buffer, c *contract) {
	fmt.Fprint(out,
		"// Code generated from the contract by tools/clientgen. DO NOT EDIT.\n\npackage client_test\n\nimport (\n\"context\"\n\n\"renown/client\"\n)\n\n")
	fmt.Fprint(out,
		"// The calls that the reference shows compile.\nvar _ = func(ctx context.Context, renown *client.Client) (err error) {\n")
	for _, g := range c.groups {
		for _, o := range g.operations {
			fmt.Fprintf(out, "{\n%s\n_, _ = result, err\n}\n", goCall(c, g, o))
		}
	}
	fmt.Fprint(out, "return err\n}\n")
}

// pathExample is the invented id of a parameter of the path.
func pathExample(p param) string {
	if p.example != nil {
		return p.example.Value
	}
	return p.name
}

// shown are the parameters of the query that the reference shows: lists, whose form is not plain.
func (o operation) shown() (list []param) {
	for _, p := range o.query {
		if p.example != nil && p.example.Kind == yaml.SequenceNode {
			list = append(list, p)
		}
	}
	return list
}

// sent are the members of the body's example, without those that are taken from the path, and without what the contract does
// not know, which it shows to say that it is ignored.
func (c *contract) sent(o operation) func(func(string, *yaml.Node) bool) {
	return func(yield func(string, *yaml.Node) bool) {
		for name, v := range pairs(o.example) {
			known := slices.ContainsFunc(c.find(o.body).fields, func(f field) bool { return f.name == name && !f.fromPath })
			if known && !yield(name, v) {
				return
			}
		}
	}
}

func goCall(c *contract, g group, o operation) string {
	args := []string{"ctx"}
	for _, p := range o.inPath {
		args = append(args, strconv.Quote(pathExample(p)))
	}
	if o.body != "" {
		args = append(args, c.goObject(o.body, c.sent(o)))
	}
	if len(o.query) > 0 {
		var fields []string
		for _, p := range o.shown() {
			fields = append(fields, goName(p.name)+": "+c.goValue(p.schema, p.example))
		}
		args = append(args, "client."+goName(g.name)+goName(o.name)+"Query{"+strings.Join(fields, ", ")+"}")
	}
	text := "result, err := renown." + goName(g.name) + "." + goName(o.name) + "(" + strings.Join(args, ", ") + ")"
	made, err := format.Source([]byte(text))
	if err != nil {
		panic(fmt.Sprintf("%s: %v: %s", o.id, err, text))
	}
	return string(made)
}

func (c *contract) find(name string) *schema {
	for _, t := range c.types {
		if t.name == name {
			return t.schema
		}
	}
	return nil
}

// goObject is a literal of a type of the contract.
func (c *contract) goObject(name string, members func(func(string, *yaml.Node) bool)) string {
	s := c.find(name)
	var fields []string
	for member, v := range members {
		i := slices.IndexFunc(s.fields, func(f field) bool { return f.name == member })
		if i < 0 {
			continue
		}
		f := s.fields[i]
		kind, _ := goField(name, f)
		text := c.goValue(f.schema, v)
		switch of, isField := strings.CutPrefix(kind, "Field["); {
		case isField && v.Tag == "!!null":
			text = "client.Null[" + c.qualified(strings.TrimSuffix(of, "]")) + "]()"
		case isField:
			text = "client.Set[" + c.qualified(strings.TrimSuffix(of, "]")) + "](" + text + ")"
		case v.Tag == "!!null", strings.HasPrefix(kind, "*"):
			continue
		}
		fields = append(fields, goName(member)+": "+text)
	}
	if len(fields) > 2 {
		return "client." + goName(name) + "{\n" + strings.Join(fields, ",\n") + ",\n}"
	}
	return "client." + goName(name) + "{" + strings.Join(fields, ", ") + "}"
}

// qualified is a type as another package writes it.
func (c *contract) qualified(kind string) string {
	bare := strings.TrimPrefix(kind, "[]")
	if bare != "" && bare[0] >= 'A' && bare[0] <= 'Z' {
		return strings.TrimSuffix(kind, bare) + "client." + bare
	}
	return kind
}

func (c *contract) goValue(s *schema, v *yaml.Node) string {
	switch v.Kind {
	case yaml.SequenceNode:
		var items []string
		for _, one := range v.Content {
			items = append(items, c.goValue(s.items, one))
		}
		return c.qualified(goType(s)) + "{" + strings.Join(items, ", ") + "}"
	case yaml.MappingNode:
		return c.goObject(s.ref, pairs(v))
	}
	if v.Tag == "!!str" || v.Tag == "!!timestamp" {
		return strconv.Quote(v.Value)
	}
	return v.Value
}

func tsCall(c *contract, g group, o operation) string {
	var args []string
	for _, p := range o.inPath {
		args = append(args, strconv.Quote(pathExample(p)))
	}
	if o.body != "" {
		args = append(args, literal(c.sent(o), tsStyle))
	}
	if shown := o.shown(); len(shown) > 0 {
		args = append(args, literal(parameters(shown), tsStyle))
	}
	return "const result = await renown." + g.name + "." + o.name + "(" + strings.Join(args, ", ") + ");"
}

func parameters(list []param) func(func(string, *yaml.Node) bool) {
	return func(yield func(string, *yaml.Node) bool) {
		for _, p := range list {
			if !yield(p.name, p.example) {
				return
			}
		}
	}
}

func pyCall(c *contract, g group, o operation) string {
	var args []string
	for _, p := range o.inPath {
		args = append(args, strconv.Quote(pathExample(p)))
	}
	for _, members := range []func(func(string, *yaml.Node) bool){parameters(o.shown()), c.sent(o)} {
		for name, v := range members {
			args = append(args, pyName(name)+"="+plainValue(v, pyStyle))
		}
	}
	return "result = renown." + g.name + "." + pyName(o.name) + "(" + strings.Join(args, ", ") + ")"
}

// style is how a language writes what is in JSON.
type style struct{ null, yes, no, key string }

var (
	tsStyle = style{"null", "true", "false", "%s: "}
	pyStyle = style{"None", "True", "False", "%q: "}
)

func literal(members func(func(string, *yaml.Node) bool), in style) string {
	var list []string
	for name, v := range members {
		list = append(list, fmt.Sprintf(in.key, name)+plainValue(v, in))
	}
	if len(list) == 0 {
		return "{}"
	}
	return "{ " + strings.Join(list, ", ") + " }"
}

func plainValue(v *yaml.Node, in style) string {
	switch v.Kind {
	case yaml.SequenceNode:
		var items []string
		for _, one := range v.Content {
			items = append(items, plainValue(one, in))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case yaml.MappingNode:
		return literal(pairs(v), in)
	}
	switch v.Tag {
	case "!!null":
		return in.null
	case "!!bool":
		if v.Value == "true" {
			return in.yes
		}
		return in.no
	case "!!int", "!!float":
		return v.Value
	}
	return strconv.Quote(v.Value)
}
