package queue

import (
	"time"

	"github.com/riverqueue/river"
)

// periodicKey is the UniqueKey of periodic jobs.
const periodicKey = "periodic"

type aligned time.Duration

func (a aligned) Next(t time.Time) time.Time {
	return t.UTC().Truncate(time.Duration(a)).Add(time.Duration(a))
}

func periodic(k Kind) (*river.PeriodicJob, error) {
	p, err := params(Job{Kind: k.Name, MaxAttempts: k.MaxAttempts, UniqueKey: periodicKey}, "")
	if err != nil {
		return nil, err
	}
	return river.NewPeriodicJob(aligned(k.Every),
		func() (river.JobArgs, *river.InsertOpts) {
			opts := *p.InsertOpts
			return p.Args, &opts
		},
		&river.PeriodicJobOpts{ID: k.Name + "/" + periodicKey, RunOnStart: k.AtStart}), nil
}
