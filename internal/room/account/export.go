package account

import (
	"context"

	"renown/internal/floor/fault"
)

// Export is everything this room keeps about a user, without what is secret.
type Export struct {
	User     User      `json:"user"`
	Spaces   []Space   `json:"spaces"`
	Sessions []Session `json:"sessions"`
	Keys     []Key     `json:"keys"`
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
	out.Keys, err = a.Keys(ctx, userID)
	return out, err
}
