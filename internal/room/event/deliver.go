package event

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

const (
	// lease is how long an endpoint belongs to whoever sends to it: a call, and keeping what came of it.
	lease = callTime + 45*time.Second
	// turnsMost bounds how long one job serves one endpoint, so that others get their turn.
	turnsMost = 20
)

// sending is what is sent to an endpoint at once: one event to a webhook, what is due together to a group or a mailbox.
type sending struct {
	to    Endpoint
	until timestamp.Time // of the lease; nobody else has the same
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
		if ctx.Err() != nil { // the program stops: nobody knows what became of it, and it does not count
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

// beginTx takes the endpoint, or goes on with one that is held, and picks what to send. Nil: there is nothing now; then it is let go,
// and a job made for when there is. Whoever takes it sees all that was recorded before, and whoever records after it is let go makes
// a job that finds it free: nothing is missed in between.
func (e *Events) beginTx(ctx context.Context, tx *store.Tx, endpointID string, held *sending, left int) (*sending, error) {
	until := tx.Now.Add(lease)
	statement, args := ` AND busy_until <= $3`, []any{endpointID, until, tx.Now}
	if held != nil {
		statement, args = ` AND busy_until = $3`, []any{endpointID, until, held.until}
	}
	n, err := tx.Exec(ctx, `UPDATE event_endpoints SET busy_until = $2 WHERE id = $1 AND enabled = TRUE`+statement, args...)
	if err != nil || n == 0 {
		return nil, err
	}
	to, err := scanEndpoint(tx.QueryRow(ctx, selectEndpoint+` WHERE id = $1`, endpointID))
	if err != nil {
		return nil, err
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
	if _, err := tx.Exec(ctx, `UPDATE event_endpoints SET busy_until = 0, ready_at = $2 WHERE id = $1`, endpointID, wake.ready); err != nil || wake.until.IsZero() {
		return nil, err
	}
	return nil, e.wakeTx(ctx, tx, endpointID, wake.until)
}

// pause is when there is something to send again, and until when the endpoint is left alone.
type pause struct{ until, ready timestamp.Time }

// heads are deliveries that no earlier one about the same subject is in the way of.
const heads = ` FROM event_deliveries d JOIN events e ON e.id = d.event_id WHERE d.endpoint_id = $1 AND d.status = 'pending' AND NOT EXISTS (
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
	}, `SELECT d.id, d.attempts, d.tries, e.id, e.type, e.data, e.created_at`+from+` AND d.next_at <= $2 ORDER BY d.id LIMIT $3`, to.ID, tx.Now, most)
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
