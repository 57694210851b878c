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
