package analysis

import (
	"context"

	"renown/internal/door/console/kit"
	"renown/internal/floor/timestamp"
	"renown/internal/room/campaign"
)

// outcomeTable is what changed and where.
func (p campaignView) outcomeTable(ctx context.Context) kit.Table {
	type row struct {
		name, platform      string
		difference, low, hi *float64
		p                   *float64
		verdict             any
	}
	var list []row
	for _, o := range p.Outcomes {
		list = append(list, row{outcomeName(o.Outcome), "", o.Difference, o.Low, o.High, o.P, kit.T(ctx, verdictName(o.Verdict))})
	}
	for _, on := range p.Platforms {
		list = append(list, row{outcomeName(campaign.Named), p.named(on.Platform), on.Difference, on.Low, on.High, on.P, kit.T(ctx, verdictName(believedAs(on.Believed)))})
	}
	return kit.TableOf(ctx, list, func(r row) []kit.Cell {
		return []kit.Cell{
			kit.Column("结果", kit.T(ctx, r.name)), kit.Column("平台", r.platform), kit.Column("估计", r.difference),
			kit.Column("区间下限", r.low), kit.Column("区间上限", r.hi),
			kit.Column("p", r.p), kit.Column("判断", r.verdict),
		}
	})
}

// curveTable is the days of the curves.
func (p campaignView) curveTable(ctx context.Context) kit.Table {
	return kit.TableOf(ctx, p.Curve, func(d campaign.Day) []kit.Cell {
		return []kit.Cell{
			kit.Column("日期", d.Day), kit.Column("目标", d.Target), kit.Column("区间下限", d.TargetLow),
			kit.Column("区间上限", d.TargetHigh), kit.Column("回答", d.TargetAnswers),
			kit.Column("对照", d.Control), kit.Column("区间下限", d.ControlLow), kit.Column("区间上限", d.ControlHigh),
			kit.Column("回答", d.ControlAnswers),
		}
	})
}

// publicationTable is what was published where, and when it was first cited.
func (p campaignView) publicationTable(ctx context.Context) kit.Table {
	return kit.TableOf(ctx, p.Publications, func(o campaign.Publication) []kit.Cell {
		return []kit.Cell{
			kit.Column("媒体", o.Outlet), kit.Column("文章", o.Title), kit.Column("地址", o.URL),
			kit.Column("计划", o.PlannedAt), kit.Column("发布", o.PublishedAt),
			kit.Column("首次引用", o.FirstCited), kit.Column("引用它的回答", o.Citations), kit.Column("积分", o.Points),
		}
	})
}

func (pages *Pages) campaignTables(ctx context.Context, v *kit.Visit) (pageTables, error) {
	p, err := pages.campaign(ctx, v)
	if err != nil {
		return pageTables{}, err
	}
	what := "campaign-" + p.Name + "-" + p.ID[len(p.ID)-6:] // of two campaigns of one name the files differ
	return pageTables{
		lens: lens{brand: v.Brand, from: p.DeclaredAt.In(timestamp.Beijing), to: v.Now.In(timestamp.Beijing)}, page: what,
		list: []pageTable{
			{file: "effect", draw: p.outcomeTable},
			{file: "curve", draw: p.curveTable},
			{file: "publications", draw: p.publicationTable},
		},
	}, nil
}
