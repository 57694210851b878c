package account

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// Export is everything this room keeps about a user, without what is secret.
type Export struct {
	User     User      `json:"user"`
	Spaces   []Space   `json:"spaces"`
	Sessions []Session `json:"sessions"`
	Keys     []Key     `json:"keys"`
	Views    []View    `json:"views"`  // of the spaces that are theirs
	Shares   []Share   `json:"shares"` // likewise, ended ones too
}

// Export gathers what the room keeps about a user.
func (a *Accounts) Export(ctx context.Context, userID string) (out Export, err error) {
	defer fault.Wrap(&err, "account.Export")

	if out.User, err = a.ByID(ctx, userID); err != nil {
		return out, err
	}
	if out.Spaces, err = a.Spaces(ctx, userID); err != nil {
		return out, err
	}
	if out.Sessions, err = a.Sessions(ctx, userID); err != nil {
		return out, err
	}
	if out.Keys, err = a.Keys(ctx, userID); err != nil {
		return out, err
	}
	const theirs = ` WHERE space_id IN (SELECT id FROM spaces WHERE owner_id = $1) ORDER BY created_at, id`
	if out.Views, err = store.List(ctx, a.db.Read(), scanView, selectView+theirs, userID); err != nil {
		return out, err
	}
	out.Shares, err = store.List(ctx, a.db.Read(), scanShare, selectShare+theirs, userID)
	return out, err
}
