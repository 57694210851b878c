package run

import (
	"context"
	"errors"
	"slices"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/reading"
	"renown/internal/room/run/runtime"
	"renown/internal/tool/assistant"
)

const (
	// Lease is how long a runtime holds a question without saying that it is still at it.
	Lease = 2 * time.Minute
	// appAsks is how often a question is asked in an app before its sub-task is given up.
	appAsks = 3
)

func (t *held) inApp() bool { return t.surface == reading.SurfaceApp }

// givenUp tells whether a sub-task was lost with who held it too often to be asked once more.
func (t *held) givenUp() bool { return t.lost >= lostMax || t.inApp() && t.attempts >= appAsks }

// What doors say to this room in the words of assistants.
type (
	Shown       = assistant.Shown
	ShownSource = assistant.ShownSource
	Class       = assistant.Class
)

// Now is the time by which leases are counted.
func (r *Runs) Now() timestamp.Time { return r.db.Now() }

// Handed is a question in a runtime's hands. Claim tells a late one that it is late.
type Handed struct {
	TaskID   string         `json:"task_id"`
	Claim    int64          `json:"claim"`
	Platform string         `json:"platform"`
	Question string         `json:"question"`
	Region   string         `json:"region"`
	Language string         `json:"language"`
	Until    timestamp.Time `json:"lease_until"`
}

// Hand gives a runtime the next question of these platforms that is its own to ask, oldest run first and pairs last,
// at most one a platform at a
// time. Nil means that there is none now; wait is then how long its pace forbids one, 0 where nothing waits.
func (r *Runs) Hand(ctx context.Context, to runtime.Runtime, platforms []string) (handed *Handed, wait time.Duration, err error) {
	defer fault.Wrap(&err, "run.Hand")

	for _, platform := range platforms {
		if !slices.Contains(to.Platforms, platform) {
			continue
		}
		var pause time.Duration
		err := r.db.InTx(ctx, func(tx *store.Tx) error {
			handed, pause, err = r.handTx(ctx, tx, to, platform)
			return err
		})
		if errors.Is(err, errTaken) { // another was faster
			continue
		}
		if err != nil || handed != nil {
			return handed, 0, err
		}
		if pause > 0 && (wait == 0 || pause < wait) {
			wait = pause
		}
	}
	return nil, wait, nil
}

