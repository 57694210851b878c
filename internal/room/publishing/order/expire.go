package order

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

const expireBatch = 200 // orders looked up at once

// Expire ends the orders that were not reviewed or revised in time and returns their points. Each is a transaction of
// its own: what a crash interrupts is found again, and what another process was faster with is left alone.
func (p *Orders) Expire(ctx context.Context) (expired int, err error) {
	defer fault.Wrap(&err, "order.Expire")

	for {
		due, err := store.List(ctx, p.db.Read(), store.One[string], `SELECT id FROM orders WHERE due_at IS NOT NULL
			AND due_at <= $1 ORDER BY due_at, id LIMIT $2`,
			p.db.Now(), expireBatch)
		if err != nil || len(due) == 0 {
			return expired, err
		}
		for _, orderID := range due {
			done, err := p.expire(ctx, orderID)
			if err != nil {
				return expired, err
			}
			if done {
				expired++
			}
		}
	}
}

// overdue tells that the order was not reviewed or revised in time.
func (o *Order) overdue(now timestamp.Time) bool { return o.DueAt != nil && !now.Before(o.DueAt.Time) }

// expire ends one overdue order. False: it is not overdue any more.
func (p *Orders) expire(ctx context.Context, orderID string) (done bool, err error) {
	err = p.db.InTx(ctx, func(tx *store.Tx) error {
		done = false
		s := step{action: Expire, by: BySystem, done: func(o Order) bool {
			done = o.overdue(tx.Now)
			return !done
		}}
		_, err := p.moveTx(ctx, tx, orderID, s)
		return err
	})
	if fault.Is(err, fault.NoSuchThing) { // its account has been deleted meanwhile
		return false, nil
	}
	return done, err
}
