package api_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/floor/timestamp"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
)

func TestBrandRefusals(t *testing.T) {
	t.Parallel()
	refuses(t,
		endpoint{"GET", "/geo/brands", ""},
		endpoint{"POST", "/geo/brands", `{"name":"n","introduction":"i"}`},
		endpoint{"GET", "/geo/brands/{brand_id}", ""},
		endpoint{"PATCH", "/geo/brands/{brand_id}", `{"name":"taken over"}`},
		endpoint{"PATCH", "/geo/brands/{brand_id}", `{}`},
	)
}

// wholeBrand is a brand with every field, and the record it becomes, without its id.
const wholeBrand = `{"name":"云栖笔记","introduction":"云端笔记，支持离线。","product_type":"software","marketing_goal":"提升出现率",
	"homepage_url":"https://www.yunqinote.example/首页?a=1#b","keywords":["云笔记","云笔记",""],"selling_points":["离线可用"],"core_audience":"知识工作者",
	"aliases":["Yunqi Note"],"exclusions":["云栖小馆"],"contexts":["笔记"]}`

var wholeBrandRecord = object{
	"name": "云栖笔记", "introduction": "云端笔记，支持离线。", "product_type": "software", "marketing_goal": "提升出现率",
	"homepage_url": "https://www.yunqinote.example/首页?a=1#b", "keywords": []string{"云笔记", "云笔记", ""}, "selling_points": []string{"离线可用"},
	"core_audience": "知识工作者", "aliases": []string{"Yunqi Note"}, "exclusions": []string{"云栖小馆"},
	"contexts": []string{"笔记"}, "product_lines": []any{}, "domains": []any{},
	"counts":   object{"topics": 0, "prompts": 0, "active_prompts": 0, "competitors": 0},
	"schedule": nil, "last_run": nil, "archived_at": nil, "created_at": start, "updated_at": start,
}

// bareBrandRecord is a brand of which only name and introduction were said.
var bareBrandRecord = with(wholeBrandRecord, object{
	"name": "n", "introduction": "i", "product_type": "other", "marketing_goal": nil, "homepage_url": nil, "keywords": []string{},
	"selling_points": []string{}, "core_audience": nil, "aliases": []string{}, "exclusions": []string{},
	"contexts": []string{}, "product_lines": []any{}, "domains": []any{},
})

func TestBrandRecords(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		bare := g.do(t, "POST", "/geo/brands", `{"name":"n","introduction":"i"}`)
		same(t, "defaults", with(bareBrandRecord, object{"id": bare["id"]}), bare)
		nulls := g.do(t, "POST", "/geo/brands", `{"name":"n","introduction":"i","marketing_goal":null,"homepage_url":null,"keywords":null,
			"selling_points":null,"core_audience":null,"aliases":null,"exclusions":null,"contexts":null,"schedule":{"hour":99},"id":"brd_mine"}`)
		same(t, "nulls, and fields that are not taken", with(bareBrandRecord, object{"id": nulls["id"]}), nulls)
		empty := g.do(t, "POST", "/geo/brands",
			`{"name":" ","introduction":" ","product_type":"","marketing_goal":"","homepage_url":"","core_audience":""}`)
		same(t, "empty texts stay", with(bareBrandRecord, object{
			"id": empty["id"], "name": " ", "introduction": " ", "product_type": "", "marketing_goal": "",
			"homepage_url": "", "core_audience": "",
		}), empty)
		whole := g.do(t, "POST", "/geo/brands", wholeBrand)
		same(t, "every field", with(wholeBrandRecord, object{"id": whole["id"]}), whole)

		for _, b := range []object{bare, nulls, empty, whole} {
			id := b["id"].(string)
			if !strings.HasPrefix(id, "brd_") || len(id) > 64 {
				t.Errorf("id %q", id)
			}
			same(t, "read again", b, g.do(t, "GET", "/geo/brands/"+id, ""))
		}
		first := g.do(t, "GET", "/geo/brands/{brand_id}", "")
		g.Clock.Advance(time.Millisecond)
		last := g.do(t, "POST", "/geo/brands", `{"name":"n","introduction":"i"}`)
		items := append([]object{last}, byID(first, bare, nulls, empty, whole)...) // equal times: the greater id comes first
		same(t, "list", object{"total": 6, "items": items}, g.do(t, "GET", "/geo/brands", ""))
	})
}

