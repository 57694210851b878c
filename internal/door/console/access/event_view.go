package access

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"

	"renown/internal/door/console/kit"
	"renown/internal/room/event"
)

// typeNote says what a type of event is for.
type typeNote struct {
	value      event.Type
	name, when string
}

func typeNotes(ctx context.Context) []typeNote {
	return []typeNote{
		{event.AlertRaised, kit.T(ctx, "显著变化"), kit.T(ctx, "指标显著变化、被竞品超过、名称冲突")},
		{event.FactContradicted, kit.T(ctx, "回答与事实不符"), kit.T(ctx, "同一条事实被两条回答说错，只说一次")},
		{event.RunFinished, kit.T(ctx, "监测完成"), kit.T(ctx, "每次监测结束")},
		{event.RunDegraded, kit.T(ctx, "监测不完整"), kit.T(ctx, "失败、缺平台或回答不足九成")},
		{event.PlatformSkipped, kit.T(ctx, "平台连续跳过"), kit.T(ctx, "同一平台连续两次未能监测")},
		{event.CitationFirst, kit.T(ctx, "首次引用"), kit.T(ctx, "已发布的文章第一次被引用")},
		{event.OrderPublished, kit.T(ctx, "event|订单已发布"), kit.T(ctx, "文章上线")},
		{event.OrderFailed, kit.T(ctx, "订单未发布"), kit.T(ctx, "失败、驳回或过期，积分退回")},
		{event.OrderNeedsRevision, kit.T(ctx, "event|订单需修改"), kit.T(ctx, "审核退回，等你修改")},
		{event.CampaignVerdict, kit.T(ctx, "活动的成效"), kit.T(ctx, "到了判断日，看出与否都说一次")},
		{event.RuntimeStopped, kit.T(ctx, "运行环境停下"), kit.T(ctx, "需要登录、验证或查看页面")},
		{event.DigestWeekly, kit.T(ctx, "一周摘要"), kit.T(ctx, "每周一，一个品牌一份")},
	}
}

func typeName(ctx context.Context, t event.Type) string {
	for _, n := range typeNotes(ctx) {
		if n.value == t {
			return n.name
		}
	}
	if t == event.Test {
		return kit.T(ctx, "试发")
	}
	return string(t)
}

func kindName(ctx context.Context, k event.Kind) string {
	switch k {
	case event.Feishu:
		return kit.T(ctx, "飞书群机器人")
	case event.DingTalk:
		return kit.T(ctx, "钉钉群机器人")
	case event.WeCom:
		return kit.T(ctx, "企业微信群机器人")
	case event.Mail:
		return kit.T(ctx, "邮件")
	}
	return "Webhook"
}

// reasonText says why something did not arrive; a reason that is not known here says itself.
func reasonText(ctx context.Context, reason string) string {
	said := map[string]string{
		"forbidden": kit.T(ctx, "地址不可访问，或证书无效"), "timed_out": kit.T(ctx, "超时未答复"), "no_link": kit.T(ctx, "连接不上"),
		"broken":    kit.T(ctx, "连接中断"),
		"not_taken": kit.T(ctx, "对方没有收下"), "throttling": kit.T(ctx, "对方限流"), "gone": kit.T(ctx, "对方说已不存在（410）"),
		"bad_signature": kit.T(ctx, "签名不符，请核对密钥"), "address_not_allowed": kit.T(ctx, "IP 不在机器人的白名单"), "no_keyword": kit.T(ctx, "关键词不符"),
		"bad_token": kit.T(ctx, "机器人地址无效"), "mail_refused": kit.T(ctx, "邮件未能发出"), "quiet_hours": kit.T(ctx, "静默时段，试发不排队"),
		"endpoint_disabled": kit.T(ctx, "端点已停用"), "unopened": kit.T(ctx, "地址无法解密，请重新填写"),
	}[reason]
	if said == "" {
		return reason
	}
	return said
}

// whyOff says why an endpoint is off.
func whyOff(ctx context.Context, e event.Endpoint) string {
	if e.DisabledReason == nil {
		return ""
	}
	switch *e.DisabledReason {
	case event.ByGone:
		return kit.T(ctx, "对方说已不存在（410）")
	case event.ByFailing:
		return kit.T(ctx, "连续五天未送达")
	case event.Unsubscribed:
		return kit.T(ctx, "收件人退订")
	case event.Departed:
		return kit.T(ctx, "收件人已不在这个空间")
	}
	return kit.T(ctx, "手动停用")
}

// sent is what a webhook is sent, as people read it: the headers that do not change from one attempt to the next, and the body.
func (p deliveryPage) sent() string {
	var body bytes.Buffer
	if json.Indent(&body, p.Request, "", "  ") != nil {
		body.Reset()
		body.Write(p.Request)
	}
	if p.to.Kind != event.Webhook {
		return body.String()
	}
	return "POST " + p.to.Address + "\ncontent-type: application/json\nwebhook-id: " + p.EventID + "\n\n" + body.String()
}

// answered is what came back of an attempt, in a word.
func answered(ctx context.Context, t event.Try) string {
	switch {
	case t.Status > 0:
		return "HTTP " + strconv.Itoa(t.Status)
	case t.Reason == nil:
		return kit.T(ctx, "已送达")
	}
	return kit.T(ctx, "没有答复")
}

// outcome is what came of the last attempt, in figures.
func outcome(ctx context.Context, d event.Delivery) string {
	if d.Reason != nil {
		return reasonText(ctx, *d.Reason)
	}
	if n := len(d.Tries); n > 0 && d.Status == event.Delivered && d.Tries[n-1].Status > 0 {
		return kit.T(ctx, "%s · %s 毫秒", strconv.Itoa(d.Tries[n-1].Status), strconv.FormatInt(d.Tries[n-1].TookMS, 10))
	}
	return ""
}
