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
	if !utf8.ValidString(email) || !ok || local == "" || len(local) > 64 || !domainLooksRight(domain) ||
		len(folded) > emailMax || strings.ContainsFunc(folded, notInEmail) {
		return "", fault.New(fault.Malformed).Why("email_malformed")
	}
	return folded, nil
}

// Mail domains whose addresses with a + are one mailbox, as their operators say, and the domain under which it is known.
var mailboxDomains = map[string]string{
	"gmail.com": "gmail.com", "googlemail.com": "gmail.com",
	"outlook.com": "outlook.com", "hotmail.com": "hotmail.com", "live.com": "live.com", "msn.com": "msn.com",
	"icloud.com": "icloud.com", "me.com": "icloud.com", "mac.com": "icloud.com",
	"proton.me": "proton.me", "protonmail.com": "proton.me", "pm.me": "proton.me",
	"fastmail.com": "fastmail.com", "fastmail.fm": "fastmail.fm", "zoho.com": "zoho.com", "yandex.com": "yandex.ru",
	"yandex.ru":   "yandex.ru",
	"mailbox.org": "mailbox.org", "posteo.de": "posteo.de",
}

// Mailbox is an address in the form that is the same for all spellings which reach one mailbox, as far as is known: what follows a
// + is dropped where the domain does so, and dots where Gmail does. It tells who has had a trial; log-ins compare addresses
// as they are.
func Mailbox(email string) string {
	folded, err := foldEmail(email)
	if err != nil {
		return email
	}
	local, domain, _ := strings.Cut(folded, "@")
	known, folds := mailboxDomains[domain]
	if !folds {
		return folded
	}
	local, _, _ = strings.Cut(local, "+")
	if known == "gmail.com" {
		local = strings.ReplaceAll(local, ".", "")
	}
	return local + "@" + known
}

func notInEmail(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || !unicode.IsPrint(r) || strings.ContainsRune(`<>()[],;:\"`, r)
}

func domainLooksRight(domain string) bool {
	for label := range strings.SplitSeq(domain, ".") {
		if label == "" || len(label) > 63 || strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") ||
			strings.Contains(label, "@") {
			return false
		}
	}
	return true
}
