package setup

import (
	"context"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/room/brand"
	"renown/internal/room/run"
)

const (
	runsAPage    = 20
	answersAPage = 20
)

// runList is a brand's runs: what is in progress, and the history.
type runList struct {
	brand     brand.Brand
	live      *run.Run
	left      string // how long the live one goes on
	runs      []run.Run
	paging    kit.Paging
	allowance run.Allowance
	now       time.Time
	month     *run.ScheduleCost
}

func (l runList) path(rest string) string { return "/brands/" + l.brand.ID + "/runs" + rest }

func (pages *Pages) showRuns(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	l := runList{brand: v.Brand, paging: kit.PagingOf(v, runsAPage), now: v.Now.Time}
	var shown []*run.Run
	var err error
	if l.runs, l.paging.Total, err = pages.Runs.List(ctx, v.Caller, v.Brand.ID,
		run.Paging{Number: l.paging.Number, Size: runsAPage}); err != nil {
		return kit.Reply{}, err
	}
	costs, err := pages.Runs.Cost(ctx, v.Caller, run.Request{BrandID: v.Brand.ID})
	if err != nil {
		return kit.Reply{}, err
	}
	l.month = costs.Schedule
	if l.allowance, err = pages.Runs.Allowance(ctx, v.Caller, ""); err != nil {
		return kit.Reply{}, err
	}
	if l.live, err = pages.liveRun(ctx, v); err != nil {
		return kit.Reply{}, err
	}
	if l.live != nil {
		if l.left, err = pages.leftOf(ctx, *l.live); err != nil {
			return kit.Reply{}, err
		}
	}
	for i := range l.runs {
		shown = append(shown, &l.runs[i])
	}
	pages.callPlatforms(ctx, shown...)
	return kit.Show(kit.Page{Title: kit.Key("监测"), Entry: "runs", Body: runsBody(l)})
}

// liveRun is the brand's run in progress, or nil; there is never more than one, and it is the newest.
func (pages *Pages) liveRun(ctx context.Context, v *kit.Visit) (*run.Run, error) {
	if v.Brand.LastRun == nil || run.Ended(v.Brand.LastRun.Status) {
		return nil, nil
	}
	r, err := pages.Runs.Find(ctx, v.Caller, v.Brand.LastRun.RunID)
	if err != nil || run.Ended(r.Status) {
		return nil, err
	}
	pages.callPlatforms(ctx, &r)
	return &r, nil
}

// leftOf says about how long a run goes on, or "" where that cannot be told.
func (pages *Pages) leftOf(ctx context.Context, r run.Run) (string, error) {
	left, known, err := pages.Runs.Remaining(ctx, r)
	switch {
	case err != nil || !known:
		return "", err
	case left < time.Minute:
		return kit.T(ctx, "大约还要不到 1 分钟"), nil
	}
	return kit.T(ctx, "大约还要 %d 分钟", int64((left+time.Minute-1)/time.Minute)), nil
}

// callPlatforms gives the platforms of runs their names in the reader's language; a run keeps the Chinese ones.
func (pages *Pages) callPlatforms(ctx context.Context, runs ...*run.Run) {
	names := kit.PlatformNames(ctx, pages.Runs)
	for _, r := range runs {
		for i, p := range r.Platforms {
			for _, n := range names {
				if n.ID == p.Platform {
					r.Platforms[i].Name = n.Name
				}
			}
		}
	}
}

// exportRuns is the history as a table, newest first.
func (pages *Pages) exportRuns(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	read := func(number, size int64) ([]run.Run, int64, error) {
		return pages.Runs.List(ctx, v.Caller, v.Brand.ID, run.Paging{Number: number, Size: size})
	}
	return kit.Gather(ctx, read, func(r run.Run) []kit.Cell {
		pages.callPlatforms(ctx, &r)
		var platforms []string
		for _, p := range r.Platforms {
			platforms = append(platforms, p.Name)
		}
		return []kit.Cell{
			kit.Column("编号", r.ID), kit.Column("开始", r.CreatedAt), kit.Column("结束", r.FinishedAt),
			kit.Column("发起", v.T(kit.TriggerName(r.Trigger))),
			kit.Column("方式", v.T(kit.ModeName(r.Mode))), kit.Column("状态", v.T(kit.RunStatus(r.Status))),
			kit.Column("已处理", kit.RunProgress(r).Settled()),
			kit.Column("共", r.Progress.Total), kit.Column("平台", kit.JoinWords(ctx, platforms)),
		}
	}).CSV(kit.FileName("csv", v.Brand.Name, v.T("监测")))
}
