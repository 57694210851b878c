package access

import (
	"bytes"
	"encoding/json"
	"strings"

	"go.yaml.in/yaml/v3"
)

// fields lists what a record holds, with what its records hold beneath it, to a depth.
func (b book) fields(prefix string, schema *yaml.Node, depth int) (list []manualField) {
	required := map[string]bool{}
	for _, name := range items(b.at(schema, "required")) {
		required[name.Value] = true
	}
	for name, property := range members(b.at(schema, "properties")) {
		property = b.present(property)
		f := b.field(prefix+name, property)
		f.required = required[name]
		list = append(list, f)
		if depth > 1 {
			list = append(list, b.fields(prefix+name+".", property, depth-1)...)
			list = append(list, b.fields(prefix+name+"[].", b.at(property, "items"), depth-1)...)
		}
	}
	return list
}

// present is a schema with its references followed; of a choice between null and another schema, the other.
func (b book) present(schema *yaml.Node) *yaml.Node {
	schema = b.resolve(schema)
	for _, choice := range items(b.at(schema, "anyOf")) {
		if scalar(b.at(choice, "type")) != "null" && len(items(b.at(schema, "anyOf"))) == 2 {
			alone := &yaml.Node{Kind: yaml.MappingNode}
			for i := 0; i+1 < len(schema.Content); i += 2 {
				if schema.Content[i].Value != "anyOf" {
					alone.Content = append(alone.Content, schema.Content[i], schema.Content[i+1])
				}
			}
			nullable := []*yaml.Node{{Kind: yaml.ScalarNode, Value: "x-nullable"}, {Kind: yaml.ScalarNode, Value: "true"}}
			alone.Content = append(alone.Content, nullable...)
			return beside(b.resolve(choice), alone)
		}
	}
	return schema
}

func (b book) field(name string, schema *yaml.Node) manualField {
	schema = b.present(schema)
	f := manualField{name: name, kind: b.kind(schema), text: scalar(b.at(schema, "description"))}
	var limits []string
	for _, limit := range []struct{ name, sign string }{
		{"minLength", "≥ "}, {"maxLength", "≤ "}, {"minimum", "≥ "}, {"maximum", "≤ "}, {"maxItems", "≤ "}, {"default", "= "}, {"format", ""},
	} {
		if value := b.at(schema, limit.name); value != nil && value.Kind == yaml.ScalarNode {
			limits = append(limits, limit.sign+value.Value)
		}
	}
	var choices []string
	for _, list := range []*yaml.Node{b.at(schema, "enum"), b.at(schema, "items", "enum")} {
		for _, choice := range items(list) {
			choices = append(choices, choice.Value)
		}
	}
	if len(choices) > 0 {
		limits = append(limits, strings.Join(choices, " | "))
	}
	f.limits = strings.Join(limits, ", ")
	return f
}

// kind is a type as a reader says it: string, integer or null, array of string.
func (b book) kind(schema *yaml.Node) string {
	kind := b.at(schema, "type")
	var names []string
	if kind != nil && kind.Kind == yaml.SequenceNode {
		for _, one := range kind.Content {
			names = append(names, one.Value)
		}
	} else if name := scalar(kind); name != "" {
		names = []string{name}
	}
	for i, name := range names {
		if inner := b.present(b.at(schema, "items")); name == "array" && inner != nil {
			if of := b.kind(inner); of != "" {
				names[i] = "array of " + of
			}
		}
	}
	if scalar(b.at(schema, "x-nullable")) != "" {
		names = append(names, "null")
	}
	return strings.Join(names, " or ")
}

// example writes a value of the document as JSON, in its order.
func example(n *yaml.Node) string {
	if n == nil {
		return ""
	}
	var compact, out bytes.Buffer
	writeExample(&compact, n)
	if json.Indent(&out, compact.Bytes(), "", "  ") != nil {
		return ""
	}
	return out.String()
}

func writeExample(out *bytes.Buffer, n *yaml.Node) {
	switch n.Kind {
	case yaml.MappingNode:
		out.WriteByte('{')
		first := true
		for name, value := range members(n) {
			if !first {
				out.WriteByte(',')
			}
			first = false
			writeText(out, name)
			out.WriteByte(':')
			writeExample(out, value)
		}
		out.WriteByte('}')
	case yaml.SequenceNode:
		out.WriteByte('[')
		for i, item := range n.Content {
			if i > 0 {
				out.WriteByte(',')
			}
			writeExample(out, item)
		}
		out.WriteByte(']')
	default:
		if n.Tag == "!!str" {
			writeText(out, n.Value)
			return
		}
		out.WriteString(n.Value)
	}
}

func writeText(out *bytes.Buffer, text string) {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string is always written
	out.Truncate(out.Len() - 1)
}

// splitCode cuts a text at its backquotes: every second part is code.
func splitCode(text string) []string { return strings.Split(text, "`") }
