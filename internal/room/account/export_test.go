package account

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"renown/internal/floor/fault"
)

// Password is what everybody made by Ready logs in with.
const Password = "correct horse battery"

// LittleMemory is what hashing takes in tests, in KiB: a password is meant to be expensive, and these are not worth guessing.
const LittleMemory = 64

var readyHash = sync.OnceValue(func() string {
	hash, err := New(nil, nil, Options{PasswordMemory: LittleMemory}).hashPassword(context.Background(), Password)
	if err != nil {
		panic(err)
	}
	return hash
})

// Ready is a checked registration with Password, hashed once for all tests.
func Ready(email string) NewUser {
	key, err := foldEmail(email)
	if err != nil {
		panic(email + " is not an address")
	}
	return NewUser{email: email, emailKey: key, hash: readyHash(), role: RoleUser, verified: true}
}

// Unverified is the same person before the address is verified.
func (n NewUser) Unverified() NewUser {
	n.verified = false
	return n
}

// CountHashing counts the passwords that a hashes from now on, and lets them in one at a time.
func CountHashing(t testing.TB, a *Accounts) *atomic.Int64 {
	var n atomic.Int64
	turnstile, done := make(chan struct{}), make(chan struct{})
	a.hashing = turnstile
	go func() {
		for {
			select {
			case <-turnstile:
				n.Add(1)
			case <-done:
				return
			}
			select {
			case turnstile <- struct{}{}:
			case <-done:
				return
			}
		}
	}()
	t.Cleanup(func() { close(done) })
	return &n
}

// Enter opens a session for a user made by Ready, as LogIn does once the password is found right.
func (a *Accounts) Enter(ctx context.Context, userID string) (Session, string, error) {
	return a.openSession(ctx, userID, readyHash(), Login{Address: "192.0.2.1", Agent: "test"}, nil)
}

// Attempts counts n log-ins from an address to an account, without the work of hashing.
func (a *Accounts) Attempts(ctx context.Context, n int, address, account string) error {
	for range n {
		if err := a.admit(ctx, logins, address, account); err != nil {
			return err
		}
	}
	return nil
}

// Failed keeps a log-in with a wrong password.
func (a *Accounts) Failed(ctx context.Context, userID string) error {
	return a.failed(ctx, userID, wrongLogin())
}

// Code is what an authenticator with the secret shows.
func Code(secret []byte, now time.Time) string { return hotp(secret, now.Unix()/30, totpDigits) }

func reasonOf(err error) string { return fault.As(err).Reason }
