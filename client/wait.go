package client

import "context"

const waitSeconds = 30 // one request waits so long for a change

// Wait returns a run that has ended, however it ended. progress, when not nil, is told each state on the way; ctx ends the waiting,
// not the run.
func (g RunsService) Wait(ctx context.Context, runID string, progress func(Run)) (Run, error) {
	for {
		run, err := g.Get(ctx, runID, RunsGetQuery{Wait: waitSeconds})
		if err != nil {
			return run, err
		}
		if progress != nil {
			progress(run)
		}
		if run.Status != RunStatusQueued && run.Status != RunStatusRunning {
			return run, nil
		}
	}
}
