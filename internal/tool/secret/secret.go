// Package secret is a text that is never printed. It knows nothing of what the text is for.
package secret

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
)

// Redacted stands where a secret would.
const Redacted = "[redacted]"

// Text is a key or a password. Printed, logged or encoded in any form it shows that it exists and nothing else.
//
// The value sits behind a pointer because fmt does not call methods on unexported fields: a secret in an unexported
// field would otherwise be printed by %+v.
type Text struct{ value *string }

// New keeps value, without surrounding white space.
func New(value string) Text {
	value = strings.TrimSpace(value)
	if value == "" {
		return Text{}
	}
	return Text{&value}
}

// Empty tells whether there is none.
func (t Text) Empty() bool { return t.value == nil }

// Reveal is the text itself.
func (t Text) Reveal() string {
	if t.value == nil {
		return ""
	}
	return *t.value
}

func (t Text) String() string {
	if t.Empty() {
		return ""
	}
	return Redacted
}

func (t Text) GoString() string             { return t.String() }
func (t Text) Format(f fmt.State, _ rune)   { fmt.Fprint(f, t.String()) }
func (t Text) MarshalText() ([]byte, error) { return []byte(t.String()), nil }
func (t Text) MarshalJSON() ([]byte, error) { return json.Marshal(t.String()) }
func (t Text) MarshalYAML() (any, error)    { return t.String(), nil }
func (t Text) LogValue() slog.Value         { return slog.StringValue(t.String()) }
