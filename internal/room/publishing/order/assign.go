package order

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/publishing/content"
)

// Assign says for which brand of the space an order is, nil for none. An order of a campaign is for the campaign's brand: any other is
// Malformed. Where it was published, the page counts for that brand from then on.
func (p *Orders) Assign(ctx context.Context, who account.Caller, orderID string, brandID *string) (err error) {
	defer fault.Wrap(&err, "order.Assign")

	return p.db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT id FROM orders WHERE id = $1`+tx.ForUpdate(), orderID); err != nil {
			return err
		}
		o, err := find(ctx, tx, who.SpaceID, orderID)
		if err != nil {
			return err
		}
		if brandID != nil {
			if err := content.RequireBrand(ctx, tx, who.SpaceID, *brandID); err != nil {
				return err
			}
		}
		if o.CampaignID != nil {
			return fault.New(fault.Malformed).Why("order_campaign_brand")
		}
		if _, err := tx.Exec(ctx, `UPDATE orders SET brand_id = $2 WHERE id = $1`, o.ID, brandID); err != nil {
			return err
		}
		o.BrandID = brandID
		return p.placeTx(ctx, tx, o)
	})
}

// brandTx decides for which brand a submission is: what it names, else its campaign's, else its content's. A brand that differs from
// the campaign's is Malformed.
func (p *Orders) brandTx(ctx context.Context, tx *store.Tx, who account.Caller, in Submission, c content.Content) (*string, error) {
	if in.BrandID != nil {
		if err := content.RequireBrand(ctx, tx, who.SpaceID, *in.BrandID); err != nil {
			return nil, err
		}
	}
	if in.CampaignID == nil {
		if in.BrandID != nil {
			return in.BrandID, nil
		}
		return c.BrandID, nil
	}
	of, err := p.rooms.Campaigns.JoinTx(ctx, tx, who, *in.CampaignID)
	if err == nil && in.BrandID != nil && *in.BrandID != of {
		err = fault.Value("the campaign is another brand's", *in.BrandID, "body", "brand_id").Why("order_campaign_brand")
	}
	return &of, err
}
