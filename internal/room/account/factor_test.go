package account_test

import (
	"encoding/base32"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
	"renown/internal/room/account"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/secretbox"
)

func ring(t *testing.T, text string) *secretbox.Ring {
	t.Helper()
	return must.Get(secretbox.ParseRing(text))(t)
}

const (
	oldKey = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
	newKey = "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB="
)

// eachSealed is each on an installation that can seal secrets.
func eachSealed(t *testing.T, body func(t *testing.T, w *world)) {
	t.Helper()
	eachWith(t, account.Options{MaxKeys: 50, Keys: ring(t, oldKey)}, func(t *testing.T, w *world) {
		w.still(t)
		body(t, w)
	})
}

// authenticator is an app on a phone.
type authenticator struct {
	w      *world
	secret []byte
}

func (a authenticator) code() string { return account.Code(a.secret, a.w.clock.Now()) }

// enrolled is a user with a second factor, the session that set it up, and the recovery codes.
func (w *world) enrolled(t *testing.T, email string) (s account.Session, phone authenticator, codes []string) {
	t.Helper()
	userID := w.user(t, email)
	s, _ = w.enter(t, userID)
	setup := must.Get(w.BeginFactor(t.Context(), userID, account.Password))(t)
	secret := must.Get(base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(setup.Secret))(t)
	u, err := url.Parse(setup.URI)
	if err != nil || u.Scheme != "otpauth" || u.Host != "totp" || u.Query().Get("secret") != setup.Secret ||
		!strings.Contains(u.Path, email) {
		t.Errorf("the picture says %s (%v)", setup.URI, err)
	}
	phone = authenticator{w, secret}
	codes = must.Get(w.ConfirmFactor(t.Context(), s, phone.code()))(t)
	w.clock.Advance(time.Minute)
	return s, phone, codes
}

func TestFactorRefuses(t *testing.T) {
	t.Parallel()
	eachSealed(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		li := w.user(t, "li@example.com")
		s, _ := w.enter(t, li)
		_, err := w.ConfirmFactor(ctx, s, "123456")
		must.Refuse(t, err, fault.Unauthenticated)
		_, err = w.BeginFactor(ctx, li, "guess")
		must.Refuse(t, err, fault.Unauthenticated)
		_, err = w.RenewCodes(ctx, li, "123456")
		must.Refuse(t, err, fault.Unauthenticated)
		must.Refuse(t, w.ResetFactor(ctx, li), fault.NoSuchThing)
		setup := must.Get(w.BeginFactor(ctx, li, account.Password))(t)
		_, _, err = w.LogIn(ctx, login("li@example.com", account.Password)) // not confirmed: it does not count yet
		must.Do(t, err)
		if in := holding(t, w.db, setup.Secret); len(in) > 0 {
			t.Errorf("the secret lies in %v", in)
		}
		w.enrolled(t, "wang@example.com")
		must.Get(w.BeginFactor(ctx, s.UserID, account.Password))(t) // a fresh start
		u := must.Get(w.ByEmail(ctx, "wang@example.com"))(t)
		_, err = w.BeginFactor(ctx, u.ID, account.Password)
		must.Refuse(t, err, fault.Duplicate)

		bare := account.New(w.db, limit.New(storetest.Open(t, "sqlite")), account.Options{})
		_, err = bare.BeginFactor(ctx, li, account.Password)
		must.Refuse(t, err, fault.Unavailable)
	})
}

func TestLogInWithFactor(t *testing.T) {
	t.Parallel()
	eachSealed(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		s, phone, codes := w.enrolled(t, "li@example.com")
		in := login("li@example.com", account.Password)
		challenge := func() string {
			t.Helper()
			opened, token, err := w.LogIn(ctx, in)
			if f := must.Refuse(t, err, fault.Unauthenticated); !account.NeedsFactor(f) || token == "" || opened != (account.Session{}) {
				t.Fatalf("%+v %q %v", opened, token, err)
			}
			if _, _, err := w.Resume(ctx, token); !fault.Is(err, fault.Unauthenticated) {
				t.Fatal("the challenge is a session")
			}
			return token
		}
		answer := func(challenge, code string) error {
			_, token, err := w.AnswerChallenge(ctx, challenge, code, in)
			if err == nil {
				wantIn(t, w, token)
			} else if token != "" {
				t.Errorf("a refusal comes with the token %q", token)
			}
			return err
		}
		must.Refuse(t, answer("made up", phone.code()), fault.NoSuchThing)
		first := challenge()
		must.Refuse(t, answer(first, "000000"), fault.Unauthenticated)
		must.Refuse(t, answer(first, ""), fault.Unauthenticated)
		code := phone.code()
		must.Do(t, answer(first, " "+code[:3]+" "+code[3:]))
		must.Refuse(t, answer(first, code), fault.NoSuchThing) // a challenge works once
		must.Refuse(t, answer(challenge(), code), fault.Unauthenticated)
		w.clock.Advance(30 * time.Second)
		must.Do(t, answer(challenge(), phone.code()))

		must.Do(t, answer(challenge(), strings.ToUpper(codes[0])))
		must.Refuse(t, answer(challenge(), codes[0]), fault.Unauthenticated) // each works once
		if f, err := w.Factor(ctx, s.UserID); err != nil || f.Codes != 9 || f.EnabledAt == nil {
			t.Errorf("%+v %v", f, err)
		}
		for _, c := range codes {
			if in := holding(t, w.db, strings.ReplaceAll(c, "-", "")); len(in) > 0 {
				t.Errorf("a recovery code lies in %v", in)
			}
		}

		last := challenge()
		w.clock.Advance(10*time.Minute - time.Microsecond)
		must.Do(t, answer(last, phone.code()))
		late := challenge()
		w.clock.Advance(10 * time.Minute)
		must.Refuse(t, answer(late, phone.code()), fault.NoSuchThing)
		worn := challenge()
		for range 5 {
			must.Refuse(t, answer(worn, "000000"), fault.Unauthenticated)
		}
		must.Refuse(t, answer(worn, phone.code()), fault.NoSuchThing)
		w.clock.Advance(time.Hour)
		stale := challenge()
		must.Do(t, w.SetPassword(ctx, s.UserID, "another one"))
		must.Refuse(t, answer(stale, phone.code()), fault.NoSuchThing)
	})
}

