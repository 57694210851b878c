package worker

import (
	"context"
	"time"

	"renown/internal/room/geo/run"
)

// Kinds of housekeeping jobs, which the queue enqueues by itself.
const (
	ScheduleKind = "schedule"
	PurgeKind    = "purge"
)

type nothing struct{}

// Schedule submits the runs that have fallen due.
func Schedule(runs *run.Runs) Job {
	return Job{
		Kind: ScheduleKind, Workers: 1, Timeout: 5 * time.Minute, MaxAttempts: 3,
		Handle: handle(func(ctx context.Context, _ nothing) error { return runs.Schedule(ctx) }),
	}
}

// Purge forgets the texts of old answers; an age of 0 keeps everything.
func Purge(runs *run.Runs, age time.Duration) Job {
	return Job{
		Kind: PurgeKind, Workers: 1, Timeout: 30 * time.Minute, MaxAttempts: 3,
		Handle: handle(func(ctx context.Context, _ nothing) error {
			if age == 0 {
				return nil
			}
			_, err := runs.Purge(ctx, age)
			return err
		}),
	}
}
