package run

import (
	"context"

	"renown/internal/floor/day"
	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
)

// Quote is what a run would use up, and what is left before it.
type Quote struct {
	Questions int64          `json:"questions"`
	Prompts   int            `json:"prompts"`
	Samples   int64          `json:"samples"` // times that each prompt is asked on each platform
	Platforms []string       `json:"platforms"`
	Mode      Mode           `json:"mode"`
	RunsLeft  int            `json:"runs_left"` // of today, this one included
	ResetsAt  timestamp.Time `json:"resets_at"`
}

// Quote decides about a run as Submit does, and starts nothing. Submit decides anew. Faults are those of Submit.
func (r *Runs) Quote(ctx context.Context, who account.Caller, in Request) (q Quote, err error) {
	defer fault.Wrap(&err, "run.Quote")

	in = in.whole()
	err = r.db.InTx(ctx, func(tx *store.Tx) error {
		run, subscription, err := r.decideTx(ctx, tx, who, in)
		if err != nil {
			return err
		}
		from, to := day.Of(tx.Now.Time).Bounds()
		used, err := usedRuns(ctx, tx, subscription.UserID, from)
		q = Quote{
			in.Samples * run.questions(), len(run.Prompts), in.Samples, ids(run.platforms), in.Mode,
			subscription.Limits().RunsPerDay - used, to,
		}
		return err
	})
	return q, err
}
