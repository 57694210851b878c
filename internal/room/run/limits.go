package run

import (
	"context"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
)

// Limits is what a caller's plan allows and what is left of it now.
type Limits struct {
	Tier             plan.Tier       `json:"tier"`
	ExpiresAt        *timestamp.Time `json:"expires_at"` // nil: it does not end
	Expired          bool            `json:"expired"`
	Limits           LimitsOfTier    `json:"limits"`
	Used             LimitsUsed      `json:"used"`
	NextRunAllowedAt *timestamp.Time `json:"next_run_allowed_at"` // nil: now, as far as daily number and gap go
	ResetsAt         timestamp.Time  `json:"resets_at"`           // of the daily number
	Points           LimitsPoints    `json:"points"`
	Platforms        []Available     `json:"platforms"` // of the tier
}

// LimitsOfTier are a tier's limits.
type LimitsOfTier struct {
	Platforms     int   `json:"platforms"`
	ActivePrompts int   `json:"active_prompts"`
	RunsPerDay    int   `json:"runs_per_day"`
	RunGap        int64 `json:"run_gap_seconds"`
	Points        int   `json:"points_per_cycle"`
	Samples       int   `json:"samples"` // times that a run may ask a prompt on a platform
}

// LimitsUsed is what is used of them.
type LimitsUsed struct {
	ActivePrompts int64 `json:"active_prompts"`
	RunsToday     int64 `json:"runs_today"`
}

// LimitsPoints are the points of the cycle.
type LimitsPoints struct {
	Balance  int64          `json:"balance"`
	Held     int64          `json:"held"`
	CycleEnd timestamp.Time `json:"cycle_end"`
}

// Limits tells a caller what Submit, the prompts and the orders would decide by now. They decide anew.
func (r *Runs) Limits(ctx context.Context, who account.Caller) (l Limits, err error) {
	defer fault.Wrap(&err, "run.Limits")

	now := r.db.Now()
	standing, err := r.Standing(ctx, who)
	if err != nil {
		return l, err
	}
	tier, quota := standing.Limits(), standing.Quota
	resets := (day.Of(now.Time) + 1).Begin()
	l = Limits{
		Tier: standing.Tier, ExpiresAt: standing.ExpiresAt, Expired: standing.Expired(now), ResetsAt: resets,
		Limits: LimitsOfTier{tier.Platforms, tier.ActivePrompts, tier.RunsPerDay, int64(tier.RunGap.Seconds()), tier.Points, tier.Samples},
		Used:   LimitsUsed{RunsToday: standing.Used},
		Points: LimitsPoints{quota.Balance, quota.Held, quota.End},
	}
	if l.Used.ActivePrompts, _, err = r.rooms.Brands.Enabled(ctx, who); err != nil {
		return l, err
	}
	if l.NextRunAllowedAt, err = nextRun(ctx, r.db.Read(), standing.Subscription, now); err != nil {
		return l, err
	}
	used := l.Used.RunsToday >= int64(tier.RunsPerDay)
	if used && (l.NextRunAllowedAt == nil || l.NextRunAllowedAt.Before(resets.Time)) {
		l.NextRunAllowedAt = &resets
	}
	l.Platforms, err = r.Available(ctx, who)
	return l, err
}
