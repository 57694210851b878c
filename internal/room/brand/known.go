package brand

import (
	"context"
	"net/url"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// Known is a name that is watched: a brand, or a competitor of one.
type Known struct {
	Name  string
	Site  string   // host of its homepage, empty when not known
	Terms []string // what it is about: the brand's keywords
}

const knownMax = 1000

// Known lists names that are watched in a space, newest first. It is for the simulator, which invents answers about them.
func (b *Brands) Known(ctx context.Context, q store.Querier, spaceID string) (_ []Known, err error) {
	defer fault.Wrap(&err, "brand.Known")

	return store.List(ctx, q, func(row store.Row) (k Known, err error) {
		var site *string
		var terms store.Texts
		err = row.Scan(&k.Name, &site, &terms)
		k.Terms = terms
		if site != nil {
			if u, parseErr := url.Parse(*site); parseErr == nil {
				k.Site = u.Hostname()
			}
		}
		return k, err
	}, `SELECT name, site, terms FROM (
			SELECT name, homepage_url AS site, keywords AS terms, created_at FROM brands WHERE space_id = $1
			UNION ALL
			SELECT c.name, c.website_url, b.keywords, c.created_at FROM competitors c JOIN brands b ON b.id = c.brand_id
			WHERE b.space_id = $1) AS known
		ORDER BY created_at DESC LIMIT $2`, spaceID, knownMax)
}
