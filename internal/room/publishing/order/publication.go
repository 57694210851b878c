package order

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/publishing/catalogue"
)

// Publication is an order that was published: what, where and when.
type Publication struct {
	OrderID    string
	At         timestamp.Time
	Title      string
	Outlet     string
	URL        string
	CampaignID string // that it belongs to; "" is none
	Page       string // its address as citations know it; "" without one
	Citations  int64  // as of Order
}

// publicationsMost bounds what a chart is told of.
const publicationsMost = 500

// Publications lists what was published for a brand of the caller's space from a time on and before another, the newest 500, oldest
// first. What is for no brand, or for another, is in none.
func (p *Orders) Publications(ctx context.Context, who account.Caller, brandID string, from,
	to timestamp.Time,
) (_ []Publication, err error) {
	defer fault.Wrap(&err, "order.Publications")

	return store.List(ctx, p.db.Read(), func(row store.Row) (one Publication, err error) {
		err = row.Scan(&one.OrderID, &one.At, &one.Title, &one.Outlet, &one.URL, &one.CampaignID, &one.Page, &one.Citations)
		return one, err
	}, `SELECT id, published_at, title, name, url, campaign, page, citations FROM (
			SELECT o.id, o.published_at, r.title, m.name, coalesce(o.published_url, '') AS url, coalesce(o.campaign_id, '') AS campaign,
				coalesce('https://' || o.published_key, '') AS page, o.citations
			FROM orders o JOIN content_revisions r ON r.content_id = o.content_id AND r.revision = o.content_revision
			JOIN outlets m ON m.id = o.outlet_id
			WHERE o.space_id = $1 AND o.brand_id = $5 AND o.status = 'published' AND o.published_at >= $2 AND o.published_at < $3
			ORDER BY o.published_at DESC, o.id DESC LIMIT $4
		) newest ORDER BY published_at, id`, who.SpaceID, from, to, publicationsMost, brandID)
}

// Article is what was published, as a reader of the outlet sees it.
type Article struct {
	URL, Title, Body string
	Outlet           string
	At               timestamp.Time
	Authority        float64 // of the outlet, 0 to 1
	Indexed          float64 // how surely its articles are found, 0 to 1
}

// articlesMost bounds what the simulator is told of.
const articlesMost = 50

// Articles lists what was published for a space with its text, the newest first. It is for the simulator, which cites it.
func (p *Orders) Articles(ctx context.Context, spaceID string) (_ []Article, err error) {
	defer fault.Wrap(&err, "order.Articles")

	return store.List(ctx, p.db.Read(), func(row store.Row) (one Article, err error) {
		err = row.Scan(&one.URL, &one.Title, &one.Body, &one.Outlet, &one.At, &one.Authority, &one.Indexed)
		return one, err
	}, `SELECT o.published_url, r.title, substr(r.body, 1, 6000), m.name, o.published_at, `+catalogue.AuthoritySQL+`, coalesce(m.indexing_rate, 0.7)
		FROM orders o JOIN content_revisions r ON r.content_id = o.content_id AND r.revision = o.content_revision
		JOIN outlets m ON m.id = o.outlet_id
		WHERE o.space_id = $1 AND o.status = 'published' AND o.published_url IS NOT NULL
		ORDER BY o.published_at DESC, o.id DESC LIMIT $2`, spaceID, articlesMost)
}
