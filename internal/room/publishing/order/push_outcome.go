package order

import (
	"context"
	"crypto/subtle"
	"errors"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/tool/webhook"
)

// TakeOutcome takes an outlet's word on an order, given later with the order's token. It may be repeated: the same word again
// changes nothing. A token that is wrong, of another order, or of an order that ended otherwise, is Unauthenticated, and so
// is an order that does not exist: who cannot prove anything learns nothing.
func (p *Orders) TakeOutcome(ctx context.Context, orderID, token string, r webhook.Outcome) (state State, err error) {
	defer fault.Wrap(&err, "order.TakeOutcome")
	err = p.db.InTx(ctx, func(tx *store.Tx) error {
		if err := admitOutcome(ctx, tx, orderID, token); err != nil {
			return err
		}
		if err := p.hearTx(ctx, tx, orderID, r); err != nil {
			return err
		}
		state, err = store.One[State](tx.QueryRow(ctx, `SELECT status FROM orders WHERE id = $1`, orderID))
		return err
	})
	if fault.Is(err, fault.OrderState) {
		return "", deadToken()
	}
	return state, err
}

// AdmitOutcome tells whether a token fits an order, before what it says is read. Faults: Unauthenticated.
func (p *Orders) AdmitOutcome(ctx context.Context, orderID, token string) (err error) {
	defer fault.Wrap(&err, "order.AdmitOutcome")

	return admitOutcome(ctx, p.db.Read(), orderID, token)
}

func admitOutcome(ctx context.Context, q store.Querier, orderID, token string) error {
	var hash *string
	err := q.QueryRow(ctx, `SELECT callback_hash FROM orders WHERE id = $1`, orderID).Scan(&hash)
	if err != nil && !errors.Is(err, store.ErrNoRows) && !errors.Is(err, store.ErrText) {
		return err
	}
	if !tokenFits(token, hash) {
		return deadToken()
	}
	return nil
}

func deadToken() error {
	return fault.New(fault.Unauthenticated).Why("callback_token")
}

// tokenFits compares in constant time, an absent hash as well.
func tokenFits(token string, hash *string) bool {
	kept := hashToken("")
	if hash != nil {
		kept = *hash
	}
	equal := subtle.ConstantTimeCompare([]byte(hashToken(token)), []byte(kept)) == 1
	return equal && hash != nil && token != ""
}

// hearTx does what an outlet says of an order. An order that ended otherwise is OrderState.
func (p *Orders) hearTx(ctx context.Context, tx *store.Tx, orderID string, r webhook.Outcome) error {
	switch r.Status {
	case webhook.SaysPublished:
		return p.publishedTx(ctx, tx, orderID, r)
	case webhook.SaysAccepted:
		return p.acceptedTx(ctx, tx, orderID, r)
	}
	return p.declinedTx(ctx, tx, orderID, r)
}

// acceptedTx notes that the outlet has the order and will report: it is not asked again.
func (p *Orders) acceptedTx(ctx context.Context, tx *store.Tx, orderID string, r webhook.Outcome) error {
	var flag *string
	if p.rooms.Post.CallbackURL == "" {
		flag = filled(FlagNoCallback)
	}
	changed, err := tx.Exec(ctx, `UPDATE orders SET pushed_at = COALESCE(pushed_at, $2), external_ref = COALESCE($3, external_ref), next_push_at = NULL,
			push_error = NULL, push_flag = $4 WHERE id = $1 AND status = 'publishing'`, orderID, tx.Now, filled(r.Reference), flag)
	if err == nil && changed == 0 {
		err = fault.New(fault.OrderState)
	}
	return err
}

func (p *Orders) publishedTx(ctx context.Context, tx *store.Tx, orderID string, r webhook.Outcome) error {
	s, err := published(r.URL)
	if err != nil {
		return err
	}
	s.by, s.note = ByOutlet, filled(r.Reason)
	set := s.change
	s.change = func(ctx context.Context, tx *store.Tx, o *Order) error {
		if err := set(ctx, tx, o); err != nil {
			return err
		}
		return endPushTx(ctx, tx, orderID, r)
	}
	_, err = p.moveTx(ctx, tx, orderID, s)
	return err
}

// reason is why an order failed in our words: a code, said in the reader's language. What a person or an outlet wrote is kept
// as it is.
type reason string

const (
	refused reason = "outlet_refused" // with what the interface answered: outlet_refused:HTTP 400
	silent  reason = "outlet_silent"
)

func (p *Orders) declinedTx(ctx context.Context, tx *store.Tx, orderID string, r webhook.Outcome) error {
	if r.Reason == "" {
		r.Reason = string(silent)
	}
	_, err := p.moveTx(ctx, tx, orderID, step{
		action: Fail, by: ByOutlet, note: &r.Reason,
		done:   func(o Order) bool { return o.Status == Failed },
		change: func(ctx context.Context, tx *store.Tx, o *Order) error { return endPushTx(ctx, tx, orderID, r) },
	})
	return err
}

// endPushTx keeps what an outlet's last word says beside the outcome.
func endPushTx(ctx context.Context, tx *store.Tx, orderID string, r webhook.Outcome) error {
	_, err := tx.Exec(ctx, `UPDATE orders SET pushed_at = COALESCE(pushed_at, $2), external_ref = COALESCE($3, external_ref), push_error = NULL, push_flag = NULL
		WHERE id = $1`, orderID, tx.Now, filled(r.Reference))
	return err
}

// filled is a text that may be kept as NULL.
func filled(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
