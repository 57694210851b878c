package run

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
)

const (
	askPrefix = "ask_"
	// askTime is enough for a minute's wait for a slot, the longest patience with a platform, and storing.
	askTime = 10 * time.Minute
	// freeWorkers is how many questions a process asks a platform at once when the platform itself sets no limit.
	freeWorkers = 16
	// askPause is how often a platform's queue is looked at: a look costs as much as storing an answer, and half of the workers hold
	// jobs that wait for a slot.
	askPause = 100 * time.Millisecond
	// patience is how long a worker itself waits before it asks again: putting a job off and fetching it anew takes seconds too.
	patience = 10 * time.Second
)

type askArgs struct {
	TaskID string `json:"task_id"`
}

// askJob puts a sub-task's question to a platform. Each platform has a kind of its own, and so a queue of its own: one that is
// slow does not hold up the others. workers matters to who works the kind, not to who enqueues it.
func askJob(platform string, workers int) queue.Declared[askArgs] {
	return queue.Declare[askArgs](queue.Kind{Name: askPrefix + platform, Workers: workers, Pause: askPause, Timeout: askTime, MaxAttempts: 100})
}

type nothing struct{}

var scheduleJob = queue.Declare[nothing](queue.Kind{Name: "schedule", Timeout: 5 * time.Minute, MaxAttempts: 3, Every: time.Minute, AtStart: true})

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
		kinds = append(kinds, askJob(p.ID, workers).By(func(ctx context.Context, args askArgs) error {
			return r.ask(ctx, TaskRef{args.TaskID, p.ID})
		}))
	}
	return kinds
}

// ask executes a sub-task until it has come to an end, or has to wait for longer than a worker should.
func (r *Runs) ask(ctx context.Context, ref TaskRef) (err error) {
	defer fault.Wrap(&err, "run.ask")
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

// Asked is the sub-task that a job is about; false when it is about something else.
func Asked(j queue.Job) (t TaskRef, ok bool) {
	if t.Platform, ok = strings.CutPrefix(j.Kind, askPrefix); !ok {
		return t, false
	}
	var args askArgs
	encoded, err := json.Marshal(j.Args)
	if err != nil || json.Unmarshal(encoded, &args) != nil {
		return t, false
	}
	t.ID = args.TaskID
	return t, true
}

func (r *Runs) askTx(ctx context.Context, tx *store.Tx, tasks []TaskRef) error {
	jobs := make([]queue.Job, len(tasks))
	for i, t := range tasks {
		jobs[i] = askJob(t.Platform, 0).Job(askArgs{t.ID})
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
		if t, ok := Asked(j); ok {
			tasks = append(tasks, t)
			continue
		}
		if err := r.rooms.Queue.EnqueueTx(ctx, tx, j); err != nil {
			return nil, err
		}
	}
	return tasks, nil
}
