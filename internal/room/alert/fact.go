package alert

import (
	"context"
	"errors"
	"slices"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/room/event"
)

// factsMost bounds the facts of one alert and of one event.
const factsMost = 20

// ContradictedTx raises an alert about facts that answers contradict, and tells of it. What is found later on the same
// day is added to the day's alert, which counts as unseen again. The caller sees to it that nothing is told twice.
func ContradictedTx(ctx context.Context, tx *store.Tx, s Subject, list []Contradicted) (err error) {
	defer fault.Wrap(&err, "alert.ContradictedTx")

	list = list[:min(len(list), factsMost)]
	var alertID string
	var before Figures
	today := day.Of(tx.Now.Time)
	err = tx.QueryRow(ctx, `SELECT id, figures FROM alerts WHERE brand_id = $1 AND kind = $2 AND day = $3`+
		tx.ForUpdate(), s.BrandID, FactContradicted, today).Scan(&alertID, &before)
	switch {
	case errors.Is(err, store.ErrNoRows):
		alertID = id.New("alt", tx.Now.Time)
		_, err = tx.Exec(ctx,
			`INSERT INTO alerts (id, brand_id, kind, day, severity, figures, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			alertID, s.BrandID, FactContradicted, today, Warning, Figures{Facts: list}, tx.Now)
	case err == nil:
		all := append(list, slices.DeleteFunc(before.Facts, func(o Contradicted) bool {
			return slices.ContainsFunc(list, func(n Contradicted) bool { return n.FactID == o.FactID })
		})...)
		_, err = tx.Exec(ctx, `UPDATE alerts SET figures = $2, acknowledged_at = NULL WHERE id = $1`, alertID,
			Figures{Facts: all[:min(len(all), factsMost)]})
	}
	if err != nil {
		return err
	}
	return s.Events.RecordTx(ctx, tx, event.Record{
		SpaceID: s.SpaceID, Type: event.FactContradicted, Once: alertID + " " + list[0].FactID + " " + list[0].Expected, Subject: alertID,
		Data: event.Alert{
			BrandID: s.BrandID, Brand: s.Brand, AlertID: alertID, Kind: FactContradicted,
			Severity: Warning, Figures: Figures{Facts: list},
		},
	})
}
