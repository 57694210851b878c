package operator

import (
	"context"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/run"
)

// platformRow is an assistant platform in the reader's language.
type platformRow struct {
	run.PlatformStatus
	name, lacks string
}

type platformPage struct {
	detection run.Detection
	open      []run.OpenRun
	lines     []platformRow
	runtimes  []runtimeRow
	terms     []termsRow
}

// openRunsMax is how many runs that have not ended a page shows: the oldest, among which are those that do not end.
const openRunsMax = 100

func (pages *Pages) showPlatforms(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	d, err := pages.Runs.Detection(ctx)
	if err != nil {
		return kit.Reply{}, err
	}
	open, err := pages.Runs.Open(ctx, openRunsMax)
	if err != nil {
		return kit.Reply{}, err
	}
	lines, err := pages.platformRows(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	names := map[string]string{}
	for _, l := range lines {
		names[l.ID] = l.name
	}
	runtimes, err := pages.runtimeRows(ctx, names)
	if err != nil {
		return kit.Reply{}, err
	}
	terms, err := pages.termsRows(ctx, lines)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("平台"), Entry: "platforms", Body: platformsBody(platformPage{d, open, lines, runtimes, terms})})
}

func (pages *Pages) platformRows(ctx context.Context, v *kit.Visit) (list []platformRow, err error) {
	platforms, err := pages.Runs.PlatformStatuses(ctx)
	for _, p := range platforms {
		list = append(list, platformRow{p, v.Lang.Proper(p.NameZH, p.NameEN), lacksOf(v, p.Missing)})
	}
	return list, err
}

// lacksOf says what a platform cannot do, in the reader's language.
func lacksOf(v *kit.Visit, missing []string) string {
	list := make([]string, len(missing))
	for i, text := range missing {
		if mode, ok := strings.CutPrefix(text, "no mode "); ok {
			list[i] = v.T("不支持%s", v.T(kit.ModeName(mode)))
			continue
		}
		list[i] = v.T(lackName(text))
	}
	return kit.JoinWords(v.Context(), list)
}

var lackNames = map[string]string{
	"search cannot be forced":                    kit.Key("不能强制联网"),
	"sources only in the prose":                  kit.Key("来源只在正文里"),
	"cited sources not told from retrieved ones": kit.Key("不分引用与检索"),
	"search queries not disclosed":               kit.Key("不公开搜索词"),
	"sources without dates":                      kit.Key("来源没有日期"),
	"region not sent":                            kit.Key("不能指定地区"),
}

func lackName(text string) string { return kit.Label(lackNames, text, text) }

// setDetection holds new runs back, or lets them start again.
func (pages *Pages) setDetection(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	switch v.PostForm.Get("detection") {
	case "suspend":
		if err := pages.Runs.Suspend(ctx); err != nil {
			return kit.Reply{}, err
		}
		v.Say("已暂停监测：新的监测排队等待，进行中的继续")
	case "resume":
		if err := pages.Runs.Resume(ctx); err != nil {
			return kit.Reply{}, err
		}
		v.Say("已恢复监测：排队的监测按先后开始")
	default:
		return kit.Reply{}, fault.New(fault.Malformed)
	}
	return kit.LeadTo("/operator/platforms")
}

// cancelRun ends a run of whichever account. That it has ended by itself meanwhile is no error.
func (pages *Pages) cancelRun(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	err := pages.Runs.CancelAny(ctx, v.PathValue("run_id"))
	switch {
	case fault.Is(err, fault.RunEnded):
		v.Say("监测已经结束")
	case err != nil:
		return kit.Reply{}, err
	default:
		v.Say("已取消监测：不再提问，已有的回答保留")
	}
	return kit.LeadTo("/operator/platforms")
}

func (pages *Pages) exportPlatforms(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	lines, err := pages.platformRows(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.TableOf(ctx, lines, func(p platformRow) []kit.Cell {
		return []kit.Cell{
			kit.Column("编号", p.ID), kit.Column("平台", p.name), kit.Column("状态", v.T(platformState(p.State))),
			kit.Column("套餐", v.T(platformTier(p.Tier))),
			kit.Column("协议", p.Protocol), kit.Column("模型", p.Model), kit.Column("方式", modesOf(ctx, p.Modes)),
			kit.Column("缺少", p.lacks),
		}
	}).CSV(v.T("平台") + ".csv")
}

func modesOf(ctx context.Context, modes []string) string {
	names := make([]string, len(modes))
	for i, m := range modes {
		names[i] = kit.T(ctx, kit.ModeName(m))
	}
	return kit.JoinWords(ctx, names)
}
