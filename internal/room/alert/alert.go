// Package alert keeps what a brand manager should know without looking: a significant change, a competitor that passes the
// brand, a failed run, a platform skipped twice running, a name that two share, a fact that answers contradict.
//
// It owns the table alerts: at most one of a kind for a brand on a day. What was said once is not said again while it
// stays as it was. It does not know when there is something to say; of names that two share, it tells by itself whether
// they are.
package alert

import (
	"context"
	"errors"
	"slices"
	"time"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/event"
)

// Kinds of alerts.
const (
	SignificantChange = "significant_change"
	CompetitorPassed  = "competitor_passed"
	RunFailed         = "run_failed"
	PlatformSkipped   = "platform_skipped"
	NameConflict      = "name_conflict"
	FactContradicted  = "fact_contradicted"
)

// Severities.
const (
	Info     = "info"
	Warning  = "warning"
	Critical = "critical"
)

// Alert is something that deserves attention.
type Alert struct {
	ID             string          `json:"id"`
	Kind           string          `json:"kind"`
	Severity       string          `json:"severity"`
	Text           string          `json:"text"` // said by the figures, in the reader's language
	Figures        Figures         `json:"figures"`
	CreatedAt      timestamp.Time  `json:"created_at"`
	AcknowledgedAt *timestamp.Time `json:"acknowledged_at"`
	ByChance       *float64        `json:"by_chance_per_quarter"` // nil for what is no matter of chance
}

// List reads a brand's newest alerts.
func List(ctx context.Context, q store.Querier, brandID string, most int) (_ []Alert, err error) {
	defer fault.Wrap(&err, "alert.List")

	return store.List(ctx, q, func(row store.Row) (a Alert, err error) {
		err = row.Scan(&a.ID, &a.Kind, &a.Severity, &a.Figures, &a.CreatedAt, &a.AcknowledgedAt)
		a.ByChance = a.Figures.ByChance
		return a, err
	}, `SELECT id, kind, severity, figures, created_at, acknowledged_at FROM alerts
		WHERE brand_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`, brandID, most)
}

// Subject is the brand that an alert is about, and whom to tell.
type Subject struct {
	BrandID, SpaceID, Brand string
	RunID                   string        // after which the alert came; "" for none
	Events                  *event.Events // nil: not told
}

// RaiseTx stores an alert of what was not said yet, unless there is nothing or one of its kind was raised for the brand
// today, and tells of it. A failed run is not told of here: its end was.
func RaiseTx(ctx context.Context, tx *store.Tx, s Subject, kind string, f Figures) (err error) {
	defer fault.Wrap(&err, "alert.RaiseTx")

	if f, err = Fresh(ctx, tx, s.BrandID, kind, f, tx.Now); err != nil || f.Empty() {
		return err
	}
	severity := f.severity(kind)
	alertID := id.New("alt", tx.Now.Time)
	n, err := tx.Exec(ctx, `INSERT INTO alerts (id, brand_id, kind, day, severity, figures, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (brand_id, kind, day) DO NOTHING`, alertID, s.BrandID, kind, day.Of(tx.Now.Time), severity, f, tx.Now)
	if err != nil || n == 0 || kind == RunFailed {
		return err
	}
	record := event.Record{
		SpaceID: s.SpaceID, Type: event.AlertRaised, Once: alertID, Subject: alertID, Hold: s.RunID != "",
		Data: event.Alert{BrandID: s.BrandID, Brand: s.Brand, AlertID: alertID, Kind: kind, Severity: severity, Figures: f},
	}
	if kind == PlatformSkipped {
		record.Type = event.PlatformSkipped
	}
	if s.RunID != "" {
		record.Subject = s.RunID
	}
	return s.Events.RecordTx(ctx, tx, record)
}

// memory is how long what was said counts as known.
const memory = 30 * 24 * time.Hour

// Said reads the figures of a brand's alerts of one kind that are still in memory, newest first.
func Said(ctx context.Context, q store.Querier, brandID, kind string, now timestamp.Time) (_ []Figures, err error) {
	defer fault.Wrap(&err, "alert.Said")

	return store.List(ctx, q, store.One[Figures],
		`SELECT figures FROM alerts WHERE brand_id = $1 AND kind = $2 AND created_at > $3 ORDER BY created_at DESC`,
		brandID, kind, now.Add(-memory))
}

// Fresh leaves of changes, competitors and names that two share those that no alert of the kind has said yet.
func Fresh(ctx context.Context, q store.Querier, brandID, kind string, f Figures, now timestamp.Time) (_ Figures, err error) {
	defer fault.Wrap(&err, "alert.Fresh")

	if len(f.Changes)+len(f.Passed)+len(f.Conflicts) == 0 {
		return f, nil
	}
	known, err := Said(ctx, q, brandID, kind, now)
	said := func(by func(Figures) bool) bool { return slices.ContainsFunc(known, by) }
	f.Changes = slices.DeleteFunc(slices.Clone(f.Changes), func(c Change) bool {
		return said(func(k Figures) bool { return slices.ContainsFunc(k.Changes, c.Same) })
	})
	f.Passed = slices.DeleteFunc(slices.Clone(f.Passed), func(p Passing) bool {
		return said(func(k Figures) bool {
			return slices.ContainsFunc(k.Passed, func(q Passing) bool { return q.CompetitorID == p.CompetitorID })
		})
	})
	f.Conflicts = slices.DeleteFunc(slices.Clone(f.Conflicts), func(c Conflict) bool {
		return said(func(k Figures) bool {
			return slices.ContainsFunc(k.Conflicts, func(o Conflict) bool {
				return o.Spelling == c.Spelling &&
					slices.Equal(o.Names, c.Names)
			})
		})
	})
	return f, err
}

// BrandOf finds the brand that an alert is about; NotFound when there is no such alert.
func BrandOf(ctx context.Context, q store.Querier, alertID string) (_ string, err error) {
	defer fault.Wrap(&err, "alert.BrandOf")

	brandID, err := store.One[string](q.QueryRow(ctx, `SELECT brand_id FROM alerts WHERE id = $1`, alertID))
	if errors.Is(err, store.ErrNoRows) {
		return "", fault.NotFound("alert", alertID)
	}
	return brandID, err
}

// AcknowledgeTx marks an alert as seen; doing it again changes nothing.
func AcknowledgeTx(ctx context.Context, tx *store.Tx, alertID string) (err error) {
	defer fault.Wrap(&err, "alert.AcknowledgeTx")

	_, err = tx.Exec(ctx, `UPDATE alerts SET acknowledged_at = $2 WHERE id = $1 AND acknowledged_at IS NULL`, alertID, tx.Now)
	return err
}
