package catalogue

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// Carrier is an outlet as the simulator knows it: where its pages stand, and how readily they are read and cited.
type Carrier struct {
	Name, URL string
	Language  string
	Authority float64 // 0 to 1
	Indexed   float64 // 0 to 1
}

// Carriers lists outlets with an address that take articles, recommended ones first, at most n.
func (c *Catalogue) Carriers(ctx context.Context, n int) (_ []Carrier, err error) {
	defer fault.Wrap(&err, "catalogue.Carriers")

	return store.List(ctx, c.db.Read(), func(row store.Row) (one Carrier, err error) {
		err = row.Scan(&one.Name, &one.URL, &one.Language, &one.Authority, &one.Indexed)
		return one, err
	}, `SELECT name, url, coalesce(language, 'zh'), `+AuthoritySQL+`, coalesce(indexing_rate, 0.7) FROM outlets
		WHERE status = 'available' AND url IS NOT NULL AND media_type <> 'short_video'
		ORDER BY recommended DESC, key LIMIT $1`, n)
}

// AuthoritySQL is an outlet's authority from 0 to 1: by its domain, else by its search weight, else that of an account.
const AuthoritySQL = `CASE WHEN domain_authority IS NOT NULL THEN CASE WHEN domain_authority > 100 THEN 1.0
	ELSE domain_authority / 100.0 END
	WHEN pc_weight IS NOT NULL THEN CASE WHEN pc_weight > 10 THEN 1.0 ELSE pc_weight / 10.0 END ELSE 0.35 END`
