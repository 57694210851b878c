package analysis

import (
	"context"
	"strconv"
	"strings"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/geo/insight"
)

// tableOf is a table of an analysis: its header and its rows.
type tableOf struct {
	header []string
	rows   [][]string
}

// export answers with one of a page's tables; a name that is none of them is 404.
func (l lens) export(v *kit.Visit, page string, tables map[string]func() tableOf) (kit.Reply, error) {
	name, isCSV := strings.CutSuffix(v.PathValue("table"), ".csv")
	draw, ok := tables[name]
	if !ok || !isCSV {
		return kit.Reply{}, fault.New(fault.NoRoute).Why("no_page")
	}
	s := draw()
	return kit.CSV(l.file("csv", page+"-"+name), s.header, s.rows)
}

func count(n int64) string { return strconv.FormatInt(n, 10) }

func yesNo(ctx context.Context, yes bool) string {
	if yes {
		return kit.T(ctx, "是")
	}
	return kit.T(ctx, "否")
}

const csvDecimals = 4 // of rates, which are 0 to 1

func (pages *Pages) exportOverview(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	o, err := pages.overview(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	return o.export(v, "overview", map[string]func() tableOf{
		"trend": func() tableOf { return o.trendTable(ctx) }, "platforms": func() tableOf { return o.platformTable(ctx) },
		"competitors": func() tableOf { return o.rankingTable(ctx) }, "indicators": func() tableOf { return o.indicatorTable(ctx) },
		"alerts": func() tableOf { return o.alertTable(ctx) },
	})
}

func (o overview) trendTable(ctx context.Context) (s tableOf) {
	s.header = []string{kit.T(ctx, "日期"), kit.T(ctx, "回答"), kit.T(ctx, "提及"), kit.T(ctx, "可见度"), kit.T(ctx, "区间下限"), kit.T(ctx, "区间上限"), kit.T(ctx, "声量份额"), kit.T(ctx, "平均位次"), kit.T(ctx, "情感得分"), kit.T(ctx, "自有引用率")}
	for _, d := range o.Trend {
		s.rows = append(s.rows, []string{
			d.Date, count(d.Answers), count(d.Mentions), kit.PlainFloat(d.Visibility, csvDecimals), kit.PlainFloat(d.Low, csvDecimals), kit.PlainFloat(d.High, csvDecimals),
			kit.PlainFloat(d.ShareOfVoice, csvDecimals), kit.PlainFloat(d.AveragePosition, 2), kit.PlainFloat(d.Sentiment, csvDecimals), kit.PlainFloat(d.OwnCitationRate, csvDecimals),
		})
	}
	return s
}

// verdict is empty where none is possible.
func verdict(ctx context.Context, c insight.Change) string {
	if c.Significant == nil {
		return ""
	}
	return yesNo(ctx, *c.Significant)
}

func (o overview) platformTable(ctx context.Context) (s tableOf) {
	s.header = []string{kit.T(ctx, "平台"), kit.T(ctx, "回答"), kit.T(ctx, "提及"), kit.T(ctx, "可见度"), kit.T(ctx, "区间下限"), kit.T(ctx, "区间上限"), kit.T(ctx, "上期"), kit.T(ctx, "变化"), kit.T(ctx, "显著"), kit.T(ctx, "声量份额"), kit.T(ctx, "平均位次"), kit.T(ctx, "情感得分"), kit.T(ctx, "自有引用率")}
	for _, p := range o.Platforms {
		s.rows = append(s.rows, []string{
			o.name(p.Platform), count(p.Answers), count(p.Mentions), kit.PlainFloat(p.Visibility, csvDecimals), kit.PlainFloat(p.Low, csvDecimals), kit.PlainFloat(p.High, csvDecimals),
			kit.PlainFloat(p.Previous, csvDecimals), kit.PlainFloat(p.Change.Change, csvDecimals), verdict(ctx, p.Change),
			kit.PlainFloat(p.ShareOfVoice, csvDecimals), kit.PlainFloat(p.AveragePosition, 2), kit.PlainFloat(p.Sentiment, csvDecimals), kit.PlainFloat(p.OwnCitationRate, csvDecimals),
		})
	}
	return s
}

func (o overview) rankingTable(ctx context.Context) (s tableOf) {
	s.header = []string{kit.T(ctx, "位"), kit.T(ctx, "品牌"), kit.T(ctx, "自有"), kit.T(ctx, "回答"), kit.T(ctx, "提及"), kit.T(ctx, "可见度"), kit.T(ctx, "区间下限"), kit.T(ctx, "区间上限"), kit.T(ctx, "上期"), kit.T(ctx, "变化"), kit.T(ctx, "显著"), kit.T(ctx, "声量份额"), kit.T(ctx, "平均位次")}
	for _, r := range o.Competitors {
		s.rows = append(s.rows, []string{
			strconv.Itoa(r.Rank), r.Name, yesNo(ctx, r.IsBrand), count(r.Answers), count(r.Mentions), kit.PlainFloat(r.Visibility, csvDecimals), kit.PlainFloat(r.Low, csvDecimals), kit.PlainFloat(r.High, csvDecimals),
			kit.PlainFloat(r.Previous, csvDecimals), kit.PlainFloat(r.Change.Change, csvDecimals), verdict(ctx, r.Change), kit.PlainFloat(r.ShareOfVoice, csvDecimals), kit.PlainFloat(r.AveragePosition, 2),
		})
	}
	return s
}

func (o overview) indicatorTable(ctx context.Context) (s tableOf) {
	s.header = []string{kit.T(ctx, "指标"), kit.T(ctx, "数值"), kit.T(ctx, "区间下限"), kit.T(ctx, "区间上限"), kit.T(ctx, "分子"), kit.T(ctx, "分母"), kit.T(ctx, "上期"), kit.T(ctx, "变化"), kit.T(ctx, "显著")}
	in := o.Indicators
	for i, x := range []insight.Indicator{in.Visibility, in.ShareOfVoice, in.AveragePosition, in.Sentiment, in.OwnCitationRate} {
		s.rows = append(s.rows, []string{
			kit.T(ctx, o.figures[i].Label), kit.PlainFloat(x.Value, csvDecimals), kit.PlainFloat(x.Low, csvDecimals), kit.PlainFloat(x.High, csvDecimals), strings.TrimSuffix(kit.PlainFloat(&x.Numerator, 2), ".00"), count(x.Denominator),
			kit.PlainFloat(x.Previous, csvDecimals), kit.PlainFloat(x.Change.Change, csvDecimals), verdict(ctx, x.Change),
		})
	}
	return s
}

func (o overview) alertTable(ctx context.Context) (s tableOf) {
	s.header = []string{kit.T(ctx, "时间"), kit.T(ctx, "提醒"), kit.T(ctx, "已读")}
	for _, n := range append(append([]notice{}, o.unread...), o.read...) {
		var said []string
		for _, line := range n.lines {
			said = append(said, strings.TrimSpace(line.said+" "+line.small))
		}
		s.rows = append(s.rows, []string{kit.ExactTime(ctx, n.CreatedAt), joinLines(said), yesNo(ctx, n.AcknowledgedAt != nil)})
	}
	return s
}

func (pages *Pages) exportVisibility(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	p, err := pages.visibility(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	naming := func(n insight.Naming) []string {
		return []string{count(n.Answers), count(n.Mentions), kit.PlainFloat(n.Rate, csvDecimals), kit.PlainFloat(n.Low, csvDecimals), kit.PlainFloat(n.High, csvDecimals), kit.PlainFloat(n.AveragePosition, 2)}
	}
	figures := []string{kit.T(ctx, "回答"), kit.T(ctx, "提及"), kit.T(ctx, "可见度"), kit.T(ctx, "区间下限"), kit.T(ctx, "区间上限"), kit.T(ctx, "平均位次")}
	return p.export(v, "visibility", map[string]func() tableOf{
		"prompts": func() (s tableOf) {
			s.header = append([]string{kit.T(ctx, "one|意图词"), kit.T(ctx, "one|主题"), kit.T(ctx, "one|平台")}, figures...)
			for _, i := range p.Items {
				s.rows = append(s.rows, append([]string{i.Text, kit.OrElse(p.topicName(i.TopicID), kit.T(ctx, "已删除的主题")), p.name(i.Platform)}, naming(i.Naming)...))
			}
			return s
		},
		"topics": func() (s tableOf) {
			s.header = append([]string{kit.T(ctx, "主题")}, figures...)
			for _, f := range p.ByTopic {
				s.rows = append(s.rows, append([]string{f.Name}, naming(f.Naming)...))
			}
			return s
		},
		"stages": func() (s tableOf) {
			s.header = append([]string{kit.T(ctx, "阶段")}, figures...)
			for _, f := range p.ByStage {
				s.rows = append(s.rows, append([]string{kit.StageName(ctx, f.Stage)}, naming(f.Naming)...))
			}
			return s
		},
	})
}

func (pages *Pages) exportSentiment(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	p, err := pages.sentiment(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	tone := func(t insight.Tone) []string {
		return []string{count(t.Positive), count(t.Neutral), count(t.Negative), count(t.Unjudged), kit.PlainFloat(t.Score, csvDecimals), kit.PlainFloat(t.Low, csvDecimals), kit.PlainFloat(t.High, csvDecimals)}
	}
	figures := []string{kit.T(ctx, "正面"), kit.T(ctx, "中性"), kit.T(ctx, "负面"), kit.T(ctx, "未判定"), kit.T(ctx, "情感得分"), kit.T(ctx, "区间下限"), kit.T(ctx, "区间上限")}
	return p.export(v, "sentiment", map[string]func() tableOf{
		"trend": func() (s tableOf) {
			s.header = append([]string{kit.T(ctx, "日期")}, figures...)
			for _, d := range p.Trend {
				s.rows = append(s.rows, append([]string{d.Date}, tone(d.Tone)...))
			}
			return s
		},
		"platforms": func() (s tableOf) {
			s.header = append(append([]string{kit.T(ctx, "平台")}, figures...), kit.T(ctx, "上期"), kit.T(ctx, "变化"), kit.T(ctx, "显著"))
			for _, r := range p.Platforms {
				s.rows = append(s.rows, append(append([]string{p.name(r.Platform)}, tone(r.Tone)...), kit.PlainFloat(r.Previous, csvDecimals), kit.PlainFloat(r.Change.Change, csvDecimals), verdict(ctx, r.Change)))
			}
			return s
		},
		"competitors": func() (s tableOf) {
			s.header = append([]string{kit.T(ctx, "品牌"), kit.T(ctx, "自有")}, figures...)
			for _, r := range p.Competitors {
				s.rows = append(s.rows, append([]string{r.Name, yesNo(ctx, r.IsBrand)}, tone(r.Tone)...))
			}
			return s
		},
		"quotes": func() (s tableOf) {
			s.header = []string{kit.T(ctx, "时间"), kit.T(ctx, "平台"), kit.T(ctx, "意图词"), kit.T(ctx, "情感"), kit.T(ctx, "情感得分"), kit.T(ctx, "原句")}
			for _, q := range p.quotes {
				s.rows = append(s.rows, []string{kit.ExactTime(ctx, q.AnsweredAt), p.name(q.Platform), q.prompt, kit.T(ctx, toneName(q.Sentiment)), kit.PlainFloat(q.Score, 2), q.Sentence})
			}
			return s
		},
	})
}

func (pages *Pages) exportCitations(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	p, err := pages.citations(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	cited := func(r insight.Cited) []string {
		return []string{kit.T(ctx, className(r.Class)), count(r.Citations), count(r.Answers), kit.PlainFloat(r.Share, csvDecimals), platformList(ctx, p.lens, r.Platforms), kit.ExactTime(ctx, r.FirstSeen), kit.ExactTime(ctx, r.LastSeen)}
	}
	figures := []string{kit.T(ctx, "source|类型"), kit.T(ctx, "引用"), kit.T(ctx, "回答"), kit.T(ctx, "占比"), kit.T(ctx, "平台"), kit.T(ctx, "首次"), kit.T(ctx, "最近")}
	return p.export(v, "citations", map[string]func() tableOf{
		"domains": func() (s tableOf) {
			s.header = append([]string{kit.T(ctx, "渠道")}, figures...)
			for _, d := range p.Domains {
				s.rows = append(s.rows, append([]string{d.Channel}, cited(d.Cited)...))
			}
			return s
		},
		"urls": func() (s tableOf) {
			s.header = append([]string{kit.T(ctx, "网址"), kit.T(ctx, "标题"), kit.T(ctx, "域名")}, figures...)
			for _, u := range p.URLs {
				s.rows = append(s.rows, append([]string{u.URL, kit.OrEmpty(u.Title), u.Domain}, cited(u.Cited)...))
			}
			return s
		},
		"classes": func() (s tableOf) {
			s.header = []string{kit.T(ctx, "source|类型"), kit.T(ctx, "引用"), kit.T(ctx, "占比")}
			for _, k := range p.Classes {
				s.rows = append(s.rows, []string{kit.T(ctx, className(k.Class)), count(k.Citations), kit.PlainFloat(k.Share, csvDecimals)})
			}
			return s
		},
		"gaps": func() (s tableOf) {
			s.header = []string{kit.T(ctx, "渠道"), kit.T(ctx, "source|类型"), kit.T(ctx, "引用它的回答"), kit.T(ctx, "提到品牌的回答"), kit.T(ctx, "可见度"), kit.T(ctx, "未引用时的提及率"), kit.T(ctx, "只提竞品的回答"), kit.T(ctx, "竞品")}
			for _, g := range p.Gaps {
				var names []string
				for _, r := range g.Competitors {
					names = append(names, r.Name+" "+count(r.Answers))
				}
				s.rows = append(s.rows, []string{g.Channel, kit.T(ctx, className(g.Class)), count(g.Citing), count(g.WithBrand), kit.PlainFloat(g.Rate, csvDecimals), kit.PlainFloat(g.RateElsewhere, csvDecimals), count(g.Answers), kit.JoinWords(ctx, names)})
			}
			return s
		},
	})
}
