package account_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/testkit/must"
)

const week = 7 * 24 * time.Hour

func TestInvite(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		owner := w.user(t, "li@example.com")
		teamID := w.team(t, owner)
		_, _, err := w.Invite(t.Context(), account.Inviting{By: owner, SpaceID: teamID, Email: "no address"})
		must.Refuse(t, err, fault.Malformed)

		inv, token, err := w.Invite(t.Context(), account.Inviting{By: owner, SpaceID: teamID, Email: " Wang@Example.com "})
		must.Do(t, err)
		want := account.Invitation{
			ID: inv.ID, SpaceID: teamID, Email: "Wang@Example.com", Role: account.Editor,
			CreatedAt: at(0), ExpiresAt: at(week),
		}
		list, err := w.Invitations(t.Context(), owner, teamID)
		for _, got := range [][]account.Invitation{{inv}, list} {
			if diff := cmp.Diff([]account.Invitation{want}, got); diff != "" || err != nil {
				t.Errorf("%v\n%s", err, diff)
			}
		}
		if in := holding(t, w.db, token); token == "" || len(in) != 0 {
			t.Errorf("the token %q lies in %v", token, in)
		}
		w.clock.Advance(week)
		if list, err := w.Invitations(t.Context(), owner, teamID); err != nil || len(list) != 0 {
			t.Errorf("a week later open are %v (%v)", list, err)
		}
	})
}

func TestInviteThrottled(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		w.still(t)
		owner := w.user(t, "li@example.com")
		teamID := w.team(t, owner)
		invite := func() error {
			_, _, err := w.Invite(t.Context(), account.Inviting{By: owner, SpaceID: teamID, Email: "wang@example.com"})
			return err
		}
		for range 3 {
			must.Do(t, invite())
		}
		must.Refuse(t, invite(), fault.TooFrequent)
		w.clock.Advance(time.Minute)
		must.Do(t, invite())
	})
}

func TestAcceptRefuses(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		owner, first, second := w.user(t, "li@example.com"), w.user(t, "wang@example.com"), w.user(t, "zhao@example.com")
		teamID := w.team(t, owner)
		invite := func(email string) string {
			inv, token, err := w.Invite(ctx, account.Inviting{By: owner, SpaceID: teamID, Email: email})
			must.Do(t, err)
			if token == inv.ID {
				t.Fatal("the token is the id")
			}
			return token
		}
		replaced := invite("wang@example.com")
		used := invite("WANG@example.com") // the same person again: the earlier link dies
		_, err := w.Accept(ctx, first, replaced)
		must.Refuse(t, err, fault.NoSuchThing)
		must.Get(w.Accept(ctx, first, used))(t)
		open := invite("zhao@example.com")
		for name, token := range map[string]string{"nothing": "", "unknown": open[1:] + "0", "replaced": replaced, "used": used} {
			spaceID, err := w.Accept(ctx, second, token)
			if f := must.Refuse(t, err, fault.NoSuchThing); spaceID != "" || f.Reason != "invitation_invalid" {
				t.Errorf("%s: %q, %q", name, spaceID, f.Reason)
			}
		}
		_, err = w.Accept(ctx, w.user(t, "other@example.com"), open) // a user to whom the link was passed on
		if f := must.Refuse(t, err, fault.NoSuchThing); f.Reason != "invitation_other" {
			t.Errorf("it says %q", f.Reason)
		}
		w.clock.Advance(week)
		_, err = w.Accept(ctx, second, open)
		must.Refuse(t, err, fault.NoSuchThing)
		w.clock.Advance(-time.Microsecond)
		must.Get(w.Accept(ctx, second, open))(t)
	})
}

