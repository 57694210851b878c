package api_test

import (
	"net/http"
	"strings"
	"testing"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
)

// A refusal says what to change, beside the detail, whose form is fixed.
func TestHints(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Frozen: true, Settings: held}, func(t *testing.T, s *apitest.Server) {
		g := &geo{Server: s, me: s.Account(t, plan.Standard)}
		g.key = g.me.Key(t)
		g.ids = things(t, s, g.key)
		brand := "/geo/brands/" + g.ids["brand_id"]
		for _, c := range []struct {
			call apitest.Call
			hint string // "" is none
		}{
			{apitest.Call{
				Method: "POST", Path: "/geo/brands", Body: `{"nmae":"x","introduction":"y"}`, Status: 422,
				Code: 4220,
			}, "不认识 nmae，是否想写 name？"},
			{apitest.Call{Method: "POST", Path: "/geo/brands", Body: `{"colour":"x"}`, Status: 422, Code: 4220}, ""},
			{apitest.Call{Method: "POST", Path: "/geo/brands", Body: `{"name":"x","introduction":"y","keyword":["z"]}`}, ""}, // accepted: nothing to say
			{apitest.Call{Method: "GET", Path: "/media?page_size=x&pagesize=3", Status: 422, Code: 4220}, ""},                // what it could mean was sent
			{
				apitest.Call{
					Method: "POST", Path: "/geo/brands", Body: "name=x",
					Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}, Status: 422, Code: 4220,
				},
				"请求头 Content-Type 应为 application/json，收到的是 application/x-www-form-urlencoded",
			},
			{apitest.Call{Method: "GET", Path: "/geo/brands/brd_none", Status: 404, Code: 3001}, "指的是请求中的 path.brand_id"},
			{apitest.Call{Method: "POST", Path: brand + "/prompts", Body: `{"brand_id":"` + g.ids["brand_id"] +
				`","topic_id":"top_none","text":"x"}`, Status: 404, Code: 3001}, "指的是请求中的 body.topic_id"},
			{apitest.Call{Method: "POST", Path: brand + "/prompts", Body: `{"brand_id":"` + g.ids["brand_id"] + `","language":"x","region":"x","stage":"x","text":"x","topic_id":"x"}`, Status: 404, Code: 3001}, "指的是请求中的 body.topic_id"}, // not what reads the same
			{apitest.Call{Method: "POST", Path: brand + "/prompts/delete", Body: `{"prompt_ids":["` +
				g.ids["prompt_id"] + `","pmt_none"]}`, Status: 404, Code: 3001}, "指的是请求中的 body.prompt_ids[1]"},
		} {
			c.call.Key, c.call.Want = g.key, apitest.Values{"hint": apitest.Absent}
			if c.hint != "" {
				c.call.Want["hint"] = c.hint
			}
			g.Expect(t, c.call)
		}
		g.enable(t, true)
		g.Expect(t, g.start(""))
		again := g.start(`,"mode":"chat"`)
		again.Status, again.Code = 429, 2003
		if hint, _ := g.Expect(t, again).At("hint").(string); !strings.HasPrefix(hint, "北京时间 2026-01-") ||
			!strings.HasSuffix(hint, " 00:00 起重新计数") {
			t.Errorf("%q", hint)
		}
	})
}
