package order

import (
	"context"

	"renown/internal/tool/webhook"
)

// PushAndDie is Push by a process that dies after the outlet was called and before anything was kept.
func (p *Orders) PushAndDie(ctx context.Context, orderID string) (called bool, r webhook.Result, err error) {
	h, _, err := p.claimPush(ctx, orderID)
	if err != nil || h == nil {
		return false, r, err
	}
	return true, p.send(ctx, h), nil
}

// Limits of pushing, for tests.
const (
	PushMost   = pushMost
	PushLease  = pushLease
	SetupWait  = setupWait
	ReportWait = reportWait
	Overdue    = overdue
)
