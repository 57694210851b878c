package webhook

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"renown/internal/tool/secret"
)

const (
	secretPrefix = "whsec_"
	secretSize   = 32 // bytes of one that is made here; the specification asks for 24 to 64
	secretMost   = 4  // secrets in force at the same time
)

// Secret signs what goes to one outlet. It holds several keys while they are being replaced: every message is signed
// with each of them. Printed in any form it shows that it exists and nothing else.
type Secret struct{ secret.Text }

// NewSecret draws a secret.
func NewSecret() Secret {
	key := make([]byte, secretSize)
	rand.Read(key)
	return secretOf(key)
}

// secretOf keeps keys in the form that ParseSecret reads.
func secretOf(keys ...[]byte) Secret {
	texts := make([]string, len(keys))
	for i, key := range keys {
		texts[i] = secretPrefix + base64.StdEncoding.EncodeToString(key)
	}
	return Secret{secret.New(strings.Join(texts, " "))}
}

// ParseSecret reads secrets as outlets and operators exchange them: whsec_ and 24 to 64 bytes in base64, several
// separated by blanks, the newest first. Errors never repeat what was given.
func ParseSecret(text string) (Secret, error) {
	keys, err := keysOf(text)
	switch {
	case err != nil:
		return Secret{}, err
	case len(keys) == 0:
		return Secret{}, errors.New("no secret")
	case len(keys) > secretMost:
		return Secret{}, fmt.Errorf("more than %d secrets", secretMost)
	}
	return secretOf(keys...), nil
}

func keysOf(text string) (keys [][]byte, err error) {
	for word := range strings.FieldsSeq(text) {
		encoded, ok := strings.CutPrefix(word, secretPrefix)
		key, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(encoded, "="))
		if !ok || err != nil || len(key) < 24 || len(key) > 64 {
			return nil, errors.New("a secret is whsec_ followed by 24 to 64 bytes in base64")
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// Newest is the first key alone.
func (s Secret) Newest() Secret {
	newest, _, _ := strings.Cut(s.Reveal(), " ")
	return Secret{secret.New(newest)}
}

// After keeps the newest key of before in force beside this one.
func (s Secret) After(before Secret) Secret {
	if s.Empty() || before.Empty() {
		return s
	}
	return Secret{secret.New(s.Newest().Reveal() + " " + before.Newest().Reveal())}
}

// Sign is the value of webhook-signature: one signature for each key, separated by blanks.
func (s Secret) Sign(id string, at time.Time, body []byte) string {
	keys, _ := keysOf(s.Reveal()) // it was made of keys
	signatures := make([]string, len(keys))
	for i, key := range keys {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
		mac.Write(body)
		signatures[i] = "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	}
	return strings.Join(signatures, " ")
}
