package campaign

import (
	"context"
	"errors"
	"strconv"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/publishing/order"
)

// Find reads a campaign of the caller's space.
func (c *Campaigns) Find(ctx context.Context, who account.Caller, campaignID string) (_ Campaign, err error) {
	defer fault.Wrap(&err, "campaign.Find")

	return find(ctx, c.db.Read(), who, campaignID, "")
}

func find(ctx context.Context, q store.Querier, who account.Caller, campaignID, lock string) (Campaign, error) {
	found, err := scan(q.QueryRow(ctx, selectCampaign+` WHERE id = $1 AND space_id = $2`+lock, campaignID, who.SpaceID))
	if errors.Is(err, store.ErrNoRows) {
		return found, fault.NotFound("campaign", campaignID)
	}
	return found, err
}

// List pages through the campaigns of a brand, or of the whole space where it is empty, newest first, and counts them.
func (c *Campaigns) List(ctx context.Context, who account.Caller, brandID string, page store.Paging) (list []Campaign,
	total int64, err error,
) {
	defer fault.Wrap(&err, "campaign.List")

	err = c.db.View(ctx, func(q store.Querier) error {
		where, args := ` WHERE space_id = $1`, []any{who.SpaceID}
		if brandID != "" {
			if _, err := c.brands.FindIn(ctx, q, who, brandID); err != nil {
				return err
			}
			where, args = where+` AND brand_id = $2`, append(args, brandID)
		}
		if total, err = store.One[int64](q.QueryRow(ctx, `SELECT count(*) FROM campaigns`+where, args...)); err != nil {
			return err
		}
		most := ` ORDER BY created_at DESC, id DESC LIMIT ` + strconv.FormatInt(page.Size, 10) + ` OFFSET ` +
			strconv.FormatInt(page.Offset(), 10)
		list, err = store.List(ctx, q, scan, selectCampaign+where+most, args...)
		if list == nil {
			list = []Campaign{}
		}
		return err
	})
	return list, total, err
}

// Names are what the campaigns of a brand are called, by their ids.
func (c *Campaigns) Names(ctx context.Context, who account.Caller, brandID string) (names map[string]string, err error) {
	defer fault.Wrap(&err, "campaign.Names")

	names = map[string]string{}
	err = store.Each(ctx, c.db.Read(), func(row store.Row) error {
		var id, name string
		err := row.Scan(&id, &name)
		names[id] = name
		return err
	}, `SELECT id, name FROM campaigns WHERE space_id = $1 AND brand_id = $2`, who.SpaceID, brandID)
	return names, err
}

// Open lists the campaigns of the caller's space that orders can join, newest first.
func (c *Campaigns) Open(ctx context.Context, who account.Caller) (_ []Campaign, err error) {
	defer fault.Wrap(&err, "campaign.Open")

	return store.List(ctx, c.db.Read(), scan, selectCampaign+
		` WHERE space_id = $1 AND ended_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 100`, who.SpaceID)
}

// End ends a campaign: later answers do not count for it and no order joins it. Ending twice changes nothing.
func (c *Campaigns) End(ctx context.Context, who account.Caller, campaignID string) (out Campaign, err error) {
	defer fault.Wrap(&err, "campaign.End")

	err = c.db.InTx(ctx, func(tx *store.Tx) error {
		if out, err = find(ctx, tx, who, campaignID, tx.ForUpdate()); err != nil || out.EndedAt != nil {
			return err
		}
		now := tx.Now
		out.EndedAt = &now
		_, err = tx.Exec(ctx, `UPDATE campaigns SET ended_at = $2 WHERE id = $1`, campaignID, now)
		return err
	})
	return out, err
}

// joinTx says for which brand an order of a campaign is: NotFound for one that the caller does not have, Malformed for
// one that has ended. It stays locked until the transaction ends.
func (c *Campaigns) joinTx(ctx context.Context, tx *store.Tx, j *order.Join) error {
	found, err := find(ctx, tx, j.Who, j.CampaignID, tx.ForUpdate())
	if err == nil && found.EndedAt != nil {
		return fault.Value("the campaign has ended", j.CampaignID, "body", "campaign_id").Why("campaign_ended")
	}
	j.BrandID = found.BrandID
	return err
}
