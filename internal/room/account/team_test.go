package account_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

func TestCreateTeamRefuses(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		userID := w.user(t, "li@example.com")
		for name, text := range map[string]string{
			"nothing": "", "blank": " \t", "too long": strings.Repeat("队", 65), "NUL": "a\x00b", "not UTF-8": "a\xffb",
			"two lines": "市场部\n安全中心", "a line separator": "a\u2028b", "text turned round": "a\u202eb", "hidden": "a\u200bb",
			"a link": "打开 https://evil.example/login", "a wide link": "ｈｔｔｐｓ：／／evil.example",
			"a host": "WWW.evil.example", "an address": "write to a@evil.example",
		} {
			expect.Refuse(t, expect.Error(w.CreateTeam(t.Context(), userID, text)), fault.Malformed, name)
		}
		for range 20 {
			w.team(t, userID)
		}
		_, err := w.CreateTeam(t.Context(), userID, "one more")
		if f := must.Refuse(t, err, fault.CapReached); f.Detail["limit"] != 20 {
			t.Errorf("detail %v", f.Detail)
		}
	})
}

func TestTeams(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		li, wang := w.user(t, "li@example.com"), w.user(t, "wang@example.com")
		w.clock.Advance(time.Minute)
		name := strings.Repeat("队", 64)
		teamID := must.Get(w.CreateTeam(ctx, li, "  "+name+" "))(t)
		w.clock.Advance(time.Minute)
		w.join(t, teamID, li, wang)

		want := account.Space{ID: teamID, Kind: account.Team, Name: name, OwnerID: li, Role: "owner", CreatedAt: at(time.Minute)}
		for _, c := range []struct{ userID, role string }{{li, "owner"}, {wang, "editor"}} {
			want.Role = c.role
			got, err := w.Space(ctx, c.userID, teamID)
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%v\n%s", err, diff)
			}
			spaces := must.Get(w.Spaces(ctx, c.userID))(t)
			if len(spaces) != 2 || spaces[0].Kind != account.Personal || spaces[0].OwnerID != c.userID || !cmp.Equal(spaces[1], want) {
				t.Errorf("the %s has the spaces %v", c.role, spaces)
			}
			members, err := w.Members(ctx, c.userID, teamID)
			wantMembers := []account.Member{
				{UserID: li, Email: "li@example.com", Role: "owner", JoinedAt: at(time.Minute)},
				{UserID: wang, Email: "wang@example.com", Role: "editor", JoinedAt: at(2 * time.Minute)},
			}
			if diff := cmp.Diff(wantMembers, members); diff != "" || err != nil {
				t.Errorf("%v\n%s", err, diff)
			}
		}
	})
}

// join makes users members of a team by invitations of its owner.
func (w *world) join(t *testing.T, spaceID, owner string, userIDs ...string) {
	t.Helper()
	for _, userID := range userIDs {
		user := must.Get(w.ByID(t.Context(), userID))(t)
		_, token, err := w.Invite(t.Context(), account.Inviting{By: owner, SpaceID: spaceID, Email: user.Email})
		must.Do(t, err)
		got, err := w.Accept(t.Context(), userID, token)
		if err != nil || got != spaceID {
			t.Fatalf("accepting: %q, %v", got, err)
		}
	}
}

// To a user who is no member, a team does not exist; to a member, the owner's business does not.
func TestTeamsHidden(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		owner, member, stranger := w.user(t, "li@example.com"), w.user(t, "wang@example.com"), w.user(t, "zhao@example.com")
		teamID := w.team(t, owner)
		w.join(t, teamID, owner, member)
		personal := must.Get(w.Spaces(ctx, owner))(t)
		calls := map[string]func(userID, spaceID string) error{
			"Space":   func(u, s string) error { _, err := w.Space(ctx, u, s); return err },
			"Members": func(u, s string) error { _, err := w.Members(ctx, u, s); return err },
			"Invite": func(u, s string) error {
				_, _, err := w.Invite(ctx, account.Inviting{By: u, SpaceID: s, Email: "new@example.com"})
				return err
			},
			"Invitations": func(u, s string) error {
				_, err := w.Invitations(ctx, u, s)
				return err
			},
			"RemoveMember": func(u, s string) error { return w.RemoveMember(ctx, u, s, member) },
		}
		for _, c := range []struct {
			name, userID, spaceID string
			hidden                []string
		}{
			{"stranger", stranger, teamID, []string{"Space", "Members", "Invite", "Invitations", "RemoveMember"}},
			{"unknown team", owner, "spc_none", []string{"Space", "Members", "Invite", "Invitations", "RemoveMember"}},
			{"nobody", "", teamID, []string{"Space", "Members", "Invite", "Invitations", "RemoveMember"}},
			{"another's personal space", member, personal[0].ID, []string{"Space", "Members", "Invite", "Invitations", "RemoveMember"}},
			{"own personal space", owner, personal[0].ID, []string{"Invite", "RemoveMember"}},
			{"member", member, teamID, []string{"Invite", "Invitations"}},
		} {
			for _, call := range c.hidden {
				expect.Refuse(t, calls[call](c.userID, c.spaceID), fault.NoSuchThing, c.name, call, "gives")
			}
		}
	})
}

