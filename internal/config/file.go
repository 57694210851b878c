package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// File is a configuration file: settings by name, and the sections that other packages read themselves.
type File struct {
	path     string
	values   map[string]string
	lines    map[string]int
	sections map[string]*yaml.Node
	faults   []string
}

// sections are keys whose values are not plain settings.
var sectionNames = map[string]bool{"platforms": true, "platforms_replace": true}

// ReadFile reads a YAML file; an empty path is an empty file. What is wrong in it is kept for Check.
func ReadFile(path string) *File {
	f := &File{path: path, values: map[string]string{}, lines: map[string]int{}, sections: map[string]*yaml.Node{}}
	if path == "" {
		return f
	}
	text, err := os.ReadFile(path)
	if err != nil {
		f.faults = append(f.faults, "config: "+err.Error())
		return f
	}
	var root, more yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	err = decoder.Decode(&root)
	if err == nil {
		err = decoder.Decode(&more)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		f.faults = append(f.faults, fmt.Sprintf("config: %s: %v", path, err))
		return f
	}
	if len(root.Content) == 1 {
		f.read(root.Content[0])
	}
	if len(more.Content) == 1 && more.Content[0].Tag != "!!null" { // or they would be passed over in silence
		f.fault(more.Content[0].Line, "settings end at ---, and here are more")
	}
	return f
}

func (f *File) read(n *yaml.Node) {
	if n.Kind != yaml.MappingNode {
		if n.Tag != "!!null" {
			f.fault(n.Line, "not a list of settings")
		}
		return
	}
	for i := 0; i < len(n.Content); i += 2 {
		name, value := normal(n.Content[i].Value), n.Content[i+1]
		if before, ok := f.lines[name]; ok {
			f.fault(n.Content[i].Line, fmt.Sprintf("%s is set already in line %d", name, before))
			continue
		}
		f.lines[name] = n.Content[i].Line
		switch text, ok := plainText(value); {
		case sectionNames[name]:
			f.sections[name] = value
		case !ok:
			f.fault(value.Line, name+" is not a single value")
		case value.Tag != "!!null": // a name without a value leaves the setting as it is
			f.values[name] = text
		}
	}
}

// plainText is a single value, or a list of them separated by commas.
func plainText(n *yaml.Node) (text string, ok bool) {
	switch n.Kind {
	case yaml.ScalarNode:
		return n.Value, true
	case yaml.SequenceNode:
		var words []string
		for _, item := range n.Content {
			if item.Kind != yaml.ScalarNode {
				return "", false
			}
			words = append(words, item.Value)
		}
		return strings.Join(words, ","), true
	}
	return "", false
}

func (f *File) fault(line int, what string) {
	f.faults = append(f.faults, fmt.Sprintf("config: %s line %d: %s", f.path, line, what))
}

// Expect names the settings that exist, so that a misspelt one is a fault.
func (f *File) Expect(names ...string) {
	known := map[string]bool{}
	for _, name := range names {
		known[normal(name)] = true
	}
	unknown := []string{}
	for name := range f.lines {
		if !known[name] && !sectionNames[name] {
			unknown = append(unknown, name)
		}
	}
	slices.SortFunc(unknown, func(a, b string) int { return f.lines[a] - f.lines[b] })
	for _, name := range unknown {
		f.fault(f.lines[name], "unknown setting "+name)
	}
}

// Value returns a setting's text.
func (f *File) Value(name string) (string, bool) {
	if f == nil {
		return "", false
	}
	v, ok := f.values[normal(name)]
	return v, ok
}

// Section returns a structured part of the file, or nil.
func (f *File) Section(name string) *yaml.Node { return f.sections[name] }

// Faults lists what is wrong with the file itself.
func (f *File) Faults() []string {
	if f == nil {
		return nil
	}
	return f.faults
}