func TestBrandListIsEmpty(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		a := s.Expect(t, apitest.Call{Key: s.Key(t, "geo:read"), Method: "GET", Path: "/geo/brands"})
		if !strings.Contains(string(a.Body), `"data":{"items":[],"total":0}`) {
			t.Errorf("an empty list: %s", a.Body)
		}
	})
}

func TestBrandMalformed(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		before := everything(t, g.Server, g.key)
		create := func(body string, want ...failure) { g.malformed(t, endpoint{"POST", "/geo/brands", body}, want...) }
		create(`{}`, failure{`["body","name"]`, "missing", "Field required"},
			failure{`["body","introduction"]`, "missing", "Field required"})
		create(`{"name":"","introduction":""}`,
			failure{`["body","name"]`, "string_too_short", "String should have at least 1 character"},
			failure{`["body","introduction"]`, "string_too_short", "String should have at least 1 character"})
		create(`{"name":"`+strings.Repeat("名", 129)+`","introduction":"i","product_type":null}`,
			failure{`["body","name"]`, "string_too_long", "String should have at most 128 characters"},
			failure{`["body","product_type"]`, "string_type", "Input should be a valid string"})
		create(`{"name":"n","introduction":"i","keywords":`+list(201)+`,"selling_points":`+list(10_000)+`}`,
			failure{`["body","keywords"]`, "too_long", ""}, failure{`["body","selling_points"]`, "too_long", ""})

		patch := func(body string, want ...failure) {
			g.malformed(t, endpoint{"PATCH", "/geo/brands/{brand_id}", body}, want...)
		}
		patch(`{"name":null,"introduction":null,"product_type":null}`,
			failure{`["body","name"]`, "string_type", "Input should be a valid string"},
			failure{`["body","introduction"]`, "string_type", "Input should be a valid string"},
			failure{`["body","product_type"]`, "string_type", "Input should be a valid string"})
		patch(`{"colour":"blue","name":""}`, failure{`["body","name"]`, "string_too_short", ""})
		patch(`[]`, failure{`["body"]`, "dict_type", ""})
		patch(`{"schedule":{}}`, failure{`["body","schedule","hour"]`, "missing", ""})
		patch(`{"schedule":{"hour":24,"weekday":0}}`,
			failure{`["body","schedule","hour"]`, "less_than_equal", ""},
			failure{`["body","schedule","weekday"]`, "greater_than_equal", ""})
		patch(`{"schedule":{"hour":-1,"weekday":8}}`,
			failure{`["body","schedule","hour"]`, "greater_than_equal", ""},
			failure{`["body","schedule","weekday"]`, "less_than_equal", ""})
		patch(`{"schedule":{"hour":null,"weekday":1.5}}`,
			failure{`["body","schedule","hour"]`, "int_type", ""}, failure{`["body","schedule","weekday"]`, "int_from_float", ""})
		for samples, kind := range map[string]string{"0": "greater_than_equal", "6": "less_than_equal", `"many"`: "int_parsing"} {
			patch(`{"schedule":{"hour":8,"weekday":1,"samples":`+samples+`}}`, failure{`["body","schedule","samples"]`, kind, ""})
		}
		same(t, "what was malformed had an effect", before, everything(t, g.Server, g.key))
	})
}

// Every text has a length, and the longest is kept.
func TestTextCeilings(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		brand := map[string]int{"introduction": 20_000, "product_type": 128, "marketing_goal": 2000, "core_audience": 2000}
		for name, most := range brand {
			text := func(n int) string { return `{"` + name + `":"` + strings.Repeat("字", n) + `"}` }
			g.malformed(t, endpoint{"PATCH", "/geo/brands/{brand_id}", text(most + 1)},
				failure{`["body","` + name + `"]`, "string_too_long", ""})
			create := `{"name":"n","introduction":"i",` + text(most + 1)[1:]
			g.malformed(t, endpoint{"POST", "/geo/brands", create}, failure{`["body","` + name + `"]`, "string_too_long", ""})
			g.do(t, "PATCH", "/geo/brands/{brand_id}", text(most))
		}
		for _, c := range []struct {
			path, name string
			most       int
		}{
			{"/geo/brands/{brand_id}", "keywords", 200},
			{"/geo/brands/{brand_id}", "selling_points", 1000},
			{"/geo/prompts/{prompt_id}", "tag_ids", 64},
		} {
			item := func(n int) string { return `{"` + c.name + `":["` + strings.Repeat("字", n) + `"]}` }
			g.malformed(t, endpoint{"PATCH", c.path, item(c.most + 1)}, failure{`["body","` + c.name + `",0]`, "string_too_long", ""})
			g.do(t, "PATCH", c.path, item(c.most))
		}
		site := func(n int) string { return `{"homepage_url":"https://` + strings.Repeat("x", n-8) + `"}` }
		g.malformed(t, endpoint{"PATCH", "/geo/brands/{brand_id}", site(2001)}, failure{`["body","homepage_url"]`, "string_too_long", ""})
		g.do(t, "PATCH", "/geo/brands/{brand_id}", site(2000))
	})
}

