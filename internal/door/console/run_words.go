package console

import (
	"context"
	"strconv"
	"time"

	"renown/internal/room/geo/run"
)

func number64(n int64) string { return strconv.FormatInt(n, 10) }

func triggerName(trigger string) string {
	switch trigger {
	case run.FromSchedule:
		return key("定时")
	case run.FromAPI:
		return key("API")
	}
	return key("手动")
}

func modeName(mode string) string {
	switch mode {
	case "chat":
		return key("模型知识")
	case "reasoning":
		return key("深度思考")
	}
	return key("联网搜索")
}

func runStatus(status string) string {
	switch status {
	case run.Queued:
		return key("排队中")
	case run.Running:
		return key("进行中")
	case run.Completed:
		return key("完成")
	case run.Failed:
		return key("失败")
	case run.Skipped:
		return key("已跳过")
	}
	return key("已取消")
}

func runTone(status string) string {
	switch status {
	case run.Queued, run.Running:
		return "live"
	case run.Completed:
		return "good"
	case run.Failed:
		return "bad"
	}
	return "off"
}

// took is how long a run went on.
func took(r run.Run) (time.Duration, bool) {
	if r.StartedAt == nil || r.FinishedAt == nil {
		return 0, false
	}
	return r.FinishedAt.Sub(r.StartedAt.Time), true
}

func tookWords(ctx context.Context, d time.Duration) string {
	if d < time.Second {
		return t(ctx, "<1 秒")
	}
	return lasting(ctx, d)
}

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

func platformTitle(ctx context.Context, p run.Platform) string {
	return p.Name + " · " + t(ctx, runStatus(p.Status))
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
	all := parts(p)
	switch {
	case p.Status == run.Skipped && p.Reason != nil && viewOf(ctx).lang.Code == "zh":
		return *p.Reason
	case p.Status == run.Skipped && p.ReasonCode != nil:
		return reasonWords(ctx, *p.ReasonCode)
	case all.failed > 0 && all.skipped > 0:
		return t(ctx, "%d 条回答，%d 条失败，%d 条跳过（原因见下）", all.done, all.failed, all.skipped)
	case all.failed > 0:
		return t(ctx, "%d 条回答，%d 条失败（原因见下）", all.done, all.failed)
	case all.skipped > 0:
		return t(ctx, "%d 条回答，%d 条跳过（原因见下）", all.done, all.skipped)
	case run.Ended(p.Status):
		return t(ctx, "%d 条回答", all.done)
	}
	return t(ctx, "剩 %d 条", p.Total-p.Done)
}
