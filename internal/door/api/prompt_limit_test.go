package api_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

const addPrompt = `{"brand_id":"{brand_id}","topic_id":"{topic_id}","text":"t"}`

// The limit over all brands of the account, as a caller meets it. One prompt is enabled from the start.
func TestPromptLimit(t *testing.T) {
	t.Parallel()
	for tier, limit := range map[plan.Tier]int{plan.Trial: 10, plan.Standard: 10, plan.Upper: 20} {
		t.Run(string(tier), func(t *testing.T) {
			t.Parallel()
			eachGeo(t, tier, func(t *testing.T, g *geo) {
				first := g.ids
				g.ids = things(t, g.Server, g.key) // a second brand, with a second enabled prompt
				for range limit - 2 {
					g.do(t, "POST", "/geo/brands/{brand_id}/prompts", addPrompt)
				}
				full := apitest.Values{"detail": object{"limit": limit, "active": limit, "remaining": 0}}
				post := func(ids watched, body string) apitest.Call {
					return apitest.Call{
						Key: g.key, Method: "POST", Path: fill("/geo/brands/{brand_id}/prompts", ids),
						Body: fill(body, ids), Status: 409, Code: 2002, Want: full,
					}
				}
				const withStatus = `{"brand_id":"{brand_id}","topic_id":"{topic_id}","text":"t","status":%q}`
				g.Expect(t, post(first, addPrompt))
				g.Expect(t, post(g.ids, addPrompt))
				g.Expect(t, post(g.ids, fmt.Sprintf(withStatus, "active")))
				waiting := g.do(t, "POST", "/geo/brands/{brand_id}/prompts", fmt.Sprintf(withStatus, "suggested"))["id"].(string)
				g.do(t, "POST", "/geo/brands/{brand_id}/prompts", fmt.Sprintf(withStatus, "archived"))

				enable := apitest.Call{
					Key: g.key, Method: "PATCH", Path: "/geo/prompts/" + waiting,
					Body: `{"status":"active","text":"new"}`, Status: 409, Code: 2002, Want: full,
				}
				g.Expect(t, enable)
				same(t, "refused", "t", g.do(t, "GET", "/geo/prompts/"+waiting, "")["text"])
				g.do(t, "PATCH", "/geo/prompts/{prompt_id}", `{"status":"active","text":"changed while enabled"}`)

				g.do(t, "PATCH", "/geo/prompts/{prompt_id}", `{"status":"suggested"}`)
				enable.Status, enable.Code, enable.Want = 0, 0, apitest.Values{"data.status": "active"}
				g.Expect(t, enable)
				g.Expect(t, post(g.ids, addPrompt))
				g.do(t, "DELETE", "/geo/prompts/"+waiting, "")
				g.do(t, "POST", "/geo/brands/{brand_id}/prompts", addPrompt)
				g.Expect(t, post(first, addPrompt))
			})
		})
	}
}

// Lowering the tier archives the newest beyond it, and blocks enabling more.
func TestPromptLimitLowered(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Upper, func(t *testing.T, g *geo) {
		for range 14 {
			g.do(t, "POST", "/geo/brands/{brand_id}/prompts", addPrompt)
		}
		standard := plan.Standard
		must.Get(g.App.Plans.Set(t.Context(), g.me.UserID, plan.Change{Tier: &standard}))(t)
		same(t, "still enabled", 10, g.do(t, "GET", "/geo/brands/{brand_id}/prompts?status=active", "")["total"])
		g.Expect(t, apitest.Call{
			Key: g.key, Method: "POST", Path: fill("/geo/brands/{brand_id}/prompts", g.ids), Body: fill(addPrompt, g.ids),
			Status: 409, Code: 2002, Want: apitest.Values{"detail": object{"limit": 10, "active": 10, "remaining": 0}},
		})
		g.do(t, "PATCH", "/geo/prompts/{prompt_id}", `{"stage":"changed while enabled"}`)
	})
}

