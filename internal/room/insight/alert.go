package insight

import (
	"context"
	"slices"
	"strings"
	"time"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/alert"
	"renown/internal/room/run"
)

// Jobs is the background work of this room.
func (i *Insights) Jobs() []queue.Kind {
	return []queue.Kind{
		run.ReviewJob.By(func(ctx context.Context, args run.ReviewArgs) error { return i.Review(ctx, args.RunID) }),
		digestJob.By(func(ctx context.Context, _ struct{}) error { return i.Digest(ctx) }),
	}
}

// Review looks at a brand after one of its runs has ended, and raises the alerts that there are. Called twice it raises
// nothing new.
func (i *Insights) Review(ctx context.Context, runID string) (err error) {
	defer fault.Wrap(&err, "insight.Review")

	ended, before, err := i.runs.Latest(ctx, runID)
	if err != nil {
		return gone(err)
	}
	who, err := i.brands.Owner(ctx, ended.BrandID)
	if err != nil {
		return gone(err)
	}
	about := alert.Subject{BrandID: ended.BrandID, SpaceID: who.SpaceID, RunID: runID, Events: i.events}
	if about.Brand, err = i.brands.NameOf(ctx, ended.BrandID); err != nil {
		return gone(err)
	}
	var changed, passed alert.Figures
	if firstOfWeek(ended, before) {
		if changed, passed, err = i.changes(ctx, who, ended); err != nil {
			return gone(err)
		}
	}
	return gone(i.db.InTx(ctx, func(tx *store.Tx) error {
		if err := i.brands.CheckNamesTx(ctx, tx, ended.BrandID); err != nil { // what the day's alert left no room for
			return err
		}
		skipped, err := i.skippedTx(ctx, tx, ended, before)
		if err != nil {
			return err
		}
		var failed alert.Figures
		if ended.Status == run.Failed {
			failed = alert.Figures{RunID: ended.ID, SubTasks: ended.Progress.Total}
		}
		for _, one := range []struct {
			kind string
			of   alert.Figures
		}{
			{alert.RunFailed, failed},
			{alert.PlatformSkipped, skipped},
			{alert.SignificantChange, changed},
			{alert.CompetitorPassed, passed},
		} {
			if err := alert.RaiseTx(ctx, tx, about, one.kind, one.of); err != nil {
				return err
			}
		}
		return i.events.ReleaseTx(ctx, tx, who.SpaceID, runID)
	}))
}

// gone turns what was deleted meanwhile into nothing to do.
func gone(err error) error {
	if fault.Is(err, fault.NoSuchThing) {
		return nil
	}
	return err
}

// firstOfWeek tells whether a run is the first that ended in its Beijing week. Figures are looked at once a week: each
// look at rolling periods is another chance to be fooled by them.
func firstOfWeek(ended run.Run, before *run.Run) bool {
	if before == nil || before.FinishedAt == nil || ended.FinishedAt == nil {
		return true
	}
	return day.Of(before.FinishedAt.Time).Week() != day.Of(ended.FinishedAt.Time).Week()
}

// changes compares a brand's last thirty days with the thirty before: which figures changed and which competitors
// passed the brand, each with how often chance alone would find such a thing in a quarter.
func (i *Insights) changes(ctx context.Context, who account.Caller, ended run.Run) (changed, passed alert.Figures, err error) {
	err = i.within(ctx, who, ended.BrandID, Query{}, func(s *Scope) error {
		list, err := s.look(ctx)
		if err != nil {
			return err
		}
		changed.Changes, passed.Passed = list.believed()
		// Dealing weeks anew is most of the work. What will be forgotten before it is said counts as forgotten.
		fresh, soon := false, i.db.Now().Add(time.Hour)
		for kind, of := range map[string]alert.Figures{alert.SignificantChange: changed, alert.CompetitorPassed: passed} {
			left, err := alert.Fresh(ctx, s.Q, s.Brand.ID, kind, of, soon)
			if err != nil {
				return err
			}
			fresh = fresh || !left.Empty()
		}
		if !fresh {
			return nil
		}
		changes, passes, err := s.byChance(ctx)
		changed.ByChance, passed.ByChance = &changes, &passes
		return err
	})
	return changed, passed, err
}