// list is a JSON list of n texts.
func list(n int) string { return `["x"` + strings.Repeat(`,"x"`, n-1) + `]` }

func TestBrandLongestLists(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		b := g.do(t, "POST", "/geo/brands", `{"name":"`+strings.Repeat("名", 128)+`","introduction":"`+strings.Repeat("长", 20_000)+`",
			"keywords":`+list(200)+`,"selling_points":`+list(200)+`}`)
		if len(b["keywords"].([]any)) != 200 || len(b["selling_points"].([]any)) != 200 ||
			len([]rune(b["introduction"].(string))) != 20_000 {
			t.Errorf("shortened: %.300v", b)
		}
	})
}

func TestBrandPatch(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Upper, func(t *testing.T, g *geo) {
		g.ids["brand_id"] = g.do(t, "POST", "/geo/brands", wholeBrand)["id"].(string)
		record := with(wholeBrandRecord, object{"id": g.ids["brand_id"]})
		for i, step := range []struct {
			name, body string
			changes    object // nil: nothing changes, updated_at included
			ignored    []string
		}{
			{name: "nothing", body: `{}`},
			{name: "the same values", body: wholeBrand},
			{
				name: "unknown keys alone", body: `{"colour":"blue","id":"brd_x","counts":{},"created_at":null,"":1}`,
				ignored: []string{"colour", "id", "counts", "created_at", ""},
			},
			{
				"texts", `{"name":"新名","introduction":"新介绍","product_type":""}`,
				object{"name": "新名", "introduction": "新介绍", "product_type": ""},
				nil,
			},
			{
				"nulls clear",
				`{"marketing_goal":null,"homepage_url":null,"keywords":null,"selling_points":null,"core_audience":null,"aliases":null,"exclusions":null,"contexts":null}`,
				object{
					"marketing_goal": nil, "homepage_url": nil, "keywords": []string{}, "selling_points": []string{}, "core_audience": nil,
					"aliases": []string{}, "exclusions": []string{}, "contexts": []string{}, "product_lines": []any{}, "domains": []any{},
				},
				nil,
			},
			{name: "an empty list is what it was", body: `{"keywords":[],"aliases":[]}`},
			{"an empty text is none", `{"marketing_goal":""}`, object{"marketing_goal": ""}, nil},
			{
				"some, with an unknown key", `{"zeta":1,"keywords":["b","a"],"alpha":2,"contexts":["c"]}`,
				object{"keywords": []string{"b", "a"}, "contexts": []string{"c"}},
				[]string{"zeta", "alpha"},
			},
			{"the last of a repeated key", `{"name":"first","name":"last"}`, object{"name": "last"}, nil},
			{
				"schedule, lax", `{"schedule":{"hour":"8","weekday":true}}`,
				object{"schedule": object{"hour": 8, "weekday": 1, "samples": 1}},
				nil,
			},
			{name: "the same schedule", body: `{"schedule":{"hour":8.0,"weekday":1,"minute":5}}`},
			{"daily", `{"schedule":{"hour":23}}`, object{"schedule": object{"hour": 23, "weekday": nil, "samples": 1}}, nil},
			{"no schedule", `{"schedule":null}`, object{"schedule": nil}, nil},
		} {
			now := g.Clock.Advance(time.Minute).UTC().Format("2006-01-02T15:04:05.000Z")
			if step.changes != nil {
				record = with(with(record, step.changes), object{"updated_at": now})
			}
			got := g.do(t, "PATCH", "/geo/brands/{brand_id}", step.body)
			same(t, strconv.Itoa(i)+" "+step.name, with(record, object{"ignored": append([]string{}, step.ignored...)}), got)
			same(t, step.name+", read again", record, g.do(t, "GET", "/geo/brands/{brand_id}", ""))
		}
	})
}

