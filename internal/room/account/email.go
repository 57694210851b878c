package account

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"renown/internal/floor/fault"
)

const emailMax = 254 // octets, RFC 5321

// shownEmail is an address as people see it and mail goes to: as typed, but for blanks at its edges and wide characters.
func shownEmail(email string) string { return norm.NFKC.String(strings.TrimSpace(email)) }

// foldEmail returns the form under which an address is compared, or a Malformed fault when it is none.
// Folding is by case and compatibility width alone: dots and plus signs are the provider's business.
func foldEmail(email string) (string, error) {
	folded := norm.NFKC.String(strings.ToLower(shownEmail(email))) // again, because lower case may compose anew
	local, domain, ok := strings.Cut(folded, "@")
	if !utf8.ValidString(email) || !ok || local == "" || len(local) > 64 || !domainLooksRight(domain) || len(folded) > emailMax || strings.ContainsFunc(folded, notInEmail) {
		return "", fault.New(fault.Malformed).Why("email_malformed")
	}
	return folded, nil
}

func notInEmail(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || !unicode.IsPrint(r) || strings.ContainsRune(`<>()[],;:\"`, r)
}

func domainLooksRight(domain string) bool {
	for label := range strings.SplitSeq(domain, ".") {
		if label == "" || len(label) > 63 || strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") || strings.Contains(label, "@") {
			return false
		}
	}
	return true
}
