package drafting

import (
	"context"
	"time"

	"renown/internal/floor/queue"
)

// draftJob does one generation.
var draftJob = queue.Declare[draftArgs](queue.Kind{Name: "generation", Workers: 4, Timeout: 3 * time.Minute, MaxAttempts: 10})

type draftArgs struct {
	GenerationID string `json:"generation_id"`
}

// Jobs is the background work of this room.
func (g *Generations) Jobs() []queue.Kind {
	return []queue.Kind{draftJob.By(func(ctx context.Context, args draftArgs) error { return g.Run(ctx, args.GenerationID) })}
}
