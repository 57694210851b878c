package config

import (
	"fmt"
	"os"
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
	var root yaml.Node
	if err := yaml.Unmarshal(text, &root); err != nil {
		f.faults = append(f.faults, fmt.Sprintf("config: %s: %v", path, err))
		return f
	}
	if len(root.Content) == 1 {
		f.read(root.Content[0])
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
		switch {
		case sectionNames[name]:
			f.sections[name] = value
		case value.Kind == yaml.ScalarNode:
			f.values[name], f.lines[name] = value.Value, value.Line
		case value.Kind == yaml.SequenceNode:
			f.values[name], f.lines[name] = joined(value), value.Line
		default:
			f.fault(value.Line, name+" is not a single value")
		}
	}
}

func joined(list *yaml.Node) string {
	var words []string
	for _, item := range list.Content {
		words = append(words, item.Value)
	}
	return strings.Join(words, ",")
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
	for name := range f.values {
		if !known[name] {
			f.fault(f.lines[name], "unknown setting "+name)
		}
	}
}

// Value returns a setting's text.
func (f *File) Value(name string) (string, bool) {
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
