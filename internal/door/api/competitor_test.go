package api_test

import (
	"strings"
	"testing"
	"time"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
)

func TestCompetitorRefusals(t *testing.T) {
	t.Parallel()
	refuses(t,
		endpoint{"GET", "/geo/brands/{brand_id}/facts", ""},
		endpoint{"POST", "/geo/brands/{brand_id}/facts", `{"brand_id":"{brand_id}","attribute":"a","value":"1"}`},
		endpoint{"GET", "/geo/brands/{brand_id}/annotations", ""},
		endpoint{"POST", "/geo/brands/{brand_id}/annotations", `{"brand_id":"{brand_id}","day":"2026-02-03","text":"taken over"}`},
		endpoint{"GET", "/geo/brands/{brand_id}/competitors", ""},
		endpoint{"POST", "/geo/brands/{brand_id}/competitors", `{"brand_id":"{brand_id}","name":"taken over"}`},
		endpoint{"GET", "/geo/competitors/{competitor_id}", ""},
		endpoint{"PATCH", "/geo/competitors/{competitor_id}", `{"name":"taken over"}`},
		endpoint{"PATCH", "/geo/competitors/{competitor_id}", `{}`},
		endpoint{"DELETE", "/geo/competitors/{competitor_id}", ""},
		endpoint{"POST", "/geo/brands/{brand_id}/competitors/delete", `{"competitor_ids":["{competitor_id}"]}`},
	)
}

// wholeCompetitor is a competitor with every field but brand_id, and the record it becomes, without its ids.
const wholeCompetitor = `"name":"山月笔记","aliases":["Shanyue","山月"],"exclusions":["山月茶社"],"contexts":["笔记","软件"],
	"website_url":"http://shanyue.example","logo_icon":"https://shanyue.example/logo.png","description":"对手"`

var wholeCompetitorRecord = object{
	"name": "山月笔记", "aliases": []string{"Shanyue", "山月"}, "exclusions": []string{"山月茶社"},
	"contexts": []string{"笔记", "软件"}, "product_lines": []any{}, "domains": []any{},
	"website_url": "http://shanyue.example", "logo_icon": "https://shanyue.example/logo.png", "description": "对手",
	"source": "user", "created_at": start, "updated_at": start,
}

var bareCompetitorRecord = with(wholeCompetitorRecord, object{
	"name": "n", "aliases": []string{}, "exclusions": []string{}, "contexts": []string{}, "product_lines": []any{},
	"domains": []any{}, "website_url": nil, "logo_icon": nil, "description": nil,
})

func TestCompetitorRecords(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		const path = "/geo/brands/{brand_id}/competitors"
		bare := g.do(t, "POST", path, `{"brand_id":"{brand_id}","name":"n"}`)
		same(t, "defaults", with(bareCompetitorRecord, object{"id": bare["id"], "brand_id": g.ids["brand_id"]}), bare)
		nulls := g.do(t, "POST", path, `{"brand_id":"{brand_id}","name":"n","aliases":null,"exclusions":null,"contexts":null,
			"website_url":null,"logo_icon":null,"description":null,"source":"agent"}`)
		same(t, "nulls, and a field that is not taken", with(bareCompetitorRecord,
			object{"id": nulls["id"], "brand_id": g.ids["brand_id"]}), nulls)
		whole := g.do(t, "POST", path, `{"brand_id":"{brand_id}",`+wholeCompetitor+`}`)
		same(t, "every field", with(wholeCompetitorRecord, object{"id": whole["id"], "brand_id": g.ids["brand_id"]}), whole)
		for _, c := range []object{bare, nulls, whole} {
			id := c["id"].(string)
			if !strings.HasPrefix(id, "cmp_") || len(id) > 64 {
				t.Errorf("id %q", id)
			}
			same(t, "read again", c, g.do(t, "GET", "/geo/competitors/"+id, ""))
		}
		first := g.do(t, "GET", "/geo/competitors/{competitor_id}", "")
		g.Clock.Advance(time.Millisecond)
		last := g.do(t, "POST", path, `{"brand_id":"{brand_id}","name":"n"}`)
		same(t, "list", object{"total": 5, "items": append([]object{last}, byID(first, bare, nulls, whole)...)}, g.do(t, "GET", path, ""))
	})
}

func TestCompetitorMalformed(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		before := everything(t, g.Server, g.key)
		create := func(body string, want ...failure) {
			g.malformed(t, endpoint{"POST", "/geo/brands/{brand_id}/competitors", body}, want...)
		}
		create(`{}`, failure{`["body","brand_id"]`, "missing", ""}, failure{`["body","name"]`, "missing", ""})
		create(`{"brand_id":"{topic_id}","name":""}`,
			failure{`["body","brand_id"]`, "value_error", "Value error, brand_id does not match the path"},
			failure{`["body","name"]`, "string_too_short", ""})
		long := `"https://` + strings.Repeat("x", 1993) + `"`
		create(`{"brand_id":"{brand_id}","name":"n","website_url":`+long+`,"logo_icon":`+long+`,"description":"`+
			strings.Repeat("述", 4001)+`"}`,
			failure{`["body","website_url"]`, "string_too_long", "String should have at most 2000 characters"},
			failure{`["body","logo_icon"]`, "string_too_long", "String should have at most 2000 characters"},
			failure{`["body","description"]`, "string_too_long", "String should have at most 4000 characters"})
		g.malformed(t, endpoint{"PATCH", "/geo/competitors/{competitor_id}", `{"name":"","aliases":"x"}`},
			failure{`["body","name"]`, "string_too_short", ""}, failure{`["body","aliases"]`, "list_type", ""})
		same(t, "what was malformed had an effect", before, everything(t, g.Server, g.key))

		longest := `"https://` + strings.Repeat("x", 1992) + `"`
		g.do(t, "POST", "/geo/brands/{brand_id}/competitors",
			`{"brand_id":"{brand_id}","name":"n","website_url":`+longest+`,"logo_icon":`+longest+`,"description":"`+
				strings.Repeat("述", 4000)+`"}`)
	})
}

