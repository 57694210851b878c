package analysis

import (
	"context"
	"math"
	"slices"
	"time"

	"renown/internal/door/console/kit"
	"renown/internal/room/campaign"
	"renown/internal/room/insight"
	"renown/internal/room/opportunity"
	"renown/internal/room/run"
)

const (
	stepsShown     = 3
	stepsWeighed   = 12 // opportunities, of which the first three of different kinds are shown
	effectsWeighed = 5  // campaigns, the newest first
	alertsShown    = 3
	topicsShown    = 6
)

// told is a line of the conclusion: an icon, words of which some are what one would repeat, and where to look.
type told struct {
	icon, tone           string
	before, bold, behind string
	link, path           string
}

// lines are the conclusion: what happened, the competitor, what publishing changed. A line without news is left out.
func (o overview) lines(ctx context.Context) (list []told) {
	if !o.figures[0].Known() {
		return nil
	}
	list = append(list, o.happened(ctx))
	if line, ok := o.competitor(ctx); ok {
		list = append(list, line)
	}
	if line, ok := o.worked(ctx); ok {
		list = append(list, line)
	}
	return list
}

func (o overview) happened(ctx context.Context) told {
	f, in := o.figures[0], o.Indicators.Visibility
	line := told{icon: f.Change.Icon(), tone: f.Change.Class(), link: kit.T(ctx, "看变化从哪里来"), path: o.at("change")}
	name := kit.Led(ctx, o.brand.Name)
	if in.Previous == nil {
		line.icon, line.bold = "overview", kit.T(ctx, "%s 的回答提到%s。", kit.Whole(*in.Value), name)
		return line
	}
	now, _, by := kit.Agreeing(*in.Value, *in.Previous)
	switch {
	case f.Change.Few:
		line.bold = kit.T(ctx, "%s 的回答提到%s，与上期不可比。", now, name)
	case !f.Change.Significant:
		line.bold = kit.T(ctx, "%s 的回答提到%s，与上期持平。", now, name)
	case *f.Change.By > 0:
		line.bold = kit.T(ctx, "%s 的回答提到%s，比上期多 %s 点。", now, name, by)
	default:
		line.bold = kit.T(ctx, "%s 的回答提到%s，比上期少 %s 点。", now, name, by)
	}
	return line
}

// competitor tells of the one that clearly moved the most.
func (o overview) competitor(ctx context.Context) (line told, ok bool) {
	most := o.mover()
	if most == nil {
		return line, false
	}
	now, was, _ := kit.Agreeing(*most.Visibility, *most.Previous)
	line = told{icon: "rival", link: kit.T(ctx, "看谁领先"), path: "#wins"}
	name, ours := kit.Led(ctx, most.Name), o.Indicators.Visibility.Change.Change
	switch rose := *most.Change.Change > 0; {
	case rose && ours != nil && *ours > 0 && *most.Change.Change > *ours:
		line.before = kit.T(ctx, "%s涨得更快（%s → %s）", name, was, now)
	case rose:
		line.before = kit.T(ctx, "%s上升（%s → %s）", name, was, now)
	default:
		line.before = kit.T(ctx, "%s下降（%s → %s）", name, was, now)
	}
	line.bold = kit.T(ctx, "，你的份额持平。")
	voice := o.Indicators.ShareOfVoice
	if voice.Clear() && voice.Change.Change != nil {
		_, _, by := kit.Agreeing(*voice.Value, *voice.Previous)
		if *voice.Change.Change > 0 {
			line.tone, line.bold = "good", kit.T(ctx, "，你的份额多了 %s 点。", by)
		} else {
			line.tone, line.bold = "bad", kit.T(ctx, "，你的份额少了 %s 点。", by)
		}
	}
	return line, true
}

// mover is the competitor whose visibility changed the most by more than its error; nil: none did.
func (o overview) mover() (most *insight.Standing) {
	for i := range o.Competitors {
		if s := &o.Competitors[i]; !s.IsBrand && s.Clear() && s.Change.Change != nil && s.Visibility != nil && s.Previous != nil &&
			(most == nil || math.Abs(*s.Change.Change) > math.Abs(*most.Change.Change)) {
			most = s
		}
	}
	return most
}

