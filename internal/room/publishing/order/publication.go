package order

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
)

// Publication is an order that was published: what, where and when.
type Publication struct {
	OrderID string
	At      timestamp.Time
	Title   string
	Outlet  string
}

// publicationsMost bounds what a chart is told of.
const publicationsMost = 500

// Publications lists what was published for the caller's space from a time on and before another, the newest 500, oldest first.
func (p *Orders) Publications(ctx context.Context, who account.Caller, from, to timestamp.Time) (_ []Publication, err error) {
	defer fault.Wrap(&err, "order.Publications")

	return store.List(ctx, p.db.Read(), func(row store.Row) (one Publication, err error) {
		err = row.Scan(&one.OrderID, &one.At, &one.Title, &one.Outlet)
		return one, err
	}, `SELECT id, published_at, title, name FROM (
			SELECT o.id, o.published_at, r.title, m.name
			FROM orders o JOIN content_revisions r ON r.content_id = o.content_id AND r.revision = o.content_revision JOIN media m ON m.id = o.media_id
			WHERE o.space_id = $1 AND o.status = 'published' AND o.published_at >= $2 AND o.published_at < $3
			ORDER BY o.published_at DESC, o.id DESC LIMIT $4
		) newest ORDER BY published_at, id`, who.SpaceID, from, to, publicationsMost)
}
