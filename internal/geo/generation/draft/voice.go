package draft

// voice is one language: its lexicon and the parts of its grammar that are code.
type voice struct {
	language, region string
	shortest         int // code points of a question
	longest          int
	lexicon          func() *lexicon
	topics           []topicName

	noun      func(spec string) word                // a noun of the word files
	derived   func(text string) (word, bool)        // a noun of the profile; false when its ending is not known
	plainNoun func(text string) (word, bool)        // the same for an unknown ending; false when it cannot be one
	heads     func(p Profile) (sure, weak []string) // what the introduction calls the brand
	phrases   func(r *reading)                      // sorts keywords, selling points and audience into lists
	roles     func(who string) map[string]string    // the lists a group of people also belongs to
	point     func(aspect word) word                // an aspect of the kind where a point of the profile is wanted
	pair      func(a, b string) word
	finish    func(text string, f *form, h uint64) string
	faulty    func(text string) bool // reads like a template
	clash     func(a, b string) bool // say the same thing twice
}

// word is something that fills slots. text is what it is, to spread words over a draft.
type word struct {
	text    string
	classes string // of a noun its class, of others the classes they go with (all when empty)
	slots   map[string][]string
	own     bool // said by the profile
}

// class is the class of a noun.
func (w word) class() string { return w.classes }

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
