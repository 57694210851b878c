package analysis

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"renown/internal/door/console/kit"
	"renown/internal/room/brand"
	"renown/internal/room/insight"
	"renown/internal/room/run"
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
	sort    kit.Sorting // of prompts, topics or stages; without a column they stand under their topics
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
	topic       string // shown where rows are not grouped
	path        string
	insight.Naming
	change kit.Change
}

// namingRow is a topic or a stage.
type namingRow struct {
	name string
	insight.Naming
	plot   kit.Plot
	known  bool
	path   string
	change kit.Change
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
	if err := pages.narrow(ctx, v, &p.lens); err != nil {
		return p, err
	}
	if p.Visibility, err = pages.Insights.Visibility(ctx, v.Caller, v.Brand.ID, p.compared()); err != nil {
		return p, err
	}
	p.Visibility = p.Named(v.T("已删除的主题"))
	p.view = v.URL.Query().Get("view")
	for _, i := range p.Items {
		p.answers += i.Answers
		p.named += i.Mentions
	}
	p.sort = kit.SortingOf(v, "main", "", byRate, byChange)
	p.arrangeColumns()
	p.arrangeRows(ctx, p.prompts.all)
	p.arrangeLines(ctx)
	p.rank()
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
			row = &heatRow{
				prompt: item.PromptID, text: item.Text, off: true, cells: make([]kit.Heat, len(p.columns)),
				Naming: p.ByPrompt[item.PromptID],
			}
			row.change = kit.ChangeOf(kit.AsRate, p.Changes.Prompts[item.PromptID])
			for _, prompt := range prompts {
				if prompt.ID == item.PromptID {
					row.stage, row.off, row.path = kit.StageName(ctx, prompt.Stage), prompt.Status != brand.Active,
						p.at("prompts/"+prompt.ID)
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
		name := kit.OrElse(p.topicName(topics[id]), kit.T(ctx, "已删除的主题"))
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
	h.Path = p.at("visibility", "sort", p.query.Get("sort"), "prompt", item.PromptID, "cell", item.Platform) + "#answer"
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
	add := func(name, path string, n insight.Naming, c insight.Change) {
		p.lines = append(p.lines, namingRow{
			name: name, Naming: n, known: n.Answers >= kit.FewAnswers, path: path,
			change: kit.ChangeOf(kit.AsRate, c),
		})
		highs = append(highs, n.High)
	}
	switch p.view {
	case "topics":
		for _, f := range p.ByTopic {
			add(f.Name, p.at("visibility", "topic", f.TopicID), f.Naming, p.Changes.Topics[f.TopicID])
		}
	case "stages":
		for _, f := range p.ByStage {
			add(kit.StageName(ctx, f.Stage), p.at("visibility", "stage", f.Stage), f.Naming, p.Changes.Stages[f.Stage])
		}
	}
	top := kit.TopOf(highs...)
	for i := range p.lines {
		p.lines[i].plot = kit.AsRate.On(ctx, 0, top, p.lines[i].Rate, p.lines[i].Interval)
	}
}

// What rows are sorted by.
const byRate, byChange = "rate", "change"

// rank sorts rows by figure or change, the weakest first unless the URL says otherwise. Those without a figure come last.
func (p *visibility) rank() {
	better := func(a, b insight.Naming, x, y kit.Change) int {
		va, vb := a.Rate, b.Rate
		if p.sort.Column == byChange {
			va, vb = x.By, y.By
		}
		switch {
		case va == nil && vb == nil:
			return 0
		case va == nil:
			return 1
		case vb == nil:
			return -1
		case p.sort.Descending:
			return cmp.Compare(*vb, *va)
		}
		return cmp.Compare(*va, *vb)
	}
	slices.SortStableFunc(p.lines, func(a, b namingRow) int { return better(a.Naming, b.Naming, a.change, b.change) })
	if p.sort.Column == "" {
		return
	}
	var all []heatRow
	for _, g := range p.groups {
		for _, r := range g.rows {
			r.topic = g.name
			all = append(all, r)
		}
	}
	slices.SortStableFunc(all, func(a, b heatRow) int { return better(a.Naming, b.Naming, a.change, b.change) })
	p.groups = []heatGroup{{rows: all}}
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
	filter := run.AnswerFilter{
		PromptIDs: []string{prompt}, Platforms: []string{cell}, TopicIDs: p.topics,
		Surface: p.among(), Paging: run.Paging{Number: at, Size: 1},
	}
	filter.From, filter.To = p.moments()
	answers, total, err := pages.Runs.Answers(ctx, v.Caller, v.Brand.ID, filter)
	if err != nil || len(answers) == 0 {
		return nil, err
	}
	panel := &heatPanel{
		answerView: newAnswerView(p.lens, answers[0]), at: at, total: total,
		platform: kit.PlatformName{ID: cell, Name: p.name(cell)}, text: answers[0].PromptText,
		close: p.at("visibility", "sort", p.query.Get("sort")),
	}
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
		return p.at("visibility", "sort", p.query.Get("sort"), "prompt", prompt, "cell", cell, "at", strconv.FormatInt(n, 10))
	}
	panel.earlier, panel.later = step(at+1), step(at-1)
	return panel, nil
}
