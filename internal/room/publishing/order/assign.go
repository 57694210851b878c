package order

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/undo"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/publishing/content"
)

// Assign says for which brand of the space an order is, nil for none. An order of a campaign is for the campaign's brand: any other is
// Malformed. Where it was published, the page counts for that brand from then on, and the next Watch counts its citations anew.
func (p *Orders) Assign(ctx context.Context, who account.Caller, orderID string, brandID *string) (err error) {
	defer fault.Wrap(&err, "order.Assign")

	return p.db.InTx(ctx, func(tx *store.Tx) error {
		_, err := p.assignTx(ctx, tx, who.SpaceID, orderID, brandID)
		return err
	})
}

// AssignAll is Assign for several orders, all or none.
func (p *Orders) AssignAll(ctx context.Context, who account.Caller, ids []string, brandID *string) (err error) {
	defer fault.Wrap(&err, "order.AssignAll")

	return p.db.InTx(ctx, func(tx *store.Tx) error {
		return content.AssignTx(ctx, tx, who, Assigned, ids, brandID, func(id string, to *string) (*string, error) {
			return p.assignTx(ctx, tx, who.SpaceID, id, to)
		})
	})
}

func (p *Orders) revertTx(ctx context.Context, tx *store.Tx, of undo.Undoing, was content.Before) error {
	return was.RevertTx(func(id string, to *string) (*string, error) { return p.assignTx(ctx, tx, of.SpaceID, id, to) })
}

// assignTx tells for which brand the order was.
func (p *Orders) assignTx(ctx context.Context, tx *store.Tx, spaceID, orderID string, brandID *string) (was *string, err error) {
	if _, err := tx.Exec(ctx, `SELECT id FROM orders WHERE id = $1`+tx.ForUpdate(), orderID); err != nil {
		return nil, err
	}
	o, err := find(ctx, tx, spaceID, orderID)
	if err != nil {
		return nil, err
	}
	if brandID != nil {
		if err := content.RequireBrand(ctx, tx, spaceID, *brandID); err != nil {
			return nil, err
		}
	}
	if o.CampaignID != nil {
		return nil, fault.New(fault.Malformed).Why("order_campaign_brand")
	}
	if _, err := tx.Exec(ctx, `UPDATE orders SET brand_id = $2, reach = NULL WHERE id = $1`, o.ID, brandID); err != nil {
		return nil, err
	}
	was, o.BrandID = o.BrandID, brandID
	return was, p.placeTx(ctx, tx, o)
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
	join := Join{Who: who, CampaignID: *in.CampaignID}
	err := p.Joins.TellTx(ctx, tx, &join)
	if err == nil && in.BrandID != nil && *in.BrandID != join.BrandID {
		err = fault.Value("the campaign is another brand's", *in.BrandID, "body", "brand_id").Why("order_campaign_brand")
	}
	return &join.BrandID, err
}

// ContentsTx lists the contents that orders of a brand, and of no other, were submitted with.
func (p *Orders) ContentsTx(ctx context.Context, tx *store.Tx, brandID string) (_ []string, err error) {
	defer fault.Wrap(&err, "order.ContentsTx")

	return store.List(ctx, tx, store.One[string], `SELECT DISTINCT content_id FROM orders WHERE brand_id = $1
		AND content_id NOT IN (SELECT content_id FROM orders WHERE brand_id IS NULL OR brand_id <> $1)`, brandID)
}

// MoveTx puts the orders of a brand into the space where the brand and its contents now are. Orders whose content stayed behind stay with
// it, of no brand.
func (p *Orders) MoveTx(ctx context.Context, tx *store.Tx, brandID, from, to string) (err error) {
	defer fault.Wrap(&err, "order.MoveTx")

	if _, err := tx.Exec(ctx, `UPDATE orders SET brand_id = NULL, campaign_id = NULL, reach = NULL WHERE brand_id = $1
		AND content_id IN (SELECT id FROM contents WHERE space_id = $2)`,
		brandID, from); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE orders SET space_id = $3, reach = NULL WHERE brand_id = $1 AND space_id = $2`, brandID, from, to); err != nil {
		return err
	}
	// Orders of no brand count all brands of their space.
	if _, err := tx.Exec(ctx, `UPDATE orders SET reach = NULL WHERE space_id IN ($1, $2) AND brand_id IS NULL AND published_key IS NOT NULL`,
		from, to); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE order_inspections SET space_id = $2
		WHERE id IN (SELECT inspection_id FROM orders WHERE brand_id = $1 AND space_id = $2 AND inspection_id IS NOT NULL)`,
		brandID, to); err != nil {
		return err
	}
	if p.rooms.Brands == nil {
		return nil
	}
	pages, err := store.List(ctx, tx, store.One[string], `SELECT published_key FROM orders WHERE brand_id = $1
		AND status = 'published' AND published_key IS NOT NULL`, brandID)
	for _, page := range pages {
		if err := p.rooms.Brands.PlacedTx(ctx, tx, brand.Place{SpaceID: to, BrandID: &brandID, Page: page}); err != nil {
			return err
		}
	}
	return err
}