func TestRemoveMember(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		owner, member, leaver := w.user(t, "li@example.com"), w.user(t, "wang@example.com"), w.user(t, "zhao@example.com")
		teamID := w.team(t, owner)
		w.join(t, teamID, owner, member, leaver)
		for _, c := range []struct{ name, actor, member string }{
			{"the owner removes himself", owner, owner},
			{"a member removes the owner", member, owner},
			{"a member removes another", member, leaver},
			{"nobody there", owner, "usr_none"},
		} {
			if f := must.Refuse(t, w.RemoveMember(ctx, c.actor, teamID, c.member), fault.NoSuchThing); f.Detail["resource"] != "member" {
				t.Errorf("%s: %v", c.name, f.Detail)
			}
		}
		must.Do(t, w.RemoveMember(ctx, leaver, teamID, leaver))
		must.Do(t, w.RemoveMember(ctx, owner, teamID, member))
		must.Refuse(t, w.RemoveMember(ctx, owner, teamID, member), fault.NoSuchThing)
		for _, userID := range []string{member, leaver} {
			_, err := w.Space(ctx, userID, teamID)
			must.Refuse(t, err, fault.NoSuchThing)
		}
		members, err := w.Members(ctx, owner, teamID)
		if err != nil || len(members) != 1 || members[0].UserID != owner {
			t.Errorf("left are %v (%v)", members, err)
		}
	})
}

// A key sees the personal space of its user, whatever teams there are.
func TestKeyOfTeamOwner(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		userID := w.user(t, "li@example.com")
		teamID := w.team(t, userID)
		_, plaintext := w.key(t, userID, "*")
		caller := must.Get(w.Authenticate(t.Context(), plaintext))(t)
		space, err := w.Space(t.Context(), userID, caller.SpaceID)
		if err != nil || space.Kind != account.Personal || space.ID == teamID {
			t.Errorf("the key sees %v (%v)", space, err)
		}
	})
}

// An owner makes a member a viewer and back; no one else does, and the owner stays what they are.
func TestMemberRole(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		owner, member, stranger := w.user(t, "li@example.com"), w.user(t, "wang@example.com"), w.user(t, "zhao@example.com")
		teamID := w.team(t, owner)
		w.join(t, teamID, owner, member)
		must.Refuse(t, w.SetMemberRole(ctx, owner, member, account.Space{ID: teamID, Role: account.Owner}), fault.Malformed)
		for _, c := range [][2]string{{member, member}, {stranger, member}, {owner, owner}, {owner, stranger}, {"", member}} {
			must.Refuse(t, w.SetMemberRole(ctx, c[0], c[1], account.Space{ID: teamID, Role: account.Viewer}), fault.NoSuchThing)
		}
		for _, role := range []string{account.Viewer, account.Editor, account.Viewer} {
			must.Do(t, w.SetMemberRole(ctx, owner, member, account.Space{ID: teamID, Role: role}))
			s, err := w.Space(ctx, member, teamID)
			if err != nil || s.Role != role || s.MayChange() == (role == account.Viewer) ||
				s.Scopes().Allows(account.GeoWrite) == (role == account.Viewer) ||
				!s.Scopes().Allows(account.MediaRead) {
				t.Errorf("%+v %v", s, err)
			}
		}
		must.Do(t, w.HandOver(ctx, account.Handover{OwnerID: owner, SpaceID: teamID, MemberID: member, Password: account.Password}))
		if s, err := w.Space(ctx, owner, teamID); err != nil || s.Role != account.Editor {
			t.Errorf("who owned it is %+v %v", s, err)
		}
	})
}
