package run

import (
	"context"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/setting"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// Backlog is what waits and what is under way on the whole installation. Ages are 0 where there is nothing.
type Backlog struct {
	Queued, Running       int64
	QueuedAge, RunningAge time.Duration // of the oldest run in that state
	Suspended             bool
	Nodes                 int64 // processes that work, as far as they have been heard of
}

// Backlog reads it; every part is found by a small index, however long the history is.
func (r *Runs) Backlog(ctx context.Context) (b Backlog, err error) {
	defer fault.Wrap(&err, "run.Backlog")

	err = r.db.View(ctx, func(q store.Querier) error {
		now := r.db.Now()
		var queued, running *timestamp.Time
		s, err := setting.Get[detection](ctx, q, detectionSetting)
		if err != nil {
			return err
		}
		err = q.QueryRow(ctx, `SELECT
				(SELECT count(*) FROM runs WHERE status = 'queued'), (SELECT min(created_at) FROM runs WHERE status = 'queued'),
				(SELECT count(*) FROM runs WHERE status = 'running'),
				(SELECT min(started_at) FROM runs WHERE status = 'running' AND surface = 'api'),
				(SELECT count(*) FROM nodes WHERE seen_at >= $1 AND role <> 'api')`, now.Add(-deadAfter)).
			Scan(&b.Queued, &queued, &b.Running, &running, &b.Nodes)
		if err != nil {
			return err
		}
		b.Suspended = s.Suspended
		b.QueuedAge, b.RunningAge = age(queued, now), age(running, now)
		return nil
	})
	return b, err
}

func age(since *timestamp.Time, now timestamp.Time) time.Duration {
	if since == nil {
		return 0
	}
	return max(0, now.Sub(since.Time))
}
