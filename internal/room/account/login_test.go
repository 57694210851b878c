package account_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

func login(email, password string) account.Login {
	return account.Login{Email: email, Password: password, Address: "192.0.2.1", Agent: "Browser/1.0"}
}

func TestLogInRefuses(t *testing.T) {
	t.Parallel()
	eachWithMail(t, func(t *testing.T, w *world) {
		w.user(t, "li@example.com")
		must.Do(t, w.SetStatus(t.Context(), w.user(t, "gone@example.com"), account.StatusDisabled))
		must.Get(w.create(t.Context(), account.Ready("new@example.com").Unverified()))(t)
		wrong := "login_wrong"
		for _, c := range []struct {
			name, email, password string
			code                  fault.Code
			says                  string
			hashes                int64
		}{
			{"no address", "li", account.Password, fault.Unauthenticated, wrong, 0},
			{"unknown address", "who@example.com", account.Password, fault.Unauthenticated, wrong, 1},
			{"wrong password", "li@example.com", "guess", fault.Unauthenticated, wrong, 1},
			{"no password", "li@example.com", "", fault.Unauthenticated, wrong, 1},
			{"disabled, wrong password", "gone@example.com", "guess", fault.Unauthenticated, wrong, 1},
			{"disabled", "gone@example.com", account.Password, fault.AccountDisabled, "", 1},
			{"unverified, wrong password", "new@example.com", "guess", fault.Unauthenticated, wrong, 1},
			{"unverified", "new@example.com", account.Password, fault.Unauthenticated, "email_unverified", 1},
		} {
			hashes := account.CountHashing(t, w.Accounts)
			s, token, err := w.LogIn(t.Context(), login(c.email, c.password))
			if f := must.Refuse(t, err, c.code); f.Reason != c.says {
				t.Errorf("%s: it says %q", c.name, f.Reason)
			}
			if s != (account.Session{}) || token != "" {
				t.Errorf("%s: got the session %v and the token %q", c.name, s, token)
			}
			if got := hashes.Load(); got != c.hashes {
				t.Errorf("%s: hashed %d times, want %d", c.name, got, c.hashes)
			}
		}
	})
}

// Nothing tells a wrong password from an unknown address: same fault in all its parts, same work.
func TestLogInTellsNothing(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		w.user(t, "li@example.com")
		hashes := account.CountHashing(t, w.Accounts)
		_, _, wrong := w.LogIn(t.Context(), login("li@example.com", "guess"))
		ofWrong := hashes.Swap(0)
		_, _, unknown := w.LogIn(t.Context(), login("who@example.com", "guess"))
		expect.Same(t, must.Refuse(t, unknown, fault.Unauthenticated), must.Refuse(t, wrong, fault.Unauthenticated))
		if ofUnknown := hashes.Load(); ofWrong != 1 || ofUnknown != 1 {
			t.Errorf("%d and %d passwords hashed", ofWrong, ofUnknown)
		}
	})
}

func TestLogIn(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		userID := w.user(t, "li@example.com")
		in := login(" Li@Example.com", account.Password)
		in.Agent = strings.Repeat("浏", 100) + "\x00\xff"
		s, token, err := w.LogIn(t.Context(), in)
		must.Do(t, err)
		want := account.Session{
			ID: s.ID, UserID: userID, Address: "192.0.2.1", Agent: strings.Repeat("浏", 66), // 200 bytes hold 66 whole ones
			CreatedAt: at(0), SeenAt: at(0), ExpiresAt: at(30 * 24 * time.Hour),
		}
		expect.Same(t, s, want)
		if len(token) < 32 {
			t.Errorf("the token %q is short", token)
		}
		resumed, user, err := w.Resume(t.Context(), token)
		if diff := cmp.Diff(want, resumed); diff != "" || err != nil || user.ID != userID {
			t.Errorf("%v, user %v\n%s", err, user, diff)
		}
		for what, secret := range map[string]string{"token": token, "password": account.Password} {
			if in := holding(t, w.db, secret); len(in) != 0 {
				t.Errorf("the %s lies in %v", what, in)
			}
		}
	})
}

// Without a mail server no address can be verified, so none has to be.
func TestLogInUnverifiedWithoutMail(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		n, err := w.PrepareRegistration(t.Context(), "li@example.com", account.Password, "192.0.2.1")
		must.Do(t, err)
		must.Get(w.create(t.Context(), n))(t)
		_, _, err = w.LogIn(t.Context(), login("li@example.com", account.Password))
		must.Do(t, err)
	})
}

