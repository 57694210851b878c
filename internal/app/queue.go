package app

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"renown/internal/door/worker"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/tracing"
	"renown/internal/room/account"
	"renown/internal/room/geo/run"
	"renown/internal/room/points"
	"renown/internal/tool/mail"
)

// freeWorkers is how many questions a process asks a platform at once when the platform itself sets no limit.
const freeWorkers = 16

// buildQueue registers every kind of job. The queue enqueues at once and works when it is started.
func (a *App) buildQueue() error {
	jobs := []worker.Job{
		worker.Generation(a.Generations), worker.Schedule(a.Runs), worker.Purge(a.Runs, a.Settings.AnswerRetention),
		worker.Reread(a.Findings), worker.Review(a.Alerts),
		worker.CheckLedger(a.Points, a.ledgerChecked),
		worker.Expire(a.Orders), worker.Push(a.Orders), worker.PushSweep(a.Orders), worker.Watch(a.Orders),
	}
	for _, p := range a.Assistants.Catalogue().All() {
		workers := 2 * p.Concurrency // the others wait for a slot, ready to take it
		if workers == 0 {
			workers = freeWorkers
		}
		jobs = append(jobs, worker.Ask(a.Runs, p.ID, workers))
	}
	if a.Settings.SMTPURL != nil {
		server, err := mail.New(a.Settings.SMTPURL, a.Settings.MailFrom)
		if err != nil {
			return err
		}
		jobs = append(jobs, worker.Mail(a.Accounts, server, a.Settings.PublicURL))
	}
	kinds := make([]queue.Kind, len(jobs))
	for i, j := range jobs {
		a.metrics.jobs.WithLabelValues(j.Kind, jobLost) // at 0, so that the first is seen as a rise
		kinds[i] = queue.Kind{Name: j.Kind, Workers: j.Workers, Timeout: j.Timeout, MaxAttempts: j.MaxAttempts, Handle: a.deliver(j.Kind, j.Handle)}
	}
	q, err := queue.New(a.DB, queue.Options{Node: a.node, Kinds: kinds, Log: a.Log, Alone: a.Runs.Alone, StopWait: a.Settings.StopTimeout / 8, Trace: a.carryTraces(), Periodic: []queue.Periodic{
		{Job: queue.Job{Kind: worker.ScheduleKind}, Every: time.Minute, AtStart: true},
		{Job: queue.Job{Kind: worker.PurgeKind}, Every: 24 * time.Hour},
		{Job: queue.Job{Kind: worker.CheckLedgerKind}, Every: ledgerEvery},
		{Job: queue.Job{Kind: worker.ExpireKind}, Every: time.Minute, AtStart: true},
		{Job: queue.Job{Kind: worker.PushSweepKind}, Every: 5 * time.Minute, AtStart: true},
		{Job: queue.Job{Kind: worker.WatchKind}, Every: time.Hour, AtStart: true},
	}})
	a.queue = q
	return err
}

// carryTraces lets a job be part of the trace of whatever enqueued it.
func (a *App) carryTraces() queue.Trace {
	if a.Settings.Traces == nil {
		return queue.Trace{}
	}
	return queue.Trace{Carry: tracing.Carry, Resume: tracing.Resume}
}

// ledgerEvery is how often accounts are compared with their entries.
const ledgerEvery = 6 * time.Hour

// ledgerChecked shows what a check has found. There should be nothing.
func (a *App) ledgerChecked(found []points.Difference) {
	a.metrics.ledgerChecked(len(found), time.Now())
	for _, d := range found[:min(len(found), 20)] {
		a.Log.Error("the ledger of points", "difference", d.String())
	}
}

// deliver counts an attempt of a job and translates what a worker says about an error into the queue's terms.
func (a *App) deliver(kind string, handle func(context.Context, json.RawMessage) error) func(context.Context, queue.Delivery) error {
	return func(ctx context.Context, d queue.Delivery) error {
		ctx, done := a.watchJob(ctx, kind, d.Attempt)
		outcome := jobFailed // a panic leaves it at that
		defer func() { done(outcome) }()
		err := handle(ctx, d.Args)
		outcome = outcomeOf(ctx, d, err)
		var later worker.Later
		switch {
		case errors.As(err, &later):
			return queue.Snooze(later.Wait)
		case errors.Is(err, worker.ErrGiveUp):
			return queue.GiveUp(err)
		}
		return err
	}
}

// The rooms hand jobs over in their own transactions.

func (a *App) enqueueGeneration(ctx context.Context, tx *store.Tx, generationID string) error {
	return a.queue.EnqueueTx(ctx, tx, queue.Job{Kind: worker.GenerationKind, Args: worker.GenerationArgs{GenerationID: generationID}})
}

func (a *App) enqueueReread(ctx context.Context, tx *store.Tx, brandID string) error {
	return a.queue.EnqueueTx(ctx, tx, queue.Job{Kind: worker.RereadKind, Args: worker.RereadArgs{BrandID: brandID}})
}

func (a *App) enqueueReview(ctx context.Context, tx *store.Tx, runID string) error {
	return a.queue.EnqueueTx(ctx, tx, queue.Job{Kind: worker.ReviewKind, Args: worker.ReviewArgs{RunID: runID}})
}

// renamed passes on that names have changed by which answers are read.
func (a *App) renamed(ctx context.Context, tx *store.Tx, brandID string) error {
	if err := a.Findings.RenamedTx(ctx, tx, brandID); err != nil {
		return err
	}
	return a.Alerts.NamesTx(ctx, tx, brandID)
}

func (a *App) post(ctx context.Context, tx *store.Tx, notice account.Notice) error {
	return a.queue.EnqueueTx(ctx, tx, queue.Job{Kind: worker.MailKind, Args: notice})
}

func (a *App) enqueueTasks(ctx context.Context, tx *store.Tx, tasks []run.TaskRef) error {
	if err := a.introduce(ctx, tx); err != nil {
		return err
	}
	jobs := make([]queue.Job, len(tasks))
	for i, t := range tasks {
		jobs[i] = queue.Job{Kind: worker.AskKind(t.Platform), Args: worker.AskArgs{TaskID: t.ID}}
	}
	return a.queue.EnqueueTx(ctx, tx, jobs...)
}

// takeBack ends the jobs of a dead process. Sub-tasks go back to their room, which knows whether they are still wanted;
// everything else is simply enqueued again.
func (a *App) takeBack(ctx context.Context, tx *store.Tx, node string) (tasks []run.TaskRef, err error) {
	jobs, err := a.queue.TakeBackTx(ctx, tx, node)
	if err != nil {
		return nil, err
	}
	for _, j := range jobs {
		platform, ok := worker.AskedPlatform(j.Kind)
		if j.Kind == worker.MailKind && a.Settings.SMTPURL == nil {
			continue // there is no mail server any more
		}
		if !ok {
			if err := a.queue.EnqueueTx(ctx, tx, j); err != nil {
				return nil, err
			}
			continue
		}
		var args worker.AskArgs
		if raw, ok := j.Args.(json.RawMessage); ok && json.Unmarshal(raw, &args) == nil {
			tasks = append(tasks, run.TaskRef{ID: args.TaskID, Platform: platform})
		}
	}
	return tasks, nil
}
