package analysis

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/insight"
)

// pageTables are the tables of a page.
type pageTables struct {
	lens
	page string // as in files
	name string // a key; empty on pages whose tables are not bundled
	list []pageTable
}

type pageTable struct {
	file, name string // the name is a key
	draw       func(context.Context) kit.Table
}

// exporting answers with one of a page's tables; a name that is none of them is 404.
func exporting(tables func(context.Context, *kit.Visit) (pageTables, error)) kit.Handler {
	return func(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
		p, err := tables(ctx, v)
		if err != nil {
			return kit.Reply{}, err
		}
		for _, t := range p.list {
			if t.file+".csv" == v.PathValue("table") {
				return t.draw(ctx).CSV(p.fileOf(t))
			}
		}
		return kit.Reply{}, fault.New(fault.NoRoute).Why("no_page")
	}
}

func (p pageTables) fileOf(t pageTable) string { return p.file("csv", p.page+"-"+t.file) }

func place(average *float64) kit.Cell { return kit.Column("平均位次", kit.PlainFloat(average, 2)) }

// interval and changed are columns that stand together.
func interval(i insight.Interval) []kit.Cell {
	return []kit.Cell{kit.Column("区间下限", i.Low), kit.Column("区间上限", i.High)}
}

func changed(c insight.Change) []kit.Cell { // no verdict where none is possible
	return []kit.Cell{kit.Column("上期", c.Previous), kit.Column("变化", c.Change), kit.Column("显著", c.Significant)}
}

func (pages *Pages) overviewTables(ctx context.Context, v *kit.Visit) (pageTables, error) {
	o, err := pages.overview(ctx, v)
	return pageTables{o.lens, "overview", kit.Key("总览"), []pageTable{
		{"indicators", kit.Key("指标"), o.indicatorTable},
		{"trend", kit.Key("每日"), o.trendTable},
		{"platforms", kit.Key("平台"), o.platformTable},
		{"competitors", kit.Key("竞品"), o.rankingTable},
		{"alerts", kit.Key("提醒"), o.alertTable},
	}}, err
}

func (o overview) trendTable(ctx context.Context) kit.Table {
	return kit.TableOf(ctx, o.Trend, func(d insight.OverviewDay) []kit.Cell {
		return slices.Concat([]kit.Cell{
			kit.Column("日期", d.Date), kit.Column("回答", d.Answers), kit.Column("提及", d.Mentions),
			kit.Column("可见度", d.Visibility),
		}, interval(d.Interval), []kit.Cell{
			kit.Column("声量份额", d.ShareOfVoice), place(d.AveragePosition), kit.Column("情感得分", d.Sentiment),
			kit.Column("自有引用率", d.OwnCitationRate),
		})
	})
}

func (o overview) platformTable(ctx context.Context) kit.Table {
	return kit.TableOf(ctx, o.Platforms, func(p insight.PlatformFigures) []kit.Cell {
		return slices.Concat([]kit.Cell{
			kit.Column("平台", o.name(p.Platform)), kit.Column("回答", p.Answers), kit.Column("提及", p.Mentions),
			kit.Column("可见度", p.Visibility),
		}, interval(p.Interval), changed(p.Change), []kit.Cell{
			kit.Column("声量份额", p.ShareOfVoice), place(p.AveragePosition), kit.Column("情感得分", p.Sentiment),
			kit.Column("自有引用率", p.OwnCitationRate),
		})
	})
}

func (o overview) rankingTable(ctx context.Context) kit.Table {
	return kit.TableOf(ctx, o.Competitors, func(r insight.Standing) []kit.Cell {
		return slices.Concat([]kit.Cell{
			kit.Column("位", r.Rank), kit.Column("品牌", r.Name), kit.Column("自有", r.IsBrand), kit.Column("回答", r.Answers),
			kit.Column("提及", r.Mentions),
			kit.Column("可见度", r.Visibility),
		}, interval(r.Interval), changed(r.Change), []kit.Cell{kit.Column("声量份额", r.ShareOfVoice), place(r.AveragePosition)})
	})
}

