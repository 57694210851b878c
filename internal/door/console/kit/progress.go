package kit

import (
	"context"

	"renown/internal/room/run"
)

type Progress struct{ Done, Failed, Skipped, total int64 }

// Settled is what came to an end by itself: what a cancelled run left out is not in it.
func (p Progress) Settled() int64 { return p.Done + p.Failed + p.Skipped }

// PlatformProgress splits a platform's progress. What is done without an answer or a failure was skipped; a cancelled platform counts its
// rest as done, and that was not.
func PlatformProgress(p run.Platform) Progress {
	all := Progress{Done: p.Answered, Failed: p.Failed, total: p.Total}
	if p.Status != run.Cancelled {
		all.Skipped = p.Done - p.Answered - p.Failed
	}
	return all
}

// RunProgress adds up the platforms of a run.
func RunProgress(r run.Run) (all Progress) {
	for _, p := range r.Platforms {
		one := PlatformProgress(p)
		all.Done += one.Done
		all.Failed += one.Failed
		all.Skipped += one.Skipped
	}
	all.total = r.Progress.Total
	return all
}

// Reason says why a platform was not asked or did not answer.
func Reason(ctx context.Context, why run.Reason) string {
	return ViewOf(ctx).Lang.Stored("platform", string(why))
}
