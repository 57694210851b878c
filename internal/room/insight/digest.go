package insight

import (
	"context"
	"errors"
	"slices"
	"time"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/alert"
	"renown/internal/room/event"
)

// digestJob looks whether last week's digests are due.
var digestJob = queue.Declare[struct{}](queue.Kind{
	Name: "digest", Timeout: 30 * time.Minute, MaxAttempts: 3,
	Every: time.Hour, AtStart: true,
})

// Digests are due on Monday from nine on, Beijing time; what a stopped program missed is made up for until Tuesday ends.
const (
	digestHour = 9
	digestDays = 2
)

// Digest records the digest of last week for each brand of the spaces that want one, once. Outside of its days it does
// nothing. A brand that fails does not keep others from theirs.
func (i *Insights) Digest(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "insight.Digest")

	now := i.db.Now()
	monday := day.Of(now.Time).Week().From
	if since := now.Sub(monday.Begin().Time); since < digestHour*time.Hour || since >= digestDays*24*time.Hour {
		return nil
	}
	spaces, err := i.events.Wanting(ctx, event.DigestWeekly)
	if err != nil {
		return err
	}
	var faults []error
	for _, who := range spaces {
		brands, err := i.brands.Titles(ctx, who)
		if err != nil {
			return err
		}
		for _, b := range brands {
			if err := gone(i.digest(ctx, who, b.ID, monday)); err != nil {
				faults = append(faults, err)
			}
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
	return errors.Join(faults...)
}

// digest records one brand's week, that which ended at monday.
func (i *Insights) digest(ctx context.Context, who account.Caller, brandID string, monday day.Day) error {
	week := (monday - 1).Week()
	from, to := week.Bounds()
	once := string(event.DigestWeekly) + "/" + brandID + "/" + week.From.String()
	if known, err := i.events.Known(ctx, who.SpaceID, once); err != nil || known {
		return err
	}
	d := event.Digest{BrandID: brandID, From: week.From.String(), To: week.To.String()}
	err := i.within(ctx, who, brandID, Query{From: d.From, To: d.To}, func(s *Scope) error {
		d.Brand = s.Brand.Name
		if err := s.digest(ctx, &d); err != nil {
			return err
		}
		err := s.Q.QueryRow(ctx,
			`SELECT count(*) FROM runs WHERE brand_id = $1 AND status = 'completed' AND finished_at >= $2 AND finished_at < $3`, brandID, from, to).Scan(&d.Runs)
		if err != nil {
			return err
		}
		return s.Q.QueryRow(ctx,
			`SELECT count(*) FROM alerts WHERE brand_id = $1 AND created_at >= $2 AND created_at < $3`, brandID, from,
			to).Scan(&d.Alerts)
	})
	if err != nil {
		return err
	}
	return i.db.InTx(ctx, func(tx *store.Tx) error {
		return i.events.RecordTx(ctx, tx, event.Record{SpaceID: who.SpaceID, Type: event.DigestWeekly, Once: once, Subject: once, Data: d})
	})
}

// digest compares the key figures with those of the week before. A change counts when it would after a look at everything.
func (s *Scope) digest(ctx context.Context, d *event.Digest) error {
	now, before, err := s.tables(ctx)
	if err != nil {
		return err
	}
	in := indicators(now, before)
	changes, _ := candidates(in, s.platforms(now, before), nil, s.sharedOf(now, before)).believed() // of competitors nothing is told
	d.Significant = len(changes) > 0
	for _, of := range []struct {
		indicator alert.Indicator
		Indicator
	}{
		{alert.Visibility, in.Visibility},
		{alert.ShareOfVoice, in.ShareOfVoice},
		{alert.AveragePosition, in.AveragePosition},
		{alert.Sentiment, in.Sentiment},
		{alert.OwnCitationRate, in.OwnCitationRate},
	} {
		d.Figures = append(d.Figures, event.DigestFigure{
			Indicator: string(of.indicator), Value: of.Value, Low: of.Low, High: of.High, Denominator: of.Denominator,
			Previous: of.Previous,
			Significant: slices.ContainsFunc(changes,
				func(c alert.Change) bool { return c.Indicator == of.indicator && c.Platform == nil }),
		})
	}
	return nil
}
