package console

import (
	"context"
	"strings"

	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/order"
)

// publishRoutes are the pages of publishing, and those of the operator.
func (c *Console) publishRoutes() []route {
	return []route{
		{get, "/media", member, c.showMedia},
		{get, "/media.csv", member, c.exportMedia},
		{post, "/media/basket", member, c.changeBasket},

		{get, "/contents", member, c.showContents},
		{get, "/contents.csv", member, c.exportContents},
		{get, "/contents/new", member, c.showNewContent},
		{post, "/contents/new", member, c.createContent},
		{post, "/contents/preview", member, c.previewContent},
		{get, "/contents/{content_id}", member, c.showContent},
		{post, "/contents/{content_id}", member, c.saveContent},
		{post, "/contents/{content_id}/delete", member, c.deleteContent},
		{get, "/contents/{content_id}/revisions/{revision}", member, c.showRevision},
		{post, "/contents/{content_id}/revisions/{revision}/restore", member, c.restoreRevision},

		{get, "/orders", member, c.showOrders},
		{get, "/orders.csv", member, c.exportOrders},
		{get, "/orders/new", member, c.showNewOrder},
		{post, "/orders/new", member, c.submitOrders},
		{get, "/orders/{order_id}", member, c.showOrder},
		{post, "/orders/{order_id}/withdraw", member, c.withdrawOrder},
		{post, "/orders/{order_id}/resubmit", member, c.resubmitOrder},

		{get, "/points", member, c.showPoints},
		{get, "/points.csv", member, c.exportPoints},

		{get, "/operator/review", operator, c.showReview},
		{get, "/operator/review.csv", operator, c.exportReview},
		{post, "/operator/orders/{order_id}/approve", operator, c.approveOrder},
		{post, "/operator/orders/{order_id}/reject", operator, c.rejectOrder},
		{post, "/operator/orders/{order_id}/changes", operator, c.requestChanges},
		{post, "/operator/orders/{order_id}/publish", operator, c.publishOrder},
		{post, "/operator/orders/{order_id}/fail", operator, c.failOrder},
		{post, "/operator/orders/{order_id}/push", operator, c.pushOrder},

		{get, "/operator/media", operator, c.showOutlets},
		{get, "/operator/media/export", operator, c.exportOutlets},
		{get, "/operator/media/import", operator, c.showImport},
		{post, "/operator/media/import", operator, c.importOutlets},
		{get, "/operator/media/new", operator, c.showNewOutlet},
		{post, "/operator/media/new", operator, c.createOutlet},
		{get, "/operator/media/{media_id}", operator, c.showOutlet},
		{post, "/operator/media/{media_id}", operator, c.saveOutlet},
		{post, "/operator/media/{media_id}/status", operator, c.setOutletStatus},

		{get, "/operator/users", operator, c.showUsers},
		{get, "/operator/users.csv", operator, c.exportUsers},
		{get, "/operator/users/{user_id}", operator, c.showUser},
		{post, "/operator/users/{user_id}/plan", operator, c.setUserPlan},
		{post, "/operator/users/{user_id}/role", operator, c.setUserRole},
		{post, "/operator/users/{user_id}/status", operator, c.setUserStatus},
		{post, "/operator/users/{user_id}/points", operator, c.adjustUserPoints},

		{get, "/operator/platforms", operator, c.showPlatforms},
		{get, "/operator/platforms.csv", operator, c.exportPlatforms},
		{post, "/operator/detection", operator, c.setDetection},

		{get, "/operator/jobs", operator, c.showJobs},
		{get, "/operator/jobs.csv", operator, c.exportJobs},
		{post, "/operator/jobs/retry", operator, c.retryJobs},
		{post, "/operator/jobs/{job_ref}/retry", operator, c.retryJob},
		{post, "/operator/jobs/{job_ref}/discard", operator, c.discardJob},
	}
}

// most is how much a request may send: a form, or a file of outlets.
func (rt route) most() int64 {
	if rt.path == "/operator/media/import" {
		return 2 * uploadMax
	}
	return bodyMax
}

// payer is whose points the space at hand spends, and what they have.
func (c *Console) payer(ctx context.Context, v *visit) (plan.Subscription, plan.Quota, error) {
	subscription, err := c.rooms.Plans.For(ctx, v.caller.SpaceID)
	if err != nil {
		return subscription, plan.Quota{}, err
	}
	quota, err := c.rooms.Plans.Quota(ctx, subscription.UserID)
	return subscription, quota, err
}

// countWaiting writes beside entries of the rail what waits for this user there.
func (c *Console) countWaiting(ctx context.Context, v *visit, groups []railGroup) error {
	counts, err := c.rooms.Orders.Count(ctx, v.caller)
	if err != nil {
		return err
	}
	waiting := map[string]int64{"orders": counts[order.NeedsRevision]}
	if v.user.Role == account.RoleOperator {
		if counts, err = c.rooms.Orders.CountAll(ctx); err != nil {
			return err
		}
		waiting["review"] = counts[order.AwaitingReview]
	}
	for _, g := range groups {
		for i := range g.entries {
			g.entries[i].count = max(g.entries[i].count, waiting[g.entries[i].name])
		}
	}
	return nil
}

func stateName(s order.State) string { return "order_state." + string(s) }

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
