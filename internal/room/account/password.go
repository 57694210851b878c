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
	"renown/internal/floor/turn"
)

// argon2id parameters: 19 MiB unless Options say otherwise, two passes, one lane; about 45 ms on one core. They are written into
// each hash, so that one made with another amount of memory stays readable.
const (
	argonMemory  = 19 * 1024 // KiB
	argonMost    = 1 << 20   // KiB; a hash that asks for more is not believed
	argonPasses  = 2
	argonLanes   = 1
	argonKeyLen  = 32
	argonSaltLen = 16

	hashingAtOnce = 2 // bounds memory and CPU, whatever is thrown at the log-in page

	passwordMax = 512 // code points that are hashed at all
)

// dummyHash is compared against when the e-mail is unknown, so that the time taken tells nothing.
func (a *Accounts) dummyHash() string {
	return encodeHash(a.options.PasswordMemory, make([]byte, argonSaltLen), make([]byte, argonKeyLen))
}

// hashPassword waits for a free place, then hashes with a fresh salt.
func (a *Accounts) hashPassword(ctx context.Context, password string) (string, error) {
	if password == "" || utf8.RuneCountInString(password) > passwordMax {
		return "", fault.New(fault.Malformed).Why("password_empty", passwordMax)
	}
	salt := make([]byte, argonSaltLen)
	rand.Read(salt)
	key, err := a.argon(ctx, a.options.PasswordMemory, password, salt)
	if err != nil {
		return "", err
	}
	return encodeHash(a.options.PasswordMemory, salt, key), nil
}

// passwordMatches compares in constant time; it costs the same whether the hash is a user's or the dummy.
func (a *Accounts) passwordMatches(ctx context.Context, hash, password string) (bool, error) {
	memory, salt, want, err := decodeHash(hash)
	if err != nil {
		return false, err
	}
	got, err := a.argon(ctx, memory, password, salt)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(got, want) == 1, nil
}

func (a *Accounts) argon(ctx context.Context, memory int, password string, salt []byte) ([]byte, error) {
	if err := a.waitToHash(ctx); err != nil {
		return nil, err
	}
	defer func() { <-a.hashing }()
	return argon2.IDKey([]byte(password), salt, argonPasses, uint32(memory), argonLanes, argonKeyLen), nil //nolint:gosec // at most argonMost
}

// waitToHash takes one of the places; meanwhile the caller leaves to others what it has itself.
func (a *Accounts) waitToHash(ctx context.Context) error {
	select {
	case a.hashing <- struct{}{}:
		return nil
	default:
	}
	if pause := turn.Of(ctx).Pause; pause != nil {
		defer pause()()
	}
	select {
	case a.hashing <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func encodeHash(memory int, salt, key []byte) string {
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, memory, argonPasses, argonLanes,
		b64.EncodeToString(salt), b64.EncodeToString(key))
}

func decodeHash(hash string) (memory int, salt, key []byte, err error) {
	fields := strings.Split(hash, "$")
	if len(fields) != 6 || fields[1] != "argon2id" || fields[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return 0, nil, nil, fmt.Errorf("password hash of an unknown kind")
	}
	var passes, lanes int
	if _, err := fmt.Sscanf(fields[3], "m=%d,t=%d,p=%d", &memory, &passes, &lanes); err != nil {
		return 0, nil, nil, fmt.Errorf("password hash: %w", err)
	}
	if memory < 1 || memory > argonMost || passes != argonPasses || lanes != argonLanes {
		return 0, nil, nil, fmt.Errorf("password hash with unknown parameters")
	}
	if salt, err = base64.RawStdEncoding.DecodeString(fields[4]); err != nil {
		return 0, nil, nil, fmt.Errorf("password salt: %w", err)
	}
	if key, err = base64.RawStdEncoding.DecodeString(fields[5]); err != nil {
		return 0, nil, nil, fmt.Errorf("password key: %w", err)
	}
	return memory, salt, key, nil
}
