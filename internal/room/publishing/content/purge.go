package content

import (
	"context"
	"math"
	"slices"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/plan"
)

// purgeJob removes what was deleted.
var purgeJob = queue.Declare[struct{}](queue.Kind{
	Name: "content_purge", Timeout: 30 * time.Minute, MaxAttempts: 3,
	Every: 6 * time.Hour, AtStart: true,
})

// Jobs is the background work of this room.
func (p *Contents) Jobs() []queue.Kind {
	return []queue.Kind{purgeJob.By(func(ctx context.Context, _ struct{}) error { return p.Purge(ctx) })}
}

// Purge removes contents that were deleted longer ago than they are kept, but for the revisions that orders were submitted with.
func (p *Contents) Purge(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "content.Purge")

	type deleted struct{ id, spaceID string }
	for after := ""; ; {
		list, err := store.List(ctx, p.db.Read(), func(row store.Row) (d deleted, err error) {
			err = row.Scan(&d.id, &d.spaceID)
			return d, err
		}, `SELECT id, space_id FROM contents WHERE id > $1 AND deleted_at IS NOT NULL AND deleted_at < $2 ORDER BY id
			LIMIT 500`, after, p.db.Now().Add(-p.options.DeletedFor))
		if err != nil || len(list) == 0 {
			return err
		}
		for _, d := range list {
			err := p.db.InTx(ctx, func(tx *store.Tx) error {
				freed, err := p.trimTx(ctx, tx, d.id, math.MaxInt64-1)
				if err != nil {
					return err
				}
				left, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM content_revisions WHERE content_id = $1`, d.id))
				if err != nil {
					return err
				}
				if left == 0 {
					if _, err := tx.Exec(ctx, `DELETE FROM contents WHERE id = $1`, d.id); err != nil {
						return err
					}
				}
				return p.plans.StoreTx(ctx, tx, d.spaceID, -freed)
			})
			if err != nil {
				return err
			}
		}
		after = list[len(list)-1].id
	}
}

// trimTx removes the revisions of a content up to this number that no order was submitted with, and tells how many bytes that freed.
// Submitting a content locks it at its newest revision.
func (p *Contents) trimTx(ctx context.Context, tx *store.Tx, contentID string, upTo int64) (freed int64, err error) {
	if upTo < 1 {
		return 0, nil
	}
	t := Trim{ContentID: contentID}
	if err := p.Trimming.TellTx(ctx, tx, &t); err != nil {
		return 0, err
	}
	return removeTx(ctx, tx, contentID, upTo, t.Used)
}

// removeTx removes revisions up to a number but for those kept, and tells how many bytes that freed.
func removeTx(ctx context.Context, tx *store.Tx, contentID string, upTo int64, kept []int64) (freed int64, err error) {
	type old struct{ number, bytes int64 }
	list, err := store.List(ctx, tx, func(row store.Row) (o old, err error) {
		err = row.Scan(&o.number, &o.bytes)
		return o, err
	}, `SELECT revision, octet_length(title) + octet_length(body) + octet_length(supports) FROM content_revisions
		WHERE content_id = $1 AND revision <= $2`, contentID, upTo)
	if err != nil {
		return 0, err
	}
	for _, o := range list {
		if slices.Contains(kept, o.number) {
			continue
		}
		if _, err := tx.Exec(ctx, `DELETE FROM content_revisions WHERE content_id = $1 AND revision = $2`, contentID,
			o.number); err != nil {
			return 0, err
		}
		freed += o.bytes + plan.Bytes()
	}
	return freed, nil
}

// bytes is what a revision counts towards what its account stores.
func (c Content) bytes() int64 { return plan.Bytes(c.Title, c.Body, string(c.Supports)) }
