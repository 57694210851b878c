package catalogue

import (
	"context"
	"encoding/json"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/reading"
)

// Measurement is how often assistants cited one outlet over the window.
type Measurement struct {
	OutletID     string
	Citations    int64
	CitationRate *float64
	ByPlatform   []PlatformGeo
	Reach        *reading.Reach
	Placed       *Placed // nil: nothing can be told
}

// measured is a measurement as the table keeps it.
type measured struct {
	outletID  string
	citations int64
	rate      *float64
	platforms string
	reach     *string
	effect    *string
}

func (m measured) same(other measured) bool {
	return m.citations == other.citations && m.platforms == other.platforms && alike(m.reach, other.reach) &&
		alike(m.rate, other.rate) && alike(m.effect, other.effect)
}

func alike[T comparable](a, b *T) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }

// Measure keeps figures. One measurement is about the whole catalogue: outlets that are not in the list were not cited.
func (c *Catalogue) Measure(ctx context.Context, at timestamp.Time, list []Measurement) (err error) {
	defer fault.Wrap(&err, "catalogue.Measure")

	wanted := make([]measured, len(list))
	for i, m := range list {
		platforms, err := json.Marshal(append([]PlatformGeo{}, m.ByPlatform...))
		if err != nil {
			return err
		}
		wanted[i] = measured{m.OutletID, m.Citations, m.CitationRate, string(platforms), nil, nil}
		if m.Placed != nil {
			effect, err := json.Marshal(m.Placed)
			if err != nil {
				return err
			}
			wanted[i].effect = new(string(effect))
		}
		if m.Reach != nil {
			reach, err := json.Marshal(m.Reach)
			if err != nil {
				return err
			}
			text := string(reach)
			wanted[i].reach = &text
		}
	}
	return c.change(ctx, func(tx *store.Tx, revision int64) (bool, error) {
		changes, err := remeasured(ctx, tx, wanted)
		for _, m := range changes {
			if _, err := tx.Exec(ctx, `UPDATE outlets SET citations = $2, citation_rate = $3, by_platform = $4, reach = $5, revision = $6, effect = $7
				WHERE id = $1`, m.outletID, m.citations, m.rate, m.platforms, m.reach, revision, m.effect); err != nil {
				return false, err
			}
		}
		return len(changes) > 0, err
	})
}

// remeasured is what differs from what is kept.
func remeasured(ctx context.Context, q store.Querier, wanted []measured) ([]measured, error) {
	kept, err := store.List(ctx, q, func(row store.Row) (m measured, err error) {
		return m, row.Scan(&m.outletID, &m.citations, &m.rate, &m.platforms, &m.reach, &m.effect)
	}, `SELECT id, citations, citation_rate, by_platform, reach, effect FROM outlets WHERE citations > 0
		OR citation_rate IS NOT NULL OR effect IS NOT NULL ORDER BY id`)
	if err != nil {
		return nil, err
	}
	byID := make(map[string]measured, len(kept))
	for _, m := range kept {
		byID[m.outletID] = m
	}
	var changes []measured
	for _, m := range wanted {
		before, ok := byID[m.outletID]
		if !ok {
			before = measured{platforms: "[]"}
		}
		if delete(byID, m.outletID); !m.same(before) {
			changes = append(changes, m)
		}
	}
	for _, m := range kept {
		if _, left := byID[m.outletID]; left {
			changes = append(changes, measured{outletID: m.outletID, platforms: "[]"})
		}
	}
	return changes, nil
}
