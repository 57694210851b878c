package requestschema

import (
	"strings"
	"unicode"
)

// hasWebScheme reports whether a URL is without a scheme, or has http or https. What a browser would skip when it
// looks for the scheme (space before it, line breaks and invisible characters within) is skipped here too.
// A name with a dot, or localhost, before a port is a host: a scheme that browsers know has no dot in it.
func hasWebScheme(url string) bool {
	visible := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, url)
	scheme, rest, found := strings.Cut(strings.TrimLeftFunc(visible, unicode.IsSpace), ":")
	if !found || !isScheme(scheme) {
		return true
	}
	scheme = strings.ToLower(scheme)
	if scheme == "http" || scheme == "https" {
		return true
	}
	return (scheme == "localhost" || strings.Contains(scheme, ".")) && startsWithPort(rest)
}

// isScheme follows RFC 3986: a letter, then letters, digits, plus, minus and dots.
func isScheme(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || !isDigit(c) && !strings.ContainsRune("+-.", rune(c))) {
			return false
		}
	}
	return s != ""
}

func startsWithPort(s string) bool {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return 1 <= n && n <= 5 && (n == len(s) || strings.ContainsRune("/?#", rune(s[n])))
}
