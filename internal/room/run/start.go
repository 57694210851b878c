package run

import (
	"context"
	"slices"

	"renown/internal/floor/setting"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/reading"
	"renown/internal/tool/assistant"
)

// startTx starts queued runs in the order of their acceptance while there is room, and returns which. The setting
// detection is locked, so that running ones are counted by one process at a time.
//
// Locks are taken in one order everywhere: subscription, run, platform, sub-tasks, detection, queued runs.
func (r *Runs) startTx(ctx context.Context, tx *store.Tx) (started []string, err error) {
	s, err := setting.LockTx[detection](ctx, tx, detectionSetting)
	if err != nil || s.Suspended {
		return nil, err
	}
	if started, err = r.startInAppsTx(ctx, tx); err != nil {
		return nil, err
	}
	for {
		running, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM runs WHERE status = 'running' AND surface = 'api'`))
		if err != nil || running >= r.options.Capacity {
			return started, err
		}
		queued, err := store.List(ctx, tx, scanQueued,
			`SELECT id, mode, space_id, surface FROM runs WHERE status = 'queued' AND surface = 'api' ORDER BY created_at, id LIMIT $1`+tx.ForUpdate(),
			r.options.Capacity-running)
		if err != nil || len(queued) == 0 {
			return started, err
		}
		ended := false // those whose platforms were all skipped, which leaves their room to the next
		for _, q := range queued {
			over, err := r.beginTx(ctx, tx, q)
			if err != nil {
				return nil, err
			}
			ended, started = ended || over, append(started, q.id)
		}
		if !ended {
			return started, nil
		}
	}
}

type queuedRun struct {
	id               string
	mode             assistant.Mode
	spaceID, surface string
}

func scanQueued(row store.Row) (q queuedRun, err error) {
	err = row.Scan(&q.id, &q.mode, &q.spaceID, &q.surface)
	return q, err
}

// beginTx turns a queued run into a running one: platforms that cannot be asked are skipped as a whole, for the others the
// sub-tasks are handed to the workers. It tells whether that ended the run.
func (r *Runs) beginTx(ctx context.Context, tx *store.Tx, q queuedRun) (ended bool, err error) {
	if _, err := tx.Exec(ctx, `UPDATE runs SET status = 'running', started_at = $2 WHERE id = $1`, q.id, tx.Now); err != nil {
		return false, err
	}
	if err := r.rooms.Brands.RunMovedTx(ctx, tx, q.id, Running, nil); err != nil {
		return false, err
	}
	platforms, err := store.List(ctx, tx, store.One[string],
		`UPDATE run_platforms SET status = 'running' WHERE run_id = $1 AND done < total RETURNING platform`, q.id)
	if err != nil {
		return false, err
	}
	slices.Sort(platforms)
	r.options.Watch.runTx(tx, Running)
	closed, err := circuits(ctx, tx)
	if err != nil {
		return false, err
	}
	for _, platform := range platforms {
		why := r.unavailable(platform, q.mode, closed, tx.Now)
		if q.surface == reading.SurfaceApp {
			if why, err = r.unreachable(ctx, tx, q, platform); err != nil {
				return false, err
			}
		}
		if why == nil {
			continue
		}
		over, err := r.skipTx(ctx, tx, q.id, platform, *why)
		if err != nil {
			return false, err
		}
		ended = ended || over
	}
	return ended, r.enqueueTx(ctx, tx, q.id)
}

// enqueueTx hands a run's waiting sub-tasks over, but those that a runtime is to ask, prompt by prompt, so that all
// platforms begin at once.
func (r *Runs) enqueueTx(ctx context.Context, tx *store.Tx, runID string) error {
	tasks, err := store.List(ctx, tx, scanRef, `SELECT id, platform FROM tasks WHERE run_id = $1 AND status = 'queued'
		AND (surface = 'api' OR EXISTS (SELECT 1 FROM answers WHERE id = tasks.id)) ORDER BY prompt_id DESC, id`, runID)
	if err != nil || len(tasks) == 0 {
		return err
	}
	return r.askTx(ctx, tx, tasks)
}

func scanRef(row store.Row) (t TaskRef, err error) {
	err = row.Scan(&t.ID, &t.Platform)
	return t, err
}

// Reason is why a platform is left out of a run, to be said in the reader's language.
type Reason string

const (
	gone            Reason = "gone" // from the catalogue
	modeUnsupported Reason = "mode_unsupported"
	notConfigured   Reason = "not_configured"
	suspended       Reason = "suspended"
	balanceOut      Reason = "balance_out"
	notLoggedIn     Reason = "not_logged_in" // no runtime that is logged in has been heard of lately
	termsUnread     Reason = "terms_unread"  // the platform's terms are not recorded as read
	modelRetired    Reason = "model_retired" // with its name: model_retired:hy3
	circuitOpen     Reason = "circuit_open"  // with the class of the fault that opened it: circuit_open/auth
)

// RetiredCode is the code of a platform whose model is gone.
const RetiredCode = "retired"

// reason is a Reason with the code that the interface promises for it.
type reason struct {
	code string
	why  Reason
}

// unavailable tells why a platform cannot be asked now, or nil. closed are the circuits.
func (r *Runs) unavailable(platform string, mode assistant.Mode, closed map[string]circuit, now timestamp.Time) *reason {
	p := r.rooms.Assistants.Catalogue().Find(platform)
	if p == nil {
		return takenOut
	}
	if !p.Supports(mode) {
		return &reason{"not_implemented", modeUnsupported}
	}
	switch r.rooms.Assistants.State(platform) {
	case assistant.NotConfigured:
		return &reason{"not_configured", notConfigured}
	case assistant.Suspended:
		return &reason{"suspended", suspended}
	}
	if c, ok := closed[platform]; ok && c.closes(p.ModelOf(mode), now) {
		return because(c.class, c.model)
	}
	return nil
}

// because is the reason of a circuit that a fault of this class opened, when a model was asked.
func because(class assistant.Class, model string) *reason {
	switch class {
	case assistant.Balance:
		return &reason{"balance", balanceOut}
	case assistant.Retired:
		return &reason{RetiredCode, modelRetired + ":" + Reason(model)}
	}
	return &reason{"unavailable", circuitOpen + "/" + Reason(class)}
}
