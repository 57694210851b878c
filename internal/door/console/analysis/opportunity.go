package analysis

import (
	"context"
	"slices"

	"renown/internal/door/console/kit"
	"renown/internal/door/message"
	"renown/internal/room/brand"
	"renown/internal/room/insight"
	"renown/internal/room/opportunity"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/tool/address"
)

// opportunities is what there is to win.
type opportunities struct {
	lens
	opportunity.List
	action  string           // that the list is narrowed to
	counts  map[string]int64 // by action
	rows    []opportunity.Opportunity
	longest float64 // of the gains, for one scale
	drafts  []opportunity.Draft
}

func (pages *Pages) showOpportunities(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	p, err := pages.opportunities(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{
		Title: kit.Key("机会"), Entry: "opportunities", Bar: lensBar(p.lens),
		Body: opportunitiesBody(p), Status: p.status(),
	})
}

func (pages *Pages) opportunities(ctx context.Context, v *kit.Visit) (p opportunities, err error) {
	if p.lens, err = pages.lensOf(ctx, v); err != nil {
		return p, err
	}
	if p.List, err = pages.Opportunities.List(ctx, v.Caller, v.Brand.ID, p.asked(), nil, p.query.Get("sort")); err != nil {
		return p, err
	}
	if p.drafts, _, err = pages.Opportunities.Drafts(ctx, v.Caller, v.Brand.ID, brand.Paging{Number: 1, Size: draftsShown}); err != nil {
		return p, err
	}
	p.action, p.counts, p.longest = p.query.Get("action"), map[string]int64{}, 1
	if !slices.Contains(opportunity.Actions, p.action) {
		p.action = ""
	}
	for i := range p.Items {
		o := &p.Items[i]
		o.Why = message.OpportunityText(v.Lang, o)
		p.counts[o.Action]++
		p.longest = max(p.longest, o.Gain.High)
		if p.action == "" || p.action == o.Action {
			p.rows = append(p.rows, *o)
		}
	}
	return p, nil
}

const draftsShown = 5

// pending tells whether a draft is under way.
func (p opportunities) pending() bool {
	return slices.ContainsFunc(p.drafts, func(d opportunity.Draft) bool {
		return d.Status == opportunity.Queued || d.Status == opportunity.Running
	})
}

func (pages *Pages) draftOpportunity(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	if _, err := pages.Opportunities.StartDraft(ctx, v.Caller, v.Brand.ID, v.PathValue("opportunity_id"), nil); err != nil {
		return kit.Reply{}, err
	}
	v.Say("已开始起草，完成后出现在内容里")
	return backTo(v, "opportunities")
}

var actionNames = map[string]string{
	opportunity.Write: kit.Key("opportunity|写"), opportunity.Place: kit.Key("opportunity|投放"),
	opportunity.Ask: kit.Key("opportunity|联系"), opportunity.Refresh: kit.Key("opportunity|更新"),
	opportunity.Correct: kit.Key("opportunity|更正"),
}

func actionName(action string) string {
	return kit.Label(actionNames, action, kit.Key("opportunity|写"))
}

// todo says what to do about an opportunity.
func todo(ctx context.Context, o opportunity.Opportunity) string {
	switch {
	case o.Action == opportunity.Correct:
		return kit.T(ctx, "把事实写清楚：%s。先改自己的页面，再请引用的页面更正。", o.Fact.Expected)
	case o.Action == opportunity.Refresh:
		return kit.T(ctx, "更新这个页面：开头写明品牌名、数字和更新日期。")
	case o.Action == opportunity.Place:
		return kit.T(ctx, "在这个渠道发一篇带数据的文章。")
	case o.Action == opportunity.Ask && o.Kind == address.EncyclopediaPage:
		return kit.T(ctx, "补充百科词条，附可查证的来源。")
	case o.Action == opportunity.Ask && o.Kind == address.ListingPage:
		return kit.T(ctx, "联系名录或榜单，提交资料申请收录。")
	case o.Action == opportunity.Ask:
		return kit.T(ctx, "联系页面的编辑，提供可引用的数据。媒体库里没有这个渠道。")
	case o.Basis == insight.OfSource:
		return kit.T(ctx, "用自己的账号在这里写一篇带数据的文章。")
	}
	return kit.T(ctx, "写一篇直接回答这些问题的文章：先下定义，给数字，作比较。")
}

