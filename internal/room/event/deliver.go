package event

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
)

const (
	// lease is how long an endpoint belongs to the job that sends to it: a call, and keeping what came of it.
	lease = callTime + 45*time.Second
	// turnsMost bounds how long one job serves one endpoint, so that others get their turn.
	turnsMost = 20
	// workers is how many endpoints a process sends to at the same time.
	workers = 32
	// atOnce is how many of them are one owner's: an owner whose receivers are slow does not hold up others.
	atOnce = 8
	// crowdWait is how long after it found no place left an endpoint is looked at again. A place that is given back
	// has it looked at sooner.
	crowdWait = 5 * time.Second
)

// sending is what is sent to an endpoint at once: one event to a webhook, what is due together to a group or a mailbox.
type sending struct {
	to    Endpoint
	until timestamp.Time // of the lease; no other has the same
	list  []due
}

type due struct {
	deliveryID string
	attempts   int64
	tries      tries
	event      Event
}

func (t *sending) events() []Event {
	list := make([]Event, len(t.list))
	for i, d := range t.list {
		list[i] = d.event
	}
	return list
}

// Deliver sends what is due at an endpoint, one message after another, with no transaction open. Two that are called for the same
// endpoint at the same time send nothing twice: one of them has it. A process that dies leaves it for the sweep.
func (e *Events) Deliver(ctx context.Context, endpointID string) (err error) {
	defer fault.Wrap(&err, "event.Deliver")

	var t *sending
	err = e.db.InTx(ctx, func(tx *store.Tx) error {
		t, err = e.beginTx(ctx, tx, endpointID, nil, turnsMost)
		return err
	})
	for left := turnsMost - 1; err == nil && t != nil; left-- {
		r := e.send(ctx, t)
		if ctx.Err() != nil { // the program stops: what became of it is not known, and it does not count
			return errors.Join(ctx.Err(), e.letGo(ctx, t))
		}
		now := t
		err = e.db.InTx(ctx, func(tx *store.Tx) error {
			if err := e.keepTx(ctx, tx, now, r); err != nil {
				return err
			}
			t, err = e.beginTx(ctx, tx, endpointID, now, left)
			return err
		})
	}
	return err
}

// beginTx takes the endpoint, or goes on with one that is held, and picks what to send. Nil: there is nothing now;
// then it is let go, and a job made for when there is. Its holder sees all that was recorded before, and a record
// made after it is let go enqueues a job that finds it free: nothing is missed in between.
func (e *Events) beginTx(ctx context.Context, tx *store.Tx, endpointID string, held *sending, left int) (*sending, error) {
	if held == nil {
		if full, err := e.fullTx(ctx, tx, endpointID); err != nil || full {
			return nil, err
		}
	}
	until := tx.Now.Add(lease)
	statement, args := ` AND busy_until <= $3`, []any{endpointID, until, tx.Now}
	if held != nil {
		statement, args = ` AND busy_until = $3`, []any{endpointID, until, held.until}
	}
	n, err := tx.Exec(ctx, `UPDATE event_endpoints SET busy_until = $2 WHERE id = $1 AND enabled = TRUE
		AND NOT `+account.OwnerDisabled+statement, args...)
	if err != nil || n == 0 {
		return nil, err
	}
	to, err := scanEndpoint(tx.QueryRow(ctx, selectEndpoint+` WHERE id = $1`, endpointID))
	if err != nil {
		return nil, err
	}
	if to.Kind == Mail {
		if _, err := mailbox(ctx, tx, to.spaceID, to.Address); errors.Is(err, store.ErrNoRows) {
			return nil, e.disableTx(ctx, tx, &to, Departed)
		} else if err != nil {
			return nil, err
		}
	}
	t, wake, err := e.pickTx(ctx, tx, to)
	if err != nil {
		return nil, err
	}
	if t != nil && left > 0 {
		t.until = until
		return t, nil
	}
	if t != nil {
		wake = &pause{tx.Now, to.readyAt}
	}
	if wake == nil {
		wake = &pause{ready: to.readyAt}
	}
	if _, err := tx.Exec(ctx, `UPDATE event_endpoints SET busy_until = 0, ready_at = $2 WHERE id = $1`, endpointID,
		wake.ready); err != nil {
		return nil, err
	}
	if held != nil {
		if err := e.handOnTx(ctx, tx, endpointID); err != nil {
			return nil, err
		}
	}
	if wake.until.IsZero() {
		return nil, nil
	}
	return nil, e.wakeTx(ctx, tx, endpointID, wake.until)
}

// ofOwner are the other endpoints in the spaces of an endpoint's owner.
const ofOwner = ` FROM event_endpoints mine JOIN spaces here ON here.id = mine.space_id JOIN spaces s ON s.owner_id = here.owner_id
	JOIN event_endpoints o ON o.space_id = s.id AND o.id <> mine.id WHERE mine.id = $1`

