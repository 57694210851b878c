package api_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

// Facts are refused and kept as the contract says; another account's do not exist.
func TestFacts(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		const path = "/geo/brands/{brand_id}/facts"
		one := g.do(t, "POST", path,
			`{"brand_id":"{brand_id}","attribute":"门店数","value":"412","unit":"家","valid_from":"2026-09-30","source_url":"https://qinghe.example/q3"}`)
		if one["kind"] != "number" || one["judging"] != true || one["status"] != "active" {
			t.Errorf("%v", one)
		}
		g.ids["fact_id"] = one["id"].(string)
		for _, body := range []string{
			`{"brand_id":"{brand_id}","attribute":"门店数","value":"500","unit":"家"}`,
			`{"brand_id":"{brand_id}","attribute":"a","value":"many","kind":"number"}`,
			`{"brand_id":"{brand_id}","attribute":"a","value":"1","valid_from":"2026-13-01"}`,
			`{"brand_id":"{brand_id}","attribute":"a","value":"1","kind":"colour"}`,
			`{"brand_id":"{brand_id}","attribute":"","value":"1"}`,
		} {
			g.Expect(t, apitest.Call{Key: g.key, Method: "POST", Path: fill(path, g.ids), Body: fill(body, g.ids), Status: 422, Code: 4220})
		}
		same(t, "read again", one, g.do(t, "GET", "/geo/facts/{fact_id}", ""))
		changed := g.do(t, "PATCH", "/geo/facts/{fact_id}", `{"value":"420","wrong":["500 家"]}`)
		if changed["value"] != "420" || changed["unit"] != "家" {
			t.Errorf("%v", changed)
		}
		if history := g.do(t, "GET", "/geo/facts/{fact_id}/history", ""); len(history["items"].([]any)) != 2 {
			t.Errorf("%v", history)
		}
		if page := g.do(t, "GET", path+"?q=门店&status=active", ""); page["total"] != 1.0 {
			t.Errorf("%v", page)
		}
		g.do(t, "DELETE", "/geo/facts/{fact_id}", "")
		g.Expect(t, apitest.Call{Key: g.key, Method: "GET", Path: fill("/geo/facts/{fact_id}", g.ids), Status: 404, Code: 3001})
	})
}

// The words of all facts of a brand have a bound together.
func TestFactWordsCeiling(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		const path = "/geo/brands/{brand_id}/facts"
		added := func(body string) string { return `{"brand_id":"{brand_id}",` + body[1:] }
		for i := range 9 { // some 27,000 bytes each
			g.do(t, "POST", path, added(wordyFact(t, i)))
		}
		small := g.do(t, "POST", path, added(`{"attribute":"b","value":"v"}`))
		over := func(method, path, body string) {
			t.Helper()
			g.Expect(t, apitest.Call{
				Key: g.key, Method: method, Path: fill(path, g.ids), Body: fill(body, g.ids), Status: 409, Code: 2006,
				Want: apitest.Values{"detail": object{"limit": 256 << 10}},
			})
		}
		over("POST", path, added(wordyFact(t, 9)))
		g.ids["fact_id"] = small["id"].(string)
		over("PATCH", "/geo/facts/{fact_id}", wordyFact(t, 9))
	})
}

// wordyFact has 50 options, 20 terms and 20 wrong variants as long as they may be, all its own.
func wordyFact(t *testing.T, i int) string {
	t.Helper()
	several := func(kind string, n, length int) (list []string) {
		for k := range n {
			head := fmt.Sprintf("%s%d·%d·", kind, i, k)
			list = append(list, head+strings.Repeat("😀", length-len([]rune(head))))
		}
		return list
	}
	body := must.Get(json.Marshal(map[string]any{
		"attribute": fmt.Sprint("a", i), "value": "v", "options": several("o", 50, 64), "terms": several("t", 20, 64),
		"wrong": several("w", 20, 128),
	}))(t)
	return string(body)
}
