package app_test

import (
	"maps"
	"testing"
	"time"

	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/await"
	"renown/internal/testkit/must"
)

// The jobs of a disabled account are put off, those of others are done; once it is enabled, they are done as well.
func TestDisabledAccountsJobsRest(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		ctx, a := t.Context(), s.App
		kinds := []string{"fact_check", "fact_judge", "reread", "generation"}
		q := must.Get(queue.New(a.DB, queue.Options{}))(t)
		begin := func(disabled bool) string {
			me := s.Account(t, plan.Upper)
			who := must.Get(a.Accounts.Authenticate(ctx, me.Key(t)))(t)
			b := must.Get(a.Brands.Create(ctx, who, brand.Profile{Name: "云栖", Introduction: "笔记", ProductType: "software"}))(t)
			if disabled {
				must.Do(t, a.Accounts.SetStatus(ctx, me.UserID, account.StatusDisabled))
			}
			must.Get(a.Generations.Start(ctx, who, b.ID, nil, nil))(t)
			must.Do(t, a.DB.InTx(ctx, func(tx *store.Tx) error {
				var jobs []queue.Job
				for _, kind := range kinds[:3] {
					jobs = append(jobs, queue.Job{Kind: kind, Args: map[string]string{"brand_id": b.ID}})
				}
				return q.EnqueueTx(ctx, tx, jobs...)
			}))
			return me.UserID
		}
		left := func(want map[string]int64) {
			t.Helper()
			got := map[string]int64{}
			for range await.Looks(2 * time.Minute) {
				clear(got)
				for _, d := range must.Get(q.Depths(ctx))(t) {
					got[d.Kind+" "+d.State] = d.Jobs
				}
				maps.DeleteFunc(got, func(k string, _ int64) bool { return k[:3] != "fac" && k[:3] != "rer" && k[:3] != "gen" })
				if maps.Equal(got, want) {
					return
				}
			}
			t.Fatalf("left are %v, want %v", got, want)
		}
		disabled := begin(true)
		begin(false)
		left(map[string]int64{"fact_check scheduled": 1, "fact_judge scheduled": 1, "reread scheduled": 1, "generation scheduled": 1})
		must.Do(t, a.Accounts.SetStatus(ctx, disabled, account.StatusActive))
		must.Do(t, a.DB.InTx(ctx, func(tx *store.Tx) error { // an hour later
			_, err := tx.Exec(ctx, `UPDATE river_job SET scheduled_at = created_at WHERE state = 'scheduled'`)
			return err
		}))
		left(map[string]int64{})
	})
}