func (r *Runs) handTx(ctx context.Context, tx *store.Tx, to runtime.Runtime, platform string) (*Handed, time.Duration, error) {
	h, runID, err := nextInApp(ctx, tx, to, platform)
	if err != nil || h == nil {
		return nil, 0, err
	}
	if wait, err := r.rooms.Runtimes.TurnTx(ctx, tx, to, platform); err != nil || wait > 0 {
		return nil, wait, err
	}
	// A statement of its own, behind the row that the pace locks: one question at a time.
	busy, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM tasks WHERE node = $1 AND platform = $2`, to.ID, platform))
	if err != nil {
		return nil, 0, err
	}
	if busy > 0 {
		return nil, 0, errTaken
	}
	if _, err := tx.Exec(ctx, `UPDATE runs SET asked = 1 WHERE id = $1 AND asked = 0`, runID); err != nil {
		return nil, 0, err
	}
	h.Until = tx.Now.Add(Lease)
	// By the token that was seen: another may have taken it meanwhile, and have handed its answer in.
	h.Claim, err = store.One[int64](tx.QueryRow(ctx, `UPDATE tasks SET status = 'running', node = $2, runtime = $2, token = token + 1, attempts = attempts + 1, lease_until = $3
		WHERE id = $1 AND status = 'queued' AND token = $4 RETURNING token`, h.TaskID, to.ID, h.Until, h.Claim))
	if errors.Is(err, store.ErrNoRows) {
		return nil, 0, errTaken
	}
	return h, 0, err
}

// nextInApp finds the next question of a platform for a runtime; nil is none.
func nextInApp(ctx context.Context, q store.Querier, to runtime.Runtime, platform string) (h *Handed, runID string, err error) {
	h = &Handed{Platform: platform}
	err = q.QueryRow(ctx, `SELECT t.id, t.run_id, t.token, t.prompt_text, t.region, t.language FROM tasks t JOIN runs r ON r.id = t.run_id
		WHERE t.surface = 'app' AND t.status = 'queued' AND t.platform = $1 AND r.status = 'running' AND ($2 = '' OR r.space_id = $2) AND t.attempts < $3
			AND NOT EXISTS (SELECT 1 FROM answers WHERE id = t.id)
		ORDER BY r.pair_of IS NOT NULL, r.created_at, t.prompt_id DESC, t.id LIMIT 1`, platform, to.SpaceID, appAsks).Scan(&h.TaskID, &runID, &h.Claim, &h.Question, &h.Region, &h.Language)
	if errors.Is(err, store.ErrNoRows) {
		return nil, "", nil
	}
	return h, runID, err
}

// WaitsInApp is a cheap look: whether a question waits for a runtime on one of these platforms.
func (r *Runs) WaitsInApp(ctx context.Context, to runtime.Runtime, platforms []string) (_ bool, err error) {
	defer fault.Wrap(&err, "run.WaitsInApp")

	for _, platform := range platforms {
		if h, _, err := nextInApp(ctx, r.db.Read(), to, platform); err != nil || h != nil {
			return h != nil, err
		}
	}
	return false, nil
}

// Renew keeps a question in a runtime's hands for another lease. A question that is no longer its own is Late.
func (r *Runs) Renew(ctx context.Context, of runtime.Runtime, taskID string, claim int64) (until timestamp.Time, err error) {
	defer fault.Wrap(&err, "run.Renew")

	err = r.db.InTx(ctx, func(tx *store.Tx) error {
		if err := r.rooms.Runtimes.InForceTx(ctx, tx, of); err != nil {
			return err
		}
		until = tx.Now.Add(Lease)
		n, err := tx.Exec(ctx,
			`UPDATE tasks SET lease_until = $4 WHERE id = $1 AND node = $2 AND token = $3 AND status = 'running'`,
			taskID, of.ID, claim, until)
		if err == nil && n == 0 {
			err = late(taskID)
		}
		return err
	})
	return until, err
}

// late refuses a runtime whose claim on a sub-task has ended.
func late(taskID string) error {
	return fault.New(fault.NoSuchThing).Why("runtime_late").With("resource", "task").With("id", taskID)
}

// mineTx locks a sub-task's run and reads the sub-task that a runtime was handed by this claim. Stored tells that its answer has come
// already. It is Late for a sub-task that was handed to another since, and for one that was cancelled or skipped; Unauthenticated
// once the token has ended.
func (r *Runs) mineTx(ctx context.Context, tx *store.Tx, of runtime.Runtime, taskID string, claim int64) (t *held, stored bool, err error) {
	if err := r.rooms.Runtimes.InForceTx(ctx, tx, of); err != nil {
		return nil, false, err
	}
	t = &held{id: taskID, surface: reading.SurfaceApp, token: claim}
	err = tx.QueryRow(ctx, `SELECT run_id, platform FROM tasks WHERE id = $1 AND runtime = $2 AND token = $3`, taskID,
		of.ID, claim).Scan(&t.runID, &t.question.Platform)
	if errors.Is(err, store.ErrNoRows) {
		return nil, false, late(taskID)
	}
	if err != nil {
		return nil, false, err
	}
	if err := lockRunsTx(ctx, tx, t.runID); err != nil {
		return nil, false, err
	}
	var status string
	err = tx.QueryRow(ctx, `SELECT status, attempts, EXISTS (SELECT 1 FROM answers WHERE id = tasks.id) FROM tasks
		WHERE id = $1 AND runtime = $2 AND token = $3`, taskID, of.ID, claim).Scan(&status, &t.attempts, &stored)
	switch {
	case errors.Is(err, store.ErrNoRows), err == nil && (status == Cancelled || status == Skipped || status == Failed):
		return nil, false, late(taskID)
	case err != nil:
		return nil, false, err
	}
	return t, stored, nil
}

// HandIn stores what a runtime brings, once, and has it read. The answer to a lease that has run out is taken as long
// as no other runtime was handed the question. Faults: Late.
func (r *Runs) HandIn(ctx context.Context, of runtime.Runtime, taskID string, claim int64, shown assistant.Shown) (err error) {
	defer fault.Wrap(&err, "run.HandIn")

	answer, err := assistant.FromPage("", shown)
	if err != nil {
		return r.HandBack(ctx, of, taskID, claim, assistant.ClassOf(err))
	}
	kept := keep(answer)
	kept.Screen = screenOf(shown)
	return r.db.InTx(ctx, func(tx *store.Tx) error {
		t, stored, err := r.mineTx(ctx, tx, of, taskID, claim)
		if err != nil || stored {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE tasks SET status = 'queued', node = NULL, lease_until = NULL WHERE id = $1`, taskID); err != nil {
			return err
		}
		full, _, err := findTasksTx(ctx, tx, []string{taskID})
		if err != nil || len(full) == 0 {
			return err
		}
		if err := r.rooms.Findings.KeepTx(ctx, tx, 0, full[0].kept(kept)); err != nil {
			return err
		}
		return r.askTx(ctx, tx, []TaskRef{{taskID, t.question.Platform}})
	})
}

