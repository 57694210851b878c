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

var spoken = sync.OnceValue(func() Set {
	s, err := Read(files)
	if err != nil {
		panic(err) // the files are part of the binary, and tests read them
	}
	return s
})

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
func Read(from fs.FS) (s Set, err error) {
	names, err := fs.Glob(from, "*.yaml")
	if err != nil {
		return s, err
	}
	for _, name := range names {
		l, err := readLanguage(from, name)
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

func readLanguage(from fs.FS, name string) (*Language, error) {
	text, err := fs.ReadFile(from, name)
	if err != nil {
		return nil, err
	}
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
	l := &Language{
		Code: strings.TrimSuffix(path.Base(name), ".yaml"), Tag: f.Language.Tag, Name: f.Language.Name, Short: f.Language.Short,
		tag: tag, large: f.Language.Large, entries: map[string]entry{},
	}
	for section, entries := range f.Sections {
		for key, e := range entries {
			if _, twice := l.entries[key]; twice {
				return nil, fmt.Errorf("%s: %q is translated in another section too", section, key)
			}
			l.entries[key] = e
		}
	}
	return l, nil
}

var categories = map[string]plural.Form{
	"zero": plural.Zero, "one": plural.One, "two": plural.Two, "few": plural.Few, "many": plural.Many, "other": plural.Other,
}

// UnmarshalYAML reads a sentence, or a mapping from plural categories to sentences.
func (e *entry) UnmarshalYAML(node *yaml.Node) error {
	e.forms = map[plural.Form]string{}
	if node.Kind == yaml.ScalarNode {
		e.forms[plural.Other] = node.Value
		return nil
	}
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
		e.forms[form] = value.Value
	}
	if _, ok := e.forms[plural.Other]; !ok {
		return fmt.Errorf("line %d: the category other is missing", node.Line)
	}
	return nil
}
