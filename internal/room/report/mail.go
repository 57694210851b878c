package report

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/event"
	"renown/internal/room/insight"
	"renown/internal/tool/mail"
)

// Options are the settings of the room; those of mails may be left out.
type Options struct {
	Queue     *queue.Queue
	Limits    *limit.Limiter
	Insights  *insight.Insights
	PublicURL string
	Letter    func(ctx context.Context, e Edition) (mail.Message, error) // words a report for one reader
	Send      func(ctx context.Context, m mail.Message) error            // nil: there is no mail server, and no report is mailed
}

// Mails tells whether reports can be mailed.
func (r *Reports) Mails() bool { return r.options.Send != nil }

// Edition is the report about a month, for one reader.
type Edition struct {
	Reader      account.Caller
	BrandID     string
	Period      Period
	Language    string
	Unsubscribe string // an address; "" for who is no reader and tries it
}

// What became of a month.
const (
	Sent      = "sent"
	NoAnswers = "no_answers"
	NoReaders = "no_readers"
)

// Mailing is when and to whom the report of a brand is mailed. Times are in Beijing.
type Mailing struct {
	Enabled   bool
	Day, Hour int64
	Language  string
	Readers   []string        // ids of members of the space
	Left      []string        // of readers who took the link in a mail
	Next      *timestamp.Time // nil: never
	Month     string          // that the newest was about: 2026-10; "" for none yet
	Outcome   string
}

// usual is the mailing of a brand that has none.
func usual() Mailing { return Mailing{Day: 1, Hour: 9, Language: "zh"} }

// Mailing reads when and to whom the report of a brand of the caller's space is mailed.
func (r *Reports) Mailing(ctx context.Context, who account.Caller, brandID string) (m Mailing, err error) {
	defer fault.Wrap(&err, "report.Mailing")

	err = r.db.View(ctx, func(q store.Querier) error {
		var next timestamp.Time
		err := q.QueryRow(ctx, `SELECT mailed, day, hour, language, due_at, month, outcome FROM reports
			WHERE brand_id = $1 AND brand_id IN (SELECT id FROM brands WHERE space_id = $2)`, brandID, who.SpaceID).
			Scan(&m.Enabled, &m.Day, &m.Hour, &m.Language, &next, &m.Month, &m.Outcome)
		if errors.Is(err, store.ErrNoRows) {
			m = usual()
			return nil
		}
		if err != nil {
			return err
		}
		if m.Enabled {
			m.Next = &next
		}
		for _, of := range []struct {
			list  *[]string
			where string
		}{{&m.Readers, ` AND left_at IS NULL`}, {&m.Left, ` AND left_at IS NOT NULL`}} {
			if *of.list, err = store.List(ctx, q, store.One[string],
				`SELECT user_id FROM report_readers WHERE brand_id = $1`+of.where+` ORDER BY user_id`,
				brandID); err != nil {
				return err
			}
		}
		return nil
	})
	return m, err
}

