package app

import (
	"context"
	"encoding/json"
	"errors"

	"renown/internal/account"
	"renown/internal/mail"
	"renown/internal/queue"
	"renown/internal/store"
	"renown/internal/worker"
)

// buildQueue registers every kind of job. The queue enqueues at once and works when it is started.
func (a *App) buildQueue() error {
	jobs := []worker.Job{worker.Generation(a.Generations)}
	if a.Settings.SMTPURL != nil {
		server, err := mail.New(a.Settings.SMTPURL, a.Settings.MailFrom)
		if err != nil {
			return err
		}
		jobs = append(jobs, worker.Mail(a.Accounts, server, a.Settings.PublicURL))
	}
	kinds := make([]queue.Kind, len(jobs))
	for i, j := range jobs {
		kinds[i] = queue.Kind{Name: j.Kind, Workers: j.Workers, Timeout: j.Timeout, MaxAttempts: j.MaxAttempts, Handle: deliver(j.Handle)}
	}
	q, err := queue.New(a.DB, queue.Options{Kinds: kinds, Log: a.Log})
	a.queue = q
	return err
}

// deliver translates what a worker says about an error into the queue's terms.
func deliver(handle func(context.Context, json.RawMessage) error) func(context.Context, queue.Delivery) error {
	return func(ctx context.Context, d queue.Delivery) error {
		err := handle(ctx, d.Args)
		if errors.Is(err, worker.ErrGiveUp) {
			return queue.GiveUp(err)
		}
		return err
	}
}

// enqueueGeneration and post hand jobs over in the transaction of the room that wants them.
func (a *App) enqueueGeneration(ctx context.Context, tx *store.Tx, generationID string) error {
	return a.queue.EnqueueTx(ctx, tx, queue.Job{Kind: worker.GenerationKind, Args: worker.GenerationArgs{GenerationID: generationID}})
}

func (a *App) post(ctx context.Context, tx *store.Tx, notice account.Notice) error {
	return a.queue.EnqueueTx(ctx, tx, queue.Job{Kind: worker.MailKind, Args: notice})
}
