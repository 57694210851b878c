package run

import (
	"context"
	"errors"
	"maps"
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

// delay says that there is no slot now: it is worth looking again after d. The zero value says that there is no need to.
type delay struct {
	platform string
	d        time.Duration
}

// errNotNow rolls a claim back: there is no slot, or a sub-task was claimed by another since it was found.
var errNotNow = errors.New("no slot now")

// claims is what became of the sub-tasks that were to be claimed: they are held, or have to wait, by their ids. Of others there is
// nothing to do.
type claims struct {
	held    []*held
	waits   map[string]delay
	skipped bool // platforms were left out of runs
}

// claimOne is what became of one sub-task.
type claimOne struct {
	task *held
	wait delay
}

// tryClaim takes a slot and the sub-task, both or neither.
func (r *Runs) tryClaim(ctx context.Context, taskID string) (*held, delay, error) {
	one, err := r.claiming.do(ctx, taskID)
	return one.task, one.wait, err
}

// claimEach claims those of the sub-tasks for which there are slots. One that is named twice is claimed once.
func (r *Runs) claimEach(ctx context.Context, taskIDs []string) ([]claimOne, error) {
	var c claims
	idle := false
	err := r.db.InTx(ctx, func(tx *store.Tx) (err error) {
		c, err = r.claimTx(ctx, tx, taskIDs)
		if idle = err == nil && len(c.held) == 0 && !c.skipped; idle {
			err = errNotNow
		}
		return err
	})
	switch {
	case errors.Is(err, errNotNow) && (idle || len(taskIDs) == 1):
		c.held = nil // somebody else may have claimed it since it was found
	case err != nil:
		return nil, err
	}
	each := make([]claimOne, len(taskIDs))
	for i, id := range taskIDs {
		each[i].wait = c.waits[id]
	}
	for _, t := range c.held {
		each[slices.Index(taskIDs, t.id)].task = t
	}
	return each, nil
}

// claimAll claims sub-tasks by one transaction, all that there is to do of them or, when one has no slot now, none.
func (r *Runs) claimAll(ctx context.Context, taskIDs []string) (tasks []*held, all bool, err error) {
	err = r.db.InTx(ctx, func(tx *store.Tx) error {
		c, err := r.claimTx(ctx, tx, taskIDs)
		if err == nil && len(c.waits) > 0 {
			err = errNotNow
		}
		tasks = c.held
		return err
	})
	if errors.Is(err, errNotNow) {
		return nil, false, nil
	}
	return tasks, err == nil, err
}

// claimTx claims sub-tasks. A run is locked only by its first claim, which makes it count: all platforms of a run claim at the same time.
func (r *Runs) claimTx(ctx context.Context, tx *store.Tx, taskIDs []string) (c claims, err error) {
	c.waits = map[string]delay{}
	found, rows, err := findTasksTx(ctx, tx, taskIDs)
	if err != nil || len(found) == 0 {
		return c, err
	}
	var ask []*held
	for _, t := range found {
		if t.inApp() && t.arrived == nil && !t.givenUp() { // a runtime asks it
			continue
		}
		if t.arrived != nil || t.givenUp() { // nothing is asked: no slot is needed
			c.held = append(c.held, t)
			err = r.resumeTx(ctx, tx, t)
		} else if why := r.unavailable(t.question.Platform, t.question.Mode, rows.closed, tx.Now); why != nil {
			c.skipped = true
			err = r.skipRestTx(ctx, tx, t.runID, t.question.Platform, *why)
		} else {
			ask = append(ask, t)
		}
		if err != nil {
			return c, err
		}
	}
	err = r.askedTx(ctx, tx, &c, ask, rows)
	return c, err
}

// askedTx claims sub-tasks whose questions are to be put, as far as there are slots.
func (r *Runs) askedTx(ctx context.Context, tx *store.Tx, c *claims, ask []*held, rows platformRows) error {
	counted, err := countRunsTx(ctx, tx, ask)
	if err != nil {
		return err
	}
	locked, err := r.lockPlatformsTx(ctx, tx, ask, rows)
	if err != nil {
		return err
	}
	var take []*held
	for rest := ask; len(rest) > 0; {
		platform, n := rest[0].question.Platform, 1
		for n < len(rest) && rest[n].question.Platform == platform {
			n++
		}
		_, trial := rows.closed[platform]
		got, wait, err := r.takeSlotsTx(ctx, tx, platform, n, locked[platform], trial)
		if err != nil {
			return err
		}
		take = append(take, rest[:got]...)
		for _, t := range rest[got:n] {
			c.waits[t.id] = delay{platform, wait}
		}
		rest = rest[n:]
	}
	if err := r.takeTx(ctx, tx, take); err != nil {
		return err
	}
	c.held = append(c.held, take...)
	for _, t := range take {
		delete(counted, t.runID)
	}
	for _, id := range slices.Sorted(maps.Keys(counted)) { // nothing of it is asked after all
		if _, err := tx.Exec(ctx, `UPDATE runs SET asked = 0 WHERE id = $1`, id); err != nil {
			return err
		}
	}
	return nil
}

// countRunsTx makes runs count of which something is asked, and tells which did not before.
func countRunsTx(ctx context.Context, tx *store.Tx, ask []*held) (counted map[string]bool, err error) {
	var runs []string
	for _, t := range ask {
		if !t.counts && !slices.Contains(runs, t.runID) {
			runs = append(runs, t.runID)
		}
	}
	slices.Sort(runs)
	counted = map[string]bool{}
	for _, id := range runs {
		n, err := tx.Exec(ctx, `UPDATE runs SET asked = 1 WHERE id = $1 AND asked = 0`, id)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			counted[id] = true
		}
	}
	return counted, nil
}

