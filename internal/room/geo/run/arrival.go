package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"renown/internal/floor/store"
	"renown/internal/room/geo/finding"
	"renown/internal/tool/assistant"
)

const (
	// readTries is how often an answer is read before its sub-task is given up.
	readTries = 3
	// lostMax is how often a sub-task may vanish with who holds it before it is given up. Processes die for reasons of their own:
	// the bound is for a question that ends each process that asks it.
	lostMax = 10
)

// Why a sub-task was given up by us.
const (
	Unreadable Reason = "unreadable" // its answer came, and could not be read
	Crashed    Reason = "crashed"    // asking panicked
	Lost       Reason = "lost"       // whoever held it vanished, again and again
)

// arrival is an answer that has come and is stored, and is still to be read.
type arrival struct {
	keptAnswer
	tries int // to read it, this one included
}

// arrivalTx finds the stored answer of a sub-task; nil is none.
func arrivalTx(ctx context.Context, tx *store.Tx, taskID string) (*arrival, error) {
	var (
		a       arrival
		encoded string
		raw     []byte
		answer  assistant.Answer
	)
	err := tx.QueryRow(ctx, `SELECT answer, raw, tries FROM arrivals WHERE task_id = $1`, taskID).Scan(&encoded, &raw, &a.tries)
	if errors.Is(err, store.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(encoded), &answer); err != nil {
		return nil, err
	}
	a.keptAnswer = keep(answer)
	a.raw = raw
	return &a, nil
}

// storeTime is enough to store an answer while the program is stopping.
const storeTime = 10 * time.Second

// arrive stores an answer before anything is read in it, also when the program stops. It tells whether the sub-task was still
// held by this process.
func (r *Runs) arrive(ctx context.Context, task *held, answer assistant.Answer) (mine bool, err error) {
	defer recovered(&err)
	kept := keep(answer)
	answer.Raw = nil // is kept by itself, compressed
	encoded := text(answer)
	err = patient(ctx, func() error {
		ctx, cancel := outlasting(ctx, storeTime)
		defer cancel()
		return r.db.InTx(ctx, func(tx *store.Tx) (err error) {
			mine, err = r.arriveTx(ctx, tx, task, encoded, kept)
			return err
		})
	})
	task.arrived = &arrival{keptAnswer: kept, tries: 1}
	return mine, err
}

// outlasting is a context that ends so long after its parent has.
func outlasting(parent context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(parent))
	stop := context.AfterFunc(parent, func() { time.AfterFunc(d, cancel) })
	return ctx, func() {
		stop()
		cancel()
	}
}

func (r *Runs) arriveTx(ctx context.Context, tx *store.Tx, task *held, encoded string, kept keptAnswer) (mine bool, err error) {
	if mine, err = r.holdsTx(ctx, tx, task); err != nil {
		return false, err
	}
	if !mine {
		return false, r.lateTx(ctx, tx, task)
	}
	platform := task.question.Platform
	if _, err := r.noteTx(ctx, tx, platform, ""); err != nil {
		return false, err
	}
	if err := r.spendTx(ctx, tx, platform, kept.Rounds-1); err != nil {
		return false, err
	}
	_, err = tx.Exec(ctx, `INSERT INTO arrivals (task_id, answer, raw, tries, arrived_at) VALUES ($1, $2, $3, 1, $4)`, task.id, encoded, kept.raw, tx.Now)
	return err == nil, err
}

// holdsTx locks the run and tells whether a sub-task is still held by this process.
func (r *Runs) holdsTx(ctx context.Context, tx *store.Tx, task *held) (bool, error) {
	if err := lockRunTx(ctx, tx, task.runID); err != nil {
		return false, err
	}
	n, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM tasks WHERE id = $1 AND status = 'running' AND node = $2 AND token = $3`,
		task.id, r.options.Node, task.token))
	return n == 1, err
}

// resumeTx takes hold of a sub-task of which nothing is to be asked.
func (r *Runs) resumeTx(ctx context.Context, tx *store.Tx, t *held) error {
	err := tx.QueryRow(ctx, `UPDATE tasks SET status = 'running', node = $2, token = token + 1 WHERE id = $1 AND status = 'queued' RETURNING token, attempts`,
		t.id, r.options.Node).Scan(&t.token, &t.attempts)
	if errors.Is(err, store.ErrNoRows) {
		return errNotNow
	}
	if err != nil || t.arrived == nil {
		return err
	}
	t.arrived.tries++
	return countTryTx(ctx, tx, t)
}

// countTryTx counts a try to read before it is made: whatever it does to the process.
func countTryTx(ctx context.Context, tx *store.Tx, t *held) error {
	_, err := tx.Exec(ctx, `UPDATE arrivals SET tries = $2 WHERE task_id = $1`, t.id, t.arrived.tries)
	return err
}

// forgetTx removes the stored answer of a sub-task that has come to an end.
func forgetTx(ctx context.Context, tx *store.Tx, taskID string) error {
	_, err := tx.Exec(ctx, `DELETE FROM arrivals WHERE task_id = $1`, taskID)
	return err
}

// forgetEndedTx removes the stored answers of sub-tasks that were cancelled or skipped.
func forgetEndedTx(ctx context.Context, tx *store.Tx, runID string) error {
	_, err := tx.Exec(ctx, `DELETE FROM arrivals WHERE task_id IN (SELECT id FROM tasks WHERE run_id = $1 AND status IN ('cancelled', 'skipped'))`, runID)
	return err
}

// read reads a stored answer and keeps what was found. One that cannot be read, for an error or a panic, is given up after
// a few tries, and its sub-task has failed.
func (r *Runs) read(ctx context.Context, task *held) error {
	for task.arrived.tries <= readTries {
		err := r.readOnce(ctx, task)
		switch {
		case err == nil:
			return nil
		case errors.Is(ctx.Err(), context.Canceled): // the program stops: not a try, somebody goes on
			return errors.Join(context.Canceled, r.putBack(ctx, task))
		case ctx.Err() != nil:
			return err
		}
		r.options.Watch.Unread(task.id, err)
		task.arrived.tries++
		if err := r.persist(ctx, func(tx *store.Tx) error { return countTryTx(ctx, tx, task) }); err != nil {
			return err
		}
	}
	return r.giveUp(ctx, task, Unreadable)
}

// readOnce reads outside of the transaction that stores what was found. While the database is away it waits.
func (r *Runs) readOnce(ctx context.Context, task *held) (err error) {
	defer recovered(&err)
	a := task.arrived
	err = patient(ctx, func() (err error) {
		a.found, err = r.rooms.Findings.Prepare(ctx, finding.Answered{
			Task: a.task(task), Text: a.Text, Question: task.question.Text, Sources: a.returned,
		})
		return err
	})
	if err != nil {
		return err
	}
	return r.persist(ctx, func(tx *store.Tx) error { return r.storeTx(ctx, tx, task, outcome{status: answered}) })
}

var errPanicked = errors.New("panicked")

// recovered turns a panic into an error that tells where.
func recovered(err *error) {
	if v := recover(); v != nil {
		*err = fmt.Errorf("%w: %v\n%s", errPanicked, v, debug.Stack())
	}
}
