package run

import (
	"context"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// answersAtOnce is how many answers an export has in memory.
const answersAtOnce = 20

// ExportRuns calls do for each of a brand's runs, the oldest first. They are read one by one.
func (r *Runs) ExportRuns(ctx context.Context, who account.Caller, brandID string, do func(Run) error) (err error) {
	defer fault.Wrap(&err, "run.ExportRuns")

	return r.eachRun(ctx, who, brandID, func(runID string) error {
		found, err := r.Find(ctx, who, runID)
		if err != nil {
			return err
		}
		return do(found)
	})
}

// ExportAnswers calls do for all that a brand's runs have brought, that of the oldest first. A few are read at a time.
func (r *Runs) ExportAnswers(ctx context.Context, who account.Caller, brandID string, do func(Evidence) error) (err error) {
	defer fault.Wrap(&err, "run.ExportAnswers")

	return r.eachRun(ctx, who, brandID, func(runID string) error {
		ids, err := store.List(ctx, r.db.Read(), store.One[string], `SELECT id FROM tasks
			WHERE run_id = $1 AND status IN ('answered', 'failed', 'skipped') ORDER BY prompt_id DESC, id`, runID)
		if err != nil {
			return err
		}
		for part := range slices.Chunk(ids, answersAtOnce) {
			marks, args := store.Among(part, 0)
			list, err := store.List(ctx, r.db.Read(), scanEvidence, selectEvidence+` WHERE t.id`+marks+
				` ORDER BY t.prompt_id DESC, t.id`, args...)
			if err != nil {
				return err
			}
			for _, e := range list {
				if err := do(e); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func (r *Runs) eachRun(ctx context.Context, who account.Caller, brandID string, do func(runID string) error) error {
	ids, err := store.List(ctx, r.db.Read(), store.One[string],
		`SELECT id FROM runs WHERE brand_id = $1 AND space_id = $2 ORDER BY created_at, id`, brandID, who.SpaceID)
	if err != nil {
		return err
	}
	for _, runID := range ids {
		if err := do(runID); err != nil {
			return err
		}
	}
	return nil
}
