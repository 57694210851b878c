package order

import (
	"context"
	"math/rand/v2"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/tool/webhook"
)

// Patience with outlets.
const (
	pushLease   = 2 * time.Minute // an attempt belongs to one process for so long; a call takes less
	pushMost    = 20              // attempts; with the pauses between them about three days, so a weekend passes
	pushFirst   = time.Minute     // pause after the first attempt, doubled after each
	pushLongest = 6 * time.Hour
	setupWait   = time.Hour          // until an endpoint that cannot be called is looked at again
	reportWait  = 7 * 24 * time.Hour // for an outlet that accepted to report
	recordTime  = 10 * time.Second   // to store what came of a call, whatever becomes of the caller
	overdue     = 10 * time.Minute   // past its time an order has lost its job
)

// Why an operator has to look at an order that is being published.
const (
	FlagUnanswered = "unanswered"  // asked as often as is sensible: whether the outlet has it is not known
	FlagSetup      = "setup"       // the outlet's endpoint or secret is missing or cannot be read
	FlagNoCallback = "no_callback" // the outlet has it and would report, but there is no address for that
	FlagSilent     = "silent"      // the outlet has it and has not reported for long
	FlagFarOff     = "far_off"     // it is to be handed over so late that its points are as good as lost
)

// handOver is what approval changes of an order: the way to its outlet, by the adapter that the outlet has now, and the time.
// By hand, nothing happens until an operator has published it.
func (p *Orders) handOver(ctx context.Context, tx *store.Tx, o *Order) error {
	outlets, err := p.rooms.Catalogue.OffersTx(ctx, tx, []string{o.Outlet.ID})
	if err != nil {
		return err
	}
	o.Push.Adapter, o.Push.NotBefore, o.Push.NextAt = &outlets[0].Adapter, o.notBefore(), nil
	if outlets[0].Adapter == catalogue.Manual {
		return nil
	}
	next := tx.Now
	if wish := o.Push.NotBefore; wish != nil && wish.After(next.Time) {
		next = *wish
	}
	if next.Sub(tx.Now.Time) > p.options.Horizon {
		if _, err := tx.Exec(ctx, `UPDATE orders SET push_flag = $2 WHERE id = $1`, o.ID, FlagFarOff); err != nil {
			return err
		}
	}
	o.Push.NextAt = &next
	return p.enqueuePushTx(ctx, tx, o.ID, next)
}

// Push hands an approved order to its outlet: it claims an attempt, calls with no transaction open, and records what came
// of it once. An order that has ended, waits for a report or is in other hands is left alone. A positive wait means: not
// finished, call again then. What is in doubt is asked again under the same id and never refunded.
func (p *Orders) Push(ctx context.Context, orderID string) (again time.Duration, err error) {
	defer fault.Wrap(&err, "order.Push")
	h, again, err := p.claimPush(ctx, orderID)
	if err != nil || h == nil {
		return again, err
	}
	return p.recordPush(ctx, h, p.send(ctx, h))
}

// recordPush stores what came of a call, even while the program stops: what was learnt should not be asked again.
func (p *Orders) recordPush(ctx context.Context, h *handed, r webhook.Result) (again time.Duration, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTime)
	defer cancel()
	err = p.db.InTx(ctx, func(tx *store.Tx) (err error) {
		again, err = p.settlePushTx(ctx, tx, h, r)
		return err
	})
	if fault.Is(err, fault.OrderState) || fault.Is(err, fault.NoSuchThing) {
		return 0, nil // it ended while the outlet was called: by its report, or by an operator
	}
	if fault.Is(err, fault.Malformed) { // published, it says, at an address that is none
		r.Verdict, r.Note = webhook.Doubt, r.Note+": the article's address is not one"
		err = p.db.InTx(ctx, func(tx *store.Tx) (err error) {
			again, err = doubtTx(ctx, tx, h, r)
			return err
		})
	}
	return again, err
}

func (p *Orders) settlePushTx(ctx context.Context, tx *store.Tx, h *handed, r webhook.Result) (again time.Duration, err error) {
	switch {
	case r.Verdict == webhook.Refused && !h.doubt: // turned away, and nothing can have arrived before
		r.Outcome = webhook.Outcome{Status: webhook.SaysFailed, Reason: string(refused) + ":" + r.Note}
	case r.Verdict == webhook.Refused, r.Verdict == webhook.Doubt:
		return doubtTx(ctx, tx, h, r)
	}
	return 0, p.hearTx(ctx, tx, h.id, r.Outcome)
}

// doubtTx puts the order off, or leaves it to an operator when it has been asked often enough. A later attempt or a report
// that came meanwhile knows better.
func doubtTx(ctx context.Context, tx *store.Tx, h *handed, r webhook.Result) (again time.Duration, err error) {
	doubt := 0
	if h.doubt || r.Sent {
		doubt = 1
	}
	if h.attempt >= pushMost {
		_, err = tx.Exec(ctx, `UPDATE orders SET push_doubt = $3, push_error = $4, push_flag = $5, next_push_at = NULL
			WHERE id = $1 AND push_attempts = $2 AND status = 'publishing'
			AND next_push_at IS NOT NULL`, h.id, h.attempt, doubt, r.Note, FlagUnanswered)
		return 0, err
	}
	again = max(pause(h.attempt), r.Wait)
	changed, err := tx.Exec(ctx, `UPDATE orders SET push_doubt = $3, push_error = $4, push_flag = NULL, next_push_at = $5
		WHERE id = $1 AND push_attempts = $2 AND status = 'publishing'
		AND next_push_at IS NOT NULL`, h.id, h.attempt, doubt, r.Note, tx.Now.Add(again))
	if changed == 0 {
		again = 0
	}
	return again, err
}

// pause is the wait after an attempt, a tenth more or less, so that the orders of a batch do not all come back at once.
func pause(attempt int64) time.Duration {
	d := pushLongest
	if attempt < 10 {
		d = min(pushFirst<<(attempt-1), pushLongest)
	}
	return d - d/10 + time.Duration(rand.Int64N(int64(d/5)))
}
