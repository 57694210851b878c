package assistant

import (
	"bytes"
	"regexp"
	"strings"

	"renown/internal/tool/secret"
)

// Secret is a platform key.
type Secret struct{ secret.Text }

// NewSecret keeps value, without surrounding white space.
func NewSecret(value string) Secret { return Secret{secret.New(value)} }

// printable tells whether the key can stand in a header.
func (s Secret) printable() bool {
	return !strings.ContainsFunc(s.Reveal(), func(r rune) bool { return r <= ' ' || r > '~' })
}

// sendable tells whether a text can be the value of a header; blanks may stand within it.
func (s Secret) sendable() bool {
	value := s.Reveal()
	return value != "" && len(value) <= headerValueLimit && !strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r > '~' })
}

// keyLike catches keys that a platform echoes in part ("Incorrect API key provided: sk-ab***yz").
var keyLike = regexp.MustCompile(`(?i)\b(?:sk-|bce-v3/|xai-|pplx-|AIza|Bearer\s+)[^\s"',;。，]{4,}`)

// scrub removes the key, and whatever looks like one, from a sentence that leaves the package.
func (s Secret) scrub(text string) string {
	if key := s.Reveal(); len(key) >= 4 {
		text = strings.ReplaceAll(text, key, secret.Redacted)
	}
	return keyLike.ReplaceAllString(text, secret.Redacted)
}

// scrubBytes removes the key from a body. Bodies are long and almost never hold it, so nothing is copied then.
func (s Secret) scrubBytes(body []byte) []byte {
	key := []byte(s.Reveal())
	if len(key) < 4 || !bytes.Contains(body, key) {
		return body
	}
	return bytes.ReplaceAll(body, key, []byte(secret.Redacted))
}
