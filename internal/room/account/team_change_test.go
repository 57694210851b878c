package account_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// To a user who does not own a team, there is nothing to rename, delete or withdraw.
func TestTeamChangesHidden(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		owner, member, stranger := w.user(t, "li@example.com"), w.user(t, "wang@example.com"), w.user(t, "zhao@example.com")
		teamID, otherTeam := w.team(t, owner), w.team(t, stranger)
		w.join(t, teamID, owner, member)
		inv, _, err := w.Invite(ctx, account.Inviting{By: owner, SpaceID: teamID, Email: "guest@example.com"})
		must.Do(t, err)
		foreign, _, err := w.Invite(ctx, account.Inviting{By: stranger, SpaceID: otherTeam, Email: "guest@example.com"})
		must.Do(t, err)
		personal := must.Get(w.Spaces(ctx, owner))(t)
		for _, c := range []struct{ name, userID, spaceID, invitationID string }{
			{"member", member, teamID, inv.ID},
			{"stranger", stranger, teamID, inv.ID},
			{"nobody", "", teamID, inv.ID},
			{"unknown team", owner, "spc_none", inv.ID},
			{"another's team", owner, otherTeam, foreign.ID},
			{"own personal space", owner, personal[0].ID, inv.ID},
		} {
			must.Refuse(t, w.RenameTeam(ctx, c.userID, c.spaceID, "新名字"), fault.NoSuchThing)
			must.Refuse(t, w.DeleteTeam(ctx, c.userID, c.spaceID, "市场部"), fault.NoSuchThing)
			must.Refuse(t, w.WithdrawInvitation(ctx, c.userID, c.spaceID, c.invitationID), fault.NoSuchThing)
		}
		must.Refuse(t, w.WithdrawInvitation(ctx, owner, teamID, foreign.ID), fault.NoSuchThing)
		if s, err := w.Space(ctx, owner, teamID); err != nil || s.Name != "市场部" {
			t.Errorf("the team is %+v, %v", s, err)
		}
		if list, err := w.Invitations(ctx, owner, teamID); err != nil || len(list) != 1 {
			t.Errorf("invitations %v, %v", list, err)
		}
	})
}

func TestRenameTeam(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		owner, member := w.user(t, "li@example.com"), w.user(t, "wang@example.com")
		teamID := w.team(t, owner)
		w.join(t, teamID, owner, member)
		for name, text := range map[string]string{
			"nothing": "", "blank": " \t", "too long": strings.Repeat("队", 129),
			"NUL": "a\x00b", "not UTF-8": "a\xffb",
		} {
			expect.Refuse(t, w.RenameTeam(ctx, owner, teamID, text), fault.Malformed, name)
		}
		for range 2 { // the same name again is no fault
			must.Do(t, w.RenameTeam(ctx, owner, teamID, "  品牌部 "))
		}
		if s, err := w.Space(ctx, member, teamID); err != nil || s.Name != "品牌部" {
			t.Errorf("a member sees %+v, %v", s, err)
		}
	})
}

func TestDeleteTeam(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		owner, member := w.user(t, "li@example.com"), w.user(t, "wang@example.com")
		teamID, stays := w.team(t, owner), w.team(t, owner)
		w.join(t, teamID, owner, member)
		_, token, err := w.Invite(ctx, account.Inviting{By: owner, SpaceID: teamID, Email: "guest@example.com"})
		must.Do(t, err)
		for _, typed := range []string{"", "市场", "市场部2", "MARKET"} {
			must.Refuse(t, w.DeleteTeam(ctx, owner, teamID, typed), fault.Malformed)
		}
		must.Do(t, w.DeleteTeam(ctx, owner, teamID, " 市场部 "))
		must.Refuse(t, w.DeleteTeam(ctx, owner, teamID, "市场部"), fault.NoSuchThing)
		if left := exceptLog(holding(t, w.db, teamID)); len(left) != 0 {
			t.Errorf("left behind in %v", left)
		}
		_, err = w.Accept(ctx, member, token)
		must.Refuse(t, err, fault.NoSuchThing)
		for _, userID := range []string{owner, member} {
			_, err := w.Space(ctx, userID, teamID)
			must.Refuse(t, err, fault.NoSuchThing)
		}
		if s, err := w.Space(ctx, owner, stays); err != nil || s.ID != stays {
			t.Errorf("the other team: %+v, %v", s, err)
		}
	})
}