// Trial and upper tier may leave the weekday out.
func TestBrandSchedule(t *testing.T) {
	t.Parallel()
	for _, tier := range []plan.Tier{plan.Trial, plan.Standard, plan.Upper} {
		t.Run(string(tier), func(t *testing.T) {
			t.Parallel()
			eachGeo(t, tier, func(t *testing.T, g *geo) {
				for _, body := range []string{`{"schedule":{"hour":8}}`, `{"schedule":{"hour":8,"weekday":null}}`} {
					if tier != plan.Standard {
						same(t, body, object{"hour": 8, "weekday": nil, "samples": 1},
							g.do(t, "PATCH", "/geo/brands/{brand_id}", body)["schedule"])
						continue
					}
					g.Expect(t, apitest.Call{
						Key: g.key, Method: "PATCH", Path: fill("/geo/brands/{brand_id}", g.ids), Body: body, Status: 422, Code: 4220,
						Want: apitest.Values{"detail": []any{object{
							"type": "value_error", "loc": []string{"body", "schedule", "weekday"},
							"msg":   "Value error, weekday is required for this plan",
							"input": nil, "ctx": object{"error": object{}},
						}}},
					})
				}
				for hour, weekday := range map[int]int{0: 1, 23: 7} {
					want := object{"hour": hour, "weekday": weekday, "samples": 1}
					same(t, "weekly", want, g.do(t, "PATCH", "/geo/brands/{brand_id}",
						`{"schedule":{"hour":`+strconv.Itoa(hour)+`,"weekday":`+strconv.Itoa(weekday)+`}}`)["schedule"])
				}
				several := `{"schedule":{"hour":8,"weekday":1,"samples":5}}`
				if tier == plan.Upper {
					same(t, several, object{"hour": 8, "weekday": 1, "samples": 5},
						g.do(t, "PATCH", "/geo/brands/{brand_id}", several)["schedule"])
				} else {
					g.malformed(t, endpoint{"PATCH", "/geo/brands/{brand_id}", several},
						failure{`["body","schedule","samples"]`, "value_error", "Value error, samples above 1 is not part of this plan"})
				}
				same(t, "none", nil, g.do(t, "PATCH", "/geo/brands/{brand_id}", `{"schedule":null}`)["schedule"])
			})
		})
	}
}

// The counts are right after every change.
func TestBrandCounts(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		check := func(what string, topics, prompts, active, competitors int) {
			t.Helper()
			want := object{"topics": topics, "prompts": prompts, "active_prompts": active, "competitors": competitors}
			same(t, what, want, g.do(t, "GET", "/geo/brands/{brand_id}", "")["counts"])
			same(t, what+", changed", want, g.do(t, "PATCH", "/geo/brands/{brand_id}", `{}`)["counts"])
			same(t, what+", listed", want, g.do(t, "GET", "/geo/brands", "")["items"].([]any)[0].(object)["counts"])
		}
		check("one of each", 1, 1, 1, 1)
		g.do(t, "POST", "/geo/brands/{brand_id}/topics", `{"brand_id":"{brand_id}","name":"n"}`)
		check("a topic", 2, 1, 1, 1)
		g.do(t, "POST", "/geo/brands/{brand_id}/prompts",
			`{"brand_id":"{brand_id}","topic_id":"{topic_id}","text":"t","status":"suggested"}`)
		check("a suggested prompt", 2, 2, 1, 1)
		g.do(t, "PATCH", "/geo/prompts/{prompt_id}", `{"status":"archived"}`)
		check("none enabled", 2, 2, 0, 1)
		g.do(t, "DELETE", "/geo/prompts/{prompt_id}", "")
		check("a prompt less", 2, 1, 0, 1)
		g.do(t, "DELETE", "/geo/competitors/{competitor_id}", "")
		check("no competitor", 2, 1, 0, 0)
	})
}

