package reading

import (
	"context"
	"encoding/json"
	"errors"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/tool/answer"
)

// Reading is what figures in use rest on.
type Reading struct {
	Generation int64           // 0: nothing was read yet
	Names      []answer.Entity // the brand, first, and its competitors as they were
	Done       int64           // as long as it and the generation stay the same, so do the figures
	AnewOn     *day.Day        // the day on which another version of the reader took over; nil: none has
}

// ReadingOf finds a brand's reading in use.
func ReadingOf(ctx context.Context, q store.Querier, brandID string) (r Reading, err error) {
	defer fault.Wrap(&err, "reading.ReadingOf")

	var names string
	err = q.QueryRow(ctx, `SELECT generation, names, done, anew_on FROM readings WHERE brand_id = $1 AND status = 'current'`,
		brandID).Scan(&r.Generation, &names, &r.Done, &r.AnewOn)
	if errors.Is(err, store.ErrNoRows) {
		return r, nil
	}
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal([]byte(names), &r.Names)
}
