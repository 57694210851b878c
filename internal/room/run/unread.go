package run

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"time"

	"renown/internal/floor/store"
	"renown/internal/room/reading"
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
	Lost       Reason = "lost"       // the processes that held it ended, again and again
)

// unread is an answer that is stored, and is still to be read.
type unread struct {
	reading.Answered
	tries int // to read it, this one included
	found *reading.Prepared
}

// storeTime is enough to store an answer while the program is stopping.
const storeTime = 10 * time.Second

// keepUnread stores answers before anything is read in them, also when the program stops. It returns the sub-tasks that were still
// held by this process. What cannot be stored is given up, and is not asked for again.
func (r *Runs) keepUnread(ctx context.Context, came []reply) (mine []*held, err error) {
	if len(came) == 0 {
		return nil, nil
	}
	mine, err = r.keepUnreadOnce(ctx, came)
	switch {
	case err == nil:
		return mine, nil
	case ctx.Err() != nil:
		return nil, err
	case len(came) == 1:
		r.options.Watch.Unread(came[0].task.id, err)
		return nil, r.giveUp(ctx, came[0].task, Unreadable)
	}
	var errs []error
	for _, one := range came { // what keeps one from being stored is not to hold up the others
		stored, err := r.keepUnread(ctx, []reply{one})
		mine, errs = append(mine, stored...), append(errs, err)
	}
	return mine, errors.Join(errs...)
}

