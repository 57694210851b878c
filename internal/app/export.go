package app

import (
	"context"

	"renown/internal/account"
	"renown/internal/plan"
)

// Export is all of an account's data, one part a room.
type Export struct {
	Account account.Export    `json:"account"`
	Plan    plan.Subscription `json:"plan"`
}

// Export gathers all of an account's data.
func (a *App) Export(ctx context.Context, userID string) (out Export, err error) {
	if out.Account, err = a.Accounts.Export(ctx, userID); err != nil {
		return out, err
	}
	out.Plan, err = a.Plans.Of(ctx, userID)
	return out, err
}
