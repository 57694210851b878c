package analysis

import (
	"context"
	"strings"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/floor/timestamp"
	"renown/internal/room/insight"
	"renown/internal/room/publishing/order"
)

// aspect is a key figure that can be followed over time.
type aspect struct {
	name, label string // the label is a key
	kit.Measure
	of func(insight.Estimates) insight.Estimate
}

var aspects = []aspect{
	{"visibility", kit.Key("可见度"), kit.AsRate, func(e insight.Estimates) insight.Estimate { return e.Visibility }},
	{"voice", kit.Key("声量份额"), kit.AsRate, func(e insight.Estimates) insight.Estimate { return e.ShareOfVoice }},
	{"position", kit.Key("平均位次"), kit.AsPosition, func(e insight.Estimates) insight.Estimate { return e.AveragePosition }},
	{"sentiment", kit.Key("情感"), kit.AsScore, func(e insight.Estimates) insight.Estimate { return e.Sentiment }},
	{"citation", kit.Key("自有引用"), kit.AsRate, func(e insight.Estimates) insight.Estimate { return e.OwnCitationRate }},
}

func aspectOf(name string) aspect {
	for _, a := range aspects {
		if a.name == name {
			return a
		}
	}
	return aspects[0]
}

// trend is a figure over the days of a period.
type trend struct {
	aspect
	daily  bool // days by themselves instead of weeks that slide
	days   []insight.CurveDay
	series kit.Series
}

func newTrend(ctx context.Context, a aspect, daily bool, days []insight.CurveDay) trend {
	tr := trend{aspect: a, daily: daily, days: days}
	tr.series = kit.Series{Label: kit.T(ctx, "%s，逐日与 95%% 区间", kit.T(ctx, a.label)), Unit: a.Suffix(), Digits: a.Digits}
	scaled := func(x *float64, e insight.Estimate) *float64 {
		if x == nil || e.N < kit.FewAnswers {
			return nil
		}
		y := *x * a.Factor
		return &y
	}
	for _, d := range days {
		shown, alone, before := a.of(d.Week), a.of(d.Day), a.of(d.Before)
		p := kit.Point{Day: d.Date, Was: scaled(before.Value, before), Single: scaled(alone.Value, alone)}
		if daily {
			shown, p.Single, p.Was = alone, nil, nil
		}
		p.Value, p.Low, p.High = scaled(shown.Value, shown), scaled(shown.Low, shown), scaled(shown.High, shown)
		tr.series.Points = append(tr.series.Points, p)
	}
	return tr
}

// flagsOf marks the days on which something was published, in Beijing as the days of a curve are.
func flagsOf(ctx context.Context, list []order.Publication, campaigns map[string]string) (flags []kit.Flag) {
	for i := 0; i < len(list); {
		first, n := list[i], 1
		day := first.At.In(timestamp.Beijing).Format(time.DateOnly)
		for i+n < len(list) && list[i+n].At.In(timestamp.Beijing).Format(time.DateOnly) == day {
			n++
		}
		label := kit.T(ctx, "发布「%s」于 %s", kit.Clipped(first.Title, 40), first.Outlet)
		if n > 1 {
			label = kit.T(ctx, "发布 %d 篇，首篇「%s」", n, kit.Clipped(first.Title, 40))
		}
		if name := campaigns[first.CampaignID]; name != "" {
			label = kit.T(ctx, "活动「%s」：%s", kit.Clipped(name, 40), label)
		}
		flags = append(flags, kit.Flag{Day: day, Label: label, Count: n})
		i += n
	}
	return flags
}

// modelFlags marks the days on which a platform answered with other models than before, and the one on which the history was read anew by
// another reader: a step there need not be the brand's.
func (o overview) modelFlags(ctx context.Context) (flags []kit.Flag) {
	for _, c := range o.ModelChanges {
		was, now := strings.Join(c.From, ", "), strings.Join(c.To, ", ")
		flags = append(flags, kit.Flag{
			Day: c.Date, Model: true,
			Label: kit.T(ctx, "%s 更换模型：%s → %s", o.name(c.Platform), kit.Clipped(was, 40), kit.Clipped(now, 40)),
		})
	}
	if on := o.ReadAnewOn; on != nil {
		flags = append(flags, kit.Flag{Day: *on, Model: true, Label: kit.T(ctx, "全部历史回答按新的识别规则重新读取，与此前报告的数字可能不同")})
	}
	return flags
}

// drawable tells whether there is a line at all: at least two days with enough answers.
func (tr trend) drawable() bool {
	known := 0
	for _, p := range tr.series.Points {
		if p.Value != nil {
			known++
		}
	}
	return known > 1
}

// compared tells whether the previous period has anything to be drawn.
func (tr trend) compared() bool {
	for _, p := range tr.series.Points {
		if p.Was != nil {
			return true
		}
	}
	return false
}
