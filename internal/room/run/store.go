package run

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"renown/internal/floor/store"
	"renown/internal/room/reading"
	"renown/internal/tool/assistant"
)

// outcome is what became of one attempt.
type outcome struct {
	status string // answered, failed, or queued: asked again later
	class  assistant.Class
	reason *Reason // the class, for the user
	model  string  // that was asked
	again  time.Duration
}

func judge(attempts int, err error) outcome {
	if errors.Is(err, errPanicked) {
		why := Crashed
		return outcome{status: Failed, class: assistant.Class(why), reason: &why}
	}
	class := assistant.ClassOf(err)
	if class == "" {
		class = assistant.Server
	}
	why := Reason(class)
	if wait, again := assistant.DefaultPolicy.Again(attempts, err); again {
		return outcome{status: Queued, class: class, reason: &why, again: max(wait, time.Millisecond)}
	}
	out := outcome{status: Failed, class: class, reason: &why}
	if f := assistant.AsFault(err); f != nil {
		out.model = f.Model
	}
	return out
}

// fail keeps that a question failed, or that it is asked again later.
func (r *Runs) fail(ctx context.Context, task *held, asked error) (again time.Duration, err error) {
	if f := assistant.AsFault(asked); f != nil {
		gone, err := r.noMore(ctx, f)
		if err != nil && !errors.Is(err, store.ErrUnavailable) {
			return 0, err
		}
		if gone {
			again := *f
			again.Class, asked = assistant.Retired, &again
		}
	}
	result := judge(task.attempts, asked)
	return result.again, r.persist(ctx, func(tx *store.Tx) error { return r.storeTx(ctx, tx, []*held{task}, result) })
}

// giveUp ends a sub-task that something of ours keeps from its end, for this reason.
func (r *Runs) giveUp(ctx context.Context, task *held, why Reason) error {
	result := outcome{status: Failed, class: assistant.Class(why), reason: &why}
	return r.persist(ctx, func(tx *store.Tx) error { return r.storeTx(ctx, tx, []*held{task}, result) })
}

// persist runs a transaction; while the database is away it waits.
func (r *Runs) persist(ctx context.Context, fn func(tx *store.Tx) error) error {
	return patient(ctx, func() error { return r.db.InTx(ctx, fn) })
}

// patient waits while the database is away: the answer was paid for.
func patient(ctx context.Context, fn func() error) error {
	for {
		err := fn()
		if !errors.Is(err, store.ErrUnavailable) {
			return err
		}
		select {
		case <-time.After(storePause):
		case <-ctx.Done():
			return err
		}
	}
}

// finding is the sub-task in the terms of those who read answers.
func (t *held) finding() reading.Task {
	return reading.Task{
		ID: t.id, BrandID: t.brandID, Platform: t.question.Platform, PromptID: t.promptID,
		TopicID: t.topicID, Stage: t.stage, Types: t.types, Mode: reading.Key(t.surface, string(t.question.Mode)),
	}
}

// storeTx keeps the outcome of sub-tasks, the same of all, and what became of their runs by it.
func (r *Runs) storeTx(ctx context.Context, tx *store.Tx, tasks []*held, result outcome) error {
	runs := make([]string, len(tasks))
	for i, t := range tasks {
		runs[i] = t.runID
	}
	if err := lockRunsTx(ctx, tx, runs...); err != nil {
		return err
	}
	holds, err := r.holdsTx(ctx, tx, tasks)
	if err != nil {
		return err
	}
	var mine []*held
	var came []string
	for i, task := range tasks {
		if !holds[i] {
			continue
		}
		if mine = append(mine, task); task.unread != nil {
			came = append(came, task.id)
		}
	}
	if len(mine) == 0 {
		return nil
	}
	var ended any
	if result.status != Queued {
		ended = tx.Now
	}
	marks, args := store.Among(idsOf(mine), 5)
	_, err = tx.Exec(ctx,
		`UPDATE tasks SET status = $2, node = NULL, error = $3, error_class = $4, ended_at = $5 WHERE node = $1 AND id`+marks,
		append([]any{r.options.Node, result.status, result.reason, string(result.class), ended}, args...)...)
	if err != nil {
		return err
	}
	if result.status == answered {
		err = r.recordTx(ctx, tx, mine)
	} else {
		err = r.rooms.Findings.DropTx(ctx, tx, came)
	}
	if err != nil {
		return err
	}
	for _, part := range partsOf(mine) {
		if err := r.storePartTx(ctx, tx, part, result); err != nil {
			return err
		}
	}
	return nil
}

