package analysis

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"renown/internal/door/console/kit"
	"renown/internal/room/geo/brand"
	"renown/internal/room/geo/insight"
	"renown/internal/room/geo/run"
)

// visibility is prompts against platforms.
type visibility struct {
	lens
	insight.Visibility
	view    string // prompts, topics or stages
	columns []kit.PlatformName
	groups  []heatGroup
	sums    []kit.Heat
	answers int64
	named   int64
	lines   []namingRow
	cell    *heatPanel
}

// heatGroup is the prompts of a topic.
type heatGroup struct {
	name string
	rows []heatRow
}

type heatRow struct {
	prompt      string
	text, stage string
	off         bool // not enabled any more
	cells       []kit.Heat
}

// namingRow is a topic or a stage.
type namingRow struct {
	name string
	insight.Naming
	plot  kit.Plot
	known bool
	path  string
}

// heatPanel is the answers of one cell, one at a time.
type heatPanel struct {
	answerView
	kit.Heat
	plot     kit.Plot
	at       int64 // the newest is 1
	total    int64
	platform kit.PlatformName
	text     string
	earlier  string // addresses; "" when there is none
	later    string
	close    string
}

func (pages *Pages) showVisibility(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	p, err := pages.visibility(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	if p.cell, err = pages.heatPanel(ctx, v, p); err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("可见度"), Entry: "visibility", Bar: lensBar(p.lens), Body: visibilityBody(p), Status: p.status()})
}

func (pages *Pages) visibility(ctx context.Context, v *kit.Visit) (p visibility, err error) {
	if p.lens, err = pages.lensOf(ctx, v); err != nil {
		return p, err
	}
	if p.Visibility, err = pages.Insights.Visibility(ctx, v.Caller, v.Brand.ID, p.asked()); err != nil {
		return p, err
	}
	prompts, err := pages.Brands.Prompts(ctx, v.Caller, v.Brand.ID, brand.PromptFilter{})
	if err != nil {
		return p, err
	}
	p.view = v.URL.Query().Get("view")
	for _, i := range p.Items {
		p.answers += i.Answers
		p.named += i.Mentions
	}
	p.arrangeColumns()
	p.arrangeRows(ctx, prompts)
	p.arrangeLines(ctx)
	return p, nil
}

// arrangeColumns takes the platforms that were asked for, in the catalogue's order, and those that answered though they left it.
func (p *visibility) arrangeColumns() {
	for _, n := range p.platforms {
		if p.picked(p.chosen, n.ID) {
			p.columns = append(p.columns, n)
		}
	}
	for _, i := range p.Items {
		if !slices.ContainsFunc(p.columns, func(n kit.PlatformName) bool { return n.ID == i.Platform }) {
			p.columns = append(p.columns, kit.PlatformName{ID: i.Platform, Name: i.Platform})
		}
	}
}

func (p *visibility) arrangeRows(ctx context.Context, prompts []brand.Prompt) {
	rows, topics := map[string]*heatRow{}, map[string]string{}
	var order []string
	p.sums = make([]kit.Heat, len(p.columns))
	for i, n := range p.columns {
		p.sums[i] = figuresOf(kit.Heat{Name: n.Name}, p.ByPlatform[n.ID])
	}
	for _, item := range p.Items {
		row := rows[item.PromptID]
		if row == nil {
			row = &heatRow{prompt: item.PromptID, text: item.Text, off: true, cells: make([]kit.Heat, len(p.columns))}
			for _, prompt := range prompts {
				if prompt.ID == item.PromptID {
					row.stage, row.off = kit.StageName(ctx, prompt.Stage), prompt.Status != brand.Active
				}
			}
			rows[item.PromptID] = row
			order = append(order, item.PromptID)
			topics[item.PromptID] = item.TopicID
		}
		at := slices.IndexFunc(p.columns, func(n kit.PlatformName) bool { return n.ID == item.Platform })
		row.cells[at] = p.heatOf(item)
	}
	for _, id := range order {
		name := p.topicName(topics[id])
		if name == "" {
			name = kit.T(ctx, "其他主题")
		}
		at := slices.IndexFunc(p.groups, func(g heatGroup) bool { return g.name == name })
		if at < 0 {
			at = len(p.groups)
			p.groups = append(p.groups, heatGroup{name: name})
		}
		p.groups[at].rows = append(p.groups[at].rows, *rows[id])
	}
	for _, g := range p.groups { // enabled ones first
		slices.SortStableFunc(g.rows, func(a, b heatRow) int { return cmp.Compare(strconv.FormatBool(a.off), strconv.FormatBool(b.off)) })
	}
}

