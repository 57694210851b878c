package content

import (
	"context"
	"maps"
	"math"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
)

// LeaveTx moves contents into another space, deleted, with these of their revisions and no others: their account is deleted, and
// orders were submitted with them.
func (p *Contents) LeaveTx(ctx context.Context, tx *store.Tx, revisions map[string][]int64, spaceID string) (err error) {
	defer fault.Wrap(&err, "content.LeaveTx")

	for _, id := range slices.Sorted(maps.Keys(revisions)) {
		_, err := tx.Exec(ctx,
			`UPDATE contents SET space_id = $2, deleted_at = COALESCE(deleted_at, $3) WHERE id = $1`, id, spaceID,
			tx.Now)
		if err != nil {
			return err
		}
		if _, err := removeTx(ctx, tx, id, math.MaxInt64, revisions[id]); err != nil {
			return err
		}
	}
	return nil
}