// busy counts those that are sent to now.
func busy(ctx context.Context, tx *store.Tx, endpointID string) (int64, error) {
	return store.One[int64](tx.QueryRow(ctx, `SELECT count(*)`+ofOwner+` AND o.busy_until > $2`, endpointID, tx.Now))
}

// fullTx tells whether as many of the owner's endpoints are sent to as may be; the endpoint is looked at again then. Those of an owner
// wait here for each other, whatever their spaces, so that all count what the others take.
func (e *Events) fullTx(ctx context.Context, tx *store.Tx, endpointID string) (bool, error) {
	spaceID, err := store.One[string](tx.QueryRow(ctx, `SELECT space_id FROM event_endpoints WHERE id = $1`, endpointID))
	if err == nil {
		err = account.LockOwnerTx(ctx, tx, spaceID)
	}
	if errors.Is(err, store.ErrNoRows) || fault.Is(err, fault.NoSuchThing) {
		return true, nil // it is gone, and nothing is sent
	}
	if err != nil {
		return false, err
	}
	n, err := busy(ctx, tx, endpointID)
	if err != nil || n < atOnce {
		return false, err
	}
	return true, e.wakeTx(ctx, tx, endpointID, tx.Now.Add(crowdWait))
}

// handOnTx gives the owner's free places to the endpoints at which something has been due longest: they may have found none before.
func (e *Events) handOnTx(ctx context.Context, tx *store.Tx, endpointID string) error {
	n, err := busy(ctx, tx, endpointID)
	if err != nil || n >= atOnce {
		return err
	}
	next, err := store.List(ctx, tx, store.One[string], `SELECT o.id`+ofOwner+` AND o.enabled = TRUE AND o.busy_until <= $2
		AND o.ready_at <= $2 AND EXISTS (
		SELECT 1 FROM event_deliveries d WHERE d.endpoint_id = o.id AND d.status = 'pending' AND d.next_at <= $2)
		ORDER BY (SELECT min(d.next_at) FROM event_deliveries d WHERE d.endpoint_id = o.id AND d.status = 'pending'), o.id
		LIMIT $3`, endpointID, tx.Now, atOnce-n)
	for _, id := range next {
		if err := e.wakeTx(ctx, tx, id, tx.Now); err != nil {
			return err
		}
	}
	return err
}

// pause is when there is something to send again, and until when the endpoint is left alone.
type pause struct{ until, ready timestamp.Time }

// heads are deliveries that no earlier one about the same subject is in the way of.
const heads = ` FROM event_deliveries d JOIN events e ON e.id = d.event_id WHERE d.endpoint_id = $1 AND d.status = 'pending'
	AND NOT EXISTS (
	SELECT 1 FROM event_deliveries b WHERE b.endpoint_id = $1 AND b.status = 'pending' AND b.subject = d.subject AND b.id < d.id)`

// together are all of them: what is told in one message needs no order.
const together = ` FROM event_deliveries d JOIN events e ON e.id = d.event_id WHERE d.endpoint_id = $1 AND d.status = 'pending'`

// pickTx finds what is to be sent now, or else when to look again; neither when nothing is pending.
func (e *Events) pickTx(ctx context.Context, tx *store.Tx, to Endpoint) (*sending, *pause, error) {
	from, most := heads, 1
	if to.Kind != Webhook {
		from, most = together, mergedMost
	}
	next, err := store.One[*timestamp.Time](tx.QueryRow(ctx, `SELECT min(d.next_at)`+from, to.ID))
	if err != nil || next == nil {
		return nil, nil, err
	}
	if next.After(tx.Now.Time) {
		return nil, &pause{*next, to.readyAt}, nil
	}
	if at := to.maySpeak(tx.Now); at.After(tx.Now.Time) {
		return nil, &pause{at, at}, nil
	}
	list, err := store.List(ctx, tx, func(row store.Row) (d due, err error) {
		var data string
		err = row.Scan(&d.deliveryID, &d.attempts, &d.tries, &d.event.ID, &d.event.Type, &data, &d.event.CreatedAt)
		d.event.Data = json.RawMessage(data)
		return d, err
	}, `SELECT d.id, d.attempts, d.tries, e.id, e.type, e.data, e.created_at`+from+` AND d.next_at <= $2 ORDER BY d.id
		LIMIT $3`, to.ID, tx.Now, most)
	if err != nil {
		return nil, nil, err
	}
	return &sending{to: to, list: list}, nil, nil
}

// letGo gives an endpoint back that was held in vain.
func (e *Events) letGo(ctx context.Context, t *sending) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return e.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE event_endpoints SET busy_until = 0 WHERE id = $1 AND busy_until = $2`, t.to.ID, t.until)
		if err != nil {
			return err
		}
		return e.wakeTx(ctx, tx, t.to.ID, tx.Now)
	})
}
