package worker

import (
	"context"
	"time"

	"renown/internal/room/geo/generation"
)

// GenerationKind names the job that drafts prompts.
const GenerationKind = "generation"

// GenerationArgs says which generation to do.
type GenerationArgs struct {
	GenerationID string `json:"generation_id"`
}

// Generation does one generation.
func Generation(g *generation.Generations) Job {
	return Job{
		Kind: GenerationKind, Workers: 4, Timeout: 3 * time.Minute, MaxAttempts: 10,
		Handle: handle(func(ctx context.Context, args GenerationArgs) error { return g.Run(ctx, args.GenerationID) }),
	}
}
