package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"renown/internal/floor/fault"
)

// argon2id parameters: 19 MiB, two passes, one lane; about 45 ms on one core. They are written into each hash,
// so a later change leaves older hashes readable.
const (
	argonMemory  = 19 * 1024 // KiB
	argonPasses  = 2
	argonLanes   = 1
	argonKeyLen  = 32
	argonSaltLen = 16

	hashingAtOnce = 2 // bounds memory and CPU, whatever is thrown at the log-in page

	passwordMax = 512 // code points that are hashed at all
)

// dummyHash is compared against when the e-mail is unknown, so that the time taken tells nothing.
var dummyHash = encodeHash(make([]byte, argonSaltLen), make([]byte, argonKeyLen))

// hashPassword waits for a free place, then hashes with a fresh salt.
func (a *Accounts) hashPassword(ctx context.Context, password string) (string, error) {
	if password == "" || utf8.RuneCountInString(password) > passwordMax {
		return "", fault.New(fault.Malformed).Why("password_empty", passwordMax)
	}
	salt := make([]byte, argonSaltLen)
	rand.Read(salt)
	key, err := a.argon(ctx, password, salt)
	if err != nil {
		return "", err
	}
	return encodeHash(salt, key), nil
}

// passwordMatches compares in constant time; it costs the same whether the hash is a user's or the dummy.
func (a *Accounts) passwordMatches(ctx context.Context, hash, password string) (bool, error) {
	salt, want, err := decodeHash(hash)
	if err != nil {
		return false, err
	}
	got, err := a.argon(ctx, password, salt)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1, nil
}

func (a *Accounts) argon(ctx context.Context, password string, salt []byte) ([]byte, error) {
	select {
	case a.hashing <- struct{}{}:
		defer func() { <-a.hashing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return argon2.IDKey([]byte(password), salt, argonPasses, argonMemory, argonLanes, argonKeyLen), nil
}

func encodeHash(salt, key []byte) string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, argonMemory, argonPasses, argonLanes,
		b64.EncodeToString(salt), b64.EncodeToString(key))
}

// decodeHash reads hashes made with the parameters above; another set of parameters gets its own case here when one is introduced.
func decodeHash(hash string) (salt, key []byte, err error) {
	prefix := fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, argonMemory, argonPasses, argonLanes)
	rest, ok := strings.CutPrefix(hash, prefix)
	if !ok {
		return nil, nil, fmt.Errorf("password hash of an unknown kind")
	}
	saltText, keyText, _ := strings.Cut(rest, "$")
	if salt, err = base64.RawStdEncoding.DecodeString(saltText); err != nil {
		return nil, nil, fmt.Errorf("password salt: %w", err)
	}
	if key, err = base64.RawStdEncoding.DecodeString(keyText); err != nil {
		return nil, nil, fmt.Errorf("password key: %w", err)
	}
	return salt, key, nil
}
