// Package secretbox keeps small secrets unreadable where they are stored: AES-256-GCM under keys that come from the
// configuration and are in no database, so that a copy of the database alone tells nothing.
//
// It owns the sealed form and the choice of the key. It refuses to know what is sealed. A sealed text names its key, so
// that keys can be replaced one after the other, and is bound to what it is about, so that it cannot be moved to
// another row.
package secretbox

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// What can be wrong.
var (
	ErrNoKey      = errors.New("no key to seal secrets with is configured")
	ErrUnknownKey = errors.New("sealed under a key that is not configured")
	ErrBroken     = errors.New("the sealed text is damaged or belongs to something else")
)

const (
	form    = "s1" // names algorithm and layout
	keySize = 32   // bytes: AES-256
)

// Ring is the keys in force: the first seals, all open. A nil ring has none. It is safe for concurrent use.
type Ring struct {
	order []string // key ids
	keys  map[string]cipher.AEAD
}

// ParseRing reads keys of 32 bytes in base64, separated by commas, the newest first. An empty text gives a ring without
// keys. Errors tell which key is wrong by its place and never repeat it.
func ParseRing(text string) (*Ring, error) {
	r := &Ring{keys: map[string]cipher.AEAD{}}
	if strings.TrimSpace(text) == "" {
		return r, nil
	}
	for i, part := range strings.Split(text, ",") {
		key, err := decode(strings.TrimSpace(part))
		if err != nil {
			return nil, fmt.Errorf("key %d is not 32 bytes in base64, as openssl rand -base64 32 prints", i+1)
		}
		id := keyID(key)
		if r.keys[id] != nil {
			return nil, fmt.Errorf("key %d is there twice", i+1)
		}
		block, err := aes.NewCipher(key)
		if err != nil {
			return nil, err
		}
		if r.keys[id], err = cipher.NewGCMWithRandomNonce(block); err != nil {
			return nil, err
		}
		r.order = append(r.order, id)
	}
	return r, nil
}

// decode reads either alphabet of base64, with or without padding.
func decode(text string) ([]byte, error) {
	text = strings.NewReplacer("-", "+", "_", "/").Replace(strings.TrimRight(text, "="))
	key, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil || len(key) != keySize {
		return nil, errors.New("not a key")
	}
	return key, nil
}

// keyID names a key without telling anything of it.
func keyID(key []byte) string {
	sum := sha256.Sum256(append([]byte("renown seal key id\x00"), key...))
	return hex.EncodeToString(sum[:6])
}

// Format prints how many keys there are and nothing of them.
func (r *Ring) Format(f fmt.State, _ rune) {
	n := 0
	if r != nil {
		n = len(r.order)
	}
	fmt.Fprintf(f, "[%d sealing keys]", n)
}

// Len is how many keys there are.
func (r *Ring) Len() int {
	if r == nil {
		return 0
	}
	return len(r.order)
}

// Ready tells whether there is a key to seal with.
func (r *Ring) Ready() bool { return r.Len() > 0 }

// Seal makes a secret unreadable. about says what it belongs to and must be given again to open it.
func (r *Ring) Seal(secret, about string) (string, error) {
	if !r.Ready() {
		return "", ErrNoKey
	}
	id := r.order[0]
	sealed := r.keys[id].Seal(nil, nil, []byte(secret), bound(id, about))
	return strings.Join([]string{form, id, base64.RawURLEncoding.EncodeToString(sealed)}, "."), nil
}

// Open reads a sealed text. Faults: ErrNoKey, ErrUnknownKey, ErrBroken; none repeats anything of what was given.
func (r *Ring) Open(sealed, about string) (string, error) {
	if !r.Ready() {
		return "", ErrNoKey
	}
	id, text, ok := split(sealed)
	if !ok {
		return "", ErrBroken
	}
	key := r.keys[id]
	if key == nil {
		return "", fmt.Errorf("%w (%s)", ErrUnknownKey, id)
	}
	secret, err := key.Open(nil, nil, text, bound(id, about))
	if err != nil {
		return "", ErrBroken
	}
	return string(secret), nil
}

// Stale tells whether a sealed text should be sealed anew: it is not under the first key.
func (r *Ring) Stale(sealed string) bool {
	id, _, ok := split(sealed)
	return r.Ready() && ok && slices.Index(r.order, id) != 0
}

// Renew seals anew what is not under the newest key. False: it is.
func (r *Ring) Renew(sealed, about string) (again string, renewed bool, err error) {
	if !r.Stale(sealed) {
		return sealed, false, nil
	}
	text, err := r.Open(sealed, about)
	if err != nil {
		return "", false, err
	}
	again, err = r.Seal(text, about)
	return again, err == nil, err
}

func split(sealed string) (id string, text []byte, ok bool) {
	parts := strings.Split(sealed, ".")
	if len(parts) != 3 || parts[0] != form || len(parts[1]) != 12 { // six bytes in hex
		return "", nil, false
	}
	if _, err := hex.DecodeString(parts[1]); err != nil {
		return "", nil, false
	}
	text, err := base64.RawURLEncoding.DecodeString(parts[2])
	return parts[1], text, err == nil
}

func bound(id, about string) []byte { return []byte(form + "\x00" + id + "\x00" + about) }
