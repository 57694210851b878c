package assistant

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// linkLimit bounds how often a text is searched for an address.
const linkLimit = 2000

// readLinks collects the addresses a text names in prose, for a platform that returns its sources nowhere else. They
// count as cited; their origin tells that the platform did not vouch for them.
func (r *reply) readLinks() {
	known := make(map[string]int, len(r.sources))
	for i, s := range r.sources {
		known[s.url] = i
	}
	for at, tries := 0, 0; at < len(r.raw) && tries < linkLimit; tries++ {
		next := strings.Index(r.raw[at:], "http")
		if next < 0 {
			return
		}
		at += next
		address, title, place := linkIn(r.raw, at)
		if address == "" {
			at += len("http")
			continue
		}
		at += len(address)
		if i, ok := known[address]; ok {
			r.sources[i].cited = true
			r.sources[i].addExtent(place)
			continue
		}
		if len(r.sources) < sourceLimit {
			known[address] = len(r.sources)
			r.addSource(source{url: address, title: title, cited: true, origin: OriginText, extents: []cut{place}})
		}
	}
}

// linkIn reads the address that begins at i, with the label when it is the target of a Markdown link.
func linkIn(text string, i int) (address, title string, place cut) {
	scan := markerScan{text: text}
	if strings.HasSuffix(text[:i], "](") {
		if target, end := scan.address(i); end > i {
			low := max(0, i-labelWindow)
			from := low + strings.LastIndexByte(text[low:i-2], '[')
			if from >= low && !strings.ContainsRune(text[from:i], '\n') {
				return target, text[from+1 : i-2], cut{from + 1, i - 2}
			}
			return target, "", cut{i, i + len(target)}
		}
	}
	if !scan.has(i, "http://") && !scan.has(i, "https://") {
		return "", "", cut{}
	}
	end := i
	for end < len(text) && end-i <= urlLimit {
		r, size := utf8.DecodeRuneInString(text[end:])
		if !addressRune(r) {
			break
		}
		end += size
	}
	bare := strings.TrimRight(text[i:end], ".,;:!?'\")")
	if _, ok := Canonical(bare); !ok {
		return "", "", cut{}
	}
	return bare, "", cut{i, i + len(bare)}
}

// addressRune ends a bare address at white space, at brackets and at Chinese, which in prose follows without a blank.
func addressRune(r rune) bool {
	return r < utf8.RuneSelf && !unicode.IsSpace(r) && !strings.ContainsRune("<>[]{}|\\^`\"", r)
}
