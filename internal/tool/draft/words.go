package draft

import (
	"embed"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:embed words
var wordFiles embed.FS

// lexicon is what one language knows: kinds of things, classes they fall into, the forms of questions, and the rules by
// which it reads a profile.
type lexicon struct {
	rules

	language, region  string
	shortest, longest int // code points of a question
	topics            []topicName

	kinds   []kind
	classes map[string]kind
	forms   []form
	last    map[string][]string // numbered questions by topic, for when all others exist
	pattern map[string]*regexp.Regexp
}

// kind is a category of things with its vocabulary: lists by key, as the word files describe them.
type kind struct {
	id      string
	lists   map[string][]item
	generic bool // says how to ask, not what about
}

// item is one entry of a list: usable with nouns of some classes (all when empty), and only when the profile holds one of needs.
type item struct {
	text    string
	classes string
	needs   []string
}

var lexica = map[string]func() *lexicon{
	"zh": sync.OnceValue(func() *lexicon {
		return mustLoad(lexicon{language: "zh", region: "CN", shortest: 6, longest: 60, topics: topicsZH})
	}),
	"en": sync.OnceValue(func() *lexicon {
		return mustLoad(lexicon{language: "en", region: "US", shortest: 10, longest: 90, topics: topicsEN})
	}),
}

// mustLoad panics on a fault in the embedded files: a fault of the build, which the tests find.
func mustLoad(l lexicon) *lexicon {
	l.classes, l.last = map[string]kind{}, map[string][]string{}
	entries, err := wordFiles.ReadDir("words/" + l.language)
	for _, e := range entries {
		path := "words/" + l.language + "/" + e.Name()
		text, _ := wordFiles.ReadFile(path)
		if err := l.read(e.Name(), string(text)); err != nil {
			panic(fmt.Errorf("%s: %w", path, err))
		}
	}
	if err != nil {
		panic(err)
	}
	return &l
}

func (l *lexicon) read(file, text string) (err error) {
	switch file {
	case "forms.txt":
		return l.readForms(text)
	case "rules.txt":
		if l.rules, err = readRules(text); err == nil {
			l.pattern, err = l.rules.compile()
		}
		return err
	}
	kinds, err := readKinds(text)
	for _, k := range kinds {
		if file == "classes.txt" {
			l.classes[k.id] = k
		} else {
			l.kinds = append(l.kinds, k)
		}
	}
	return err
}

// section is a "[name]" with the lines below it, without comments and empty ones.
type section struct {
	name  string
	lines []string
}

var header = regexp.MustCompile(`^\[([a-z0-9 ]+)\]$`)

func sectionsOf(text string) iter.Seq[section] {
	var all []section
	for line := range strings.SplitSeq(text, "\n") {
		if m := header.FindStringSubmatch(line); m != nil {
			all = append(all, section{name: m[1]})
		} else if line != "" && line[0] != '#' {
			if len(all) == 0 {
				all = append(all, section{})
			}
			all[len(all)-1].lines = append(all[len(all)-1].lines, line)
		}
	}
	return slices.Values(all)
}

func readKinds(text string) ([]kind, error) {
	var kinds []kind
	for s := range sectionsOf(text) {
		k := kind{id: s.name, lists: map[string][]item{}}
		for _, line := range s.lines {
			key, list, ok := strings.Cut(line, ": ")
			if !ok || s.name == "" || k.lists[key] != nil {
				return nil, fmt.Errorf("[%s] %q: want a list, once", s.name, line)
			}
			if key == "generic" {
				k.generic = true
				continue
			}
			k.lists[key] = []item{}
			if list == "-" { // none, not even those of the class
				continue
			}
			for text := range strings.SplitSeq(list, " | ") {
				it := readItem(text)
				if key == "match" || key == "heads" {
					it.text = lower(it.text)
				}
				k.lists[key] = append(k.lists[key], it)
			}
		}
		kinds = append(kinds, k)
	}
	return kinds, nil
}

// readItem reads "text@classes < needs". An @ inside the text is an article to come.
func readItem(text string) item {
	text, needs, _ := strings.Cut(text, "<")
	it := item{text: strings.TrimSpace(text), needs: strings.Fields(lower(needs))}
	if i := strings.LastIndexByte(it.text, '@'); i >= 0 && !strings.ContainsAny(it.text[i:], " {") {
		it.text, it.classes = it.text[:i], it.text[i+1:]
	}
	return it
}

// readForms reads sections "[topic stage]" of lines "classes text"; of stage last, lines of text.
func (l *lexicon) readForms(text string) error {
	for s := range sectionsOf(text) {
		topic, stage, _ := strings.Cut(s.name, " ")
		if stage == "last" {
			l.last[topic] = s.lines
			continue
		}
		for _, line := range s.lines {
			classes, text, ok := strings.Cut(line, " ")
			if !ok || topic == "" {
				return fmt.Errorf("[%s] %q: want classes and a text", s.name, line)
			}
			f, err := newForm(text)
			if err != nil {
				return fmt.Errorf("[%s] %q: %w", s.name, line, err)
			}
			f.topic, f.stage, f.classes = topic, stage, strings.Replace(classes, "*", "gfaevsi", 1)
			l.forms = append(l.forms, f)
		}
	}
	return nil
}
