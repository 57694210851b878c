package analysis

import (
	"context"
	"net/http"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/brand"
	"renown/internal/room/campaign"
	"renown/internal/tool/requestschema"
)

// campaigns is the list of what was declared, and the form for another declaration.
type campaigns struct {
	brand  brand.Brand
	rows   []campaignView
	topics []promptGroup // that can be targets
	chosen []string
	form   kit.Form
}

// promptGroup is the prompts of a topic.
type promptGroup struct {
	name    string
	prompts []brand.Prompt
}

// campaignsListed bounds the list: each may be measured.
const campaignsListed = 20

// saidShown is how many repeated sentences are shown.
const saidShown = 10

func (pages *Pages) showCampaigns(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.campaignsPage(ctx, v, kit.Filled(), http.StatusOK)
}

func (pages *Pages) campaignsPage(ctx context.Context, v *kit.Visit, f kit.Form, status int) (kit.Reply, error) {
	p := campaigns{brand: v.Brand, form: f, chosen: v.PostForm["target_ids"]}
	list, _, err := pages.Campaigns.List(ctx, v.Caller, v.Brand.ID, brand.Paging{Number: 1, Size: campaignsListed})
	if err != nil {
		return kit.Reply{}, err
	}
	for _, c := range list {
		row := campaignView{brand: v.Brand}
		if row.Measured, err = pages.Campaigns.Measure(ctx, v.Caller, c.ID); err != nil {
			return kit.Reply{}, err
		}
		row.chart = newCampaignChart(ctx, row.Measured)
		p.rows = append(p.rows, row)
	}
	if p.topics, err = pages.targets(ctx, v); err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("成效"), Entry: "campaigns", Body: campaignsBody(p), Status: status})
}

// targets are the enabled prompts that do not name the brand, by topic.
func (pages *Pages) targets(ctx context.Context, v *kit.Visit) (groups []promptGroup, err error) {
	topics, err := pages.Brands.Topics(ctx, v.Caller, v.Brand.ID)
	if err != nil {
		return nil, err
	}
	active := brand.Active
	prompts, err := pages.Brands.Prompts(ctx, v.Caller, v.Brand.ID, brand.PromptFilter{Status: &active})
	for _, t := range topics {
		g := promptGroup{name: t.Name}
		for _, one := range prompts {
			if !one.Branded && one.TopicID == t.ID {
				g.prompts = append(g.prompts, one)
			}
		}
		if len(g.prompts) > 0 {
			groups = append(groups, g)
		}
	}
	return groups, err
}

// declareCampaign freezes what is to be measured.
func (pages *Pages) declareCampaign(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	targets := v.PostForm["target_ids"]
	v.Check(f, "CampaignCreate", requestschema.Member{Name: "brand_id", Value: requestschema.Text(v.Brand.ID)},
		kit.RequiredText(f, "name"), kit.OptionalText(f, "sentence"),
		requestschema.Member{Name: "target_ids", Value: requestschema.Texts(targets)})
	if f.Sound() {
		made, err := pages.Campaigns.Declare(ctx, v.Caller,
			campaign.Declaration{BrandID: v.Brand.ID, Name: f.Text("name"), Sentence: f.Text("sentence"), TargetIDs: targets, Draw: f.Text("draw") == "yes"})
		if err == nil {
			v.Say("已锁定。下单时选择这次活动，发布后开始衡量")
			return kit.LeadTo("/brands/" + v.Brand.ID + "/campaigns/" + made.ID)
		}
		if err := f.Take(v, err); err != nil {
			return kit.Reply{}, err
		}
	}
	if said, ok := f.Faults["target_ids"]; ok {
		delete(f.Faults, "target_ids")
		f.Blame("", said)
	}
	return pages.campaignsPage(ctx, v, f, http.StatusUnprocessableEntity)
}

// campaignView is a campaign with what became of it.
type campaignView struct {
	campaign.Measured
	brand brand.Brand
	names map[string]string // of platforms
	texts map[string]string // of prompts
	chart curve
	lanes lanes
}

func (pages *Pages) showCampaign(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	p, err := pages.campaign(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("成效"), Entry: "campaigns", Body: campaignBody(p)})
}

func (pages *Pages) campaign(ctx context.Context, v *kit.Visit) (p campaignView, err error) {
	p.brand, p.names, p.texts = v.Brand, map[string]string{}, map[string]string{}
	if p.Measured, err = pages.Campaigns.Measure(ctx, v.Caller, v.PathValue("campaign_id")); err != nil {
		return p, err
	}
	if p.BrandID != v.Brand.ID {
		return p, fault.NotFound("campaign", p.ID)
	}
	for _, n := range kit.PlatformNames(ctx, pages.Runs) {
		p.names[n.ID] = n.Name
	}
	for _, list := range [][]campaign.Prompt{p.Targets, p.Controls} {
		for _, one := range list {
			p.texts[one.PromptID] = one.Text
		}
	}
	p.chart, p.lanes = newCampaignChart(ctx, p.Measured), newLanes(p.Measured, v.Now)
	return p, nil
}

func (pages *Pages) endCampaign(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	found, err := pages.Campaigns.Find(ctx, v.Caller, v.PathValue("campaign_id"))
	if err != nil {
		return kit.Reply{}, err
	}
	if found.BrandID != v.Brand.ID {
		return kit.Reply{}, fault.NotFound("campaign", found.ID)
	}
	if _, err := pages.Campaigns.End(ctx, v.Caller, found.ID); err != nil {
		return kit.Reply{}, err
	}
	v.Say("活动已结束，之后的回答不再计入")
	return kit.LeadTo("/brands/" + v.Brand.ID + "/campaigns/" + found.ID)
}

// named is what a platform is called.
func (p campaignView) named(id string) string {
	if name := p.names[id]; name != "" {
		return name
	}
	return id
}

// main is the outcome that the verdict is about; nil before anything is published.
func (p campaignView) main() *campaign.Outcome {
	if len(p.Outcomes) == 0 {
		return nil
	}
	return &p.Outcomes[0]
}
