package report

import (
	"context"
	"errors"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
)

type letterArgs struct {
	BrandID string `json:"brand_id"`
	UserID  string `json:"user_id"`
	Month   string `json:"month"`
	Trial   string `json:"trial,omitempty"` // a language: for who tries it, and may be no reader
}

var (
	// letterJob mails a report to one reader. It is enqueued in the transaction that settles the month, so once for
	// each; a process that dies between handing the mail over and noting so may hand it over again.
	letterJob = queue.Declare[letterArgs](queue.Kind{Name: "report_letter", Workers: 2, Timeout: 2 * time.Minute, MaxAttempts: 10})
	dueJob    = queue.Declare[struct{}](queue.Kind{
		Name: "report_due", Timeout: 30 * time.Minute, MaxAttempts: 3,
		Every: 10 * time.Minute, AtStart: true,
	})
)

// Jobs is the background work of this room; there is none without a mail server.
func (r *Reports) Jobs() []queue.Kind {
	if r.options.Send == nil {
		return nil
	}
	return []queue.Kind{
		letterJob.By(func(ctx context.Context, a letterArgs) error { return r.send(ctx, a) }),
		dueJob.By(func(ctx context.Context, _ struct{}) error { return r.Due(ctx) }),
	}
}

// latest is the newest day and hour of a month that is not after now, and next the first from there on whose report is
// about a later month than settled, which may be "".
func latest(now timestamp.Time, day, hour int64) time.Time {
	local := now.In(timestamp.Beijing)
	at := time.Date(local.Year(), local.Month(), int(day), int(hour), 0, 0, 0, timestamp.Beijing)
	if at.After(now.Time) {
		at = at.AddDate(0, -1, 0)
	}
	return at
}

func next(now timestamp.Time, day, hour int64, settled string) timestamp.Time {
	at := latest(now, day, hour).AddDate(0, 1, 0)
	for before(at) <= settled && at.Before(now.AddDate(0, 3, 0)) {
		at = at.AddDate(0, 1, 0)
	}
	return timestamp.Of(at)
}

const monthLayout = "2006-01"

// before is the month before a day's: 2026-10.
func before(at time.Time) string {
	return time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, timestamp.Beijing).AddDate(0, -1, 0).Format(monthLayout)
}

// periodOf is the days of a month.
func periodOf(month string) Period {
	first, err := time.ParseInLocation(monthLayout, month, timestamp.Beijing)
	if err != nil {
		return Period{}
	}
	return Period{first.Format(time.DateOnly), first.AddDate(0, 1, -1).Format(time.DateOnly)}
}

// dueMost bounds one look; what is left over is found by the next.
const dueMost = 200

type dueMail struct {
	brandID, spaceID string
	day, hour        int64
	at               timestamp.Time
}

// Due settles the months whose report is due: it is mailed to each reader, or noted that there was nothing to say or
// no reader. What a stopped program missed is made up for, the newest month alone. A brand that fails does
// not keep others from theirs.
func (r *Reports) Due(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "report.Due")

	list, err := store.List(ctx, r.db.Read(), func(row store.Row) (d dueMail, err error) {
		err = row.Scan(&d.brandID, &d.spaceID, &d.day, &d.hour, &d.at)
		return d, err
	}, `SELECT m.brand_id, b.space_id, m.day, m.hour, m.due_at FROM reports m JOIN brands b ON b.id = m.brand_id
		WHERE m.mailed = TRUE AND m.due_at <= $1 AND b.archived_at IS NULL AND NOT `+account.OwnerDisabled+` ORDER BY m.due_at, m.brand_id LIMIT $2`, r.db.Now(), dueMost)
	for _, d := range list {
		if bad := r.settle(ctx, d); bad != nil && !fault.Is(bad, fault.NoSuchThing) {
			err = errors.Join(err, bad)
		}
	}
	return err
}

// settle decides about one month. Of two that are at it at once one finds the row changed, and does nothing.
func (r *Reports) settle(ctx context.Context, d dueMail) error {
	at := latest(r.db.Now(), d.day, d.hour)
	month := before(at)
	answers, err := r.answers(ctx, account.Caller{SpaceID: d.spaceID}, d.brandID, month)
	if err != nil {
		return err
	}
	return r.db.InTx(ctx, func(tx *store.Tx) error {
		readers, err := store.List(ctx, tx, store.One[string], `SELECT r.user_id FROM report_readers r JOIN brands b ON b.id = r.brand_id
			JOIN members m ON m.user_id = r.user_id AND m.space_id = $2 AND `+account.SeesBrand+`
			WHERE r.brand_id = $1 AND r.left_at IS NULL ORDER BY r.user_id`, d.brandID, d.spaceID)
		if err != nil {
			return err
		}
		outcome := Sent
		switch {
		case answers == 0:
			outcome, readers = NoAnswers, nil
		case len(readers) == 0:
			outcome = NoReaders
		}
		n, err := tx.Exec(ctx, `UPDATE reports SET due_at = $3, month = $4, outcome = $5
			WHERE brand_id = $1 AND mailed = TRUE AND due_at = $2`,
			d.brandID, d.at, next(timestamp.Of(at), d.day, d.hour, month), month, outcome)
		if err != nil || n == 0 {
			return err
		}
		for _, userID := range readers {
			if err := r.options.Queue.EnqueueTx(ctx, tx, letterJob.Job(letterArgs{
				BrandID: d.brandID, UserID: userID,
				Month: month,
			})); err != nil {
				return err
			}
		}
		return nil
	})
}

// send mails a report to one reader, unless they have left the space or the list meanwhile.
func (r *Reports) send(ctx context.Context, a letterArgs) error {
	e := Edition{Reader: account.Caller{UserID: a.UserID}, BrandID: a.BrandID, Period: periodOf(a.Month)}
	var address string
	var token, language *string
	err := r.db.Read().QueryRow(ctx, `SELECT u.email, b.space_id, rr.token, rm.language FROM brands b
		JOIN members m ON m.space_id = b.space_id AND m.user_id = $2 AND `+account.SeesBrand+` JOIN users u ON u.id = m.user_id AND u.status = 'active'
		LEFT JOIN report_readers rr ON rr.brand_id = b.id AND rr.user_id = u.id AND rr.left_at IS NULL LEFT JOIN reports rm ON rm.brand_id = b.id
		WHERE b.id = $1`, a.BrandID, a.UserID).Scan(&address, &e.Reader.SpaceID, &token, &language)
	if errors.Is(err, store.ErrNoRows) || (err == nil && a.Trial == "" && (token == nil || language == nil)) {
		return nil
	}
	if err != nil {
		return err
	}
	if token != nil {
		e.Unsubscribe = r.leave(*token)
	}
	if e.Language = a.Trial; e.Language == "" {
		e.Language = *language
	}
	letter, err := r.options.Letter(ctx, e)
	if err != nil {
		return err
	}
	letter.To = address
	return r.options.Send(ctx, letter)
}
