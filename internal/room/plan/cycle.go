package plan

import (
	"context"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/points"
)

// Cycle is the subscription's month that holds now. It turns at midnight in Beijing on the day of the month on which the
// subscription began, in a shorter month on its last day: one begun on the 31st turns on 28 February and again on 31 March.
func (s Subscription) Cycle(now timestamp.Time) points.Cycle {
	began, today := s.StartedAt.In(timestamp.Beijing), now.In(timestamp.Beijing)
	months := (today.Year()-began.Year())*12 + int(today.Month()) - int(began.Month())
	if now.Before(cycleStart(began, months).Time) {
		months--
	}
	return points.Cycle{Start: cycleStart(began, months), End: cycleStart(began, months+1)}
}

// cycleStart is when the cycle begins that is so many months after the first.
func cycleStart(began time.Time, months int) timestamp.Time {
	year, month, day := began.Date()
	last := time.Date(year, month+time.Month(months)+1, 0, 0, 0, 0, 0, timestamp.Beijing) // of that month
	return timestamp.Of(last.AddDate(0, 0, min(day, last.Day())-last.Day()))
}

// terms are what the ledger grants by now: nothing new once the subscription has ended, but what the cycle was worth when it began.
func (s Subscription) terms(now timestamp.Time) points.Terms {
	terms, worth := points.Terms{Cycle: s.Cycle(now)}, int64(s.Limits().Points)
	if terms.Since = terms.Start; s.StartedAt.After(terms.Start.Time) {
		terms.Since = s.StartedAt
	}
	if !s.Expired(terms.Since) {
		terms.AtStart = worth
	}
	if !s.Expired(now) {
		terms.Points = worth
	}
	return terms
}

// PointsTx locks a user's subscription and points in the caller's transaction, with the present cycle granted.
func (p *Plans) PointsTx(ctx context.Context, tx *store.Tx, userID string) (_ Subscription, _ *points.Book, err error) {
	defer fault.Wrap(&err, "plan.PointsTx")

	s, err := p.OfTx(ctx, tx, userID)
	if err != nil {
		return s, nil, err
	}
	book, err := p.ledger.OpenTx(ctx, tx, s.UserID, s.terms(tx.Now))
	return s, book, err
}

// PointsForTx is PointsTx for what a space lives on.
func (p *Plans) PointsForTx(ctx context.Context, tx *store.Tx, spaceID string) (_ Subscription, _ *points.Book, err error) {
	defer fault.Wrap(&err, "plan.PointsForTx")

	s, err := p.ForTx(ctx, tx, spaceID)
	if err != nil {
		return s, nil, err
	}
	book, err := p.ledger.OpenTx(ctx, tx, s.UserID, s.terms(tx.Now))
	return s, book, err
}

// Quota is the points of a subscription's present cycle.
type Quota struct {
	points.Cycle
	Tier Tier `json:"tier"`
	points.Figures
}

func quotaOf(s Subscription, a points.Account) Quota {
	return Quota{a.Cycle, s.Tier, a.Figures}
}

// Quota reads a user's points. The first look in a cycle makes its grant, later ones only read.
func (p *Plans) Quota(ctx context.Context, userID string) (_ Quota, err error) {
	defer fault.Wrap(&err, "plan.Quota")

	s, err := p.Of(ctx, userID)
	if err != nil {
		return Quota{}, err
	}
	account, _, err := p.ledger.Find(ctx, userID)
	if err != nil {
		return Quota{}, err
	}
	return p.quota(ctx, s, account)
}

// quota is what an account holds in the present cycle, which is granted at the first look. Without an account its
// UserID is empty.
func (p *Plans) quota(ctx context.Context, s Subscription, account points.Account) (Quota, error) {
	if terms := s.terms(p.db.Now()); account.UserID != "" && !account.Start.Before(terms.Start.Time) && account.Granted >= terms.Points {
		return quotaOf(s, account), nil
	}
	err := p.db.InTx(ctx, func(tx *store.Tx) error {
		current, book, err := p.PointsTx(ctx, tx, s.UserID)
		if err == nil {
			s, account = current, book.Account
		}
		return err
	})
	return quotaOf(s, account), err
}

// PointsRecords pages through a user's ledger, newest first, with the present cycle granted.
func (p *Plans) PointsRecords(ctx context.Context, userID string, page points.Paging) (list []points.Entry, total int64, err error) {
	defer fault.Wrap(&err, "plan.PointsRecords")

	if _, err := p.Quota(ctx, userID); err != nil {
		return nil, 0, err
	}
	return p.ledger.Entries(ctx, userID, page)
}
