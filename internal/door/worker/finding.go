package worker

import (
	"context"
	"time"

	"renown/internal/room/geo/alert"
	"renown/internal/room/geo/finding"
)

// Kinds of jobs that follow from answers.
const (
	RereadKind = "reread"
	ReviewKind = "review"
)

// RereadArgs says whose history to read again.
type RereadArgs struct {
	BrandID string `json:"brand_id"`
}

// Reread reads a brand's history again. Each attempt goes on where the last one stopped.
func Reread(f *finding.Findings) Job {
	return Job{
		Kind: RereadKind, Workers: 1, Timeout: time.Hour, MaxAttempts: 20,
		Handle: handle(func(ctx context.Context, args RereadArgs) error { return f.Reread(ctx, args.BrandID) }),
	}
}

// ReviewArgs says which run has ended.
type ReviewArgs struct {
	RunID string `json:"run_id"`
}

// Review looks for what there is to say after a run.
func Review(a *alert.Alerts) Job {
	return Job{
		Kind: ReviewKind, Workers: 2, Timeout: time.Minute, MaxAttempts: 5,
		Handle: handle(func(ctx context.Context, args ReviewArgs) error { return a.Review(ctx, args.RunID) }),
	}
}
