package analysis

import (
	"context"
	"net/http"
	"strconv"

	"renown/internal/door/console/kit"
	"renown/internal/floor/fault"
	"renown/internal/room/effect"
	"renown/internal/room/geo/brand"
	"renown/internal/room/geo/campaign"
	"renown/internal/tool/requestschema"
)

// campaigns is the list of what was declared, and the form for another declaration.
type campaigns struct {
	brand   brand.Brand
	list    []campaign.Campaign
	prompts []brand.Prompt // that can be targets
	chosen  []string
	form    kit.Form
}

const campaignsListed = 100

func (pages *Pages) showCampaigns(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	return pages.campaignsPage(ctx, v, kit.Filled(), http.StatusOK)
}

func (pages *Pages) campaignsPage(ctx context.Context, v *kit.Visit, f kit.Form, status int) (kit.Reply, error) {
	p := campaigns{brand: v.Brand, form: f, chosen: v.PostForm["target_ids"]}
	var err error
	if p.list, _, err = pages.Campaigns.List(ctx, v.Caller, v.Brand.ID, brand.Page{Number: 1, Size: campaignsListed}); err != nil {
		return kit.Reply{}, err
	}
	active := brand.Active
	prompts, err := pages.Brands.Prompts(ctx, v.Caller, v.Brand.ID, brand.PromptFilter{Status: &active})
	if err != nil {
		return kit.Reply{}, err
	}
	for _, one := range prompts {
		if !one.Branded {
			p.prompts = append(p.prompts, one)
		}
	}
	return kit.Show(kit.Page{Title: kit.Key("成效"), Entry: "campaigns", Body: campaignsBody(p), Status: status})
}

