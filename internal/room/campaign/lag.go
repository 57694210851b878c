package campaign

import (
	"context"
	"encoding/json"
	"slices"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/plan"
	"renown/internal/tool/stat"
)

// lagSteps are what a platform's usual lag is told in, in days: too wide to tell one account about another, and within
// days in which something is left to compare.
var lagSteps = []float64{3, 7, 14}

// Lags is the median days to the first citation on each platform, over all campaigns of the installation whose answers
// were read, in steps. It says nothing of a platform that too few know.
func (c *Campaigns) Lags(ctx context.Context) (out map[string]int, err error) {
	defer fault.Wrap(&err, "campaign.Lags")

	waiting := map[string]*plan.Pool[stat.Waiting]{}
	err = store.Each(ctx, c.db.Read(), func(row store.Row) error {
		var accountID, order, text string
		var published, read timestamp.Time
		if err := row.Scan(&accountID, &order, &published, &text, &read); err != nil {
			return err
		}
		var t struct {
			Cites     []cite   `json:"cites"`
			Platforms []string `json:"platforms"`
		}
		if err := json.Unmarshal([]byte(text), &t); err != nil {
			return err
		}
		first := map[string]int{}
		for _, one := range t.Cites {
			if day, before := first[one.Platform]; one.Order == order && (!before || one.Day < day) {
				first[one.Platform] = one.Day
			}
		}
		for _, platform := range t.Platforms {
			w := stat.Waiting{Days: float64(max(0, dayOf(read)-dayOf(published)))}
			if day, cited := first[platform]; cited {
				w = stat.Waiting{Days: float64(max(0, day-dayOf(published))), Came: true}
			}
			if waiting[platform] == nil {
				waiting[platform] = &plan.Pool[stat.Waiting]{}
			}
			waiting[platform].Add(accountID, w)
		}
		return nil
	}, `SELECT s.owner_id, o.id, o.published_at, c.trace, c.read_at FROM orders o
		JOIN spaces s ON s.id = o.space_id JOIN campaigns c ON c.id = o.campaign_id
		WHERE o.published_at IS NOT NULL AND c.trace IS NOT NULL AND `+plan.Counts+` ORDER BY o.id DESC LIMIT 1000`)
	out = map[string]int{}
	for platform, pool := range waiting {
		list, ok := pool.Told()
		if !ok {
			continue
		}
		if day, _, ok := stat.Median(stat.KaplanMeier(list)); ok {
			i, _ := slices.BinarySearch(lagSteps, day)
			out[platform] = int(lagSteps[min(i, len(lagSteps)-1)])
		}
	}
	return out, err
}