func (o overview) indicatorTable(ctx context.Context) kit.Table {
	type row struct {
		label string
		insight.Indicator
	}
	var list []row
	in := o.Indicators
	for i, x := range []insight.Indicator{in.Visibility, in.ShareOfVoice, in.AveragePosition, in.Sentiment, in.OwnCitationRate} {
		list = append(list, row{o.figures[i].Label, x})
	}
	list = append(list,
		row{kit.Key("自有网站"), in.OwnSiteRate}, row{kit.Key("投放文章"), in.PlacedRate}, row{kit.Key("首位率"), in.FirstRate},
		row{kit.Key("前三率"), in.Top3Rate}, row{kit.Key("负面占比"), in.NegativeShare}, row{kit.Key("不了解率"), in.UnknownRate},
		row{kit.Key("引用率"), in.CitationRate})
	return kit.TableOf(ctx, list, func(r row) []kit.Cell {
		return slices.Concat([]kit.Cell{kit.Column("指标", kit.T(ctx, r.label)), kit.Column("数值", r.Value)}, interval(r.Interval), []kit.Cell{
			kit.Column("分子", strings.TrimSuffix(kit.PlainFloat(&r.Numerator, 2), ".00")),
			kit.Column("分母", r.Denominator),
		}, changed(r.Change))
	})
}

func (o overview) alertTable(ctx context.Context) kit.Table {
	return kit.TableOf(ctx, slices.Concat(o.unread, o.read), func(n notice) []kit.Cell {
		var said []string
		for _, line := range n.lines {
			said = append(said, strings.TrimSpace(line.said+" "+line.small))
		}
		return []kit.Cell{kit.Column("时间", n.CreatedAt), kit.Column("提醒", joinLines(said)), kit.Column("已读", n.AcknowledgedAt != nil)}
	})
}

func (pages *Pages) visibilityTables(ctx context.Context, v *kit.Visit) (pageTables, error) {
	p, err := pages.visibility(ctx, v)
	return pageTables{p.lens, "visibility", kit.Key("可见度"), []pageTable{
		{"prompts", kit.Key("问题"), p.promptTable}, {"topics", kit.Key("主题"), p.topicTable}, {"stages", kit.Key("阶段"), p.stageTable},
	}}, err
}

func naming(n insight.Naming) []kit.Cell {
	return slices.Concat([]kit.Cell{
		kit.Column("回答", n.Answers), kit.Column("提及", n.Mentions), kit.Column("可见度", n.Rate),
	}, interval(n.Interval), []kit.Cell{place(n.AveragePosition)})
}

func (p visibility) promptTable(ctx context.Context) kit.Table {
	return kit.TableOf(ctx, p.Items, func(i insight.VisibilityItem) []kit.Cell {
		return append([]kit.Cell{
			kit.Column("one|问题", i.Text),
			kit.Column("one|主题", kit.OrElse(p.topicName(i.TopicID), kit.T(ctx, "已删除的主题"))),
			kit.Column("one|平台", p.name(i.Platform)),
		}, naming(i.Naming)...)
	})
}

func (p visibility) topicTable(ctx context.Context) kit.Table {
	return kit.TableOf(ctx, p.ByTopic, func(f insight.TopicFigures) []kit.Cell {
		return append([]kit.Cell{kit.Column("主题", f.Name)}, naming(f.Naming)...)
	})
}

func (p visibility) stageTable(ctx context.Context) kit.Table {
	return kit.TableOf(ctx, p.ByStage, func(f insight.StageFigures) []kit.Cell {
		return append([]kit.Cell{kit.Column("阶段", kit.StageName(ctx, f.Stage))}, naming(f.Naming)...)
	})
}

func (pages *Pages) sentimentTables(ctx context.Context, v *kit.Visit) (pageTables, error) {
	p, err := pages.sentiment(ctx, v)
	return pageTables{p.lens, "sentiment", kit.Key("情感"), []pageTable{
		{"trend", kit.Key("每日"), p.trendTable},
		{"platforms", kit.Key("平台"), p.platformTable},
		{"quotes", kit.Key("原句"), p.quoteTable},
		{"competitors", kit.Key("竞品"), p.rivalTable},
	}}, err
}

func tone(t insight.Tone) []kit.Cell {
	return append([]kit.Cell{
		kit.Column("正面", t.Positive), kit.Column("中性", t.Neutral), kit.Column("负面", t.Negative),
		kit.Column("未判定", t.Unjudged), kit.Column("情感得分", t.Score),
	}, interval(t.Interval)...)
}

