package event

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
)

// Record is an event to be told.
type Record struct {
	SpaceID string
	Type    Type
	Once    string // what makes it the same event: a second one with the same text in the space is dropped
	Subject string // deliveries about the same subject reach an endpoint in the order in which they were recorded
	Data    any
	// Hold keeps it from groups and mailboxes until ReleaseTx is called for the subject, at most holdFor: what belongs together is told
	// in one message.
	Hold bool
}

// holdFor is how long an event waits for what belongs to it.
const holdFor = 15 * time.Minute

// RecordTx writes an event and its deliveries in the transaction that makes it true.
func (e *Events) RecordTx(ctx context.Context, tx *store.Tx, r Record) (err error) {
	defer fault.Wrap(&err, "event.RecordTx")

	if e == nil {
		return nil
	}
	data, err := json.Marshal(r.Data)
	if err != nil {
		return err
	}
	if len(data) > payloadMost { // what is told is thin; what made it so large is not to fail because of it
		data, _ = json.Marshal(map[string]any{"subject": r.Subject, "truncated": true})
	}
	eventID := id.New("evt", tx.Now.Time)
	n, err := tx.Exec(ctx, `INSERT INTO events (id, space_id, type, once, subject, data, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
		eventID, r.SpaceID, string(r.Type), r.Once, r.Subject, string(data), tx.Now)
	if err != nil || n == 0 {
		return err
	}
	list, err := store.List(ctx, tx, scanEndpoint, selectEndpoint+` WHERE space_id = $1 AND enabled = TRUE ORDER BY id`, r.SpaceID)
	if err != nil {
		return err
	}
	for _, to := range list {
		if !slices.Contains(to.Types, string(r.Type)) {
			continue
		}
		at := tx.Now
		if r.Hold && to.Kind != Webhook {
			at = at.Add(holdFor)
		}
		if err := e.deliveryTx(ctx, tx, to, eventID, r.Subject, at); err != nil {
			return err
		}
	}
	return nil
}

// deliveryTx makes a delivery that is due at a time.
func (e *Events) deliveryTx(ctx context.Context, tx *store.Tx, to Endpoint, eventID, subject string, at timestamp.Time) error {
	n, err := tx.Exec(ctx, `INSERT INTO event_deliveries (id, event_id, endpoint_id, space_id, subject, status, next_at, created_at)
		VALUES ($1, $2, $3, $4, $5, 'pending', $6, $7) ON CONFLICT (endpoint_id, event_id) DO NOTHING`,
		id.New("dlv", tx.Now.Time), eventID, to.ID, to.spaceID, subject, at, tx.Now)
	if err != nil || n == 0 {
		return err
	}
	return e.wakeTx(ctx, tx, to.ID, at)
}

// ReleaseTx lets go of the events about a subject that were held.
func (e *Events) ReleaseTx(ctx context.Context, tx *store.Tx, spaceID, subject string) (err error) {
	defer fault.Wrap(&err, "event.ReleaseTx")

	if e == nil {
		return nil
	}
	ids, err := store.List(ctx, tx, store.One[string], `UPDATE event_deliveries SET next_at = $3
		WHERE space_id = $1 AND subject = $2 AND status = 'pending' AND attempts = 0 AND next_at > $3
		RETURNING endpoint_id`, spaceID, subject, tx.Now)
	if err != nil {
		return err
	}
	slices.Sort(ids)
	for _, endpointID := range slices.Compact(ids) {
		if err := e.wakeTx(ctx, tx, endpointID, tx.Now); err != nil {
			return err
		}
	}
	return nil
}

// Wanting lists the spaces, as their owners, in which an endpoint that is on has chosen a type; not those of a disabled account.
func (e *Events) Wanting(ctx context.Context, t Type) (_ []account.Caller, err error) {
	defer fault.Wrap(&err, "event.Wanting")

	if e == nil {
		return nil, nil
	}
	return store.List(ctx, e.db.Read(), func(row store.Row) (who account.Caller, err error) {
		err = row.Scan(&who.SpaceID, &who.UserID)
		return who, err
	}, `SELECT id, owner_id FROM spaces WHERE id IN (SELECT space_id FROM event_endpoints WHERE enabled = TRUE AND types LIKE $1
		AND NOT `+account.OwnerDisabled+`) ORDER BY id`,
		`%"`+string(t)+`"%`)
}

// Known tells whether an event was recorded in a space.
func (e *Events) Known(ctx context.Context, spaceID, once string) (_ bool, err error) {
	defer fault.Wrap(&err, "event.Known")

	n, err := store.One[int64](e.db.Read().QueryRow(ctx, `SELECT count(*) FROM events WHERE space_id = $1 AND once = $2`, spaceID, once))
	return n > 0, err
}
