// Package openapi finds its way in an OpenAPI document, in the order in which it is written. It does not know what a schema demands.
package openapi

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"go.yaml.in/yaml/v3"
)

// Document is a document by its outermost node.
type Document struct{ Root *yaml.Node }

// Read reads a document, which is JSON and so YAML too: a YAML reader keeps the order in which it is written.
func Read(document []byte) (Document, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(document, &root); err != nil {
		return Document{}, err
	}
	if len(root.Content) == 0 {
		return Document{}, fmt.Errorf("empty")
	}
	return Document{root.Content[0]}, nil
}

// At walks down by names and, in lists, by numbers, following references; nil where there is nothing.
func (d Document) At(n *yaml.Node, names ...string) *yaml.Node {
	for _, name := range names {
		n = d.Resolve(n)
		var next *yaml.Node
		if list := Items(n); list != nil {
			if i, err := strconv.Atoi(name); err == nil && i < len(list) {
				next = list[i]
			}
		}
		for key, value := range Members(n) {
			if key == name {
				next = value
			}
		}
		n = next
	}
	return d.Resolve(n)
}

// Text is the scalar that At finds, without the blanks around it; "" where there is none.
func (d Document) Text(n *yaml.Node, names ...string) string {
	if n = d.At(n, names...); n == nil {
		return ""
	}
	return strings.TrimSpace(n.Value)
}

// Resolve is what a node refers to, or the node.
func (d Document) Resolve(n *yaml.Node) *yaml.Node {
	for key, value := range Members(n) {
		if key == "$ref" {
			target := d.At(d.Root, strings.Split(strings.TrimPrefix(value.Value, "#/"), "/")...)
			return Beside(target, n)
		}
	}
	return n
}

// Beside is the target of a reference with what the reference says itself: its own description and default win.
func Beside(target, ref *yaml.Node) *yaml.Node {
	if target == nil || target.Kind != yaml.MappingNode || len(ref.Content) == 2 {
		return target
	}
	joined := &yaml.Node{Kind: yaml.MappingNode}
	own := map[string]bool{}
	for i := 0; i+1 < len(ref.Content); i += 2 {
		if name := ref.Content[i].Value; name != "$ref" {
			own[name] = true
			joined.Content = append(joined.Content, ref.Content[i], ref.Content[i+1])
		}
	}
	for i := 0; i+1 < len(target.Content); i += 2 {
		if !own[target.Content[i].Value] {
			joined.Content = append(joined.Content, target.Content[i], target.Content[i+1])
		}
	}
	return joined
}

// Members goes through a mapping as it is written.
func Members(n *yaml.Node) iter.Seq2[string, *yaml.Node] {
	return func(yield func(string, *yaml.Node) bool) {
		if n == nil || n.Kind != yaml.MappingNode {
			return
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			if !yield(n.Content[i].Value, n.Content[i+1]) {
				return
			}
		}
	}
}

// Items are the entries of a list.
func Items(n *yaml.Node) []*yaml.Node {
	if n == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	return n.Content
}

// WriteJSON writes a node of a JSON document as JSON, in its order.
func WriteJSON(out *jsontext.Encoder, n *yaml.Node) error {
	opening, closing := jsontext.BeginObject, jsontext.EndObject
	switch n.Kind {
	case yaml.MappingNode:
	case yaml.SequenceNode:
		opening, closing = jsontext.BeginArray, jsontext.EndArray
	default:
		if n.Tag == "!!str" {
			return out.WriteToken(jsontext.String(n.Value))
		}
		return out.WriteValue(jsontext.Value(n.Value)) // a number, true, false or null, as JSON writes it
	}
	if err := out.WriteToken(opening); err != nil {
		return err
	}
	for _, below := range n.Content { // of an object, names and values in turn
		if err := WriteJSON(out, below); err != nil {
			return err
		}
	}
	return out.WriteToken(closing)
}
