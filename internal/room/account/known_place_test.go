package account_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"renown/internal/floor/audit"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// purposes lists what letters were asked for, and forgets them.
func (p *post) purposes() (list []account.Purpose) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range p.notices {
		list = append(list, n.Purpose)
	}
	p.notices = nil
	return list
}

// A log-in from a network or by a browser that is new is told to the account's owner, but not the first, nor a new version.
func TestSignInNotice(t *testing.T) {
	t.Parallel()
	eachWithMail(t, func(t *testing.T, w *world) {
		userID := w.user(t, "li@example.com")
		for _, c := range []struct {
			name, address, agent string
			told                 bool
		}{
			{"the first", "2001:db8:1:2::1", "Mozilla/5.0 (X11; Linux) Firefox/140.0", false},
			{"again", "2001:db8:1:2::1", "Mozilla/5.0 (X11; Linux) Firefox/140.0", false},
			{"another address of the network, a newer version", "2001:db8:1:2::ffff", "Mozilla/5.0 (X11; Linux) Firefox/141.0.2", false},
			{"another network", "2001:db8:1:3::1", "Mozilla/5.0 (X11; Linux) Firefox/141.0.2", true},
			{"another browser", "2001:db8:1:3::1", "curl/8.0", true},
			{"both known", "2001:db8:1:2::1", "curl/8.1", false},
		} {
			_, _, err := w.LogIn(t.Context(), account.Login{
				Email: "li@example.com", Password: account.Password,
				Address: c.address, Agent: c.agent,
			})
			must.Do(t, err)
			told := slices.Clone(w.post.notices)
			if got := w.post.purposes(); c.told != slices.Equal(got, []account.Purpose{account.SignedIn}) || !c.told && len(got) > 0 {
				t.Fatalf("%s: letters %v", c.name, got)
			}
			if !c.told {
				continue
			}
			letter := must.Get(w.WriteLetter(t.Context(), told[0]))(t)
			want := account.Letter{Purpose: account.SignedIn, To: "li@example.com", Address: c.address, Agent: c.agent, At: at(0)}
			if letter != want || told[0].UserID != userID {
				t.Errorf("%s: %+v", c.name, letter)
			}
		}
	})
}

// Guesses from many addresses do not keep a user out at an address that they logged in from before.
func TestCrowdOfGuessers(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		w.still(t)
		w.user(t, "li@example.com")
		home := login("li@example.com", account.Password)
		_, _, err := w.LogIn(t.Context(), home)
		must.Do(t, err)
		guesses := 0
		for i := range 150 {
			hashes := account.CountHashing(t, w.Accounts)
			_, _, err := w.LogIn(t.Context(), account.Login{
				Email: "li@example.com", Password: "guess",
				Address: fmt.Sprintf("198.51.%d.%d", i/100, i%100),
			})
			if fault.Is(err, fault.Unauthenticated) {
				guesses++
			} else if must.Refuse(t, err, fault.TooFrequent); hashes.Load() != 0 {
				t.Fatal("a throttled attempt costs a hash")
			}
		}
		if guesses != 100-1 { // one went to the owner's own first log-in
			t.Errorf("%d guesses were looked at, want 99", guesses)
		}
		_, _, err = w.LogIn(t.Context(), home)
		must.Do(t, err)
	})
}

// However often it is used, a session ends after its longest life.
func TestSessionEndsForGood(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		const day = 24 * time.Hour
		_, token := w.enter(t, w.user(t, "li@example.com"))
		for range 8 {
			w.clock.Advance(11 * day)
			wantIn(t, w, token)
		}
		w.clock.Advance(2*day - time.Microsecond)
		wantIn(t, w, token)
		w.clock.Advance(time.Microsecond)
		_, _, err := w.Resume(t.Context(), token)
		must.Refuse(t, err, fault.Unauthenticated)
	})
}

// Who registers with an address that has an account is told nothing; the account's owner is.
func TestTellRegistered(t *testing.T) {
	t.Parallel()
	eachWithMail(t, func(t *testing.T, w *world) {
		w.still(t)
		w.user(t, "li@example.com")
		w.register(t, "new@example.com")
		must.Do(t, w.SetStatus(t.Context(), w.user(t, "gone@example.com"), account.StatusDisabled))
		w.post.purposes()
		for _, c := range []struct {
			email string
			want  []account.Purpose
		}{
			{"who@example.com", nil},
			{"gone@example.com", nil},
			{" LI@example.com", []account.Purpose{account.Registered}},
			{"new@example.com", []account.Purpose{account.VerifyAddress}},
		} {
			must.Do(t, w.TellRegistered(t.Context(), c.email))
			if got := w.post.purposes(); !slices.Equal(got, c.want) {
				t.Errorf("%s: letters %v", c.email, got)
			}
		}
		for range 5 {
			must.Do(t, w.TellRegistered(t.Context(), "li@example.com")) // no letter for each
		}
		if got := w.post.purposes(); len(got) != 2 {
			t.Errorf("letters %v, want two more", got)
		}
	})
}

