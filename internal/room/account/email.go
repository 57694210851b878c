package account

import (
	"cmp"
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

// Other names of mail services, and the one under which an address there is known.
var mailServices = map[string]string{
	"googlemail.com": "gmail.com", "me.com": "icloud.com", "mac.com": "icloud.com",
	"protonmail.com": "proton.me", "pm.me": "proton.me", "yandex.com": "yandex.ru",
}

// Mailbox is an address in the form that is the same for all spellings which may reach one mailbox: without dots and without what
// follows a +. Few services tell such spellings apart, and addresses that one does get one trial together. It tells who has had a
// trial; log-ins compare addresses as they are.
func Mailbox(email string) string {
	folded, err := foldEmail(email)
	if err != nil {
		return email
	}
	local, domain, _ := strings.Cut(folded, "@")
	name, _, _ := strings.Cut(local, "+")
	if name = strings.ReplaceAll(name, ".", ""); name == "" {
		name = local
	}
	return name + "@" + cmp.Or(mailServices[domain], domain)
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
