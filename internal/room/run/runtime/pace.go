package runtime

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"renown/internal/floor/audit"
	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
)

// How fast a runtime may ask a platform at most. A runtime waits longer than the gap, at random; these hold whatever it does.
const (
	gapMin     = time.Minute
	dailyMax   = 40
	nightBegin = 23 // Beijing hour
	nightEnd   = 7
)

// TurnTx decides whether a runtime may ask a platform now, and books it: terms read, not at night, a minute after the question
// before, at most forty a day. wait is 0 when it may, else when to ask again.
func (r *Runtimes) TurnTx(ctx context.Context, tx *store.Tx, of Runtime, platform string) (wait time.Duration, err error) {
	defer fault.Wrap(&err, "runtime.TurnTx")

	if wait := untilMorning(tx.Now.Time); wait > 0 && !r.Simulated {
		return wait, nil
	}
	if err := r.InForceTx(ctx, tx, of); err != nil {
		return 0, err
	}
	terms, err := store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM runtime_terms WHERE platform = $1`, platform))
	if err != nil || terms == 0 {
		return gapMin, err
	}
	today, tomorrow := day.Of(tx.Now.Time).Bounds()
	var next, day timestamp.Time
	var asked int64
	row := tx.QueryRow(ctx,
		`SELECT next_at, day, asked FROM runtime_platforms WHERE runtime_id = $1 AND platform = $2`+tx.ForUpdate(),
		of.ID, platform)
	switch err := row.Scan(&next, &day, &asked); {
	case errors.Is(err, store.ErrNoRows): // it has said nothing of this platform
		return gapMin, nil
	case err != nil:
		return 0, err
	}
	if !day.Equal(today.Time) {
		asked = 0
	}
	switch {
	case r.Simulated:
	case asked >= dailyMax:
		return tomorrow.Sub(tx.Now.Time), nil
	case next.After(tx.Now.Time):
		return next.Sub(tx.Now.Time), nil
	}
	_, err = tx.Exec(ctx, `UPDATE runtime_platforms SET next_at = $3, day = $4, asked = $5 WHERE runtime_id = $1 AND platform = $2`,
		of.ID, platform, tx.Now.Add(gapMin), today, asked+1)
	return 0, err
}

// untilMorning is how long the night still lasts; 0 by day.
func untilMorning(now time.Time) time.Duration {
	local := now.In(timestamp.Beijing)
	y, m, d := local.Date()
	switch {
	case local.Hour() >= nightBegin:
		return time.Date(y, m, d+1, nightEnd, 0, 0, 0, timestamp.Beijing).Sub(now)
	case local.Hour() < nightEnd:
		return time.Date(y, m, d, nightEnd, 0, 0, 0, timestamp.Beijing).Sub(now)
	}
	return 0
}

// Terms is who read a platform's terms of use, which edition, and when it was recorded.
type Terms struct {
	Platform string         `json:"platform"`
	ReadBy   string         `json:"read_by"`
	Edition  string         `json:"edition"`
	ReadAt   timestamp.Time `json:"read_at"`
}

// RecordTerms keeps that a platform's terms were read; from then on its app may be asked. Faults: Malformed.
func (r *Runtimes) RecordTerms(ctx context.Context, t Terms) (_ Terms, err error) {
	defer fault.Wrap(&err, "runtime.RecordTerms")

	if !slices.Contains(r.platforms(), t.Platform) {
		return t, fault.New(fault.Malformed).Why("runtime_platforms").With("platforms", r.platforms())
	}
	for _, text := range []string{t.ReadBy, t.Edition} {
		if n := utf8.RuneCountInString(text); n == 0 || n > nameMax || !utf8.ValidString(text) ||
			strings.ContainsFunc(text, unicode.IsControl) {
			return t, fault.New(fault.Malformed).Why("runtime_terms", nameMax)
		}
	}
	err = r.db.InTx(ctx, func(tx *store.Tx) error {
		t.ReadAt = tx.Now
		_, err := tx.Exec(ctx, `INSERT INTO runtime_terms (platform, read_by, edition, read_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (platform) DO UPDATE SET read_by = excluded.read_by, edition = excluded.edition, read_at = excluded.read_at`, t.Platform, t.ReadBy, t.Edition, tx.Now)
		if err != nil {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.TermsRead, audit.About{Subject: t.Platform, Detail: []string{t.ReadBy, t.Edition}})
	})
	return t, err
}

// WithdrawTerms takes the record back: the platform's app is asked no more.
func (r *Runtimes) WithdrawTerms(ctx context.Context, platform string) (err error) {
	defer fault.Wrap(&err, "runtime.WithdrawTerms")

	return r.db.InTx(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, `DELETE FROM runtime_terms WHERE platform = $1`, platform)
		if err != nil || n == 0 {
			return err
		}
		return audit.WriteTx(ctx, tx, audit.TermsWithdrawn, audit.About{Subject: platform})
	})
}

// ListTerms lists what was recorded, by platform.
func (r *Runtimes) ListTerms(ctx context.Context) (_ []Terms, err error) {
	defer fault.Wrap(&err, "runtime.ListTerms")

	return store.List(ctx, r.db.Read(), func(row store.Row) (t Terms, err error) {
		err = row.Scan(&t.Platform, &t.ReadBy, &t.Edition, &t.ReadAt)
		return t, err
	}, `SELECT platform, read_by, edition, read_at FROM runtime_terms ORDER BY platform`)
}
