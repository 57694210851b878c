package queue

import (
	"time"

	"github.com/riverqueue/river"
)

type aligned time.Duration

func (a aligned) Next(t time.Time) time.Time {
	return t.UTC().Truncate(time.Duration(a)).Add(time.Duration(a))
}

func periodic(k Kind) (*river.PeriodicJob, error) {
	const key = "periodic"
	p, err := params(Job{Kind: k.Name, Queue: k.Queue, MaxAttempts: k.MaxAttempts, UniqueKey: key}, "")
	if err != nil {
		return nil, err
	}
	return river.NewPeriodicJob(aligned(k.Every),
		func() (river.JobArgs, *river.InsertOpts) {
			opts := *p.InsertOpts
			return p.Args, &opts
		},
		&river.PeriodicJobOpts{ID: k.Name + "/" + key, RunOnStart: k.AtStart}), nil
}
