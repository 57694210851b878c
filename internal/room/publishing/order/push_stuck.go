package order

import (
	"context"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/publishing/catalogue"
)

// Stuck is an order that goes no further without an operator, who finds out from the outlet what became of it.
type Stuck struct {
	OrderID     string          `json:"order_id"`
	OutletID    string          `json:"media_id"`
	Outlet      string          `json:"media"`
	Flag        string          `json:"flag"`
	Error       *string         `json:"error"` // of the last attempt
	Attempts    int64           `json:"attempts"`
	PushedAt    *timestamp.Time `json:"pushed_at"`
	ExternalRef *string         `json:"external_ref"`
	UpdatedAt   timestamp.Time  `json:"updated_at"`
}

// stuck selects such orders; $2 is the time before which an outlet should have reported.
const stuck = ` o.status = 'publishing' AND o.adapter <> 'manual'
	AND (o.push_flag IS NOT NULL OR (o.next_push_at IS NULL AND o.pushed_at < $2))`

// Stuck lists them, the oldest first.
func (p *Orders) Stuck(ctx context.Context) (_ []Stuck, err error) {
	defer fault.Wrap(&err, "order.Stuck")

	return store.List(ctx, p.db.Read(), func(row store.Row) (s Stuck, err error) {
		err = row.Scan(&s.OrderID, &s.OutletID, &s.Outlet, &s.Flag, &s.Error, &s.Attempts, &s.PushedAt, &s.ExternalRef, &s.UpdatedAt)
		return s, err
	}, `SELECT o.id, o.outlet_id, m.name, COALESCE(o.push_flag, $1), o.push_error, o.push_attempts, o.pushed_at, o.external_ref, o.updated_at
		FROM orders o JOIN outlets m ON m.id = o.outlet_id
		WHERE`+stuck+`
		ORDER BY o.created_at, o.id`, FlagSilent, p.db.Now().Add(-reportWait))
}

// PushAgain asks the outlet once more, at once and under the same id, about an order that is stuck or put off. An order that
// is not on its way to an outlet is OrderState.
func (p *Orders) PushAgain(ctx context.Context, orderID string) (err error) {
	defer fault.Wrap(&err, "order.PushAgain")

	return p.db.InTx(ctx, func(tx *store.Tx) error {
		if err := lockTx(ctx, tx, orderID); err != nil {
			return err
		}
		o, err := find(ctx, tx, "", orderID)
		if err != nil {
			return err
		}
		if o.Status != InPublication || o.Push.Adapter == nil || *o.Push.Adapter == catalogue.Manual {
			return fault.New(fault.OrderState).Why("push_not_pending").
				With("status", o.Status).With("allowed_actions", actionsOf(o.Status, ByOperator))
		}
		if next := o.Push.NextAt; next != nil && next.Sub(tx.Now.Time) <= pushLease && o.Push.Attempts > 0 {
			return nil // under way, or about to be
		}
		if _, err := tx.Exec(ctx, `UPDATE orders SET next_push_at = $2 WHERE id = $1`, orderID, tx.Now); err != nil {
			return err
		}
		return p.enqueuePushTx(ctx, tx, orderID, tx.Now)
	})
}

// sweepMost bounds how many jobs one sweep makes.
const sweepMost = 1000

// SweepPushes makes a job anew for every order that is long past its time: its job was lost.
func (p *Orders) SweepPushes(ctx context.Context) (n int, err error) {
	defer fault.Wrap(&err, "order.SweepPushes")
	err = p.db.InTx(ctx, func(tx *store.Tx) error {
		ids, err := store.List(ctx, tx, store.One[string], `UPDATE orders SET next_push_at = $1 WHERE id IN (
			SELECT id FROM orders WHERE next_push_at IS NOT NULL AND next_push_at < $2 AND NOT `+account.OwnerDisabled+`
			ORDER BY next_push_at LIMIT $3)
			AND next_push_at < $2 RETURNING id`, // looked at again: it may have been settled since

			tx.Now, tx.Now.Add(-overdue), sweepMost)
		if err != nil {
			return err
		}
		n = len(ids)
		for _, id := range ids {
			if err := p.enqueuePushTx(ctx, tx, id, tx.Now); err != nil {
				return err
			}
		}
		return nil
	})
	return n, err
}

// PushTime is how long Push may take: a call, and keeping what came of it.
const PushTime = pushLease - 10*time.Second
