package brand

import (
	"context"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
)

// Scheduled is a brand that is monitored by itself.
type Scheduled struct {
	BrandID, SpaceID, UserID string
	Schedule                 Schedule
	Since                    timestamp.Time  // the schedule is as it is since then
	LastDue                  *timestamp.Time // of the newest scheduled run
	Disabled                 bool            // the account whose plan it lives on
}

// Scheduled lists all brands with a schedule that are not archived, of all owners.
func (b *Brands) Scheduled(ctx context.Context) (_ []Scheduled, err error) {
	defer fault.Wrap(&err, "brand.Scheduled")

	return store.List(ctx, b.db.Read(), func(row store.Row) (s Scheduled, err error) {
		err = row.Scan(&s.BrandID, &s.SpaceID, &s.UserID, &s.Schedule.Hour, &s.Schedule.Weekday, &s.Schedule.Samples,
			&s.Since, &s.LastDue, &s.Disabled)
		return s, err
	}, `SELECT b.id, b.space_id, s.owner_id, b.schedule_hour, b.schedule_weekday, b.schedule_samples, COALESCE(b.scheduled_since, b.created_at),
			r.due_at, `+account.OwnerDisabled+`
		FROM brands b JOIN spaces s ON s.id = b.space_id LEFT JOIN latest_runs r ON r.brand_id = b.id
		WHERE b.schedule_hour IS NOT NULL AND b.archived_at IS NULL ORDER BY b.id`)
}

// Lapse notes that the time at which a brand was due is past: it is not made up for.
func (b *Brands) Lapse(ctx context.Context, brandID string, due timestamp.Time) (err error) {
	defer fault.Wrap(&err, "brand.Lapse")

	return b.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE brands SET scheduled_since = $2 WHERE id = $1 AND COALESCE(scheduled_since, created_at) < $2`,
			brandID, due.Add(time.Microsecond))
		return err
	})
}
