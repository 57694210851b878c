package order

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
)

// Count tells how many orders of the caller's space stand where, of a brand as Filter names it. A state without orders is not in it.
func (p *Orders) Count(ctx context.Context, who account.Caller, brandID string) (_ map[State]int64, err error) {
	defer fault.Wrap(&err, "order.Count")

	return p.count(ctx, who.SpaceID, brandID)
}

// CountOf counts the orders of some contents of the caller's space, at most store.AmongMost of them.
func (p *Orders) CountOf(ctx context.Context, who account.Caller, contentIDs []string) (counts map[string]int64, err error) {
	defer fault.Wrap(&err, "order.CountOf")

	if counts = map[string]int64{}; len(contentIDs) == 0 {
		return counts, nil
	}
	marks, args := store.Among(contentIDs, 1)
	err = store.Each(ctx, p.db.Read(), func(row store.Row) error {
		var id string
		var n int64
		err := row.Scan(&id, &n)
		counts[id] = n
		return err
	}, `SELECT content_id, count(*) FROM orders WHERE space_id = $1 AND content_id`+marks+`
		GROUP BY content_id`, append([]any{who.SpaceID}, args...)...)
	return counts, err
}

// CountAll is Count over everybody's, for an operator.
func (p *Orders) CountAll(ctx context.Context) (_ map[State]int64, err error) {
	defer fault.Wrap(&err, "order.CountAll")

	return p.count(ctx, "", "")
}

// Waiting counts what waits for people: orders of the caller's space that need a revision and, for an operator, everybody's
// that await review.
func (p *Orders) Waiting(ctx context.Context, who account.Caller, operator bool) (revision, review int64, err error) {
	defer fault.Wrap(&err, "order.Waiting")

	err = p.db.Read().QueryRow(ctx, `SELECT (SELECT count(*) FROM orders WHERE space_id = $1 AND status = $2),
			CASE WHEN $3 THEN (SELECT count(*) FROM orders WHERE status = $4) ELSE 0 END`,
		who.SpaceID, NeedsRevision, operator, AwaitingReview).Scan(&revision, &review)
	return revision, review, err
}

func (p *Orders) count(ctx context.Context, spaceID, brandID string) (map[State]int64, error) {
	type row struct {
		state State
		count int64
	}
	list, err := store.List(ctx, p.db.Read(), func(from store.Row) (r row, err error) {
		err = from.Scan(&r.state, &r.count)
		return r, err
	}, `SELECT status, count(*) FROM orders WHERE ($1 = '' OR space_id = $1)
		AND ($2 = '' OR ($2 = 'none' AND brand_id IS NULL) OR brand_id = $2) GROUP BY status`, spaceID, brandID)
	counts := make(map[State]int64, len(list))
	for _, r := range list {
		counts[r.state] = r.count
	}
	return counts, err
}