// worked tells what the newest campaign changed.
func (o overview) worked(ctx context.Context) (line told, ok bool) {
	m := o.effect
	if m == nil || len(m.Outcomes) == 0 || m.Outcomes[0].Difference == nil {
		return line, false
	}
	line = told{icon: "flag", link: kit.T(ctx, "看成效"), path: m.at("")}
	line.before = kit.T(ctx, "%s 起发布的 %d 篇文章", kit.ShortDay(ctx, *m.StartedOn), m.published())
	by := wholePoints(m.Outcomes[0].Difference)
	switch {
	case m.Verdict == campaign.Effective:
		line.tone, line.bold = "good", kit.T(ctx, "有效")
		line.behind = kit.T(ctx, "：%d 个目标问题的可见度多了 %s 点。", len(m.Targets), by)
	case kit.OrEmpty(m.Reason) == campaign.BelowControls:
		line.tone, line.bold = "bad", kit.T(ctx, "没有效果")
		line.behind = kit.T(ctx, "：%d 个目标问题的变化比对照问题少 %s 点。", len(m.Targets), by)
	default:
		line.bold, line.behind = kit.T(ctx, "看不出效果"), kit.T(ctx, "：%s。", reasonOf(ctx, m.Verdict, m.Reason))
	}
	return line, true
}

// leading is who is named most often in a topic or in answers to a prompt.
type leading struct {
	id, name      string
	path          string
	answers, ours int64
	theirs        []int64
	rival         int // the strongest; -1: none
	lead, prompts int // of its prompts the brand leads so many
	change        kit.Change
}

func (l *leading) add(c insight.NamedCell) {
	if l.theirs == nil {
		l.theirs = make([]int64, len(c.Theirs))
	}
	l.answers, l.ours = l.answers+c.Answers, l.ours+c.Ours
	for i, n := range c.Theirs {
		l.theirs[i] += n
	}
}

// settle finds the strongest competitor.
func (l *leading) settle() {
	l.rival = -1
	for i, n := range l.theirs {
		if l.rival < 0 || n > l.theirs[l.rival] {
			l.rival = i
		}
	}
}

// ahead tells whether no competitor is named more often than the brand, and the brand at all.
func (l leading) ahead() bool { return l.ours > 0 && (l.rival < 0 || l.ours >= l.theirs[l.rival]) }

func (l leading) share(n int64) float64 { return float64(n) / float64(max(l.answers, 1)) }

func (l leading) behind() float64 {
	if l.rival < 0 {
		return 0
	}
	return l.share(l.theirs[l.rival] - l.ours)
}

func (l leading) drawn(ctx context.Context, o overview, height int) kit.Dumbbell {
	d := kit.Dumbbell{Us: l.share(l.ours), UsName: o.brand.Name, Height: height, Alone: l.rival < 0}
	d.Label = kit.T(ctx, "%s：你 %s", l.name, kit.Whole(d.Us))
	if l.rival >= 0 {
		d.Them, d.Rival = l.share(l.theirs[l.rival]), o.leaders.Rivals[l.rival].Name
		d.Label = kit.T(ctx, "%s：你 %s，%s %s", l.name, kit.Whole(d.Us), d.Rival, kit.Whole(d.Them))
	}
	return d
}

// leader is who is named most.
func (l leading) leader(o overview) string {
	if l.rival < 0 || l.ahead() || l.theirs[l.rival] == 0 {
		return ""
	}
	return o.leaders.Rivals[l.rival].Name
}

// leadingBy adds up what is counted by some key, in the order of first sight.
func leadingBy(cells []insight.NamedCell, key func(insight.NamedCell) string) (list []leading) {
	at := map[string]int{}
	for _, c := range cells {
		i, known := at[key(c)]
		if !known {
			i = len(list)
			at[key(c)], list = i, append(list, leading{id: key(c)})
		}
		list[i].add(c)
	}
	for i := range list {
		list[i].settle()
	}
	return list
}

