package account_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// Only the owner, who knows the password, hands a team over, and only to a member of it.
func TestHandOverRefused(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		owner, member, disabled, stranger := w.user(t, "li@example.com"), w.user(t, "wang@example.com"),
			w.user(t, "qian@example.com"), w.user(t, "zhao@example.com")
		team := w.team(t, owner)
		w.join(t, team, owner, member)
		w.join(t, team, owner, disabled)
		must.Do(t, w.SetStatus(ctx, disabled, account.StatusDisabled))
		spaces := must.Get(w.Spaces(ctx, owner))(t)
		for name, c := range map[string]struct {
			h    account.Handover
			code fault.Code
		}{
			"by a member": {account.Handover{
				OwnerID: member, SpaceID: team, MemberID: member,
				Password: account.Password,
			}, fault.NoSuchThing},
			"by a stranger": {account.Handover{
				OwnerID: stranger, SpaceID: team, MemberID: stranger,
				Password: account.Password,
			}, fault.NoSuchThing},
			"of the personal one": {account.Handover{
				OwnerID: owner, SpaceID: spaces[0].ID, MemberID: member,
				Password: account.Password,
			}, fault.NoSuchThing},
			"of none": {account.Handover{
				OwnerID: owner, SpaceID: "spc_none", MemberID: member,
				Password: account.Password,
			}, fault.NoSuchThing},
			"with a wrong password": {account.Handover{
				OwnerID: owner, SpaceID: team, MemberID: member,
				Password: "wrong",
			}, fault.Unauthenticated},
			"to a stranger": {account.Handover{
				OwnerID: owner, SpaceID: team, MemberID: stranger,
				Password: account.Password,
			}, fault.NoSuchThing},
			"to nobody": {account.Handover{OwnerID: owner, SpaceID: team, Password: account.Password}, fault.NoSuchThing},
			"to the disabled": {account.Handover{
				OwnerID: owner, SpaceID: team, MemberID: disabled,
				Password: account.Password,
			}, fault.NoSuchThing},
			"to oneself": {account.Handover{
				OwnerID: owner, SpaceID: team, MemberID: owner,
				Password: account.Password,
			}, fault.NoSuchThing},
		} {
			expect.Refuse(t, w.HandOver(ctx, c.h), c.code, name)
		}
		if s, err := w.Space(ctx, owner, team); err != nil || s.OwnerID != owner || s.Role != "owner" {
			t.Errorf("the team is %+v, %v", s, err)
		}
	})
}

// Who receives a team owns it, who owned it is a member and can leave, and both find it in their logs.
func TestHandOver(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		var asked []string
		full := fault.New(fault.PromptLimit)
		w.HandedOver.Add(func(_ context.Context, _ *store.Tx, h account.Handover) error {
			asked = append(asked, h.SpaceID+h.MemberID)
			if full != nil {
				return full
			}
			return nil
		})
		owner, member := w.user(t, "li@example.com"), w.user(t, "wang@example.com")
		team := w.team(t, owner)
		w.join(t, team, owner, member)
		h := account.Handover{OwnerID: owner, SpaceID: team, MemberID: member, Password: account.Password}
		must.Refuse(t, w.HandOver(ctx, h), fault.PromptLimit)
		if s, err := w.Space(ctx, owner, team); err != nil || s.OwnerID != owner || s.Role != "owner" {
			t.Errorf("after a refusal the team is %+v, %v", s, err)
		}
		full = nil
		must.Do(t, w.HandOver(ctx, h))
		must.Refuse(t, w.HandOver(ctx, h), fault.NoSuchThing)
		expect.Equal(t, len(asked), 2, "asked", asked)
		for userID, role := range map[string]string{owner: "editor", member: "owner"} {
			if s, err := w.Space(ctx, userID, team); err != nil || s.OwnerID != member || s.Role != role {
				t.Errorf("%s sees %+v, %v", role, s, err)
			}
			n, err := store.One[int](w.db.Read().QueryRow(ctx,
				`SELECT count(*) FROM audit WHERE deed = 'team_handed_over' AND account_id = $1 AND subject = $2`,
				userID, team))
			if err != nil || n != 1 {
				t.Errorf("in the log of the %s: %d, %v", role, n, err)
			}
		}
		must.Refuse(t, w.RemoveMember(ctx, owner, team, member), fault.NoSuchThing)
		must.Do(t, w.RemoveMember(ctx, owner, team, owner))
		must.Do(t, w.Delete(ctx, owner))
		if s, err := w.Space(ctx, member, team); err != nil || s.Role != "owner" {
			t.Errorf("the owner who went took the team along: %+v, %v", s, err)
		}
	})
}

// A team that is handed over twice at the same time has one owner afterwards.
func TestHandOverTwiceAtOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		owner := w.user(t, "li@example.com")
		team := w.team(t, owner)
		heirs := make([]string, 3)
		for i := range heirs {
			heirs[i] = w.user(t, fmt.Sprintf("heir%d@example.com", i))
			w.join(t, team, owner, heirs[i])
		}
		faults := make([]error, len(heirs))
		var all sync.WaitGroup
		for i, heir := range heirs {
			all.Go(func() {
				faults[i] = w.HandOver(ctx, account.Handover{OwnerID: owner, SpaceID: team, MemberID: heir, Password: account.Password})
			})
		}
		all.Wait()
		won := ""
		for i, err := range faults {
			if err == nil {
				expect.Equal(t, won, "", "two became the owner")
				won = heirs[i]
				continue
			}
			must.Refuse(t, err, fault.NoSuchThing)
		}
		members := must.Get(w.Members(ctx, owner, team))(t)
		for _, m := range members {
			if (m.Role == "owner") != (m.UserID == won) {
				t.Errorf("%s is %s, and %s became the owner", m.UserID, m.Role, won)
			}
		}
	})
}

// A handover gives no member more teams than one may own.
func TestHandOverCap(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		owner, member := w.user(t, "li@example.com"), w.user(t, "wang@example.com")
		team := w.team(t, owner)
		w.join(t, team, owner, member)
		for range 20 {
			w.team(t, member)
		}
		must.Refuse(t, w.HandOver(ctx, account.Handover{
			OwnerID: owner, SpaceID: team, MemberID: member,
			Password: account.Password,
		}), fault.CapReached)
	})
}

// Open invitations end with the ownership of who sent them, and do not come back with it.
func TestHandOverEndsInvitations(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		owner, member, guest := w.user(t, "li@example.com"), w.user(t, "wang@example.com"), w.user(t, "zhao@example.com")
		team := w.team(t, owner)
		w.join(t, team, owner, member)
		_, token, err := w.Invite(ctx, account.Inviting{By: owner, SpaceID: team, Email: "zhao@example.com"})
		must.Do(t, err)
		must.Do(t, w.HandOver(ctx, account.Handover{OwnerID: owner, SpaceID: team, MemberID: member, Password: account.Password}))
		expect.Equal(t, len(must.Get(w.Invitations(ctx, member, team))(t)), 0, "invitations")
		expect.Refuse(t, expect.Error(w.Accept(ctx, guest, token)), fault.NoSuchThing, "after the hand-over")
		must.Do(t, w.HandOver(ctx, account.Handover{OwnerID: member, SpaceID: team, MemberID: owner, Password: account.Password}))
		expect.Refuse(t, expect.Error(w.Accept(ctx, guest, token)), fault.NoSuchThing, "after it was handed back")
	})
}
