package console

import (
	"context"
	"strings"

	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/order"
)

// payer is whose points the space at hand spends, and what they have.
func (c *Console) payer(ctx context.Context, v *visit) (plan.Subscription, plan.Quota, error) {
	subscription, err := c.rooms.Plans.For(ctx, v.caller.SpaceID)
	if err != nil {
		return subscription, plan.Quota{}, err
	}
	quota, err := c.rooms.Plans.Quota(ctx, subscription.UserID)
	return subscription, quota, err
}

func stateName(s order.State) string {
	switch s {
	case order.AwaitingReview:
		return key("待审核")
	case order.NeedsRevision:
		return key("待修改")
	case order.InPublication:
		return key("发布中")
	case order.Published:
		return key("已发布")
	case order.Withdrawn:
		return key("已撤回")
	case order.Rejected:
		return key("已驳回")
	case order.Expired:
		return key("已过期")
	}
	return key("发布失败")
}

func stateTone(s order.State) string {
	switch s {
	case order.AwaitingReview:
		return "warn"
	case order.InPublication:
		return "live"
	case order.Published:
		return "good"
	case order.Rejected, order.Failed:
		return "bad"
	}
	return "off"
}

func contentTypeName(c catalogue.ContentType) string {
	if c == catalogue.Video {
		return key("视频")
	}
	return key("文章")
}

func mediaTypeName(m catalogue.Type) string {
	switch m {
	case catalogue.News:
		return key("新闻媒体")
	case catalogue.WeMedia:
		return key("自媒体")
	case catalogue.ShortVideo:
		return key("短视频")
	}
	return key("海外媒体")
}

func statusName(s catalogue.Status) string {
	switch s {
	case catalogue.Available:
		return key("可下单")
	case catalogue.Paused:
		return key("暂停接单")
	}
	return key("已下架")
}

func statusTone(s catalogue.Status) string {
	switch s {
	case catalogue.Available:
		return "good"
	case catalogue.Paused:
		return "warn"
	}
	return "off"
}

// outletName is what an outlet is called, with its channel where that is not in the name already.
func outletName(m catalogue.Outlet) string {
	if m.Channel == nil || strings.Contains(m.Name, *m.Channel) {
		return m.Name
	}
	return m.Name + " · " + *m.Channel
}

// whereOf is where an outlet is: its domain, or the platform and account.
func whereOf(ctx context.Context, m catalogue.Outlet) string {
	switch {
	case m.Domain != nil:
		return *m.Domain
	case m.Platform != nil && m.AccountName != nil && *m.AccountName != m.Name:
		return labelOf(ctx, "platform", *m.Platform) + " · " + *m.AccountName
	case m.Platform != nil:
		return labelOf(ctx, "platform", *m.Platform)
	case m.Region != nil:
		return *m.Region
	}
	return ""
}
