package account_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

const month = 30 * 24 * time.Hour

func TestResumeRefuses(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		userID, other := w.user(t, "li@example.com"), w.user(t, "wang@example.com")
		ended, endedToken := w.enter(t, userID)
		must.Do(t, w.EndSession(ctx, userID, ended.ID))
		must.Do(t, w.EndSession(ctx, userID, ended.ID)) // ending what has ended is no fault
		kept, token := w.enter(t, userID)
		must.Do(t, w.EndSession(ctx, other, kept.ID)) // another's: nothing happens
		_, disabledToken := w.enter(t, other)
		must.Do(t, w.SetStatus(ctx, other, account.StatusDisabled))
		for _, c := range []struct {
			name, token string
			code        fault.Code
		}{
			{"nothing", "", fault.Unauthenticated},
			{"unknown", token[1:] + "0", fault.Unauthenticated},
			{"the session's id", kept.ID, fault.Unauthenticated},
			{"ended", endedToken, fault.Unauthenticated},
			{"disabled user", disabledToken, fault.AccountDisabled},
		} {
			s, u, err := w.Resume(ctx, c.token)
			if !fault.Is(err, c.code) || s != (account.Session{}) || u != (account.User{}) {
				t.Errorf("%s: %v, %v, %v", c.name, s, u, err)
			}
		}
		expect.Do(t, expect.Error(w.Resume(ctx, token)), "the one session left")
		must.Do(t, w.SetStatus(ctx, other, account.StatusActive))
		expect.Do(t, expect.Error(w.Resume(ctx, disabledToken)), "enabled again")
	})
}

// A session ends a month after it was last seen, to the microsecond.
func TestSessionExpires(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		userID := w.user(t, "li@example.com")
		_, sliding := w.enter(t, userID)
		_, resting := w.enter(t, userID)
		w.clock.Advance(month - time.Microsecond)
		if _, _, err := w.Resume(t.Context(), sliding); err != nil { // slides by almost a month
			t.Fatal(err)
		}
		w.clock.Advance(time.Microsecond)
		_, _, err := w.Resume(t.Context(), resting)
		must.Refuse(t, err, fault.Unauthenticated)
		w.clock.Set(w.clock.Now().Add(month - 2*time.Microsecond))
		if _, _, err := w.Resume(t.Context(), sliding); err != nil {
			t.Fatal(err)
		}
		w.clock.Advance(month)
		_, _, err = w.Resume(t.Context(), sliding)
		must.Refuse(t, err, fault.Unauthenticated)
		if list, err := w.Sessions(t.Context(), userID); err != nil || len(list) != 0 {
			t.Errorf("open are %v (%v)", list, err)
		}
	})
}

// A session that is used all the time ends all the same.
func TestSessionEndsAtLast(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		const day = 24 * time.Hour
		_, token := w.enter(t, w.user(t, "li@example.com"))
		for range 4 {
			w.clock.Advance(20 * day)
			if _, _, err := w.Resume(t.Context(), token); err != nil {
				t.Fatal(err)
			}
		}
		w.clock.Advance(10*day - time.Second)
		if _, _, err := w.Resume(t.Context(), token); err != nil {
			t.Fatal(err)
		}
		w.clock.Advance(time.Second)
		_, _, err := w.Resume(t.Context(), token)
		must.Refuse(t, err, fault.Unauthenticated)
	})
}

// seen_at is written at most every five minutes, so that a page view costs no write.
func TestSessionSlidesSeldom(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		userID := w.user(t, "li@example.com")
		_, token := w.enter(t, userID)
		for _, step := range []struct{ at, seen time.Duration }{
			{5 * time.Minute, 0},
			{5*time.Minute + time.Second, 5*time.Minute + time.Second},
			{10 * time.Minute, 5*time.Minute + time.Second},
		} {
			w.clock.Set(at(step.at).Time)
			if _, _, err := w.Resume(t.Context(), token); err != nil {
				t.Fatal(err)
			}
			list := must.Get(w.Sessions(t.Context(), userID))(t)
			if list[0].SeenAt != at(step.seen) || list[0].ExpiresAt != at(step.seen+month) {
				t.Errorf("after %v: seen %v, expires %v", step.at, list[0].SeenAt, list[0].ExpiresAt)
			}
		}
	})
}

func TestSessionsListed(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		userID := w.user(t, "li@example.com")
		w.enter(t, w.user(t, "wang@example.com"))
		first, token := w.enter(t, userID)
		w.clock.Advance(time.Minute)
		second, _ := w.enter(t, userID)
		wantSessions(t, w, userID, second.ID, first.ID)
		w.clock.Advance(10 * time.Minute)
		if _, _, err := w.Resume(t.Context(), token); err != nil {
			t.Fatal(err)
		}
		wantSessions(t, w, userID, first.ID, second.ID)
		must.Do(t, w.EndSession(t.Context(), userID, first.ID))
		wantSessions(t, w, userID, second.ID)
	})
}

func wantSessions(t *testing.T, w *world, userID string, want ...string) {
	t.Helper()
	list := must.Get(w.Sessions(t.Context(), userID))(t)
	var got []string
	for _, s := range list {
		got = append(got, s.ID)
	}
	expect.Same(t, got, want, "open sessions")
}

