package publish

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/a-h/templ"

	"renown/internal/door/console/kit"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/order"
	"renown/internal/tool/markdown"
)

func may(o order.Order, a order.Action) bool { return slices.Contains(o.AllowedActions, a) }

// Outgoing is an address for a link that leaves the console: the web, or nowhere.
func Outgoing(address string) templ.SafeURL {
	if u, err := url.Parse(address); err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" {
		return templ.SafeURL(u.String())
	}
	return "#"
}

// Remaining is how long until a deadline, roughly: 剩 69 小时.
func Remaining(ctx context.Context, until, now time.Time) string {
	switch left := until.Sub(now); {
	case left <= 0:
		return kit.T(ctx, "已到期限")
	case left < time.Hour:
		return kit.T(ctx, "剩 %d 分钟", int(left.Minutes())+1)
	default:
		return kit.T(ctx, "剩 %d 小时", int(left.Hours()))
	}
}

// Said puts a reason of an order into words; nothing is none.
func Said(ctx context.Context, stored *string) string {
	if stored == nil {
		return ""
	}
	return kit.ViewOf(ctx).Lang.Stored("order_reason", *stored)
}

// standing is an order's progress in one line.
func standing(ctx context.Context, o order.Order, now time.Time) string {
	switch o.Status {
	case order.AwaitingReview:
		if o.DueAt != nil {
			return Remaining(ctx, o.DueAt.Time, now)
		}
	case order.NeedsRevision, order.Rejected, order.Failed:
		if o.Reason != nil {
			return kit.Clipped(Said(ctx, o.Reason), 40)
		}
	case order.InPublication:
		if o.Push.NotBefore != nil && o.Push.NotBefore.After(now) {
			return kit.T(ctx, "预定 %s 发布", kit.When(ctx, *o.Push.NotBefore))
		}
		return kit.T(ctx, "等待媒体回执")
	case order.Published:
		return kit.T(ctx, "被引用 %s 次", kit.Number(o.Citations))
	}
	return kit.T(ctx, "积分已退回")
}

// PointsOf is what an order costs, and what became of the points.
func PointsOf(ctx context.Context, o order.Order) string {
	n := kit.Number(o.Points)
	switch {
	case o.Status.Refunded():
		return kit.T(ctx, "%s（已退回）", n)
	case o.Status == order.Published:
		return kit.T(ctx, "%s（已扣除）", n)
	}
	return kit.T(ctx, "%s（已冻结）", n)
}

