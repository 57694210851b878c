package setup

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/brand"
	"renown/internal/room/run"
	"renown/internal/tool/requestschema"
)

// newRun is the dialog before a run.
type newRun struct {
	brand     brand.Brand
	form      kit.Form
	allowance run.Allowance
	live      *run.Run
	expired   bool
	gap       time.Duration // between two runs
	samples   int           // times that a prompt may be asked
	cost      run.Cost
}

// obstacle says why a run cannot be started now, or "".
func (n newRun) obstacle(ctx context.Context) string {
	switch {
	case n.expired:
		return kit.T(ctx, "套餐已到期")
	case n.brand.ArchivedAt != nil:
		return kit.T(ctx, "品牌已归档")
	case n.live != nil:
		return kit.T(ctx, "进行中，完成后可再次发起")
	case n.brand.Counts.ActivePrompts == 0:
		return kit.T(ctx, "先启用至少一个问题")
	case n.allowance.Used >= n.allowance.Limit:
		return kit.T(ctx, "今日次数已用完，%s 重置", kit.When(ctx, n.allowance.ResetsAt))
	case n.allowance.NextAt != nil:
		return kit.T(ctx, "%s 之后可再次发起", kit.When(ctx, *n.allowance.NextAt))
	}
	return ""
}

func (n newRun) chosen(p run.Offer) bool {
	if _, typed := n.form.Values["mode"]; typed {
		return n.form.Has("platform", p.Platform)
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

// times is how often each prompt is to be asked, as far as chosen.
func (n newRun) times() int64 {
	times, err := strconv.ParseInt(n.form.Value("samples"), 10, 8)
	if err != nil || times < 1 || times > int64(n.samples) {
		return 1
	}
	return times
}

// samplesOf is how often each prompt is to be asked: once, unless said.
func samplesOf(in requestschema.Object) int64 {
	if n := in.OptInt("samples"); n != nil {
		return *n
	}
	return 1
}

// sampleOptions are the numbers of times that a plan allows a prompt to be asked in a run.
func sampleOptions(ctx context.Context, most int) (list []kit.Option) {
	for n := 1; n <= most; n++ {
		list = append(list, kit.Option{Value: strconv.Itoa(n), Label: kit.T(ctx, "%d 次", n)})
	}
	return list
}

func (pages *Pages) showNewRun(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.newRunPage(ctx, v, kit.Form{})
}

func (pages *Pages) newRunPage(ctx context.Context, v *kit.Visit, f kit.Form) (kit.Reply, error) {
	n := newRun{brand: v.Brand, form: f}
	var err error
	if n.allowance, err = pages.Runs.Allowance(ctx, v.Caller, run.Mode(kit.OrElse(f.Value("mode"), "search"))); err != nil {
		return kit.Reply{}, err
	}
	if n.live, err = pages.liveRun(ctx, v); err != nil {
		return kit.Reply{}, err
	}
	subscription, err := pages.Plans.For(ctx, v.Caller.SpaceID)
	if err != nil {
		return kit.Reply{}, err
	}
	limits := subscription.Limits()
	n.gap, n.samples, n.expired = limits.RunGap, limits.Samples, subscription.Expired(v.Now)
	chosen := []string{}
	for _, p := range n.allowance.Platforms {
		if p.Allowed && n.chosen(p) {
			chosen = append(chosen, p.Platform)
		}
	}
	costs, err := pages.Runs.Cost(ctx, v.Caller, run.Request{
		BrandID: v.Brand.ID, Platforms: chosen, Mode: run.Mode(f.Value("mode")), Samples: n.times(),
	})
	if err != nil {
		return kit.Reply{}, err
	}
	n.cost = costs.Run
	p := kit.Page{Title: kit.Key("发起监测"), Entry: "runs", Body: newRunBody(n)}
	if !f.Sound() {
		p.Status = http.StatusConflict
	}
	return kit.Show(p)
}

func (pages *Pages) startRun(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	in := v.Check(f, "RunCreate", kit.RequiredMember("brand_id", v.Brand.ID), kit.RequiredText(f, "mode"),
		kit.OptionalText(f, "samples"), kit.ListedValues(f, "platforms", "platform"))
	if f.Sound() {
		started, err := pages.Runs.Submit(ctx, v.Caller, run.Request{
			BrandID: v.Brand.ID, Mode: run.Mode(in.Str("mode")), Samples: samplesOf(in),
			Platforms: append([]string{}, in.Strs("platforms")...), Origin: run.FromConsole,
		})
		if err == nil {
			return kit.LeadTo("/brands/" + v.Brand.ID + "/runs/" + started.RunID)
		}
		if known := fault.As(err); known != nil && known.Code == fault.Duplicate {
			if id, ok := known.Detail["run_id"].(string); ok { // pressed twice: it is the run that was asked for
				return kit.LeadTo("/brands/" + v.Brand.ID + "/runs/" + id)
			}
		}
		if err := f.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
	}
	return pages.newRunPage(ctx, v, f)
}