func TestBrandCap(t *testing.T) {
	t.Parallel()
	few := func(s *config.Settings) { geoSettings(s); s.MaxBrands = 2 }
	apitest.Each(t, apitest.Options{Settings: few}, func(t *testing.T, s *apitest.Server) {
		create := apitest.Call{Key: s.Key(t), Method: "POST", Path: "/geo/brands", Body: `{"name":"n","introduction":"i"}`}
		s.Expect(t, create)
		s.Expect(t, create)
		create.Status, create.Code, create.Want = 409, 2006, apitest.Values{"detail": object{"limit": 2}}
		s.Expect(t, create)
		create.Body, create.Status, create.Code, create.Want = `{}`, 422, 4220, nil // shape comes first
		s.Expect(t, create)
	})
}

// What a brand may hold.
func TestBrandCeilings(t *testing.T) {
	t.Parallel()
	few := func(s *config.Settings) {
		geoSettings(s)
		s.MaxTopics, s.MaxPrompts, s.MaxCompetitors, s.MaxNamesKB, s.MaxGenerations = 1, 1, 1, 1, 1
	}
	eachGeoWith(t, apitest.Options{Settings: few}, plan.Upper, func(t *testing.T, g *geo) { // one of each is there
		over := func(method, path, body string, limit int) {
			t.Helper()
			g.Expect(t, apitest.Call{
				Key: g.key, Method: method, Path: fill(path, g.ids), Body: fill(body, g.ids), Status: 409, Code: 2006,
				Want: apitest.Values{"detail.limit": limit},
			})
		}
		over("POST", "/geo/brands/{brand_id}/topics", `{"brand_id":"{brand_id}","name":"n"}`, 1)
		over("POST", "/geo/brands/{brand_id}/prompts", `{"brand_id":"{brand_id}","topic_id":"{topic_id}","text":"t"}`, 1)
		over("POST", "/geo/brands/{brand_id}/competitors", `{"brand_id":"{brand_id}","name":"n"}`, 1)
		over("POST", "/geo/brands/{brand_id}/generate", `{"count":1}`, 1)
		long := `"` + strings.Repeat("字", 64) + `"`
		names := `{"aliases":[` + strings.Repeat(long+",", 5) + long + `]}` // 1,152 bytes
		over("PATCH", "/geo/brands/{brand_id}", names, 1024)
		over("PATCH", "/geo/competitors/{competitor_id}", names, 1024)
		over("POST", "/geo/brands", `{"name":"n","introduction":"i",`+names[1:], 1024)
	})
}

// The generations of a day, over all brands of an account.
func TestGenerationsOfADay(t *testing.T) {
	t.Parallel()
	few := func(s *config.Settings) { geoSettings(s); s.MaxGenerations = 1 }
	eachGeoWith(t, apitest.Options{Settings: few}, plan.Upper, func(t *testing.T, g *geo) {
		g.do(t, "POST", "/geo/brands/{brand_id}/generate", `{"count":1}`)
		other := g.Expect(t, apitest.Call{
			Key: g.key, Method: "POST", Path: "/geo/brands",
			Body: `{"name":"n","introduction":"i"}`,
		}).At("data.id").(string)
		now := g.Clock.Now().In(timestamp.Beijing)
		midnight := time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, 0, 0, timestamp.Beijing)
		g.Expect(t, apitest.Call{
			Key: g.key, Method: "POST", Path: "/geo/brands/" + other + "/generate", Body: `{"count":1}`, Status: 409, Code: 2006,
			Want: apitest.Values{"detail": object{"limit": 1, "used": 1, "resets_at": written(midnight)}},
		})
	})
}

// An account whose trial is over may still read and edit.
func TestBrandExpired(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Trial, func(t *testing.T, g *geo) {
		g.Clock.Advance(30 * 24 * time.Hour)
		g.do(t, "POST", "/geo/brands", `{"name":"n","introduction":"i"}`)
		g.do(t, "PATCH", "/geo/brands/{brand_id}", `{"name":"later"}`)
		g.do(t, "POST", "/geo/brands/{brand_id}/prompts", `{"brand_id":"{brand_id}","topic_id":"{topic_id}","text":"t"}`)
		g.do(t, "DELETE", "/geo/prompts/{prompt_id}", "")
		g.do(t, "GET", "/geo/brands/{brand_id}/prompts", "")
	})
}
