package console

import (
	"context"
	"strings"

	"renown/internal/room/plan"
	"renown/internal/room/publishing"
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

func stateName(s publishing.State) string {
	switch s {
	case publishing.AwaitingReview:
		return key("待审核")
	case publishing.NeedsRevision:
		return key("待修改")
	case publishing.InPublication:
		return key("发布中")
	case publishing.Published:
		return key("已发布")
	case publishing.Withdrawn:
		return key("已撤回")
	case publishing.Rejected:
		return key("已驳回")
	case publishing.Expired:
		return key("已过期")
	}
	return key("发布失败")
}

func stateTone(s publishing.State) string {
	switch s {
	case publishing.AwaitingReview:
		return "warn"
	case publishing.InPublication:
		return "live"
	case publishing.Published:
		return "good"
	case publishing.Rejected, publishing.Failed:
		return "bad"
	}
	return "off"
}

func contentTypeName(c publishing.ContentType) string {
	if c == publishing.Video {
		return key("视频")
	}
	return key("文章")
}

func mediaTypeName(m publishing.Type) string {
	switch m {
	case publishing.News:
		return key("新闻媒体")
	case publishing.WeMedia:
		return key("自媒体")
	case publishing.ShortVideo:
		return key("短视频")
	}
	return key("海外媒体")
}

func statusName(s publishing.Status) string {
	switch s {
	case publishing.Available:
		return key("可下单")
	case publishing.Paused:
		return key("暂停接单")
	}
	return key("已下架")
}

func statusTone(s publishing.Status) string {
	switch s {
	case publishing.Available:
		return "good"
	case publishing.Paused:
		return "warn"
	}
	return "off"
}

// outletName is what an outlet is called, with its channel where that is not in the name already.
func outletName(m publishing.Media) string {
	if m.Channel == nil || strings.Contains(m.Name, *m.Channel) {
		return m.Name
	}
	return m.Name + " · " + *m.Channel
}

// whereOf is where an outlet is: its domain, or the platform and account.
func whereOf(ctx context.Context, m publishing.Media) string {
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
