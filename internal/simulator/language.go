package simulator

import (
	"bytes"
	"embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"renown/internal/tool/text/char"
)

//go:embed data
var dataFiles embed.FS

// language is everything that is said in one language.
type language struct {
	code    string // zh or en
	words   words
	markets []*market
	byKey   matcher[*market]
	byBrand matcher[*market]
	stop    string // ends a sentence
	gap     string // stands between sentences
	colon   string
	between string // stands between several names
	and     string // before the last of several
}

// market is what there is to say about a kind of thing. Its brands are invented. The file has one take over what another says of a
// thing that it is a sort of.
type market struct {
	ID     string   `yaml:"id"`
	Keys   []string `yaml:"keys"`
	Noun   string   `yaml:"noun"`
	Things []string `yaml:"things"` // keys that say what a question is about, with the noun for them where it is another: key=noun
	Brands []string `yaml:"brands"`
	Traits []remark `yaml:"traits"`
	Who    []remark `yaml:"who"`
	Good   []remark `yaml:"good"`
	Mild   []remark `yaml:"mild"`
	Bad    []remark `yaml:"bad"`
	Price  []string `yaml:"price"`
	Tips   []remark `yaml:"tips"`
	After  []string `yaml:"after"`

	weighed  []remark // traits but the price, which sentences weigh against them
	choosing string   // the tip on how to choose
}

// remark is something to say, with words for what it is about as questions have them: "words|words: text".
type remark struct {
	words []string
	text  string
	lower string // the text in lower case
}

func (r *remark) UnmarshalYAML(n *yaml.Node) error {
	before, text, found := strings.Cut(n.Value, ": ")
	if r.text = n.Value; found {
		r.words, r.text = strings.Split(strings.ToLower(before), "|"), text
	}
	r.lower = strings.ToLower(r.text)
	return nil
}

// fits is how much of a question in lower case it is about, in bytes.
func (r *remark) fits(question string) (n int) {
	for _, word := range r.words {
		if strings.Contains(question, word) {
			n += len(word)
		}
	}
	return n
}

// clashes tells whether both are about the same, so that one may deny what the other says.
func (r *remark) clashes(other *remark) bool {
	return slices.ContainsFunc(r.words, func(word string) bool { return slices.Contains(other.words, word) })
}

// concerns tells whether a trait, or people, are what it is about.
func (r *remark) concerns(trait *remark) bool {
	return r.clashes(trait) || slices.ContainsFunc(r.words, func(word string) bool { return strings.Contains(trait.lower, word) })
}

// words are the sentence patterns, by the kind of answer and the part of it.
type words struct {
	Recommend struct {
		Lead, Heading, Extra, Despite, Caveat, Close, Pair, Single, Offer, Besides []pattern
	} `yaml:"recommend"`
	Compare struct {
		Lead, Head, Win, Lose, Even, Row, Verdict []pattern
	} `yaml:"compare"`
	Review struct {
		verdict                              `yaml:",inline"`
		Doubted                              verdict  // for a question that asks for what is bad
		Doubts                               []string // words of such questions
		Pros, Cons, Advice, Against, Unknown []pattern
		UnknownMore                          []pattern `yaml:"unknown_more"`
	} `yaml:"review"`
	Price      advice `yaml:"price"`
	Aftersales advice `yaml:"aftersales"`
	Howto      advice `yaml:"howto"`
	Choose     advice `yaml:"choose"`
	Knowledge  advice `yaml:"knowledge"`
	Hard       struct {
		Thought, Avoid, Praise, Blame, Chain, Budget, Table []pattern
	} `yaml:"hard"`
	Brands  []pattern            `yaml:"brands"`
	Echo    []pattern            `yaml:"echo"`
	Refuse  []pattern            `yaml:"refuse"`
	Thought []pattern            `yaml:"thought"`
	Query   map[string][]pattern `yaml:"query"`
	Title   struct {
		Brand, Plain []pattern
	} `yaml:"title"`
	Snippet struct {
		Brand, Plain []pattern
	} `yaml:"snippet"`
	Uncounted  []string `yaml:"uncounted"` // nouns without a plural
	Listing    string   `yaml:"listing"`
	References string   `yaml:"references"`
	Own        pattern  `yaml:"own"`
}

// verdict is how a review begins, by what it comes to.
type verdict struct{ Good, Mild, Bad []pattern }

