package reading

import (
	"context"
	"time"

	"renown/internal/floor/queue"
	"renown/internal/floor/turn"
)

// rereadJob reads a brand's history again. Each attempt goes on where the last one stopped.
var rereadJob = queue.Declare[rereadArgs](queue.Kind{Name: "reread", Workers: 1, Timeout: time.Hour, MaxAttempts: 20})

// purgeJob makes room for the texts of the next months, and forgets those of old answers.
var purgeJob = queue.Declare[struct{}](queue.Kind{
	Name: "purge", Timeout: 30 * time.Minute, MaxAttempts: 3,
	Every: 24 * time.Hour, AtStart: true,
})

// CompareJob holds some of a brand's answers against its facts, and comes again at the end of the line while there
// are more: no brand keeps another from its turn for longer than a piece takes. It is declared here because a history
// that was read again is held against them anew: other answers name the brand. Its worker is in package fact.
var CompareJob = queue.Declare[CompareArgs](queue.Kind{Name: "fact_check", Workers: 2, Timeout: 10 * time.Minute, MaxAttempts: 20})

type CompareArgs struct {
	BrandID string `json:"brand_id"`
}

// rereader is the caller of all re-reading: together it has no more than one account.
const rereader = "reread"

type rereadArgs struct {
	BrandID string `json:"brand_id"`
}

// Jobs is the background work of this room.
func (f *Findings) Jobs() []queue.Kind {
	return []queue.Kind{
		rereadJob.By(func(ctx context.Context, args rereadArgs) error {
			return f.Reread(turn.For(ctx, rereader), args.BrandID)
		}),
		purgeJob.By(func(ctx context.Context, _ struct{}) error {
			err := f.db.OpenMonths(ctx, f.db.Now())
			if err == nil && f.options.Retention > 0 {
				_, err = f.Purge(ctx, f.options.Retention)
			}
			return err
		}),
	}
}
