package brand

import (
	"context"

	"renown/internal/floor/fault"
	"renown/internal/room/account"
)

// Newest are the newest topic, prompt and competitor of a brand; empty where there is none.
type Newest struct{ TopicID, PromptID, CompetitorID string }

// Newest reads them by one statement. A brand of another space has none.
func (b *Brands) Newest(ctx context.Context, who account.Caller, brandID string) (n Newest, err error) {
	defer fault.Wrap(&err, "brand.Newest")

	newest := func(table string) string {
		return `COALESCE((SELECT t.id FROM ` + table + ` t JOIN brands b ON b.id = t.brand_id WHERE t.brand_id = $1 AND b.space_id = $2
			ORDER BY t.created_at DESC, t.id DESC LIMIT 1), '')`
	}
	err = b.db.Read().QueryRow(ctx, `SELECT `+newest("topics")+`, `+newest("prompts")+`, `+newest("competitors"), brandID, who.SpaceID).
		Scan(&n.TopicID, &n.PromptID, &n.CompetitorID)
	return n, err
}
