package setup

import (
	"context"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/room/run"
)

// took is how long a run went on.
func took(r run.Run) (time.Duration, bool) {
	if r.StartedAt == nil || r.FinishedAt == nil {
		return 0, false
	}
	return r.FinishedAt.Sub(r.StartedAt.Time), true
}

func tookWords(ctx context.Context, d time.Duration) string {
	if d < time.Second {
		return kit.T(ctx, "<1 秒")
	}
	return kit.Lasting(ctx, d)
}

func platformTitle(ctx context.Context, p run.Platform) string {
	return p.Name + " · " + kit.T(ctx, kit.RunStatus(p.Status))
}

func platformNameIn(r run.Run, id string) string {
	for _, p := range r.Platforms {
		if p.Platform == id {
			return p.Name
		}
	}
	return id
}

// platformWords says how a platform stands within a run.
func platformWords(ctx context.Context, p run.Platform) string {
	all := kit.PlatformProgress(p)
	switch {
	case p.Status == run.Skipped && p.Reason != nil:
		return kit.Reason(ctx, *p.Reason)
	case all.Failed > 0 && all.Skipped > 0:
		return kit.T(ctx, "%d 条回答，%d 条失败，%d 条跳过（原因见下）", all.Done, all.Failed, all.Skipped)
	case all.Failed > 0:
		return kit.T(ctx, "%d 条回答，%d 条失败（原因见下）", all.Done, all.Failed)
	case all.Skipped > 0:
		return kit.T(ctx, "%d 条回答，%d 条跳过（原因见下）", all.Done, all.Skipped)
	case run.Ended(p.Status):
		return kit.T(ctx, "%d 条回答", all.Done)
	}
	return kit.T(ctx, "剩 %d 条", p.Total-p.Done)
}

// partly tells whether something ended with questions that got no answer.
func partly(status string, all kit.Progress) bool {
	return status == run.Completed && all.Failed+all.Skipped > 0
}

func runWord(status string, all kit.Progress) string {
	if partly(status, all) {
		return kit.Key("部分完成")
	}
	return kit.RunStatus(status)
}
