package run

import (
	"context"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
)

// Schedule submits the runs that fell due since it was called last, once per due time over all nodes. Of several that were
// missed only the latest is made up for. A due time that is refused (a run in flight, no enabled prompt, expired or disabled, the
// period's monitoring used up) lapses.
func (r *Runs) Schedule(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "run.Schedule")

	brands, err := r.rooms.Brands.Scheduled(ctx)
	if err != nil {
		return err
	}
	now := r.db.Now()
	for _, b := range brands {
		due := latestDue(b.Schedule, now.Time)
		if due.Before(b.Since.Time) || (b.LastDue != nil && !due.After(b.LastDue.Time)) {
			continue
		}
		err := r.submitDue(ctx, b, due)
		if err == nil {
			continue
		}
		if fault.As(err) == nil || fault.Is(err, fault.Unavailable) {
			return err
		}
		if err := r.rooms.Brands.Lapse(ctx, b.BrandID, due); err != nil {
			return err
		}
	}
	return nil
}

func (r *Runs) submitDue(ctx context.Context, b brand.Scheduled, due timestamp.Time) error {
	if b.Disabled {
		return fault.New(fault.AccountDisabled)
	}
	_, err := r.Submit(ctx, account.Caller{UserID: b.UserID, SpaceID: b.SpaceID}, Request{
		BrandID: b.BrandID, Samples: b.Schedule.Samples, Origin: FromSchedule, Due: &due,
	})
	return err
}

// latestDue is the last time not after now at which the schedule falls due.
func latestDue(s brand.Schedule, now time.Time) timestamp.Time {
	local := now.In(timestamp.Beijing)
	due := time.Date(local.Year(), local.Month(), local.Day(), int(s.Hour), 0, 0, 0, timestamp.Beijing)
	if due.After(local) {
		due = due.AddDate(0, 0, -1)
	}
	for s.Weekday != nil && isoWeekday(due) != *s.Weekday {
		due = due.AddDate(0, 0, -1)
	}
	return timestamp.Of(due)
}

// isoWeekday counts from Monday 1 to Sunday 7.
func isoWeekday(t time.Time) int64 {
	if t.Weekday() == time.Sunday {
		return 7
	}
	return int64(t.Weekday())
}
