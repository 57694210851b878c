package run

import (
	"context"
	"time"

	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/tool/assistant"
)

// awayMax is how long a run in apps waits for a runtime that is away or for a person to log in, before the platform is left out of the
// rest of it. Computers sleep at night.
const awayMax = 12 * time.Hour

// startInAppsTx starts the queued runs in apps. They take none of the capacity: runtimes have a pace of their own.
func (r *Runs) startInAppsTx(ctx context.Context, tx *store.Tx) (started []string, err error) {
	queued, err := store.List(ctx, tx, scanQueued,
		`SELECT id, mode, space_id, surface FROM runs WHERE status = 'queued' AND surface = 'app' ORDER BY created_at, id LIMIT 100`+tx.ForUpdate())
	for _, q := range queued {
		if _, err := r.beginTx(ctx, tx, q); err != nil {
			return nil, err
		}
		started = append(started, q.id)
	}
	return started, err
}

// unreachable tells why a platform's app cannot be asked for a run that begins, or nil.
func (r *Runs) unreachable(ctx context.Context, tx *store.Tx, q queuedRun, platform string) (*reason, error) {
	switch {
	case r.rooms.Assistants.Catalogue().Find(platform) == nil:
		return takenOut, nil
	case q.mode != assistant.ModeSearch:
		return &reason{"not_implemented", modeUnsupported}, nil
	}
	s, err := r.rooms.Runtimes.StandingIn(ctx, tx, tx.Now, q.spaceID, platform)
	switch {
	case err != nil:
		return nil, err
	case !s.TermsRead:
		return &reason{"not_configured", termsUnread}, nil
	case !s.Live:
		return &reason{"not_logged_in", notLoggedIn}, nil
	}
	return nil, nil
}

// appShare is an unfinished share of a run in apps.
type appShare struct {
	runPlatform
	spaceID string
	started timestamp.Time
	pair    bool // it asks a part of another run, for that day only
}

func appShares(ctx context.Context, q store.Querier) ([]appShare, error) {
	return store.List(ctx, q, func(row store.Row) (s appShare, err error) {
		err = row.Scan(&s.runID, &s.platform, &s.spaceID, &s.started, &s.pair)
		return s, err
	}, `SELECT p.run_id, p.platform, r.space_id, r.started_at, r.pair_of IS NOT NULL FROM runs r JOIN run_platforms p ON p.run_id = r.id
		WHERE r.status = 'running' AND r.surface = 'app' AND p.done < p.total ORDER BY p.run_id, p.position`)
}

// away tells why the app of a run in progress is asked no more, or nil: its terms were taken back, or no runtime has
// been logged in for too long.
func (r *Runs) away(ctx context.Context, q store.Querier, s appShare, now timestamp.Time) (*reason, error) {
	standing, err := r.rooms.Runtimes.StandingIn(ctx, q, now, s.spaceID, s.platform)
	if err != nil {
		return nil, err
	}
	since := s.started
	if standing.LastReady != nil && standing.LastReady.After(since.Time) {
		since = *standing.LastReady
	}
	switch {
	case !standing.TermsRead:
		return &reason{"not_configured", termsUnread}, nil
	case !standing.Live && now.Sub(since.Time) > awayMax:
		return &reason{"not_logged_in", notLoggedIn}, nil
	}
	return nil, nil
}

// toSweepInApps is a cheap look: whether a lease has run out, or an app is away.
func (r *Runs) toSweepInApps(ctx context.Context, q store.Querier) (bool, error) {
	lapsed, err := store.One[int](q.QueryRow(ctx,
		`SELECT count(*) FROM tasks WHERE lease_until IS NOT NULL AND lease_until < $1`, r.db.Now()))
	if err != nil || lapsed > 0 {
		return lapsed > 0, err
	}
	shares, err := appShares(ctx, q)
	for _, s := range shares {
		if why, err := r.away(ctx, q, s, r.db.Now()); err != nil || why != nil || s.dayOver(r.db.Now()) {
			return err == nil, err
		}
	}
	return false, err
}

// takeLapsedTx takes back what runtimes held beyond their leases. What was asked often enough is enqueued, and given up by a worker.
func (r *Runs) takeLapsedTx(ctx context.Context, tx *store.Tx) error {
	tasks, err := freeTx(ctx, tx, `lease_until IS NOT NULL AND lease_until < $1`, tx.Now)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx,
		`UPDATE tasks SET lease_until = NULL WHERE lease_until IS NOT NULL AND lease_until < $1`, tx.Now); err != nil {
		return err
	}
	var over []TaskRef
	for _, t := range tasks {
		n, err := store.One[int](tx.QueryRow(ctx,
			`SELECT count(*) FROM tasks WHERE id = $1 AND status = 'queued' AND attempts >= $2`, t.ID, appAsks))
		if err != nil {
			return err
		}
		if n > 0 {
			over = append(over, t)
		}
	}
	return r.enqueueOnceTx(ctx, tx, over)
}

// leaveAwayTx leaves apps without a logged-in runtime for long out of the rest of their runs. What a runtime holds is
// waited for. Pairs whose day is over end.
func (r *Runs) leaveAwayTx(ctx context.Context, tx *store.Tx) error {
	shares, err := appShares(ctx, tx)
	if err != nil {
		return err
	}
	over := "" // the shares of a run follow each other
	for _, s := range shares {
		if s.runID == over {
			continue
		}
		if s.dayOver(tx.Now) {
			over = s.runID
			if err := lockRunsTx(ctx, tx, s.runID); err != nil {
				return err
			}
			if err := r.cancelTx(ctx, tx, s.runID, Running); err != nil {
				return err
			}
			continue
		}
		why, err := r.away(ctx, tx, s, tx.Now)
		if err != nil {
			return err
		}
		if why == nil {
			continue
		}
		if err := lockRunsTx(ctx, tx, s.runID); err != nil {
			return err
		}
		if _, err := r.skipTx(ctx, tx, s.runID, s.platform, *why); err != nil {
			return err
		}
	}
	return nil
}
