package run

import (
	"context"
	"errors"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/turn"
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
	promptID, topicID, stage string
	types                    store.Texts
	counts                   bool // something of the run was asked before
	token                    int64
	attempts                 int
	lost                     int // how often who held it vanished
	question                 assistant.Question
	arrived                  *arrival // nil: to be asked
}

// Execute does one sub-task: it claims it with a slot at its platform, asks with no transaction open, stores the answer, reads
// it, and stores what was found. An answer that is stored is never asked for again, whatever comes between. A sub-task that is
// done, cancelled or held by another is left alone. A positive wait means: not finished, call again then.
func (r *Runs) Execute(ctx context.Context, taskID string) (again time.Duration, err error) {
	defer fault.Wrap(&err, "run.Execute")
	defer r.executions.begin(taskID)()
	owner, err := r.owner(ctx, taskID)
	if err != nil || owner == "" {
		return 0, err
	}
	ctx = turn.For(ctx, turn.Jobs(owner))
	task, again, err := r.claim(ctx, taskID)
	if err != nil || task == nil {
		return again, err
	}
	defer r.waiters.wake(task.question.Platform)
	switch {
	case task.arrived != nil:
		return 0, r.read(ctx, task)
	case task.lost >= lostMax:
		return 0, r.giveUp(ctx, task, Lost)
	}
	answer, asked := r.put(ctx, task.question)
	switch assistant.ClassOf(asked) {
	case assistant.Canceled: // the program stops: not an attempt, somebody goes on
		if err := r.putBack(ctx, task); err != nil {
			return 0, err
		}
		return 0, context.Canceled
	case assistant.Unavailable: // nothing was sent; the next claim sees whether the platform is to be left out
		return offWait, r.putBack(ctx, task)
	}
	if asked != nil {
		return r.fail(ctx, task, asked)
	}
	mine, err := r.arrive(ctx, task, answer)
	switch {
	case err != nil && ctx.Err() == nil: // it cannot be stored, and is not asked for again
		r.options.Watch.Unread(task.id, err)
		return 0, r.giveUp(ctx, task, Unreadable)
	case err != nil || !mine:
		return 0, err
	}
	return 0, r.read(ctx, task)
}

// owner is the account that a sub-task is done for; "" when it is gone.
func (r *Runs) owner(ctx context.Context, taskID string) (string, error) {
	owner, err := store.One[string](r.db.Read().QueryRow(ctx, `SELECT s.owner_id FROM tasks t JOIN runs r ON r.id = t.run_id JOIN spaces s ON s.id = r.space_id
		WHERE t.id = $1`, taskID))
	if errors.Is(err, store.ErrNoRows) {
		return "", nil
	}
	return owner, err
}

// put puts a question to its platform. Where that panics it is not known whether an answer came: it is not asked for again.
func (r *Runs) put(ctx context.Context, q assistant.Question) (answer assistant.Answer, err error) {
	defer recovered(&err)
	return r.rooms.Assistants.Ask(ctx, q)
}

// claim waits for a slot as long as it is sensible. A nil task means that there is nothing to do.
func (r *Runs) claim(ctx context.Context, taskID string) (*held, time.Duration, error) {
	for deadline := time.Now().Add(slotWait); ; {
		task, wait, err := r.tryClaim(ctx, taskID)
		if err != nil || wait.d == 0 {
			return task, 0, err
		}
		if time.Now().Add(wait.d).After(deadline) {
			return nil, wait.d, nil
		}
		if err := r.waiters.wait(ctx, wait.platform, wait.d); err != nil {
			return nil, 0, err
		}
	}
}

// delay says that there is no slot now: it is worth looking again after d. The zero value says that there is no need to.
type delay struct {
	platform string
	d        time.Duration
}

// errNotNow rolls a claim back: there is no slot, or the sub-task was claimed by another since it was found.
var errNotNow = errors.New("no slot now")