func (p *visibility) heatOf(item insight.VisibilityItem) kit.Heat {
	h := figuresOf(kit.Heat{Name: p.name(item.Platform), Swap: "main"}, item.Naming)
	h.Chosen = p.query.Get("prompt") == item.PromptID && p.query.Get("cell") == item.Platform
	h.Path = p.at("visibility", "prompt", item.PromptID, "cell", item.Platform) + "#answer"
	return h
}

// figuresOf gives a cell its figures.
func figuresOf(h kit.Heat, n insight.Naming) kit.Heat {
	h.Answers, h.Named = n.Answers, n.Mentions
	if n.Rate != nil {
		h.Rate, h.Low, h.High = *n.Rate, *n.Low, *n.High
	}
	return h
}

// arrangeLines lists topics or stages.
func (p *visibility) arrangeLines(ctx context.Context) {
	var highs []*float64
	add := func(name, path string, n insight.Naming) {
		p.lines = append(p.lines, namingRow{name: name, Naming: n, known: n.Answers >= kit.FewAnswers, path: path})
		highs = append(highs, n.High)
	}
	switch p.view {
	case "topics":
		for _, f := range p.ByTopic {
			add(kit.OrElse(f.Name, kit.T(ctx, "其他主题")), p.at("visibility", "topic", f.TopicID), f.Naming)
		}
	case "stages":
		for _, f := range p.ByStage {
			add(kit.StageName(ctx, f.Stage), "", f.Naming)
		}
	}
	top := kit.TopOf(highs...)
	for i := range p.lines {
		p.lines[i].plot = kit.AsRate.On(ctx, 0, top, p.lines[i].Rate, p.lines[i].Interval)
	}
}

// heatPanel reads the answer of a cell that the URL asks for; nil when it asks for none.
func (pages *Pages) heatPanel(ctx context.Context, v *kit.Visit, p visibility) (*heatPanel, error) {
	prompt, cell := p.query.Get("prompt"), p.query.Get("cell")
	if prompt == "" || cell == "" {
		return nil, nil
	}
	at, err := strconv.ParseInt(p.query.Get("at"), 10, 32)
	if err != nil || at < 1 {
		at = 1
	}
	filter := run.AnswerFilter{PromptIDs: []string{prompt}, Platforms: []string{cell}, TopicIDs: p.topics, Page: run.Page{Number: at, Size: 1}}
	filter.From, filter.To = p.moments()
	answers, total, err := pages.Runs.Answers(ctx, v.Caller, v.Brand.ID, filter)
	if err != nil || len(answers) == 0 {
		return nil, err
	}
	panel := &heatPanel{answerView: newAnswerView(p.lens, answers[0]), at: at, total: total, platform: kit.PlatformName{ID: cell, Name: p.name(cell)}, text: answers[0].PromptText, close: p.at("visibility")}
	for _, i := range p.Items {
		if i.PromptID == prompt && i.Platform == cell {
			panel.Heat, panel.text = p.heatOf(i), i.Text
			panel.plot = kit.AsRate.On(ctx, 0, 100, i.Rate, i.Interval)
		}
	}
	step := func(n int64) string {
		if n < 1 || n > total {
			return ""
		}
		return p.at("visibility", "prompt", prompt, "cell", cell, "at", strconv.FormatInt(n, 10))
	}
	panel.earlier, panel.later = step(at+1), step(at-1)
	return panel, nil
}
