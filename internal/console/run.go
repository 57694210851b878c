package console

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"renown/internal/answer"
	"renown/internal/fault"
	"renown/internal/geo/brand"
	"renown/internal/geo/run"
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
	return &r, nil
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
				number64(r.Progress.Done), number64(r.Progress.Total), joinWords(ctx, platforms),
			})
		}
		if number*100 >= total {
			break
		}
	}
	return table(v.brand.Name+" "+v.t("监测")+".csv", header, rows)
}

// newRun is the dialog before a run.
type newRun struct {
	brand     brand.Brand
	form      form
	allowance run.Allowance
	live      *run.Run
	expired   bool
	gap       time.Duration // between two runs
}

// obstacle says why a run cannot be started now, or "".
func (n newRun) obstacle(ctx context.Context) string {
	switch {
	case n.expired:
		return t(ctx, "套餐已到期")
	case n.live != nil:
		return t(ctx, "进行中，完成后可再次发起")
	case n.brand.Counts.ActivePrompts == 0:
		return t(ctx, "先启用至少一条意图词")
	case n.allowance.Used >= n.allowance.Limit:
		return t(ctx, "今日次数已用完，%s 重置", when(ctx, n.allowance.ResetsAt))
	case n.allowance.NextAt != nil:
		return t(ctx, "%s 之后可再次发起", when(ctx, *n.allowance.NextAt))
	}
	return ""
}

func (n newRun) chosen(p run.Offer) bool {
	if _, typed := n.form.values["mode"]; typed {
		return n.form.has("platform", p.Platform)
	}
	return p.Allowed && p.ReasonCode == ""
}

func (n newRun) platforms() (count int64) {
	for _, p := range n.allowance.Platforms {
		if p.Allowed && n.chosen(p) {
			count++
		}
	}
	return count
}

func (c *Console) showNewRun(ctx context.Context, v *visit) (reply, error) {
	return c.newRunPage(ctx, v, form{})
}

func (c *Console) newRunPage(ctx context.Context, v *visit, f form) (reply, error) {
	n := newRun{brand: v.brand, form: f}
	var err error
	if n.allowance, err = c.rooms.Runs.Allowance(ctx, v.caller, run.Mode(orElse(f.value("mode"), "search"))); err != nil {
		return reply{}, err
	}
	if n.live, err = c.liveRun(ctx, v); err != nil {
		return reply{}, err
	}
	subscription, err := c.rooms.Plans.Of(ctx, v.user.ID)
	if err != nil {
		return reply{}, err
	}
	n.gap, n.expired = subscription.Tier.Limits().RunGap, subscription.Expired(c.rooms.Now())
	p := page{Title: key("发起监测"), Entry: "runs", Body: newRunBody(n)}
	if !f.sound() {
		p.Status = http.StatusConflict
	}
	return show(p)
}

func (c *Console) startRun(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	in := c.check(v, f, "RunCreate", requiredMember("brand_id", v.brand.ID), requiredText(f, "mode"), listedValues(f, "platforms", "platform"))
	if f.sound() {
		started, err := c.rooms.Runs.Submit(ctx, v.caller, run.Request{
			BrandID: v.brand.ID, Mode: run.Mode(in.Str("mode")), Platforms: append([]string{}, in.Strs("platforms")...), Origin: run.FromConsole,
		})
		if err == nil {
			return leadTo("/brands/" + v.brand.ID + "/runs/" + started.RunID)
		}
		if known := fault.As(err); known != nil && known.Code == fault.Duplicate {
			if id, ok := known.Detail["run_id"].(string); ok { // pressed twice: it is the run that was asked for
				return leadTo("/brands/" + v.brand.ID + "/runs/" + id)
			}
		}
		if err := f.take(v, err); err != nil {
			return reply{}, err
		}
	}
	return c.newRunPage(ctx, v, f)
}

// runPage is one run with its answers.
type runPage struct {
	brand    brand.Brand
	run      run.Run
	answers  []evidence
	paging   paging
	platform string // filter
	query    url.Values
}

// evidence is an answer with whom it names.
type evidence struct {
	run.Evidence
	pieces  []stretch
	finding answer.Finding
	named   bool
}

func (p runPage) path(rest string) string { return "/brands/" + p.brand.ID + "/runs/" + p.run.ID + rest }

func (p runPage) live() bool { return !run.Ended(p.run.Status) }

func (c *Console) showRun(ctx context.Context, v *visit) (reply, error) {
	r, err := c.runOf(ctx, v)
	if err != nil {
		return reply{}, err
	}
	p := runPage{brand: v.brand, run: r, paging: pagingOf(v, answersAPage), platform: v.URL.Query().Get("platform"), query: v.URL.Query()}
	filter := run.EvidenceFilter{Page: run.Page{Number: p.paging.number, Size: answersAPage}}
	if p.platform != "" {
		filter.Platforms = []string{p.platform}
	}
	found, total, err := c.rooms.Runs.Evidence(ctx, v.caller, r.ID, filter)
	if err != nil {
		return reply{}, err
	}
	p.paging.total = total
	if p.answers, err = c.readEvidence(ctx, v, found); err != nil {
		return reply{}, err
	}
	return show(page{Title: key("监测"), Entry: "runs", Body: runBody(p)})
}

// readEvidence marks in each answer whom it names, by the names as they are now.
func (c *Console) readEvidence(ctx context.Context, v *visit, found []run.Evidence) ([]evidence, error) {
	competitors, err := c.rooms.Brands.Competitors(ctx, v.caller, v.brand.ID)
	if err != nil {
		return nil, err
	}
	names := entities(v.brand.Profile, competitors)
	reader := answer.NewReader(names)
	list := make([]evidence, len(found))
	for i, e := range found {
		list[i].Evidence = e
		if e.Text == nil {
			continue
		}
		read := reader.Read(*e.Text, e.PromptText, nil)
		list[i].pieces = marked(*e.Text, names, read.Entities)
		list[i].finding, list[i].named = read.Entities[0], read.Entities[0].Named()
	}
	return list, nil
}

func (c *Console) runOf(ctx context.Context, v *visit) (run.Run, error) {
	r, err := c.rooms.Runs.Find(ctx, v.caller, v.PathValue("run_id"))
	if err == nil && r.BrandID != v.brand.ID {
		err = fault.NotFound("run", r.ID)
	}
	return r, err
}

func (c *Console) cancelRun(ctx context.Context, v *visit) (reply, error) {
	r, err := c.runOf(ctx, v)
	if err != nil {
		return reply{}, err
	}
	if _, err := c.rooms.Runs.Cancel(ctx, v.caller, r.ID); err != nil && !fault.Is(err, fault.RunEnded) {
		return reply{}, err
	}
	v.say("已停止，已有的回答保留")
	return leadTo("/brands/" + v.brand.ID + "/runs/" + r.ID)
}

// safeLink is an address that may be followed, or "".
func safeLink(address string) string {
	if strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://") {
		return address
	}
	return ""
}
