package event

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/floor/turn"
	"renown/internal/room/account"
	"renown/internal/tool/webhook"
)

// again makes a delivery new, under the same id.
const again = `UPDATE event_deliveries SET status = 'pending', attempts = 0, next_at = $2, ended_at = NULL WHERE id = $1`

// Replay sends a delivery once more, also one that was taken. While the endpoint is off it is Malformed.
func (e *Events) Replay(ctx context.Context, who account.Caller, deliveryID string) (t Told, err error) {
	defer fault.Wrap(&err, "event.Replay")

	err = e.db.InTx(ctx, func(tx *store.Tx) error {
		if t, err = told(ctx, tx, who.SpaceID, deliveryID); err != nil {
			return err
		}
		if t.Type == Test {
			return fault.Value("a test is not sent again", deliveryID, "path", "delivery_id").Why("delivery_test")
		}
		to, err := findOwn(ctx, tx, who, t.EndpointID, "")
		if err == nil {
			err = to.requireOn()
		}
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, again, deliveryID, tx.Now); err != nil {
			return err
		}
		if err := e.wakeTx(ctx, tx, to.ID, tx.Now); err != nil {
			return err
		}
		t, err = told(ctx, tx, who.SpaceID, deliveryID)
		return err
	})
	return t, err
}

func (to Endpoint) requireOn() error {
	if to.Enabled {
		return nil
	}
	return fault.Value("the endpoint is off", nil, "path", "endpoint_id").Why("endpoint_off")
}

// Period is what is replayed: events recorded from a time on and before another, those that were taken too when All is set.
type Period struct {
	From, To timestamp.Time
	All      bool
}

// ReplayPeriod sends what happened in a period and is of the types that the endpoint chose, the oldest thousand, and counts them. Events
// that were recorded before there was the endpoint count too.
func (e *Events) ReplayPeriod(ctx context.Context, who account.Caller, endpointID string, p Period) (n int, err error) {
	defer fault.Wrap(&err, "event.ReplayPeriod")

	if !p.From.Before(p.To.Time) {
		return 0, fault.Value("to must be after from", p.To, "body", "to").Why("period_reversed")
	}
	err = e.db.InTx(ctx, func(tx *store.Tx) error {
		n = 0
		to, err := findOwn(ctx, tx, who, endpointID, "")
		if err == nil {
			err = to.requireOn()
		}
		if err != nil {
			return err
		}
		type row struct{ eventID, subject, deliveryID string }
		args := []any{who.SpaceID, p.From, p.To, endpointID}
		marks, more := store.Among(to.Types, len(args))
		status := ` AND (d.status IS NULL OR d.status = 'failed')`
		if p.All {
			status = ` AND (d.status IS NULL OR d.status <> 'pending')`
		}
		list, err := store.List(ctx, tx, func(s store.Row) (r row, err error) {
			err = s.Scan(&r.eventID, &r.subject, &r.deliveryID)
			return r, err
		}, `SELECT e.id, e.subject, COALESCE(d.id, '') FROM events e LEFT JOIN event_deliveries d ON d.event_id = e.id AND d.endpoint_id = $4
			WHERE e.space_id = $1 AND e.created_at >= $2 AND e.created_at < $3`+status+` AND e.type`+marks+`
			ORDER BY e.created_at, e.id LIMIT 1000`, append(args, more...)...)
		if err != nil {
			return err
		}
		for _, r := range list {
			if r.deliveryID != "" {
				_, err = tx.Exec(ctx, again, r.deliveryID, tx.Now)
			} else {
				_, err = tx.Exec(ctx, `INSERT INTO event_deliveries (id, event_id, endpoint_id, space_id, subject, status, next_at, created_at)
					VALUES ($1, $2, $3, $4, $5, 'pending', $6, $6)`, id.New("dlv", tx.Now.Time), r.eventID, endpointID, who.SpaceID, r.subject, tx.Now)
			}
			if err != nil {
				return err
			}
		}
		if n = len(list); n == 0 {
			return nil
		}
		return e.wakeTx(ctx, tx, endpointID, tx.Now)
	})
	return n, err
}

// testGap is how long after a test another can be made.
const testGap = 3 * time.Second

