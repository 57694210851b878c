package attention

import (
	"context"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/geo/alert"
	"renown/internal/room/geo/insight"
	"renown/internal/room/geo/run"
)

// Review looks at a brand after one of its runs has ended, and raises what there is to say. Called twice it says nothing new.
func (a *Attention) Review(ctx context.Context, runID string) (err error) {
	defer fault.Wrap(&err, "attention.Review")

	ended, before, err := a.runs.Latest(ctx, runID)
	if err != nil {
		return gone(err)
	}
	brandID := ended.BrandID
	who, err := a.brands.Owner(ctx, brandID)
	if err != nil {
		return gone(err)
	}
	name, err := a.brands.NameOf(ctx, brandID)
	if err != nil {
		return gone(err)
	}
	var seen insight.Noticed
	if firstOfWeek(ended, before) {
		if seen, err = a.insights.Notice(ctx, who, brandID, ended.ID); err != nil {
			return gone(err)
		}
	}
	return gone(a.db.InTx(ctx, func(tx *store.Tx) error {
		if err := a.brands.CheckNamesTx(ctx, tx, brandID); err != nil { // what the day's alert left no room for
			return err
		}
		alarms := runAlarms(ended)
		more, err := skipAlarms(ctx, tx, ended, before)
		if err != nil {
			return err
		}
		alarms = append(alarms, more...)
		if more, err = changeAlarms(ctx, tx, brandID, seen.Changes, seen.ChangesByChance); err != nil {
			return err
		}
		alarms = append(alarms, more...)
		if more, err = passAlarms(ctx, tx, brandID, seen.Passed, seen.PassedByChance); err != nil {
			return err
		}
		about := alert.Subject{BrandID: brandID, SpaceID: who.SpaceID, Brand: name, RunID: runID, Events: a.events}
		for _, alarm := range append(alarms, more...) {
			if err := alert.RaiseTx(ctx, tx, about, alarm); err != nil {
				return err
			}
		}
		return a.events.ReleaseTx(ctx, tx, who.SpaceID, runID)
	}))
}

// firstOfWeek tells whether a run is the first that ended in its Beijing week. Figures are looked at once a week: each look at
// rolling periods is another chance to be fooled by them.
func firstOfWeek(ended run.Run, before *run.Run) bool {
	if before == nil || before.FinishedAt == nil || ended.FinishedAt == nil {
		return true
	}
	was, _ := timestamp.Week(before.FinishedAt.Time)
	is, _ := timestamp.Week(ended.FinishedAt.Time)
	return !was.Equal(is.Time)
}

// Acknowledge marks an alert as seen; doing it again changes nothing. One of another space is NotFound.
func (a *Attention) Acknowledge(ctx context.Context, who account.Caller, alertID string) (err error) {
	defer fault.Wrap(&err, "attention.Acknowledge")

	return a.db.InTx(ctx, func(tx *store.Tx) error {
		brandID, err := alert.BrandOf(ctx, tx, alertID)
		if err != nil {
			return err
		}
		if _, err := a.brands.FindIn(ctx, tx, who, brandID); fault.Is(err, fault.NoSuchThing) {
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

// changeAlarms says which figures changed and were not reported yet.
func changeAlarms(ctx context.Context, tx *store.Tx, brandID string, changes []alert.Change, byChance float64) ([]alert.Alarm, error) {
	fresh, err := alert.FreshChanges(ctx, tx, brandID, changes, tx.Now)
	if err != nil || len(fresh) == 0 {
		return nil, err
	}
	severity := alert.Info
	if slices.ContainsFunc(fresh, func(c alert.Change) bool { return !c.Good() }) {
		severity = alert.Warning
	}
	return []alert.Alarm{{Kind: alert.SignificantChange, Severity: severity, Figures: alert.Figures{Changes: fresh, ByChance: &byChance}}}, nil
}

// passAlarms names competitors that came to stand before the brand.
func passAlarms(ctx context.Context, tx *store.Tx, brandID string, passed []alert.Passing, byChance float64) ([]alert.Alarm, error) {
	fresh, err := alert.FreshPassings(ctx, tx, brandID, passed, tx.Now)
	if err != nil || len(fresh) == 0 {
		return nil, err
	}
	return []alert.Alarm{{Kind: alert.CompetitorPassed, Severity: alert.Warning, Figures: alert.Figures{Passed: fresh, ByChance: &byChance}}}, nil
}