// While the account of the team's owner is disabled, an invitation neither offers nor lets in; with the account it comes back.
func TestAcceptOfDisabled(t *testing.T) {
	t.Parallel()
	eachWithMail(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		owner, invited := w.user(t, "li@example.com"), w.user(t, "wang@example.com")
		teamID := w.team(t, owner)
		_, _, err := w.Invite(ctx, account.Inviting{By: owner, SpaceID: teamID, Email: "wang@example.com"})
		must.Do(t, err)
		letter := must.Get(w.WriteLetter(ctx, w.post.last(t)))(t)
		must.Do(t, w.SetStatus(ctx, owner, account.StatusDisabled))
		_, err = w.Accept(ctx, invited, letter.Token)
		must.Refuse(t, err, fault.NoSuchThing)
		_, err = w.Offered(ctx, letter.Token)
		must.Refuse(t, err, fault.NoSuchThing)
		_, err = w.WriteLetter(ctx, w.post.last(t))
		must.Refuse(t, err, fault.NoSuchThing)
		must.Do(t, w.SetStatus(ctx, owner, account.StatusActive))
		must.Get(w.Offered(ctx, letter.Token))(t)
		must.Get(w.Accept(ctx, invited, letter.Token))(t)
	})
}

// Ten browsers that follow the same link make one member.
func TestAcceptOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		owner := w.user(t, "li@example.com")
		teamID := w.team(t, owner)
		_, token, err := w.Invite(t.Context(), account.Inviting{By: owner, SpaceID: teamID, Email: "wang@example.com"})
		must.Do(t, err)
		var accepted atomic.Int64
		var group sync.WaitGroup
		userID := w.user(t, "wang@example.com")
		for range 10 {
			group.Go(func() {
				if _, err := w.Accept(t.Context(), userID, token); err == nil {
					accepted.Add(1)
				} else if !fault.Is(err, fault.NoSuchThing) {
					t.Error(err)
				}
			})
		}
		group.Wait()
		members, err := w.Members(t.Context(), owner, teamID)
		if accepted.Load() != 1 || err != nil || len(members) != 2 {
			t.Errorf("%d accepted, members %v (%v)", accepted.Load(), members, err)
		}
	})
}

// The owner who follows his own link stays the owner.
func TestAcceptByOwner(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		owner := w.user(t, "li@example.com")
		teamID := w.team(t, owner)
		w.join(t, teamID, owner, owner)
		if s, err := w.Space(t.Context(), owner, teamID); err != nil || s.Role != "owner" {
			t.Errorf("got %v, %v", s, err)
		}
	})
}

// A team has room for 200; of three who take the last place at once, one gets it.
func TestTeamFull(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		owner := w.user(t, "li@example.com")
		teamID := w.team(t, owner)
		must.Do(t, w.db.InTx(ctx, func(tx *store.Tx) error {
			for i := range 198 {
				userID, err := w.CreateTx(ctx, tx, account.Ready(string(rune('一'+i))+"@example.com"))
				if err != nil {
					return err
				}
				_, err = tx.Exec(ctx,
					`INSERT INTO members (space_id, user_id, role, created_at) VALUES ($1, $2, 'member', 0)`, teamID,
					userID)
				if err != nil {
					return err
				}
			}
			return nil
		}))
		guests := map[string]string{} // token by user
		for _, name := range []string{"wang", "zhao", "sun"} {
			userID := w.user(t, name+"@example.com")
			_, token, err := w.Invite(ctx, account.Inviting{By: owner, SpaceID: teamID, Email: name + "@example.com"})
			must.Do(t, err)
			guests[userID] = token
		}
		var joined, full atomic.Int64
		var group sync.WaitGroup
		release := w.holdWrites(t, "members")
		for userID, token := range guests {
			group.Go(func() {
				switch _, err := w.Accept(ctx, userID, token); {
				case err == nil:
					joined.Add(1)
				case fault.Is(err, fault.CapReached) && fault.As(err).Detail["limit"] == 200:
					full.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		release(len(guests))
		group.Wait()
		if joined.Load() != 1 || full.Load() != 2 {
			t.Errorf("%d joined, %d found it full", joined.Load(), full.Load())
		}
	})
}
