package run

import (
	"context"
	"errors"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
)

const runColumns = `r.id, r.brand_id, r.status, r.mode, r.surface, r.origin, r.samples, r.done, r.total, r.created_at, r.started_at, r.finished_at`

func (run *Run) targets() []any {
	return []any{
		&run.ID, &run.BrandID, &run.Status, &run.Mode, &run.Surface, &run.Trigger, &run.Samples,
		&run.Progress.Done, &run.Progress.Total, &run.CreatedAt, &run.StartedAt, &run.FinishedAt,
	}
}

const platformColumns = `p.platform, p.name, p.status, p.done, p.answered, p.failed, p.total, p.reason, p.reason_code`

func (p *Platform) targets() []any {
	return []any{&p.Platform, &p.Name, &p.Status, &p.Done, &p.Answered, &p.Failed, &p.Total, &p.Reason, &p.ReasonCode}
}

// Find reads a run's progress, by one statement. One of another space is NotFound.
func (r *Runs) Find(ctx context.Context, who account.Caller, runID string) (run Run, err error) {
	defer fault.Wrap(&err, "run.Find")

	platforms, err := store.List(ctx, r.db.Read(), func(row store.Row) (p Platform, err error) {
		err = row.Scan(append(run.targets(), p.targets()...)...)
		return p, err
	}, `SELECT `+runColumns+`, `+platformColumns+` FROM runs r JOIN run_platforms p ON p.run_id = r.id
		WHERE r.id = $1 AND r.space_id = $2 ORDER BY p.position`, runID, who.SpaceID)
	if err == nil && len(platforms) == 0 {
		err = fault.NotFound("run", runID)
	}
	run.Platforms = platforms
	return run, err
}

// Paging is which part of a list is wanted.
type Paging = store.Paging

// List pages through a brand's runs, newest first, and counts them.
func (r *Runs) List(ctx context.Context, who account.Caller, brandID string, page Paging) (runs []Run, total int64, err error) {
	defer fault.Wrap(&err, "run.List")

	if _, err := r.rooms.Brands.Find(ctx, who, brandID); err != nil {
		return nil, 0, err
	}
	err = r.db.View(ctx, func(q store.Querier) error {
		if total, err = store.One[int64](q.QueryRow(ctx, `SELECT count(*) FROM runs WHERE brand_id = $1`, brandID)); err != nil {
			return err
		}
		runs, err = store.List(ctx, q, func(row store.Row) (run Run, err error) {
			err = row.Scan(run.targets()...)
			return run, err
		}, `SELECT `+runColumns+
			` FROM runs r WHERE r.brand_id = $1 ORDER BY r.created_at DESC, r.id DESC LIMIT $2 OFFSET $3`, brandID,
			page.Size, page.Offset())
		if err != nil {
			return err
		}
		for i := range runs {
			if runs[i].Platforms, err = platformsOf(ctx, q, runs[i].ID); err != nil {
				return err
			}
		}
		return nil
	})
	return runs, total, err
}

// statusTx reads and locks a run of the caller's space.
func statusTx(ctx context.Context, tx *store.Tx, who account.Caller, runID string) (string, error) {
	status, err := store.One[string](tx.QueryRow(ctx, `SELECT status FROM runs WHERE id = $1 AND space_id = $2`+
		tx.ForUpdate(), runID, who.SpaceID))
	if errors.Is(err, store.ErrNoRows) {
		return "", fault.NotFound("run", runID)
	}
	return status, err
}