// look tests everything that a look does.
func (s *Scope) look(ctx context.Context) (candidateList, error) {
	now, before, err := s.tables(ctx)
	if err != nil {
		return nil, err
	}
	in := indicators(now, before)
	standings, err := s.standings(ctx, now, before, in.Visibility)
	if err != nil {
		return nil, err
	}
	s.indicate(&in, now.cells(forVisibility, ""), before.cells(forVisibility, ""))
	return candidates(in, s.platforms(now, before), standings, s.sharedOf(now, before)), nil
}

// Look is what a look at the end of the period would say, and how often chance alone would in a quarter; nil where the period and the one
// before are shorter than the weeks that are dealt.
type Look struct {
	Changes          []alert.Change  `json:"changes"`
	Passed           []alert.Passing `json:"passed"`
	ChangesByChance  *float64        `json:"changes_by_chance_per_quarter"`
	PassingsByChance *float64        `json:"passed_by_chance_per_quarter"`
}

// Look computes alerts anew.
func (s *Scope) Look(ctx context.Context) (l Look, err error) {
	defer fault.Wrap(&err, "insight.Look")

	list, err := s.look(ctx)
	if err != nil {
		return l, err
	}
	l.Changes, l.Passed = list.believed()
	if s.dates.To+1-2*weeksEither*week < s.before().From {
		return l, nil
	}
	changes, passes, err := s.byChance(ctx)
	l.ChangesByChance, l.PassingsByChance = &changes, &passes
	return l, err
}

// skippedTx names platforms that were skipped in this run and in the one before, and at once those whose model is gone. One
// that was named already is not named again before a run has asked it.
func (i *Insights) skippedTx(ctx context.Context, tx *store.Tx, now run.Run, before *run.Run) (out alert.Figures, err error) {
	known, err := alert.Said(ctx, tx, now.BrandID, alert.PlatformSkipped, tx.Now)
	if err != nil {
		return out, err
	}
	for _, p := range now.Platforms {
		again := func(q run.Platform) bool { return q.Platform == p.Platform && q.Status == run.Skipped }
		retired := p.ReasonCode != nil && *p.ReasonCode == run.RetiredCode
		if !retired && (before == nil || p.Status != run.Skipped || !slices.ContainsFunc(before.Platforms, again)) {
			continue
		}
		if at := slices.IndexFunc(known, func(k alert.Figures) bool { return slices.Contains(k.Platforms, p.Platform) }); at >= 0 {
			asked, err := askedSince(ctx, tx, p.Platform, known[at].RunIDs[0])
			if err != nil {
				return out, err
			}
			if !asked {
				continue
			}
		}
		out.Platforms, out.RunIDs = append(out.Platforms, p.Platform), []string{now.ID}
		if before != nil {
			out.RunIDs = append(out.RunIDs, before.ID)
		}
		if retired {
			_, model, _ := strings.Cut(string(*p.Reason), ":")
			out.Retired = append(out.Retired, alert.Retired{Platform: p.Platform, Model: model, Successor: i.runs.Successor(p.Platform)})
		}
	}
	return out, nil
}

// askedSince tells whether a run of the same brand has asked a platform since another run.
func askedSince(ctx context.Context, q store.Querier, platform, runID string) (bool, error) {
	n, err := store.One[int64](q.QueryRow(ctx, `SELECT count(*) FROM runs s
			JOIN runs r ON r.brand_id = s.brand_id AND r.created_at > s.created_at
			JOIN run_platforms p ON p.run_id = r.id AND p.platform = $2 AND p.status IN ('completed', 'failed')
		WHERE s.id = $1`, runID, platform))
	return n > 0, err
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
