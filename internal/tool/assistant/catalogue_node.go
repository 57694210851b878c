package assistant

import (
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"
)

// loader merges entries as YAML nodes, so that a fault can name the operator's line.
type loader struct {
	known  map[string]*yaml.Node
	order  []string
	faults []error
}

func (l *loader) fault(format string, args ...any) {
	l.faults = append(l.faults, fmt.Errorf(format, args...))
}

func (l *loader) override(list *yaml.Node) {
	list = resolve(list)
	if list == nil || list.Kind == 0 || list.Tag == "!!null" {
		return
	}
	if list.Kind != yaml.SequenceNode {
		l.fault("platforms (line %d): must be a list of entries", list.Line)
		return
	}
	var probe any
	if err := list.Decode(&probe); err != nil { // anchors that contain themselves would have no end below
		l.fault("platforms (line %d): not readable as YAML", list.Line)
		return
	}
	named := map[string]bool{}
	for i, entry := range list.Content {
		entry = resolve(entry)
		idNode := child(entry, "id")
		if idNode == nil || idNode.Value == "" {
			l.fault("platforms[%d] (line %d): id is missing", i, entry.Line)
			continue
		}
		id := idNode.Value
		if named[id] {
			l.fault("platforms[%d] (line %d): id %q appears twice", i, entry.Line, id)
			continue
		}
		named[id] = true
		l.known[id] = mergeNodes(stillTrue(l.known[id], entry), entry)
		if !slices.Contains(l.order, id) {
			l.order = append(l.order, id)
		}
	}
}

// stillTrue is an entry without what no longer holds of it when an operator asks otherwise.
func stillTrue(base, over *yaml.Node) *yaml.Node {
	out := base
	for _, rule := range [][2][]string{
		{{"model", "base_url", "protocol", "options"}, {"verified", "source", "confidence"}},
		{{"model", "base_url", "price"}, {"price"}},
		{{"model"}, {"successor"}},
		{{"base_url"}, {"models"}},
	} {
		if !slices.ContainsFunc(rule[0], func(key string) bool { return keyIndex(over, key) >= 0 }) {
			continue
		}
		for _, key := range rule[1] {
			if at := keyIndex(out, key); at >= 0 {
				without := *out
				without.Content = slices.Delete(slices.Clone(out.Content), at, at+2)
				out = &without
			}
		}
	}
	return out
}

// mergeNodes is merge patch on YAML: mappings merge, null removes, all else replaces. Neither argument is changed.
func mergeNodes(base, over *yaml.Node) *yaml.Node {
	base, over = resolve(base), resolve(over)
	if over.Kind != yaml.MappingNode {
		return over
	}
	out := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: over.Line, Column: over.Column}
	if base != nil && base.Kind == yaml.MappingNode {
		out.Content = slices.Clone(base.Content)
	}
	for i := 0; i+1 < len(over.Content); i += 2 {
		key, value := over.Content[i], resolve(over.Content[i+1])
		at := keyIndex(out, key.Value)
		switch {
		case value.Tag == "!!null" && at >= 0:
			out.Content = slices.Delete(out.Content, at, at+2)
		case value.Tag == "!!null":
		case at >= 0:
			out.Content[at], out.Content[at+1] = key, mergeNodes(out.Content[at+1], value)
		default:
			out.Content = append(out.Content, key, mergeNodes(nil, value))
		}
	}
	return out
}

// resolve steps through document and alias nodes.
func resolve(n *yaml.Node) *yaml.Node {
	for n != nil {
		switch {
		case n.Kind == yaml.DocumentNode && len(n.Content) == 1:
			n = n.Content[0]
		case n.Kind == yaml.AliasNode:
			n = n.Alias
		default:
			return n
		}
	}
	return nil
}

func keyIndex(mapping *yaml.Node, key string) int {
	if mapping == nil || mapping.Kind != yaml.MappingNode {
		return -1
	}
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			return i
		}
	}
	return -1
}

func child(mapping *yaml.Node, key string) *yaml.Node {
	if i := keyIndex(mapping, key); i >= 0 {
		return resolve(mapping.Content[i+1])
	}
	return nil
}