// byPrompt is who leads on each prompt, what is lost by most first.
func (o overview) byPrompt() []leading {
	texts := map[string]string{}
	for _, c := range o.leaders.Cells {
		texts[c.PromptID] = c.Text
	}
	list := leadingBy(o.leaders.Cells, func(c insight.NamedCell) string { return c.PromptID })
	for i := range list {
		list[i].name, list[i].path = texts[list[i].id], o.at("prompts/"+list[i].id)
	}
	slices.SortStableFunc(list, lostFirst)
	return list
}

func lostFirst(a, b leading) int { return int(math.Copysign(1, b.behind()-a.behind())) }

// byTopic is who leads in each topic, and on how many of its prompts.
func (o overview) byTopic(ctx context.Context, changes map[string]insight.Change) (list []leading) {
	topic := map[string]string{}
	for _, c := range o.leaders.Cells {
		topic[c.PromptID] = c.TopicID
	}
	list = leadingBy(o.leaders.Cells, func(c insight.NamedCell) string { return c.TopicID })
	for i := range list {
		l := &list[i]
		l.name, l.path = kit.OrElse(o.topicName(l.id), kit.T(ctx, "已删除的主题")), o.at("leaders", "topic", l.id)
		l.change = kit.ChangeOf(kit.AsRate, changes[l.id])
		for _, p := range o.byPrompt() {
			if topic[p.id] == l.id {
				l.prompts++
				if p.ahead() {
					l.lead++
				}
			}
		}
	}
	slices.SortStableFunc(list, lostFirst)
	return list
}

// leadText says on how many prompts who leads.
func (o overview) leadText(ctx context.Context) string {
	prompts := o.byPrompt()
	ours, theirs := 0, make([]int, len(o.leaders.Rivals))
	most := -1
	for _, p := range prompts {
		switch {
		case p.ahead():
			ours++
		case p.leader(o) != "":
			if theirs[p.rival]++; most < 0 || theirs[p.rival] > theirs[most] {
				most = p.rival
			}
		}
	}
	if most < 0 {
		return kit.T(ctx, "%d 个问题里，你领先 %d 个", len(prompts), ours)
	}
	return kit.T(ctx, "%d 个问题里，你领先 %d 个，%s领先 %d 个", len(prompts), ours, kit.Spaced(ctx, o.leaders.Rivals[most].Name), theirs[most])
}

// nextStep is something to do: what, why, what it brings, what it costs, and its button.
type nextStep struct {
	title, reason, gain, gainNote, cost string
	button, path                        string
	post                                bool
}

// next are the first three things to do, not two of a kind about outlets.
func (o overview) next(ctx context.Context) (list []nextStep) {
	placed := false
	for i := range o.opportunities {
		p := &o.opportunities[i]
		outlet := p.Action == opportunity.Place || p.Action == opportunity.Ask
		if len(list) == stepsShown || p.Gain.Low <= 0 || outlet && placed {
			continue
		}
		placed = placed || outlet
		list = append(list, o.nextOf(ctx, p))
	}
	return list
}

func (o overview) nextOf(ctx context.Context, p *opportunity.Opportunity) nextStep {
	c := newDecision(ctx, o.lens, o.Indicators.Visibility.Denominator, p)
	return nextStep{c.title, c.short, c.gain, c.gainNote, c.cost, c.button, c.path, c.post}
}

// heads are at most three alerts, the worst first: what was tested, what waits for an author, and models that changed.
func (o overview) heads(ctx context.Context) (list []notice) {
	list = slices.Clone(o.unread)
	slices.SortStableFunc(list, func(a, b notice) int { return toneRank(a.tone) - toneRank(b.tone) })
	if m := o.mending; m != nil {
		list = append(list, notice{
			icon: "edit", tone: "warn", lines: []noticeLine{{kit.T(ctx, "「%s」待修改", kit.Clipped(m.Content.Title, 24)), m.Outlet.Name}},
			link: "/orders/" + m.ID, text: kit.T(ctx, "去修改"),
		})
	}
	if n := len(o.ModelChanges); n > 0 {
		last, names := o.ModelChanges[n-1], []string{}
		for _, c := range o.ModelChanges {
			if c.Date == last.Date {
				names = append(names, o.name(c.Platform))
			}
		}
		list = append(list, notice{
			icon: "info", tone: "warn", lines: []noticeLine{{
				kit.T(ctx, "%s %s 换了模型", kit.Spaced(ctx, kit.JoinWords(ctx, names)), kit.ShortDay(ctx, last.Date)),
				kit.T(ctx, "前后不可比"),
			}}, link: o.at("change"), text: kit.T(ctx, "看成效"),
		})
	}
	return list[:min(len(list), alertsShown)]
}

