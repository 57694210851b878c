package console

import (
	"context"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/room/geo/run"
)

// platformLine is an assistant platform in the reader's language.
type platformLine struct {
	run.PlatformStatus
	name, lacks string
}

type platformSheet struct {
	detection run.Detection
	lines     []platformLine
}

func (c *Console) showPlatforms(ctx context.Context, v *visit) (reply, error) {
	d, err := c.rooms.Runs.Detection(ctx)
	if err != nil {
		return reply{}, err
	}
	lines, err := c.platformLines(ctx, v)
	if err != nil {
		return reply{}, err
	}
	return show(page{Title: key("平台"), Entry: "platforms", Body: platformsBody(platformSheet{d, lines})})
}

func (c *Console) platformLines(ctx context.Context, v *visit) (list []platformLine, err error) {
	platforms, err := c.rooms.Runs.PlatformStatuses(ctx)
	for _, p := range platforms {
		list = append(list, platformLine{p, v.lang.Proper(p.NameZH, p.NameEN), lacksOf(v, p.Missing)})
	}
	return list, err
}

// lacksOf says what a platform cannot do, in the reader's language.
func lacksOf(v *visit, missing []string) string {
	list := make([]string, len(missing))
	for i, text := range missing {
		if mode, ok := strings.CutPrefix(text, "no mode "); ok {
			list[i] = v.t("不支持%s", v.t(modeName(mode)))
			continue
		}
		list[i] = v.t(lackName(text))
	}
	return joinWords(v.Context(), list)
}

func lackName(text string) string {
	switch text {
	case "search cannot be forced":
		return key("不能强制联网")
	case "sources only in the prose":
		return key("来源只在正文里")
	case "cited sources not told from retrieved ones":
		return key("不分引用与检索")
	case "search queries not disclosed":
		return key("不公开搜索词")
	case "sources without dates":
		return key("来源没有日期")
	case "region not sent":
		return key("不能指定地区")
	}
	return text
}

// setDetection holds new runs back, or lets them start again.
func (c *Console) setDetection(ctx context.Context, v *visit) (reply, error) {
	switch v.PostForm.Get("detection") {
	case "suspend":
		if err := c.rooms.Runs.Suspend(ctx); err != nil {
			return reply{}, err
		}
		v.say("已暂停检测：新的监测排队等待，进行中的继续")
	case "resume":
		if err := c.rooms.Runs.Resume(ctx); err != nil {
			return reply{}, err
		}
		v.say("已恢复检测：排队的监测按先后开始")
	default:
		return reply{}, fault.New(fault.Malformed)
	}
	return leadTo("/operator/platforms")
}

func (c *Console) exportPlatforms(ctx context.Context, v *visit) (reply, error) {
	header := []string{v.t("编号"), v.t("平台"), v.t("状态"), v.t("套餐"), v.t("协议"), v.t("模型"), v.t("方式"), v.t("缺少")}
	lines, err := c.platformLines(ctx, v)
	if err != nil {
		return reply{}, err
	}
	var rows [][]string
	for _, p := range lines {
		rows = append(rows, []string{p.ID, p.name, v.t(platformState(p.State)), p.Tier, p.Protocol, p.Model, modesOf(ctx, p.Modes), p.lacks})
	}
	return table(v.t("平台")+".csv", header, rows)
}

func modesOf(ctx context.Context, modes []string) string {
	names := make([]string, len(modes))
	for i, m := range modes {
		names[i] = t(ctx, modeName(m))
	}
	return joinWords(ctx, names)
}
