package content_test

import (
	"fmt"
	"testing"

	"renown/internal/floor/limit"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/content"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// shelf is the library over a fresh database, with a clock that stands still. A space holds three contents.
type shelf struct {
	*content.Contents
	db       *store.DB
	url      string
	clock    *storetest.Clock
	accounts *account.Accounts
	plans    *plan.Plans
	users    int
}

func eachShelf(t *testing.T, body func(t *testing.T, s *shelf)) {
	t.Helper()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		body(t, openShelf(t, storetest.URL(t, d), storetest.NewClock()))
	})
}

// openShelf is one process on a database.
func openShelf(t testing.TB, url string, clock *storetest.Clock) *shelf {
	t.Helper()
	s := &shelf{url: url, clock: clock}
	s.db = storetest.OpenURL(t, url, store.WithClock(clock.Now))
	s.accounts = account.New(s.db, limit.New(s.db), account.Options{MaxKeys: 50, PasswordMemory: 64})
	s.plans = plan.New(s.db, s.accounts, plan.Options{})
	s.Contents = content.New(s.db, s.plans, content.Options{Max: 3})
	return s
}

// reader opens an account and stands in its personal space.
func (s *shelf) reader(t *testing.T) account.Caller {
	t.Helper()
	s.users++
	user := must.Get(s.accounts.Prepare(t.Context(), fmt.Sprintf("reader%d@example.com", s.users), "long enough a password"))(t)
	userID := must.Get(s.plans.Open(t.Context(), user, plan.Terms{Tier: plan.Standard}))(t)
	spaces := must.Get(s.accounts.Spaces(t.Context(), userID))(t)
	return account.Caller{UserID: userID, SpaceID: spaces[0].ID}
}
