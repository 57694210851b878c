package run

import (
	"context"
	"errors"
	"time"

	"renown/internal/floor/store"
	"renown/internal/room/geo/finding"
	"renown/internal/tool/assistant"
)

// outcome is what became of one attempt.
type outcome struct {
	status string // answered, failed, or queued: asked again later
	class  assistant.Class
	reason *Reason // the class, for the user
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
	return outcome{status: Failed, class: class, reason: &why}
}

// fail keeps that a question failed, or that it is asked again later.
func (r *Runs) fail(ctx context.Context, task *held, asked error) (again time.Duration, err error) {
	result := judge(task.attempts, asked)
	return result.again, r.persist(ctx, func(tx *store.Tx) error { return r.storeTx(ctx, tx, task, result) })
}

// giveUp ends a sub-task that something of ours keeps from its end, for this reason.
func (r *Runs) giveUp(ctx context.Context, task *held, why Reason) error {
	result := outcome{status: Failed, class: assistant.Class(why), reason: &why}
	return r.persist(ctx, func(tx *store.Tx) error { return r.storeTx(ctx, tx, task, result) })
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
func (t *held) finding() finding.Task {
	return finding.Task{ID: t.id, BrandID: t.brandID, Platform: t.question.Platform, PromptID: t.promptID, TopicID: t.topicID, Stage: t.stage, Types: t.types, Mode: finding.Key(t.surface, string(t.question.Mode))}
}

// storeTx keeps the outcome of a sub-task, and what became of its run by it.
func (r *Runs) storeTx(ctx context.Context, tx *store.Tx, task *held, result outcome) error {
	if err := lockRunTx(ctx, tx, task.runID); err != nil {
		return err
	}
	var ended any
	if result.status != Queued {
		ended = tx.Now
	}
	mine, err := tx.Exec(ctx, `UPDATE tasks SET status = $4, node = NULL, error = $5, error_class = $6, ended_at = $7
		WHERE id = $1 AND status = 'running' AND node = $2 AND token = $3`, task.id, r.options.Node, task.token,
		result.status, result.reason, string(result.class), ended)
	if err != nil {
		return err
	}
	if mine == 0 {
		return r.lateTx(ctx, tx, task)
	}
	platform, open := task.question.Platform, false
	if task.arrived == nil && !task.inApp() {
		open, err = r.noteTx(ctx, tx, platform, result.class)
	} else {
		err = forgetTx(ctx, tx, task.id)
	}
	if err != nil {
		return err
	}
	over, err := r.settleOneTx(ctx, tx, task, result)
	if err != nil {
		return err
	}
	if open && !over {
		return r.skipRestTx(ctx, tx, task.runID, platform, *because(result.class))
	}
	if over {
		_, err = r.startTx(ctx, tx)
	}
	return err
}

// settleOneTx moves the counters for one sub-task and keeps its answer.
func (r *Runs) settleOneTx(ctx context.Context, tx *store.Tx, task *held, result outcome) (ended bool, err error) {
	s := settled{runID: task.runID, platform: task.question.Platform, done: 1}
	switch result.status {
	case Queued:
		return false, nil
	case Failed:
		s.failed = 1
		err = r.rooms.Findings.FailedTx(ctx, tx, task.finding())
	default:
		s.answered = 1
		kept := &task.arrived.keptAnswer
		if err = r.rooms.Findings.KeepTx(ctx, tx, kept.of(task)); err == nil {
			err = r.recordTx(ctx, tx, kept.found)
		}
	}
	if err != nil {
		return false, err
	}
	r.options.Watch.taskTx(tx, Ends{Platform: s.platform, Outcome: result.status, Fault: string(result.class), Tasks: 1})
	return r.settleTx(ctx, tx, s)
}

// recordTx records what was found in an answer. A brand whose run an older program created may have no reading yet.
func (r *Runs) recordTx(ctx context.Context, tx *store.Tx, found *finding.Prepared) error {
	err := r.rooms.Findings.RecordTx(ctx, tx, found)
	if !errors.Is(err, finding.ErrUnopened) {
		return err
	}
	if err := r.openReadingTx(ctx, tx, found.BrandID); err != nil {
		return err
	}
	return r.rooms.Findings.RecordTx(ctx, tx, found)
}

// openReadingTx opens a brand's first reading, while nobody changes its names.
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
	if err := lockRunTx(ctx, tx, task.runID); err != nil {
		return err
	}
	unmade := 1
	if task.arrived != nil {
		unmade = 0
	}
	mine, err := tx.Exec(ctx, `UPDATE tasks SET status = 'queued', node = NULL, attempts = attempts - $4
		WHERE id = $1 AND status = 'running' AND node = $2 AND token = $3`, task.id, r.options.Node, task.token, unmade)
	switch {
	case err != nil:
		return err
	case mine == 0:
		return r.lateTx(ctx, tx, task)
	case task.arrived == nil:
		return nil
	}
	_, err = tx.Exec(ctx, `UPDATE arrivals SET tries = tries - 1 WHERE task_id = $1`, task.id)
	return err
}

// lockRunTx makes everything that changes a run's sub-tasks wait for each other. A run that is gone is none.
func lockRunTx(ctx context.Context, tx *store.Tx, runID string) error {
	_, err := store.One[string](tx.QueryRow(ctx, `SELECT id FROM runs WHERE id = $1`+tx.ForUpdate(), runID))
	if errors.Is(err, store.ErrNoRows) {
		return nil
	}
	return err
}
