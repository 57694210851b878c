package markdown

import (
	"html"
	"strings"
	"unicode"

	tokens "golang.org/x/net/html"
)

// Mark is words of a text that something is said of.
type Mark struct {
	Sentence, Text string // as readers see them, see Visible; without a sentence the words are looked for anywhere
	Class          string
	Title          string // what is said
	To             string // id of the element that says more
}

// Marked is a proof with words marked in the text itself, each character by the first mark that takes it. Every mark
// is set between the tags that are there, its words and its title escaped anew: however hostile the text, no element
// opens or closes that did not before.
func (p Proof) Marked(marks []Mark) Proof {
	if len(marks) > 0 {
		p.HTML = Highlight(p.HTML, marks)
	}
	return p
}

// Highlight marks words in the text of sanitized HTML. What is in small elements, addresses beside links, is left out.
func Highlight(source string, marks []Mark) string {
	t := newShown(source)
	of := make([]int, len(t.letters)) // by letter: number of its mark, from 1
	taken := map[int]bool{}
	for n, m := range marks {
		from, to, ok := t.find(m, taken)
		for i := from; ok && i < to; i++ {
			if of[i] == 0 {
				of[i] = n + 1
			}
		}
	}
	return t.written(marks, of)
}

// shown is the text of some HTML, with its letters apart.
type shown struct {
	parts   []part
	letters []rune
	key     string // letters without what marks and layout add or drop
	at      []int  // by byte of key: the letter
}

// part is a token: a tag as it was, or letters.
type part struct {
	raw      string
	from, to int // letters; equal for a tag
}

func newShown(source string) (s shown) {
	z, small := tokens.NewTokenizer(strings.NewReader(source)), 0
	var key strings.Builder
	for z.Next() != tokens.ErrorToken {
		raw := string(z.Raw())
		token := z.Token()
		switch {
		case token.Data == "small" && token.Type == tokens.StartTagToken:
			small++
		case token.Data == "small" && token.Type == tokens.EndTagToken:
			small--
		}
		one := part{raw: raw, from: len(s.letters), to: len(s.letters)}
		if token.Type == tokens.TextToken && small == 0 {
			for _, r := range token.Data {
				if keyed(r) {
					n := key.Len()
					key.WriteRune(r)
					for range key.Len() - n {
						s.at = append(s.at, len(s.letters))
					}
				}
				s.letters = append(s.letters, r)
			}
			one.to = len(s.letters)
		}
		s.parts = append(s.parts, one)
	}
	s.key = key.String()
	return s
}

// keyed tells whether a character counts when a sentence is looked for: not spaces, what has no extent, nor what stands
// for headings and cells.
func keyed(r rune) bool {
	return !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Variation_Selector, r) &&
		r != '#' && r != '|' && r != ':'
}

func keyOf(text string) string {
	return strings.Map(func(r rune) rune {
		if keyed(r) {
			return r
		}
		return -1
	}, text)
}

// find is the letters of a mark: the first occurrence of its words that no other has taken.
func (s shown) find(m Mark, taken map[int]bool) (from, to int, ok bool) {
	words, within := keyOf(m.Text), keyOf(m.Sentence)
	if words == "" {
		return 0, 0, false
	}
	start, end := strings.Index(s.key, within), len(s.key)
	if start < 0 {
		return 0, 0, false
	}
	if within != "" {
		end = start + len(within)
	}
	for start < end {
		i := strings.Index(s.key[start:end], words)
		if i < 0 {
			return 0, 0, false
		}
		start += i
		if !taken[start] {
			taken[start] = true
			return s.at[start], s.at[start+len(words)-1] + 1, true
		}
		start += len(words)
	}
	return 0, 0, false
}

func (s shown) written(marks []Mark, of []int) string {
	var b strings.Builder
	for _, p := range s.parts {
		if p.from == p.to {
			b.WriteString(p.raw)
			continue
		}
		for i := p.from; i < p.to; {
			j := i
			for j < p.to && of[j] == of[i] {
				j++
			}
			text := html.EscapeString(string(s.letters[i:j]))
			if n := of[i]; n > 0 {
				m := marks[n-1]
				b.WriteString(`<mark class="` + html.EscapeString(m.Class) + `" title="` +
					html.EscapeString(m.Title) + `"><a href="#` + html.EscapeString(m.To) + `">` + text + `</a></mark>`)
			} else {
				b.WriteString(text)
			}
			i = j
		}
	}
	return b.String()
}