// takeTx takes the sub-tasks that have slots, all of them.
func (r *Runs) takeTx(ctx context.Context, tx *store.Tx, take []*held) error {
	if len(take) == 0 {
		return nil
	}
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
		err = errNotNow
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
	err = r.db.Read().QueryRow(ctx, `SELECT t.platform, t.status = 'queued' AND t.surface = 'api' AND NOT EXISTS (SELECT 1 FROM arrivals WHERE task_id = t.id),
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
		var came, known, class *string
		var until *timestamp.Time
		err := row.Scan(&t.id, &t.runID, &t.brandID, &q.Subject, &t.owner, &t.counts, &q.Platform, &q.Text, &q.Mode, &q.Region, &q.Language, &t.promptID, &t.topicID, &t.stage, &t.types, &t.lost, &t.surface, &t.attempts, &came,
			&known, &class, &until)
		if came != nil {
			t.arrived = &arrival{}
		}
		rows.known[q.Platform] = known != nil
		if until != nil {
			rows.closed[q.Platform] = circuit{q.Platform, assistant.Class(*class), *until}
		}
		return t, err
	}, `SELECT t.id, t.run_id, r.brand_id, r.space_id, s.owner_id, r.asked = 1, t.platform, t.prompt_text, r.mode, t.region, t.language,
			t.prompt_id, t.topic_id, t.stage, t.types, t.lost, t.surface, t.attempts, a.task_id, g.platform, g.open_class, g.open_until
		FROM tasks t JOIN runs r ON r.id = t.run_id JOIN spaces s ON s.id = r.space_id LEFT JOIN arrivals a ON a.task_id = t.id LEFT JOIN platform_gates g ON g.platform = t.platform
		WHERE t.status = 'queued' AND r.status = 'running' AND t.id`+marks+` ORDER BY t.platform, t.id`, args...)
	if err != nil {
		return nil, rows, err
	}
	for _, t := range found {
		if t.arrived != nil {
			if t.arrived, err = arrivalTx(ctx, tx, t.id); err != nil {
				return nil, rows, err
			}
		}
	}
	return found, rows, nil
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
