package app

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/tracing"
	"renown/internal/floor/turn"
	"renown/internal/room/points"
)

// newQueue is the queue that the rooms enqueue in. It works when background starts it.
func (a *App) newQueue() (*queue.Queue, error) {
	return queue.New(a.DB, queue.Options{Node: a.node, Log: a.Log, StopWait: a.Settings.StopTimeout / 8, Trace: a.carryTraces()})
}

// kinds are the background work of all rooms, each attempt counted and traced.
func (a *App) kinds() ([]queue.Kind, error) {
	mails, err := a.mailJobs()
	if err != nil {
		return nil, err
	}
	kinds := slices.Concat(a.purges(), a.Points.Jobs(a.ledgerChecked), a.Generations.Jobs(), a.Findings.Jobs(),
		a.Facts.Jobs(), a.Runs.Jobs(), a.Insights.Jobs(), a.Opportunities.Jobs(), a.Orders.Jobs(), a.Contents.Jobs(),
		a.Events.Jobs(), a.Campaigns.Jobs(), a.Reports.Jobs(), mails)
	for i, k := range kinds {
		a.metrics.jobs.WithLabelValues(k.Name, jobLost) // at 0, so that the first is seen as a rise
		kinds[i].Handle = a.watched(k)
	}
	return kinds, nil
}

// purges delete what is no longer kept: entries of the log, keys and runtimes that were revoked long ago, what can no
// longer be put back. Each is a kind of its own, so that one that fails does not hold up another.
func (a *App) purges() []queue.Kind {
	purge := func(name string, every time.Duration, work func(context.Context) error) queue.Kind {
		return queue.Declare[struct{}](queue.Kind{Name: name, Timeout: 30 * time.Minute, MaxAttempts: 3, Every: every, AtStart: true}).
			By(func(ctx context.Context, _ struct{}) error { return work(ctx) })
	}
	return []queue.Kind{
		purge("audit_purge", 6*time.Hour, func(ctx context.Context) error { _, err := a.Audit.Purge(ctx); return err }),
		purge("revoked_purge", 6*time.Hour, func(ctx context.Context) error {
			_, keys := a.Accounts.PurgeKeys(ctx)
			_, runtimes := a.Runtimes.Purge(ctx)
			return errors.Join(keys, runtimes)
		}),
		purge("undo_purge", 5*time.Minute, a.Undos.Purge),
	}
}

// restTime is how long a job of a disabled account is put off before it is looked at again.
const restTime = time.Hour

// resting puts a job off while the account is disabled whose brand it is about, or that its room says it is of: it goes on
// when the account is enabled, and ends with it.
func (a *App) resting(handle func(context.Context, queue.Delivery) error) func(context.Context, queue.Delivery) error {
	return func(ctx context.Context, d queue.Delivery) (err error) {
		var about struct {
			BrandID string `json:"brand_id"`
		}
		if json.Unmarshal(d.Args, &about) == nil && about.BrandID != "" {
			_, err = a.Brands.Owner(ctx, about.BrandID)
		}
		if err == nil || fault.Is(err, fault.NoSuchThing) {
			err = handle(ctx, d)
		}
		if fault.Is(err, fault.AccountDisabled) {
			return queue.Snooze(restTime)
		}
		return err
	}
}

// watched counts and traces the attempts of a kind's jobs.
func (a *App) watched(k queue.Kind) func(context.Context, queue.Delivery) error {
	handle := a.resting(k.Handle)
	return func(ctx context.Context, d queue.Delivery) error {
		ctx, done := a.watchJob(turn.With(ctx, turn.Caller{Turns: a.turns}), k.Name, d.Attempt)
		outcome := jobFailed // a panic leaves it at that
		defer func() { done(outcome) }()
		err := handle(ctx, d)
		outcome = outcomeOf(ctx, d, err)
		return err
	}
}

// carryTraces lets a job be part of the trace of whatever enqueued it.
func (a *App) carryTraces() queue.Trace {
	if a.Settings.Traces == nil {
		return queue.Trace{}
	}
	return queue.Trace{Carry: tracing.Carry, Resume: tracing.Resume}
}

// ledgerChecked shows what a check has found. There should be nothing.
func (a *App) ledgerChecked(found []points.Difference) {
	a.metrics.ledgerChecked(len(found), time.Now())
	for _, d := range found[:min(len(found), 20)] {
		a.Log.Error("the ledger of points", "difference", d.String())
	}
}
