package order

import (
	"context"
	"errors"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// errQuoted undoes a submission that was only asked about.
var errQuoted = errors.New("quoted")

// Quote decides about a submission as Submit does and keeps nothing of it: the transaction is rolled back. What it returns is
// what Submit would, but for the ids. Submit decides anew. Faults are those of Submit.
func (p *Orders) Quote(ctx context.Context, who account.Caller, in Submission) (out Submitted, err error) {
	defer fault.Wrap(&err, "order.Quote")

	if err := in.check(); err != nil {
		return out, err
	}
	err = p.inspecting(ctx, who, in.ContentID, func(seen inspected) error {
		return p.db.InTx(ctx, func(tx *store.Tx) error {
			if out, err = p.submitTx(ctx, tx, who, in, seen); err != nil {
				return err
			}
			return errQuoted
		})
	})
	if errors.Is(err, errQuoted) {
		err = nil
	}
	return out, err
}
