package story

import (
	"context"
	"slices"
	"sync"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/simulator"
	"renown/internal/simulator/world"
	"renown/internal/tool/assistant"
)

// History gives brands a past: one scheduled run for each of the days before today, done by the real engine under a clock
// that is moved. Days that have their run already are left as they are, so an interrupted call goes on when repeated.
// progress is told after each run.
func (p Program) History(ctx context.Context, who account.Caller, brandIDs []string, days int, progress func(done, total int)) error {
	past := p.OpenPast()
	total := days * len(brandIDs)
	for day := days; day > 0; day-- {
		for i, brandID := range brandIDs {
			if _, err := past.Run(ctx, who, brandID, DaysAgo(day)); err != nil {
				return err
			}
			progress((days-day)*len(brandIDs)+i+1, total)
		}
	}
	return nil
}

// DaysAgo is nine in the morning of a day before today, in Beijing, by whose days figures are kept.
func DaysAgo(days int) time.Time { return daysBefore(time.Now(), days) }

func daysBefore(now time.Time, days int) time.Time {
	year, month, date := now.In(timestamp.Beijing).Date()
	return time.Date(year, month, date-days, 9, 0, 0, 0, timestamp.Beijing)
}

// Past is the engine under another clock: the same rooms over the same database, without the queue. The simulated
// assistants know what there is to know on the day that the clock shows.
type Past struct {
	DB   *store.DB // under the past's clock, for what else is to have happened then
	runs *run.Runs
	read func(ctx context.Context, spaceID string) world.Market

	mu      sync.Mutex
	now     time.Time
	waiting []run.TaskRef
	market  world.Market // of the space whose run is being done
}

// OpenPast makes a past, whose clock is set by Move and by each run.
func (p Program) OpenPast() *Past {
	past := &Past{now: time.Now(), read: p.Market}
	past.DB = p.DB.At(past.clock) // a handle of its own would fight with the others for the single writer
	options := simulator.Options{Platforms: p.Platforms.All()}
	if p.Simulate != nil {
		options.Seed, options.Overlay, options.Parameters = p.Simulate.Seed, p.Simulate.Overlay, p.Simulate.Parameters
	}
	options.Clock = past.clock
	options.Market = func(context.Context, string) world.Market { return past.market }
	plans := plan.New(past.DB, p.Accounts, plan.Options{})
	past.runs = p.Runs.Aside(past.DB, run.Rooms{
		Runtimes:   p.Runtimes,
		Plans:      plans,
		Brands:     brand.New(past.DB, plans, p.Findings, p.Ceilings),
		Findings:   p.Findings,
		Assistants: assistant.New(p.Platforms, assistant.Settings{Simulator: simulator.New(options)}),
		Queue:      queue.Gather(past.DB, past.gather),
	}, run.Options{Capacity: 1 << 20, Limits: func(string) (int, int) { return 0, 0 }})
	return past
}

// Move sets the clock.
func (p *Past) Move(at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now = at
}

// gather keeps the sub-tasks that a run is made of, also those of one that waited and is started by the way. Runs of
// the past are not reviewed.
func (p *Past) gather(jobs []queue.Job) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, j := range jobs {
		p.waiting = append(p.waiting, run.Asked(j)...)
	}
}

func (p *Past) clock() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now
}

// Run submits one scheduled run as of the given time and does all its sub-tasks. What is refused (a day that has its run)
// is left alone and has no id. One run is done at a time.
func (p *Past) Run(ctx context.Context, who account.Caller, brandID string, at time.Time) (runID string, err error) {
	p.mu.Lock()
	p.now, p.waiting = at, nil
	p.mu.Unlock()
	version := p.market.Version + 1
	p.market = p.read(ctx, who.SpaceID) // once for all questions of the run
	p.market.Version = version
	due := timestamp.Of(at)
	out, err := p.runs.Submit(ctx, who, run.Request{BrandID: brandID, Origin: run.FromSchedule, Due: &due})
	if fault.As(err) != nil {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return out.RunID, p.work(ctx)
}

// work executes what was gathered, all at once, until it has come to an end; without faults that is the first time.
func (p *Past) work(ctx context.Context) error {
	ids := make([]string, len(p.waiting))
	for i, t := range p.waiting {
		ids[i] = t.ID
	}
	for some := range slices.Chunk(ids, store.AmongMost) {
		for again := time.Duration(1); again > 0; {
			if err := ctx.Err(); err != nil {
				return err
			}
			var err error
			if again, err = p.runs.ExecuteAll(ctx, some); err != nil {
				return err
			}
		}
	}
	return nil
}
