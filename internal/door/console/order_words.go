package console

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/a-h/templ"

	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/order"
)

func may(o order.Order, a order.Action) bool { return slices.Contains(o.AllowedActions, a) }

// outgoing is an address for a link that leaves the console: the web, or nowhere.
func outgoing(address string) templ.SafeURL {
	if u, err := url.Parse(address); err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" {
		return templ.SafeURL(u.String())
	}
	return "#"
}

// remaining is how long until a deadline, roughly: 剩 69 小时.
func remaining(ctx context.Context, until, now time.Time) string {
	switch left := until.Sub(now); {
	case left <= 0:
		return t(ctx, "已到期限")
	case left < time.Hour:
		return t(ctx, "剩 %d 分钟", int(left.Minutes())+1)
	default:
		return t(ctx, "剩 %d 小时", int(left.Hours()))
	}
}

// standing is an order's progress in one line.
func standing(ctx context.Context, o order.Order, now time.Time) string {
	switch o.Status {
	case order.AwaitingReview:
		if o.DueAt != nil {
			return remaining(ctx, o.DueAt.Time, now)
		}
	case order.NeedsRevision, order.Rejected, order.Failed:
		if o.Reason != nil {
			return clipped(*o.Reason, 40)
		}
	case order.InPublication:
		if o.Push.NotBefore != nil && o.Push.NotBefore.After(now) {
			return t(ctx, "预定 %s 发布", when(ctx, *o.Push.NotBefore))
		}
		return t(ctx, "等待媒体回执")
	case order.Published:
		return t(ctx, "被引用 %s 次", number(o.Citations))
	}
	return t(ctx, "积分已退回")
}

func pointsOf(ctx context.Context, o order.Order) string {
	n := number(o.Points)
	switch {
	case o.Status.Refunded():
		return t(ctx, "%s（已退回）", n)
	case o.Status == order.Published:
		return t(ctx, "%s（已扣除）", n)
	}
	return t(ctx, "%s（已冻结）", n)
}

func wishesOf(ctx context.Context, w order.Wishes) (list [][2]string) {
	number := func(label string, n *int64) {
		if n != nil {
			list = append(list, [2]string{t(ctx, label), t(ctx, "选项 %d", *n)})
		}
	}
	number(key("发布要求"), w.Requirements)
	number(key("账号规则"), w.AccountRule)
	number(key("文章类型"), w.ArticleType)
	if w.ScheduledAt != nil {
		list = append(list, [2]string{t(ctx, "希望发布时间"), *w.ScheduledAt})
	}
	return list
}

func reasonTone(s order.State) string {
	if s == order.NeedsRevision {
		return "warn"
	}
	return "bad"
}

func reasonTitle(s order.State) string {
	switch s {
	case order.NeedsRevision:
		return key("审核请你修改：")
	case order.Rejected:
		return key("驳回原因：")
	}
	return key("失败原因：")
}

// eventName is what happened, in the user's words.
func eventName(e order.Event) string {
	switch e.To {
	case order.AwaitingReview:
		if e.From != nil {
			return key("再次提交")
		}
		return key("提交订单")
	case order.NeedsRevision:
		return key("退回修改")
	case order.InPublication:
		return key("审核通过")
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

// eventText says what an event did to the points, and what it waits for while it is the last.
func eventText(ctx context.Context, o order.Order, i int, now time.Time) string {
	e, n := o.Events[i], number(o.Points)
	last := i == len(o.Events)-1
	switch {
	case e.To == order.AwaitingReview && last && o.DueAt != nil:
		return t(ctx, "审核中，%s，逾期自动退回 %s 积分", remaining(ctx, o.DueAt.Time, now), n)
	case e.To == order.AwaitingReview && e.From == nil:
		return t(ctx, "冻结 %s 积分", n)
	case e.To == order.NeedsRevision && last && o.DueAt != nil:
		return t(ctx, "请修改后再次提交，%s", remaining(ctx, o.DueAt.Time, now))
	case e.To == order.InPublication && last:
		return standing(ctx, o, now)
	case e.To == order.Published:
		return t(ctx, "扣除 %s 积分，开始统计被引用次数", n)
	case e.To.Refunded():
		return t(ctx, "退回 %s 积分", n)
	}
	return ""
}

// ahead is what is still to come: what, and what it means.
func ahead(s order.State) (list [][2]string) {
	for _, next := range s.Ahead() {
		switch next {
		case order.InPublication:
			list = append(list, [2]string{key("step|发布"), key("通过后提交给媒体")})
		case order.Published:
			list = append(list, [2]string{key("回执"), key("记录网址，扣除积分，开始统计被引用次数")})
		}
	}
	return list
}

func orderByline(ctx context.Context, s orderSheet) string {
	return t(ctx, "第 %d 版", s.order.Content.Revision) + " · " + countsOf(ctx, s.body) + " · " + t(ctx, "提交于 %s", when(ctx, s.order.CreatedAt))
}

// titleWarning tells that an outlet bounds titles and this one is too long; its operator decides.
func titleWarning(ctx context.Context, m catalogue.Outlet, title string) string {
	if most := m.Policy.TitleMaxLength; most != nil && int64(utf8.RuneCountInString(title)) > *most {
		return t(ctx, "标题 %d 字，超过这家媒体的上限 %s 字，可能被退回", utf8.RuneCountInString(title), strconv.FormatInt(*most, 10))
	}
	return ""
}

// wished tells whether any of the optional fields is filled in or refused.
func wished(f form) bool {
	for _, name := range []string{"requirements", "account_rule", "article_type", "scheduled_at"} {
		if f.value(name) != "" || f.faults[name] != "" {
			return true
		}
	}
	return false
}

// blockedBy says why the button is off.
func blockedBy(ctx context.Context, k checkout) string {
	switch {
	case k.expired:
		return t(ctx, "套餐已到期，续期后才能提交。")
	case len(k.troubled()) > 0:
		return t(ctx, "有 %d 家媒体不能下单，移除后再提交。", len(k.troubled()))
	}
	return t(ctx, "积分不够，暂时不能提交。")
}
