package insight

import (
	"context"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/geo/alert"
	"renown/internal/room/geo/run"
)

// Jobs is the background work of this room.
func (i *Insights) Jobs() []queue.Kind {
	return []queue.Kind{
		run.ReviewJob.By(func(ctx context.Context, args run.ReviewArgs) error { return i.Review(ctx, args.RunID) }),
		digestJob.By(func(ctx context.Context, _ struct{}) error { return i.Digest(ctx) }),
	}
}

// Review looks at a brand after one of its runs has ended, and raises what there is to say. Called twice it says nothing new.
func (i *Insights) Review(ctx context.Context, runID string) (err error) {
	defer fault.Wrap(&err, "insight.Review")

	ended, before, err := i.runs.Latest(ctx, runID)
	if err != nil {
		return gone(err)
	}
	brandID := ended.BrandID
	who, err := i.brands.Owner(ctx, brandID)
	if err != nil {
		return gone(err)
	}
	name, err := i.brands.NameOf(ctx, brandID)
	if err != nil {
		return gone(err)
	}
	var seen noticed
	if firstOfWeek(ended, before) {
		if seen, err = i.look(ctx, who, brandID, ended.ID); err != nil {
			return gone(err)
		}
	}
	return gone(i.db.InTx(ctx, func(tx *store.Tx) error {
		if err := i.brands.CheckNamesTx(ctx, tx, brandID); err != nil { // what the day's alert left no room for
			return err
		}
		alarms := runAlarms(ended)
		more, err := skipAlarms(ctx, tx, ended, before)
		if err != nil {
			return err
		}
		alarms = append(alarms, more...)
		if more, err = changeAlarms(ctx, tx, brandID, seen.changes, seen.changesByChance); err != nil {
			return err
		}
		alarms = append(alarms, more...)
		if more, err = passAlarms(ctx, tx, brandID, seen.passed, seen.passedByChance); err != nil {
			return err
		}
		about := alert.Subject{BrandID: brandID, SpaceID: who.SpaceID, Brand: name, RunID: runID, Events: i.events}
		for _, alarm := range append(alarms, more...) {
			if err := alert.RaiseTx(ctx, tx, about, alarm); err != nil {
				return err
			}
		}
		return i.events.ReleaseTx(ctx, tx, who.SpaceID, runID)
	}))
}

// Acknowledge marks an alert as seen; doing it again changes nothing. One of another space is NotFound.
func (i *Insights) Acknowledge(ctx context.Context, who account.Caller, alertID string) (err error) {
	defer fault.Wrap(&err, "insight.Acknowledge")

	return i.db.InTx(ctx, func(tx *store.Tx) error {
		brandID, err := alert.BrandOf(ctx, tx, alertID)
		if err != nil {
			return err
		}
		if _, err := i.brands.FindIn(ctx, tx, who, brandID); fault.Is(err, fault.NoSuchThing) {
			return fault.NotFound("alert", alertID)
		} else if err != nil {
			return err
		}
		return alert.AcknowledgeTx(ctx, tx, alertID)
	})
}

// gone turns what was deleted meanwhile into nothing to do.
func gone(err error) error {
	if fault.Is(err, fault.NoSuchThing) {
		return nil
	}
	return err
}

func runAlarms(r run.Run) []alert.Alarm {
	if r.Status != run.Failed {
		return nil
	}
	return []alert.Alarm{{Kind: alert.RunFailed, Severity: alert.Critical, Figures: alert.Figures{RunID: r.ID, SubTasks: r.Progress.Total}}}
}

