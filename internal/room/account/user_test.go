package account_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
	"renown/internal/floor/queue"
	"renown/internal/room/account"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

func TestCreateRefuses(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		w.user(t, "Li@Example.com")
		for _, email := range []string{"Li@Example.com", "li@example.com", "LI@EXAMPLE.COM"} {
			_, err := w.create(t.Context(), account.Ready(email))
			if f := must.Refuse(t, err, fault.Duplicate); f.Reason != "email_registered" {
				t.Errorf("%s: %q", email, f.Reason)
			}
		}
		for _, c := range []struct{ name, email, password string }{
			{"no address", "li", account.Password},
			{"no password", "wang@example.com", ""},
			{"endless password", "wang@example.com", string(make([]rune, 513))},
		} {
			_, err := w.Prepare(t.Context(), c.email, c.password)
			must.Refuse(t, err, fault.Malformed)
		}
		users, err := w.List(t.Context())
		if err != nil || len(users) != 1 {
			t.Errorf("there are %d users (%v)", len(users), err)
		}
	})
}

func TestCreateOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		n := account.Ready("li@example.com")
		var created, duplicate atomic.Int64
		var group sync.WaitGroup
		for range 20 {
			group.Go(func() {
				switch _, err := w.create(t.Context(), n); {
				case err == nil:
					created.Add(1)
				case fault.Is(err, fault.Duplicate):
					duplicate.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		group.Wait()
		if created.Load() != 1 || duplicate.Load() != 19 {
			t.Errorf("%d created, %d duplicates", created.Load(), duplicate.Load())
		}
		user := must.Get(w.ByEmail(t.Context(), "li@example.com"))(t)
		if spaces, err := w.Spaces(t.Context(), user.ID); err != nil || len(spaces) != 1 {
			t.Errorf("the user has the spaces %v (%v)", spaces, err)
		}
	})
}

func TestCreate(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		n := must.Get(w.Prepare(t.Context(), " Li@Example.com\n", "x"))(t)
		userID := must.Get(w.create(t.Context(), n))(t)
		now := at(0)
		want := account.User{
			ID: userID, Email: "Li@Example.com", Role: account.RoleUser, Status: account.StatusActive,
			VerifiedAt: &now, CreatedAt: now, UpdatedAt: now,
		}
		for name, find := range map[string]func() (account.User, error){
			"by id":      func() (account.User, error) { return w.ByID(t.Context(), userID) },
			"by address": func() (account.User, error) { return w.ByEmail(t.Context(), "lI@eXample.com ") },
		} {
			got, err := find()
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%s: %v\n%s", name, err, diff)
			}
		}
		spaces := must.Get(w.Spaces(t.Context(), userID))(t)
		wantSpaces := []account.Space{{
			ID: spaces[0].ID, Kind: account.Personal, Name: "Li@Example.com",
			OwnerID: userID, Role: "owner", CreatedAt: now,
		}}
		expect.Same(t, spaces, wantSpaces)
	})
}

func TestUserNotFound(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		for name, call := range map[string]func() error{
			"ByID":        func() error { _, err := w.ByID(ctx, "usr_none"); return err },
			"ByEmail":     func() error { _, err := w.ByEmail(ctx, "none@example.com"); return err },
			"SetStatus":   func() error { return w.SetStatus(ctx, "usr_none", account.StatusDisabled) },
			"SetRole":     func() error { return w.SetRole(ctx, "usr_none", account.RoleOperator) },
			"SetPassword": func() error { return w.SetPassword(ctx, "usr_none", "x") },
			"Delete":      func() error { return w.Delete(ctx, "usr_none") },
			"Export":      func() error { _, err := w.Export(ctx, "usr_none"); return err },
			"CreateTeam":  func() error { _, err := w.CreateTeam(ctx, "usr_none", "x"); return err },
			"CreateKey":   func() error { _, _, err := w.CreateKey(ctx, "usr_none", "x", nil); return err },
			"ChangePassword": func() error {
				return w.ChangePassword(ctx, account.Session{UserID: "usr_none"}, "x", account.Password)
			},
		} {
			if f := must.Refuse(t, call(), fault.NoSuchThing); f.Detail["resource"] != "user" {
				t.Errorf("%s: %v", name, f.Detail)
			}
		}
		_, err := w.ByEmail(ctx, "no address")
		must.Refuse(t, err, fault.Malformed)
	})
}

