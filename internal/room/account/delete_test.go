package account_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// life is a user who has something in every table, with every secret that was made on the way.
type life struct {
	userID, email string
	spaceIDs      []string
	secrets       []string
}

// live opens an account with a plan, logs in, changes the password, makes keys, a team, invitations and mail tokens.
func (w *world) live(t *testing.T, email string) life {
	t.Helper()
	ctx := t.Context()
	userID := must.Get(plan.New(w.db, w.Accounts, plan.Options{}).Open(ctx, account.Ready(email), plan.Terms{Tier: plan.Upper}))(t)
	session, token := w.enter(t, userID)
	must.Do(t, w.ChangePassword(ctx, session, account.Password, "chosen "+email))
	_, plaintext := w.key(t, userID, "geo:*")
	must.Get(w.Authenticate(ctx, plaintext))(t)
	must.Do(t, w.FlushUses(ctx))
	_, invitation, err := w.Invite(ctx, account.Inviting{By: userID, SpaceID: w.team(t, userID), Email: "guest-of-" + email})
	must.Do(t, err)
	l := life{userID: userID, email: email, secrets: []string{token, plaintext, invitation, "chosen " + email}}
	letter := must.Get(w.WriteLetter(ctx, account.Notice{Purpose: account.ResetPassword, UserID: userID}))(t)
	l.secrets = append(l.secrets, letter.Token)
	spaces := must.Get(w.Spaces(ctx, userID))(t)
	for _, s := range spaces {
		l.spaceIDs = append(l.spaceIDs, s.ID)
	}
	return l
}

// everywhereOf lists where the ids, spaces and the address of a user are found.
func everywhereOf(t *testing.T, w *world, l life) []string {
	t.Helper()
	found := []string{}
	for _, text := range slices.Concat(l.spaceIDs, []string{l.userID, l.email}) {
		for _, column := range holding(t, w.db, text) {
			found = append(found, text+" in "+column)
		}
	}
	return found
}

func TestDelete(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		gone, stays := w.live(t, "gone@example.com"), w.live(t, "stays@example.com")
		w.join(t, stays.spaceIDs[1], stays.userID, gone.userID)
		member := w.user(t, "member@example.com")
		w.join(t, gone.spaceIDs[1], gone.userID, member)

		everywhere := []string{
			"api_keys.user_id", "invitations.invited_by", "members.user_id", "sessions.user_id",
			"spaces.owner_id", "subscriptions.user_id", "tokens.user_id", "users.id",
		}
		before := holding(t, w.db, gone.userID)
		for _, column := range everywhere {
			if !slices.Contains(before, column) {
				t.Errorf("%s does not hold the user before the deletion: the test proves nothing there", column)
			}
		}
		untouched := everywhereOf(t, w, stays)

		must.Do(t, w.DeleteAnyway(ctx, gone.userID))
		must.Refuse(t, w.Delete(ctx, gone.userID), fault.NoSuchThing)
		if left := everywhereOf(t, w, gone); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
		if diff := cmp.Diff(untouched, everywhereOf(t, w, stays)); diff != "" {
			t.Errorf("another account was touched (-before +after):\n%s", diff)
		}
		members, err := w.Members(ctx, stays.userID, stays.spaceIDs[1])
		if err != nil || len(members) != 1 {
			t.Errorf("the other team has the members %v (%v)", members, err)
		}
		spaces, err := w.Spaces(ctx, member)
		if err != nil || len(spaces) != 1 || spaces[0].Kind != account.Personal {
			t.Errorf("a member of the team that went has the spaces %v (%v)", spaces, err)
		}

		_, err = w.Authenticate(ctx, gone.secrets[1])
		must.Refuse(t, err, fault.Unauthenticated)
		expect.Do(t, expect.Error(w.Authenticate(ctx, stays.secrets[1])))
		w.user(t, "gone@example.com") // the address is free again
	})
}

// An owner is deleted while a user joins their team: one of the two is refused, and no user joins what vanishes.
func TestDeleteWhileJoining(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		ctx := t.Context()
		w := newWorld(t, d, account.Options{})
		for i := range 4 {
			owner, guest := w.user(t, fmt.Sprintf("owner%d@example.com", i)), w.user(t, fmt.Sprintf("guest%d@example.com", i))
			team := w.team(t, owner)
			w.team(t, owner) // without other members
			_, token, err := w.Invite(ctx, account.Inviting{By: owner, SpaceID: team, Email: fmt.Sprintf("guest%d@example.com", i)})
			must.Do(t, err)
			var joined, deleted error
			var both sync.WaitGroup
			both.Go(func() { _, joined = w.Accept(ctx, guest, token) })
			both.Go(func() { deleted = w.Delete(ctx, owner) })
			both.Wait()
			if joined != nil {
				must.Refuse(t, joined, fault.NoSuchThing)
				must.Do(t, deleted)
				continue
			}
			f := must.Refuse(t, deleted, fault.AccountBusy)
			expect.Same[any](t, f.Detail["teams"], []string{team})
			must.Do(t, w.RemoveMember(ctx, owner, team, guest))
			must.Do(t, w.Delete(ctx, owner))
		}
	})
}

// A column that names a user or a space belongs to a reference that goes with it. This holds for tables of every package.
func TestEverythingHangsOnUsers(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t, store.SQLite)
	cascading, err := store.List(t.Context(), db.Read(), store.One[string], `
		SELECT m.name || '.' || f."from" FROM sqlite_schema m, pragma_foreign_key_list(m.name) f
		WHERE m.type = 'table' AND f.on_delete = 'CASCADE'`)
	must.Do(t, err)
	checked := 0
	for _, c := range columns(t, db) {
		_, column, _ := strings.Cut(c, ".")
		if !slices.Contains([]string{"user_id", "space_id", "owner_id", "invited_by"}, column) {
			continue
		}
		checked++
		if !slices.Contains(cascading, c) {
			t.Errorf("%s outlives the account it names", c)
		}
	}
	if checked < 9 {
		t.Errorf("only %d columns were looked at", checked)
	}
}

func TestExport(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		l, other := w.live(t, "li@example.com"), w.live(t, "wang@example.com")
		export := must.Get(w.Export(t.Context(), l.userID))(t)
		raw := must.Get(json.Marshal(export))(t)
		text := string(raw)
		for _, wanted := range append(l.spaceIDs, l.userID, l.email, "geo:*", `"agent":"test"`, "市场部") {
			if !strings.Contains(text, wanted) {
				t.Errorf("%s is missing", wanted)
			}
		}
		hashes, err := store.List(t.Context(), w.db.Read(), store.One[string], `
			SELECT password_hash FROM users UNION ALL SELECT hash FROM api_keys UNION ALL SELECT token_hash FROM sessions
			UNION ALL SELECT hash FROM tokens UNION ALL SELECT token_hash FROM invitations`)
		must.Do(t, err)
		if len(hashes) != 10 {
			t.Errorf("there are %d hashes", len(hashes))
		}
		secrets := slices.Concat(hashes, l.secrets, other.secrets)
		for _, secret := range append(secrets, other.userID, other.email, "argon2", "hash") {
			if strings.Contains(text, secret) {
				t.Errorf("the export holds %s", secret)
			}
		}
	})
}
