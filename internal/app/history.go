package app

import (
	"context"
	"sync"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/geo/brand"
	"renown/internal/room/geo/run"
	"renown/internal/room/plan"
	"renown/internal/tool/assistant"
	"renown/internal/tool/assistant/simulator"
)

// historyWorkers is how many simulated questions are asked at once while the past is filled in.
const historyWorkers = 8

// History gives brands a past: one scheduled run for each of the days before today, done by the real engine under a clock
// that is moved. Days that have their run already are left as they are, so an interrupted call goes on when repeated.
// progress is told after each run.
func (a *App) History(ctx context.Context, who account.Caller, brandIDs []string, days int, progress func(done, total int)) error {
	past, err := a.openPast(ctx, who.SpaceID)
	if err != nil {
		return err
	}
	year, month, date := time.Now().In(timestamp.Beijing).Date() // figures are kept by Beijing days
	today := time.Date(year, month, date, 9, 0, 0, 0, timestamp.Beijing)
	total := days * len(brandIDs)
	for day := days; day > 0; day-- {
		at := today.AddDate(0, 0, -day)
		for i, brandID := range brandIDs {
			if err := past.run(ctx, who, brandID, at); err != nil {
				return err
			}
			progress((days-day)*len(brandIDs)+i+1, total)
		}
	}
	return nil
}

// past is the engine under another clock: the same rooms over the same database, without the queue.
type past struct {
	runs      *run.Runs
	simulator *simulator.Simulator

	mu      sync.Mutex
	now     time.Time
	waiting []run.TaskRef
}

func (a *App) openPast(ctx context.Context, spaceID string) (*past, error) {
	p := &past{}
	db := a.DB.At(p.clock) // a handle of its own would fight with the others for the single writer
	known, err := a.Brands.Known(ctx, db.Read(), spaceID)
	if err != nil {
		return nil, err
	}
	p.simulator = simulator.New(simulator.Options{Platforms: a.Settings.Catalogue.All(), Brands: simulated(known)})
	plans := plan.New(db, a.Accounts, plan.Options{})
	p.runs = a.Runs.Aside(db, run.Rooms{
		Plans:      plans,
		Brands:     brand.New(db, plans, a.Findings, a.ceilings()),
		Findings:   a.Findings,
		Assistants: assistant.New(a.Settings.Catalogue, assistant.Settings{Simulator: p.simulator}),
		Queue:      queue.Gather(db, p.gather),
	}, run.Options{Capacity: 1 << 20, Limits: func(string) (int, int) { return 0, 0 }})
	return p, nil
}

// gather keeps the sub-tasks that a run is made of, also those of one that waited and is started by the way. Nobody reviews
// a run of the past.
func (p *past) gather(jobs []queue.Job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, j := range jobs {
		if t, ok := run.Asked(j); ok {
			p.waiting = append(p.waiting, t)
		}
	}
}

func (p *past) clock() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now
}

// run submits one run as of the given time and does all its sub-tasks. What is refused (a day that has its run) is left alone.
func (p *past) run(ctx context.Context, who account.Caller, brandID string, at time.Time) error {
	p.mu.Lock()
	p.now, p.waiting = at, nil
	p.mu.Unlock()
	p.simulator.Reseed(uint64(at.Unix()))
	due := timestamp.Of(at)
	_, err := p.runs.Submit(ctx, who, run.Request{BrandID: brandID, Origin: run.FromSchedule, Due: &due})
	if fault.As(err) != nil {
		return nil
	}
	if err != nil {
		return err
	}
	return p.work(ctx)
}

func (p *past) work(ctx context.Context) error {
	tasks := make(chan run.TaskRef)
	failed := make(chan error, historyWorkers)
	var group sync.WaitGroup
	for range historyWorkers {
		group.Go(func() {
			for t := range tasks {
				if err := p.finish(ctx, t.ID); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	err := feed(ctx, tasks, p.waiting, failed)
	close(tasks)
	group.Wait()
	if err != nil {
		return err
	}
	select {
	case err = <-failed: // the last ones
	default:
	}
	return err
}

func feed(ctx context.Context, tasks chan<- run.TaskRef, list []run.TaskRef, failed <-chan error) error {
	for _, t := range list {
		select {
		case tasks <- t:
		case err := <-failed:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// finish executes a sub-task until it has come to an end; without faults that is at once.
func (p *past) finish(ctx context.Context, taskID string) error {
	for {
		again, err := p.runs.Execute(ctx, taskID)
		if err != nil || again == 0 {
			return err
		}
	}
}
