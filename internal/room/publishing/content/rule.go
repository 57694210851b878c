package content

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"go.yaml.in/yaml/v3"

	"renown/internal/room/publishing/catalogue"
	"renown/internal/tool/text/char"
)

// Rules are what articles must not say, and how they are labelled.
type Rules struct {
	Wording []Rule  `yaml:"rules"`
	Labels  []Label `yaml:"labels"`

	words map[rune][]word // by their first character
}

// Rule is wording that an article must not hold.
type Rule struct {
	Code string `yaml:"code"`
	Name struct {
		Zh string `yaml:"zh"`
		En string `yaml:"en"`
	} `yaml:"name"`
	Law    string   `yaml:"law"`
	Level  Level    `yaml:"level"`
	Words  []string `yaml:"words"`
	Unless []string `yaml:"unless"`
}

// word is one of a rule, with the longer phrases in which it means something else.
type word struct {
	text   []rune
	rule   int
	unless []exception
}

type exception struct {
	text []rune
	at   int // where the word stands in it
}

//go:embed rules.yaml
var delivered []byte

const (
	wordsMax = 2_000 // of a file
	wordMax  = 60    // characters
	rulesMax = 1 << 20
)

// ReadRules reads a file as rules.yaml is one; nothing gives that, which all callers share.
func ReadRules(text []byte) (*Rules, error) {
	if len(text) == 0 {
		return deliveredRules(), nil
	}
	return readRules(text)
}

func readRules(text []byte) (*Rules, error) {
	if len(text) > rulesMax {
		return nil, errors.New("article rules: more than 1 MiB")
	}
	r := &Rules{words: map[rune][]word{}}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(r); err != nil {
		return nil, fmt.Errorf("article rules: %w", err)
	}
	if err := r.prepare(); err != nil {
		return nil, fmt.Errorf("article rules: %w", err)
	}
	return r, nil
}

// deliveredRules are those that come with the program.
var deliveredRules = sync.OnceValue(func() *Rules {
	r, err := readRules(delivered)
	if err != nil {
		panic(err) // a test reads them
	}
	return r
})

func (r *Rules) prepare() error {
	total := 0
	for i, rule := range r.Wording {
		if rule.Code == "" || rule.Law == "" || rule.Level != Error && rule.Level != Warning {
			return fmt.Errorf("rule %d needs a code, a law and a level, error or warning", i+1)
		}
		unless := make([][]rune, len(rule.Unless))
		for k, longer := range rule.Unless {
			unless[k] = compact([]rune(longer)).text
		}
		for _, text := range rule.Words {
			w := word{text: compact([]rune(text)).text, rule: i}
			if total++; len(w.text) == 0 || len(w.text) > wordMax || total > wordsMax {
				return fmt.Errorf("rule %s: words of 1 to %d characters, at most %d in all", rule.Code, wordMax, wordsMax)
			}
			for _, of := range unless {
				if at := indexOf(of, w.text); at >= 0 && len(of) > len(w.text) && len(of) <= wordMax {
					w.unless = append(w.unless, exception{of, at})
				}
			}
			r.words[w.text[0]] = append(r.words[w.text[0]], w)
		}
	}
	for i, l := range r.Labels {
		if l.Paid == "" || l.AI == "" || l.Position != "top" && l.Position != "bottom" {
			return fmt.Errorf("label %d needs paid, ai and a position, top or bottom", i+1)
		}
	}
	if n := len(r.Labels); n == 0 || !r.Labels[n-1].fits(catalogue.Fields{}) {
		return errors.New("the last label has to fit every outlet")
	}
	return nil
}

// compacted is a text without what one can look through, with the place of each character in the original.
type compacted struct {
	text []rune
	at   []int
}

// compact folds case, width and the shapes of a Chinese character, and drops spaces that no word needs: all but those between two Latin words.
func compact(t []rune) (c compacted) {
	for i, r := range t {
		switch {
		case r >= 0xff01 && r <= 0xff5e:
			r -= 0xfee0
		case r == '’':
			r = '\''
		default:
			r = char.Folded(r)
		}
		if unicode.IsSpace(r) && r != '\n' { // no word goes over the end of a line
			n := len(c.text)
			if n == 0 || i+1 >= len(t) || !latin(c.text[n-1]) && c.text[n-1] != '.' || !latin(unicode.ToLower(t[i+1])) {
				continue
			}
			r = ' '
		}
		c.text, c.at = append(c.text, unicode.ToLower(r)), append(c.at, i)
	}
	return c
}

func latin(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' }

// found is a word of a rule in a text.
type found struct {
	rule       *Rule
	level      Level // the rule's, or a warning where the word is only spoken of
	start, end int   // characters of the text
}

// find lists what rules forbid, in the order of the text, each place once: the longest word that begins there. At most limit.
func (r *Rules) find(t []rune, limit int) (list []found) {
	c := compact(t)
	for i := 0; i < len(c.text); i++ {
		var best *word
		for k, w := range r.words[c.text[i]] {
			if (best == nil || len(w.text) > len(best.text)) && stands(c.text, i, w) {
				best = &r.words[c.text[i]][k]
			}
		}
		if best == nil {
			continue
		}
		end := i + len(best.text)
		rule := &r.Wording[best.rule]
		level := rule.Level
		if spokenOf(c.text, i, end) {
			level = Warning
		}
		list = append(list, found{rule, level, c.at[i], c.at[end-1] + 1})
		if i = end - 1; len(list) >= limit {
			break
		}
	}
	return list
}

// denials before a word make it one that is not claimed; stops end the clause in which they are looked for.
var (
	denials = []string{
		"不说", "从不", "不自称", "不敢", "不认为", "不称", "不算", "不是", "并非", "未必", "没有", "不得", "禁止", "不要", "别写",
		"不能", "无法", "不会", "绝不", "避免", "not ", "never ", "nobody ", "no one ", "n't ", "avoid ", "without ",
	}
	stops = "，。；！？,;!?\n：:"
)

const (
	denialReach   = 60  // characters before the word, in its clause
	sentenceReach = 120 // before a word in quotation marks
)

// spokenOf tells whether a word is denied, or quoted in a sentence that denies or forbids: 不自称全国第一, 不得使用“最佳”.
func spokenOf(t []rune, start, end int) bool {
	from, quoted := start, start > 0 && end < len(t) && strings.ContainsRune("“\"「『'", t[start-1]) &&
		strings.ContainsRune("”\"」』',", t[end])
	for ; from > 0; from-- {
		r := t[from-1]
		if quoted && (start-from >= sentenceReach || strings.ContainsRune("。！？!?\n", r)) || !quoted &&
			(start-from >= denialReach || strings.ContainsRune(stops, r)) {
			break
		}
	}
	before := string(t[from:start])
	return slices.ContainsFunc(denials, func(d string) bool { return strings.Contains(before, d) })
}

// stands tells whether a word is at i, by itself, and not in a phrase that means something else.
func stands(t []rune, i int, w word) bool {
	end := i + len(w.text)
	if !hasAt(t, i, w.text) || latin(t[i]) && i > 0 && latin(t[i-1]) || latin(t[end-1]) && end < len(t) && latin(t[end]) {
		return false
	}
	for _, e := range w.unless {
		if hasAt(t, i-e.at, e.text) {
			return false
		}
	}
	return true
}

func hasAt(t []rune, i int, word []rune) bool {
	return i >= 0 && i+len(word) <= len(t) && slices.Equal(t[i:i+len(word)], word)
}

func indexOf(t, word []rune) int {
	for i := range t {
		if hasAt(t, i, word) {
			return i
		}
	}
	return -1
}