// The fifty-first session ends the one that was seen longest ago, and sweeps out what has expired.
func TestSessionsAtOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		stranger := w.user(t, "wang@example.com")
		w.enter(t, stranger)
		w.clock.Advance(month)
		userID := w.user(t, "li@example.com")
		tokens := make([]string, 51)
		for i := range tokens {
			w.clock.Advance(time.Second)
			_, tokens[i] = w.enter(t, userID)
		}
		_, _, err := w.Resume(t.Context(), tokens[0])
		must.Refuse(t, err, fault.Unauthenticated)
		expect.Do(t, expect.Error(w.Resume(t.Context(), tokens[1])), "the second")
		if list, err := w.Sessions(t.Context(), userID); err != nil || len(list) != 50 {
			t.Errorf("%d sessions are open (%v)", len(list), err)
		}
		var rows int
		must.Do(t, w.db.Read().QueryRow(t.Context(), `SELECT count(*) FROM sessions`).Scan(&rows))
		expect.Equal(t, rows, 50, "the table holds")
	})
}

func TestChangePassword(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		userID, other := w.user(t, "li@example.com"), w.user(t, "wang@example.com")
		here, hereToken := w.enter(t, userID)
		_, thereToken := w.enter(t, userID)
		_, otherToken := w.enter(t, other)
		for _, c := range []struct {
			name, old, chosen string
			code              fault.Code
		}{
			{"too short", account.Password, "1234567", fault.Malformed},
			{"too long", account.Password, string(make([]rune, 513)), fault.Malformed},
			{"wrong old one", "guess", "brand new one", fault.Unauthenticated},
			{"no old one", "", "brand new one", fault.Unauthenticated},
		} {
			expect.Refuse(t, w.ChangePassword(ctx, here, c.old, c.chosen), c.code, c.name)
		}
		wantIn(t, w, hereToken, thereToken, otherToken)

		must.Do(t, w.ChangePassword(ctx, here, account.Password, "brand new one"))
		wantIn(t, w, hereToken, otherToken)
		_, _, err := w.Resume(ctx, thereToken)
		must.Refuse(t, err, fault.Unauthenticated)
		_, _, err = w.LogIn(ctx, login("li@example.com", account.Password))
		must.Refuse(t, err, fault.Unauthenticated)
		_, _, err = w.LogIn(ctx, login("li@example.com", "brand new one"))
		must.Do(t, err)
	})
}

func wantIn(t *testing.T, w *world, tokens ...string) {
	t.Helper()
	for i, token := range tokens {
		expect.Do(t, expect.Error(w.Resume(t.Context(), token)), "session", i)
	}
}

// Of several who change a password at once, each with the old one, one does; the others are told that theirs is the
// old one no longer.
func TestChangePasswordAtOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx, userID := t.Context(), w.user(t, "li@example.com")
		var all sync.WaitGroup
		results := make([]error, 4)
		begin := make(chan struct{})
		for i := range results {
			s, _ := w.enter(t, userID)
			all.Go(func() {
				<-begin
				results[i] = w.ChangePassword(ctx, s, account.Password, fmt.Sprintf("brand new one %d", i))
			})
		}
		close(begin)
		all.Wait()
		changed := -1
		for i, err := range results {
			switch {
			case err == nil && changed < 0:
				changed = i
			case err == nil:
				t.Errorf("%d and %d have changed it", changed, i)
			default:
				expect.Refuse(t, err, fault.Unauthenticated, fmt.Sprint(i))
			}
		}
		_, _, err := w.LogIn(ctx, login("li@example.com", fmt.Sprintf("brand new one %d", changed)))
		must.Do(t, err)
	})
}

// Guesses of the password from an open session are bounded, too.
func TestChangePasswordThrottled(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		w.still(t)
		s, _ := w.enter(t, w.user(t, "li@example.com"))
		must.Do(t, w.Attempts(t.Context(), 9, "", "user:"+s.UserID))
		must.Refuse(t, w.ChangePassword(t.Context(), s, "guess", "brand new one"), fault.Unauthenticated)
		must.Refuse(t, w.ChangePassword(t.Context(), s, account.Password, "brand new one"), fault.TooFrequent)
		w.clock.Advance(time.Minute)
		must.Do(t, w.ChangePassword(t.Context(), s, account.Password, "brand new one"))
	})
}

func TestSetPassword(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		userID, other := w.user(t, "li@example.com"), w.user(t, "wang@example.com")
		w.enter(t, userID)
		w.enter(t, userID)
		_, otherToken := w.enter(t, other)
		for _, password := range []string{"", string(make([]rune, 513))} {
			must.Refuse(t, w.SetPassword(ctx, userID, password), fault.Malformed)
		}
		must.Do(t, w.SetPassword(ctx, userID, "x")) // the operator answers for its strength
		wantSessions(t, w, userID)
		wantIn(t, w, otherToken)
		_, _, err := w.LogIn(ctx, login("li@example.com", "x"))
		must.Do(t, err)
	})
}

// A log-in whose password is changed, or whose user is disabled, while it is being checked opens nothing.
func TestLogInOvertaken(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		changed, disabled := w.user(t, "li@example.com"), w.user(t, "wang@example.com")
		must.Do(t, w.SetPassword(ctx, changed, "x"))
		must.Do(t, w.SetStatus(ctx, disabled, account.StatusDisabled))
		for _, userID := range []string{changed, disabled} {
			_, _, err := w.Enter(ctx, userID)
			must.Refuse(t, err, fault.Unauthenticated)
			wantSessions(t, w, userID)
		}
	})
}

// A database that is away is not a wrong password.
func TestLogInDatabaseAway(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		userID := w.user(t, "li@example.com")
		storetest.Exec(t, w.db, `ALTER TABLE users RENAME COLUMN password_hash TO away`)
		if _, _, err := w.Enter(t.Context(), userID); err == nil || fault.As(err) != nil {
			t.Errorf("got %v", err)
		}
	})
}
