package answer

import (
	_ "embed"
	"strings"
	"sync"
)

// pinyinFile holds all syllables in a line, then for each Chinese character from U+4E00 on the number of its syllable in two
// bytes, 0 for none. Made from the readings of go-pinyin: the usual one, without tone.
//
//go:embed data/pinyin.bin
var pinyinFile string

var syllables = sync.OnceValue(func() []string {
	line, _, _ := strings.Cut(pinyinFile, "\n")
	return strings.Split(line, " ")
})

func syllable(r rune) string {
	list := syllables()
	at := strings.IndexByte(pinyinFile, '\n') + 1 + 2*int(r-hanFirst)
	if r < hanFirst || at+2 > len(pinyinFile) {
		return ""
	}
	n := int(pinyinFile[at])<<8 | int(pinyinFile[at+1])
	if n == 0 {
		return ""
	}
	return list[n-1]
}

// romanised gives the pinyin of a Chinese name of two to four characters: joined, when that is long enough to be nothing else,
// and apart with capitals.
func romanised(name string) []string {
	const fewest, most, letters, apart = 2, 4, 5, 4
	name = foldString(name)
	runes := []rune(name)
	if !allHan(name) || len(runes) < fewest || len(runes) > most {
		return nil
	}
	parts := make([]string, len(runes))
	for i, r := range runes {
		if parts[i] = syllable(r); parts[i] == "" {
			return nil
		}
		if i > 0 && r == '行' && runes[i-1] == '银' {
			parts[i] = "hang" // of a bank
		}
	}
	joined := strings.Join(parts, "")
	if len(joined) < apart || ordinary(joined) {
		return nil
	}
	for i := range parts {
		parts[i] = strings.ToUpper(parts[i][:1]) + parts[i][1:]
	}
	list := []string{joined, strings.Join(parts, " "), strings.Join(parts, "-")}
	if len(joined) < letters {
		list = list[1:]
	}
	if len(parts) == most {
		list = append(list, parts[0]+strings.ToLower(parts[1])+" "+parts[2]+strings.ToLower(parts[3])) // Keda Xunfei
	}
	return list
}

// linesOf gives the product lines of well-known brands.
func linesOf(names []string) (lines []string) {
	for _, name := range names {
		if lines = wellKnown()[foldString(name)]; len(lines) > 0 {
			return lines
		}
	}
	return nil
}
