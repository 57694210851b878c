package operator

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/door/console/publish"
	"renown/internal/room/account"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/order"
	"renown/internal/room/run"
)

func reviewText(ctx context.Context, d desk) string {
	text := kit.T(ctx, "%d 个待审核。逾期自动退回积分。", d.counts[order.AwaitingReview])
	if d.queue.Name == "" && d.soon > 0 {
		text = kit.T(ctx, "%d 个待审核，其中 %d 个将在 8 小时内逾期。逾期自动退回积分。", d.counts[order.AwaitingReview], d.soon)
	}
	return text
}

func emptyQueue(name string) string {
	return kit.Label(map[string]string{
		"receipt": kit.Key("没有等待回执的订单"),
		"done":    kit.Key("还没有处理过的订单"),
	}, name, kit.Key("没有待审核的订单"))
}

func reviewByline(ctx context.Context, d desk) string {
	return kit.T(ctx, "第 %d 版", d.order.Content.Revision) + " · " + publish.CountsOf(ctx, d.body) + " · " + kit.T(ctx,
		"提交于 %s", kit.When(ctx, d.order.CreatedAt))
}

func adapterName(a catalogue.Adapter) string {
	if a == catalogue.Webhook {
		return kit.Key("自动推送")
	}
	return kit.Key("人工发布")
}

// policyOf is what an outlet says it allows.
func policyOf(ctx context.Context, m catalogue.Outlet) (list [][2]string) {
	if s := publish.Allows(ctx, m.Policy.Links); s != "" {
		list = append(list, [2]string{kit.T(ctx, "可带链接"), s})
	}
	if s := publish.Allows(ctx, m.Policy.Images); s != "" {
		list = append(list, [2]string{kit.T(ctx, "可带图片"), s})
	}
	if m.Policy.TitleMaxLength != nil {
		list = append(list, [2]string{kit.T(ctx, "标题上限"), kit.T(ctx, "%d 字", *m.Policy.TitleMaxLength)})
	}
	if len(m.Policy.Contacts) > 0 {
		list = append(list, [2]string{kit.T(ctx, "可留联系方式"), strings.Join(m.Policy.Contacts, " ")})
	}
	return list
}

func userRole(role string) string {
	if role == account.RoleOperator {
		return kit.Key("运营人员")
	}
	return kit.Key("普通用户")
}

func accountStatus(status string) string {
	if status == account.StatusActive {
		return kit.Key("正常")
	}
	return kit.Key("已停用")
}

var platformStates = map[run.PlatformState]string{
	run.PlatformReady:     kit.Key("可用"),
	run.PlatformKeyless:   kit.Key("未配置密钥"),
	run.PlatformSuspended: kit.Key("已暂停"),
}

func platformState(s run.PlatformState) string {
	return kit.Label(platformStates, s, kit.Key("故障，暂时避开"))
}

var platformTones = map[run.PlatformState]string{
	run.PlatformReady:     "good",
	run.PlatformLeftAlone: "bad",
	run.PlatformSuspended: "warn",
}

func platformTone(s run.PlatformState) string { return kit.Label(platformTones, s, "off") }

func recordTitle(ctx context.Context, s recordPage) string {
	if s.media.ID == "" {
		return kit.T(ctx, "添加媒体")
	}
	return publish.OutletName(s.media)
}

func recordText(ctx context.Context, s recordPage) string {
	if s.media.ID == "" {
		return kit.T(ctx, "保存后立即出现在媒体库。")
	}
	return kit.T(ctx, publish.StatusName(s.media.Status)) + " · " + kit.T(ctx, adapterName(s.media.Adapter)) + " · " + s.media.Key
}

func mediaTypeOptions(ctx context.Context) (list []kit.Option) {
	for _, m := range []catalogue.Type{catalogue.News, catalogue.WeMedia, catalogue.ShortVideo, catalogue.Overseas} {
		list = append(list, kit.Option{Value: string(m), Label: kit.T(ctx, publish.MediaTypeName(m))})
	}
	return list
}

// codeOptions are the names that a coded field knows; others may be typed.
func codeOptions(ctx context.Context, field string) (list []kit.Option) {
	for _, name := range slices.Sorted(maps.Values(publish.CodeNames(ctx, field))) {
		list = append(list, kit.Option{Value: name})
	}
	return list
}

// triple are the values of something that may be unknown.
func triple(ctx context.Context) []kit.Option {
	return []kit.Option{
		{Value: "", Label: kit.T(ctx, "未知")},
		{Value: "true", Label: kit.T(ctx, "可以")},
		{Value: "false", Label: kit.T(ctx, "不可以")},
	}
}

// platformTier is from which plan on a platform is offered.
func platformTier(tier string) string {
	if tier == "upper" {
		return kit.Key("专业版")
	}
	return kit.Key("全部套餐")
}

func clockOf(ctx context.Context, at time.Time) string {
	return at.In(kit.ViewOf(ctx).Zone).Format("15:04:05")
}
