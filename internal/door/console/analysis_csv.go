package console

import (
	"context"
	"strconv"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/room/geo/insight"
)

// sheetOf is a table of an analysis: its header and its rows.
type sheetOf struct {
	header []string
	rows   [][]string
}

// export answers with one of a page's tables; a name that is none of them is 404.
func (l lens) export(v *visit, page string, tables map[string]func() sheetOf) (reply, error) {
	name, isCSV := strings.CutSuffix(v.PathValue("table"), ".csv")
	draw, ok := tables[name]
	if !ok || !isCSV {
		return reply{}, fault.New(fault.NoRoute).Why("no_page")
	}
	s := draw()
	return table(l.file(page+"-"+name), s.header, s.rows)
}

// plain is a figure for a spreadsheet: no unit, nothing where there is none.
func plain(x *float64, decimals int) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(*x, 'f', decimals, 64)
}

func count(n int64) string { return strconv.FormatInt(n, 10) }

func yesNo(ctx context.Context, yes bool) string {
	if yes {
		return t(ctx, "是")
	}
	return t(ctx, "否")
}

const csvDecimals = 4 // of rates, which are 0 to 1

func (c *Console) exportOverview(ctx context.Context, v *visit) (reply, error) {
	o, err := c.overview(ctx, v)
	if err != nil {
		return reply{}, err
	}
	return o.export(v, "overview", map[string]func() sheetOf{
		"trend": func() sheetOf { return o.trendSheet(ctx) }, "platforms": func() sheetOf { return o.platformSheet(ctx) },
		"competitors": func() sheetOf { return o.rankingSheet(ctx) }, "indicators": func() sheetOf { return o.indicatorSheet(ctx) },
		"alerts": func() sheetOf { return o.alertSheet(ctx) },
	})
}

func (o overview) trendSheet(ctx context.Context) (s sheetOf) {
	s.header = []string{t(ctx, "日期"), t(ctx, "回答"), t(ctx, "提及"), t(ctx, "可见度"), t(ctx, "区间下限"), t(ctx, "区间上限"), t(ctx, "声量份额"), t(ctx, "平均位次"), t(ctx, "情感得分"), t(ctx, "引用率")}
	for _, d := range o.Trend {
		s.rows = append(s.rows, []string{
			d.Date, count(d.Answers), count(d.Mentions), plain(d.Visibility, csvDecimals), plain(d.Low, csvDecimals), plain(d.High, csvDecimals),
			plain(d.ShareOfVoice, csvDecimals), plain(d.AveragePosition, 2), plain(d.Sentiment, csvDecimals), plain(d.CitationRate, csvDecimals),
		})
	}
	return s
}

func (o overview) platformSheet(ctx context.Context) (s sheetOf) {
	s.header = []string{t(ctx, "平台"), t(ctx, "回答"), t(ctx, "提及"), t(ctx, "可见度"), t(ctx, "区间下限"), t(ctx, "区间上限"), t(ctx, "上期"), t(ctx, "变化"), t(ctx, "显著"), t(ctx, "声量份额"), t(ctx, "平均位次"), t(ctx, "情感得分"), t(ctx, "引用率")}
	for _, p := range o.Platforms {
		s.rows = append(s.rows, []string{
			o.name(p.Platform), count(p.Answers), count(p.Mentions), plain(p.Visibility, csvDecimals), plain(p.Low, csvDecimals), plain(p.High, csvDecimals),
			plain(p.Previous, csvDecimals), plain(p.Change.Change, csvDecimals), yesNo(ctx, p.Significant),
			plain(p.ShareOfVoice, csvDecimals), plain(p.AveragePosition, 2), plain(p.Sentiment, csvDecimals), plain(p.CitationRate, csvDecimals),
		})
	}
	return s
}