// SaveMailing keeps when and to whom it is mailed. A day or hour that is none and a reader who is no member of the
// space are Malformed; without a mail server it is Unavailable.
func (r *Reports) SaveMailing(ctx context.Context, who account.Caller, brandID string, m Mailing) (err error) {
	defer fault.Wrap(&err, "report.SaveMailing")

	if m.Day < 1 || m.Day > 28 || m.Hour < 0 || m.Hour > 23 {
		return fault.Value("a day from 1 to 28 and an hour from 0 to 23", nil, "body", "day").Why("report_time")
	}
	if m.Enabled && r.options.Send == nil {
		return fault.New(fault.CapReached).Why("report_no_mail")
	}
	return r.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := r.brands.FindTx(ctx, tx, who, brandID); err != nil {
			return err
		}
		settled, err := store.One[string](tx.QueryRow(ctx, `SELECT month FROM reports WHERE brand_id = $1`, brandID))
		if err != nil && !errors.Is(err, store.ErrNoRows) {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO reports (brand_id, mailed, day, hour, language, due_at) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (brand_id) DO UPDATE SET mailed = excluded.mailed, day = excluded.day, hour = excluded.hour,
				language = excluded.language, due_at = excluded.due_at`,
			brandID, m.Enabled, m.Day, m.Hour, m.Language, next(tx.Now, m.Day, m.Hour, settled))
		if err != nil {
			return err
		}
		return setReadersTx(ctx, tx, who.SpaceID, brandID, m.Readers)
	})
}

// setReadersTx makes these the readers. Those who stay keep their link, so that old mails can still be used to leave.
func setReadersTx(ctx context.Context, tx *store.Tx, spaceID, brandID string, readers []string) error {
	have, err := store.List(ctx, tx, store.One[string],
		`SELECT user_id FROM report_readers WHERE brand_id = $1 AND left_at IS NULL ORDER BY user_id`, brandID)
	if err != nil {
		return err
	}
	for _, userID := range have {
		if !slices.Contains(readers, userID) {
			if _, err := tx.Exec(ctx, `DELETE FROM report_readers WHERE brand_id = $1 AND user_id = $2`, brandID, userID); err != nil {
				return err
			}
		}
	}
	for _, userID := range readers {
		n, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM members m JOIN brands b ON b.space_id = m.space_id AND b.id = $3
			WHERE m.space_id = $1 AND m.user_id = $2 AND `+account.SeesBrand, spaceID, userID, brandID))
		if err == nil && n == 0 {
			err = fault.Value("not a member of the space", nil, "body", "reader").Why("report_reader")
		}
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO report_readers (brand_id, user_id, token) VALUES ($1, $2, $3)
			ON CONFLICT (brand_id, user_id) DO UPDATE SET left_at = NULL`, brandID, userID, rand.Text()); err != nil {
			return err
		}
	}
	return nil
}

// Unsubscribe takes a reader off by the token of their link. Doing it again changes nothing; an unknown token is NotFound.
func (r *Reports) Unsubscribe(ctx context.Context, token string) (err error) {
	defer fault.Wrap(&err, "report.Unsubscribe")

	return r.db.InTx(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE report_readers SET left_at = COALESCE(left_at, $2) WHERE token = $1`, token, tx.Now)
		if err == nil && n == 0 {
			err = fault.NotFound("reader", "")
		}
		return err
	})
}

// trials bounds how often a user mails a report to themselves.
var trials = limit.Slow{Every: 10 * time.Minute, Burst: 3}

// Try mails the report about the month before to the caller, now. More than a few in a row are TooFrequent, a month
// without answers is Malformed, and without a mail server there is nothing to try.
func (r *Reports) Try(ctx context.Context, who account.Caller, brandID, language string) (err error) {
	defer fault.Wrap(&err, "report.Try")

	if r.options.Send == nil {
		return fault.New(fault.CapReached).Why("report_no_mail")
	}
	if _, err := r.brands.Find(ctx, who, brandID); err != nil {
		return err
	}
	month := before(r.db.Now().In(timestamp.Beijing))
	answers, err := r.answers(ctx, who, brandID, month)
	if err == nil && answers == 0 {
		err = fault.New(fault.Malformed).Why("report_empty", month)
	}
	if err != nil {
		return err
	}
	d, err := r.options.Limits.AllowSlow(ctx, "report_trial:"+who.UserID, trials)
	if err == nil && !d.Allowed {
		err = fault.New(fault.TooFrequent).After(d.RetryAfter)
	}
	if err != nil {
		return err
	}
	return r.db.InTx(ctx, func(tx *store.Tx) error {
		return r.options.Queue.EnqueueTx(ctx, tx, letterJob.Job(letterArgs{
			BrandID: brandID, UserID: who.UserID,
			Month: month, Trial: language,
		}))
	})
}

// answers counts what the report about a month would rest on.
func (r *Reports) answers(ctx context.Context, who account.Caller, brandID, month string) (int64, error) {
	p := periodOf(month)
	o, err := r.options.Insights.Overview(ctx, who, brandID, insight.Query{From: p.From, To: p.To})
	return o.Indicators.CitationRate.Denominator, err
}

func (r *Reports) leave(token string) string {
	return r.options.PublicURL + event.UnsubscribePath + token
}
