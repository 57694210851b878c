package answer

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"renown/internal/tool/text/char"
)

const (
	spellingLimit = 40  // spellings of one name with many gaps
	mixedLimit    = 24  // characters; the gaps of a longer name are all written alike
	nameLimit     = 400 // bytes; what is longer is no name
)

// spellings gives the ways in which a name as typed is also written: with another separator or none between its parts,
// without apostrophes and closing marks, and each half of 名（Name）. The first is the name itself.
func spellings(name string) []string {
	if len(name) > nameLimit {
		return nil
	}
	name = surfaceString(norm.NFC.String(name))
	var list []string
	for _, whole := range append([]string{name}, bilingual(name)...) {
		list = appendNew(list, whole)
		for _, s := range joined(gaps(whole)) {
			list = appendNew(list, s)
		}
		if bare := strings.TrimRight(whole, "!?™®.。"); bare != "" {
			list = appendNew(list, bare)
		}
	}
	return list
}

func appendNew(list []string, s string) []string {
	for _, have := range list {
		if have == s {
			return list
		}
	}
	return append(list, s)
}

// bilingual splits a name that gives both its Chinese and its Latin form, such as 小米（Xiaomi） or Xiaomi/小米.
func bilingual(name string) []string {
	outer, inner, ok := strings.Cut(name, "(")
	if ok {
		inner, ok = strings.CutSuffix(inner, ")")
	} else {
		outer, inner, ok = strings.Cut(name, "/")
	}
	outer, inner = strings.TrimSpace(outer), strings.TrimSpace(inner)
	if !ok || allHan(outer) == allHan(inner) || utf8.RuneCountInString(outer) < 2 || utf8.RuneCountInString(inner) < 2 {
		return nil
	}
	for _, place := range []string{"中国", "北京", "上海", "深圳", "广州", "香港", "台湾", "全球", "集团", "官方", "公司", "品牌"} {
		if inner == place {
			return []string{outer}
		}
	}
	return []string{outer, inner}
}

func allHan(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !isHan(r) })
}

// gapKind is what may stand between two parts of a name.
type gapKind uint8

const (
	noGap         gapKind = iota
	separatorGap          // Coca-Cola
	scriptGap             // 小米SU7, Mate60, DeepSeek
	apostropheGap         // L'Oréal
	besideGap             // around &
)

var gapForms = [...][]string{
	noGap:         {""},
	separatorGap:  {" ", "", "-", "·", "_"},
	scriptGap:     {"", " ", "-", "·"},
	apostropheGap: {"'", "", " "},
	besideGap:     {"", " "},
}

// nameSegment is a stretch of a name without a gap, and the gap before it.
type nameSegment struct {
	gap  gapKind
	as   string // the gap as it was typed
	text string
}

// gaps cuts a name where other separators are common.
func gaps(name string) []nameSegment {
	parts := []nameSegment{{}}
	pending, typed := noGap, ""
	var before rune
	for i, r := range name {
		last := &parts[len(parts)-1]
		rest := name[i+utf8.RuneLen(r):]
		kind := gapAt(before, r, last.text, rest)
		switch {
		case r == ' ' || r == '-' || r == '·' || r == '_':
			if pending != besideGap {
				pending = separatorGap
			}
			typed += string(r)
			continue
		case r == '\'':
			pending, typed = apostropheGap, "'"
			continue
		case r == '.' && strings.HasPrefix(rest, " "):
			continue // Dr. Martens is also Dr Martens
		case r == '&' || before == '&':
			pending = besideGap
		case pending == noGap:
			pending = kind
		}
		if pending != noGap && last.text != "" {
			parts = append(parts, nameSegment{gap: pending, as: typed, text: string(r)})
		} else {
			last.text += string(r)
		}
		pending, typed, before = noGap, "", r
	}
	return parts
}

// gapAt finds places where writing apart or together is a matter of taste: between Chinese and Latin, before a number,
// inside CamelCase.
func gapAt(before, r rune, text, rest string) gapKind {
	letters := len(text) >= 3
	switch {
	case before == 0:
	case isHan(before) != isHan(r) && inWord(before) != inWord(r):
		return scriptGap
	case before < utf8.RuneSelf && r < utf8.RuneSelf && char.IsLetter(byte(before)) && char.IsDigit(byte(r)) &&
		letters && char.IsLetter(text[len(text)-3]):
		return scriptGap
	case before >= 'a' && before <= 'z' && r >= 'A' && r <= 'Z' && letters && len(rest) >= 1:
		return scriptGap
	}
	return noGap
}

// joined writes the parts with every form of every gap, or, where that is too many or the name is long, with the same form in all gaps.
func joined(parts []nameSegment) []string {
	total := 1
	for _, p := range parts[1:] {
		total = min(total*len(gapForms[p.gap]), spellingLimit+1) // or it grows beyond any number
	}
	var typed strings.Builder
	for i, p := range parts {
		if i > 0 {
			typed.WriteString(p.as)
		}
		typed.WriteString(p.text)
	}
	list := []string{typed.String()}
	if total > spellingLimit || utf8.RuneCountInString(list[0]) > mixedLimit {
		for form := range 4 {
			var b strings.Builder
			for i, p := range parts {
				if forms := gapForms[p.gap]; i > 0 {
					b.WriteString(forms[min(form, len(forms)-1)])
				}
				b.WriteString(p.text)
			}
			list = appendNew(list, b.String())
		}
		return list
	}
	others := []string{parts[0].text}
	for _, p := range parts[1:] {
		var longer []string
		for _, s := range others {
			for _, form := range gapForms[p.gap] {
				longer = append(longer, s+form+p.text)
			}
		}
		others = longer
	}
	for _, s := range others {
		// Initials written together become other words: U S is not us.
		if len(parts) > 1 && len(s) < 4 && !strings.ContainsAny(s, "&'") && s != list[0] {
			continue
		}
		list = appendNew(list, s)
	}
	return list
}

// letterspaced gives a name of one word with a blank behind each of its letters or characters: N O T I O N, 老 板.
func letterspaced(name string) []string {
	const letters, characters = 5, 3 // at least, and at most
	n := utf8.RuneCountInString(name)
	switch {
	case allHan(name) && n > 1 && n <= characters:
	case n >= letters && n == len(name) && isUpper(name[0]) && onlyLower(name[1:]):
		name = strings.ToUpper(name)
	default:
		return nil
	}
	return []string{strings.Join(strings.Split(name, ""), " ")}
}

// apart gives a long name of one word in two, Airtable as Air Table, and a doubled syllable by itself: Lu Lu Lemon. The results are
// written with capitals alone: air table is another thing.
func apart(name string) []string {
	if len(name) < longLetters || len(name) > 20 || !isUpper(name[0]) || !onlyLower(name[1:]) || ordinary(strings.ToLower(name)) {
		return nil
	}
	const shortest = 2 // letters of a part
	capital := func(part string) string { return string(part[0]-'a'+'A') + part[1:] }
	var list []string
	for i := shortest; i < len(name)-shortest; i++ {
		first, second := name[:i], capital(name[i:])
		list = append(list, first+" "+second)
		if listed(strings.ToLower(first)) && listed(name[i:]) {
			list = append(list, first+"-"+second)
		}
		if rest, again := strings.CutPrefix(second, first); again && len(rest) >= shortest {
			list = append(list, first+" "+first+" "+capital(rest))
		}
	}
	return list
}