// skipAlarms names platforms that were skipped in this run and in the one before. One that was named already is not named
// again before a run has asked it.
func skipAlarms(ctx context.Context, tx *store.Tx, now run.Run, before *run.Run) ([]alert.Alarm, error) {
	if before == nil {
		return nil, nil
	}
	known, err := alert.Said(ctx, tx, now.BrandID, alert.PlatformSkipped, tx.Now)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, p := range now.Platforms {
		if p.Status != run.Skipped || !slices.ContainsFunc(before.Platforms, func(q run.Platform) bool { return q.Platform == p.Platform && q.Status == run.Skipped }) {
			continue
		}
		if at := slices.IndexFunc(known, func(k alert.Figures) bool { return slices.Contains(k.Platforms, p.Platform) }); at >= 0 {
			asked, err := askedSince(ctx, tx, p.Platform, known[at].RunIDs[0])
			if err != nil {
				return nil, err
			}
			if !asked {
				continue
			}
		}
		ids = append(ids, p.Platform)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return []alert.Alarm{{Kind: alert.PlatformSkipped, Severity: alert.Warning, Figures: alert.Figures{Platforms: ids, RunIDs: []string{now.ID, before.ID}}}}, nil
}

// askedSince tells whether a run of the same brand has asked a platform since another run.
func askedSince(ctx context.Context, q store.Querier, platform, runID string) (bool, error) {
	n, err := store.One[int64](q.QueryRow(ctx, `SELECT count(*) FROM runs s JOIN runs r ON r.brand_id = s.brand_id AND r.created_at > s.created_at
			JOIN run_platforms p ON p.run_id = r.id AND p.platform = $2 AND p.status IN ('completed', 'failed')
		WHERE s.id = $1`, runID, platform))
	return n > 0, err
}

// freshChanges are those that were not reported yet.
func freshChanges(ctx context.Context, q store.Querier, brandID string, changes []alert.Change, now timestamp.Time) ([]alert.Change, error) {
	if len(changes) == 0 {
		return nil, nil
	}
	known, err := alert.Said(ctx, q, brandID, alert.SignificantChange, now)
	return slices.DeleteFunc(changes, func(c alert.Change) bool {
		return slices.ContainsFunc(known, func(k alert.Figures) bool { return slices.ContainsFunc(k.Changes, c.Same) })
	}), err
}

// changeAlarms says which figures changed and were not reported yet.
func changeAlarms(ctx context.Context, tx *store.Tx, brandID string, changes []alert.Change, byChance float64) ([]alert.Alarm, error) {
	fresh, err := freshChanges(ctx, tx, brandID, changes, tx.Now)
	if err != nil || len(fresh) == 0 {
		return nil, err
	}
	severity := alert.Info
	if slices.ContainsFunc(fresh, func(c alert.Change) bool { return !c.Good() }) {
		severity = alert.Warning
	}
	return []alert.Alarm{{Kind: alert.SignificantChange, Severity: severity, Figures: alert.Figures{Changes: fresh, ByChance: &byChance}}}, nil
}

// freshPassed are competitors that were not named yet.
func freshPassed(ctx context.Context, q store.Querier, brandID string, passed []alert.Passing, now timestamp.Time) ([]alert.Passing, error) {
	if len(passed) == 0 {
		return nil, nil
	}
	known, err := alert.Said(ctx, q, brandID, alert.CompetitorPassed, now)
	return slices.DeleteFunc(passed, func(p alert.Passing) bool {
		return slices.ContainsFunc(known, func(k alert.Figures) bool {
			return slices.ContainsFunc(k.Passed, func(q alert.Passing) bool { return q.CompetitorID == p.CompetitorID })
		})
	}), err
}

// passAlarms names competitors that came to stand before the brand.
func passAlarms(ctx context.Context, tx *store.Tx, brandID string, passed []alert.Passing, byChance float64) ([]alert.Alarm, error) {
	fresh, err := freshPassed(ctx, tx, brandID, passed, tx.Now)
	if err != nil || len(fresh) == 0 {
		return nil, err
	}
	return []alert.Alarm{{Kind: alert.CompetitorPassed, Severity: alert.Warning, Figures: alert.Figures{Passed: fresh, ByChance: &byChance}}}, nil
}
