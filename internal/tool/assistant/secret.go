package assistant

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
)

const redacted = "[redacted]"

// Secret is a platform key. Printed, logged or encoded in any form it shows that it exists and nothing else.
//
// The value sits behind a pointer because fmt does not call methods on unexported fields: a key inside somebody's
// private struct would otherwise be printed by %+v.
type Secret struct{ value *string }

// NewSecret keeps value, without surrounding white space.
func NewSecret(value string) Secret {
	value = strings.TrimSpace(value)
	if value == "" {
		return Secret{}
	}
	return Secret{&value}
}

// Empty tells whether there is no key.
func (s Secret) Empty() bool { return s.value == nil }

func (s Secret) reveal() string {
	if s.value == nil {
		return ""
	}
	return *s.value
}

// printable tells whether the key can stand in a header.
func (s Secret) printable() bool {
	return !strings.ContainsFunc(s.reveal(), func(r rune) bool { return r <= ' ' || r > '~' })
}

func (s Secret) String() string {
	if s.Empty() {
		return ""
	}
	return redacted
}

func (s Secret) GoString() string             { return s.String() }
func (s Secret) Format(f fmt.State, _ rune)   { fmt.Fprint(f, s.String()) }
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
func (s Secret) MarshalJSON() ([]byte, error) { return json.Marshal(s.String()) }
func (s Secret) MarshalYAML() (any, error)    { return s.String(), nil }
func (s Secret) LogValue() slog.Value         { return slog.StringValue(s.String()) }

// keyLike catches keys that a platform echoes in part ("Incorrect API key provided: sk-ab***yz").
var keyLike = regexp.MustCompile(`(?i)\b(?:sk-|bce-v3/|xai-|pplx-|AIza|Bearer\s+)[^\s"',;。，]{4,}`)

// scrub removes the key, and whatever looks like one, from a sentence that leaves the package.
func (s Secret) scrub(text string) string {
	if key := s.reveal(); len(key) >= 4 {
		text = strings.ReplaceAll(text, key, redacted)
	}
	return keyLike.ReplaceAllString(text, redacted)
}

// scrubBytes removes the key from a body. Bodies are long and almost never hold it, so nothing is copied then.
func (s Secret) scrubBytes(body []byte) []byte {
	key := []byte(s.reveal())
	if len(key) < 4 || !bytes.Contains(body, key) {
		return body
	}
	return bytes.ReplaceAll(body, key, []byte(redacted))
}
