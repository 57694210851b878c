package draft

import "regexp"

// voice is one language: its lexicon and the parts of its grammar that are code.
type voice struct {
	language, region string
	shortest         int // code points of a question
	longest          int
	lexicon          func() *lexicon
	topics           []topicName
	customers        *regexp.Regexp // the part of an introduction that says whom the brand serves

	noun      func(spec string) word                // a noun of the word files
	derived   func(text string) (word, bool)        // a noun of the profile; false when its ending is not known
	plainNoun func(text string) (word, bool)        // the same for an unknown ending; false when it cannot be one
	like      func(text string, w word) word        // a noun that behaves as w does
	heads     func(p Profile) (sure, weak []string) // what the introduction calls the brand
	phrases   func(r *reading)                      // sorts keywords, selling points and audience into lists
	roles     func(who string) map[string]string    // the lists a group of people also belongs to
	point     func(aspect word) word                // an aspect with what it says where a point is asked for
	pair      func(a, b string) word
	finish    func(text string, f *form, h uint64) string
	faulty    func(text string) bool // reads like a template
	repeats   func(a, b string) bool // two words say the same thing twice
	excludes  func(a, b string) bool // two words cannot be said of the same thing
}

// word is something that fills slots. text is what it is, to spread words over a draft.
type word struct {
	text    string
	classes string // of a noun its class, of others the classes they go with (all when empty)
	slots   map[string][]string
	number  string // of an English noun, as {cats} says it: p or s; number1 as {one} says it
	number1 string
	special bool // a noun narrower than its kind: not every task of the kind is one of its own
	bias    int  // how much rarer it should come than the profile's own words
}

// class is the class of a noun.
func (w word) class() string { return w.classes }

// say sets what the word says in some slots.
func (w word) say(text string, slots ...string) {
	for _, s := range slots {
		w.slots[s] = []string{text}
	}
}

// simple is a word that says one thing, in the slot it is listed under.
func simple(slot string, it item) word {
	return word{text: it.text, classes: it.classes, slots: map[string][]string{slot: {it.text}}}
}

var voices = map[string]*voice{"zh": &chinese, "en": &english}

// language decides by the introduction, or by the whole profile when the introduction is too short to tell. A Latin
// word weighs as much as two Han characters.
func language(p Profile) string {
	han, latin, other := weigh(p.Introduction)
	if han+latin < 8 {
		for _, s := range append(append([]string{p.Name, p.ProductType, p.CoreAudience}, p.Keywords...), p.SellingPoints...) {
			h, l, o := weigh(s)
			han, latin, other = han+h, latin+l, other+o
		}
	}
	if han > latin && han > other {
		return "zh"
	}
	return "en"
}

func weigh(s string) (han, latin, other int) {
	in := false
	for _, r := range clean(s) {
		alphabetic := isWord(r) && !isHan(r)
		switch {
		case isHan(r):
			han++
		case alphabetic && r > 0x24f: // neither Han nor Latin: kana, Hangul, Cyrillic, …
			other++
		case alphabetic && !in:
			latin += 2
		}
		in = alphabetic
	}
	return han, latin, other
}

// opposed tells whether a and b hold the two sides of one of the pairs.
func opposed(a, b string, pairs [][2]string, holds func(text, word string) bool) bool {
	for _, p := range pairs {
		if holds(a, p[0]) && holds(b, p[1]) || holds(a, p[1]) && holds(b, p[0]) {
			return true
		}
	}
	return false
}
