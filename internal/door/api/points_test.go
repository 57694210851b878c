package api_test

import (
	"testing"
	"time"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

func TestPointsRefusals(t *testing.T) {
	t.Parallel()
	eachOrder(t, plan.Standard, func(t *testing.T, p *press) {
		without := p.me.Key(t, "geo:*", "media:order")
		for _, path := range []string{"/media/publish-quota", "/media/points-records"} {
			p.Expect(t, apitest.Call{Method: "GET", Path: path, Status: 401, Code: 1001})
			p.Expect(t, apitest.Call{Key: without, Method: "GET", Path: path, Status: 403, Code: 1002, Want: apitest.Values{
				"detail": object{"required": []string{"media:read"}, "missing": []string{"media:read"}},
			}})
			p.Expect(t, apitest.Call{Key: p.key, Method: "POST", Path: path, Status: 405, Code: 4050})
		}
		for _, query := range []string{"page=0", "page_size=101", "page=x", "page_size=0"} {
			p.Expect(t, apitest.Call{Key: p.key, Method: "GET", Path: "/media/points-records?" + query, Status: 422, Code: 4220})
		}
	})
}

// The quota and the records tell the same story, cycle by cycle.
func TestPointsStory(t *testing.T) {
	t.Parallel()
	eachOrder(t, plan.Upper, func(t *testing.T, p *press) {
		quota := func(want object) {
			t.Helper()
			p.Expect(t, apitest.Call{Key: p.key, Method: "GET", Path: "/media/publish-quota", Want: apitest.Values{"data": want}})
		}
		first := object{
			"cycle_start": "2026-01-04T16:00:00.000Z", "cycle_end": "2026-02-04T16:00:00.000Z", "tier": "upper",
			"granted": 1000, "used": 0, "held": 0, "refunded": 0, "balance": 1000,
		}
		quota(first)
		p.Clock.Set(time.Date(2026, 2, 3, 16, 0, 0, 0, time.UTC)) // a day before the cycle ends
		orders := p.orders(t, p.outlet(t, 100), p.outlet(t, 50), p.outlet(t, 7))
		quota(with(first, object{"held": 157, "balance": 843}))
		p.expect(t, "DELETE", "/media/orders/"+orders[0], "")
		quota(with(first, object{"held": 57, "refunded": 100, "balance": 943}))
		must.Get(p.App.Orders.Approve(t.Context(), "op", orders[1], ""))(t)
		must.Get(p.App.Orders.Publish(t.Context(), "op", orders[1], "https://qianyan.example/1"))(t)
		quota(with(first, object{"used": 50, "held": 7, "refunded": 100, "balance": 943}))

		p.Clock.Set(time.Date(2026, 2, 4, 16, 0, 0, 0, time.UTC))
		second := with(first, object{"cycle_start": "2026-02-04T16:00:00.000Z", "cycle_end": "2026-03-04T16:00:00.000Z", "held": 7})
		quota(second)
		p.expect(t, "DELETE", "/media/orders/"+orders[2], "") // of the old cycle, counts in the new one
		quota(with(second, object{"held": 0, "refunded": 7, "balance": 1007}))

		records := p.expect(t, "GET", "/media/points-records?page_size=100", "")
		same(t, "total", 9, records.At("data.total"))
		var got [][]any
		for _, item := range records.At("data.items").([]any) {
			r := item.(object)
			got = append(got, []any{r["kind"], r["points"], r["balance_after"], r["order_id"], r["note"]})
		}
		same(t, "records", [][]any{
			{"release", 7, 1007, orders[2], "撤回订单，积分退回"},
			{"grant", 1000, 1000, nil, "本期积分发放"},
			{"expire", -943, 0, nil, "本期剩余积分到期清零"},
			{"capture", 0, 943, orders[1], "稿件已发布，积分扣除"},
			{"release", 100, 943, orders[0], "撤回订单，积分退回"},
			{"hold", -7, 843, orders[2], "提交订单，积分冻结"},
			{"hold", -50, 850, orders[1], "提交订单，积分冻结"},
			{"hold", -100, 900, orders[0], "提交订单，积分冻结"},
			{"grant", 1000, 1000, nil, "本期积分发放"},
		}, got)
		page := p.expect(t, "GET", "/media/points-records?page=3&page_size=4", "")
		same(t, "page 3", object{"total": 9, "page": 3, "page_size": 4, "has_more": false}, object{
			"total": page.At("data.total"), "page": page.At("data.page"), "page_size": page.At("data.page_size"),
			"has_more": page.At("data.has_more"),
		})
		same(t, "its entry", records.At("data.items.8"), page.At("data.items.0"))
	})
}
