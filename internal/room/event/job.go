package event

import (
	"context"
	"strconv"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
)

type deliverArgs struct {
	EndpointID string `json:"endpoint_id"`
}

type nothing struct{}

var (
	// deliverJob sends what is due at one endpoint. How often something is tried is decided by its delivery, not by the job.
	deliverJob = queue.Declare[deliverArgs](queue.Kind{Name: "event", Workers: workers, Timeout: (turnsMost + 1) * lease, MaxAttempts: 10})
	// sweepJob makes jobs anew for endpoints whose jobs ended before their time.
	sweepJob = queue.Declare[nothing](queue.Kind{
		Name: "event_sweep", Timeout: time.Minute, MaxAttempts: 3,
		Every: time.Minute, AtStart: true,
	})
	// purgeJob forgets what is older than it is kept.
	purgeJob = queue.Declare[nothing](queue.Kind{
		Name: "event_purge", Timeout: 30 * time.Minute, MaxAttempts: 3,
		Every: 6 * time.Hour, AtStart: true,
	})
)

// Jobs is the background work of this room.
func (e *Events) Jobs() []queue.Kind {
	return []queue.Kind{
		deliverJob.By(func(ctx context.Context, args deliverArgs) error { return e.Deliver(ctx, args.EndpointID) }),
		sweepJob.By(func(ctx context.Context, _ nothing) error { return e.Sweep(ctx) }),
		purgeJob.By(func(ctx context.Context, _ nothing) error { return e.Purge(ctx) }),
	}
}

// wakeTx asks for Deliver at a time. For a later time one job suffices: those for the same second are one. For now each has its own,
// because one that runs already may have looked before.
func (e *Events) wakeTx(ctx context.Context, tx *store.Tx, endpointID string, at timestamp.Time) error {
	j := deliverJob.Job(deliverArgs{endpointID})
	if at.Sub(tx.Now.Time) > time.Second {
		j.RunAt = at.Time
		j.UniqueKey = endpointID + "/" + strconv.FormatInt(at.Unix(), 10)
	}
	return e.options.Queue.EnqueueTx(ctx, tx, j)
}

// sweepMost bounds one sweep; what is left over is found by the next.
const sweepMost = 500

// overdue is how long something is due before it counts as left behind.
const overdue = 30 * time.Second

// Sweep makes jobs for endpoints at which something is overdue while no job serves them. It finds again what is held back by quiet hours
// or a vendor's limit; the job then goes at once.
func (e *Events) Sweep(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "event.Sweep")

	return e.db.InTx(ctx, func(tx *store.Tx) error {
		ids, err := store.List(ctx, tx, store.One[string], `SELECT id FROM event_endpoints WHERE enabled = TRUE
			AND busy_until <= $1 AND ready_at <= $1 AND NOT `+account.OwnerDisabled+` AND id IN (
			SELECT endpoint_id FROM event_deliveries WHERE status = 'pending' AND next_at <= $2) ORDER BY id
			LIMIT $3`, tx.Now, tx.Now.Add(-overdue), sweepMost)
		if err != nil {
			return err
		}
		for _, endpointID := range ids {
			j := deliverJob.Job(deliverArgs{endpointID})
			j.UniqueKey = endpointID + "/sweep"
			if err := e.options.Queue.EnqueueTx(ctx, tx, j); err != nil {
				return err
			}
		}
		return nil
	})
}

// Alone gives back all endpoints, for a process that is known to be the only one that works: what held them is gone.
func (e *Events) Alone(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "event.Alone")

	return e.db.InTx(ctx, func(tx *store.Tx) error {
		ids, err := store.List(ctx, tx, store.One[string], `UPDATE event_endpoints SET busy_until = 0 WHERE busy_until > 0 RETURNING id`)
		for _, endpointID := range ids {
			if err := e.wakeTx(ctx, tx, endpointID, tx.Now); err != nil {
				return err
			}
		}
		return err
	})
}

// purgeBatch is rows a transaction. It stands in the statement: of a parameter PostgreSQL expects a tenth of all, and reads the whole table.
const purgeBatch = 250

// Purge forgets events that are older than they are kept, with their deliveries, and what an endpoint has too many of.
func (e *Events) Purge(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "event.Purge")

	old := e.db.Now().Add(-keepFor)
	if err := e.purge(ctx, `DELETE FROM events WHERE id IN (SELECT id FROM events WHERE created_at < $1 ORDER BY created_at
		LIMIT `+strconv.Itoa(purgeBatch)+`)`, old); err != nil {
		return err
	}
	full, err := store.List(ctx, e.db.Read(), store.One[string], `SELECT endpoint_id FROM event_deliveries
		WHERE status <> 'pending' GROUP BY endpoint_id HAVING count(*) > $1`, keptMost)
	if err != nil {
		return err
	}
	for _, endpointID := range full {
		err := e.purge(ctx, `DELETE FROM event_deliveries
			WHERE id IN (SELECT id FROM event_deliveries WHERE endpoint_id = $1 AND status <> 'pending'
			ORDER BY id DESC LIMIT $2 OFFSET $3)`, endpointID, purgeBatch, keptMost)
		if err != nil {
			return err
		}
	}
	return nil
}

func (e *Events) purge(ctx context.Context, statement string, args ...any) error {
	_, err := e.db.InBatches(ctx, purgeBatch, func(tx *store.Tx) (int64, error) { return tx.Exec(ctx, statement, args...) })
	return err
}
