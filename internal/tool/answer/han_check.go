package answer

import (
	"strings"
	"unicode/utf8"
)

// degrees stand before an adjective: 最理想, 更美的.
var degrees = []string{
	"最", "很", "更", "太", "极", "挺", "颇", "越", "真", "不", "较为", "最为", "更为", "更加", "愈加", "愈发", "越发",
	"极为", "尤为", "非常", "十分", "特别", "格外", "无比", "相当", "如此", "这么", "那么", "多么", "不够", "不太",
}

// degreeEnds are the last characters of degrees.
var degreeEnds = func() (ends string) {
	for _, d := range degrees {
		ends += string(lastOf(d))
	}
	return ends
}()

// chance tells whether a Chinese name of few characters is none here: it arises across words, or is used as an adjective.
func (p *pattern) chance(text string, start, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:start])
	if after, _ := utf8.DecodeRuneInString(text[end:]); !isHan(before) && !invisible(before) && !isHan(after) && !invisible(after) {
		return false // it stands alone
	}
	var w hanWindow
	w.fill(text, start, end)
	if p.rules&adjective != 0 && w.start > 0 && strings.ContainsRune(degreeEnds, w.runes[w.start-1]) {
		before := string(w.runes[:w.start])
		for _, d := range degrees {
			if strings.HasSuffix(before, d) {
				return true
			}
		}
	}
	return w.acrossWords()
}

// fillBytes is how far fill looks on each side: invisible characters without end are no neighbourhood.
const fillBytes = 64

// fill takes the name and up to hanReach Chinese characters from each side.
func (w *hanWindow) fill(text string, start, end int) {
	at, n := start, 0
	for at > max(0, start-fillBytes) && n < hanReach {
		r, size := utf8.DecodeLastRuneInString(text[:at])
		if isHan(r) {
			n++
		} else if !invisible(r) {
			break
		}
		at -= size
	}
	for bound := min(len(text), end+fillBytes); at < bound; {
		if at == start {
			w.start = w.n
		}
		r, size := utf8.DecodeRuneInString(text[at:bound])
		switch {
		case isHan(r) && (at < end || w.n-w.end < hanReach), at < end && !invisible(r):
			w.runes[w.n] = foldRune(r)
			w.n++
			if at < end {
				w.end = w.n
			}
		case isHan(r), !invisible(r):
			return
		}
		at += size
	}
}