func TestSetRole(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		userID := w.user(t, "li@example.com")
		must.Refuse(t, w.SetRole(t.Context(), userID, "king"), fault.Malformed)
		w.clock.Advance(time.Second)
		for _, role := range []string{account.RoleOperator, account.RoleUser} {
			must.Do(t, w.SetRole(t.Context(), userID, role))
			u, err := w.ByID(t.Context(), userID)
			if err != nil || u.Role != role || u.UpdatedAt != at(time.Second) {
				t.Errorf("got %+v, %v", u, err)
			}
		}
	})
}

func TestListUsers(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		first := w.user(t, "a@example.com")
		second := w.user(t, "b@example.com") // at the same moment: the id breaks the tie
		w.clock.Advance(time.Hour)
		third := w.user(t, "c@example.com")
		users := must.Get(w.List(t.Context()))(t)
		var got []string
		for _, u := range users {
			got = append(got, u.ID)
		}
		expect.Same(t, got, []string{third, second, first})
	})
}

func TestRegistrationRefuses(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		for _, c := range []struct{ name, email, password string }{
			{"no address", "li", account.Password},
			{"seven characters", "li@example.com", "密码密码密码密"},
			{"no password", "li@example.com", ""},
			{"129 characters", "li@example.com", strings.Repeat("床前明月光疑是地上霜", 13)[:129*3]},
			{"a common one", "li@example.com", "密码密码密码密码"},
		} {
			_, err := w.PrepareRegistration(t.Context(), c.email, c.password, "192.0.2.1")
			expect.Refuse(t, err, fault.Malformed, c.name)
		}
		for _, password := range []string{"我的密码谁也猜不", strings.Repeat("床前明月光疑是地上霜", 13)[:128*3]} {
			if _, err := w.PrepareRegistration(t.Context(), "li@example.com", password, "192.0.2.1"); err != nil {
				t.Errorf("%d bytes: %v", len(password), err)
			}
		}
	})
}

// With a mail server no user is registered whose verification mail could not be queued.
func TestRegistrationWithMail(t *testing.T) {
	t.Parallel()
	eachWithMail(t, func(t *testing.T, w *world) {
		n, err := w.PrepareRegistration(t.Context(), "li@example.com", account.Password, "192.0.2.1")
		must.Do(t, err)
		gathered := w.Accounts
		real := must.Get(queue.New(w.db, queue.Options{}))(t)
		w.Accounts = account.New(w.db, limit.New(w.db), account.Options{Mail: real, PasswordMemory: account.LittleMemory})
		storetest.Exec(t, w.db, `ALTER TABLE river_job RENAME TO river_away`)
		if _, err := w.create(t.Context(), n); err == nil {
			t.Fatal("registered without a mail")
		}
		_, err = w.ByEmail(t.Context(), "li@example.com")
		must.Refuse(t, err, fault.NoSuchThing)

		w.Accounts = gathered
		userID := must.Get(w.create(t.Context(), n))(t)
		want := account.Notice{Purpose: account.VerifyAddress, UserID: userID}
		expect.Same(t, w.post.last(t), want)
		if u, err := w.ByID(t.Context(), userID); err != nil || u.VerifiedAt != nil {
			t.Errorf("got %+v, %v", u, err)
		}
	})
}

// What an operator creates is verified, mail server or not.
func TestOperatorVouches(t *testing.T) {
	t.Parallel()
	eachWithMail(t, func(t *testing.T, w *world) {
		n := must.Get(w.Prepare(t.Context(), "li@example.com", "x"))(t)
		userID := must.Get(w.create(t.Context(), n))(t)
		if u, err := w.ByID(t.Context(), userID); err != nil || u.VerifiedAt == nil || len(w.post.notices) != 0 {
			t.Errorf("got %+v, %v, notices %v", u, err, w.post.notices)
		}
	})
}
