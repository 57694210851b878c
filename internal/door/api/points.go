package api

import (
	"context"

	"renown/internal/room/points"
)

func (d *Door) getPublishQuota(ctx context.Context, c *call) (any, error) {
	return d.rooms.Plans.Quota(ctx, c.UserID)
}

func (d *Door) listPointsRecords(ctx context.Context, c *call) (any, error) {
	page := pageOf(c)
	records, total, err := d.rooms.Plans.PointsRecords(ctx, c.UserID, points.Paging(page))
	for i := range records {
		records[i].Note = chinese.Stored("points", records[i].Note)
	}
	return pageWith(records, total, page, err)
}