func TestCompetitorPatch(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		g.ids["competitor_id"] = g.do(t, "POST", "/geo/brands/{brand_id}/competitors", `{"brand_id":"{brand_id}",`+
			wholeCompetitor+`}`)["id"].(string)
		record := with(wholeCompetitorRecord, object{"id": g.ids["competitor_id"], "brand_id": g.ids["brand_id"]})
		for _, step := range []struct {
			name, body string
			changes    object
		}{
			{"nothing", `{}`, nil},
			{"the same values", `{` + wholeCompetitor + `}`, nil},
			{"unknown fields", `{"brand_id":"brd_x","source":"agent","id":"cmp_x"}`, nil},
			{"null leaves the name", `{"name":null}`, nil},
			{"one list", `{"aliases":["新"]}`, object{"aliases": []string{"新"}}},
			{
				"null clears the rest",
				`{"name":"new","aliases":null,"exclusions":null,"contexts":null,"website_url":null,"logo_icon":null,"description":null}`, with(bareCompetitorRecord, object{"name": "new"}),
			},
			{"cleared already", `{"aliases":[],"exclusions":null,"website_url":null}`, nil},
			{"empty texts", `{"website_url":"","description":""}`, object{"website_url": "", "description": ""}},
		} {
			now := g.Clock.Advance(time.Minute).UTC().Format("2006-01-02T15:04:05.000Z")
			if step.changes != nil {
				record = with(with(record, step.changes), object{"updated_at": now})
			}
			same(t, step.name, record, g.do(t, "PATCH", "/geo/competitors/{competitor_id}", step.body))
			same(t, step.name+", read again", record, g.do(t, "GET", "/geo/competitors/{competitor_id}", ""))
		}
	})
}

func TestCompetitorDelete(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		path := fill("/geo/competitors/{competitor_id}", g.ids)
		same(t, "deleted", object{"id": g.ids["competitor_id"], "deleted": true}, g.do(t, "DELETE", path, ""))
		gone := apitest.Values{"detail": object{"resource": "competitor", "id": g.ids["competitor_id"]}}
		for method, body := range map[string]string{"DELETE": "", "GET": "", "PATCH": `{}`} {
			g.Expect(t, apitest.Call{Key: g.key, Method: method, Path: path, Body: body, Status: 404, Code: 3001, Want: gone})
		}
		same(t, "list", object{"total": 0, "items": []any{}}, g.do(t, "GET", "/geo/brands/{brand_id}/competitors", ""))
	})
}

// A brand and a competitor carry the same three lists of names, with the same bounds, in creation and change.
func TestNames(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		for _, e := range []endpoint{
			{"POST", "/geo/brands", `{"name":"n","introduction":"i",%}`},
			{"PATCH", "/geo/brands/{brand_id}", `{%}`},
			{"POST", "/geo/brands/{brand_id}/competitors", `{"brand_id":"{brand_id}","name":"n",%}`},
			{"PATCH", "/geo/competitors/{competitor_id}", `{%}`},
		} {
			for _, list := range []string{"aliases", "exclusions", "contexts"} {
				g.namesOf(t, e, list)
			}
		}
	})
}

func (g *geo) namesOf(t *testing.T, e endpoint, name string) {
	t.Helper()
	body := func(value string) endpoint {
		return endpoint{e.method, e.path, strings.Replace(e.body, "%", `"`+name+`":`+value, 1)}
	}
	at := `["body","` + name + `"`
	g.malformed(t, body(list(51)), failure{at + `]`, "too_long", "List should have at most 50 items after validation, not 51"})
	g.malformed(t, body(list(10_000)), failure{at + `]`, "too_long", ""})
	g.malformed(t, body(`["ok","`+strings.Repeat("名", 65)+`",""]`),
		failure{at + `,1]`, "string_too_long", "String should have at most 64 characters"},
		failure{at + `,2]`, "string_too_short", "String should have at least 1 character"})
	g.malformed(t, body(`[null,1]`), failure{at + `,0]`, "string_type", ""}, failure{at + `,1]`, "string_type", ""})
	g.malformed(t, body(`"x"`), failure{at + `]`, "list_type", ""})

	longest := strings.Repeat("名", 64)
	most := `["` + longest + `"` + strings.Repeat(`," x"`, 49) + `]`
	record := g.do(t, e.method, e.path, body(most).body)
	got, _ := record[name].([]any)
	if len(got) != 50 || got[0] != longest || got[49] != " x" {
		t.Errorf("%s %s: %s are %.200v", e.method, e.path, name, got)
	}
	same(t, "a list alone", []string{"甲", "乙", "甲"}, g.do(t, e.method, e.path, body(`["甲","乙","甲"]`).body)[name])
}
