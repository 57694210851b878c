package api

import (
	"context"

	"renown/internal/room/campaign"
)

func (d *Door) createCampaign(ctx context.Context, c *call) (any, error) {
	in := c.In.Body
	declared := campaign.Declaration{BrandID: in.Str("brand_id"), Name: in.Str("name"), TargetIDs: in.Strs("target_ids")}
	if sentence := in.OptStr("sentence"); sentence != nil {
		declared.Sentence = *sentence
	}
	if in.Has("control_ids") && !in.IsNull("control_ids") {
		declared.ControlIDs = append([]string{}, in.Strs("control_ids")...)
	}
	if in.Has("draw") {
		declared.Draw = in.Bool("draw")
	}
	return d.rooms.Campaigns.Declare(ctx, c.Caller, declared)
}

func (d *Door) listCampaigns(ctx context.Context, c *call) (any, error) {
	page := pageOf(c)
	list, total, err := d.rooms.Campaigns.List(ctx, c.Caller, c.In.Query.Str("brand_id"), page)
	if err != nil {
		return nil, err
	}
	return pageOfItems(list, total, page), nil
}

func (d *Door) getCampaign(ctx context.Context, c *call) (any, error) {
	return d.rooms.Campaigns.Measure(ctx, c.Caller, c.Path("campaign_id"))
}

func (d *Door) endCampaign(ctx context.Context, c *call) (any, error) {
	return d.rooms.Campaigns.End(ctx, c.Caller, c.Path("campaign_id"))
}
