package console

import (
	"context"
	"strings"
	"time"

	"renown/internal/room/account"
	"renown/internal/room/geo/run"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/order"
)

func reviewText(ctx context.Context, d desk) string {
	text := t(ctx, "%d 个待审核。逾期自动退回积分。", d.counts[order.AwaitingReview])
	if d.queue.name == "" && d.soon > 0 {
		text = t(ctx, "%d 个待审核，其中 %d 个将在 8 小时内逾期。逾期自动退回积分。", d.counts[order.AwaitingReview], d.soon)
	}
	return text
}

func emptyQueue(name string) string {
	switch name {
	case "receipt":
		return key("没有等待回执的订单")
	case "done":
		return key("还没有处理过的订单")
	}
	return key("没有待审核的订单")
}

func reviewByline(ctx context.Context, d desk) string {
	return t(ctx, "第 %d 版", d.order.Content.Revision) + " · " + countsOf(ctx, d.body) + " · " + t(ctx, "提交于 %s", when(ctx, d.order.CreatedAt))
}

func adapterName(a catalogue.Adapter) string {
	if a == catalogue.Webhook {
		return key("自动推送")
	}
	return key("人工发布")
}

// policyOf is what an outlet says it allows.
func policyOf(ctx context.Context, m catalogue.Outlet) (list [][2]string) {
	if s := allows(ctx, m.Policy.Links); s != "" {
		list = append(list, [2]string{t(ctx, "可带链接"), s})
	}
	if s := allows(ctx, m.Policy.Images); s != "" {
		list = append(list, [2]string{t(ctx, "可带图片"), s})
	}
	if m.Policy.TitleMaxLength != nil {
		list = append(list, [2]string{t(ctx, "标题上限"), t(ctx, "%d 字", *m.Policy.TitleMaxLength)})
	}
	if len(m.Policy.Contacts) > 0 {
		list = append(list, [2]string{t(ctx, "可留联系方式"), strings.Join(m.Policy.Contacts, " ")})
	}
	return list
}

func userRole(role string) string {
	if role == account.RoleOperator {
		return key("运营人员")
	}
	return key("普通用户")
}

func accountStatus(status string) string {
	if status == account.StatusActive {
		return key("正常")
	}
	return key("已停用")
}

func platformState(s run.PlatformState) string {
	switch s {
	case run.PlatformReady:
		return key("可用")
	case run.PlatformKeyless:
		return key("未配置密钥")
	case run.PlatformSuspended:
		return key("已暂停")
	}
	return key("故障，暂时避开")
}

func platformTone(s run.PlatformState) string {
	switch s {
	case run.PlatformReady:
		return "good"
	case run.PlatformLeftAlone:
		return "bad"
	case run.PlatformSuspended:
		return "warn"
	}
	return "off"
}

func recordTitle(ctx context.Context, s recordSheet) string {
	if s.media.ID == "" {
		return t(ctx, "添加媒体")
	}
	return outletName(s.media)
}

func recordText(ctx context.Context, s recordSheet) string {
	if s.media.ID == "" {
		return t(ctx, "保存后立即出现在媒体库。")
	}
	return t(ctx, statusName(s.media.Status)) + " · " + t(ctx, adapterName(s.media.Adapter)) + " · " + s.media.Key
}

func mediaTypeOptions(ctx context.Context) (list []option) {
	for _, m := range []catalogue.Type{catalogue.News, catalogue.WeMedia, catalogue.ShortVideo, catalogue.Overseas} {
		list = append(list, option{string(m), t(ctx, mediaTypeName(m))})
	}
	return list
}

// triple are the values of something that may be unknown.
func triple(ctx context.Context) []option {
	return []option{{"", t(ctx, "未知")}, {"true", t(ctx, "可以")}, {"false", t(ctx, "不可以")}}
}

// platformTier is from which plan on a platform is offered.
func platformTier(tier string) string {
	if tier == "upper" {
		return key("专业版")
	}
	return key("全部套餐")
}

func clockOf(ctx context.Context, at time.Time) string {
	return at.In(viewOf(ctx).zone).Format("15:04:05")
}