func (p sentiment) trendTable(ctx context.Context) kit.Table {
	return kit.TableOf(ctx, p.Trend, func(d insight.ToneDay) []kit.Cell {
		return append([]kit.Cell{kit.Column("日期", d.Date)}, tone(d.Tone)...)
	})
}

func (p sentiment) platformTable(ctx context.Context) kit.Table {
	return kit.TableOf(ctx, p.Platforms, func(r insight.TonePlatform) []kit.Cell {
		return slices.Concat([]kit.Cell{kit.Column("平台", p.name(r.Platform))}, tone(r.Tone), changed(r.Change))
	})
}

func (p sentiment) rivalTable(ctx context.Context) kit.Table {
	return kit.TableOf(ctx, p.Competitors, func(r insight.ToneRival) []kit.Cell {
		return append([]kit.Cell{kit.Column("品牌", r.Name), kit.Column("自有", r.IsBrand)}, tone(r.Tone)...)
	})
}

func (p sentiment) quoteTable(ctx context.Context) kit.Table {
	return kit.TableOf(ctx, p.quotes, func(q quote) []kit.Cell {
		return []kit.Cell{
			kit.Column("时间", q.AnsweredAt), kit.Column("平台", p.name(q.Platform)), kit.Column("问题", q.prompt),
			kit.Column("情感", kit.T(ctx, toneName(q.Sentiment))),
			kit.Column("情感得分", kit.PlainFloat(q.Score, 2)), kit.Column("原句", q.Sentence),
		}
	})
}

func (pages *Pages) citationTables(ctx context.Context, v *kit.Visit) (pageTables, error) {
	p, err := pages.citations(ctx, v)
	return pageTables{p.lens, "citations", kit.Key("引用来源"), []pageTable{
		{"domains", kit.Key("渠道"), p.domainTable},
		{"urls", kit.Key("网址"), p.urlTable},
		{"classes", kit.Key("source|类型"), p.classTable},
		{"gaps", kit.Key("缺口"), p.gapTable},
	}}, err
}

func (p citations) cited(ctx context.Context, r insight.Cited) []kit.Cell {
	return []kit.Cell{
		kit.Column("source|类型", kit.T(ctx, className(r.Class))), kit.Column("引用", r.Citations),
		kit.Column("回答", r.Answers), kit.Column("占比", r.Share),
		kit.Column("平台", platformList(ctx, p.lens, r.Platforms)), kit.Column("首次", r.FirstSeen),
		kit.Column("最近", r.LastSeen),
	}
}

func (p citations) domainTable(ctx context.Context) kit.Table {
	return kit.TableOf(ctx, p.Domains, func(d insight.Domain) []kit.Cell {
		return append([]kit.Cell{kit.Column("渠道", d.Channel)}, p.cited(ctx, d.Cited)...)
	})
}

func (p citations) urlTable(ctx context.Context) kit.Table {
	return kit.TableOf(ctx, p.URLs, func(u insight.Address) []kit.Cell {
		return append([]kit.Cell{kit.Column("网址", u.URL), kit.Column("标题", u.Title), kit.Column("域名", u.Domain)}, p.cited(ctx, u.Cited)...)
	})
}

func (p citations) classTable(ctx context.Context) kit.Table {
	return kit.TableOf(ctx, p.Classes, func(k insight.Class) []kit.Cell {
		return []kit.Cell{kit.Column("source|类型", kit.T(ctx, className(k.Class))), kit.Column("引用", k.Citations), kit.Column("占比", k.Share)}
	})
}

func (p citations) gapTable(ctx context.Context) kit.Table {
	return kit.TableOf(ctx, p.Gaps, func(g insight.Gap) []kit.Cell {
		var names []string
		for _, r := range g.Competitors {
			names = append(names, r.Name+" "+strconv.FormatInt(r.Answers, 10))
		}
		return []kit.Cell{
			kit.Column("渠道", g.Channel), kit.Column("source|类型", kit.T(ctx, className(g.Class))),
			kit.Column("引用它的回答", g.Citing), kit.Column("提到品牌的回答", g.WithBrand),
			kit.Column("可见度", g.Rate), kit.Column("未引用时的提及率", g.RateElsewhere), kit.Column("只提竞品的回答", g.Answers),
			kit.Column("竞品", kit.JoinWords(ctx, names)),
		}
	})
}