func (o overview) rankingSheet(ctx context.Context) (s sheetOf) {
	s.header = []string{t(ctx, "位"), t(ctx, "品牌"), t(ctx, "自有"), t(ctx, "回答"), t(ctx, "提及"), t(ctx, "可见度"), t(ctx, "区间下限"), t(ctx, "区间上限"), t(ctx, "上期"), t(ctx, "变化"), t(ctx, "显著"), t(ctx, "声量份额"), t(ctx, "平均位次")}
	for _, r := range o.Competitors {
		s.rows = append(s.rows, []string{
			strconv.Itoa(r.Rank), r.Name, yesNo(ctx, r.IsBrand), count(r.Answers), count(r.Mentions), plain(r.Visibility, csvDecimals), plain(r.Low, csvDecimals), plain(r.High, csvDecimals),
			plain(r.Previous, csvDecimals), plain(r.Change.Change, csvDecimals), yesNo(ctx, r.Significant), plain(r.ShareOfVoice, csvDecimals), plain(r.AveragePosition, 2),
		})
	}
	return s
}

func (o overview) indicatorSheet(ctx context.Context) (s sheetOf) {
	s.header = []string{t(ctx, "指标"), t(ctx, "数值"), t(ctx, "区间下限"), t(ctx, "区间上限"), t(ctx, "分子"), t(ctx, "分母"), t(ctx, "上期"), t(ctx, "变化"), t(ctx, "显著")}
	in := o.Indicators
	for i, x := range []insight.Indicator{in.Visibility, in.ShareOfVoice, in.AveragePosition, in.Sentiment, in.CitationRate} {
		s.rows = append(s.rows, []string{
			t(ctx, o.figures[i].label), plain(x.Value, csvDecimals), plain(x.Low, csvDecimals), plain(x.High, csvDecimals), plain(&x.Numerator, 2), count(x.Denominator),
			plain(x.Previous, csvDecimals), plain(x.Change.Change, csvDecimals), yesNo(ctx, x.Significant),
		})
	}
	return s
}

func (o overview) alertSheet(ctx context.Context) (s sheetOf) {
	s.header = []string{t(ctx, "时间"), t(ctx, "提醒"), t(ctx, "已读")}
	for _, n := range append(append([]notice{}, o.unread...), o.read...) {
		var said []string
		for _, line := range n.lines {
			said = append(said, strings.TrimSpace(line.said+" "+line.small))
		}
		s.rows = append(s.rows, []string{exactTime(ctx, n.CreatedAt), joinLines(said), yesNo(ctx, n.AcknowledgedAt != nil)})
	}
	return s
}

func (c *Console) exportVisibility(ctx context.Context, v *visit) (reply, error) {
	p, err := c.visibility(ctx, v)
	if err != nil {
		return reply{}, err
	}
	naming := func(n insight.Naming) []string {
		return []string{count(n.Answers), count(n.Mentions), plain(n.Rate, csvDecimals), plain(n.Low, csvDecimals), plain(n.High, csvDecimals), plain(n.AveragePosition, 2)}
	}
	figures := []string{t(ctx, "回答"), t(ctx, "提及"), t(ctx, "可见度"), t(ctx, "区间下限"), t(ctx, "区间上限"), t(ctx, "平均位次")}
	return p.export(v, "visibility", map[string]func() sheetOf{
		"prompts": func() (s sheetOf) {
			s.header = append([]string{t(ctx, "意图词"), t(ctx, "主题"), t(ctx, "平台")}, figures...)
			for _, i := range p.Items {
				s.rows = append(s.rows, append([]string{i.Text, p.topicName(i.TopicID), p.name(i.Platform)}, naming(i.Naming)...))
			}
			return s
		},
		"topics": func() (s sheetOf) {
			s.header = append([]string{t(ctx, "主题")}, figures...)
			for _, f := range p.ByTopic {
				s.rows = append(s.rows, append([]string{f.Name}, naming(f.Naming)...))
			}
			return s
		},
		"stages": func() (s sheetOf) {
			s.header = append([]string{t(ctx, "阶段")}, figures...)
			for _, f := range p.ByStage {
				s.rows = append(s.rows, append([]string{stageName(ctx, f.Stage)}, naming(f.Naming)...))
			}
			return s
		},
	})
}

