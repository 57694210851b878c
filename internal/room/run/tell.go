package run

import (
	"context"

	"renown/internal/floor/store"
	"renown/internal/room/event"
)

// wellAnswered is the share of a run's questions that are answered when nothing is wrong: single failures are every platform's.
const wellAnswered = 0.9

// tellTx records that a run has ended, and that it ended badly: it failed, a platform gave no answer at all, or too few came. What the
// review finds is told together with it; after a cancelled run there is none.
func (r *Runs) tellTx(ctx context.Context, tx *store.Tx, runID string) error {
	if r.rooms.Events == nil {
		return nil
	}
	var spaceID string
	var pair bool
	told := event.RunEnded{RunID: runID, Platforms: []event.PlatformPart{}}
	err := tx.QueryRow(ctx,
		`SELECT r.space_id, r.brand_id, b.name, r.status, r.origin, r.answered, r.total, r.pair_of IS NOT NULL FROM runs r JOIN brands b ON b.id = r.brand_id WHERE r.id = $1`, runID).
		Scan(&spaceID, &told.BrandID, &told.Brand, &told.Status, &told.Trigger, &told.Answered, &told.Total, &pair)
	if err != nil || pair { // started by no user
		return err
	}
	parts, err := platformsOf(ctx, tx, runID)
	if err != nil {
		return err
	}
	_, names := r.Platforms()
	degraded := told.Status == Failed || float64(told.Answered) < wellAnswered*float64(told.Total)
	for _, p := range parts {
		part := event.PlatformPart{
			Platform: p.Platform, Name: names[p.Platform], Status: p.Status,
			Answered: p.Answered, Total: p.Total, Reason: (*string)(p.Reason),
		}
		told.Platforms = append(told.Platforms, part)
		degraded = degraded || p.Status == Failed || p.Status == Skipped
	}
	types := []event.Type{event.RunFinished}
	if degraded && told.Status != Cancelled {
		types = append(types, event.RunDegraded)
	}
	for _, t := range types {
		err := r.rooms.Events.RecordTx(ctx, tx, event.Record{
			SpaceID: spaceID, Type: t, Once: string(t) + "/" + runID, Subject: runID, Data: told, Hold: told.Status != Cancelled,
		})
		if err != nil {
			return err
		}
	}
	return nil
}
