package draft

import (
	"embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed words
var wordFiles embed.FS

// lexicon is what one language knows: kinds of things, classes they fall into, and the forms of questions.
type lexicon struct {
	kinds   []kind
	classes map[string]kind
	forms   []form
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
	"zh": sync.OnceValue(func() *lexicon { return mustLoad("zh") }),
	"en": sync.OnceValue(func() *lexicon { return mustLoad("en") }),
}

// mustLoad panics on a fault in the embedded files: a fault of the build, which the tests find.
func mustLoad(language string) *lexicon {
	l, err := load(language)
	if err != nil {
		panic(err)
	}
	return l
}

func load(language string) (*lexicon, error) {
	l := &lexicon{classes: map[string]kind{}}
	entries, err := wordFiles.ReadDir("words/" + language)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		path := "words/" + language + "/" + e.Name()
		text, err := wordFiles.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if err := l.read(e.Name(), string(text)); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return l, nil
}

func (l *lexicon) read(file, text string) error {
	if file == "forms.txt" {
		return l.readForms(text)
	}
	kinds, err := readKinds(text)
	if err != nil {
		return err
	}
	for _, k := range kinds {
		if file == "classes.txt" {
			l.classes[k.id] = k
		} else {
			l.kinds = append(l.kinds, k)
		}
	}
	return nil
}

func readKinds(text string) ([]kind, error) {
	var kinds []kind
	for n, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if id, ok := strings.CutPrefix(line, "["); ok {
			kinds = append(kinds, kind{id: strings.TrimSuffix(id, "]"), lists: map[string][]item{}})
			continue
		}
		key, list, ok := strings.Cut(line, ": ")
		if !ok || len(kinds) == 0 {
			return nil, fmt.Errorf("line %d: want key: list", n+1)
		}
		k := &kinds[len(kinds)-1]
		if key == "generic" {
			k.generic = true
			continue
		}
		if k.lists[key] != nil {
			return nil, fmt.Errorf("line %d: %s twice", n+1, key)
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

// readForms reads sections "[topic stage]" of lines "classes text".
func (l *lexicon) readForms(text string) error {
	topic, stage := "", ""
	for n, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if head, ok := strings.CutPrefix(line, "["); ok && strings.HasSuffix(line, "]") && !strings.Contains(line, "|") {
			topic, stage, _ = strings.Cut(strings.TrimSuffix(head, "]"), " ")
			continue
		}
		classes, text, ok := strings.Cut(line, " ")
		if !ok || topic == "" {
			return fmt.Errorf("line %d: want classes and a text", n+1)
		}
		f, err := newForm(text)
		if err != nil {
			return fmt.Errorf("line %d: %w", n+1, err)
		}
		f.topic, f.stage, f.classes = topic, stage, strings.Replace(classes, "*", "gfaevsi", 1)
		l.forms = append(l.forms, f)
	}
	return nil
}