func toneRank(tone string) int { return map[string]int{"bad": -2, "warn": -1}[tone] }

// defined says what a figure is, its range and what it is compared with.
func (o overview) defined(ctx context.Context, f kit.Figure, in insight.Indicator) []string {
	list := []string{kit.T(ctx, f.Define()) + kit.T(ctx, "：") + f.Sample()}
	if !f.Known() || in.Low == nil {
		return list
	}
	text := kit.T(ctx, "误差范围 %s", f.Plot.Bound+f.Suffix())
	if in.Previous != nil && f.Change.By != nil {
		text += kit.T(ctx, "；上期 %s，变化 %s", f.Maybe(in.Previous), f.Change.Size(ctx))
	}
	list = append(list, text)
	if f.Wide != "" {
		list = append(list, kit.T(ctx, "代表这些问题；换一批同类问题大约在 %s%%。", f.Wide))
	}
	for _, said := range []string{f.Change.Seen(ctx), f.Change.Help(ctx)} {
		if said != "" {
			list = append(list, said)
		}
	}
	return list
}

// until is when the newest answers came.
func (o overview) until(ctx context.Context) string {
	if o.LastRun == nil || o.LastRun.FinishedAt == nil {
		return ""
	}
	return kit.T(ctx, "数据到 %s", kit.When(ctx, *o.LastRun.FinishedAt))
}

// firstDay is what is shown before there are seven days.
type firstDay struct {
	day    int
	ready  time.Time
	named  []listedAnswer
	counts []counted
}

type counted struct {
	name  string
	n     int64
	us    bool
	width string
}

const (
	firstDays    = 7
	firstAnswers = 5
	firstNames   = 8
)

// firstDay counts plainly while there are fewer than seven days; nil once there are, and for a period that was chosen.
func (pages *Pages) firstDay(ctx context.Context, v *kit.Visit, o overview) (*firstDay, error) {
	if o.answers() == 0 || len(o.Trend) == 0 || len(o.without("tour")) > 0 {
		return nil, nil
	}
	began, err := time.ParseInLocation(time.DateOnly, o.Trend[0].Date, o.to.Location())
	if err != nil {
		return nil, err
	}
	f := &firstDay{day: int(o.to.Sub(began).Hours()/24) + 1, ready: began.AddDate(0, 0, firstDays)}
	if f.day >= firstDays {
		return nil, nil
	}
	for _, s := range o.Competitors[:min(len(o.Competitors), firstNames)] {
		f.counts = append(f.counts, counted{s.Name, s.Mentions, s.IsBrand, ""})
	}
	for i := range f.counts {
		f.counts[i].width = percentOf(float64(f.counts[i].n) / float64(max(f.counts[0].n, 1)))
	}
	named := true
	answers, _, err := pages.Runs.Answers(ctx, v.Caller, v.Brand.ID,
		run.AnswerFilter{Named: &named, Surface: o.among(), Paging: run.Paging{Number: 1, Size: firstAnswers}})
	f.named = listed(answers)
	return f, err
}

// firstText says plainly how often the brand is named, and who most.
func (o overview) firstText(ctx context.Context) (before, bold, behind string) {
	all, ours := o.Indicators.Visibility.Denominator, int64(o.Indicators.Visibility.Numerator)
	if ours == 0 {
		return kit.T(ctx, "%s 条回答还没有提到%s。", kit.Number(all), kit.Led(ctx, o.brand.Name)), "", ""
	}
	before, bold = kit.T(ctx, "%s 条回答里，", kit.Number(all)), kit.T(ctx, "%s 条提到%s", kit.Number(ours), kit.Led(ctx, o.brand.Name))
	if first := o.first.counts[0]; len(o.first.counts) > 1 && !first.us {
		return before, bold, kit.T(ctx, "；最常被提到的是%s。", kit.Led(ctx, first.name))
	}
	return before, bold, kit.T(ctx, "。")
}
