package campaign_test

import (
	"fmt"
	"testing"

	"renown/internal/room/campaign"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// How long a platform takes is told to others once six accounts have published, in steps of days, and not by those on trial.
func TestLagsTellNobody(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		const today = 20458 // 2026-01-05, in days since 1970
		last := newMeasured(t, w, 2)
		for i := range 6 {
			expect.Same(t, must.Get(last.campaigns.Lags(t.Context()))(t), map[string]int{}, i, "accounts")
			last = newMeasured(t, w, 2)
			c, err := last.campaigns.Declare(t.Context(), last.Who,
				campaign.Declaration{BrandID: last.ID, Name: "一", TargetIDs: last.prompts[:1]})
			must.Do(t, err)
			o := last.publish(c.ID, fmt.Sprintf("morning%d.example", i))
			storetest.Exec(t, w.DB, `UPDATE campaigns SET read_of = '', trace = $2, read_at = $3 WHERE id = $1`, c.ID,
				fmt.Sprintf(`{"platforms":["deepseek"],"cites":[{"o":%q,"on":"deepseek","d":%d}]}`, o.ID, today+5), w.DB.Now())
		}
		expect.Same(t, must.Get(last.campaigns.Lags(t.Context()))(t), map[string]int{"deepseek": 7}, "six accounts, five days each")
		storetest.Exec(t, w.DB, `UPDATE subscriptions SET tier = 'trial' WHERE user_id = $1`, last.Who.UserID)
		expect.Same(t, must.Get(last.campaigns.Lags(t.Context()))(t), map[string]int{}, "one of them on trial")
	})
}
