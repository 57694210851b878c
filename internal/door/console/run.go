package console

import (
	"context"
	"time"

	"renown/internal/room/geo/brand"
	"renown/internal/room/geo/run"
)

const (
	runsAPage    = 20
	answersAPage = 20
)

// runList is a brand's runs: what is in progress, and the history.
type runList struct {
	brand     brand.Brand
	live      *run.Run
	runs      []run.Run
	paging    paging
	allowance run.Allowance
	now       time.Time
}

func (l runList) path(rest string) string { return "/brands/" + l.brand.ID + "/runs" + rest }

func (c *Console) showRuns(ctx context.Context, v *visit) (reply, error) {
	l := runList{brand: v.brand, paging: pagingOf(v, runsAPage), now: v.now}
	var shown []*run.Run
	var err error
	if l.runs, l.paging.total, err = c.rooms.Runs.List(ctx, v.caller, v.brand.ID, run.Page{Number: l.paging.number, Size: runsAPage}); err != nil {
		return reply{}, err
	}
	if l.allowance, err = c.rooms.Runs.Allowance(ctx, v.caller, ""); err != nil {
		return reply{}, err
	}
	if l.live, err = c.liveRun(ctx, v); err != nil {
		return reply{}, err
	}
	for i := range l.runs {
		shown = append(shown, &l.runs[i])
	}
	if err := c.callPlatforms(ctx, v, shown...); err != nil {
		return reply{}, err
	}
	return show(page{Title: key("监测"), Entry: "runs", Body: runsBody(l)})
}

// liveRun is the brand's run in progress, or nil; there is never more than one, and it is the newest.
func (c *Console) liveRun(ctx context.Context, v *visit) (*run.Run, error) {
	if v.brand.LastRun == nil || run.Ended(v.brand.LastRun.Status) {
		return nil, nil
	}
	r, err := c.rooms.Runs.Find(ctx, v.caller, v.brand.LastRun.RunID)
	if err != nil || run.Ended(r.Status) {
		return nil, err
	}
	return &r, c.callPlatforms(ctx, v, &r)
}

// callPlatforms gives the platforms of runs their names in the reader's language; a run keeps the Chinese ones.
func (c *Console) callPlatforms(ctx context.Context, v *visit, runs ...*run.Run) error {
	names, err := c.platformNames(ctx, v)
	if err != nil {
		return err
	}
	for _, r := range runs {
		for i, p := range r.Platforms {
			for _, n := range names {
				if n.ID == p.Platform {
					r.Platforms[i].Name = n.Name
				}
			}
		}
	}
	return nil
}

// exportRuns is the history as a table, newest first.
func (c *Console) exportRuns(ctx context.Context, v *visit) (reply, error) {
	header := []string{v.t("编号"), v.t("开始"), v.t("结束"), v.t("发起"), v.t("方式"), v.t("状态"), v.t("已处理"), v.t("共"), v.t("平台")}
	var rows [][]string
	for number := int64(1); ; number++ {
		runs, total, err := c.rooms.Runs.List(ctx, v.caller, v.brand.ID, run.Page{Number: number, Size: 100})
		if err != nil {
			return reply{}, err
		}
		for _, r := range runs {
			var platforms []string
			for _, p := range r.Platforms {
				platforms = append(platforms, p.Name)
			}
			end := ""
			if r.FinishedAt != nil {
				end = exactTime(ctx, *r.FinishedAt)
			}
			rows = append(rows, []string{
				r.ID, exactTime(ctx, r.CreatedAt), end, v.t(triggerName(r.Trigger)), v.t(modeName(r.Mode)), v.t(runStatus(r.Status)),
				number64(allParts(r).settled()), number64(r.Progress.Total), joinWords(ctx, platforms),
			})
		}
		if number*100 >= total {
			break
		}
	}
	return table(v.brand.Name+" "+v.t("监测")+".csv", header, rows)
}
