package answer

import (
	"strings"
	"unicode/utf8"

	"renown/internal/tool/text/char"
)

// inAddress holds the bytes of an address in running text: printable ASCII that neither prose nor Markdown puts around it.
var inAddress = func() (set [256]bool) {
	for b := '!'; b <= '~'; b++ {
		set[b] = !strings.ContainsRune("<>\"`{}|\\^[]", b)
	}
	return set
}()

// addressAt recognises http://, https:// (i at the colon) and, where a word begins, www. (i at the first letter). It
// gives the stretch it takes, end 0 when there is none, and how much it looked at. In Chinese nothing need stand
// before it, and the first character that is not ASCII ends it.
func addressAt(text string, i int) (start, end, looked int) {
	switch text[i] {
	case ':':
		if !strings.HasPrefix(text[i:], "://") {
			return 0, 0, 1
		}
		switch {
		case i >= 5 && strings.EqualFold(text[i-5:i], "https"):
			start = i - 5
		case i >= 4 && strings.EqualFold(text[i-4:i], "http"):
			start = i - 4
		default:
			return 0, 0, 1
		}
		if i+3 == len(text) || !char.IsAlnum(text[i+3]) {
			return 0, 0, 1 // before reading on: what follows may be read again
		}
		end, looked = addressEnd(text, i+3)
	default:
		if len(text)-i < 7 || !strings.EqualFold(text[i:i+4], "www.") || i > 0 &&
			(char.IsAlnum(text[i-1]) || strings.IndexByte("._-@/", text[i-1]) >= 0) {
			return 0, 0, 1
		}
		if !char.IsAlnum(text[i+4]) {
			return 0, 0, 1
		}
		start = i
		end, looked = addressEnd(text, i)
		if end < i+6 || strings.IndexByte(text[i+4:end], '.') < 0 {
			return 0, 0, looked
		}
	}
	return start, end, looked
}

// addressEnd reads on while parentheses are balanced, then gives back what closes a sentence or an emphasis.
func addressEnd(text string, i int) (end, looked int) {
	depth, from := 0, i
reading:
	for ; i < len(text) && inAddress[text[i]]; i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth == 0 {
				break reading
			}
			depth--
		case ',', ';':
			if strings.HasPrefix(text[i+1:], "http://") || strings.HasPrefix(text[i+1:], "https://") {
				break reading
			}
		}
	}
	looked = i - from
	for i > from && strings.IndexByte(".,;:!?'*_~(", text[i-1]) >= 0 {
		i--
	}
	return i, looked
}

// rawPath extends an address that ends at unescaped Chinese in its path, for masking alone: /item/小米/1 names a page, not
// a brand. Prose that follows a slash without going on as a path stays.
func rawPath(text string, end int) int {
	if end == 0 || end >= len(text) || text[end] < utf8.RuneSelf || text[end-1] != '/' && text[end-1] != '=' {
		return end
	}
	at, runes := end, 0
	for at < len(text) && runes < 40 {
		r, size := utf8.DecodeRuneInString(text[at:])
		if !isHan(r) {
			break
		}
		at, runes = at+size, runes+1
	}
	page := text[end-1] == '=' || strings.HasSuffix(text[:end], "/item/") || strings.HasSuffix(text[:end], "/wiki/")
	if at < len(text) && strings.IndexByte("/?&#", text[at]) >= 0 || page {
		rest, _ := addressEnd(text, at)
		return max(at, rest)
	}
	return end
}