// What an operator set apart from the tier counts in its place, and no longer when it is undone.
func TestPromptLimitApart(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		apart := func(n *int) {
			t.Helper()
			must.Get(g.App.Plans.Set(t.Context(), g.me.UserID, plan.Change{Own: map[string]*int{"active_prompts": n, "runs_per_day": new(7)}}))(t)
		}
		apart(new(12))
		for range 11 {
			g.do(t, "POST", "/geo/brands/{brand_id}/prompts", addPrompt)
		}
		g.Expect(t, apitest.Call{
			Key: g.key, Method: "POST", Path: fill("/geo/brands/{brand_id}/prompts", g.ids), Body: fill(addPrompt, g.ids),
			Status: 409, Code: 2002, Want: apitest.Values{"detail": object{"limit": 12, "active": 12, "remaining": 0}},
		})
		limits := g.do(t, "GET", "/me/limits", "")["limits"].(object)
		same(t, "enabled at most", 12, limits["active_prompts"])
		same(t, "runs a day", 7, limits["runs_per_day"])
		same(t, "points of the tier", 300, limits["points_per_cycle"])
		apart(nil)
		same(t, "still enabled", 10, g.do(t, "GET", "/geo/brands/{brand_id}/prompts?status=active", "")["total"])
	})
}

// Of a hundred requests to enable at the same time, additions and changes over two brands, exactly as many succeed as
// there are places, also when they come in through two processes.
func TestPromptLimitAtOnce(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		options := apitest.Options{Settings: geoSettings, Database: storetest.URL(t, d)}
		servers := []*apitest.Server{apitest.Start(t, d, options)}
		if d == store.Postgres {
			servers = append(servers, apitest.Start(t, d, options))
			connect(t, servers[0].App.DB)
			connect(t, servers[1].App.DB)
		}
		me := servers[0].Account(t, plan.Upper)
		g := &geo{Server: servers[0], me: me, key: me.Key(t)}
		brands := []watched{things(t, g.Server, g.key), things(t, g.Server, g.key)} // with an enabled prompt each
		for range 15 {
			g.ids = brands[0]
			g.do(t, "POST", "/geo/brands/{brand_id}/prompts", addPrompt)
		}
		enabled := enableAtOnce(t, servers, enablings(t, g, brands))
		total := 0.0
		for _, b := range g.do(t, "GET", "/geo/brands", "")["items"].([]any) {
			total += b.(object)["counts"].(object)["active_prompts"].(float64)
		}
		if enabled != 3 || total != 20 {
			t.Errorf("%d of 100 were enabled for 3 places, %v are enabled now", enabled, total)
		}
	})
}

// connect opens a dozen connections of a pool, so that what is begun at once is not kept apart by connecting.
func connect(t *testing.T, db *store.DB) {
	t.Helper()
	const many = 12
	var group, open sync.WaitGroup
	open.Add(many)
	for range many {
		group.Go(func() {
			expect.Do(t, db.InTx(context.Background(), func(*store.Tx) error { open.Done(); open.Wait(); return nil }))
		})
	}
	group.Wait()
}

// enablings are a hundred requests to enable, half of them changes of suggested prompts.
func enablings(t *testing.T, g *geo, brands []watched) (calls []apitest.Call) {
	t.Helper()
	who := g.caller(t)
	for i := range 50 {
		ids := brands[i%2]
		p, err := g.App.Brands.CreatePrompt(t.Context(), who, ids["brand_id"], brand.NewPrompt{
			PromptFields: brand.PromptFields{TopicID: ids["topic_id"], Text: "t", Status: brand.Suggested}, Source: brand.FromAgent,
		})
		must.Do(t, err)
		calls = append(calls,
			apitest.Call{Key: g.key, Method: "PATCH", Path: "/geo/prompts/" + p.ID, Body: `{"status":"active"}`},
			apitest.Call{Key: g.key, Method: "POST", Path: fill("/geo/brands/{brand_id}/prompts", ids), Body: fill(addPrompt, ids)})
	}
	return calls
}

// enableAtOnce makes all calls together, and returns how many succeeded.
func enableAtOnce(t *testing.T, servers []*apitest.Server, calls []apitest.Call) int64 {
	t.Helper()
	var enabled atomic.Int64
	await.AtOnce(len(calls), func(i int) {
		call := calls[i]
		a := servers[i/2%len(servers)].Do(t, call)
		if a.Code == 0 {
			enabled.Add(1)
			return
		}
		if a.Code != 2002 || a.At("detail.limit") != 20.0 || a.At("detail.active") != 20.0 {
			t.Errorf("%s %s: %s", call.Method, call.Path, a.Body)
		}
	})
	return enabled.Load()
}
