package run

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
)

const (
	askPrefix = "ask_"
	// askTime is enough for a minute's wait for a slot, the longest patience with a platform, and storing. A job may
	// wait as long for a place.
	askTime = 10 * time.Minute
	// freeWorkers is how many questions a process asks a platform at once when the platform itself sets no limit.
	freeWorkers = 16
	// askPause is how often a platform's queue is looked at: a look costs as much as storing an answer, and half of the workers hold
	// jobs that wait for a slot.
	askPause = 100 * time.Millisecond
	// askMost is how many sub-tasks a job carries: a row of the queue for each costs a third of a submission. Several processes can work a
	// long list, and none holds a job for long.
	askMost = 20
	// patience is how long a worker itself waits before it asks again: putting a job off and fetching it anew takes seconds too.
	patience = 10 * time.Second
)

type askArgs struct {
	TaskIDs []string `json:"task_ids"`
}

// askJob puts the questions of some sub-tasks to a platform. Each platform has a kind of its own, and so a queue of its own: one that
// is slow does not hold up the others. workers matters to who works the kind, not to who enqueues it. Sub-tasks count how often they
// are lost.
func askJob(platform string, workers int) queue.Declared[askArgs] {
	return queue.Declare[askArgs](queue.Kind{
		Name: askPrefix + platform, Workers: workers, Pause: askPause, Timeout: 2 * askTime, MaxAttempts: 100, CountsEnds: true,
	})
}

type nothing struct{}

var scheduleJob = queue.Declare[nothing](queue.Kind{
	Name: "schedule", Timeout: 5 * time.Minute, MaxAttempts: 3,
	Every: time.Minute, AtStart: true,
})

// ReviewJob is enqueued in the transaction that ends a run. It is declared here, where it is enqueued, because its work is done by
// insight, a later room, which binds it.
var ReviewJob = queue.Declare[ReviewArgs](queue.Kind{Name: "review", Workers: 2, Timeout: time.Minute, MaxAttempts: 5})

// ReviewArgs says which run has ended.
type ReviewArgs struct {
	RunID string `json:"run_id"`
}

// Jobs is the background work of this room.
func (r *Runs) Jobs() []queue.Kind {
	kinds := []queue.Kind{
		scheduleJob.By(func(ctx context.Context, _ nothing) error { return r.Schedule(ctx) }),
	}
	for _, p := range r.rooms.Assistants.Catalogue().All() {
		workers := 2 * p.Concurrency // the others wait for a slot, ready to take it
		if workers == 0 {
			workers = freeWorkers
		}
		asking := make(chan struct{}, workers)
		kinds = append(kinds, askJob(p.ID, workers).By(func(ctx context.Context, args askArgs) error {
			return r.askAll(ctx, asking, refs(args.TaskIDs, p.ID))
		}))
	}
	return kinds
}

// askAll executes sub-tasks of a platform, as many at once as asking has room for, which all jobs of the platform share by turns. One that
// has to wait for long is put off by itself. Once askTime is over, or the program stops, it begins no more: each has that long, and the job
// is taken up again for the rest.
func (r *Runs) askAll(ctx context.Context, asking chan struct{}, tasks []TaskRef) (err error) {
	defer fault.Wrap(&err, "run.ask")
	errs, begun := make([]error, len(tasks)), 0
	beginning, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	stop := r.rooms.Queue.Stopping()
	var group sync.WaitGroup
	for begun < len(tasks) && room(beginning, stop, asking) {
		i := begun
		begun++
		group.Go(func() {
			defer func() { <-asking }()
			errs[i] = r.askOne(ctx, tasks[i], len(tasks) == 1)
		})
	}
	group.Wait()
	if err := errors.Join(errs...); err != nil || begun == len(tasks) {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return queue.Snooze(0)
}

// room waits for a place, until the time is over or the program stops.
func room(ctx context.Context, stop <-chan struct{}, places chan struct{}) bool {
	select {
	case <-stop:
		return false
	default:
	}
	select {
	case places <- struct{}{}:
		return true
	case <-stop:
	case <-ctx.Done():
	}
	return false
}

// askOne is ask with a panic as an error. The job of several is not put off because of one, which gets a job of its own.
func (r *Runs) askOne(ctx context.Context, ref TaskRef, alone bool) (err error) {
	defer recovered(&err)
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	err = r.ask(ctx, ref)
	if wait, ok := queue.SnoozedFor(err); ok && !alone {
		job := askJob(ref.Platform, 0).Job(askArgs{[]string{ref.ID}})
		job.RunAt = time.Now().Add(wait)
		return r.db.InTx(ctx, func(tx *store.Tx) error { return r.rooms.Queue.EnqueueTx(ctx, tx, job) })
	}
	return err
}

// ask executes a sub-task until it has come to an end, or has to wait for longer than a worker should.
func (r *Runs) ask(ctx context.Context, ref TaskRef) error {
	for {
		again, err := r.execute(ctx, ref)
		if err != nil || again == 0 {
			return err
		}
		if again > patience {
			return queue.Snooze(again)
		}
		select {
		case <-time.After(again):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// TaskRef names a sub-task to be executed.
type TaskRef struct {
	ID       string
	Platform string
}

func refs(ids []string, platform string) []TaskRef {
	list := make([]TaskRef, len(ids))
	for i, id := range ids {
		list[i] = TaskRef{id, platform}
	}
	return list
}

// Asked lists the sub-tasks that a job is about; none when it is about something else.
func Asked(j queue.Job) []TaskRef {
	platform, ok := strings.CutPrefix(j.Kind, askPrefix)
	if !ok {
		return nil
	}
	var args askArgs
	encoded, err := json.Marshal(j.Args)
	if err != nil || json.Unmarshal(encoded, &args) != nil {
		return nil
	}
	return refs(args.TaskIDs, platform)
}

// askTx hands sub-tasks over to the workers of their platforms, in their order.
func (r *Runs) askTx(ctx context.Context, tx *store.Tx, tasks []TaskRef) error {
	var platforms []string
	ids := map[string][]string{}
	for _, t := range tasks {
		if ids[t.Platform] == nil {
			platforms = append(platforms, t.Platform)
		}
		ids[t.Platform] = append(ids[t.Platform], t.ID)
	}
	var jobs []queue.Job
	for _, platform := range platforms {
		for some := range slices.Chunk(ids[platform], askMost) {
			jobs = append(jobs, askJob(platform, 0).Job(askArgs{some}))
		}
	}
	return r.rooms.Queue.EnqueueTx(ctx, tx, jobs...)
}

// takeJobsTx ends the jobs that a dead process left running. It returns the sub-tasks they were for, which may be wanted no more;
// everything else is enqueued again.
func (r *Runs) takeJobsTx(ctx context.Context, tx *store.Tx, node string) (tasks []TaskRef, err error) {
	jobs, err := r.rooms.Queue.TakeBackTx(ctx, tx, node)
	if err != nil {
		return nil, err
	}
	for _, j := range jobs {
		if asked := Asked(j); asked != nil {
			tasks = append(tasks, asked...)
			continue
		}
		if err := r.rooms.Queue.EnqueueTx(ctx, tx, j); err != nil {
			return nil, err
		}
	}
	return tasks, nil
}
