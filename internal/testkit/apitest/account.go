package apitest

import (
	"context"
	"crypto/rand"
	"fmt"
	"testing"

	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/testkit/must"
)

// Account is a user of the program.
type Account struct {
	UserID, Email, Password string

	s *Server
}

// Account opens an account of the tier.
func (s *Server) Account(t testing.TB, tier plan.Tier) *Account {
	t.Helper()
	s.mu.Lock()
	s.accounts++
	a := &Account{Email: fmt.Sprintf("user%d@apitest.example", s.accounts), Password: "password-" + rand.Text(), s: s}
	s.secrets = append(s.secrets, a.Password)
	s.mu.Unlock()
	ctx := context.Background()
	user, err := s.App.Accounts.Prepare(ctx, a.Email, a.Password)
	must.Do(t, err)
	if a.UserID, err = s.App.Plans.Open(ctx, user, plan.Terms{Tier: tier}); err != nil {
		t.Fatal(err)
	}
	return a
}

// NewKey makes a key; without scopes it may do everything.
func (a *Account) NewKey(t testing.TB, scopes ...string) (id, key string) {
	t.Helper()
	if len(scopes) == 0 {
		scopes = []string{"*"}
	}
	made, key, err := a.s.App.Accounts.CreateKey(context.Background(), a.UserID, "apitest", account.Scopes(scopes))
	must.Do(t, err)
	a.s.mu.Lock()
	a.s.secrets = append(a.s.secrets, key)
	a.s.mu.Unlock()
	return made.ID, key
}

// Key makes a key and returns what a caller sends.
func (a *Account) Key(t testing.TB, scopes ...string) string {
	t.Helper()
	_, key := a.NewKey(t, scopes...)
	return key
}

// Owner is an account of the upper tier, the same each time.
func (s *Server) Owner(t testing.TB) *Account {
	t.Helper()
	s.mu.Lock()
	owner := s.owner
	s.mu.Unlock()
	if owner != nil {
		return owner
	}
	owner = s.Account(t, plan.Upper)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.owner == nil {
		s.owner = owner
	}
	return s.owner
}

// Key makes a key of the owner.
func (s *Server) Key(t testing.TB, scopes ...string) string {
	t.Helper()
	return s.Owner(t).Key(t, scopes...)
}
