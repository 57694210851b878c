package alert

import (
	"context"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// FreshChanges are those that were not reported yet.
func FreshChanges(ctx context.Context, q store.Querier, brandID string, changes []Change, now timestamp.Time) (fresh []Change, err error) {
	defer fault.Wrap(&err, "alert.FreshChanges")

	if len(changes) == 0 {
		return nil, nil
	}
	known, err := Said(ctx, q, brandID, SignificantChange, now)
	return slices.DeleteFunc(changes, func(c Change) bool {
		return slices.ContainsFunc(known, func(k Figures) bool { return slices.ContainsFunc(k.Changes, c.Same) })
	}), err
}

// FreshPassings are competitors that were not named yet.
func FreshPassings(ctx context.Context, q store.Querier, brandID string, passed []Passing, now timestamp.Time) (fresh []Passing, err error) {
	defer fault.Wrap(&err, "alert.FreshPassings")

	if len(passed) == 0 {
		return nil, nil
	}
	known, err := Said(ctx, q, brandID, CompetitorPassed, now)
	return slices.DeleteFunc(passed, func(p Passing) bool {
		return slices.ContainsFunc(known, func(k Figures) bool {
			return slices.ContainsFunc(k.Passed, func(q Passing) bool { return q.CompetitorID == p.CompetitorID })
		})
	}), err
}
