package api

import (
	"context"

	"renown/internal/room/account"
)

type identity struct {
	UserID string         `json:"user_id"`
	KeyID  string         `json:"key_id"`
	Scopes account.Scopes `json:"scopes"`
}

func (d *Door) me(_ context.Context, c *call) (any, error) {
	return identity{UserID: c.UserID, KeyID: c.KeyID, Scopes: c.Scopes}, nil
}

// myLimits says what the caller's plan allows, and what is left of it.
func (d *Door) myLimits(ctx context.Context, c *call) (any, error) {
	l, err := d.rooms.Runs.Limits(ctx, c.Caller)
	for i := range l.Platforms {
		l.Platforms[i].Reason = said("platform", l.Platforms[i].Reason)
	}
	return l, err
}
