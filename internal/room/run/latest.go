package run

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// Latest reads a run for background work, with the one of its brand that ended before it; nil when there is none. A
// cancelled run tells nothing about platforms and is passed over.
func (r *Runs) Latest(ctx context.Context, runID string) (now Run, before *Run, err error) {
	defer fault.Wrap(&err, "run.Latest")

	err = r.db.View(ctx, func(q store.Querier) error {
		list, err := store.List(ctx, q, func(row store.Row) (run Run, err error) {
			err = row.Scan(run.targets()...)
			return run, err
		}, `SELECT `+runColumns+` FROM runs r JOIN runs n ON n.id = $1 AND n.brand_id = r.brand_id
			WHERE r.id = n.id OR r.surface = n.surface AND r.created_at <= n.created_at AND r.status IN ('completed', 'failed')
			ORDER BY CASE WHEN r.id = n.id THEN 0 ELSE 1 END, r.created_at DESC, r.id DESC LIMIT 2`, runID)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return fault.NotFound("run", runID)
		}
		for i := range list {
			if list[i].Platforms, err = platformsOf(ctx, q, list[i].ID); err != nil {
				return err
			}
		}
		now = list[0]
		if len(list) > 1 {
			before = &list[1]
		}
		return nil
	})
	return now, before, err
}

func platformsOf(ctx context.Context, q store.Querier, runID string) ([]Platform, error) {
	return store.List(ctx, q, func(row store.Row) (p Platform, err error) {
		err = row.Scan(p.targets()...)
		return p, err
	}, `SELECT `+platformColumns+` FROM run_platforms p WHERE p.run_id = $1 ORDER BY p.position`, runID)
}
