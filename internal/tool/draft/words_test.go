package draft

import (
	"slices"
	"strings"
	"testing"

	"renown/internal/testkit/expect"
)

var listKeys = []string{
	"nouns", "umbrella", "match", "heads", "who", "whom", "scene", "time", "sale", "budget", "aspect", "want", "adj",
	"worry", "pair", "skill",
	"ask", "deal", "howto", "rivals",
}

// Every slot that a form may hold, and the lists that fill them.
var otherSlots = []string{
	"who", "who1", "whom", "person", "org", "people", "scene", "time", "sale", "budget", "aspect", "aspect2", "want", "adj", "worry",
	"pair", "choose", "pair_or", "pair_vs", "skill", "sp", "claim", "point", "rel", "rel1", "rival", "brand", "n", "city",
}

func TestLexiconForms(t *testing.T) {
	t.Parallel()
	for language, load := range lexica {
		l := load()
		if len(l.forms) < 80 {
			t.Errorf("%s: only %d forms", language, len(l.forms))
		}
		seen := map[string]bool{}
		for _, f := range l.forms {
			checkSlots(t, f)
			if !slices.ContainsFunc(l.topics, func(n topicName) bool { return n.id == f.topic }) || f.stage == "" {
				t.Errorf("%s: topic %q, stage %q", f.text, f.topic, f.stage)
			}
			if strings.Trim(f.classes, "gfaevsib") != "" || f.classes == "" {
				t.Errorf("%s: classes %q", f.text, f.classes)
			}
			if seen[f.text+f.classes] {
				t.Errorf("%s twice", f.text)
			}
			seen[f.text+f.classes] = true
			expect.Equal(t, (f.topic == brandTopic), slices.Contains(f.dims, "brand"), f.text,
				"a question names the brand when its topic is the brand, and only then")
		}
	}
}

func checkSlots(t *testing.T, f form) {
	t.Helper()
	for _, s := range f.slots() {
		if !nounSlot[s] && !slices.Contains(otherSlots, s) {
			t.Errorf("%s: nothing fills {%s}", f.text, s)
		}
	}
}

func TestLexiconKinds(t *testing.T) {
	t.Parallel()
	for language, load := range lexica {
		l := load()
		rivals := 0
		for _, k := range append(slices.Clone(l.kinds), classKinds(l)...) {
			for key, items := range k.lists {
				if !slices.Contains(listKeys, key) {
					t.Errorf("%s %s: unknown list %s", language, k.id, key)
				}
				for _, it := range items {
					checkItem(t, l, k.id+" "+key, key, it)
				}
			}
			if len(k.lists["rivals"]) > 0 {
				rivals++
			}
		}
		if rivals < 25 {
			t.Errorf("%s: rivals for %d kinds only", language, rivals)
		}
	}
}

func classKinds(l *lexicon) []kind {
	var out []kind
	for _, id := range strings.Split("gfaevsib", "") {
		out = append(out, l.classes[id])
	}
	return out
}

func checkItem(t *testing.T, l *lexicon, where, key string, it item) {
	t.Helper()
	if it.text == "" || it.text != strings.TrimSpace(it.text) || strings.Contains(it.text, "  ") ||
		strings.Trim(it.classes, "gfaevsib") != "" {
		t.Errorf("%s %s: %q @%q", l.language, where, it.text, it.classes)
	}
	switch key {
	case "nouns", "umbrella":
		if n := len(strings.Split(it.text, "/")); n < 3 || n > 5 || l.noun(it.text).slots["cat"] == "" {
			t.Errorf("%s %s: %q", l.language, where, it.text)
		}
	case "pair":
		expect.Equal(t, strings.Count(it.text, "/"), 1, l.language, where, it.text, "is no pair")
	case "ask", "deal", "howto":
		f, err := newForm(it.text)
		expect.Do(t, err, l.language, where)
		checkSlots(t, f)
	case "rivals":
		if strings.Count(it.text, "(") != strings.Count(it.text, ")") || strings.ContainsAny(it.text, "（），") {
			t.Errorf("%s %s: %q", l.language, where, it.text)
		}
	}
}

// Whatever the profile holds, a kind has a noun, and every class has what its forms are filled with.
func TestLexiconIsComplete(t *testing.T) {
	t.Parallel()
	for language, load := range lexica {
		l := load()
		for _, k := range l.kinds {
			always := func(it item) bool { return len(it.needs) == 0 }
			if !slices.ContainsFunc(k.lists["nouns"], always) && !slices.ContainsFunc(k.lists["umbrella"], always) {
				t.Errorf("%s %s: a profile can leave it without a noun", language, k.id)
			}
			if len(k.lists["match"]) == 0 {
				t.Errorf("%s %s: nothing leads to it", language, k.id)
			}
		}
		for _, c := range classKinds(l) {
			for _, key := range []string{"who", "scene", "budget", "aspect", "want", "worry", "ask", "deal", "howto"} {
				if len(c.lists[key]) < 2 {
					t.Errorf("%s class %s: %d of %s", language, c.id, len(c.lists[key]), key)
				}
			}
		}
	}
}

func TestLexiconRefuses(t *testing.T) {
	t.Parallel()
	for name, read := range map[string]func() error{
		"a list outside a kind": func() error { _, err := readKinds("who: a | b"); return err },
		"no colon":              func() error { _, err := readKinds("[x]\nwho a"); return err },
		"a list twice":          func() error { _, err := readKinds("[x]\nwho: a\nwho: b"); return err },
		"an open slot":          func() error { return new(lexicon).readForms("[need awareness]\n* {cat") },
		"an open choice":        func() error { return new(lexicon).readForms("[need awareness]\n* [a|b") },
		"a form outside":        func() error { return new(lexicon).readForms("* {cat}") },
		"no text":               func() error { return new(lexicon).readForms("[need awareness]\n*") },
	} {
		if read() == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}
