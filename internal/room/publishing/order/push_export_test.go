package order

import (
	"context"

	"renown/internal/floor/queue"
	"renown/internal/tool/webhook"
)

// PushedBy is the order that a job hands over.
func PushedBy(j queue.Job) string { return j.Args.(pushArgs).OrderID }

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