// Try sends a test event at once and says what came of it; it is not tried again. One right after another is TooFrequent. In quiet hours
// nothing is sent.
func (e *Events) Try(ctx context.Context, who account.Caller, endpointID string) (t Told, err error) {
	defer fault.Wrap(&err, "event.Try")

	to, err := findOwn(ctx, e.db.Read(), who, endpointID, "")
	if err == nil {
		err = to.requireOn()
	}
	if err == nil && to.Kind == Mail {
		_, err = e.checkAddress(ctx, e.db.Read(), who, to.Kind, to.Address)
	}
	if err != nil {
		return t, err
	}
	now := e.db.Now()
	data, err := json.Marshal(map[string]string{"endpoint_id": to.ID, "name": to.Name})
	if err != nil {
		return t, err
	}
	test := Event{ID: id.New("evt", now.Time), Type: Test, Data: data, CreatedAt: now}
	r := webhook.Receipt{Reason: quietHours}
	_, quiet := to.Quiet.until(now.Time)
	if !quiet || !to.Kind.isBot() {
		if err := e.admitTry(ctx, to); err != nil {
			return t, err
		}
		// Who went away meanwhile is not let in again; what came of the test is written down all the same.
		_ = turn.Outside(ctx, func() { r = e.send(ctx, &sending{to: to, list: []due{{event: test}}}) })
	}
	ctx = context.WithoutCancel(ctx)
	err = e.db.InTx(ctx, func(tx *store.Tx) error {
		t, err = keepTryTx(ctx, tx, to, test, r)
		return err
	})
	return t, err
}

// admitTry takes the endpoint's next moment.
func (e *Events) admitTry(ctx context.Context, to Endpoint) error {
	return e.db.InTx(ctx, func(tx *store.Tx) error {
		to.Quiet = nil
		if at := to.maySpeak(tx.Now); at.After(tx.Now.Time) {
			return fault.New(fault.TooFrequent).After(at.Sub(tx.Now.Time))
		}
		n, err := tx.Exec(ctx, `UPDATE event_endpoints SET ready_at = $2 WHERE id = $1 AND ready_at <= $3`, to.ID,
			tx.Now.Add(testGap), tx.Now)
		if err == nil && n == 0 {
			err = fault.New(fault.TooFrequent).After(testGap)
		}
		return err
	})
}

func keepTryTx(ctx context.Context, tx *store.Tx, to Endpoint, test Event, r webhook.Receipt) (t Told, err error) {
	if _, err := find(ctx, tx, to.spaceID, to.ID, ""); err != nil {
		return t, err
	}
	_, err = tx.Exec(ctx, `INSERT INTO events (id, space_id, type, once, subject, data, created_at) VALUES ($1, $2, $3, $1, $1, $4, $5)`,
		test.ID, to.spaceID, string(test.Type), string(test.Data), test.CreatedAt)
	if err != nil {
		return t, err
	}
	status, made, attempts := Delivered, tries{{
		At: tx.Now, Status: r.Status, Reason: orNil(r.Reason),
		Answer: r.Answer, TookMS: r.Took.Milliseconds(),
	}}, 1
	if !r.Taken() {
		status = Failed
	}
	if r.Reason == quietHours {
		made, attempts = nil, 0
	}
	deliveryID := id.New("dlv", tx.Now.Time)
	_, err = tx.Exec(ctx, `INSERT INTO event_deliveries (id, event_id, endpoint_id, space_id, subject, status, attempts, tries, reason, created_at, ended_at)
		VALUES ($1, $2, $3, $4, $2, $5, $6, $7, $8, $9, $10)`, deliveryID, test.ID, to.ID, to.spaceID, string(status), attempts, made, r.Reason, test.CreatedAt, tx.Now)
	if err != nil {
		return t, err
	}
	return told(ctx, tx, to.spaceID, deliveryID)
}

// Unsubscribe switches a mail endpoint off by the token of its link. Doing it again changes nothing; an unknown token is NotFound.
func (e *Events) Unsubscribe(ctx context.Context, token string) (err error) {
	defer fault.Wrap(&err, "event.Unsubscribe")

	return e.db.InTx(ctx, func(tx *store.Tx) error {
		to, err := scanEndpoint(tx.QueryRow(ctx, selectEndpoint+` WHERE unsubscribe = $1`, token))
		if errors.Is(err, store.ErrNoRows) {
			return fault.New(fault.NoSuchThing).Why("link_invalid").With("resource", "token")
		}
		if err != nil {
			return err
		}
		return e.disableTx(ctx, tx, &to, Unsubscribed)
	})
}
