package console

import (
	"context"
	"net/http"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/geo/brand"
	"renown/internal/room/geo/run"
)

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
	subscription, err := c.rooms.Plans.For(ctx, v.caller.SpaceID)
	if err != nil {
		return reply{}, err
	}
	n.gap, n.expired = subscription.Tier.Limits().RunGap, subscription.Expired(v.now)
	p := page{Title: key("发起监测"), Entry: "runs", Body: newRunBody(n)}
	if !f.sound() {
		p.Status = http.StatusConflict
	}
	return show(p)
}

func (c *Console) startRun(ctx context.Context, v *visit) (reply, error) {
	f := v.form()
	in := v.check(f, "RunCreate", requiredMember("brand_id", v.brand.ID), requiredText(f, "mode"), listedValues(f, "platforms", "platform"))
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
