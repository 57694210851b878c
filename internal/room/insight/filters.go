package insight

import (
	"context"
	"slices"

	"renown/internal/floor/store"
)

// Filters are what an analysis was narrowed to, under the names of the interface.
type Filters struct {
	Platforms []string `json:"platform,omitempty"`
	TopicIDs  []string `json:"topic_id,omitempty"`
}

// known takes out of a query what is not known: a platform that is neither in the catalogue nor in the brand's runs, a topic
// that the brand does not have. Such a value narrows nothing.
func (i *Insights) known(ctx context.Context, brandID string, query Query) (_ Query, err error) {
	if len(query.Platforms) > 0 {
		catalogue, _ := i.runs.Platforms()
		listed := func(v string) bool { return slices.Contains(catalogue, v) }
		var asked []string // those that have left the catalogue
		if slices.ContainsFunc(query.Platforms, func(v string) bool { return !listed(v) }) {
			asked, err = store.KnownTo(ctx, i.db.Read(), query.Platforms,
				`SELECT DISTINCT p.platform FROM run_platforms p JOIN runs r ON r.id = p.run_id WHERE r.brand_id = $1 AND p.platform`, brandID)
			if err != nil {
				return query, err
			}
		}
		query.Platforms = store.Known(query.Platforms, func(v string) bool { return listed(v) || slices.Contains(asked, v) })
	}
	if len(query.TopicIDs) > 0 {
		query.TopicIDs, err = store.KnownTo(ctx, i.db.Read(), query.TopicIDs, `SELECT id FROM topics WHERE brand_id = $1 AND id`, brandID)
	}
	return query, err
}

func (s *Scope) Filters() Filters { return Filters{s.Query.Platforms, s.Query.TopicIDs} }
