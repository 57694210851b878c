package run

import (
	"context"
	"errors"
	"sync"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/turn"
	"renown/internal/room/reading"
	"renown/internal/tool/assistant"
)

// Patience of an execution.
const (
	slotWait   = time.Minute     // for a slot; then the job is put off, so that a stop need not wait for it
	storePause = 2 * time.Second // between tries to store while the database is away
	offWait    = time.Second     // until a platform that cannot be asked is found left out of the run
)

// held is a sub-task that this process holds.
type held struct {
	id, runID, brandID       string
	owner                    string // the account that it is done for
	promptID, topicID, stage string
	surface                  string
	types                    store.Texts
	counts                   bool // something of the run was asked before
	token                    int64
	attempts                 int
	lost                     int // how often who held it vanished
	question                 assistant.Question
	unread                   *unread // nil: to be asked
}

// Execute does one sub-task: it claims it with a slot at its platform, asks with no transaction open, stores the answer, reads
// it, and stores what was found. An answer that is stored is never asked for again, whatever comes between. A sub-task that is
// done, cancelled or held by another is left alone. A positive wait means: not finished, call again then.
func (r *Runs) Execute(ctx context.Context, taskID string) (again time.Duration, err error) {
	defer fault.Wrap(&err, "run.Execute")
	seen, err := r.look(ctx, taskID)
	if err != nil || seen.platform == "" {
		return 0, err
	}
	return r.execute(ctx, TaskRef{taskID, seen.platform})
}

func (r *Runs) execute(ctx context.Context, ref TaskRef) (again time.Duration, err error) {
	defer r.executions.begin(ref.ID)()
	task, again, err := r.claim(ctx, ref)
	if err != nil || task == nil {
		return again, err
	}
	return r.perform(turn.For(ctx, turn.Jobs(task.owner)), []*held{task})
}

// ExecuteAll is Execute for many sub-tasks, with one transaction where Execute has one for each: for assistants that answer at
// once. Sub-tasks of which one has to wait for a slot are executed one after the other. A positive wait means that some are not
// finished.
func (r *Runs) ExecuteAll(ctx context.Context, taskIDs []string) (again time.Duration, err error) {
	defer fault.Wrap(&err, "run.ExecuteAll")
	for _, id := range taskIDs {
		defer r.executions.begin(id)()
	}
	tasks, err := r.claimAll(ctx, taskIDs)
	if err == nil {
		return r.perform(ctx, tasks)
	}
	if _, late := errors.AsType[delay](err); !late {
		return 0, err
	}
	for _, id := range taskIDs {
		wait, err := r.Execute(ctx, id)
		if err != nil {
			return 0, err
		}
		again = max(again, wait)
	}
	return again, nil
}

// reply is what a platform answered to a sub-task's question.
type reply struct {
	task   *held
	answer assistant.Answer
	kept   reading.Kept // the answer as it is stored
	err    error
	leave  func() // its slot
}

// perform brings claimed sub-tasks to their end, or gives them back.
func (r *Runs) perform(ctx context.Context, tasks []*held) (again time.Duration, err error) {
	var errs []error
	var ask, came []reply
	var stored []*held
	for _, t := range tasks {
		switch {
		case t.unread != nil:
			stored = append(stored, t)
		case t.lost >= lostMax || t.inApp():
			errs = append(errs, r.giveUp(ctx, t, Lost))
		default:
			r.waiters.hold(t.question.Platform)
			leave := sync.OnceFunc(func() { r.waiters.free(t.question.Platform) })
			defer leave()
			ask = append(ask, reply{task: t, leave: leave})
		}
	}
	_ = severally(len(ask), func(i int) error {
		ask[i].answer, ask[i].err = r.put(ctx, ask[i].task.question)
		return nil
	})
	for _, a := range ask {
		if a.err == nil {
			came = append(came, a)
			continue
		}
		wait, err := r.unanswered(ctx, a.task, a.err)
		again, errs = max(again, wait), append(errs, err)
	}
	mine, err := r.keepUnread(ctx, came)
	for _, a := range came { // a stored answer has no slot: the next question is put while it is read
		a.leave()
	}
	errs = append(errs, err, r.read(ctx, append(stored, mine...)))
	return again, errors.Join(errs...)
}

// unanswered does what is to be done about a question that was not answered.
func (r *Runs) unanswered(ctx context.Context, task *held, why error) (again time.Duration, err error) {
	switch assistant.ClassOf(why) {
	case assistant.Canceled: // the program stops: not an attempt, it is put back
		if err := r.putBack(ctx, task); err != nil {
			return 0, err
		}
		return 0, context.Canceled
	case assistant.Unavailable: // nothing was sent; the next claim sees whether the platform is to be left out
		return offWait, r.putBack(ctx, task)
	}
	return r.fail(ctx, task, why)
}

// put puts a question to its platform. Where that panics it is not known whether an answer came: it is not asked for again.
func (r *Runs) put(ctx context.Context, q assistant.Question) (answer assistant.Answer, err error) {
	defer recovered(&err)
	return r.rooms.Assistants.Ask(ctx, q)
}

// severalMost is how many of a batch are asked or read at once.
const severalMost = 8

// severally calls do for the numbers below n, several at once, and returns the first error. A panic is an error.
func severally(n int, do func(i int) error) error {
	return turn.Severally(n, severalMost, func(i int) (err error) {
		defer recovered(&err)
		return do(i)
	})
}