func (c *Console) exportSentiment(ctx context.Context, v *visit) (reply, error) {
	p, err := c.sentiment(ctx, v)
	if err != nil {
		return reply{}, err
	}
	tone := func(t insight.Tone) []string {
		return []string{count(t.Positive), count(t.Neutral), count(t.Negative), count(t.Unjudged), plain(t.Score, csvDecimals), plain(t.Low, csvDecimals), plain(t.High, csvDecimals)}
	}
	figures := []string{t(ctx, "正面"), t(ctx, "中性"), t(ctx, "负面"), t(ctx, "未判定"), t(ctx, "情感得分"), t(ctx, "区间下限"), t(ctx, "区间上限")}
	return p.export(v, "sentiment", map[string]func() sheetOf{
		"trend": func() (s sheetOf) {
			s.header = append([]string{t(ctx, "日期")}, figures...)
			for _, d := range p.Trend {
				s.rows = append(s.rows, append([]string{d.Date}, tone(d.Tone)...))
			}
			return s
		},
		"platforms": func() (s sheetOf) {
			s.header = append(append([]string{t(ctx, "平台")}, figures...), t(ctx, "上期"), t(ctx, "变化"), t(ctx, "显著"))
			for _, r := range p.Platforms {
				s.rows = append(s.rows, append(append([]string{p.name(r.Platform)}, tone(r.Tone)...), plain(r.Previous, csvDecimals), plain(r.Change.Change, csvDecimals), yesNo(ctx, r.Significant)))
			}
			return s
		},
		"competitors": func() (s sheetOf) {
			s.header = append([]string{t(ctx, "品牌"), t(ctx, "自有")}, figures...)
			for _, r := range p.Competitors {
				s.rows = append(s.rows, append([]string{r.Name, yesNo(ctx, r.IsBrand)}, tone(r.Tone)...))
			}
			return s
		},
		"quotes": func() (s sheetOf) {
			s.header = []string{t(ctx, "时间"), t(ctx, "平台"), t(ctx, "意图词"), t(ctx, "情感"), t(ctx, "情感得分"), t(ctx, "原句")}
			for _, q := range p.quotes {
				s.rows = append(s.rows, []string{exactTime(ctx, q.AnsweredAt), p.name(q.Platform), q.prompt, t(ctx, toneName(q.Sentiment)), plain(q.Score, 2), q.Sentence})
			}
			return s
		},
	})
}

func (c *Console) exportCitations(ctx context.Context, v *visit) (reply, error) {
	p, err := c.citations(ctx, v)
	if err != nil {
		return reply{}, err
	}
	cited := func(r insight.Cited) []string {
		return []string{t(ctx, className(r.Class)), count(r.Citations), count(r.Answers), plain(r.Share, csvDecimals), platformList(ctx, p.lens, r.Platforms), exactTime(ctx, r.FirstSeen), exactTime(ctx, r.LastSeen)}
	}
	figures := []string{t(ctx, "类型"), t(ctx, "引用"), t(ctx, "回答"), t(ctx, "占比"), t(ctx, "平台"), t(ctx, "首次"), t(ctx, "最近")}
	return p.export(v, "citations", map[string]func() sheetOf{
		"domains": func() (s sheetOf) {
			s.header = append([]string{t(ctx, "域名")}, figures...)
			for _, d := range p.Domains {
				s.rows = append(s.rows, append([]string{d.Domain}, cited(d.Cited)...))
			}
			return s
		},
		"urls": func() (s sheetOf) {
			s.header = append([]string{t(ctx, "网址"), t(ctx, "标题"), t(ctx, "域名")}, figures...)
			for _, u := range p.URLs {
				s.rows = append(s.rows, append([]string{u.URL, orEmpty(u.Title), u.Domain}, cited(u.Cited)...))
			}
			return s
		},
		"classes": func() (s sheetOf) {
			s.header = []string{t(ctx, "类型"), t(ctx, "引用"), t(ctx, "占比")}
			for _, k := range p.Classes {
				s.rows = append(s.rows, []string{t(ctx, className(k.Class)), count(k.Citations), plain(k.Share, csvDecimals)})
			}
			return s
		},
		"gaps": func() (s sheetOf) {
			s.header = []string{t(ctx, "域名"), t(ctx, "类型"), t(ctx, "只提竞品的回答"), t(ctx, "提到品牌的回答"), t(ctx, "竞品")}
			for _, g := range p.Gaps {
				var names []string
				for _, r := range g.Competitors {
					names = append(names, r.Name+" "+count(r.Answers))
				}
				s.rows = append(s.rows, []string{g.Domain, t(ctx, className(g.Class)), count(g.Answers), count(g.WithBrand), joinWords(ctx, names)})
			}
			return s
		},
	})
}
