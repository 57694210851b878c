package api_test

import (
	"testing"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
)

func TestAnnotations(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		const path = "/geo/brands/{brand_id}/annotations"
		for _, bad := range []string{
			`{"brand_id":"{brand_id}","day":"2026-02-30","text":"x"}`,
			`{"brand_id":"{brand_id}","day":"2026-02-03","text":"a\nb"}`,
			`{"brand_id":"{brand_id}","day":"2026-02-03","text":" "}`, `{"brand_id":"{brand_id}","text":"x"}`,
		} {
			g.Expect(t, apitest.Call{Key: g.key, Method: "POST", Path: fill(path, g.ids), Body: fill(bad, g.ids), Status: 422, Code: 4220})
		}
		later := g.do(t, "POST", path, `{"brand_id":"{brand_id}","day":"2026-02-04","text":" 官网改版 "}`)
		same(t, "a note", object{
			"id": later["id"], "brand_id": g.ids["brand_id"], "day": "2026-02-04",
			"text": "官网改版", "created_at": start, "updated_at": start,
		}, later)
		first := g.do(t, "POST", path, `{"brand_id":"{brand_id}","day":"2026-02-03","text":"发布会"}`)
		same(t, "by day", object{"items": []any{first, later}, "total": 2}, g.do(t, "GET", path, ""))

		g.ids["annotation_id"] = first["id"].(string)
		stranger := g.Account(t, plan.Standard)
		g.Expect(t, apitest.Call{
			Key: stranger.Key(t, "geo:*"), Method: "DELETE",
			Path: fill("/geo/annotations/{annotation_id}", g.ids), Status: 404, Code: 3001,
		})
		g.do(t, "DELETE", "/geo/annotations/{annotation_id}", "")
		g.Expect(t, apitest.Call{
			Key: g.key, Method: "DELETE", Path: fill("/geo/annotations/{annotation_id}", g.ids),
			Status: 404, Code: 3001,
		})
		same(t, "what is left", object{"items": []any{later}, "total": 1}, g.do(t, "GET", path, ""))
	})
}
