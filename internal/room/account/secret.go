package account

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
)

const (
	keyPrefix = "sk-"
	keyLength = 40 // base62 characters: 238 bits
	base62    = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// newSecret returns n random base62 characters without bias: bytes past the last multiple of 62 are drawn again.
func newSecret(n int) string {
	out := make([]byte, 0, n)
	var buf [64]byte
	for len(out) < n {
		rand.Read(buf[:])
		for _, b := range buf {
			if b < 248 && len(out) < n {
				out = append(out, base62[b%62])
			}
		}
	}
	return string(out)
}

// hashSecret is how secrets of high entropy are stored and found. A plain SHA-256 suffices: there is nothing to guess.
func hashSecret(secret string) string {
	var text [2 * sha256.Size]byte
	sum := sha256.Sum256(append(text[:0], secret...))
	return string(hex.AppendEncode(text[:0], sum[:]))
}

// NewToken makes a secret of high entropy for another room: its plaintext, which begins with prefix, and the hash by which it is
// stored and found.
func NewToken(prefix string) (plaintext, hash string) {
	plaintext = prefix + newSecret(keyLength)
	return plaintext, hashSecret(plaintext)
}

// HashToken is the hash of a token that was shown; false when it cannot be one.
func HashToken(prefix, plaintext string) (hash string, ok bool) {
	if len(plaintext) != len(prefix)+keyLength || plaintext[:len(prefix)] != prefix {
		return "", false
	}
	return hashSecret(plaintext), true
}
