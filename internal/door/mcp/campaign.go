package mcp

import (
	"context"

	words "renown/internal/door/message"
	"renown/internal/room/campaign"
	"renown/internal/room/event"
)

func (d *Door) listCampaigns(ctx context.Context, c *call) (any, error) {
	page := pageOf(c)
	list, total, err := d.rooms.Campaigns.List(ctx, c.Caller, c.In.Str("brand_id"), page)
	if err != nil {
		return nil, err
	}
	t := newTable("campaign_id", "brand_id", "name", "sentence", "targets", "controls", "declared_at", "ended_at", "judged")
	for _, one := range list {
		var said any
		if one.Judged != nil {
			said = verdictText(c, one, *one.Judged)
		}
		t.add(one.ID, one.BrandID, one.Name, one.Sentence, len(one.Targets), len(one.Controls), one.DeclaredAt, one.EndedAt, said)
	}
	return t.of(page, total), nil
}

func verdictText(c *call, of campaign.Campaign, j campaign.Judged) string {
	return words.VerdictText(c.lang, event.Campaign{
		Verdict: j.Verdict, Reason: j.Reason, Difference: j.Difference,
		Low: j.Low, High: j.High, Targets: len(of.Targets),
	})
}

// campaignEffect is a campaign with what became of it.
type campaignEffect struct {
	campaign.Campaign
	Basis        string               `json:"basis"`
	Verdict      string               `json:"verdict"`
	Sentence     string               `json:"verdict_text"`
	Final        bool                 `json:"final"`
	JudgedOn     *string              `json:"judged_on"`
	Promise      *campaign.Promise    `json:"promise"`
	Competitors  *campaign.Beside     `json:"competitors"`
	Outcomes     table                `json:"outcomes"`
	Platforms    table                `json:"platforms"`
	Publications table                `json:"publications"`
	Absorption   *campaign.Absorption `json:"absorption"`
	Experiment   *campaign.Experiment `json:"experiment"`
	Dropped      []campaign.Dropped   `json:"dropped"`
}

func (d *Door) getCampaign(ctx context.Context, c *call) (any, error) {
	m, err := d.rooms.Campaigns.Measure(ctx, c.Caller, c.In.Str("campaign_id"))
	if err != nil {
		return nil, err
	}
	out := campaignEffect{
		Campaign: m.Campaign, Basis: m.Basis, Verdict: m.Verdict, Final: m.Final, JudgedOn: m.JudgedOn,
		Promise: m.Promise, Competitors: m.Competitors,
		Outcomes: newTable("outcome", "difference", "low", "high", "p", "target_before", "target_after",
			"control_before", "control_after", "placebo_p", "verdict", "reason"),
		Platforms: newTable("platform", "difference", "low", "high", "p", "believed"),
		Publications: newTable("order_id", "media", "title", "url", "planned_at", "published_at", "first_cited_at",
			"citations", "points", "answer_ids"),
		Absorption: m.Absorption, Experiment: m.Experiment, Dropped: m.Dropped,
	}
	for _, o := range m.Outcomes {
		out.Outcomes.add(o.Outcome, round(o.Difference), round(o.Low), round(o.High), round(o.P), round(o.TargetBefore),
			round(o.TargetAfter), round(o.ControlBefore), round(o.ControlAfter), round(o.PlaceboP), o.Verdict, o.Reason)
	}
	for _, on := range m.Platforms {
		out.Platforms.add(on.Platform, round(on.Difference), round(on.Low), round(on.High), round(on.P), on.Believed)
	}
	for _, p := range m.Publications {
		shown := []string{}
		if p.FirstAnswer != nil {
			shown = append(shown, *p.FirstAnswer)
		}
		out.Publications.add(p.OrderID, p.Outlet, p.Title, p.URL, p.PlannedAt, p.PublishedAt, p.FirstCited, p.Citations, p.Points, shown)
	}
	if m.Verdict != campaign.Early {
		o := m.Outcomes[0]
		out.Sentence = verdictText(c, m.Campaign,
			campaign.Judged{Verdict: m.Verdict, Reason: m.Reason, Difference: o.Difference, Low: o.Low, High: o.High})
	}
	return out, nil
}
