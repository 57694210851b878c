package queue

import (
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"
)

// Periodic is a job that is enqueued again and again, by one process at a time. Times are multiples of Every since the
// zero time in UTC, so that they stay the same over restarts. It is not enqueued while the one before is unfinished.
// What fell due while no process was up is not made up for: see AtStart.
type Periodic struct {
	Job
	Every   time.Duration
	AtStart bool // also whenever a process takes over
}

type aligned time.Duration

func (a aligned) Next(t time.Time) time.Time {
	return t.UTC().Truncate(time.Duration(a)).Add(time.Duration(a))
}

func (q *Queue) periodic(p Periodic) (*river.PeriodicJob, error) {
	if p.Every <= 0 {
		return nil, fmt.Errorf("queue: the periodic job %s needs an interval", p.Kind)
	}
	if !p.RunAt.IsZero() {
		return nil, errors.New("queue: a periodic job has no RunAt")
	}
	if p.UniqueKey == "" {
		p.UniqueKey = "periodic"
	}
	params, err := q.params(p.Job, "")
	if err != nil {
		return nil, err
	}
	return river.NewPeriodicJob(aligned(p.Every),
		func() (river.JobArgs, *river.InsertOpts) {
			opts := *params.InsertOpts
			return params.Args, &opts
		},
		&river.PeriodicJobOpts{ID: p.Kind + "/" + p.UniqueKey, RunOnStart: p.AtStart}), nil
}
