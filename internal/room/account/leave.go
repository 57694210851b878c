package account

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// An account that is deleted leaves its orders behind, for the operators who have to answer for them. They go to a user and a space
// that stand for all who have left; that user cannot log in and is never shown.
const (
	GoneUser  = "usr_deleted"
	goneSpace = "spc_deleted"
)

// Leaving is a user who is being deleted.
type Leaving struct {
	UserID  string
	Mailbox string              // see Mailbox
	Anyway  bool                // an operator decided: whatever is under way
	Busy    map[string][]string // what keeps the account from being deleted: ids by kind
}

// Delete erases the user with everything that belongs to them, in every table: rows hang on users by cascading
// references. Invitations that others sent to the address go too, and links that they shared. While something is
// under way that must not vanish it is AccountBusy.
func (a *Accounts) Delete(ctx context.Context, userID string) (err error) {
	defer fault.Wrap(&err, "account.Delete")

	return a.delete(ctx, &Leaving{UserID: userID})
}

// DeleteAnyway is Delete for an operator who knows what is under way.
func (a *Accounts) DeleteAnyway(ctx context.Context, userID string) (err error) {
	defer fault.Wrap(&err, "account.DeleteAnyway")

	return a.delete(ctx, &Leaving{UserID: userID, Anyway: true})
}

func (a *Accounts) delete(ctx context.Context, l *Leaving) error {
	return a.db.InTx(ctx, func(tx *store.Tx) error {
		user, err := scanUser(tx.QueryRow(ctx, `SELECT `+userColumns+` FROM users WHERE id = $1 AND id <> $2`, l.UserID, GoneUser))
		if err != nil {
			return store.NotFound(err, "user", l.UserID)
		}
		l.Mailbox = Mailbox(user.Email)
		if err := a.leaveTx(ctx, tx, l); err != nil {
			return err
		}
		for _, statement := range []string{
			`DELETE FROM invitations WHERE email_key = (SELECT email_key FROM users WHERE id = $1)`,
			`DELETE FROM shares WHERE created_by = $1`,
			`DELETE FROM users WHERE id = $1`,
		} {
			if _, err := tx.Exec(ctx, statement, l.UserID); err != nil {
				return err
			}
		}
		return forgetTx(ctx, tx, l.UserID)
	})
}

// leaveTx answers AccountBusy with all that keeps an account from being deleted, unless an operator decided, and has what outlives it
// taken aside.
func (a *Accounts) leaveTx(ctx context.Context, tx *store.Tx, l *Leaving) (err error) {
	l.Busy = map[string][]string{}
	if err := a.Leaving.TellTx(ctx, tx, l); err != nil { // it locks the subscription, which comes before teams
		return err
	}
	if l.Busy["teams"], err = a.sharedTeamsTx(ctx, tx, l.UserID); err != nil {
		return err
	}
	busy, found := fault.New(fault.AccountBusy), 0
	for kind, ids := range l.Busy {
		found += len(ids)
		busy = busy.With(kind, append([]string{}, ids...))
	}
	if found > 0 && !l.Anyway {
		return busy
	}
	return a.Left.TellTx(ctx, tx, l)
}

// GoneTx is where the things of deleted accounts are kept; it is made when it is first needed.
func (a *Accounts) GoneTx(ctx context.Context, tx *store.Tx) (_ Caller, err error) {
	defer fault.Wrap(&err, "account.GoneTx")

	_, err = tx.Exec(ctx, `INSERT INTO users (id, email, email_key, password_hash, role, status, created_at, updated_at)
		VALUES ($1, '', 'deleted', '', 'user', 'disabled', $2, $2) ON CONFLICT DO NOTHING`, GoneUser, tx.Now)
	if err != nil {
		return Caller{}, err
	}
	_, err = tx.Exec(ctx, `INSERT INTO spaces (id, kind, name, owner_id, created_at) VALUES ($1, 'personal', '', $2, $3)
		ON CONFLICT DO NOTHING`,
		goneSpace, GoneUser, tx.Now)
	return Caller{UserID: GoneUser, SpaceID: goneSpace}, err
}

// sharedTeamsTx lists the teams that a user owns and others belong to, the oldest first. It locks them, so that none is joined until tx
// ends. Who locks a subscription as well does so before.
func (a *Accounts) sharedTeamsTx(ctx context.Context, tx *store.Tx, userID string) ([]string, error) {
	teams, err := store.List(ctx, tx, store.One[string], `SELECT id FROM spaces WHERE owner_id = $1 AND kind = 'team'
		ORDER BY created_at, id`+tx.ForUpdate(), userID)
	if err != nil {
		return nil, err
	}
	var shared []string
	for _, team := range teams {
		others, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM members WHERE space_id = $1 AND user_id <> $2`, team, userID))
		if err != nil {
			return nil, err
		}
		if others > 0 {
			shared = append(shared, team)
		}
	}
	return shared, nil
}