// Why a runtime gives a question back without an answer, beside the classes of faults: a person has to look, and nothing was asked.
const (
	NeedsLogin     assistant.Class = "login"
	NeedsChallenge assistant.Class = "challenge"
	UnknownPage    assistant.Class = "unknown_page"
	SiteRefused    assistant.Class = "site_refused" // it wants no more questions
)

// GivenBack lists why a question may be given back.
var GivenBack = []assistant.Class{
	NeedsLogin, NeedsChallenge, UnknownPage, SiteRefused, assistant.Timeout,
	assistant.Empty, assistant.Malformed, assistant.Network,
}

// HandBack takes a question back. Where a person has to look it waits, and the attempt does not count; otherwise it is asked again
// later, or has failed after a few times. Faults: Malformed, Late.
func (r *Runs) HandBack(ctx context.Context, of runtime.Runtime, taskID string, claim int64, class assistant.Class) (err error) {
	defer fault.Wrap(&err, "run.HandBack")

	if !slices.Contains(GivenBack, class) {
		return fault.New(fault.Malformed).Why("runtime_answer").With("reasons", GivenBack)
	}
	return r.db.InTx(ctx, func(tx *store.Tx) error {
		t, stored, err := r.mineTx(ctx, tx, of, taskID, claim)
		if err != nil || stored {
			return err
		}
		unmade := 0
		if class == NeedsLogin || class == NeedsChallenge || class == UnknownPage || class == SiteRefused {
			unmade = 1
		}
		n, err := tx.Exec(ctx, `UPDATE tasks SET status = 'queued', node = NULL, lease_until = NULL, runtime = NULL, attempts = attempts - $2
			WHERE id = $1 AND status = 'running'`, taskID, unmade)
		if err != nil || n == 0 || unmade == 1 || t.attempts < appAsks {
			return err
		}
		return r.failInAppTx(ctx, tx, t, class)
	})
}

// failInAppTx ends a sub-task that has been asked in an app often enough.
func (r *Runs) failInAppTx(ctx context.Context, tx *store.Tx, t *held, class assistant.Class) error {
	full, _, err := findTasksTx(ctx, tx, []string{t.id})
	if err != nil || len(full) == 0 {
		return err
	}
	why := Reason(class)
	_, err = tx.Exec(ctx,
		`UPDATE tasks SET status = 'failed', error = $2, error_class = $3, ended_at = $4 WHERE id = $1`, t.id, why,
		string(class), tx.Now)
	if err != nil {
		return err
	}
	over, err := r.settlePartTx(ctx, tx, full, outcome{status: Failed, class: class, reason: &why})
	if err == nil && over {
		_, err = r.startTx(ctx, tx)
	}
	return err
}