// tryClaim takes a slot and the sub-task, both or neither. The run is locked only by its first claim, which makes it count:
// all platforms of a run claim at the same time.
func (r *Runs) tryClaim(ctx context.Context, taskID string) (task *held, wait delay, err error) {
	if platform, err := r.looksFull(ctx, taskID); err != nil || platform != "" {
		return nil, delay{platform, fullWait}, err
	}
	err = r.db.InTx(ctx, func(tx *store.Tx) error {
		task, wait = nil, delay{}
		t, err := findTaskTx(ctx, tx, taskID)
		if err != nil || t == nil {
			return err
		}
		if t.arrived != nil || t.lost >= lostMax { // nothing is asked: no slot is needed
			task = t
			return r.resumeTx(ctx, tx, t)
		}
		platform := t.question.Platform
		closed, err := circuits(ctx, tx)
		if err != nil {
			return err
		}
		if why := r.unavailable(platform, t.question.Mode, closed, tx.Now); why != nil {
			return r.skipRestTx(ctx, tx, t.runID, platform, *why)
		}
		if !t.counts {
			if _, err := tx.Exec(ctx, `UPDATE runs SET asked = 1 WHERE id = $1 AND asked = 0`, t.runID); err != nil {
				return err
			}
		}
		_, trial := closed[platform]
		d, err := r.takeSlotTx(ctx, tx, platform, trial)
		if err != nil {
			return err
		}
		if d > 0 {
			wait = delay{platform, d}
			return errNotNow
		}
		err = tx.QueryRow(ctx, `UPDATE tasks SET status = 'running', node = $2, token = token + 1, attempts = attempts + 1
			WHERE id = $1 AND status = 'queued' RETURNING token, attempts`, taskID, r.options.Node).Scan(&t.token, &t.attempts)
		if errors.Is(err, store.ErrNoRows) {
			return errNotNow
		}
		task = t
		return err
	})
	if errors.Is(err, errNotNow) {
		return nil, wait, nil
	}
	return task, delay{}, err
}

// looksFull is a cheap first look that spares a transaction: it names the sub-task's platform when that has no slot.
func (r *Runs) looksFull(ctx context.Context, taskID string) (platform string, err error) {
	var taken int
	err = r.db.Read().QueryRow(ctx, `SELECT t.platform, (SELECT count(*) FROM tasks h WHERE h.node IS NOT NULL AND h.platform = t.platform)
		FROM tasks t WHERE t.id = $1 AND t.status = 'queued' AND NOT EXISTS (SELECT 1 FROM arrivals WHERE task_id = t.id)`, taskID).Scan(&platform, &taken)
	if errors.Is(err, store.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if slots, _ := r.options.Limits(platform); slots == 0 || taken < slots {
		return "", nil
	}
	return platform, nil
}

// findTaskTx reads a waiting sub-task of a running run. Nil means that there is nothing to do.
func findTaskTx(ctx context.Context, tx *store.Tx, taskID string) (*held, error) {
	t := &held{id: taskID}
	q := &t.question
	err := tx.QueryRow(ctx, `SELECT t.run_id, r.brand_id, r.space_id, r.asked = 1, t.platform, t.prompt_text, r.mode, t.region, t.language,
			t.prompt_id, t.topic_id, t.stage, t.types, t.lost
		FROM tasks t JOIN runs r ON r.id = t.run_id WHERE t.id = $1 AND t.status = 'queued' AND r.status = 'running'`, taskID).
		Scan(&t.runID, &t.brandID, &q.Subject, &t.counts, &q.Platform, &q.Text, &q.Mode, &q.Region, &q.Language, &t.promptID, &t.topicID, &t.stage, &t.types, &t.lost)
	if errors.Is(err, store.ErrNoRows) {
		return nil, nil
	}
	if err == nil {
		t.arrived, err = arrivalTx(ctx, tx, taskID)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// skipRestTx leaves a platform out of the rest of a run that is in progress, which may end it.
func (r *Runs) skipRestTx(ctx context.Context, tx *store.Tx, runID, platform string, why reason) error {
	if err := lockRunTx(ctx, tx, runID); err != nil {
		return err
	}
	ended, err := r.skipTx(ctx, tx, runID, platform, why)
	if err == nil && ended {
		_, err = r.startTx(ctx, tx)
	}
	return err
}
