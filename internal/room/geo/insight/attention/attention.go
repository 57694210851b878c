// Package attention says by itself what a brand manager should know: after a run it looks whether figures changed and raises alerts, and
// every week it records a digest.
//
// It owns no table: alerts are kept by alert and events by event. Which changes count is decided by insight.
package attention

import (
	"context"

	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/event"
	"renown/internal/room/geo/brand"
	"renown/internal/room/geo/insight"
	"renown/internal/room/geo/run"
)

// Attention is the room's door for everybody else.
type Attention struct {
	db       *store.DB
	brands   *brand.Brands
	runs     *run.Runs
	insights *insight.Insights
	events   *event.Events
}

// New returns the room over db. Events are told of what is noticed; nil: nobody is.
func New(db *store.DB, brands *brand.Brands, runs *run.Runs, insights *insight.Insights, events *event.Events) *Attention {
	return &Attention{db, brands, runs, insights, events}
}

// Jobs is the background work of this room.
func (a *Attention) Jobs() []queue.Kind {
	return []queue.Kind{
		run.ReviewJob.By(func(ctx context.Context, args run.ReviewArgs) error { return a.Review(ctx, args.RunID) }),
		digestJob.By(func(ctx context.Context, _ struct{}) error { return a.Digest(ctx) }),
	}
}
