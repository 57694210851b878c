package porch

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
)

// Pace limits what one account asks for, by whatever keys and sessions, and what one session does, over all processes.
type Pace struct {
	Limits     *limit.Limiter
	PerAccount limit.Rate
	PerSession limit.Rate
	Limited    func(by string) // told of every request that was too frequent; nil: not counted
}

// Account counts a request of an account. Faults: TooFrequent.
func (p *Pace) Account(ctx context.Context, userID string) error {
	return p.allow(ctx, ByAccount, userID, p.PerAccount)
}

// Session counts a request of a session and of its account. Faults: TooFrequent.
func (p *Pace) Session(ctx context.Context, sessionID, userID string) error {
	if err := p.allow(ctx, BySession, sessionID, p.PerSession); err != nil {
		return err
	}
	return p.Account(ctx, userID)
}

func (p *Pace) allow(ctx context.Context, by, id string, rate limit.Rate) error {
	decision, err := p.Limits.Allow(ctx, by+":"+id, rate)
	if err != nil || decision.Allowed {
		return err
	}
	if p.Limited != nil {
		p.Limited(by)
	}
	return fault.New(fault.TooFrequent).After(decision.RetryAfter)
}
