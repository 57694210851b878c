package run

import (
	"context"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/timestamp"
)

const (
	paceOver  = 5 * time.Minute // the latest answers, from which the pace is taken: platforms speed up and slow down
	paceLeast = 3               // sub-tasks that ended in it
)

// Remaining tells about how long a run will go on, by the pace of its last minutes. It is false where nothing can be
// said: the run waits, has
// ended, or too little of it has.
func (r *Runs) Remaining(ctx context.Context, of Run) (_ time.Duration, known bool, err error) {
	defer fault.Wrap(&err, "run.Remaining")

	if of.Status != Running || of.StartedAt == nil {
		return 0, false, nil
	}
	now := r.db.Now()
	from := timestamp.Of(now.Add(-paceOver).Time)
	if from.Before(of.StartedAt.Time) {
		from = *of.StartedAt
	}
	var ended int64
	err = r.db.Read().QueryRow(ctx, `SELECT count(*) FROM tasks WHERE run_id = $1 AND ended_at > $2`, of.ID, from).Scan(&ended)
	if err != nil || ended < paceLeast {
		return 0, false, err
	}
	left := of.Progress.Total - of.Progress.Done
	return time.Duration(left) * now.Sub(from.Time) / time.Duration(ended), true, nil
}
