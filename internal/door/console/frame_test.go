package console_test

import (
	"strings"
	"sync"
	"testing"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// statements are those that the program has run outside of transactions.
type statements struct {
	mu   sync.Mutex
	list []string
}

func (s *statements) add(sql string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, strings.Join(strings.Fields(sql), " "))
}

func (s *statements) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.list
	s.list = nil
	return list
}

// The frame of a page costs three statements, whoever looks at it. A page that does not exist has no statement of its own:
// beside the frame it needs the session with its user, and the spaces.
func TestFrameStatements(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		seen := new(statements)
		s := apitest.Start(t, d, apitest.Options{
			Settings: func(s *config.Settings) { s.Role = config.API }, // no background work
			App:      func(a *app.App) { a.DB.Watch(seen.add) },
		})
		b, a := loggedIn(t, s, plan.Standard)
		b.brand("云栖笔记")
		look := func() {
			t.Helper()
			b.get("/nothing").expect(404) // whoever looks first in a cycle makes its grant
			seen.take()
			b.get("/nothing").expect(404, "云栖笔记", "今日监测")
			var frame []string
			for _, sql := range seen.take() {
				if !strings.Contains(sql, "FROM sessions") && !strings.Contains(sql, "FROM members") {
					frame = append(frame, sql)
				}
			}
			if len(frame) != 3 {
				t.Errorf("%d statements:\n%s", len(frame), strings.Join(frame, "\n"))
			}
		}
		look()
		must.Do(t, s.App.Accounts.SetRole(t.Context(), a.UserID, account.RoleOperator))
		look()
	})
}
