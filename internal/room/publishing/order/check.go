package order

import (
	"context"
	"fmt"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// Misplaced is an order whose points are not where its status says.
type Misplaced struct {
	OrderID string  `json:"order_id"`
	Status  *State  `json:"status"` // nil: there are points of an order that does not exist
	Points  *int64  `json:"points"`
	Held    *int64  `json:"held"`  // nil: it never held any
	Ended   *string `json:"ended"` // release or capture; nil: still held
}

func (m Misplaced) String() string {
	return fmt.Sprintf("%s: status %s, price %s, held %s, then %s", m.OrderID, orNothing(m.Status),
		orNothing(m.Points), orNothing(m.Held), orNothing(m.Ended))
}

func orNothing[T any](v *T) string {
	if v == nil {
		return "nothing"
	}
	return fmt.Sprint(*v)
}

// CheckPoints compares the orders with the points ledger: an order holds its price once; open ones still do, a published one
// has spent it, all others gave it back. Those of deleted accounts have no points any more.
func (p *Orders) CheckPoints(ctx context.Context) (_ []Misplaced, err error) {
	defer fault.Wrap(&err, "order.CheckPoints")

	return store.List(ctx, p.db.Read(), func(row store.Row) (m Misplaced, err error) {
		err = row.Scan(&m.OrderID, &m.Status, &m.Points, &m.Held, &m.Ended)
		return m, err
	}, `SELECT o.id, o.status, o.points, h.held, e.kind FROM orders o
		LEFT JOIN points_entries h ON h.order_id = o.id AND h.kind = 'hold' AND h.user_id = o.payer_id
		LEFT JOIN points_entries e ON e.order_id = o.id AND e.kind IN ('release', 'capture') AND e.user_id = o.payer_id
		WHERE o.payer_id <> $1 AND (h.held IS NULL OR h.held <> o.points OR COALESCE(e.kind, '') <>
			CASE WHEN o.status IN ('awaiting_review', 'needs_revision', 'publishing') THEN '' WHEN o.status = 'published'
			THEN 'capture' ELSE 'release' END)
		UNION ALL
		SELECT h.order_id, NULL, NULL, h.held, h.kind FROM points_entries h
		WHERE h.order_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.id = h.order_id)
		ORDER BY 1`, account.GoneUser)
}
