package run

import (
	"context"
	"errors"
	"slices"

	"renown/internal/floor/store"
)

// exchange is an answer to be stored, which leaves a slot, or a sub-task to be claimed, which takes one: those that come at the same time are
// one transaction, in which slots change hands.
type exchange struct {
	arriving
	leave func() // offers the slot to who waits for it; called once the answer is in line before whom it is offered to
	claim string // a sub-task
}

// exchanged is what became of it.
type exchanged struct {
	holds bool // whether the sub-task that was answered was still held by this process
	task  *held
	wait  delay
}

func (e *exchange) queued() {
	if e.leave != nil {
		e.leave()
	}
}

// exchangeEach stores answers and claims those of the sub-tasks for which there are slots. One that is named twice is claimed once.
func (r *Runs) exchangeEach(ctx context.Context, list []*exchange) ([]exchanged, error) {
	var came []arriving
	var ids []string
	for _, e := range list {
		if e.task != nil {
			came = append(came, e.arriving)
		} else {
			ids = append(ids, e.claim)
		}
	}
	var c claims
	var holds []bool
	idle := false
	err := r.db.InTx(ctx, func(tx *store.Tx) (err error) {
		c, err = r.claimTx(ctx, tx, ids, func() (err error) {
			holds, err = r.arriveTx(ctx, tx, came)
			return err
		})
		if idle = err == nil && len(c.held) == 0 && !c.skipped && len(came) == 0; idle {
			err = errNotNow
		}
		return err
	})
	switch {
	case errors.Is(err, errNotNow) && (idle || len(list) == 1):
		c.held = nil // somebody else may have claimed it since it was found
	case err != nil:
		return nil, err
	}
	each := make([]exchanged, len(list))
	for i, e := range list {
		if e.task != nil {
			each[i].holds, holds = holds[0], holds[1:]
			continue
		}
		each[i].wait = c.waits[e.claim]
		if at := slices.IndexFunc(c.held, func(t *held) bool { return t.id == e.claim }); at >= 0 {
			each[i].task = c.held[at]
			c.held = slices.Delete(c.held, at, at+1)
		}
	}
	return each, nil
}
