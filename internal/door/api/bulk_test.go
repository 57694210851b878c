package api_test

import (
	"fmt"
	"strings"
	"testing"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
)

// quoted writes ids as a JSON list.
func quoted(ids ...string) string { return `["` + strings.Join(ids, `","`) + `"]` }

func TestBulkMalformed(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		before := everything(t, g.Server, g.key)
		for path, name := range map[string]string{
			"prompts/delete": "prompt_ids", "prompts/status": "prompt_ids",
			"competitors/delete": "competitor_ids",
		} {
			at := `["body","` + name + `"`
			refuse := func(list string, want ...failure) {
				t.Helper()
				g.malformed(t, endpoint{"POST", "/geo/brands/{brand_id}/" + path, `{"status":"active","` + name +
					`":` + list + `}`}, want...)
			}
			refuse(`null`, failure{at + `]`, "list_type", ""})
			refuse(`[]`, failure{at + `]`, "too_short", "List should have at least 1 item after validation, not 0"})
			refuse(list(501), failure{at + `]`, "too_long", "List should have at most 500 items after validation, not 501"})
			refuse(`["ok","",1]`, failure{at + `,1]`, "string_too_short", ""}, failure{at + `,2]`, "string_type", ""})
		}
		g.malformed(t, endpoint{
			"POST", "/geo/brands/{brand_id}/prompts/status",
			`{"prompt_ids":["{prompt_id}"],"status":"on"}`,
		}, failure{`["body","status"]`, "literal_error", ""})
		g.malformed(t, endpoint{"POST", "/geo/brands/{brand_id}/prompts/status", `{}`},
			failure{`["body","prompt_ids"]`, "missing", ""}, failure{`["body","status"]`, "missing", ""})
		same(t, "what was malformed had an effect", before, everything(t, g.Server, g.key))
	})
}

// One prompt is enabled from the start: of ten more none is, nine fit.
func TestBulkPrompts(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		const status, remove = "/geo/brands/{brand_id}/prompts/status", "/geo/brands/{brand_id}/prompts/delete"
		var ids []string
		for range 10 {
			ids = append(ids, g.do(t, "POST", "/geo/brands/{brand_id}/prompts",
				`{"brand_id":"{brand_id}","topic_id":"{topic_id}","text":"t","status":"suggested"}`)["id"].(string))
		}
		body := func(status string, ids ...string) string {
			return fmt.Sprintf(`{"prompt_ids":%s,"status":%q}`, quoted(ids...), status)
		}
		before := everything(t, g.Server, g.key)
		g.Expect(t, apitest.Call{
			Key: g.key, Method: "POST", Path: fill(status, g.ids), Body: body("active", ids...), Status: 409, Code: 2002,
			Want: apitest.Values{"detail": object{"limit": 10, "active": 1, "remaining": 9}},
		})
		g.Expect(t, apitest.Call{
			Key: g.key, Method: "POST", Path: fill(status, g.ids), Body: body("archived", ids[0], "pmt_unknown"), Status: 404, Code: 3001,
			Want: apitest.Values{"detail": object{"resource": "prompt", "id": "pmt_unknown"}},
		})
		same(t, "what was refused had an effect", before, everything(t, g.Server, g.key))

		done := g.do(t, "POST", status, body("active", append(ids[1:], ids[1])...))
		same(t, "total", 9, done["total"])
		for i, p := range done["items"].([]any) {
			same(t, "answered", g.do(t, "GET", "/geo/prompts/"+ids[i+1], ""), p)
		}
		same(t, "enabled", 10, g.do(t, "GET", "/geo/brands/{brand_id}/prompts?status=active", "")["total"])
		same(t, "deleted", object{"total": 2, "items": []object{
			{"id": ids[3], "deleted": true},
			{"id": ids[0], "deleted": true},
		}}, g.do(t, "POST", remove, `{"prompt_ids":`+
			quoted(ids[3], ids[0], ids[3])+`}`))
		same(t, "left", 9, g.do(t, "GET", "/geo/brands/{brand_id}/prompts", "")["total"])
	})
}

func TestBulkCompetitors(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		const path = "/geo/brands/{brand_id}/competitors"
		var ids []string
		for _, name := range []string{"甲", "乙", "丙"} {
			ids = append(ids, g.do(t, "POST", path, `{"brand_id":"{brand_id}","name":"`+name+`"}`)["id"].(string))
		}
		g.Expect(t, apitest.Call{
			Key: g.key, Method: "POST", Path: fill(path+"/delete", g.ids), Body: `{"competitor_ids":` +
				quoted(ids[0], "cmp_unknown") + `}`, Status: 404, Code: 3001,
			Want: apitest.Values{"detail": object{"resource": "competitor", "id": "cmp_unknown"}},
		})
		same(t, "none is deleted", 4, g.do(t, "GET", path, "")["total"])
		same(t, "deleted", object{"total": 2, "items": []object{
			{"id": ids[2], "deleted": true},
			{"id": ids[0], "deleted": true},
		}}, g.do(t, "POST", path+"/delete", `{"competitor_ids":`+
			quoted(ids[2], ids[0])+`}`))
		same(t, "left", 2, g.do(t, "GET", path, "")["total"])
	})
}