// advice are the parts of an answer that lists points: the direct answer and what leads to more of them; how it begins and
// what its points are where there is none; how it comes to name one brand or several, what it says of the brand that
// was asked for; its end.
type advice struct {
	Lead, Direct, More, Point, Example, Examples, Brand, Own, Close []pattern
}

func decode(name string, into any) {
	raw, err := dataFiles.ReadFile("data/" + name)
	if err == nil {
		decoder := yaml.NewDecoder(bytes.NewReader(raw))
		decoder.KnownFields(true)
		err = decoder.Decode(into)
	}
	if err != nil {
		panic(name + ": " + err.Error()) // tests read all of them
	}
}

// languages are Chinese and English.
var languages = sync.OnceValue(func() [2]*language {
	both := [2]*language{
		{code: "zh", stop: "。", colon: "：", between: "、", and: "、"},
		{code: "en", stop: ".", gap: " ", colon: ": ", between: ", ", and: " and "},
	}
	for _, l := range both {
		decode("words_"+l.code+".yaml", &l.words)
		decode("markets_"+l.code+".yaml", &l.markets)
		for _, m := range l.markets {
			m.weighed = slices.DeleteFunc(slices.Clone(m.Traits), func(t remark) bool {
				return t.text == "价格" ||
					t.text == "Price" || t.text == "Pricing"
			})
			m.choosing = m.Tips[max(0, slices.IndexFunc(m.Tips, func(t remark) bool { return t.fits("怎么选 挑 看什么 choose") > 0 }))].text
			for _, key := range m.Keys {
				l.byKey.add(key, m)
			}
			for _, brand := range m.Brands {
				l.byBrand.add(strings.ToLower(brand), m)
			}
		}
		l.byKey.sort()
		l.byBrand.sort()
	}
	return both
})

// languageOf is Chinese where a Han character stands.
func languageOf(question string) *language {
	if char.HasHan(question) {
		return languages()[0]
	}
	return languages()[1]
}

// other is the market that remains when none fits.
func (l *language) other() *market { return l.markets[len(l.markets)-1] }

// several is a word for a thing as it stands for all of its kind.
func (l *language) several(word string) string {
	last := word[strings.LastIndexByte(word, ' ')+1:]
	switch {
	case l.code == "zh" || strings.HasSuffix(word, "s") || slices.Contains(l.words.Uncounted, strings.ToLower(last)):
		return word
	case strings.HasSuffix(word, "sh") || strings.HasSuffix(word, "ch") || strings.HasSuffix(word, "x"):
		return word + "es"
	case strings.HasSuffix(word, "y") && len(word) > 1 && !strings.ContainsRune("aeiou", rune(word[len(word)-2])):
		return word[:len(word)-1] + "ies"
	}
	return word + "s"
}

// matcher finds the longest of many phrases in a text. Phrases of letters must begin at a word, and end with it or one letter before.
type matcher[T any] struct{ byFirst map[rune][]phrase[T] }

type phrase[T any] struct {
	text  string
	value T
}

func (m *matcher[T]) add(text string, value T) {
	if m.byFirst == nil {
		m.byFirst = map[rune][]phrase[T]{}
	}
	first, _ := utf8.DecodeRuneInString(text)
	m.byFirst[first] = append(m.byFirst[first], phrase[T]{text, value})
}

// sort puts the longest first, and of two as long the one that was added first.
func (m *matcher[T]) sort() {
	for _, list := range m.byFirst {
		slices.SortStableFunc(list, func(a, b phrase[T]) int { return len(b.text) - len(a.text) })
	}
}

// longest expects lower case.
func (m *matcher[T]) longest(text string) (value T, length int) {
	before := rune(0)
	for at, r := range text {
		if !latin(before) || !latin(r) {
			for _, p := range m.byFirst[r] {
				if len(p.text) <= length {
					break
				}
				if strings.HasPrefix(text[at:], p.text) && ends(p.text, text[at+len(p.text):]) {
					value, length = p.value, len(p.text)
					break
				}
			}
		}
		before = r
	}
	return value, length
}

func latin(r rune) bool { return r < 0x250 && unicode.IsLetter(r) }

// ends tells whether a phrase is a whole word, or lacks no more than the end of a plural.
func ends(phrase, rest string) bool {
	last, _ := utf8.DecodeLastRuneInString(phrase)
	if !latin(last) || rest == "" {
		return true
	}
	for _, plural := range []string{"", "s", "es"} {
		if after, ok := strings.CutPrefix(rest, plural); ok {
			if next, _ := utf8.DecodeRuneInString(after); !latin(next) {
				return true
			}
		}
	}
	return false
}
