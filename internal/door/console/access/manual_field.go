package access

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"go.yaml.in/yaml/v3"

	"renown/internal/tool/openapi"
)

// fields lists what a record holds, with what its records hold beneath it, to a depth.
func (b book) fields(prefix string, schema *yaml.Node, depth int) (list []manualField) {
	required := map[string]bool{}
	for _, name := range openapi.Items(b.At(schema, "required")) {
		required[name.Value] = true
	}
	for name, property := range openapi.Members(b.At(schema, "properties")) {
		property = b.present(property)
		f := b.field(prefix+name, property)
		f.required = required[name]
		list = append(list, f)
		if depth > 1 {
			list = append(list, b.fields(prefix+name+".", property, depth-1)...)
			list = append(list, b.fields(prefix+name+"[].", b.At(property, "items"), depth-1)...)
		}
	}
	return list
}

// present is a schema with its references followed; of a choice between null and another schema, the other.
func (b book) present(schema *yaml.Node) *yaml.Node {
	schema = b.Resolve(schema)
	for _, choice := range openapi.Items(b.At(schema, "anyOf")) {
		if b.Text(choice, "type") != "null" && len(openapi.Items(b.At(schema, "anyOf"))) == 2 {
			alone := &yaml.Node{Kind: yaml.MappingNode}
			for i := 0; i+1 < len(schema.Content); i += 2 {
				if schema.Content[i].Value != "anyOf" {
					alone.Content = append(alone.Content, schema.Content[i], schema.Content[i+1])
				}
			}
			nullable := []*yaml.Node{{Kind: yaml.ScalarNode, Value: "x-nullable"}, {Kind: yaml.ScalarNode, Value: "true"}}
			alone.Content = append(alone.Content, nullable...)
			return openapi.Beside(b.Resolve(choice), alone)
		}
	}
	return schema
}

func (b book) field(name string, schema *yaml.Node) manualField {
	schema = b.present(schema)
	f := manualField{name: name, kind: b.kind(schema), text: b.Text(schema, "description")}
	var limits []string
	for _, limit := range []struct{ name, sign string }{
		{"minLength", "≥ "},
		{"maxLength", "≤ "},
		{"minimum", "≥ "},
		{"maximum", "≤ "},
		{"maxItems", "≤ "},
		{"default", "= "},
		{"format", ""},
	} {
		if value := b.At(schema, limit.name); value != nil && value.Kind == yaml.ScalarNode {
			limits = append(limits, limit.sign+value.Value)
		}
	}
	var choices []string
	for _, list := range []*yaml.Node{b.At(schema, "enum"), b.At(schema, "items", "enum")} {
		for _, choice := range openapi.Items(list) {
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
	kind := b.At(schema, "type")
	var names []string
	if kind != nil && kind.Kind == yaml.SequenceNode {
		for _, one := range kind.Content {
			names = append(names, one.Value)
		}
	} else if name := b.Text(kind); name != "" {
		names = []string{name}
	}
	for i, name := range names {
		if inner := b.present(b.At(schema, "items")); name == "array" && inner != nil {
			if of := b.kind(inner); of != "" {
				names[i] = "array of " + of
			}
		}
	}
	if b.Text(schema, "x-nullable") != "" {
		names = append(names, "null")
	}
	return strings.Join(names, " or ")
}

// example writes a value of the document as JSON, in its order.
func example(n *yaml.Node) string {
	var out strings.Builder
	if n == nil || openapi.WriteJSON(jsontext.NewEncoder(&out, jsontext.WithIndent("  ")), n) != nil {
		return ""
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// splitCode cuts a text at its backquotes: every second part is code.
func splitCode(text string) []string { return strings.Split(text, "`") }
