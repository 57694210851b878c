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
func (r *Runs) claim(ctx context.Context, ref TaskRef) (task *held, again time.Duration, err error) {
	offered := false
	defer func() {
		if offered && task == nil { // it was for nothing: another may have more use for it
			r.waiters.pass(ref.Platform)
		}
	}()
	slots, _ := r.options.Limits(ref.Platform)
	seen := looked{platform: ref.Platform, asks: true}
	if r.waiters.full(ref.Platform, slots) { // what needs no slot does not wait for one
		if seen, err = r.look(ctx, ref.ID); err != nil || seen.platform == "" {
			return nil, 0, err
		}
	}
	for deadline := time.Now().Add(slotWait); ; {
		wait := delay{ref.Platform, fullWait}
		if !seen.asks || !seen.full(slots) && !r.waiters.full(ref.Platform, slots) {
			if task, wait, err = r.tryClaim(ctx, ref.ID); err != nil || wait.d == 0 {
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
		if seen, err = r.look(ctx, ref.ID); err != nil || seen.platform == "" {
			return nil, 0, err
		}
	}
}

// delay is the error of a claim that is rolled back: there is no slot, and it is worth looking again after d.
type delay struct {
	platform string
	d        time.Duration
}

func (delay) Error() string { return "no slot now" }

// errTaken rolls a claim back of a sub-task that was claimed by another since it was found.
var errTaken = delay{}

// tryClaim takes a slot and the sub-task, both or neither. Without a task and without a delay there is nothing to do.
func (r *Runs) tryClaim(ctx context.Context, taskID string) (*held, delay, error) {
	tasks, err := r.claimAll(ctx, []string{taskID})
	if wait, late := errors.AsType[delay](err); late {
		return nil, wait, nil
	}
	if err != nil || len(tasks) == 0 {
		return nil, delay{}, err
	}
	return tasks[0], delay{}, nil
}

// claimAll claims by one transaction all that there is to do of sub-tasks. When one of them has to wait it fails with a delay.
func (r *Runs) claimAll(ctx context.Context, taskIDs []string) (tasks []*held, err error) {
	err = r.db.InTx(ctx, func(tx *store.Tx) (err error) {
		tasks, err = r.claimTx(ctx, tx, taskIDs)
		return err
	})
	return tasks, err
}

// claimTx claims sub-tasks. A run is locked only by its first claim, which makes it count: all platforms of a run claim at the same time.
func (r *Runs) claimTx(ctx context.Context, tx *store.Tx, taskIDs []string) (claimed []*held, err error) {
	found, rows, err := findTasksTx(ctx, tx, taskIDs)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	var ask []*held
	for _, t := range found {
		if t.unread != nil {
			if t.unread.Answered, t.unread.tries, err = r.rooms.Findings.UnreadTx(ctx, tx, t.finding(), t.question.Text); err != nil {
				return nil, err
			}
		}
		if t.inApp() && t.unread == nil && !t.givenUp() { // a runtime asks it
			continue
		}
		if t.unread != nil || t.givenUp() { // nothing is asked: no slot is needed
			claimed = append(claimed, t)
			err = r.resumeTx(ctx, tx, t)
		} else if why := r.unavailable(t.question.Platform, t.question.Mode, rows.closed, tx.Now); why != nil {
			err = r.skipRestTx(ctx, tx, t.runID, t.question.Platform, *why)
		} else {
			ask = append(ask, t)
		}
		if err != nil {
			return nil, err
		}
	}
	if len(ask) == 0 {
		return claimed, nil
	}
	return append(claimed, ask...), r.askedTx(ctx, tx, ask, rows)
}

// askedTx claims sub-tasks whose questions are to be put.
func (r *Runs) askedTx(ctx context.Context, tx *store.Tx, ask []*held, rows platformRows) error {
	if err := countRunsTx(ctx, tx, ask); err != nil {
		return err
	}
	locked, err := r.lockPlatformsTx(ctx, tx, ask, rows)
	if err != nil {
		return err
	}
	for rest := ask; len(rest) > 0; {
		platform, n := rest[0].question.Platform, 1
		for n < len(rest) && rest[n].question.Platform == platform {
			n++
		}
		if _, trial := rows.closed[platform]; locked[platform] != nil {
			if err := r.takeSlotsTx(ctx, tx, *locked[platform], n, trial); err != nil {
				return err
			}
		}
		rest = rest[n:]
	}
	return r.takeTx(ctx, tx, ask)
}

// countRunsTx makes runs count of which something is asked.
func countRunsTx(ctx context.Context, tx *store.Tx, ask []*held) error {
	var runs []string
	for _, t := range ask {
		if !t.counts {
			runs = append(runs, t.runID)
		}
	}
	slices.Sort(runs)
	for _, id := range slices.Compact(runs) {
		if _, err := tx.Exec(ctx, `UPDATE runs SET asked = 1 WHERE id = $1 AND asked = 0`, id); err != nil {
			return err
		}
	}
	return nil
}

// takeTx takes the sub-tasks that have slots, all of them.
func (r *Runs) takeTx(ctx context.Context, tx *store.Tx, take []*held) error {
	ids := idsOf(take)
	marks, args := store.Among(ids, 1)
	n := 0
	err := store.Each(ctx, tx, func(row store.Row) error {
		var id string
		var token int64
		var attempts int
		err := row.Scan(&id, &token, &attempts)
		if i := slices.Index(ids, id); err == nil && i >= 0 {
			n++
			take[i].token, take[i].attempts = token, attempts
		}
		return err
	}, `UPDATE tasks SET status = 'running', node = $1, token = token + 1, attempts = attempts + 1
		WHERE status = 'queued' AND id`+marks+` RETURNING id, token, attempts`, append([]any{r.options.Node}, args...)...)
	if err == nil && n < len(take) {
		err = errTaken
	}
	return err
}

// looked is a sub-task as a cheap first look sees it, which spares a transaction when there is no slot.
type looked struct {
	platform string // "" when it is gone
	asks     bool   // its question is still to be put, by the platform's interface
	taken    int    // slots of the platform
}

func (l looked) full(slots int) bool { return slots > 0 && l.taken >= slots }

func (r *Runs) look(ctx context.Context, taskID string) (l looked, err error) {
	err = r.db.Read().QueryRow(ctx, `SELECT t.platform, t.status = 'queued' AND t.surface = 'api' AND NOT EXISTS (SELECT 1 FROM answers WHERE id = t.id),
			(SELECT count(*) FROM tasks h WHERE `+holdsSlot+` AND h.platform = t.platform)
		FROM tasks t WHERE t.id = $1`, taskID).Scan(&l.platform, &l.asks, &l.taken)
	if errors.Is(err, store.ErrNoRows) {
		return looked{}, nil
	}
	return l, err
}

// platformRows are the rows of the platforms of sub-tasks: which there are, and which of them are left alone or on trial.
type platformRows struct {
	known  map[string]bool
	closed map[string]circuit
}

// findTasksTx reads those of the sub-tasks that wait, of runs in progress, by platform: the order in which slots are taken.
func findTasksTx(ctx context.Context, tx *store.Tx, taskIDs []string) ([]*held, platformRows, error) {
	marks, args := store.Among(taskIDs, 0)
	rows := platformRows{map[string]bool{}, map[string]circuit{}}
	found, err := store.List(ctx, tx, func(row store.Row) (*held, error) {
		t := &held{}
		q := &t.question
		var came bool
		var known, class, model *string
		var until *timestamp.Time
		err := row.Scan(&t.id, &t.runID, &t.brandID, &q.Subject, &t.owner, &t.counts, &q.Platform, &q.Text, &q.Mode,
			&q.Region, &q.Language, &t.promptID, &t.topicID, &t.stage, &t.types, &t.lost, &t.surface, &t.attempts,
			&came,
			&known, &class, &until, &model)
		if came {
			t.unread = &unread{}
		}
		rows.known[q.Platform] = known != nil
		if until != nil {
			rows.closed[q.Platform] = circuit{q.Platform, assistant.Class(*class), deref(model), *until}
		}
		return t, err
	}, `SELECT t.id, t.run_id, r.brand_id, r.space_id, s.owner_id, r.asked = 1, t.platform, t.prompt_text, r.mode, t.region, t.language,
			t.prompt_id, t.topic_id, t.stage, t.types, t.lost, t.surface, t.attempts, a.id IS NOT NULL, g.platform, g.open_class, g.open_until, g.open_model
		FROM tasks t JOIN runs r ON r.id = t.run_id JOIN spaces s ON s.id = r.space_id LEFT JOIN answers a ON a.id = t.id
			LEFT JOIN platform_gates g ON g.platform = t.platform
		WHERE t.status = 'queued' AND r.status = 'running' AND t.id`+marks+` ORDER BY t.platform, t.id`, args...)
	return found, rows, err
}

// skipRestTx leaves a platform out of the rest of a run that is in progress, which may end it.
func (r *Runs) skipRestTx(ctx context.Context, tx *store.Tx, runID, platform string, why reason) error {
	if err := lockRunsTx(ctx, tx, runID); err != nil {
		return err
	}
	ended, err := r.skipTx(ctx, tx, runID, platform, why)
	if err == nil && ended {
		_, err = r.startTx(ctx, tx)
	}
	return err
}