func (r *Runs) keepUnreadOnce(ctx context.Context, came []reply) (mine []*held, err error) {
	defer recovered(&err)
	err = severally(len(came), func(i int) error {
		t := came[i].task
		came[i].kept = t.kept(keep(came[i].answer))
		t.unread = &unread{Answered: came[i].kept.Answered, tries: 1}
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = patient(ctx, func() error {
		ctx, cancel := outlasting(ctx, storeTime)
		defer cancel()
		return r.db.InTx(ctx, func(tx *store.Tx) (err error) {
			mine, err = r.keepUnreadTx(ctx, tx, came)
			return err
		})
	})
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

// keepUnreadTx stores the answers of those sub-tasks that this process still holds, and returns these. It does not lock
// the runs: they stay as they are, and a transaction that cancels one waits for its sub-tasks. A slot is not to wait
// for all that is stored of others.
func (r *Runs) keepUnreadTx(ctx context.Context, tx *store.Tx, came []reply) (mine []*held, err error) {
	tasks := make([]*held, len(came))
	for i, c := range came {
		tasks[i] = c.task
	}
	holds, err := r.holdsTx(ctx, tx, tasks)
	if err != nil {
		return nil, err
	}
	var kept []reading.Kept
	more := map[string]int{} // requests beyond the first, by platform
	models := map[string]string{}
	for i, t := range tasks {
		if !holds[i] {
			continue
		}
		mine, kept = append(mine, t), append(kept, came[i].kept)
		more[t.question.Platform] += came[i].answer.Rounds - 1
		models[t.question.Platform] = came[i].answer.ModelAsked
	}
	if len(mine) == 0 {
		return nil, nil
	}
	platforms := slices.Sorted(maps.Keys(more))
	if err := r.noteAnswersTx(ctx, tx, models); err != nil {
		return nil, err
	}
	for _, platform := range platforms {
		if err := r.spendTx(ctx, tx, platform, more[platform]); err != nil {
			return nil, err
		}
	}
	return mine, r.rooms.Findings.KeepTx(ctx, tx, 1, kept...)
}

// holdsTx locks sub-tasks and tells which are still held by this process. Of one that was cancelled while it was asked it
// gives back the slot; one that was taken from us altogether has left its slot already.
func (r *Runs) holdsTx(ctx context.Context, tx *store.Tx, tasks []*held) ([]bool, error) {
	marks, args := store.Among(idsOf(tasks), 1)
	tokens := map[string]int64{}
	err := store.Each(ctx, tx, func(row store.Row) error {
		var id string
		var token int64
		err := row.Scan(&id, &token)
		tokens[id] = token
		return err
	}, `SELECT id, token FROM tasks WHERE status = 'running' AND node = $1 AND id`+marks+tx.ForUpdate(),
		append([]any{r.options.Node}, args...)...)
	holds := make([]bool, len(tasks))
	for i, t := range tasks {
		token, ok := tokens[t.id]
		if holds[i] = ok && token == t.token; !holds[i] && err == nil {
			err = r.lateTx(ctx, tx, t)
		}
	}
	return holds, err
}

func idsOf(tasks []*held) []string {
	ids := make([]string, len(tasks))
	for i, t := range tasks {
		ids[i] = t.id
	}
	return ids
}

// resumeTx takes hold of a sub-task of which nothing is to be asked.
func (r *Runs) resumeTx(ctx context.Context, tx *store.Tx, t *held) error {
	err := tx.QueryRow(ctx,
		`UPDATE tasks SET status = 'running', node = $2, token = token + 1 WHERE id = $1 AND status = 'queued' RETURNING token, attempts`,
		t.id, r.options.Node).Scan(&t.token, &t.attempts)
	if errors.Is(err, store.ErrNoRows) {
		return errTaken
	}
	if err != nil || t.unread == nil {
		return err
	}
	t.unread.tries++ // before it is made: whatever it does to the process
	return r.rooms.Findings.TryTx(ctx, tx, t.id, t.unread.tries)
}

// dropEndedTx removes the stored answers of sub-tasks that were cancelled or skipped. Who reads one lets go of it: without its
// answer it would have a slot again. A statement of its own sees the answers that came while the sub-tasks were waited for.
func (r *Runs) dropEndedTx(ctx context.Context, tx *store.Tx, runID string) error {
	_, err := tx.Exec(ctx, `UPDATE tasks SET node = NULL WHERE run_id = $1 AND status = 'cancelled' AND node IS NOT NULL
		AND EXISTS (SELECT 1 FROM answers WHERE id = tasks.id)`, runID)
	if err != nil {
		return err
	}
	ids, err := store.List(ctx, tx, store.One[string], `SELECT t.id FROM tasks t JOIN answers a ON a.id = t.id
		WHERE t.run_id = $1 AND t.status IN ('cancelled', 'skipped')`, runID)
	if err != nil {
		return err
	}
	return r.rooms.Findings.DropTx(ctx, tx, ids)
}

// read reads stored answers and keeps what was found.
func (r *Runs) read(ctx context.Context, tasks []*held) error {
	switch len(tasks) {
	case 0:
		return nil
	case 1:
		return r.readPatiently(ctx, tasks[0])
	}
	if r.readOnce(ctx, tasks) == nil {
		return nil
	}
	var errs []error
	for _, t := range tasks { // what keeps one from being read is not to hold up the others
		errs = append(errs, r.readPatiently(ctx, t))
	}
	return errors.Join(errs...)
}

// readPatiently reads an answer. One that cannot be read, for an error or a panic, is given up after a few tries, and its sub-task
// has failed.
func (r *Runs) readPatiently(ctx context.Context, task *held) error {
	for task.unread.tries <= readTries {
		err := r.readOnce(ctx, []*held{task})
		switch {
		case err == nil:
			return nil
		case errors.Is(ctx.Err(), context.Canceled): // the program stops: not a try, it is put back
			return errors.Join(context.Canceled, r.putBack(ctx, task))
		case ctx.Err() != nil:
			return err
		}
		r.options.Watch.Unread(task.id, err)
		task.unread.tries++
		err = r.persist(ctx, func(tx *store.Tx) error { return r.rooms.Findings.TryTx(ctx, tx, task.id, task.unread.tries) })
		if err != nil {
			return err
		}
	}
	return r.giveUp(ctx, task, Unreadable)
}

// readOnce reads outside of the transaction that stores what was found. While the database is away it waits.
func (r *Runs) readOnce(ctx context.Context, tasks []*held) (err error) {
	defer recovered(&err)
	err = severally(len(tasks), func(i int) error {
		a := tasks[i].unread
		return patient(ctx, func() (err error) {
			a.found, err = r.rooms.Findings.Prepare(ctx, a.Answered)
			return err
		})
	})
	if err != nil {
		return err
	}
	return r.persist(ctx, func(tx *store.Tx) error { return r.storeTx(ctx, tx, tasks, outcome{status: answered}) })
}

var errPanicked = errors.New("panicked")

// recovered turns a panic into an error that tells where.
func recovered(err *error) {
	if v := recover(); v != nil {
		*err = fmt.Errorf("%w: %v\n%s", errPanicked, v, debug.Stack())
	}
}
