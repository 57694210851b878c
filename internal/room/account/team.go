package account

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

func teamName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if n := utf8.RuneCountInString(name); n < 1 || n > 128 || !utf8.ValidString(name) || strings.ContainsRune(name, 0) {
		return "", fault.New(fault.Malformed).Why("team_name")
	}
	return name, nil
}

// RenameTeam changes the name of a team that the user owns. To everybody else, members included, it is NotFound.
func (a *Accounts) RenameTeam(ctx context.Context, userID, spaceID, name string) (err error) {
	defer fault.Wrap(&err, "account.RenameTeam")

	name, err = teamName(name)
	if err != nil {
		return err
	}
	return a.db.InTx(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE spaces SET name = $3 WHERE id = $1 AND owner_id = $2 AND kind = 'team'`, spaceID, userID, name)
		if err == nil && n == 0 {
			err = fault.NotFound("space", spaceID)
		}
		return err
	})
}

// DeleteTeam erases a team that the user owns with everything in it, as Delete erases a user. typed must be its name. To
// everybody else it is NotFound. While Options.Idle refuses, it stays as it is.
func (a *Accounts) DeleteTeam(ctx context.Context, userID, spaceID, typed string) (err error) {
	defer fault.Wrap(&err, "account.DeleteTeam")

	return a.db.InTx(ctx, func(tx *store.Tx) error {
		name, err := store.One[string](tx.QueryRow(ctx, `SELECT name FROM spaces WHERE id = $1 AND owner_id = $2 AND kind = 'team'`, spaceID, userID))
		if errors.Is(err, store.ErrNoRows) {
			return fault.NotFound("space", spaceID)
		}
		if err != nil {
			return err
		}
		if strings.TrimSpace(typed) != name {
			return fault.New(fault.Malformed).Why("team_name_differs")
		}
		if a.options.Idle != nil {
			if err := a.options.Idle(ctx, tx, spaceID); err != nil {
				return err
			}
		}
		n, err := tx.Exec(ctx, `DELETE FROM spaces WHERE id = $1 AND owner_id = $2 AND kind = 'team'`, spaceID, userID)
		if err == nil && n == 0 {
			err = fault.NotFound("space", spaceID)
		}
		return err
	})
}

// WithdrawInvitation makes an open invitation to a team that the user owns worthless. One that was accepted, or is of
// another team, is NotFound.
func (a *Accounts) WithdrawInvitation(ctx context.Context, userID, spaceID, invitationID string) (err error) {
	defer fault.Wrap(&err, "account.WithdrawInvitation")

	return a.db.InTx(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, `DELETE FROM invitations WHERE id = $1 AND space_id = $2 AND accepted_at IS NULL
			AND space_id IN (SELECT id FROM spaces WHERE owner_id = $3 AND kind = 'team')`, invitationID, spaceID, userID)
		if err == nil && n == 0 {
			err = fault.NotFound("invitation", invitationID)
		}
		return err
	})
}
