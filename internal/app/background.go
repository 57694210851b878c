package app

import (
	"context"
	"errors"
	"sync"
	"time"

	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/room/geo/run"
)

// background starts what runs beside requests, by the process's role; the function it returns ends it. What fails later is told to failed.
func (a *App) background(ctx context.Context, failed chan<- error) (stop func(), err error) {
	works, serves := a.Settings.Role != config.API, a.Settings.Role != config.Worker
	if err := a.Plans.NoteTrials(ctx); err != nil {
		return nil, err
	}
	embedded := a.DB.Dialect() == store.SQLite
	if works {
		if err := a.Runs.Beat(ctx); err != nil {
			return nil, err
		}
		if embedded { // one process works its jobs: another is refused before it serves
			if err := a.work(ctx); err != nil {
				return nil, err
			}
		}
	}
	begin, giveUp := context.WithCancel(ctx)
	var starting sync.WaitGroup
	if works && !embedded { // this opens a connection for every queue, which requests need not wait for
		starting.Go(func() {
			if err := a.work(begin); err != nil && begin.Err() == nil {
				failed <- err
			}
		})
	}
	lasting, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var group sync.WaitGroup
	if serves {
		group.Go(func() { a.warm(lasting) })
		group.Go(func() {
			a.Accounts.KeepUses(lasting, useFlush, func(err error) { a.Log.Warn("recording the last use of keys", "error", err) })
		})
	}
	if works {
		group.Go(func() { a.every(lasting, run.BeatEvery, "heartbeat", a.Runs.Beat) })
		group.Go(func() { a.every(lasting, run.SweepEvery, "sweep", a.Runs.Sweep) })
	}
	return func() {
		giveUp()
		starting.Wait()
		stopped := works && a.stopQueue() // beating goes on meanwhile: jobs that still run are ours
		cancel()
		group.Wait()
		if stopped { // else others wait until we are declared dead, and take back what still ran
			a.leave()
		}
		a.Assistants.Close()
	}, nil
}

// work begins to work jobs and repairs what other versions of the program left.
func (a *App) work(ctx context.Context) error {
	start := func(ctx context.Context) error { return a.queue.Start(ctx, a.alone) }
	for _, step := range []func(context.Context) error{start, a.Runs.Reconcile, a.Brands.Renew, a.Brands.Fit} {
		if err := a.patiently(ctx, step); err != nil {
			return err
		}
	}
	close(a.working)
	return nil
}

// patiently takes a step again for as long as PostgreSQL is away, and says so once: the process serves by then, and its requests wait for it as well.
func (a *App) patiently(ctx context.Context, step func(context.Context) error) error {
	for failing := false; ; failing = true {
		err := step(ctx)
		if a.DB.Dialect() == store.SQLite || !errors.Is(err, store.ErrUnavailable) {
			return err
		}
		if !failing {
			a.Log.Warn("beginning to work jobs", "error", err)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(workPause):
		}
	}
}

// workPause is how long a process that cannot begin to work jobs waits for the database.
const workPause = time.Second

// Working is closed once a process that works jobs has begun to.
func (a *App) Working() <-chan struct{} { return a.working }

// alone takes back what an earlier process held, when this one is known to be the only one that works.
func (a *App) alone(ctx context.Context) error {
	if err := a.Runs.Alone(ctx); err != nil {
		return err
	}
	return a.Events.Alone(ctx)
}

// warm reads the catalogue of outlets before the first caller asks for it: a large one takes seconds.
func (a *App) warm(ctx context.Context) {
	if _, err := a.Catalogue.Channels(ctx); err != nil && ctx.Err() == nil {
		a.Log.Warn("reading the catalogue", "error", err)
	}
}

// every calls do again and again until ctx ends. A database that is away is reported once, not at every beat.
func (a *App) every(ctx context.Context, interval time.Duration, what string, do func(context.Context) error) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	failing := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		err := do(ctx)
		if err != nil && !failing && ctx.Err() == nil {
			a.Log.Warn(what, "error", err)
		}
		failing = err != nil
	}
}

// stopQueue gives running jobs the last quarter of the stop timeout; what they did not finish is taken up by the next process.
func (a *App) stopQueue() (stopped bool) {
	ctx, cancel := context.WithTimeout(context.Background(), a.Settings.StopTimeout/4)
	defer cancel()
	err := a.queue.Stop(ctx)
	if err != nil {
		a.Log.Warn("stopping background work", "error", err)
	}
	return err == nil
}

// leaveTime is enough on a busy machine; otherwise others wait until this process is declared dead.
const leaveTime = 3 * time.Second

func (a *App) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), leaveTime)
	defer cancel()
	if err := a.Runs.Leave(ctx); err != nil {
		a.Log.Warn("leaving", "error", err)
	}
}
