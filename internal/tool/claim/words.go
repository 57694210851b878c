package claim

import (
	_ "embed"
	"strings"

	"renown/internal/tool/text/char"
)

// cueFile has a line a set: words that an attribute contains, and all words by which such an attribute is spoken of.
//
//go:embed data/cues.tsv
var cueFile string

type cueSet struct{ keys, words []string }

var cues = func() (list []cueSet) {
	for line := range strings.Lines(cueFile) {
		keys, words, _ := strings.Cut(strings.TrimSpace(line), "\t")
		list = append(list, cueSet{strings.Split(keys, "|"), strings.Split(words, "|")})
	}
	return list
}()

// endings are cut off an attribute to get at the word that texts use: 门店数, store count.
var (
	endings = []string{
		"数量", "总数", "数", "年份", "时间", "日期", "价格", "金额", "人数", "时限", "认证", " count", " number",
		" year", " date", " price", " certification", " certificate",
	}
	beginnings = []string{"number of ", "date of ", "year of ", "price of ", "has ", "supports "}
)

// words lists how an attribute is spoken of.
func (f *Fact) words() []string {
	attribute := strings.TrimSpace(foldText(f.Attribute))
	list := []string{attribute}
	for _, e := range endings {
		if cut, ok := strings.CutSuffix(attribute, e); ok && len([]rune(cut)) >= 2 {
			list = append(list, strings.TrimSpace(cut))
			break
		}
	}
	for _, b := range beginnings {
		if cut, ok := strings.CutPrefix(attribute, b); ok && cut != "" {
			list = append(list, cut)
		}
	}
	for _, t := range f.Terms {
		if t = strings.TrimSpace(foldText(t)); t != "" {
			list = append(list, t)
		}
	}
	if f.Kind == Feature { // a feature is what it is called: 海外门店 is not 门店
		return list
	}
	for _, set := range cues {
		for _, k := range set.keys {
			if strings.Contains(attribute, k) && (char.IsHan([]rune(k)[0]) ||
				strings.Contains(" "+attribute+" ", " "+k+" ") || strings.Contains(" "+attribute+" ", " "+k+"s ")) {
				list = append(list, set.words...)
				break
			}
		}
	}
	return list
}

// wordList are words by their first letter.
type wordList struct {
	by     map[rune][][]rune
	firsts [16]uint64 // by the low ten bits of first letters: most letters of a text begin none, and the map need not be asked
}

// wordFile has the lists of words, by name.
//
//go:embed data/words.tsv
var wordFile string

// listed is the list of a name in the file.
func listed(name string) *wordList {
	_, words, found := strings.Cut(wordFile, "\n"+name+"\t")
	if !found {
		panic("no words are listed as " + name) // the file is compiled in
	}
	words, _, _ = strings.Cut(words, "\n")
	list := &wordList{by: map[rune][][]rune{}}
	for w := range strings.SplitSeq(words, "|") {
		r := []rune(w)
		list.by[r[0]] = append(list.by[r[0]], r)
		list.firsts[r[0]>>6&15] |= 1 << (r[0] & 63)
	}
	return list
}

// of are the words that begin with a letter.
func (l *wordList) of(r rune) [][]rune {
	if l.firsts[r>>6&15]&(1<<(r&63)) == 0 {
		return nil
	}
	return l.by[r]
}

// at is the length of the word that stands at i, 0 for none.
func (l *wordList) at(t []rune, i int) int {
	if i < 0 || i >= len(t) {
		return 0
	}
	for _, w := range l.of(t[i]) {
		if hasAt(t, i, w) {
			return len(w)
		}
	}
	return 0
}

// before is whether one of the words ends at i.
func (l *wordList) before(t []rune, start, i int) bool {
	for k := max(start, i-16); k < i; k++ {
		for _, w := range l.of(t[k]) {
			if k+len(w) == i && hasAt(t, k, w) && (!isLatin(w[0]) || !isLatin(at(t, k-1))) {
				return true
			}
		}
	}
	return false
}

// Words that take a sentence out of what is claimed.
var (
	hearsayWords  = listed("hearsayWords")
	supposedWords = listed("supposedWords")
	// modalWords count up to the end of a clause: what is said after it may be outright
	modalWords   = listed("modalWords")
	pastWords    = listed("pastWords")
	partWords    = listed("partWords")
	changeWords  = listed("changeWords")
	branchWords  = listed("branchWords")
	relatedWords = listed("relatedWords")
	denialWords  = listed("denialWords")
	carryWords   = listed("carryWords")
)

func hasAny(t []rune, s span, words *wordList) bool {
	for i := s.start; i < s.end; i++ {
		for _, w := range words.of(t[i]) {
			if i+len(w) <= s.end && hasAt(t, i, w) && (!isLatin(w[0]) || !isLatin(at(t, i-1)) || w[0] == 'n' &&
				len(w) > 1 && w[1] == '\'') {
				return true
			}
		}
	}
	return false
}