// Of many who use one code at once, one gets in.
func TestCodeOnce(t *testing.T) {
	t.Parallel()
	eachSealed(t, func(t *testing.T, w *world) {
		_, phone, _ := w.enrolled(t, "li@example.com")
		in, code := login("li@example.com", account.Password), phone.code()
		var challenges []string
		for range 5 {
			_, token, _ := w.LogIn(t.Context(), in)
			challenges = append(challenges, token)
		}
		var entered atomic.Int64
		var group sync.WaitGroup
		for _, c := range challenges {
			group.Go(func() {
				if _, _, err := w.AnswerChallenge(t.Context(), c, code, in); err == nil {
					entered.Add(1)
				} else if fault.As(err) == nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		expect.Equal(t, entered.Load(), 1, "got in by one code")
	})
}

// Who knows the password cannot try codes without end, and does not keep out the owner: not where they were before, not with a
// recovery code elsewhere, not in an open session.
func TestCodesThrottled(t *testing.T) {
	t.Parallel()
	eachSealed(t, func(t *testing.T, w *world) {
		ctx, home := t.Context(), login("li@example.com", account.Password)
		s, phone, recovery := w.enrolled(t, "li@example.com")
		enter := func(in account.Login, code string) error {
			t.Helper()
			_, challenge, err := w.LogIn(ctx, in)
			must.Refuse(t, err, fault.Unauthenticated)
			_, _, err = w.AnswerChallenge(ctx, challenge, code, in)
			return err
		}
		must.Do(t, enter(home, phone.code()))
		w.clock.Advance(time.Minute)
		tried := 0
		for i := range 30 {
			in := login("li@example.com", account.Password)
			in.Address = fmt.Sprintf("198.51.100.%d", i)
			_, token, err := w.LogIn(t.Context(), in)
			must.Refuse(t, err, fault.Unauthenticated)
			if _, _, err := w.AnswerChallenge(t.Context(), token, "000000", in); fault.Is(err, fault.Unauthenticated) {
				tried++
			}
		}
		if tried > 10 {
			t.Errorf("%d codes were looked at", tried)
		}
		elsewhere := home
		elsewhere.Address = "203.0.113.77"
		must.Refuse(t, enter(elsewhere, phone.code()), fault.TooFrequent)
		must.Do(t, enter(elsewhere, recovery[0]))
		must.Do(t, enter(home, phone.code()))
		w.clock.Advance(30 * time.Second)
		must.Do(t, w.DisableFactor(ctx, s.UserID, account.Password, phone.code()))
	})
}

func TestFactorChanges(t *testing.T) {
	t.Parallel()
	eachSealed(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		s, phone, codes := w.enrolled(t, "li@example.com")
		wantSessionCount(t, w, s.UserID, 1)
		fresh, err := w.RenewCodes(ctx, s.UserID, phone.code())
		must.Do(t, err)
		w.clock.Advance(time.Minute)
		must.Refuse(t, w.DisableFactor(ctx, s.UserID, account.Password, codes[1]), fault.Unauthenticated) // an earlier code
		must.Refuse(t, w.DisableFactor(ctx, s.UserID, "guess", phone.code()), fault.Unauthenticated)

		// another key seals from now on; the older one can go afterwards
		w.options.Keys = ring(t, newKey+","+oldKey)
		w.still(t)
		if n, err := w.ResealFactors(ctx); n != 1 || err != nil {
			t.Errorf("%d sealed anew (%v)", n, err)
		}
		w.options.Keys = ring(t, newKey)
		w.still(t)
		must.Do(t, w.DisableFactor(ctx, s.UserID, account.Password, phone.code()))
		_, _, err = w.LogIn(ctx, login("li@example.com", account.Password))
		must.Do(t, err)
		expect.Refuse(t, expect.Error(w.RenewCodes(ctx, s.UserID, fresh[0])), fault.Unauthenticated, "codes of a factor that is off")

		other, _, _ := w.enrolled(t, "wang@example.com")
		must.Do(t, w.ResetFactor(ctx, other.UserID))
		wantSessionCount(t, w, other.UserID, 0)
		_, _, err = w.LogIn(ctx, login("wang@example.com", account.Password))
		must.Do(t, err)
	})
}
