package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
)

// Find reads a campaign of the caller's space.
func (c *Campaigns) Find(ctx context.Context, who account.Caller, campaignID string) (_ Campaign, err error) {
	defer fault.Wrap(&err, "campaign.Find")

	return find(ctx, c.db.Read(), who, campaignID, "")
}

// FindIn is Find within a snapshot.
func (c *Campaigns) FindIn(ctx context.Context, q store.Querier, who account.Caller, campaignID string) (_ Campaign, err error) {
	defer fault.Wrap(&err, "campaign.FindIn")

	return find(ctx, q, who, campaignID, "")
}

func find(ctx context.Context, q store.Querier, who account.Caller, campaignID, lock string) (Campaign, error) {
	found, err := scan(q.QueryRow(ctx, selectCampaign+` WHERE id = $1 AND space_id = $2`+lock, campaignID, who.SpaceID))
	if errors.Is(err, store.ErrNoRows) {
		return found, fault.NotFound("campaign", campaignID)
	}
	return found, err
}

// List pages through the campaigns of a brand, or of the whole space where it is empty, newest first, and counts them.
func (c *Campaigns) List(ctx context.Context, who account.Caller, brandID string, page store.Paging) (list []Campaign, total int64, err error) {
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
		most := ` ORDER BY created_at DESC, id DESC LIMIT ` + strconv.FormatInt(page.Size, 10) + ` OFFSET ` + strconv.FormatInt(page.Offset(), 10)
		list, err = store.List(ctx, q, scan, selectCampaign+where+most, args...)
		if list == nil {
			list = []Campaign{}
		}
		return err
	})
	return list, total, err
}

// Open lists the campaigns of the caller's space that orders can join, newest first.
func (c *Campaigns) Open(ctx context.Context, who account.Caller) (_ []Campaign, err error) {
	defer fault.Wrap(&err, "campaign.Open")

	return store.List(ctx, c.db.Read(), scan, selectCampaign+` WHERE space_id = $1 AND ended_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 100`, who.SpaceID)
}

// OpenIn lists the campaigns of a brand that were open at any time of a period, in the order of their declaration.
func (c *Campaigns) OpenIn(ctx context.Context, brandID string, from, to timestamp.Time) (_ []Campaign, err error) {
	defer fault.Wrap(&err, "campaign.OpenIn")

	return store.List(ctx, c.db.Read(), scan, selectCampaign+` WHERE brand_id = $1 AND created_at < $3 AND (ended_at IS NULL OR ended_at >= $2) ORDER BY created_at, id`, brandID, from, to)
}

// OthersIn lists the brand's other campaigns within a snapshot.
func (c *Campaigns) OthersIn(ctx context.Context, q store.Querier, one Campaign) (_ []Campaign, err error) {
	defer fault.Wrap(&err, "campaign.OthersIn")

	return store.List(ctx, q, scan, selectCampaign+` WHERE brand_id = $1 AND id <> $2`, one.BrandID, one.ID)
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

// JoinTx answers whether an order may belong to a campaign, and whose it then is: NotFound for one that the caller does not have, Malformed for one that
// has ended. It stays locked until the transaction ends.
func (c *Campaigns) JoinTx(ctx context.Context, tx *store.Tx, who account.Caller, campaignID string) (brandID string, err error) {
	defer fault.Wrap(&err, "campaign.JoinTx")

	found, err := find(ctx, tx, who, campaignID, tx.ForUpdate())
	if err == nil && found.EndedAt != nil {
		return "", fault.Value("the campaign has ended", campaignID, "body", "campaign_id").Why("campaign_ended")
	}
	return found.BrandID, err
}

// Live lists campaigns of all spaces, with their owners, of which nothing final has been said, or was since the time given.
func (c *Campaigns) Live(ctx context.Context, since timestamp.Time) (_ []Owned, err error) {
	defer fault.Wrap(&err, "campaign.Live")

	return store.List(ctx, c.db.Read(), func(row store.Row) (o Owned, err error) {
		err = row.Scan(&o.CampaignID, &o.Owner.SpaceID, &o.Owner.UserID, &o.Judged)
		return o, err
	}, `SELECT c.id, c.space_id, s.owner_id, c.judged_at IS NOT NULL FROM campaigns c JOIN spaces s ON s.id = c.space_id
		WHERE c.judged_at IS NULL OR c.judged_at >= $1 ORDER BY c.id`, since)
}

// Owned is a campaign with whom it belongs to.
type Owned struct {
	CampaignID string
	Owner      account.Caller
	Judged     bool
}

// JudgeTx keeps what is said of a campaign whose time has passed; nil says nothing, for good. It is false when something was said before, so that whoever is told is told
// once.
func (c *Campaigns) JudgeTx(ctx context.Context, tx *store.Tx, campaignID string, said *Judged) (first bool, err error) {
	defer fault.Wrap(&err, "campaign.JudgeTx")

	var text *string
	if said != nil {
		said.At = tx.Now
		kept, err := json.Marshal(said)
		if err != nil {
			return false, err
		}
		text = new(string(kept))
	}
	n, err := tx.Exec(ctx, `UPDATE campaigns SET judged_at = $2, judged = $3 WHERE id = $1 AND judged_at IS NULL`, campaignID, tx.Now, text)
	return n > 0, err
}
