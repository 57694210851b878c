package app

import (
	"context"
	"errors"
	"sync"
	"time"

	"renown/internal/config"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/run"
)

// prepare does what must be done before anything is served, and nothing else: a start does not take longer with all that there is.
func (a *App) prepare() error {
	if a.Settings.Role == config.API {
		return nil
	}
	return a.queue.Reserve() // one process works the jobs of an embedded database: another is refused before it serves
}

// background starts what runs beside requests, by the process's role; the function it returns ends it. What fails is told to failed.
func (a *App) background(ctx context.Context, failed chan<- error) (stop func()) {
	works, serves := a.Settings.Role != config.API, a.Settings.Role != config.Worker
	begin, giveUp := context.WithCancel(ctx)
	var starting sync.WaitGroup
	if works {
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
			var outage fault.Outage
			a.Accounts.KeepUses(lasting, useFlush, func(err error) {
				if outage.Begins() {
					a.Log.Warn("recording the last use of keys", "error", err)
				}
			})
		})
	}
	group.Go(func() { a.every(lasting, run.BeatEvery, "heartbeat", a.beat) })
	if works {
		group.Go(func() { a.every(lasting, run.SweepEvery, "sweep", a.sweep) })
	}
	return func() {
		giveUp()
		starting.Wait()
		stopped := !works || a.stopQueue() // beating goes on meanwhile: jobs that still run are ours
		cancel()
		group.Wait()
		if stopped { // else others wait until we are declared dead, and take back what still ran
			a.leave()
		}
		a.Assistants.Close()
	}
}

// work begins to work jobs, and has answers read again that another version of the reader read. All of it goes on while requests
// are served.
func (a *App) work(ctx context.Context) error {
	start := func(ctx context.Context) error { return a.queue.Start(ctx, a.alone) }
	for _, step := range []func(context.Context) error{a.Runs.Beat, a.Runs.EndDisabled, start, a.Brands.Renew} {
		if err := a.patiently(ctx, step); err != nil {
			return err
		}
	}
	close(a.working)
	return nil
}

// patiently takes a step again for as long as PostgreSQL is away, and says so once: the process serves by then, and
// its requests wait for it as well.
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

func (a *App) isWorking() bool {
	select {
	case <-a.working:
		return true
	default:
		return false
	}
}

// alone takes back what an earlier process held, when this one is known to be the only one that works.
func (a *App) alone(ctx context.Context) error {
	if err := a.Runs.Alone(ctx); err != nil {
		return err
	}
	return a.Events.Alone(ctx)
}

// beat tells the others that this process lives, until a newer program has migrated the database in a way that does
// not serve this one: then it takes no more jobs, and others take up what it could not end.
func (a *App) beat(ctx context.Context) error {
	if a.retired.Load() {
		return nil
	}
	version, err := a.DB.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	if err := version.Err(); err != nil && a.isWorking() {
		a.Log.Error("this process takes no more jobs", "error", err)
		a.stopQueue()
		a.retired.Store(true)
		return nil
	}
	return a.Runs.Beat(ctx)
}

func (a *App) sweep(ctx context.Context) error {
	if a.retired.Load() {
		return nil
	}
	return a.Runs.Sweep(ctx)
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
