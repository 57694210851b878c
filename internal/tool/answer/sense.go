package answer

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"

	"renown/internal/tool/text/char"
)

// senseFile lists the words in which one says not to know something.
//
//go:embed data/unknown.tsv
var senseFile string

// sense is what a word does in such a statement.
type sense uint32

const (
	senseNot     sense = 1 << iota // a negation
	senseCannot                    // of an ability
	senseFind                      // to find, to be found
	senseKnow                      // to know
	senseFamed                     // known, said of a thing: whatever kind of thing follows
	senseExist                     // to be real
	senseData                      // what one would know it by
	senseTrail                     // what a business leaves behind
	senseScarce                    // little of it
	sensePlace                     // where one looked
	senseMedium                    // where others write
	senseKind                      // what kind of thing it is
	senseTell                      // to speak of it, or to be like it: who does must be said, too
	senseWhether                   // it is open
	senseOthers                    // who else may not know it
	senseCalled                    // a name follows
	senseJoint                     // another statement begins
	senseAnd                       // or may begin
	senseFill                      // changes nothing
)

// ignorance takes a word of these senses.
const ignorance = senseNot | senseScarce | senseExist

var senseNames = map[string]sense{
	"not": senseNot, "cannot": senseNot | senseCannot, "find": senseFind, "know": senseKnow,
	"famed": senseKnow | senseFamed, "exist": senseExist, "data": senseData, "trail": senseTrail,
	"scarce": senseScarce, "place": sensePlace,
	"kind": senseKind, "tell": senseTell, "medium": senseMedium, "whether": senseWhether, "others": senseOthers,
	"called": senseCalled, "joint": senseJoint, "and": senseAnd, "fill": senseFill,
}

type senseList struct {
	*trie
	senses []sense // by pattern
}

var senseTrie = sync.OnceValue(func() *senseList {
	list, patterns := &senseList{}, []pattern(nil)
	at := map[string]int{}
	for key, word := range senseWords() {
		if i, known := at[word]; known {
			list.senses[i] |= key
		} else if p, ok := newPattern(contextKind, 0, word); ok {
			at[word] = len(patterns)
			patterns, list.senses = append(patterns, p), append(list.senses, key)
		}
	}
	list.trie = newTrie(patterns)
	return list
})

// senseWords gives the words of the list with their senses.
func senseWords() func(yield func(sense, string) bool) {
	return func(yield func(sense, string) bool) {
		for line := range strings.Lines(senseFile) {
			names, words, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t")
			if !ok || strings.HasPrefix(line, "#") {
				continue
			}
			var key sense
			for name := range strings.SplitSeq(names, "+") {
				key |= senseNames[name]
			}
			for template := range strings.SplitSeq(words, "|") {
				for _, word := range alternatives(foldString(template)) {
					if !yield(key, word) {
						return
					}
				}
			}
		}
	}
}

// statement is what the words of the list say that stand together, up to one that is not in it.
type statement struct {
	said   sense
	denied sense // from a negation on
	last   sense // the last word that is more than filling
	tail   sense // the last word
	trails int
	whole  bool // it goes on to the end of the stretch, or of what is said there
}

func (t *statement) add(word sense) {
	if t.last&senseCannot != 0 && word&senseData != 0 {
		word = senseFill // 无法评价: what is denied is to do it
	}
	t.said, t.tail = t.said|word, word
	if t.said&senseNot != 0 {
		t.denied |= word
	}
	if word&senseTrail != 0 {
		t.trails++
	}
	if word&^(senseFill|senseJoint|senseAnd|senseOthers) != 0 {
		t.last = word
	}
}

// unknown tells whether a statement that is whole says that what it is about is not known, not found or not real.
func (t *statement) unknown() bool {
	const any = senseFind | senseKnow | senseExist | senseData | sensePlace
	told := t.denied&senseTell != 0 && t.said&(senseKnow|senseData|sensePlace|senseMedium|senseKind) != 0
	return t.said&senseOthers == 0 && (told || t.denied&any != 0 || t.denied&senseNot != 0 && t.trails > 1 ||
		t.last&senseNot != 0 && t.said&(senseData|senseKnow) != 0 || t.scarce() || t.said&senseWhether != 0 &&
		t.said&senseExist != 0)
}

func (t *statement) scarce() bool {
	return t.said&senseScarce != 0 && t.said&(senseData|senseKnow) != 0
}

var statementMarks, statementEnds = " \t\"“”‘’「」『』《》*_`~#>（）()【】[]、/-", "—–…"

// sayBefore reads the words that stand right before a place.
func sayBefore(text string, from, at int) statement {
	t := statement{whole: true}
	passed := t // what stands before a word that is not listed: no airline called X
	for from < at {
		word, size := senseAt(text, from, at)
		switch {
		case word == 0 && begins(text[from:], statementMarks):
		case word == 0:
			if t.said != 0 {
				passed = t
			}
			t = statement{}
		case word&senseJoint != 0:
			t, passed = statement{}, statement{}
		default:
			if word&senseCalled != 0 && t.said == 0 {
				t = passed
			}
			t.add(word)
		}
		from += size
	}
	return t
}

// goOn reads the words that stand right behind a place.
func (t statement) goOn(text string, from, to int) statement {
	t.whole = true
	for from < to {
		word, size := senseAt(text, from, to)
		switch {
		case word == 0 && begins(text[from:], statementMarks):
		case word == 0 && t.said&senseNot != 0 && toSpeaker(text[from:to]) > 0: // isn't an airline I recognize
			size = toSpeaker(text[from:to])
		case word == 0:
			t.whole = begins(text[from:], statementEnds) || t.tail&senseFamed != 0 && t.denied&senseFamed != 0
			return t
		case word&(senseJoint|senseAnd) != 0 && t.unknown():
			return t
		default:
			t.add(word)
		}
		from += size
	}
	return t
}

// toSpeaker measures the few words up to where the assistant speaks of itself, 0 when it does not.
func toSpeaker(rest string) int {
	const longest = 30 // bytes
	rest = rest[:min(len(rest), longest)]
	n := strings.Index(rest, " I")
	if n < 1 || n+2 >= len(rest) || char.IsAlnum(rest[n+2]) {
		return 0
	}
	for i := range n {
		if !char.IsLetter(rest[i]) && rest[i] != ' ' && rest[i] != '-' {
			return 0
		}
	}
	return n
}

// senseAt is the longest word of the list at a place and how many bytes it takes. Without one, it is the character, or the word of
// letters, that is passed over.
func senseAt(text string, at, to int) (sense, int) {
	if strings.HasPrefix(text[at:], "'s") || strings.HasPrefix(text[at:], "’s") {
		return senseFill, strings.IndexByte(text[at:], 's') + 1
	}
	list := senseTrie()
	var room [16]match
	ends, _ := list.walk(text, placeAt(text, at, 0), room[:0])
	for i := len(ends) - 1; i >= 0; i-- {
		if m := ends[i]; m.end <= to && (list.patterns[m.last()].rules&wordRight == 0 || endsWord(text[m.end:])) {
			return list.senses[m.last()], m.end - at
		}
	}
	if !char.IsAlnum(text[at]) {
		_, size := utf8.DecodeRuneInString(text[at:])
		return 0, size
	}
	end := at + 1
	for end < to && char.IsAlnum(text[end]) {
		end++
	}
	return 0, end - at
}