func TestRevokeKeys(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		li, wang := w.user(t, "li@example.com"), w.user(t, "wang@example.com")
		_, one := w.key(t, li, "*")
		_, two := w.key(t, li, "*")
		_, other := w.key(t, wang, "*")
		for _, want := range []int64{2, 0} {
			if n, err := w.RevokeKeys(t.Context(), li); err != nil || n != want {
				t.Errorf("%d revoked, want %d (%v)", n, want, err)
			}
		}
		for key, code := range map[string]fault.Code{one: fault.Unauthenticated, two: fault.Unauthenticated} {
			_, err := w.Authenticate(t.Context(), key)
			must.Refuse(t, err, code)
		}
		must.Get(w.Authenticate(t.Context(), other))(t)
	})
}

// After everything was revoked no key, session or link lets a user in; what was accepted stays.
func TestRevokeEverything(t *testing.T) {
	t.Parallel()
	eachWithMail(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		li, wang := w.user(t, "li@example.com"), w.user(t, "wang@example.com")
		_, key := w.key(t, li, "*")
		_, session := w.enter(t, li)
		teamID := w.team(t, li)
		invite := func(email string) string {
			_, _, err := w.Invite(ctx, account.Inviting{By: li, SpaceID: teamID, Email: email})
			must.Do(t, err)
			return must.Get(w.WriteLetter(ctx, w.post.last(t)))(t).Token
		}
		must.Get(w.Accept(ctx, wang, invite("wang@example.com")))(t)
		invitation := invite("zhao@example.com")
		must.Do(t, w.RequestReset(ctx, "li@example.com", "192.0.2.1"))
		reset := must.Get(w.WriteLetter(ctx, w.post.last(t)))(t).Token

		expect.Equal(t, must.Get(w.RevokeEverything(ctx))(t), 1, "keys revoked are")
		expect.Refuse(t, expect.Error(w.Authenticate(ctx, key)), fault.Unauthenticated, "a key")
		_, _, err := w.Resume(ctx, session)
		expect.Refuse(t, err, fault.Unauthenticated, "a session")
		expect.Refuse(t, expect.Error(w.Accept(ctx, w.user(t, "zhao@example.com"), invitation)), fault.NoSuchThing, "an invitation")
		expect.Refuse(t, w.Reset(ctx, reset, "another-password-7"), fault.NoSuchThing, "a link to reset a password")
		expect.Do(t, expect.Error(w.Space(ctx, wang, teamID)), "who has joined")
	})
}

// What was done is in the log, with who did it; what was refused, rolled back or done twice is not.
func TestDeedsAreKept(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		li := w.user(t, "li@example.com")
		ctx := audit.With(t.Context(), audit.Actor{UserID: "usr_operator", Via: audit.ByConsole, Address: "192.0.2.9", RequestID: "req_1"})
		must.Do(t, w.SetRole(ctx, li, account.RoleOperator))
		must.Do(t, w.SetStatus(ctx, li, account.StatusActive))
		key, _ := w.key(t, li, "geo:read")
		must.Do(t, w.RevokeKey(ctx, "", key.ID))
		must.Do(t, w.RevokeKey(ctx, "", key.ID)) // again: no deed
		_, _, err := w.LogIn(ctx, login("li@example.com", "guess"))
		must.Refuse(t, err, fault.Unauthenticated)
		must.Refuse(t, w.SetRole(ctx, "usr_nobody", account.RoleUser), fault.NoSuchThing)
		err = w.db.InTx(ctx, func(tx *store.Tx) error {
			must.Do(t, audit.WriteTx(ctx, tx, audit.PlanSet, audit.About{UserID: li}))
			return fault.New(fault.Internal)
		})
		must.Refuse(t, err, fault.Internal)

		list, total, err := audit.New(w.db, 0).List(t.Context(), audit.Filter{UserID: li, Paging: store.Paging{Number: 1, Size: 10}})
		must.Do(t, err)
		var got []string
		for _, e := range list {
			got = append(got, fmt.Sprintf("%s by %s %s from %s %v", e.Deed, e.ActorID, e.Via, e.Address, e.Detail))
		}
		want := []string{
			"account_created by  system from  []", "role_set by usr_operator console from 192.0.2.9 [operator]",
			"status_set by usr_operator console from 192.0.2.9 [active]",
			"key_created by  system from  [geo:read]", "key_revoked by usr_operator console from 192.0.2.9 []",
			"log_in_failed by usr_operator console from 192.0.2.9 []",
		}
		slices.Sort(got) // all within one microsecond
		slices.Sort(want)
		if !slices.Equal(got, want) || total != int64(len(want)) {
			t.Errorf("%d kept: %q", total, got)
		}
	})
}

// Guesses without number leave a bounded trace.
func TestGuessesFillNoLog(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		w.still(t)
		li := w.user(t, "li@example.com")
		for range 100 {
			must.Refuse(t, w.Failed(t.Context(), li), fault.Unauthenticated)
		}
		_, total, err := audit.New(w.db, 0).List(t.Context(),
			audit.Filter{UserID: li, Deed: audit.LogInFailed, Paging: store.Paging{Number: 1, Size: 1}})
		if err != nil || total != 20 {
			t.Errorf("%d kept (%v)", total, err)
		}
	})
}

func TestMailName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"市场部": "市场部",
		"x」。您的账号将被停用，请立即打开 https://evil.example/login 验证\n\nRenown 安全中心": "x·您的账号将被停用，请立即打开 https evil·example/login 验证 Renown 安全中心",
		"Booking.com": "Booking·com", "a@b.c": "a b·c",
	} {
		expect.Equal(t, account.MailName(name), want, name, "is quoted as")
	}
}