// storePartTx does what follows for a platform's part in a run.
func (r *Runs) storePartTx(ctx context.Context, tx *store.Tx, part []*held, result outcome) error {
	platform, runID, open := part[0].question.Platform, part[0].runID, false
	for _, task := range part {
		if task.unread != nil || task.inApp() { // what happens in apps says nothing of the interface
			continue
		}
		opened, err := r.noteTx(ctx, tx, platform, result.class, result.model)
		if err != nil {
			return err
		}
		open = open || opened
	}
	if open && result.class == assistant.Retired { // told even where nothing is left to be skipped
		why := because(result.class, result.model)
		_, err := tx.Exec(ctx, `UPDATE run_platforms SET reason = $3, reason_code = $4 WHERE run_id = $1 AND platform = $2`,
			runID, platform, why.why, why.code)
		if err != nil {
			return err
		}
	}
	over, err := r.settlePartTx(ctx, tx, part, result)
	if err != nil {
		return err
	}
	if open && !over {
		return r.skipRestTx(ctx, tx, runID, platform, *because(result.class, result.model))
	}
	if over {
		_, err = r.startTx(ctx, tx)
	}
	return err
}

// partsOf groups sub-tasks by run and platform.
func partsOf(tasks []*held) (parts [][]*held) {
	place := map[[2]string]int{}
	for _, t := range tasks {
		key := [2]string{t.runID, t.question.Platform}
		at, ok := place[key]
		if !ok {
			at = len(parts)
			place[key], parts = at, append(parts, nil)
		}
		parts[at] = append(parts[at], t)
	}
	return parts
}

// settlePartTx moves the counters for sub-tasks of a run and a platform.
func (r *Runs) settlePartTx(ctx context.Context, tx *store.Tx, part []*held, result outcome) (ended bool, err error) {
	n := int64(len(part))
	s := settled{runID: part[0].runID, platform: part[0].question.Platform, done: n}
	switch result.status {
	case Queued:
		return false, nil
	case Failed:
		s.failed = n
		for _, task := range part {
			if err := r.rooms.Findings.FailedTx(ctx, tx, task.finding()); err != nil {
				return false, err
			}
		}
	default:
		s.answered = n
	}
	r.options.Watch.taskTx(tx, Ends{Platform: s.platform, Outcome: result.status, Fault: string(result.class), Tasks: n})
	return r.settleTx(ctx, tx, s)
}

// recordTx records what was found in answers.
func (r *Runs) recordTx(ctx context.Context, tx *store.Tx, tasks []*held) error {
	found := map[string][]*reading.Prepared{}
	for _, t := range tasks {
		found[t.brandID] = append(found[t.brandID], t.unread.found)
	}
	for _, brandID := range slices.Sorted(maps.Keys(found)) {
		if err := r.rooms.Findings.RecordTx(ctx, tx, found[brandID]...); err != nil {
			return err
		}
	}
	return nil
}

// openReadingTx opens a brand's first reading, while its names are locked.
func (r *Runs) openReadingTx(ctx context.Context, tx *store.Tx, brandID string) error {
	if opened, err := r.rooms.Findings.OpenedTx(ctx, tx, brandID); err != nil || opened {
		return err
	}
	names, err := r.rooms.Brands.EntitiesTx(ctx, tx, brandID)
	if err != nil {
		return err
	}
	return r.rooms.Findings.OpenTx(ctx, tx, brandID, names)
}

// lateTx gives back the slot of a sub-task that was cancelled while it was asked. One that was taken from us altogether
// has left its slot already.
func (r *Runs) lateTx(ctx context.Context, tx *store.Tx, task *held) error {
	_, err := tx.Exec(ctx, `UPDATE tasks SET node = NULL WHERE id = $1 AND node = $2 AND token = $3`, task.id, r.options.Node, task.token)
	return err
}

// putBack undoes a claim, also when the program stops. What it cannot undo, a sweep will.
func (r *Runs) putBack(ctx context.Context, task *held) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storePause)
	defer cancel()
	return r.db.InTx(ctx, func(tx *store.Tx) error { return r.putBackTx(ctx, tx, task) })
}

// putBackTx gives back what the claim counted: an attempt to ask, or once the answer has come a try to read it. The attempt that
// brought the answer stays counted. A sub-task that is another's by now keeps its counts.
func (r *Runs) putBackTx(ctx context.Context, tx *store.Tx, task *held) error {
	if err := lockRunsTx(ctx, tx, task.runID); err != nil {
		return err
	}
	unmade := 1
	if task.unread != nil {
		unmade = 0
	}
	mine, err := tx.Exec(ctx, `UPDATE tasks SET status = 'queued', node = NULL, attempts = attempts - $4
		WHERE id = $1 AND status = 'running' AND node = $2 AND token = $3`, task.id, r.options.Node, task.token, unmade)
	switch {
	case err != nil:
		return err
	case mine == 0:
		return r.lateTx(ctx, tx, task)
	case task.unread == nil:
		return nil
	}
	return r.rooms.Findings.TryTx(ctx, tx, task.id, task.unread.tries-1)
}

// lockRunsTx makes everything that changes the sub-tasks of runs wait for each other. They are locked in one order; a run that is gone
// is none.
func lockRunsTx(ctx context.Context, tx *store.Tx, runs ...string) error {
	if tx.ForUpdate() == "" { // the transaction has the database to itself
		return nil
	}
	marks, args := store.Among(runs, 0)
	_, err := store.List(ctx, tx, store.One[string], `SELECT id FROM runs WHERE id`+marks+` ORDER BY id`+tx.ForUpdate(), args...)
	return err
}
