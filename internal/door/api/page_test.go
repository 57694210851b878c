package api_test

import (
	"fmt"
	"strings"
	"testing"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

// pagedLists are the lists that are whole unless a page is asked for, with what one more item is made from.
var pagedLists = []struct{ path, body string }{
	{"/geo/brands", `{"name":"n","introduction":"i"}`},
	{"/geo/brands/{brand_id}/topics", `{"brand_id":"{brand_id}","name":"n"}`},
	{"/geo/brands/{brand_id}/prompts", `{"brand_id":"{brand_id}","topic_id":"{topic_id}","text":"t","status":"suggested"}`},
	{"/geo/brands/{brand_id}/competitors", `{"brand_id":"{brand_id}","name":"%d"}`},
}

// Items that were made in the same moment stand in the same order on pages as in the whole list.
func TestListsByPage(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		for _, list := range pagedLists {
			for i := range 21 { // with the one that is there: more than a page that was asked for by its number only
				body := list.body
				if list.path == "/geo/brands/{brand_id}/competitors" {
					body = fmt.Sprintf(body, i)
				}
				g.do(t, "POST", list.path, body)
			}
			whole := g.do(t, "GET", list.path, "")
			items := whole["items"].([]any)
			beside := object{"total": 22}
			if strings.HasSuffix(list.path, "/prompts") {
				beside["filters"] = object{}
			}
			same(t, list.path, with(object{"items": items}, beside), whole)
			must.Equal(t, len(items), 22, list.path, "items")
			for query, want := range map[string]object{
				"page=1":                {"items": items[:20], "page": 1, "page_size": 20, "has_more": true},
				"page=2":                {"items": items[20:], "page": 2, "page_size": 20, "has_more": false},
				"page_size=11":          {"items": items[:11], "page": 1, "page_size": 11, "has_more": true},
				"page=2&page_size=11":   {"items": items[11:], "page": 2, "page_size": 11, "has_more": false},
				"page=3&page_size=7":    {"items": items[14:21], "page": 3, "page_size": 7, "has_more": true},
				"page_size=100":         {"items": items, "page": 1, "page_size": 100, "has_more": false},
				"page=3&page_size=11":   {"items": []any{}, "page": 3, "page_size": 11, "has_more": false},
				"page=4611686018427387": {"items": []any{}, "page": 4611686018427387, "page_size": 20, "has_more": false},
			} {
				same(t, list.path+"?"+query, with(want, beside), g.do(t, "GET", list.path+"?"+query, ""))
			}
		}
		const prompts = "/geo/brands/{brand_id}/prompts?page_size=2&status="
		same(t, "one of two states", 21, g.do(t, "GET", prompts+"suggested", "")["total"])
		same(t, "none", object{
			"items": []any{}, "total": 0, "page": 1, "page_size": 2, "has_more": false,
			"filters": object{"status": "archived"},
		}, g.do(t, "GET", prompts+"archived", ""))
	})
}

// A page that cannot be is refused in the words of the other lists; a brand of another account has no pages.
func TestListsByPageRefusals(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		theirs := things(t, g.Server, g.Account(t, plan.Standard).Key(t))
		for _, list := range pagedLists {
			for query, loc := range map[string]string{
				"page=0": "page", "page=-1": "page", "page=x": "page", "page=": "page", "page=1.5": "page",
				"page=9223372036854775808": "page",
				"page_size=0":              "page_size", "page_size=101": "page_size", "page_size=x": "page_size", "page=2&page_size=": "page_size",
			} {
				media := g.Do(t, apitest.Call{Key: g.key, Method: "GET", Path: "/media?content_type=article&" + query})
				a := g.Expect(t, apitest.Call{
					Name: list.path + "?" + query, Key: g.key, Method: "GET", Path: fill(list.path, g.ids) + "?" +
						query, Status: 422, Code: 4220,
					Want: apitest.Values{"detail.0.loc": []string{"query", loc}},
				})
				same(t, list.path+"?"+query, media.At("detail"), a.At("detail"))
			}
			if list.path != "/geo/brands" {
				g.Expect(t, apitest.Call{Key: g.key, Method: "GET", Path: fill(list.path, theirs) + "?page=1", Status: 404, Code: 3001})
			}
		}
	})
}
