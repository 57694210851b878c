package analysis

import (
	"context"
	"slices"

	"renown/internal/door/console/kit"
	"renown/internal/door/message"
	"renown/internal/room/brand"
	"renown/internal/room/opportunity"
	"renown/internal/tool/address"
)

// opportunities is what there is to win.
type opportunities struct {
	lens
	opportunity.List
	action    string           // that the list is narrowed to
	counts    map[string]int64 // by action
	rows      []opportunity.Opportunity
	drafts    []opportunity.Draft
	cards     []decision // to write, and own pages
	places    []decision // outlets, as one row
	wrong     []decision // facts, as one row
	uncertain []decision // whose range includes 0
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
	p.action, p.counts = p.query.Get("action"), map[string]int64{}
	if !slices.Contains(opportunity.Actions, p.action) {
		p.action = ""
	}
	for i := range p.Items {
		o := &p.Items[i]
		o.Why = message.OpportunityText(v.Lang, o)
		p.counts[o.Action]++
		if p.action == "" || p.action == o.Action {
			p.rows = append(p.rows, *o)
		}
	}
	p.decide(ctx)
	return p, nil
}

// decide sorts what there is to win into cards and folds.
func (p *opportunities) decide(ctx context.Context) {
	for i := range p.rows {
		d := newDecision(ctx, p.lens, p.Answers, &p.rows[i])
		switch {
		case !d.certain():
			p.uncertain = append(p.uncertain, d)
		case d.Action == opportunity.Correct:
			p.wrong = append(p.wrong, d)
		case d.Action == opportunity.Place || d.Action == opportunity.Ask:
			p.places = append(p.places, d)
		default:
			p.cards = append(p.cards, d)
		}
	}
}

// priceRange is what the outlets of a row cost each.
func priceRange(ctx context.Context, list []decision) string {
	low, high := int64(0), int64(0)
	for _, d := range list {
		for _, m := range d.outlets {
			if low == 0 || m.Points < low {
				low = m.Points
			}
			high = max(high, m.Points)
		}
	}
	switch {
	case high == 0:
		return ""
	case low == high:
		return kit.T(ctx, "每家 %s 积分", kit.Number(low))
	}
	return kit.T(ctx, "每家 %s – %s 积分", kit.Number(low), kit.Number(high))
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

var pageKinds = map[string]string{
	string(address.OwnPage): kit.Key("自有页面"), string(address.RivalPage): kit.Key("竞品页面"),
	string(address.ListingPage): kit.Key("名录与榜单"), string(address.EditorialPage): kit.Key("编辑内容"),
	string(address.CommunityPage): kit.Key("自媒体与社区"), string(address.EncyclopediaPage): kit.Key("百科"),
}

func pageKind(k address.PageKind) string {
	return kit.Label(pageKinds, string(k), kit.Key("编辑内容"))
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
			kit.Column("问题", kit.JoinWords(ctx, prompts)), kit.Column("引用渠道", kit.JoinWords(ctx, channels)),
			kit.Column("媒体", kit.JoinWords(ctx, outlets)),
		}
	})
}

func opportunitiesText(ctx context.Context, p opportunities) string {
	if p.Compared == 0 {
		return p.brand.Name
	}
	return kit.T(ctx, "竞品被提到而你没有的地方，按预期收益排序")
}
