package run

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/reading"
)

// askedMost is how often a sub-task is asked in all, so that failed ones can be asked again twice.
const askedMost = 9

// againTask is a sub-task that failed.
type againTask struct {
	reading.Task
	ended timestamp.Time
}

// AskAgain puts the failed questions of a brand's latest run once more, within the same run: nothing of a quota is used. A run
// that goes on stays as it is. One that is not the latest of its brand, or has nothing left to ask, is RunEnded; a plan that
// has expired, or a brand at rest, is refused as a new run would be.
func (r *Runs) AskAgain(ctx context.Context, who account.Caller, runID string) (_ Run, err error) {
	defer fault.Wrap(&err, "run.AskAgain")

	err = r.db.InTx(ctx, func(tx *store.Tx) error {
		subscription, err := r.rooms.Plans.ForTx(ctx, tx, who.SpaceID)
		if err != nil {
			return err
		}
		if err := subscription.RequireCurrent(tx.Now); err != nil {
			return err
		}
		status, err := statusTx(ctx, tx, who, runID)
		if err != nil || !Ended(status) {
			return err
		}
		tasks, err := again(ctx, tx, runID)
		if err != nil {
			return err
		}
		if len(tasks) == 0 || status == Cancelled {
			return fault.New(fault.RunEnded).With("status", status)
		}
		found, err := r.rooms.Brands.FindTx(ctx, tx, who, tasks[0].BrandID)
		if err != nil {
			return err
		}
		if err := found.RequireLive(); err != nil {
			return err
		}
		if err := r.reopenTx(ctx, tx, runID, tasks); err != nil {
			return err
		}
		_, err = r.startTx(ctx, tx)
		return err
	})
	if err != nil {
		return Run{}, err
	}
	return r.Find(ctx, who, runID)
}

// again are the failed sub-tasks of a run that is the latest of its brand, through the assistants' interface.
func again(ctx context.Context, q store.Querier, runID string) ([]againTask, error) {
	return store.List(ctx, q, func(row store.Row) (t againTask, err error) {
		var types store.Texts
		var mode, surface string
		err = row.Scan(&t.ID, &t.BrandID, &t.Platform, &t.PromptID, &t.TopicID, &t.Stage, &types, &mode, &surface, &t.ended)
		t.Types, t.Mode = types, reading.Key(surface, mode)
		return t, err
	}, `SELECT t.id, r.brand_id, t.platform, t.prompt_id, t.topic_id, t.stage, t.types, r.mode, t.surface, t.ended_at
		FROM tasks t JOIN runs r ON r.id = t.run_id WHERE t.run_id = $1 AND t.status = 'failed' AND t.token < $2 AND t.surface = 'api' AND t.ended_at IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM runs n WHERE n.brand_id = r.brand_id AND n.surface = 'api' AND (n.created_at > r.created_at OR n.created_at = r.created_at AND n.id > r.id))
		ORDER BY t.platform, t.id`, runID, askedMost)
}

// reopenTx takes back that sub-tasks failed, and queues their run.
func (r *Runs) reopenTx(ctx context.Context, tx *store.Tx, runID string, tasks []againTask) error {
	parts := map[string]int64{}
	for _, t := range tasks {
		if _, err := tx.Exec(ctx,
			`UPDATE tasks SET status = 'queued', attempts = 0, error = NULL, error_class = NULL, ended_at = NULL WHERE id = $1`, t.ID); err != nil {
			return err
		}
		if err := r.rooms.Findings.UnfailedTx(ctx, tx, t.Task, t.ended); err != nil {
			return err
		}
		parts[t.Platform]++
	}
	for platform, n := range parts {
		_, err := tx.Exec(ctx,
			`UPDATE run_platforms SET done = done - $3, failed = failed - $3, status = 'queued', reason = NULL, reason_code = NULL WHERE run_id = $1 AND platform = $2`,
			runID, platform, n)
		if err != nil {
			return err
		}
	}
	if _, err := tx.Exec(ctx, `UPDATE runs SET done = done - $2, status = 'queued', finished_at = NULL WHERE id = $1`,
		runID, len(tasks)); err != nil {
		return err
	}
	return r.rooms.Brands.RunMovedTx(ctx, tx, runID, Queued, nil)
}

// Again tells how many questions of a run AskAgain would put once more.
func (r *Runs) Again(ctx context.Context, who account.Caller, runID string) (n int, err error) {
	defer fault.Wrap(&err, "run.Again")

	found, err := r.Find(ctx, who, runID)
	if err != nil || !Ended(found.Status) || found.Status == Cancelled {
		return 0, err
	}
	tasks, err := again(ctx, r.db.Read(), runID)
	return len(tasks), err
}