var pageKinds = map[string]string{
	string(address.OwnPage): kit.Key("自有页面"), string(address.RivalPage): kit.Key("竞品页面"),
	string(address.ListingPage): kit.Key("名录与榜单"), string(address.EditorialPage): kit.Key("编辑内容"),
	string(address.CommunityPage): kit.Key("自媒体与社区"), string(address.EncyclopediaPage): kit.Key("百科"),
}

func pageKind(k address.PageKind) string {
	return kit.Label(pageKinds, string(k), kit.Key("编辑内容"))
}

// near says how outlets were found.
func near(ctx context.Context, o opportunity.Opportunity) string {
	if len(o.Outlets) == 0 {
		return kit.T(ctx, "媒体库里还没有可下单的媒体。")
	}
	switch o.Outlets[0].Match {
	case catalogue.MatchChannel:
		return kit.T(ctx, "就在这些回答引用的渠道上")
	case catalogue.MatchTopic:
		return kit.T(ctx, "媒体库里没有这个渠道；以下渠道被本品牌的其他回答引用")
	case catalogue.MatchPortal:
		return kit.T(ctx, "媒体库里没有这个渠道；以下是同一网站的其他渠道")
	case catalogue.MatchCited:
		return kit.T(ctx, "媒体库里没有这些渠道；以下媒体被 AI 引用得最多")
	}
	return kit.T(ctx, "媒体库里没有这些渠道，也还没有媒体被引用过；以下是推荐媒体")
}

// asCount plots a number of answers.
var asCount = kit.Measure{Factor: 1}

func (p opportunities) gainPlot(ctx context.Context, g insight.Gain) kit.Plot {
	return asCount.On(ctx, 0, p.longest, &g.Answers, insight.Interval{Low: &g.Low, High: &g.High})
}

func (pages *Pages) opportunityTables(ctx context.Context, v *kit.Visit) (pageTables, error) {
	p, err := pages.opportunities(ctx, v)
	return pageTables{lens: p.lens, page: "opportunities", list: []pageTable{{file: "opportunities", draw: p.table}}}, err
}

func (p opportunities) table(ctx context.Context) kit.Table {
	return kit.TableOf(ctx, p.rows, func(o opportunity.Opportunity) []kit.Cell {
		var prompts, channels, outlets []string
		for _, q := range o.Prompts {
			prompts = append(prompts, q.Text)
		}
		for _, c := range o.Channels {
			channels = append(channels, c.Channel)
		}
		for _, m := range o.Outlets {
			outlets = append(outlets, m.Name)
		}
		return []kit.Cell{
			kit.Column("机会", o.Why), kit.Column("怎么做", kit.T(ctx, actionName(o.Action))),
			kit.Column("预期增加的回答", kit.Rounded(o.Gain.Answers, 1)),
			kit.Column("区间下限", kit.Rounded(o.Gain.Low, 1)), kit.Column("区间上限", kit.Rounded(o.Gain.High, 1)),
			kit.Column("回答", o.Gain.Of),
			kit.Column("意图词", kit.JoinWords(ctx, prompts)), kit.Column("引用渠道", kit.JoinWords(ctx, channels)),
			kit.Column("媒体", kit.JoinWords(ctx, outlets)),
		}
	})
}

// opportunityMore says how many prompts there are beside the first.
func opportunityMore(ctx context.Context, n int) string {
	if n < 2 {
		return ""
	}
	return kit.T(ctx, "等 %d 个", n)
}

func shareText(s insight.Share) string {
	text := kit.Number(s.Count) + " / " + kit.Number(s.Of)
	if s.Low != nil {
		text += " (" + kit.Rounded(*s.Low*100, 0) + "–" + kit.Rounded(*s.High*100, 0) + "%)"
	}
	return text
}

func opportunitiesText(ctx context.Context, p opportunities) string {
	if p.Compared == 0 {
		return p.brand.Name
	}
	return kit.T(ctx, "竞品被提到、我们没有的地方，按能多赢得几条回答排序；共比较 %d 个主题与渠道。", p.Compared)
}