// declareCampaign freezes what is to be measured.
func (pages *Pages) declareCampaign(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	f := v.Submitted()
	targets := v.PostForm["target_ids"]
	v.Check(f, "CampaignCreate", requestschema.Member{Name: "brand_id", Value: requestschema.Text(v.Brand.ID)}, kit.RequiredText(f, "name"), kit.OptionalText(f, "sentence"),
		requestschema.Member{Name: "target_ids", Value: requestschema.Texts(targets)})
	if f.Sound() {
		made, err := pages.Campaigns.Create(ctx, v.Caller, campaign.Declaration{BrandID: v.Brand.ID, Name: f.Text("name"), Sentence: f.Text("sentence"), TargetIDs: targets})
		if err == nil {
			v.Say("已冻结。下单时选择这次活动，发布后开始衡量")
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
	effect.Measured
	brand brand.Brand
	names map[string]string // of platforms
	chart campaignChart
}

func (pages *Pages) showCampaign(ctx context.Context, v *kit.Visit) (kit.Reply, error) {
	p, err := pages.campaign(ctx, v)
	if err != nil {
		return kit.Reply{}, err
	}
	return kit.Show(kit.Page{Title: kit.Key("成效"), Entry: "campaigns", Body: campaignBody(p)})
}

func (pages *Pages) campaign(ctx context.Context, v *kit.Visit) (p campaignView, err error) {
	p.brand, p.names = v.Brand, map[string]string{}
	if p.Measured, err = pages.Effects.Measure(ctx, v.Caller, v.PathValue("campaign_id")); err != nil {
		return p, err
	}
	if p.BrandID != v.Brand.ID {
		return p, fault.NotFound("campaign", p.ID)
	}
	for _, n := range kit.PlatformNames(ctx, pages.Runs) {
		p.names[n.ID] = n.Name
	}
	p.chart = newCampaignChart(p.Measured)
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
func (p campaignView) main() *effect.Outcome {
	if len(p.Outcomes) == 0 {
		return nil
	}
	return &p.Outcomes[0]
}

// signedPoints is a difference in points: +11.0.
func signedPoints(x *float64) string {
	if x == nil {
		return "—"
	}
	text := kit.Rounded(*x*100, 1)
	if *x >= 0 {
		return "+" + text
	}
	return text
}

// verdictSentence is what a client is told.
func verdictSentence(ctx context.Context, p campaignView) string {
	o := p.main()
	switch p.Verdict {
	case effect.Unpublished:
		return kit.T(ctx, "还没有发布：属于这次活动的订单发布后开始衡量。")
	case effect.Early:
		return kit.T(ctx, "发布后的天数还不够，%s 有最终判断。", *p.JudgedOn)
	case effect.Rise:
		return kit.T(ctx, "发布使 %d 个目标问题的可见度上升 %s 点，区间 %s 至 %s。", len(p.Targets), kit.Rounded(*o.Difference*100, 1), signedPoints(o.Low), signedPoints(o.High))
	case effect.Fall:
		return kit.T(ctx, "发布后 %d 个目标问题的可见度比对照低 %s 点，区间 %s 至 %s。", len(p.Targets), kit.Rounded(-*o.Difference*100, 1), signedPoints(o.Low), signedPoints(o.High))
	case effect.Unclear:
		return kit.T(ctx, "看不出效果：估计 %s 点，区间 %s 至 %s，含 0。", signedPoints(o.Difference), signedPoints(o.Low), signedPoints(o.High))
	}
	return kit.T(ctx, "无法判断：%s", reasonSentence(ctx, p))
}

func reasonSentence(ctx context.Context, p campaignView) string {
	reason := ""
	if p.Reason != nil {
		reason = *p.Reason
	}
	switch reason {
	case effect.NoHistory:
		return kit.T(ctx, "发布前没有回答，无从比较。")
	case effect.FewTargets:
		return kit.T(ctx, "发布前后都问过的目标太少。")
	case effect.FewControls:
		return kit.T(ctx, "没有足够的对照，目标也不够多，不能只与竞品比。")
	case effect.Diverging:
		return kit.T(ctx, "发布前目标与对照已在分开，对照不可用。不是没有效果，是看不出。")
	}
	return kit.T(ctx, "问题太少，再大的效果也分不清是不是巧合。")
}

// promiseSentence is what the plan can see, before points are spent.
func promiseSentence(ctx context.Context, p campaignView) string {
	if p.Promise == nil {
		return kit.T(ctx, "历史太短，还说不出能看出多大的效果。发布前先积累两周以上的回答。")
	}
	visible, hidden := "", ""
	for _, s := range p.Promise.Effects {
		text := "+" + strconv.Itoa(int(s.Effect*100+0.5))
		if s.Visible && visible == "" {
			visible = text
		}
		if !s.Visible {
			hidden = text
		}
	}
	switch {
	case visible == "":
		return kit.T(ctx, "以你的计划，%d 天后连 %s 点也多半看不出。增加目标或对照意图词。", p.Promise.Days, hidden)
	case hidden == "":
		return kit.T(ctx, "以你的计划，%s 点的效果可在 %d 天后看出。", visible, p.Promise.Days)
	}
	return kit.T(ctx, "以你的计划，%s 点的效果可在 %d 天后看出，%s 点看不出。", visible, p.Promise.Days, hidden)
}

func outcomeName(outcome string) string {
	switch outcome {
	case effect.Named:
		return kit.Key("提到品牌")
	case effect.NamedFirst:
		return kit.Key("第一个提到")
	case effect.PageCited:
		return kit.Key("引用本活动的文章")
	case effect.PageFound:
		return kit.Key("检索到本活动的文章")
	}
	return kit.Key("引用自有或发布的页面")
}

func outcomeVerdict(verdict string) string {
	switch verdict {
	case effect.Unpublished:
		return kit.Key("未发布")
	case effect.Early:
		return kit.Key("尚早")
	case effect.Rise:
		return kit.Key("上升")
	case effect.Fall:
		return kit.Key("下降")
	case effect.Unclear:
		return kit.Key("看不出")
	}
	return kit.Key("无法判断")
}

func droppedWord(reason string) string {
	switch reason {
	case "edited":
		return kit.Key("改过文字")
	case "deleted":
		return kit.Key("已删除")
	}
	return kit.Key("另一次活动也在影响它")
}
