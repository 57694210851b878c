package app

import (
	"context"

	"renown/internal/door/console/operator"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
)

// Jobs is the background work, for an operator to look after.
func (a *App) Jobs() *queue.Queue { return a.queue }

// jobsForConsole says failed jobs in the console's terms: a door does not know the queue.
func (a *App) jobsForConsole() operator.Jobs {
	return operator.Jobs{
		Failed: func(ctx context.Context, kind string, number, size int64) (out operator.FailedJobs, err error) {
			found, err := a.queue.Failures(ctx, queue.FailureFilter{Kind: kind, Page: store.Page{Number: number, Size: size}})
			if err != nil {
				return out, err
			}
			out.States, out.Total = found.States, found.Total
			for _, k := range found.Kinds {
				out.Kinds = append(out.Kinds, operator.JobCount(k))
			}
			for _, j := range found.Jobs {
				out.Jobs = append(out.Jobs, operator.FailedJob(j))
			}
			return out, nil
		},
		Retry:    a.queue.Retry,
		RetryAll: a.queue.RetryAll,
		Discard:  a.queue.Discard,
	}
}
