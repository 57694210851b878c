package account_test

import (
	"encoding/json"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

func (w *world) letter(t *testing.T, n account.Notice) account.Letter {
	t.Helper()
	letter := must.Get(w.WriteLetter(t.Context(), n))(t)
	if in := holding(t, w.db, letter.Token); len(letter.Token) < 32 || len(in) != 0 {
		t.Errorf("the token %q lies in %v", letter.Token, in)
	}
	return letter
}

// register stores a user whose address is not verified, and returns the notice to write to them.
func (w *world) register(t *testing.T, email string) (userID string, n account.Notice) {
	t.Helper()
	userID = must.Get(w.create(t.Context(), account.Ready(email).Unverified()))(t)
	return userID, w.post.last(t)
}

func TestVerify(t *testing.T) {
	t.Parallel()
	eachWithMail(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		userID, notice := w.register(t, "Li@Example.com")
		earlier := w.letter(t, notice)
		want := account.Letter{Purpose: account.VerifyAddress, To: "Li@Example.com", Token: earlier.Token}
		expect.Same(t, earlier, want)
		letter := w.letter(t, notice)
		reset := w.letter(t, account.Notice{Purpose: account.ResetPassword, UserID: userID})
		w.clock.Advance(48 * time.Hour)
		for name, token := range map[string]string{
			"nothing": "", "unknown": letter.Token[1:] + "0", "of an earlier letter": earlier.Token,
			"of a reset": reset.Token, "expired": letter.Token,
		} {
			if f := must.Refuse(t, w.Verify(ctx, token, "typed again"), fault.NoSuchThing); f.Detail["resource"] != "token" {
				t.Errorf("%s: %v", name, f.Detail)
			}
		}
		if u, err := w.ByID(ctx, userID); err != nil || u.VerifiedAt != nil {
			t.Fatalf("got %+v, %v", u, err)
		}

		w.clock.Advance(-time.Microsecond)
		must.Refuse(t, w.Verify(ctx, letter.Token, "1234567"), fault.Malformed)
		must.Do(t, w.Verify(ctx, letter.Token, "typed again"))
		must.Refuse(t, w.Verify(ctx, letter.Token, "typed again"), fault.NoSuchThing)
		if u, err := w.ByID(ctx, userID); err != nil || u.VerifiedAt == nil || *u.VerifiedAt != at(48*time.Hour-time.Microsecond) {
			t.Errorf("got %+v, %v", u, err)
		}
		_, _, err := w.LogIn(ctx, login("li@example.com", "typed again"))
		must.Do(t, err)
	})
}

// A stranger registers with another's address and a password of theirs. Whatever link its owner opens, that password
// is none, links sent before are none, and a session that was open is over.
func TestSquatted(t *testing.T) {
	t.Parallel()
	eachWithMail(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		for email, take := range map[string]struct {
			purpose account.Purpose
			open    func(token string) error
		}{
			"verified@example.com": {account.VerifyAddress, func(token string) error { return w.Verify(ctx, token, "the owner's own") }},
			"reset@example.com":    {account.ResetPassword, func(token string) error { return w.Reset(ctx, token, "the owner's own") }},
		} {
			userID, _ := w.register(t, email) // with account.Password
			_, squatter := w.enter(t, userID)
			earlier := w.letter(t, account.Notice{Purpose: account.VerifyAddress, UserID: userID})
			must.Do(t, take.open(w.letter(t, account.Notice{Purpose: take.purpose, UserID: userID}).Token))
			_, _, err := w.LogIn(ctx, login(email, account.Password))
			must.Refuse(t, err, fault.Unauthenticated)
			_, _, err = w.Resume(ctx, squatter)
			must.Refuse(t, err, fault.Unauthenticated)
			must.Refuse(t, w.Verify(ctx, earlier.Token, account.Password), fault.NoSuchThing)
			_, _, err = w.LogIn(ctx, login(email, "the owner's own"))
			must.Do(t, err)
		}
	})
}

func TestRequestReset(t *testing.T) {
	t.Parallel()
	eachWithMail(t, func(t *testing.T, w *world) {
		w.still(t)
		ctx := t.Context()
		userID := w.user(t, "li@example.com")
		must.Refuse(t, w.RequestReset(ctx, "no address", "192.0.2.1"), fault.Malformed)
		must.Do(t, w.RequestReset(ctx, "who@example.com", "192.0.2.1")) // says nothing
		must.Equal(t, len(w.post.notices), 0, "notices", w.post.notices)
		for range 3 {
			must.Do(t, w.RequestReset(ctx, " LI@example.com", "192.0.2.2"))
		}
		want := account.Notice{Purpose: account.ResetPassword, UserID: userID}
		expect.Same(t, w.post.notices, []account.Notice{want, want, want})
		must.Refuse(t, w.RequestReset(ctx, "li@example.com", "192.0.2.3"), fault.TooFrequent)
		w.clock.Advance(10 * time.Minute)
		must.Do(t, w.RequestReset(ctx, "li@example.com", "192.0.2.3"))
	})
}

func TestRequestResetWithoutMail(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		w.user(t, "li@example.com")
		f := must.Refuse(t, w.RequestReset(t.Context(), "li@example.com", "192.0.2.1"), fault.Unavailable)
		expect.Equal(t, f.Reason, "mail_missing", "it says")
	})
}

