package api_test

import (
	"testing"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
)

// A draft needs an opportunity that there is; an empty brand has neither.
func TestDraftRefusals(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Upper, func(t *testing.T, g *geo) {
		path := fill("/geo/brands/{brand_id}/drafts", g.ids)
		body := `{"opportunity_id":"opp_none"}`
		g.Expect(t, apitest.Call{Key: g.me.Key(t, "geo:read"), Method: "POST", Path: path, Body: body, Status: 403, Code: 1002})
		g.refusedAs(t, apitest.Call{Key: g.Account(t, plan.Upper).Key(t), Method: "POST", Path: path, Body: body},
			404, 3001, object{"resource": "brand", "id": g.ids["brand_id"]})
		g.refusedAs(t, apitest.Call{Key: g.key, Method: "POST", Path: path, Body: body}, 404, 3001,
			object{"resource": "opportunity", "id": "opp_none"})
		for _, wrong := range []string{`{}`, `{"opportunity_id":""}`, `{"opportunity_id":7}`} {
			g.Expect(t, apitest.Call{
				Key: g.key, Method: "POST", Path: path, Body: wrong, Status: 422, Code: 4220,
				Want: apitest.Values{"detail.0.loc": []string{"body", "opportunity_id"}},
			})
		}
		none := g.do(t, "GET", "/geo/brands/{brand_id}/drafts", "")
		same(t, "drafts", object{"items": []any{}, "total": 0, "page": 1, "page_size": 20, "has_more": false}, none)
		found := g.do(t, "GET", "/geo/brands/{brand_id}/opportunities?action=write&action=nonsense&sort=nonsense", "")
		same(t, "opportunities", with(found, object{
			"items": []any{}, "total": 0, "sort": "gain",
			"filters": object{"action": []any{"write"}},
		}), found)
	})
}
