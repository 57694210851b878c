// Package detail says what single answers of a period show: what assistants searched for, how their apps differ from their interface for
// programs, what the answers to one prompt or with one source have in common, which answers stand behind a figure, and what one run found.
//
// It owns no table. It reads at most so many of the newest answers, and says so; figures it takes from insight.
package detail

import (
	"renown/internal/floor/store"
	"renown/internal/room/insight"
)

// Details is the room's door for everybody else.
type Details struct {
	db       *store.DB
	insights *insight.Insights
}

// New returns the room over db.
func New(db *store.DB, insights *insight.Insights) *Details { return &Details{db, insights} }