func TestReset(t *testing.T) {
	t.Parallel()
	eachWithMail(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		userID, verify := w.register(t, "li@example.com")
		w.enter(t, userID)
		_, otherToken := w.enter(t, w.user(t, "wang@example.com"))
		notice := account.Notice{Purpose: account.ResetPassword, UserID: userID}
		letter := w.letter(t, notice)
		later := w.letter(t, notice) // asked for by a stranger: the first works on
		for _, c := range []struct {
			name, token, chosen string
			at                  time.Duration
			code                fault.Code
		}{
			{"too short", letter.Token, "1234567", 0, fault.Malformed},
			{"too long", letter.Token, string(make([]rune, 513)), 0, fault.Malformed},
			{"nothing", "", "brand new one", 0, fault.NoSuchThing},
			{"of a verification", w.letter(t, verify).Token, "brand new one", 0, fault.NoSuchThing},
			{"expired", letter.Token, "brand new one", time.Hour, fault.NoSuchThing},
		} {
			w.clock.Set(at(c.at).Time)
			hashes := account.CountHashing(t, w.Accounts)
			expect.Refuse(t, w.Reset(ctx, c.token, c.chosen), c.code, c.name)
			if hashes.Load() != 0 { // a wrong token takes no login to send, so it must be cheap to refuse
				t.Errorf("%s: it cost %d hashes", c.name, hashes.Load())
			}
		}
		wantSessionCount(t, w, userID, 1)

		w.clock.Set(at(time.Hour - time.Microsecond).Time)
		must.Do(t, w.Reset(ctx, letter.Token, "brand new one"))
		for _, dead := range []account.Letter{letter, later} {
			must.Refuse(t, w.Reset(ctx, dead.Token, "brand new two"), fault.NoSuchThing)
		}
		wantSessionCount(t, w, userID, 0)
		wantIn(t, w, otherToken)
		_, _, err := w.LogIn(ctx, login("li@example.com", "brand new one")) // reading the mail proves the address
		must.Do(t, err)
	})
}

func wantSessionCount(t *testing.T, w *world, userID string, want int) {
	t.Helper()
	if list, err := w.Sessions(t.Context(), userID); err != nil || len(list) != want {
		t.Errorf("%d sessions are open, want %d (%v)", len(list), want, err)
	}
}

// A link that lies in a mailbox does not outlive a change of password.
func TestResetOutdated(t *testing.T) {
	t.Parallel()
	eachWithMail(t, func(t *testing.T, w *world) {
		userID := w.user(t, "li@example.com")
		letter := w.letter(t, account.Notice{Purpose: account.ResetPassword, UserID: userID})
		must.Do(t, w.SetPassword(t.Context(), userID, "x"))
		must.Refuse(t, w.Reset(t.Context(), letter.Token, "brand new one"), fault.NoSuchThing)
	})
}

func TestWriteLetterRefuses(t *testing.T) {
	t.Parallel()
	eachWithMail(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		verified, disabled := w.user(t, "li@example.com"), w.user(t, "wang@example.com")
		teamID := w.team(t, verified)
		must.Do(t, w.SetStatus(ctx, disabled, account.StatusDisabled))
		inv, _, err := w.Invite(ctx, account.Inviting{By: verified, SpaceID: teamID, Email: "wang@example.com"})
		must.Do(t, err)
		w.clock.Advance(week)
		for _, c := range []struct {
			name   string
			notice account.Notice
		}{
			{"nobody there", account.Notice{Purpose: account.ResetPassword, UserID: "usr_none"}},
			{"verified already", account.Notice{Purpose: account.VerifyAddress, UserID: verified}},
			{"disabled", account.Notice{Purpose: account.ResetPassword, UserID: disabled}},
			{"no such invitation", account.Notice{Purpose: account.Invited, UserID: verified, InvitationID: "inv_none"}},
			{"invitation expired", account.Notice{Purpose: account.Invited, UserID: verified, InvitationID: inv.ID}},
		} {
			expect.Refuse(t, expect.Error(w.WriteLetter(ctx, c.notice)), fault.NoSuchThing, c.name)
		}
	})
}

// With a mail server the link of an invitation goes out by mail alone: the letter's token is the only one.
func TestInviteByMail(t *testing.T) {
	t.Parallel()
	eachWithMail(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		owner, guest := w.user(t, "li@example.com"), w.user(t, "wang@example.com")
		teamID := w.team(t, owner)
		inv, token, err := w.Invite(ctx, account.Inviting{By: owner, SpaceID: teamID, Email: "Wang@example.com"})
		if err != nil || token != "" {
			t.Fatalf("got the token %q, %v: a letter would take its force away", token, err)
		}
		notice := w.post.last(t)
		expect.Same(t, notice, account.Notice{Purpose: account.Invited, UserID: owner, InvitationID: inv.ID})
		earlier, letter := w.letter(t, notice), w.letter(t, notice)
		want := account.Letter{Purpose: account.Invited, To: "Wang@example.com", Team: "市场部", From: "li@example.com", Token: letter.Token}
		expect.Same(t, letter, want)
		_, err = w.Accept(ctx, guest, earlier.Token)
		must.Refuse(t, err, fault.NoSuchThing)
		must.Get(w.Accept(ctx, guest, letter.Token))(t)
		_, err = w.WriteLetter(ctx, notice)
		must.Refuse(t, err, fault.NoSuchThing)
	})
}

// What lies in a queue is readable by an operator: nothing in it opens anything.
func TestNoticeHoldsNoSecret(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(account.Notice{Purpose: "p", UserID: "u", InvitationID: "i"})
	if err != nil || string(text) != `{"purpose":"p","user_id":"u","invitation_id":"i"}` {
		t.Errorf("a notice is %s (%v)", text, err)
	}
}
