package effect

import (
	"context"
	"encoding/json"
	"math"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/tool/stat"
)

// A platform's usual lag is kept within days in which something is left to compare.
const (
	lagShortest = 3
	lagLongest  = 14
)

// Lags is the median days to the first citation on each platform, over all campaigns of the installation whose answers were read. It says nothing of a platform
// that too few know.
func (e *Effects) Lags(ctx context.Context) (out map[string]int, err error) {
	defer fault.Wrap(&err, "effect.Lags")

	waiting, accounts := map[string][]stat.Waiting{}, map[string]map[string]bool{}
	err = store.Each(ctx, e.db.Read(), func(row store.Row) error {
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
		for _, c := range t.Cites {
			if day, before := first[c.Platform]; c.Order == order && (!before || c.Day < day) {
				first[c.Platform] = c.Day
			}
		}
		for _, platform := range t.Platforms {
			w := stat.Waiting{Days: float64(max(0, dayOf(read)-dayOf(published)))}
			if day, cited := first[platform]; cited {
				w = stat.Waiting{Days: float64(max(0, day-dayOf(published))), Came: true}
			}
			waiting[platform] = append(waiting[platform], w)
			if accounts[platform] == nil {
				accounts[platform] = map[string]bool{}
			}
			accounts[platform][accountID] = true
		}
		return nil
	}, `SELECT s.owner_id, o.id, o.published_at, t.trace, t.read_at FROM orders o JOIN spaces s ON s.id = o.space_id JOIN campaign_traces t ON t.campaign_id = o.campaign_id
		WHERE o.published_at IS NOT NULL ORDER BY o.id DESC LIMIT 1000`)
	out = map[string]int{}
	for platform, list := range waiting {
		if !account.Tellable(len(list), len(accounts[platform])) {
			continue
		}
		if day, _, ok := stat.Median(stat.Arrivals(list)); ok {
			out[platform] = int(math.Round(min(max(day, lagShortest), lagLongest)))
		}
	}
	return out, err
}
