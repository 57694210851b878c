// Package alert notices what a brand manager should know without looking: a significant change, a competitor that passes
// the brand, a failed run, a platform skipped twice running, a name that two share.
//
// It owns the table alerts: at most one of a kind for a brand on a day. What was said once is not said again while it
// stays as it was.
package alert

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/geo/brand"
	"renown/internal/room/geo/finding"
	"renown/internal/room/geo/insight"
	"renown/internal/room/geo/run"
)

// Kinds of alerts.
const (
	SignificantChange = "significant_change"
	CompetitorPassed  = "competitor_passed"
	RunFailed         = "run_failed"
	PlatformSkipped   = "platform_skipped"
	NameConflict      = "name_conflict"
)

// Severities.
const (
	info     = "info"
	warning  = "warning"
	critical = "critical"
)

// Alerts is the room's door for everybody else.
type Alerts struct {
	db       *store.DB
	brands   *brand.Brands
	runs     *run.Runs
	insights *insight.Insights
}

// New returns the room over db.
func New(db *store.DB, brands *brand.Brands, runs *run.Runs, insights *insight.Insights) *Alerts {
	return &Alerts{db: db, brands: brands, runs: runs, insights: insights}
}

// alarm is an alert to be raised.
type alarm struct {
	kind, severity, text string
	figures              any
}

// raiseTx stores an alert unless one of its kind was raised for the brand today.
func raiseTx(ctx context.Context, tx *store.Tx, brandID string, a alarm) error {
	figures, err := json.Marshal(a.figures)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO alerts (id, brand_id, kind, day, severity, text, figures, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (brand_id, kind, day) DO NOTHING`, id.New("alt", tx.Now.Time), brandID, a.kind, finding.Day(tx.Now.Time), a.severity, a.text, string(figures), tx.Now)
	return err
}

// memory is how long what was said counts as known.
const memory = 30 * 24 * time.Hour

// said reads the figures of a brand's alerts of one kind that are still in memory, newest first.
func said[T any](ctx context.Context, q store.Querier, brandID, kind string, now timestamp.Time) ([]T, error) {
	return store.List(ctx, q, func(row store.Row) (figures T, err error) {
		var text string
		if err = row.Scan(&text); err == nil {
			err = json.Unmarshal([]byte(text), &figures)
		}
		return figures, err
	}, `SELECT figures FROM alerts WHERE brand_id = $1 AND kind = $2 AND created_at > $3 ORDER BY created_at DESC`, brandID, kind, now.Add(-memory))
}

// Acknowledge marks an alert as seen; doing it again changes nothing. One of another space is NotFound.
func (a *Alerts) Acknowledge(ctx context.Context, who account.Caller, alertID string) error {
	return a.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := store.One[string](tx.QueryRow(ctx, `SELECT a.id FROM alerts a JOIN brands b ON b.id = a.brand_id WHERE a.id = $1 AND b.space_id = $2`, alertID, who.SpaceID))
		if errors.Is(err, store.ErrNoRows) {
			return fault.NotFound("alert", alertID)
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE alerts SET acknowledged_at = $2 WHERE id = $1 AND acknowledged_at IS NULL`, alertID, tx.Now)
		return err
	})
}