func TestLogInThrottled(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name             string
		address, account string // without an account the address alone is counted
		burst            int
		pause            time.Duration // until one more is let in
		again            account.Login
		other            account.Login // a login that the throttle must not touch
	}{
		{
			name: "per account", address: "192.0.2.1", account: "li@example.com", burst: 10, pause: 12 * time.Second,
			again: account.Login{Email: " LI@example.com", Address: "192.0.2.1", Password: "guess"},
			other: account.Login{Email: "wang@example.com", Address: "192.0.2.1", Password: "guess"},
		},
		{
			name: "per account, from one network", address: "2001:db8:1:2::1", account: "li@example.com", burst: 10,
			pause: 12 * time.Second,
			again: account.Login{Email: "li@example.com", Address: "2001:db8:1:2:ffff::7", Password: "guess"},
			other: account.Login{Email: "li@example.com", Address: "2001:db8:1:3::1", Password: "guess"},
		},
		{
			name: "per network", address: "2001:db8:1:2::1", burst: 30, pause: 2 * time.Second,
			again: account.Login{Email: "who@example.com", Address: "2001:db8:1:2:ffff::7", Password: "guess"},
			other: account.Login{Email: "who@example.com", Address: "2001:db8:1:3::1", Password: "guess"},
		},
		{
			name: "per address", address: "192.0.2.1", burst: 30, pause: 2 * time.Second,
			again: account.Login{Email: "who@example.com", Address: "192.0.2.1", Password: "guess"},
			other: account.Login{Email: "who@example.com", Address: "192.0.2.2", Password: "guess"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			each(t, func(t *testing.T, w *world) {
				w.still(t)
				w.user(t, "li@example.com")
				attempt := func(in account.Login) error { _, _, err := w.LogIn(t.Context(), in); return err }
				must.Do(t, w.Attempts(t.Context(), c.burst-1, c.address, c.account))
				must.Refuse(t, attempt(c.again), fault.Unauthenticated)

				hashes := account.CountHashing(t, w.Accounts)
				f := must.Refuse(t, attempt(c.again), fault.TooFrequent)
				if f.Retry != c.pause || f.Detail["retry_after"] != int(c.pause/time.Second) {
					t.Errorf("wait %v, detail %v, want %v", f.Retry, f.Detail, c.pause)
				}
				expect.Equal(t, hashes.Load(), 0, "a throttled attempt costs a hash")
				must.Refuse(t, attempt(c.other), fault.Unauthenticated)
				w.clock.Advance(c.pause - time.Microsecond)
				must.Refuse(t, attempt(c.again), fault.TooFrequent)
				w.clock.Advance(time.Microsecond)
				must.Refuse(t, attempt(c.again), fault.Unauthenticated)
				must.Refuse(t, attempt(c.again), fault.TooFrequent)
			})
		})
	}
}

// After too many guesses from an address the right password is refused there for some time, and accepted elsewhere.
func TestLogInThrottledThoughRight(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		w.still(t)
		w.user(t, "li@example.com")
		in := login("li@example.com", account.Password)
		must.Do(t, w.Attempts(t.Context(), 10, in.Address, in.Email))
		_, _, err := w.LogIn(t.Context(), in)
		must.Refuse(t, err, fault.TooFrequent)
		owner := in
		owner.Address = "203.0.113.9"
		for range 20 { // log-ins of the owner do not add up
			_, _, err = w.LogIn(t.Context(), owner)
			must.Do(t, err)
		}
		w.clock.Advance(time.Minute)
		_, _, err = w.LogIn(t.Context(), in)
		must.Do(t, err)
	})
}

// Who goes on guessing waits longer and longer.
func TestLogInDelayGrows(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		w.still(t)
		waits, within := map[time.Duration]int{}, 24*time.Hour
		for spent := time.Duration(0); spent < within; {
			err := w.Attempts(t.Context(), 1, "192.0.2.1", "li@example.com")
			if err == nil {
				waits[0]++
				continue
			}
			f := must.Refuse(t, err, fault.TooFrequent)
			waits[f.Retry.Round(time.Second)]++
			w.clock.Advance(f.Retry)
			spent += f.Retry
		}
		if n := waits[0]; n > 60+24*4+1 {
			t.Errorf("%d guesses in a day", n)
		}
		for _, wait := range []time.Duration{12 * time.Second, time.Minute, 15 * time.Minute} {
			if waits[wait] == 0 {
				t.Errorf("nobody waits %v: %v", wait, waits)
			}
		}
	})
}

// One site cannot make up for its networks being counted one by one.
func TestLogInThrottledPerSite(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		w.still(t)
		let := 0
		for i := range 1000 {
			if w.Attempts(t.Context(), 1, fmt.Sprintf("2001:db8:1:%x::1", i), "") == nil {
				let++
			}
		}
		expect.Equal(t, let, 120, "attempts were let in")
		must.Do(t, w.Attempts(t.Context(), 1, "2001:db8:2::1", ""))
	})
}

// On PostgreSQL two processes count together.
func TestLogInThrottledTogether(t *testing.T) {
	t.Parallel()
	w := newWorld(t, store.Postgres, account.Options{})
	other := w.another(t)
	start := time.Now()
	n := 0
	for ; n < 1000; n++ {
		a := []*account.Accounts{w.Accounts, other}[n%2]
		if err := a.Attempts(t.Context(), 1, "", "li@example.com"); err != nil {
			must.Refuse(t, err, fault.TooFrequent)
			break
		}
	}
	if refilled := int(time.Since(start) / (12 * time.Second)); n < 10 || n > 10+refilled {
		t.Errorf("%d attempts were let in, want 10", n)
	}
}
