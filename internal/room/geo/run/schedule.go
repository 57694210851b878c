package run

import (
	"context"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/geo/brand"
	"renown/internal/room/plan"
)

// Schedule submits the runs that fell due since it was called last, once per due time over all nodes. Of several that were
// missed only the latest is made up for. Accounts whose subscription has expired pause.
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
		if allowed, err := r.dueByPlan(ctx, b, due); err != nil {
			return err
		} else if !allowed {
			continue
		}
		_, err := r.Submit(ctx, account.Caller{UserID: b.UserID, SpaceID: b.SpaceID}, Request{BrandID: b.BrandID, Origin: FromSchedule, Due: &due})
		if err != nil && fault.As(err) == nil {
			return err
		}
		// A refusal (a run in flight, no enabled prompt, expired) is looked at again at the next call: the time stays due.
	}
	return nil
}

// dueByPlan tells whether the plan includes a run at this time: a daily schedule that was set under a higher tier is kept
// weekly.
func (r *Runs) dueByPlan(ctx context.Context, b brand.Scheduled, due timestamp.Time) (bool, error) {
	if b.Schedule.Weekday != nil || b.LastDue == nil {
		return true, nil
	}
	subscription, err := r.rooms.Plans.Of(ctx, b.UserID)
	if err != nil {
		return false, err
	}
	return subscription.Tier == plan.Upper || !due.Before(b.LastDue.AddDate(0, 0, 7)), nil
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
