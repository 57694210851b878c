package api_test

import (
	"strings"
	"testing"

	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// A campaign is declared, frozen, joined by orders, measured and ended; nothing of another account is in it.
func TestCampaigns(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Upper, func(t *testing.T, g *geo) {
		other := g.Account(t, plan.Upper).Key(t)
		theirs := things(t, g.Server, other)
		topic := g.ids["topic_id"]
		prompt := func(text string) string {
			return g.do(t, "POST", "/geo/brands/{brand_id}/prompts", `{"brand_id":"{brand_id}","topic_id":"`+topic+
				`","text":"`+text+`","types":["visibility"],"stage":"awareness","status":"active"}`)["id"].(string)
		}
		first, second, branded := prompt("哪种方式更省时"), prompt("团队该怎么选"),
			prompt(g.do(t, "GET", "/geo/brands/{brand_id}", "")["name"].(string)+"怎么样")
		create := func(more string) apitest.Call {
			return apitest.Call{
				Key: g.key, Method: "POST", Path: "/geo/campaigns",
				Body: fill(`{"brand_id":"{brand_id}","name":"通勤外带"`+more+`}`, g.ids),
			}
		}
		refused := func(_ string, call apitest.Call, status, code int) {
			t.Helper()
			call.Status, call.Code = status, code
			g.Expect(t, call)
		}
		refused("no target", create(`,"target_ids":[]`), 422, 4220)
		refused("a prompt of another", create(`,"target_ids":["`+theirs["prompt_id"]+`"]`), 404, 3001)
		refused("a control of another", create(`,"target_ids":["`+first+`"],"control_ids":["`+theirs["prompt_id"]+`"]`), 404, 3001)
		refused("a prompt that names the brand", create(`,"target_ids":["`+branded+`"]`), 422, 4220)
		refused("both", create(`,"target_ids":["`+first+`"],"control_ids":["`+first+`"]`), 422, 4220)
		mine := create(`,"target_ids":["` + first + `","` + first + `"]`)
		mine.Key = other
		refused("a brand of another", mine, 404, 3001)
		mine.Key = g.me.Key(t, "geo:read")
		refused("without the scope", mine, 403, 1002)
		mine.Key = g.key
		made := g.Expect(t, mine)
		id, _ := made.At("data.id").(string)
		if targets := made.At("data.targets").([]any); len(targets) != 1 || targets[0].(object)["text"] != "哪种方式更省时" {
			t.Errorf("%v", targets)
		}
		for _, c := range made.At("data.controls").([]any) {
			if p := c.(object)["prompt_id"]; p == first || p == branded {
				t.Errorf("%v is compared with", p)
			}
		}
		refused("a target of an open campaign", create(`,"target_ids":["`+first+`","`+second+`"]`), 409, 3002)

		at := "/geo/campaigns/" + id
		refused("of another", apitest.Call{Key: other, Method: "GET", Path: at}, 404, 3001)
		refused("of another", apitest.Call{Key: other, Method: "POST", Path: at + "/end"}, 404, 3001)
		read := g.do(t, "GET", at, "")
		if read["verdict"] != "too_early" || read["reason"] != "unpublished" || read["lot_seed"] != nil || read["promise"] != nil || read["final"] != false {
			t.Errorf("%v", read)
		}
		page := g.do(t, "GET", "/geo/campaigns?brand_id={brand_id}", "")
		if page["total"] != 1.0 || len(page["items"].([]any)) != 1 {
			t.Errorf("%v", page)
		}
		refused("the list of another", apitest.Call{
			Key: other, Method: "GET",
			Path: fill("/geo/campaigns?brand_id={brand_id}", g.ids),
		}, 404, 3001)

		m, err := g.App.Catalogue.Set(t.Context(), catalogue.Entry{Fields: catalogue.Fields{
			Name:      "晨光日报",
			MediaType: catalogue.News, ContentTypes: []string{"article"}, Price: catalogue.Price{Points: 5},
		}})
		must.Do(t, err)
		content, _ := g.Expect(t, apitest.Call{
			Key: g.key, Method: "POST", Path: "/media/contents",
			Body: `{"title":"怎么选","body":"正文","content_type":"article"}`,
		}).At("data.id").(string)
		submit := func(campaign string) apitest.Call {
			return apitest.Call{Key: g.key, Method: "POST", Path: "/media/orders", Body: `{"content_id":"` + content +
				`","media_ids":["` + m.ID + `"],"campaign_id":"` + campaign + `"}`}
		}
		refused("an unknown campaign", submit("cam_none"), 404, 3001)
		ordered := g.Expect(t, submit(id))
		expect.Equal[any](t, ordered.At("data.items.0.campaign_id"), id, ordered.Body)
		orderID, _ := ordered.At("data.items.0.id").(string)
		must.Get(g.App.Orders.Approve(t.Context(), "op", orderID, ""))(t)
		must.Get(g.App.Orders.Publish(t.Context(), "op", orderID, "https://news.example/a/1"))(t)
		read = g.do(t, "GET", at, "")
		if read["verdict"] != "too_early" || len(read["publications"].([]any)) != 1 || read["started_on"] == nil {
			t.Errorf("%v", read)
		}
		g.do(t, "PATCH", "/geo/prompts/"+first, `{"text":"另一个问题"}`)
		if dropped := g.do(t, "GET", at, "")["dropped"].([]any); len(dropped) != 1 || dropped[0].(object)["reason"] != "edited" {
			t.Errorf("%v", dropped)
		}
		ended := g.do(t, "POST", at+"/end", "")
		if again := g.do(t, "POST", at+"/end", ""); again["ended_at"] != ended["ended_at"] || ended["ended_at"] == nil {
			t.Errorf("%v, %v", ended, again)
		}
		refused("an order for what has ended", submit(id), 422, 4220)
		if list := g.do(t, "GET", "/media/orders", "")["items"].([]any); len(list) != 1 ||
			!strings.HasPrefix(list[0].(object)["campaign_id"].(string), "cam_") {
			t.Errorf("%v", list)
		}
	})
}
