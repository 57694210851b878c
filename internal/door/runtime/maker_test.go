package runtime_test

import (
	"sync"
	"testing"

	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/run/runtime"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// team is a team space with its owner and editors.
type team struct {
	*apitest.Server
	owner, id string
}

func newTeam(t *testing.T, s *apitest.Server) team {
	t.Helper()
	owner := s.Account(t, plan.Upper).UserID
	return team{s, owner, must.Get(s.App.Accounts.CreateTeam(t.Context(), owner, "市场部"))(t)}
}

func (m team) join(t *testing.T, a *apitest.Account) {
	t.Helper()
	storetest.Exec(t, m.App.DB, `INSERT INTO members (space_id, user_id, role, created_at) VALUES ($1, $2, 'member', 0)`, m.id, a.UserID)
}

func (m team) editor(t *testing.T) *apitest.Account {
	t.Helper()
	a := m.Account(t, plan.Standard)
	m.join(t, a)
	return a
}

func (m team) role(t *testing.T, memberID, role string) {
	t.Helper()
	must.Do(t, m.App.Accounts.SetMemberRole(t.Context(), m.owner, memberID, account.Space{ID: m.id, Role: role}))
}

func (m team) token(t *testing.T, by string) computer {
	t.Helper()
	made, token, err := m.App.Runtimes.Create(t.Context(), runtime.NewRuntime{
		SpaceID: m.id, UserID: by, Name: "工作站",
		Platforms: []string{"doubao"},
	})
	must.Do(t, err)
	return computer{m.URL, token, made.ID}
}

// answers are the status and the code of a claim.
func (c computer) answers(t *testing.T) [2]int {
	t.Helper()
	status, e := c.post(t, "/claim", claim("ready"))
	return [2]int{status, e.Code}
}

// A token ends with the membership of who made it, however that ends, and when its maker may only look; it does not come back with them.
// While the maker's account is disabled it rests. The tokens of others stay.
func TestTokensEndWithTheirMaker(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Frozen: true}, func(t *testing.T, s *apitest.Server) {
		ctx, accounts, m := t.Context(), s.App.Accounts, newTeam(t, s)
		open, ended, rests := [2]int{200, 0}, [2]int{401, 1001}, [2]int{403, 1003}
		kept := m.token(t, m.owner)
		for name, end := range map[string]func(memberID string) error{
			"removed":             func(id string) error { return accounts.RemoveMember(ctx, m.owner, m.id, id) },
			"leaves":              func(id string) error { return accounts.RemoveMember(ctx, id, m.id, id) },
			"becomes a viewer":    func(id string) error { m.role(t, id, account.Viewer); return nil },
			"deletes the account": func(id string) error { return accounts.Delete(ctx, id) },
		} {
			member := m.editor(t)
			c, own := m.token(t, member.UserID), connect(t, s, member)
			expect.Equal(t, c.answers(t), open, name)
			must.Do(t, accounts.SetStatus(ctx, member.UserID, account.StatusDisabled))
			expect.Equal(t, c.answers(t), rests, name+": while disabled")
			must.Do(t, accounts.SetStatus(ctx, member.UserID, account.StatusActive))
			expect.Equal(t, c.answers(t), open, name+": enabled again")
			must.Do(t, end(member.UserID))
			expect.Equal(t, c.answers(t), ended, name)
			switch name {
			case "removed", "leaves":
				m.join(t, member)
			case "becomes a viewer":
				m.role(t, member.UserID, account.Editor)
			}
			expect.Equal(t, c.answers(t), ended, name+": back again")
			if name == "deletes the account" {
				expect.Equal(t, own.answers(t), ended, name+": the personal space's")
			} else {
				expect.Equal(t, own.answers(t), open, name+": the personal space's")
			}
		}
		expect.Equal(t, kept.answers(t), open, "the owner's")
	})
}

// Who is no member, or only looks, makes no token; one that is being made while its maker is removed never works.
func TestTokenMadeWhileRemoved(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Frozen: true}, func(t *testing.T, s *apitest.Server) {
		ctx, m := t.Context(), newTeam(t, s)
		stranger, viewer := s.Account(t, plan.Standard), m.editor(t)
		m.role(t, viewer.UserID, account.Viewer)
		create := func(by string) (string, error) {
			_, token, err := s.App.Runtimes.Create(ctx, runtime.NewRuntime{
				SpaceID: m.id, UserID: by, Name: "n",
				Platforms: []string{"doubao"},
			})
			return token, err
		}
		for _, by := range []string{"", stranger.UserID, viewer.UserID} {
			if _, err := create(by); err == nil {
				t.Errorf("%q made a token", by)
			}
		}
		for range 5 {
			member := m.editor(t)
			tokens := [4]string{}
			var all sync.WaitGroup
			for i := range tokens {
				all.Go(func() { tokens[i], _ = create(member.UserID) })
			}
			all.Go(func() { expect.Do(t, s.App.Accounts.RemoveMember(ctx, m.owner, m.id, member.UserID)) })
			all.Wait()
			m.join(t, member) // what ended does not come back with its maker
			for _, token := range tokens {
				expect.Equal(t, computer{url: s.URL, token: token}.answers(t)[0], 401, "a token of who was removed meanwhile")
			}
		}
	})
}
