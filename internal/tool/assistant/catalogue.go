package assistant

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

//go:embed catalogue.yaml
var embedded []byte

// Catalogue is the platforms of an installation, in order.
type Catalogue struct{ entries []*Platform }

// Override is what an operator's configuration file says about platforms.
type Override struct {
	Platforms *yaml.Node // a list of entries; nil for none
	Replace   bool       // only the entries listed here remain
}

// Load merges the operator's entries into the embedded ones: an entry whose id is known, spare ones included,
// overrides field by field (objects merge, null resets); a new id is added. Keys come from the environment variable
// an entry names, or else from its `key`. All faults are reported together.
func Load(over Override, getenv func(string) string) (*Catalogue, error) {
	var book struct{ Platforms, Spare yaml.Node }
	if err := yaml.Unmarshal(embedded, &book); err != nil {
		return nil, fmt.Errorf("embedded catalogue: %w", err)
	}
	l := loader{known: map[string]*yaml.Node{}}
	for i, list := range []yaml.Node{book.Platforms, book.Spare} {
		for _, entry := range list.Content {
			id := child(entry, "id").Value
			l.known[id] = entry
			if i == 0 && !over.Replace {
				l.order = append(l.order, id)
			}
		}
	}
	l.override(over.Platforms)
	c := &Catalogue{}
	for _, id := range l.order {
		p := readPlatform(l.known[id], &l.faults)
		p.takeKey(getenv, &l.faults)
		c.entries = append(c.entries, p)
	}
	if len(c.entries) == 0 && len(l.faults) == 0 {
		l.fault("platforms: none left; platforms_replace needs a list of platforms")
	}
	if len(l.faults) > 0 {
		return nil, errors.Join(l.faults...)
	}
	return c, nil
}

// Known loads every embedded entry, the spare ones included, without keys.
func Known() *Catalogue {
	c, err := KnownWith(func(string) string { return "" })
	if err != nil {
		panic(err) // the file is compiled in and tested
	}
	return c
}

// KnownWith is Known with keys from the environment. It fails when one of them cannot be a key.
func KnownWith(getenv func(string) string) (*Catalogue, error) {
	ids := []string{}
	var book struct{ Platforms, Spare []struct{ ID string } }
	if err := yaml.Unmarshal(embedded, &book); err != nil {
		return nil, fmt.Errorf("embedded catalogue: %w", err)
	}
	for _, entry := range slices.Concat(book.Platforms, book.Spare) {
		ids = append(ids, "{id: "+entry.ID+"}")
	}
	var list yaml.Node
	if err := yaml.Unmarshal([]byte("["+strings.Join(ids, ", ")+"]"), &list); err != nil {
		return nil, fmt.Errorf("embedded catalogue: %w", err)
	}
	return Load(Override{Platforms: &list, Replace: true}, getenv)
}

// All lists the entries in order. They are shared: do not change them.
func (c *Catalogue) All() []*Platform { return slices.Clone(c.entries) }

// IDs lists the platforms' ids in the catalogue's order.
func (c *Catalogue) IDs() []string {
	ids := make([]string, len(c.entries))
	for i, p := range c.entries {
		ids[i] = p.ID
	}
	return ids
}

// Find returns the entry with this id, or nil.
func (c *Catalogue) Find(id string) *Platform {
	for _, p := range c.entries {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// Simulated is the same catalogue with a simulator at origin ("http://127.0.0.1:8400") behind every entry: no keys, no
// limits, private addresses allowed. The simulator finds the platform in the first segment of the path.
func (c *Catalogue) Simulated(origin string) *Catalogue {
	out := &Catalogue{}
	for _, p := range c.entries {
		q := *p
		below := ""
		if u, err := url.Parse(p.BaseURL); err == nil {
			below = strings.TrimSuffix(u.Path, "/")
		}
		origin = strings.TrimSuffix(origin, "/")
		q.BaseURL = origin + "/" + p.ID + below
		q.Key, q.KeyEnv = NewSecret("no-key-is-needed-here"), ""
		q.Concurrency, q.RequestsPerMinute = 0, 0
		q.AllowPrivate = true
		if q.Options.RedirectPrefix != "" {
			q.Options.RedirectPrefix = origin + "/" + p.ID + "/redirect/"
		}
		out.entries = append(out.entries, &q)
	}
	return out
}

// With is the same catalogue with a change made to a copy of every entry.
func (c *Catalogue) With(change func(*Platform)) *Catalogue {
	out := &Catalogue{}
	for _, p := range c.entries {
		q := *p
		q.Options.Modes = maps.Clone(p.Options.Modes)
		change(&q)
		out.entries = append(out.entries, &q)
	}
	return out
}

// Answering is the same catalogue asking, in chat mode, for answers in the form of a JSON schema, where a platform's protocol
// has a word for that.
func (c *Catalogue) Answering(name string, schema any) *Catalogue {
	return c.With(func(p *Platform) {
		if chat, ok := p.Options.Modes[ModeChat]; ok && p.speaks().form != nil {
			p.Options.Modes[ModeChat] = mergeObjects(chat, p.speaks().form(name, schema))
		}
	})
}

// Only is a catalogue of these entries.
func Only(entries ...*Platform) *Catalogue { return &Catalogue{entries: slices.Clone(entries)} }
