package access

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/room/event"
)

// eventRow is a line of the table: what is told together. Its key is its first type.
type eventRow struct {
	types      []string
	name, when string
}

func (r eventRow) key() string { return r.types[0] }

type eventGroup struct {
	name string
	rows []eventRow
}

func typesOf(list ...event.Type) (types []string) {
	for _, t := range list {
		types = append(types, string(t))
	}
	return types
}

var stopped = typesOf(event.RunDegraded, event.PlatformSkipped, event.RuntimeStopped)

func eventGroups(ctx context.Context) []eventGroup {
	return []eventGroup{
		{kit.T(ctx, "要你处理"), []eventRow{
			{typesOf(event.FactContradicted), kit.T(ctx, "AI 说错了事实"), kit.T(ctx, "同一事实被说错两次起")},
			{typesOf(event.OrderNeedsRevision), kit.T(ctx, "文章待修改"), kit.T(ctx, "审核退回")},
			{typesOf(event.OrderFailed), kit.T(ctx, "文章未发布"), kit.T(ctx, "积分已退回")},
			{stopped, kit.T(ctx, "监测中断"), kit.T(ctx, "平台失败或要登录")},
		}},
		{kit.T(ctx, "结果"), []eventRow{
			{typesOf(event.AlertRaised), kit.T(ctx, "指标有变化或被竞品超过"), kit.T(ctx, "大于误差才提醒")},
			{typesOf(event.OrderPublished), kit.T(ctx, "文章已发布"), ""},
			{typesOf(event.CitationFirst), kit.T(ctx, "文章首次被引用"), ""},
			{typesOf(event.CampaignVerdict), kit.T(ctx, "成效有结论"), kit.T(ctx, "活动到期时")},
		}},
		{kit.T(ctx, "例行"), []eventRow{
			{typesOf(event.DigestWeekly), kit.T(ctx, "每周摘要"), kit.T(ctx, "每周一，一个品牌一份")},
			{typesOf(event.RunFinished), kit.T(ctx, "每次监测完成"), ""},
		}},
	}
}

// presets are choices of types, by the names of the buttons that set them for all channels.
var presets = map[string][]string{
	"important": typesOf(event.FactContradicted, event.RunDegraded, event.PlatformSkipped, event.OrderFailed,
		event.OrderNeedsRevision, event.RuntimeStopped),
	"recommended": typesOf(event.AlertRaised, event.FactContradicted, event.RunDegraded, event.PlatformSkipped,
		event.CitationFirst, event.OrderPublished, event.OrderFailed, event.OrderNeedsRevision, event.CampaignVerdict,
		event.RuntimeStopped),
	"all":    typesOf(event.Types...),
	"weekly": typesOf(event.DigestWeekly),
}

func presetOptions(ctx context.Context) []kit.Option {
	return []kit.Option{
		{Value: "important", Label: kit.T(ctx, "重要")},
		{Value: "recommended", Label: kit.T(ctx, "preset|推荐")},
		{Value: "all", Label: kit.T(ctx, "全部")},
		{Value: "weekly", Label: kit.T(ctx, "每周一封")},
	}
}

// wanting counts the endpoints of a channel that are told all of a row.
func (c channel) wanting(r eventRow) (n int) {
	for _, e := range c.endpoints {
		if hasAll(e.Types, r.types) {
			n++
		}
	}
	return n
}

func hasAll(list, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(t string) bool { return !slices.Contains(list, t) })
}

// ticked tells whether a cell is ticked: as it was typed, or where all endpoints of the channel are told.
func (p eventPage) ticked(c channel, r eventRow) bool {
	if p.matrix.Values.Has("was_" + string(c.kind)) {
		return p.matrix.Has("on_"+string(c.kind), r.key())
	}
	return c.wanting(r) == len(c.endpoints)
}

// was is what the cells of a channel hold when they are shown, so that cells which were left alone change nothing.
func (p eventPage) was(ctx context.Context, c channel) string {
	if typed := "was_" + string(c.kind); p.matrix.Values.Has(typed) {
		return p.matrix.Value(typed)
	}
	var keys []string
	for _, g := range eventGroups(ctx) {
		for _, r := range g.rows {
			if p.ticked(c, r) {
				keys = append(keys, r.key())
			}
		}
	}
	return strings.Join(keys, " ")
}

// chosenTypes is what an endpoint of a kind is told after a form, which had has now: the order is that of event.Types.
func chosenTypes(f kit.Form, kind event.Kind, had []string) []string {
	if preset, ok := presets[f.Value("preset")]; ok {
		return preset
	}
	was, chosen := strings.Fields(f.Value("was_"+string(kind))), slices.Clone(had)
	for _, g := range eventGroups(context.Background()) {
		for _, r := range g.rows {
			on := f.Has("on_"+string(kind), r.key())
			if on == slices.Contains(was, r.key()) {
				continue
			}
			chosen = slices.DeleteFunc(chosen, func(t string) bool { return slices.Contains(r.types, t) })
			if on {
				chosen = append(chosen, r.types...)
			}
		}
	}
	var list []string
	for _, t := range event.Types {
		if slices.Contains(chosen, string(t)) {
			list = append(list, string(t))
		}
	}
	return list
}

func typeName(ctx context.Context, t event.Type) string {
	if t == event.Test {
		return kit.T(ctx, "试发")
	}
	for _, g := range eventGroups(ctx) {
		for _, r := range g.rows {
			if slices.Contains(r.types, string(t)) {
				return r.name
			}
		}
	}
	return string(t)
}

// channelText is what stands under the name of a channel.
func channelText(ctx context.Context, c channel) string {
	switch {
	case len(c.endpoints) == 0 && !c.may:
		return kit.T(ctx, "由所有者管理")
	case len(c.endpoints) == 0:
		return kit.T(ctx, "button|添加")
	case slices.ContainsFunc(c.endpoints, func(e event.Endpoint) bool { return !e.Enabled }):
		return kit.T(ctx, "已停用")
	case slices.ContainsFunc(c.endpoints, func(e event.Endpoint) bool { return e.FailingSince != nil }):
		return kit.T(ctx, "未送达")
	case len(c.endpoints) == 1:
		return c.endpoints[0].Name
	}
	return kit.T(ctx, "%d 个", len(c.endpoints))
}

var channelIcons = map[event.Kind]string{event.Feishu: "feishu", event.DingTalk: "ding", event.WeCom: "wecom", event.Mail: "mail", event.Webhook: "hook"}

// shortKind is the name of a kind in a narrow place.
func shortKind(ctx context.Context, k event.Kind) string {
	switch k {
	case event.Feishu:
		return kit.T(ctx, "飞书")
	case event.DingTalk:
		return kit.T(ctx, "钉钉")
	case event.WeCom:
		return kit.T(ctx, "企业微信")
	}
	return kindName(ctx, k)
}

// quiet are the endpoints that wait at night.
func (p eventPage) quiet() (list []event.Endpoint) {
	for _, c := range p.channels {
		for _, e := range c.endpoints {
			if e.Quiet != nil {
				list = append(list, e)
			}
		}
	}
	return list
}

// addressHint says what the address of a channel is.
func addressHint(ctx context.Context, k event.Kind) string {
	switch k {
	case event.Mail:
		return kit.T(ctx, "本空间成员的邮箱")
	case event.Webhook:
		return kit.T(ctx, "https 地址")
	}
	return kit.T(ctx, "粘贴群机器人给出的地址")
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
		"endpoint_disabled": kit.T(ctx, "渠道已停用"), "unopened": kit.T(ctx, "地址无法解密，请重新填写"),
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
