package attention

import (
	"context"
	"errors"
	"slices"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/event"
	"renown/internal/room/geo/alert"
	"renown/internal/room/geo/insight"
)

// digestJob looks whether last week's digests are due.
var digestJob = queue.Declare[struct{}](queue.Kind{Name: "digest", Timeout: 30 * time.Minute, MaxAttempts: 3, Every: time.Hour, AtStart: true})

// Digests are due on Monday from nine on, Beijing time; what a stopped program missed is made up for until Tuesday ends.
const (
	digestHour = 9
	digestDays = 2
)

// Digest records the digest of last week for each brand of the spaces that want one, once. Outside of its days it does nothing. A brand that fails does
// not keep others from theirs.
func (a *Attention) Digest(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "attention.Digest")

	now := a.db.Now()
	monday, _ := timestamp.Week(now.Time)
	if since := now.Sub(monday.Time); since < digestHour*time.Hour || since >= digestDays*24*time.Hour {
		return nil
	}
	spaces, err := a.events.Wanting(ctx, event.DigestWeekly)
	if err != nil {
		return err
	}
	var faults []error
	for _, who := range spaces {
		brands, err := a.brands.Titles(ctx, who)
		if err != nil {
			return err
		}
		for _, b := range brands {
			if err := gone(a.digest(ctx, who, b.ID, monday)); err != nil {
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
func (a *Attention) digest(ctx context.Context, who account.Caller, brandID string, monday timestamp.Time) error {
	from, to := monday.In(timestamp.Beijing).AddDate(0, 0, -7), monday.In(timestamp.Beijing).AddDate(0, 0, -1)
	once := string(event.DigestWeekly) + "/" + brandID + "/" + from.Format(time.DateOnly)
	if known, err := a.events.Known(ctx, who.SpaceID, once); err != nil || known {
		return err
	}
	d := event.Digest{BrandID: brandID, From: from.Format(time.DateOnly), To: to.Format(time.DateOnly)}
	err := a.insights.Within(ctx, who, brandID, insight.Query{From: d.From, To: d.To}, func(s *insight.Scope) error {
		d.Brand = s.Brand.Name
		if err := keyFigures(ctx, s, &d); err != nil {
			return err
		}
		err := s.Q.QueryRow(ctx, `SELECT count(*) FROM runs WHERE brand_id = $1 AND status = 'completed' AND finished_at >= $2 AND finished_at < $3`, brandID, timestamp.Of(from), monday).Scan(&d.Runs)
		if err != nil {
			return err
		}
		return s.Q.QueryRow(ctx, `SELECT count(*) FROM alerts WHERE brand_id = $1 AND created_at >= $2 AND created_at < $3`, brandID, timestamp.Of(from), monday).Scan(&d.Alerts)
	})
	if err != nil {
		return err
	}
	return a.db.InTx(ctx, func(tx *store.Tx) error {
		return a.events.RecordTx(ctx, tx, event.Record{SpaceID: who.SpaceID, Type: event.DigestWeekly, Once: once, Subject: once, Data: d})
	})
}

// keyFigures compares the key figures with those of the week before. A change counts when it would after a look at everything.
func keyFigures(ctx context.Context, s *insight.Scope, d *event.Digest) error {
	in, changes, err := s.Changed(ctx)
	if err != nil {
		return err
	}
	d.Significant = len(changes) > 0
	for _, of := range []struct {
		indicator alert.Indicator
		insight.Indicator
	}{
		{alert.Visibility, in.Visibility},
		{alert.ShareOfVoice, in.ShareOfVoice},
		{alert.AveragePosition, in.AveragePosition},
		{alert.Sentiment, in.Sentiment},
		{alert.OwnCitationRate, in.OwnCitationRate},
	} {
		d.Figures = append(d.Figures, event.DigestFigure{
			Indicator: string(of.indicator), Value: of.Value, Low: of.Low, High: of.High, Denominator: of.Denominator, Previous: of.Previous,
			Significant: slices.ContainsFunc(changes, func(c alert.Change) bool { return c.Indicator == of.indicator && c.Platform == nil }),
		})
	}
	return nil
}