// PreferencesOf lists what the customer asked of the outlet: label and value.
func PreferencesOf(ctx context.Context, w order.Preferences) (list [][2]string) {
	number := func(label string, n *int64) {
		if n != nil {
			list = append(list, [2]string{kit.T(ctx, label), kit.T(ctx, "选项 %d", *n)})
		}
	}
	number(kit.Key("发布要求"), w.Requirements)
	number(kit.Key("账号规则"), w.AccountRule)
	number(kit.Key("文章类型"), w.ArticleType)
	if w.ScheduledAt != nil {
		list = append(list, [2]string{kit.T(ctx, "希望发布时间"), *w.ScheduledAt})
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
	return kit.Label(map[order.State]string{
		order.NeedsRevision: kit.Key("审核请你修改："),
		order.Rejected:      kit.Key("驳回原因："),
	}, s, kit.Key("失败原因："))
}

// eventName is what happened, in the user's words.
func eventName(e order.Event) string {
	switch e.To {
	case order.AwaitingReview:
		if e.From != nil {
			return kit.Key("再次提交")
		}
		return kit.Key("提交订单")
	case order.NeedsRevision:
		return kit.Key("退回修改")
	case order.InPublication:
		return kit.Key("审核通过")
	case order.Published:
		return kit.Key("已发布")
	case order.Withdrawn:
		return kit.Key("已撤回")
	case order.Rejected:
		return kit.Key("已驳回")
	case order.Expired:
		return kit.Key("已过期")
	}
	return kit.Key("发布失败")
}

// eventText says what an event did to the points, and what it waits for while it is the last.
func eventText(ctx context.Context, o order.Order, i int, now time.Time) string {
	e, n := o.Events[i], kit.Number(o.Points)
	last := i == len(o.Events)-1
	switch {
	case e.To == order.AwaitingReview && last && o.DueAt != nil:
		return kit.T(ctx, "审核中，%s，逾期自动退回 %s 积分", Remaining(ctx, o.DueAt.Time, now), n)
	case e.To == order.AwaitingReview && e.From == nil:
		return kit.T(ctx, "冻结 %s 积分", n)
	case e.To == order.NeedsRevision && last && o.DueAt != nil:
		return kit.T(ctx, "请修改后再次提交，%s", Remaining(ctx, o.DueAt.Time, now))
	case e.To == order.InPublication && last:
		return standing(ctx, o, now)
	case e.To == order.Published:
		return kit.T(ctx, "扣除 %s 积分，开始统计被引用次数", n)
	case e.To.Refunded():
		return kit.T(ctx, "退回 %s 积分", n)
	}
	return ""
}

// ahead is what is still to come: what, and what it means.
func ahead(s order.State) (list [][2]string) {
	for _, next := range s.Ahead() {
		switch next {
		case order.InPublication:
			list = append(list, [2]string{kit.Key("step|发布"), kit.Key("通过后提交给媒体")})
		case order.Published:
			list = append(list, [2]string{kit.Key("回执"), kit.Key("记录网址，扣除积分，开始统计被引用次数")})
		}
	}
	return list
}

func orderByline(ctx context.Context, s orderPage) string {
	return kit.T(ctx, "第 %d 版", s.order.Content.Revision) + " · " + CountsOf(ctx, s.body) + " · " + kit.T(ctx,
		"提交于 %s", kit.When(ctx, s.order.CreatedAt))
}

// outletWarnings tell what of a text an outlet does not allow; its operator decides.
func outletWarnings(ctx context.Context, m catalogue.Outlet, title string, body markdown.Proof) (list []string) {
	if most := m.Policy.TitleMaxLength; most != nil && int64(utf8.RuneCountInString(title)) > *most {
		list = append(list, kit.T(ctx, "标题 %d 字，超过这家媒体的上限 %s 字，可能被退回", utf8.RuneCountInString(title), strconv.FormatInt(*most, 10)))
	}
	if p := m.Policy.Links; p != nil && !*p && body.Links > 0 {
		list = append(list, kit.T(ctx, "有 %d 处外链，这家媒体不允许", body.Links))
	}
	if p := m.Policy.Images; p != nil && !*p && body.Images > 0 {
		list = append(list, kit.T(ctx, "有 %d 张图片，这家媒体不允许", body.Images))
	}
	return list
}

// blockedBy says why the button is off.
func blockedBy(ctx context.Context, k checkout) string {
	switch {
	case k.content.Brief:
		return kit.T(ctx, "这是写作提纲，还不能下单。照着它写一篇文章，就可以下单。")
	case k.expired:
		return kit.T(ctx, "套餐已到期，续期后才能提交。")
	case len(k.troubled()) > 0:
		return kit.T(ctx, "有 %d 家媒体不能下单，移除后再提交。", len(k.troubled()))
	}
	if k.gate.Stops() {
		return kit.T(ctx, "文章还差 %d 处，改好后才能提交。", k.gate.Wanting())
	}
	return kit.T(ctx, "积分不够，暂时不能提交。")
}

func stateName(s order.State) string { return "order_state." + string(s) }

var stateTones = map[order.State]string{
	order.AwaitingReview: "warn",
	order.InPublication:  "live",
	order.Published:      "good",
	order.Rejected:       "bad",
	order.Failed:         "bad",
}

func stateTone(s order.State) string { return kit.Label(stateTones, s, "off") }
