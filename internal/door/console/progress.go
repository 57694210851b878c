package console

import "renown/internal/room/geo/run"

type progressParts struct{ done, failed, skipped, total int64 }

// settled is what came to an end by itself: what a cancelled run left out is not in it.
func (p progressParts) settled() int64 { return p.done + p.failed + p.skipped }

// parts splits a platform's progress. What is done without an answer or a failure was skipped; a cancelled platform counts its
// rest as done, and that was not.
func parts(p run.Platform) progressParts {
	all := progressParts{done: p.Answered, failed: p.Failed, total: p.Total}
	if p.Status != run.Cancelled {
		all.skipped = p.Done - p.Answered - p.Failed
	}
	return all
}

func allParts(r run.Run) (all progressParts) {
	for _, p := range r.Platforms {
		one := parts(p)
		all.done += one.done
		all.failed += one.failed
		all.skipped += one.skipped
	}
	all.total = r.Progress.Total
	return all
}
