package locale

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

//go:embed *.yaml
var files embed.FS

// fallback is spoken where nothing else is asked for, and to readers of languages that are not here.
const fallback = "zh"

// spoken reads of each language its head, and its sentences when the first is said: most programs speak one or two.
var spoken = sync.OnceValue(func() Set {
	s, err := read(files, func(name string, text []byte) (*Language, error) {
		head, _, _ := bytes.Cut(text, []byte("\n\n"))
		l, err := parse(name, head)
		if err == nil {
			l.entries = sync.OnceValue(func() map[string]entry { return must(parse(name, text)).entries() })
		}
		return l, err
	})
	return must(s, err)
})

// must is for the files of the binary, which tests read.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// Set is the languages of the program; the first is the fallback.
type Set struct {
	languages []*Language
	matcher   language.Matcher
}

// All lists the languages, the fallback first.
func All() []*Language { return spoken().languages }

// Of returns the language with this code, or the fallback and false.
func Of(code string) (*Language, bool) { return spoken().Of(code) }

// Match returns what a reader chose, else what the browser's Accept-Language prefers, else the fallback.
func Match(chosen, accepted string) *Language { return spoken().Match(chosen, accepted) }

// Of returns the language with this code, or the fallback and false.
func (s Set) Of(code string) (*Language, bool) {
	for _, l := range s.languages {
		if l.Code == code {
			return l, true
		}
	}
	return s.languages[0], false
}

// Match returns what a reader chose, else what the browser's Accept-Language prefers, else the fallback.
func (s Set) Match(chosen, accepted string) *Language {
	if l, ok := s.Of(chosen); ok {
		return l
	}
	_, at := language.MatchStrings(s.matcher, accepted)
	return s.languages[at]
}

// Read makes every *.yaml of a folder a language.
func Read(from fs.FS) (Set, error) { return read(from, parse) }

func read(from fs.FS, parse func(name string, text []byte) (*Language, error)) (s Set, err error) {
	names, err := fs.Glob(from, "*.yaml")
	if err != nil {
		return s, err
	}
	for _, name := range names {
		text, err := fs.ReadFile(from, name)
		if err != nil {
			return s, err
		}
		l, err := parse(name, text)
		if err != nil {
			return s, fmt.Errorf("%s: %w", name, err)
		}
		s.languages = append(s.languages, l)
	}
	slices.SortFunc(s.languages, func(a, b *Language) int { return strings.Compare(a.rank(), b.rank()) })
	if len(s.languages) == 0 || s.languages[0].Code != fallback {
		return s, fmt.Errorf("there is no %s.yaml", fallback)
	}
	tags := make([]language.Tag, len(s.languages))
	for i, l := range s.languages {
		tags[i] = l.tag
	}
	s.matcher = language.NewMatcher(tags)
	return s, nil
}

// rank sorts the fallback first, then by code.
func (l *Language) rank() string { return strings.TrimPrefix(l.Code, fallback) }

// file is how a language is written down.
type file struct {
	Language struct {
		Tag   string
		Name  string
		Short string
		Large []scale
	}
	Sections map[string]map[string]entry `yaml:",inline"`
}

func parse(name string, text []byte) (*Language, error) {
	var f file
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(&f); err != nil {
		return nil, err
	}
	tag, err := language.Parse(f.Language.Tag)
	if err != nil {
		return nil, fmt.Errorf("tag %q: %w", f.Language.Tag, err)
	}
	all := map[string]entry{}
	for section, entries := range f.Sections {
		for key, e := range entries {
			if _, twice := all[key]; twice {
				return nil, fmt.Errorf("%s: %q is translated in another section too", section, key)
			}
			all[key] = e
		}
	}
	return &Language{
		Code: strings.TrimSuffix(path.Base(name), ".yaml"), Tag: f.Language.Tag, Name: f.Language.Name, Short: f.Language.Short,
		tag: tag, large: f.Language.Large, entries: func() map[string]entry { return all },
	}, nil
}

var categories = map[string]plural.Form{
	"zero": plural.Zero, "one": plural.One, "two": plural.Two, "few": plural.Few, "many": plural.Many, "other": plural.Other,
}

// UnmarshalYAML reads a sentence, or a mapping from plural categories to sentences.
func (e *entry) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind == yaml.ScalarNode {
		e.text = node.Value
		return nil
	}
	e.forms = map[plural.Form]string{}
	whole := false
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		if key.Value == "by" {
			if err := value.Decode(&e.by); err != nil {
				return err
			}
			continue
		}
		form, ok := categories[key.Value]
		if !ok {
			return fmt.Errorf("line %d: %q is no plural category", key.Line, key.Value)
		}
		if form == plural.Other {
			e.text, whole = value.Value, true
			continue
		}
		e.forms[form] = value.Value
	}
	if !whole {
		return fmt.Errorf("line %d: the category other is missing", node.Line)
	}
	return nil
}
