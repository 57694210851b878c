package api

import (
	"bytes"
	"fmt"
	"slices"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"go.yaml.in/yaml/v3"

	"renown/internal/tool/openapi"
)

// Document30 is the contract in the older form 3.0.3, for programs that do not read 3.1: a value that may be null is nullable,
// a constant is a list of one, and what stands beside a reference stands around it.
var Document30 = sync.OnceValues(func() ([]byte, error) {
	read, err := openapi.Read(source)
	if err != nil {
		return nil, fmt.Errorf("openapi.gen.json: %w", err)
	}
	document := read.Root
	set(document, "openapi", text("3.0.3"))
	drop(member(document, "info"), "summary")
	older(document)
	var out bytes.Buffer
	if err := openapi.WriteJSON(jsontext.NewEncoder(&out), document); err != nil {
		return nil, fmt.Errorf("openapi.yaml: %w", err)
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
})

// older rewrites every schema below a node. What are values, not schemas, is left alone.
func older(n *yaml.Node) {
	switch n.Kind {
	case yaml.SequenceNode:
		for _, item := range n.Content {
			older(item)
		}
	case yaml.MappingNode:
		olderSchema(n)
		for i := 0; i < len(n.Content); i += 2 {
			if name := n.Content[i].Value; name != "example" && name != "examples" && name != "enum" && name != "default" {
				older(n.Content[i+1])
			}
		}
	}
}

func olderSchema(n *yaml.Node) {
	if value := member(n, "const"); value != nil {
		drop(n, "const")
		set(n, "enum", &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{value}})
	}
	olderType(n)
	if choices := member(n, "anyOf"); choices != nil {
		others := slices.DeleteFunc(slices.Clone(choices.Content), func(c *yaml.Node) bool { return isNull(member(c, "type")) })
		if len(others) < len(choices.Content) && len(others) == 1 {
			drop(n, "anyOf")
			set(n, "allOf", &yaml.Node{Kind: yaml.SequenceNode, Content: others})
			set(n, "nullable", flagNode(true))
		}
	}
	if ref := member(n, "$ref"); ref != nil && len(n.Content) > 2 {
		drop(n, "$ref")
		inner := &yaml.Node{Kind: yaml.MappingNode, Content: []*yaml.Node{text("$ref"), ref}}
		set(n, "allOf", &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{inner}})
	}
}

// olderType turns a list of types, and null as the only type, into what 3.0 says for them.
func olderType(n *yaml.Node) {
	kind := member(n, "type")
	switch {
	case kind == nil:
	case isNull(kind): // there is no type for it: an object that is always null
		set(n, "type", text("object"))
		set(n, "nullable", flagNode(true))
	case kind.Kind == yaml.SequenceNode:
		for _, one := range kind.Content {
			if isNull(one) {
				set(n, "nullable", flagNode(true))
			} else {
				set(n, "type", one)
			}
		}
	}
}

func isNull(kind *yaml.Node) bool {
	return kind != nil && kind.Kind == yaml.ScalarNode && kind.Value == "null"
}

func text(value string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: value}
}

func flagNode(value bool) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: fmt.Sprint(value)}
}

// member is a value of a mapping by its name; nil without one.
func member(n *yaml.Node, name string) *yaml.Node {
	for key, value := range openapi.Members(n) {
		if key == name {
			return value
		}
	}
	return nil
}

func set(n *yaml.Node, name string, value *yaml.Node) {
	for i := 0; i < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			n.Content[i+1] = value
			return
		}
	}
	n.Content = append(n.Content, text(name), value)
}

func drop(n *yaml.Node, name string) {
	for i := 0; n != nil && i < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			n.Content = slices.Delete(n.Content, i, i+2)
			return
		}
	}
}
