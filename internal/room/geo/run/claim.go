package run

import (
	"context"
	"errors"
	"slices"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/tool/assistant"
)

// claim waits for a slot as long as it is sensible. A nil task means that there is nothing to do.
func (r *Runs) claim(ctx context.Context, taskID string, seen looked) (task *held, again time.Duration, err error) {
	offered := false
	defer func() {
		if offered && task == nil { // it was for nothing: another may have more use for it
			r.waiters.pass(seen.platform)
		}
	}()
	slots, _ := r.options.Limits(seen.platform)
	for deadline := time.Now().Add(slotWait); ; {
		wait := delay{seen.platform, fullWait}
		if !seen.asks || !seen.full(slots) && !r.waiters.full(seen.platform, slots) {
			if task, wait, err = r.tryClaim(ctx, taskID); err != nil || wait.d == 0 {
				return task, 0, err
			}
		}
		if time.Now().Add(wait.d).After(deadline) {
			return nil, wait.d, nil
		}
		if offered, err = r.waiters.wait(ctx, wait.platform, wait.d, slots); err != nil {
			return nil, 0, err
		}
		if offered {
			seen.taken = 0 // nearly always it is there; the claim counts anyway
			continue
		}
		if seen, err = r.look(ctx, taskID); err != nil || seen.owner == "" {
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
	err = r.db.InTx(ctx, func(tx *store.Tx) error {
		tasks, later, err := r.claimTx(ctx, tx, []string{taskID})
		task, wait = nil, later
		for _, t := range tasks {
			task = t
		}
		return err
	})
	if errors.Is(err, errNotNow) {
		return nil, wait, nil
	}
	return task, delay{}, err
}

// claimAll claims sub-tasks by one transaction, all that there is to do of them or, when one has no slot now, none.
func (r *Runs) claimAll(ctx context.Context, taskIDs []string) (tasks []*held, all bool, err error) {
	err = r.db.InTx(ctx, func(tx *store.Tx) (err error) {
		tasks, _, err = r.claimTx(ctx, tx, taskIDs)
		return err
	})
	if errors.Is(err, errNotNow) {
		return nil, false, nil
	}
	return tasks, err == nil, err
}

// claimTx claims sub-tasks. With errNotNow, which rolls all back, comes how long to wait.
func (r *Runs) claimTx(ctx context.Context, tx *store.Tx, taskIDs []string) (claimed []*held, wait delay, err error) {
	found, gates, err := findTasksTx(ctx, tx, taskIDs)
	if err != nil || len(found) == 0 {
		return nil, delay{}, err
	}
	var ask []*held
	for _, t := range found {
		if t.inApp() && t.arrived == nil && !t.givenUp() { // a runtime asks it
			continue
		}
		if t.arrived != nil || t.givenUp() { // nothing is asked: no slot is needed
			claimed = append(claimed, t)
			err = r.resumeTx(ctx, tx, t)
		} else if why := r.unavailable(t.question.Platform, t.question.Mode, gates.closed, tx.Now); why != nil {
			err = r.skipRestTx(ctx, tx, t.runID, t.question.Platform, *why)
		} else {
			ask = append(ask, t)
		}
		if err != nil {
			return nil, delay{}, err
		}
	}
	if err := countRunsTx(ctx, tx, ask); err != nil {
		return nil, delay{}, err
	}
	for _, t := range ask {
		if wait, err := r.takeTx(ctx, tx, t, gates); err != nil {
			return nil, wait, err
		}
	}
	return append(claimed, ask...), delay{}, nil
}

// countRunsTx makes runs count of which something is asked.
func countRunsTx(ctx context.Context, tx *store.Tx, ask []*held) error {
	var runs []string
	for _, t := range ask {
		if !t.counts && !slices.Contains(runs, t.runID) {
			runs = append(runs, t.runID)
		}
	}
	slices.Sort(runs)
	for _, id := range runs {
		if _, err := tx.Exec(ctx, `UPDATE runs SET asked = 1 WHERE id = $1 AND asked = 0`, id); err != nil {
			return err
		}
	}
	return nil
}

// takeTx takes a slot and the sub-task.
func (r *Runs) takeTx(ctx context.Context, tx *store.Tx, t *held, gates gates) (wait delay, err error) {
	platform := t.question.Platform
	d, err := r.takeSlotTx(ctx, tx, platform, gates)
	if err != nil {
		return delay{}, err
	}
	if d > 0 {
		return delay{platform, d}, errNotNow
	}
	err = tx.QueryRow(ctx, `UPDATE tasks SET status = 'running', node = $2, token = token + 1, attempts = attempts + 1
		WHERE id = $1 AND status = 'queued' RETURNING token, attempts`, t.id, r.options.Node).Scan(&t.token, &t.attempts)
	if errors.Is(err, store.ErrNoRows) {
		err = errNotNow
	}
	return delay{}, err
}

// looked is a sub-task as a cheap first look sees it, which spares a transaction when there is no slot.
type looked struct {
	owner    string // the account that it is done for; "" when it is gone
	platform string
	asks     bool // its question is still to be put, by the platform's interface
	taken    int  // slots of the platform
}

func (l looked) full(slots int) bool { return slots > 0 && l.taken >= slots }

func (r *Runs) look(ctx context.Context, taskID string) (l looked, err error) {
	err = r.db.Read().QueryRow(ctx, `SELECT s.owner_id, t.platform, t.status = 'queued' AND t.surface = 'api' AND NOT EXISTS (SELECT 1 FROM arrivals WHERE task_id = t.id),
			(SELECT count(*) FROM tasks h WHERE h.node IS NOT NULL AND h.surface = 'api' AND h.platform = t.platform)
		FROM tasks t JOIN runs r ON r.id = t.run_id JOIN spaces s ON s.id = r.space_id WHERE t.id = $1`, taskID).Scan(&l.owner, &l.platform, &l.asks, &l.taken)
	if errors.Is(err, store.ErrNoRows) {
		return looked{}, nil
	}
	return l, err
}

// gates are the rows of the platforms of sub-tasks: which there are, and which of them are left alone or on trial.
type gates struct {
	known  map[string]bool
	closed map[string]circuit
}

// findTasksTx reads those of the sub-tasks that wait, of runs in progress, by platform: the order in which slots are taken.
func findTasksTx(ctx context.Context, tx *store.Tx, taskIDs []string) ([]*held, gates, error) {
	marks, args := store.Among(taskIDs, 0)
	gates := gates{map[string]bool{}, map[string]circuit{}}
	found, err := store.List(ctx, tx, func(row store.Row) (*held, error) {
		t := &held{}
		q := &t.question
		var came, gate, class *string
		var until *timestamp.Time
		err := row.Scan(&t.id, &t.runID, &t.brandID, &q.Subject, &t.counts, &q.Platform, &q.Text, &q.Mode, &q.Region, &q.Language, &t.promptID, &t.topicID, &t.stage, &t.types, &t.lost, &t.surface, &t.attempts, &came,
			&gate, &class, &until)
		if came != nil {
			t.arrived = &arrival{}
		}
		gates.known[q.Platform] = gate != nil
		if until != nil {
			gates.closed[q.Platform] = circuit{q.Platform, assistant.Class(*class), *until}
		}
		return t, err
	}, `SELECT t.id, t.run_id, r.brand_id, r.space_id, r.asked = 1, t.platform, t.prompt_text, r.mode, t.region, t.language,
			t.prompt_id, t.topic_id, t.stage, t.types, t.lost, t.surface, t.attempts, a.task_id, g.platform, g.open_class, g.open_until
		FROM tasks t JOIN runs r ON r.id = t.run_id LEFT JOIN arrivals a ON a.task_id = t.id LEFT JOIN platform_gates g ON g.platform = t.platform
		WHERE t.status = 'queued' AND r.status = 'running' AND t.id`+marks+` ORDER BY t.platform, t.id`, args...)
	if err != nil {
		return nil, gates, err
	}
	for _, t := range found {
		if t.arrived != nil {
			if t.arrived, err = arrivalTx(ctx, tx, t.id); err != nil {
				return nil, gates, err
			}
		}
	}
	return found, gates, nil
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
