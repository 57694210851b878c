package assistant

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// fields reads one mapping, remembers which keys were wanted and reports the rest as unknown. A fault names the place,
// never the value of a key.
type fields struct {
	node   *yaml.Node
	at     string
	wanted []string
	faults *[]error
}

func (f *fields) fault(n *yaml.Node, key, format string, args ...any) {
	place := f.at
	if key != "" {
		place += "." + key
	}
	if n != nil && n.Line > 0 {
		place += fmt.Sprintf(" (line %d)", n.Line)
	}
	*f.faults = append(*f.faults, fmt.Errorf("%s: %s", place, fmt.Sprintf(format, args...)))
}

func (f *fields) get(key string) *yaml.Node {
	f.wanted = append(f.wanted, key)
	return child(f.node, key)
}

func (f *fields) text(key string, into *string) {
	n := f.get(key)
	if n == nil {
		return
	}
	if n.Kind != yaml.ScalarNode {
		f.fault(n, key, "must be text")
		return
	}
	*into = strings.TrimSpace(n.Value)
}

func (f *fields) oneOf(key string, into *string, allowed ...string) {
	f.text(key, into)
	if !slices.Contains(allowed, *into) {
		f.fault(child(f.node, key), key, "%q is none of %s", *into, strings.Join(allowed, ", "))
	}
}

func (f *fields) truth(key string, into *bool) {
	if n := f.get(key); n != nil && n.Decode(into) != nil {
		f.fault(n, key, "must be true or false")
	}
}

func (f *fields) whole(key string, into *int, low, high int) {
	n := f.get(key)
	if n == nil {
		return
	}
	if n.Decode(into) != nil || *into < low || *into > high {
		f.fault(n, key, "must be a whole number from %d to %d", low, high)
	}
}

func (f *fields) day(key string, into *string) {
	f.text(key, into)
	if _, err := time.Parse(time.DateOnly, *into); *into != "" && err != nil {
		f.fault(child(f.node, key), key, "%q is not a day written as 2026-11-19", *into)
	}
}

// amount reads a price; what is not there stays nil, which is not free.
func (f *fields) amount(key string, into **float64) {
	if n := f.get(key); n != nil && (n.Decode(into) != nil || *into == nil || !(**into >= 0 && **into < 1e6)) {
		f.fault(n, key, "must be a number from 0")
	}
}

func (f *fields) duration(key string, into *time.Duration, low, high time.Duration) {
	n := f.get(key)
	if n == nil {
		return
	}
	d, err := time.ParseDuration(n.Value)
	if err != nil || d < low || d > high {
		f.fault(n, key, "%q is not a duration from %s to %s", n.Value, low, high)
		return
	}
	*into = d
}

// texts reads one text or a list of them.
func (f *fields) texts(key string, into *[]string) {
	n := f.get(key)
	if n == nil {
		return
	}
	if n.Kind == yaml.ScalarNode {
		*into = []string{n.Value}
		return
	}
	if n.Decode(into) != nil {
		f.fault(n, key, "must be a list of texts")
	}
}

// object reads what will be sent as JSON.
func (f *fields) object(key string) map[string]any {
	n := f.get(key)
	if n == nil {
		return nil
	}
	var value map[string]any
	err := n.Decode(&value)
	if err == nil {
		_, err = json.Marshal(value)
	}
	if err != nil {
		f.fault(n, key, "must be a mapping that can be written as JSON")
	}
	if value == nil {
		value = map[string]any{}
	}
	return value
}

// sub reads a nested mapping; nil when there is none.
func (f *fields) sub(key string) *fields {
	n := f.get(key)
	if n == nil {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		f.fault(n, key, "must be a mapping")
		return nil
	}
	return &fields{node: n, at: f.at + "." + key, faults: f.faults}
}

func (f *fields) done() {
	for i := 0; i+1 < len(f.node.Content); i += 2 {
		if key := f.node.Content[i]; !slices.Contains(f.wanted, key.Value) {
			f.fault(key, "", "unknown key %q", key.Value)
		}
	}
}
