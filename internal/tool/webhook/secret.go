package webhook

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"
)

const (
	secretPrefix = "whsec_"
	secretSize   = 32 // bytes of one that is made here; the specification asks for 24 to 64
	secretMost   = 4  // secrets in force at the same time
)

// Secret signs what goes to one outlet. It holds several keys while they are being replaced: every message is signed
// with each of them. Printed in any form it shows that it exists and nothing else.
type Secret struct{ keys *[][]byte } // behind a pointer: fmt does not call methods on unexported fields

// NewSecret draws a secret.
func NewSecret() Secret {
	key := make([]byte, secretSize)
	rand.Read(key)
	return Secret{&[][]byte{key}}
}

// ParseSecret reads secrets as outlets and operators exchange them: whsec_ and 24 to 64 bytes in base64, several
// separated by blanks, the newest first. Errors never repeat what was given.
func ParseSecret(text string) (Secret, error) {
	var keys [][]byte
	for word := range strings.FieldsSeq(text) {
		encoded, ok := strings.CutPrefix(word, secretPrefix)
		key, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(encoded, "="))
		if !ok || err != nil || len(key) < 24 || len(key) > 64 {
			return Secret{}, errors.New("a secret is whsec_ followed by 24 to 64 bytes in base64")
		}
		keys = append(keys, key)
	}
	switch {
	case len(keys) == 0:
		return Secret{}, errors.New("no secret")
	case len(keys) > secretMost:
		return Secret{}, fmt.Errorf("more than %d secrets", secretMost)
	}
	return Secret{&keys}, nil
}

// Empty tells whether there is no key.
func (s Secret) Empty() bool { return s.keys == nil }

// Newest is the first key alone.
func (s Secret) Newest() Secret {
	if s.Empty() {
		return s
	}
	return Secret{&[][]byte{(*s.keys)[0]}}
}

// After keeps the newest key of before in force beside this one.
func (s Secret) After(before Secret) Secret {
	if s.Empty() || before.Empty() {
		return s
	}
	keys := append([][]byte{(*s.keys)[0]}, (*before.keys)[0])
	return Secret{&keys}
}

// Reveal is the text that ParseSecret reads.
func (s Secret) Reveal() string { return strings.Join(s.texts(), " ") }

func (s Secret) texts() (list []string) {
	if s.Empty() {
		return nil
	}
	for _, key := range *s.keys {
		list = append(list, secretPrefix+base64.StdEncoding.EncodeToString(key))
	}
	return list
}

// Sign is the value of webhook-signature: one signature for each key, separated by blanks.
func (s Secret) Sign(id string, at time.Time, body []byte) string {
	if s.Empty() {
		return ""
	}
	signatures := make([]string, len(*s.keys))
	for i, key := range *s.keys {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
		mac.Write(body)
		signatures[i] = "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	}
	return strings.Join(signatures, " ")
}

func (s Secret) String() string {
	if s.Empty() {
		return ""
	}
	return "[redacted]"
}

func (s Secret) GoString() string             { return s.String() }
func (s Secret) Format(f fmt.State, _ rune)   { fmt.Fprint(f, s.String()) }
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
func (s Secret) LogValue() slog.Value         { return slog.StringValue(s.String()) }