// What a team is still busy with keeps it, in the same transaction.
func TestDeleteTeamBusy(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		busy := fault.New(fault.RunInFlight)
		asked := ""
		w.TeamEnds.Add(func(_ context.Context, _ *store.Tx, spaceID string) error {
			asked = spaceID
			if busy != nil {
				return busy
			}
			return nil
		})
		owner := w.user(t, "li@example.com")
		teamID := w.team(t, owner)
		must.Refuse(t, w.DeleteTeam(ctx, owner, teamID, "wrong"), fault.Malformed)
		expect.Equal(t, asked, "", "whether it is idle was asked before the name was right")
		must.Refuse(t, w.DeleteTeam(ctx, owner, teamID, "市场部"), fault.RunInFlight)
		if _, err := w.Space(ctx, owner, teamID); err != nil || asked != teamID {
			t.Errorf("asked about %q, %v", asked, err)
		}
		busy = nil
		must.Do(t, w.DeleteTeam(ctx, owner, teamID, "市场部"))
	})
}

// Of ten who delete at once, one does; a user who joins meanwhile either was in it or finds no invitation.
func TestDeleteTeamOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		owner, guest := w.user(t, "li@example.com"), w.user(t, "wang@example.com")
		teamID := w.team(t, owner)
		_, token, err := w.Invite(ctx, account.Inviting{By: owner, SpaceID: teamID, Email: "wang@example.com"})
		must.Do(t, err)
		var deleted, late atomic.Int64
		var group sync.WaitGroup
		release := w.holdWrites(t, "spaces")
		for range 5 {
			group.Go(func() {
				switch err := w.DeleteTeam(ctx, owner, teamID, "市场部"); {
				case err == nil:
					deleted.Add(1)
				case fault.Is(err, fault.NoSuchThing):
					late.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		release(5)
		group.Go(func() {
			if _, err := w.Accept(ctx, guest, token); err != nil && !fault.Is(err, fault.NoSuchThing) {
				t.Error(err)
			}
		})
		group.Wait()
		if deleted.Load() != 1 || late.Load() != 4 {
			t.Errorf("%d deleted it, %d came late", deleted.Load(), late.Load())
		}
		if left := exceptLog(holding(t, w.db, teamID)); len(left) != 0 {
			t.Errorf("left behind in %v", left)
		}
	})
}

func TestWithdrawInvitation(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		owner, guest := w.user(t, "li@example.com"), w.user(t, "wang@example.com")
		teamID := w.team(t, owner)
		inv, token, err := w.Invite(ctx, account.Inviting{By: owner, SpaceID: teamID, Email: "wang@example.com"})
		must.Do(t, err)
		must.Do(t, w.WithdrawInvitation(ctx, owner, teamID, inv.ID))
		must.Refuse(t, w.WithdrawInvitation(ctx, owner, teamID, inv.ID), fault.NoSuchThing)
		_, err = w.Accept(ctx, guest, token)
		must.Refuse(t, err, fault.NoSuchThing)
		if list, err := w.Invitations(ctx, owner, teamID); err != nil || len(list) != 0 {
			t.Errorf("invitations %v, %v", list, err)
		}
		inv, token, err = w.Invite(ctx, account.Inviting{By: owner, SpaceID: teamID, Email: "wang@example.com"})
		must.Do(t, err)
		must.Get(w.Accept(ctx, guest, token))(t)
		must.Refuse(t, w.WithdrawInvitation(ctx, owner, teamID, inv.ID), fault.NoSuchThing) // it was accepted
	})
}

// exceptLog leaves out the log of who did what, which says that there was a team.
func exceptLog(columns []string) []string {
	return slices.DeleteFunc(columns, func(c string) bool { return strings.HasPrefix(c, "audit.") })
}
