package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
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
		screen  []byte
		answer  assistant.Answer
	)
	err := tx.QueryRow(ctx, `SELECT answer, raw, screen, tries FROM arrivals WHERE task_id = $1`, taskID).Scan(&encoded, &raw, &screen, &a.tries)
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
	a.raw, a.screen = raw, screen
	return &a, nil
}

// storeTime is enough to store an answer while the program is stopping.
const storeTime = 10 * time.Second

// arrive stores answers before anything is read in them, also when the program stops. It returns the sub-tasks that were still
// held by this process. What cannot be stored is given up, and is not asked for again.
func (r *Runs) arrive(ctx context.Context, came []reply) (mine []*held, err error) {
	if len(came) == 0 {
		return nil, nil
	}
	mine, err = r.arriveOnce(ctx, came)
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
		stored, err := r.arrive(ctx, []reply{one})
		mine, errs = append(mine, stored...), append(errs, err)
	}
	return mine, errors.Join(errs...)
}

func (r *Runs) arriveOnce(ctx context.Context, came []reply) (mine []*held, err error) {
	defer recovered(&err)
	list := make([]arriving, len(came))
	err = severally(len(came), func(i int) error {
		c := came[i]
		c.task.arrived = &arrival{keptAnswer: keep(c.answer), tries: 1}
		c.answer.Raw = nil // is kept by itself, compressed
		list[i] = arriving{c.task, text(c.answer)}
		return nil
	})
	if err != nil {
		return nil, err
	}
	holds := make([]bool, len(list))
	err = patient(ctx, func() (err error) {
		ctx, cancel := outlasting(ctx, storeTime)
		defer cancel()
		if len(list) == 1 {
			holds[0], err = r.arriving.do(ctx, list[0])
			return err
		}
		holds, err = r.arriveEach(ctx, list)
		return err
	})
	for i, a := range list {
		if err == nil && holds[i] {
			mine = append(mine, a.task)
		}
	}
	return mine, err
}

// arriving is an answer that is to be stored.
type arriving struct {
	task    *held
	encoded string
}

// arriveEach stores answers by one transaction, and tells which sub-tasks were still held by this process.
func (r *Runs) arriveEach(ctx context.Context, list []arriving) (holds []bool, err error) {
	err = r.db.InTx(ctx, func(tx *store.Tx) (err error) {
		holds, err = r.arriveTx(ctx, tx, list)
		return err
	})
	return holds, err
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

// arriveTx does not lock the runs: they stay as they are, and whoever cancels one waits for its sub-tasks. A slot is not to wait for all that is stored of others.
func (r *Runs) arriveTx(ctx context.Context, tx *store.Tx, list []arriving) (holds []bool, err error) {
	tasks := make([]*held, len(list))
	for i, a := range list {
		tasks[i] = a.task
	}
	if holds, err = r.holdsTx(ctx, tx, tasks); err != nil {
		return nil, err
	}
	var rows [][]any
	more := map[string]int{} // requests beyond the first, by platform
	for i, t := range tasks {
		if !holds[i] {
			continue
		}
		more[t.question.Platform] += t.arrived.Rounds - 1
		rows = append(rows, []any{t.id, list[i].encoded, t.arrived.raw, 1, tx.Now})
	}
	if len(rows) == 0 {
		return holds, nil
	}
	platforms := slices.Sorted(maps.Keys(more))
	if err := r.noteAnswersTx(ctx, tx, platforms); err != nil {
		return nil, err
	}
	for _, platform := range platforms {
		if err := r.spendTx(ctx, tx, platform, more[platform]); err != nil {
			return nil, err
		}
	}
	return holds, store.InsertRows(ctx, tx, `INSERT INTO arrivals (task_id, answer, raw, tries, arrived_at)`, rows)
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
	}, `SELECT id, token FROM tasks WHERE status = 'running' AND node = $1 AND id`+marks+tx.ForUpdate(), append([]any{r.options.Node}, args...)...)
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

// forgetTx removes the stored answers of sub-tasks that have come to an end.
func forgetTx(ctx context.Context, tx *store.Tx, taskIDs []string) error {
	marks, args := store.Among(taskIDs, 0)
	_, err := tx.Exec(ctx, `DELETE FROM arrivals WHERE task_id`+marks, args...)
	return err
}

// forgetEndedTx removes the stored answers of sub-tasks that were cancelled or skipped. Who reads one lets go of it: without its
// answer it would have a slot again. A statement of its own sees the answers that came while the sub-tasks were waited for.
func forgetEndedTx(ctx context.Context, tx *store.Tx, runID string) error {
	_, err := tx.Exec(ctx, `UPDATE tasks SET node = NULL WHERE run_id = $1 AND status = 'cancelled' AND node IS NOT NULL
		AND id IN (SELECT task_id FROM arrivals)`, runID)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `DELETE FROM arrivals WHERE task_id IN (SELECT id FROM tasks WHERE run_id = $1 AND status IN ('cancelled', 'skipped'))`, runID)
	return err
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
	for task.arrived.tries <= readTries {
		err := r.readOnce(ctx, []*held{task})
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
func (r *Runs) readOnce(ctx context.Context, tasks []*held) (err error) {
	defer recovered(&err)
	err = severally(len(tasks), func(i int) error {
		t := tasks[i]
		a := t.arrived
		return patient(ctx, func() (err error) {
			a.found, err = r.rooms.Findings.Prepare(ctx, finding.Answered{
				Task: a.task(t), Text: a.Text, Question: t.question.Text, Sources: a.returned,
			})
			return err
		})
	})
	if err != nil {
		return err
	}
	return patient(ctx, func() (err error) {
		if len(tasks) == 1 {
			_, err = r.storing.do(ctx, tasks[0])
		} else {
			_, err = r.storeEach(ctx, tasks)
		}
		return err
	})
}

// storeEach stores what was found in answers by one transaction.
func (r *Runs) storeEach(ctx context.Context, tasks []*held) ([]struct{}, error) {
	err := r.db.InTx(ctx, func(tx *store.Tx) error { return r.storeTx(ctx, tx, tasks, outcome{status: answered}) })
	return make([]struct{}, len(tasks)), err
}

var errPanicked = errors.New("panicked")

// recovered turns a panic into an error that tells where.
func recovered(err *error) {
	if v := recover(); v != nil {
		*err = fmt.Errorf("%w: %v\n%s", errPanicked, v, debug.Stack())
	}
}
