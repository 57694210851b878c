package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

func TestPromptRefusals(t *testing.T) {
	t.Parallel()
	refuses(t,
		endpoint{"GET", "/geo/brands/{brand_id}/prompts", ""},
		endpoint{"GET", "/geo/brands/{brand_id}/prompts?topic_id={topic_id}&status=active", ""},
		endpoint{"POST", "/geo/brands/{brand_id}/prompts", `{"brand_id":"{brand_id}","topic_id":"{topic_id}","text":"taken over"}`},
		endpoint{"GET", "/geo/prompts/{prompt_id}", ""},
		endpoint{"PATCH", "/geo/prompts/{prompt_id}", `{"text":"taken over","status":"active"}`},
		endpoint{"PATCH", "/geo/prompts/{prompt_id}", `{}`},
		endpoint{"DELETE", "/geo/prompts/{prompt_id}", ""},
		endpoint{"POST", "/geo/brands/{brand_id}/prompts/status", `{"prompt_ids":["{prompt_id}"],"status":"archived"}`},
		endpoint{"POST", "/geo/brands/{brand_id}/prompts/delete", `{"prompt_ids":["{prompt_id}"]}`},
	)
}

// A topic that is another account's, a team's or another brand's, or does not exist, is missing in the same words,
// whether a prompt is added to it or moved there. What exists is looked for before the limit is.
func TestPromptUnderForeignTopic(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		other := g.Account(t, plan.Standard)
		foreign := []watched{things(t, g.Server, other.Key(t)), inTeam(t, g.Server, g.me), unknown, things(t, g.Server, g.key)}
		for range 7 { // up to the limit, which the team's prompt counts towards
			g.do(t, "POST", "/geo/brands/{brand_id}/prompts", `{"brand_id":"{brand_id}","topic_id":"{topic_id}","text":"t"}`)
		}
		before := everything(t, g.Server, g.key)
		var bodies []string
		for _, ids := range foreign {
			call := apitest.Call{
				Key: g.key, Status: 404, Code: 3001,
				Want: apitest.Values{"detail": object{"resource": "topic", "id": ids["topic_id"]}},
			}
			call.Method, call.Path = "POST", fill("/geo/brands/{brand_id}/prompts", g.ids)
			call.Body = fill(`{"brand_id":"{brand_id}","topic_id":"`+ids["topic_id"]+`","text":"t"}`, g.ids)
			bodies = append(bodies, strings.ReplaceAll(string(g.Expect(t, call).Body), ids["topic_id"], "ID"))
			call.Method, call.Path, call.Body = "PATCH", fill("/geo/prompts/{prompt_id}", g.ids),
				fill(`{"topic_id":"{topic_id}","text":"moved"}`, ids)
			bodies = append(bodies, strings.ReplaceAll(string(g.Expect(t, call).Body), ids["topic_id"], "ID"))
		}
		if slices.Sort(bodies); bodies[0] != bodies[len(bodies)-1] {
			t.Errorf("the refusals differ: %q", bodies)
		}
		same(t, "what was refused had an effect", before, everything(t, g.Server, g.key))
	})
}

var promptRecord = object{
	"text": "t", "types": []string{"visibility", "sentiment"}, "branded": false, "stage": "awareness",
	"tag_ids": []string{}, "region": nil, "language": nil,
	"source": "user", "status": "active", "created_at": start, "updated_at": start,
}

const wholePrompt = `"topic_id":"{topic_id}","text":"哪款云笔记好用？","types":["sentiment"],"stage":"decision","tag_ids":["b","","a","b"],
	"region":"US","language":"en","status":"archived"`

var wholePromptRecord = with(promptRecord, object{
	"text": "哪款云笔记好用？", "types": []string{"sentiment"}, "branded": false, "stage": "decision", "tag_ids": []string{"b", "", "a", "b"},
	"region": "US", "language": "en", "status": "archived",
})

func TestPromptRecords(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		create := func(rest string) object {
			return g.do(t, "POST", "/geo/brands/{brand_id}/prompts", `{"brand_id":"{brand_id}",`+rest+`}`)
		}
		ids := object{"brand_id": g.ids["brand_id"], "topic_id": g.ids["topic_id"]}
		var made []object
		for _, tc := range []struct {
			name, rest string
			want       object
		}{
			{"defaults", `"topic_id":"{topic_id}","text":"t"`, promptRecord},
			{"nulls", `"topic_id":"{topic_id}","text":"t","tag_ids":null,"region":null,"language":null`, promptRecord},
			{"every field", wholePrompt + `,"source":"agent"`, with(wholePromptRecord, object{"source": "agent"})},
			{
				"no types", `"topic_id":"{topic_id}","text":"t","types":[],"status":"suggested"`,
				with(promptRecord, object{"status": "suggested"}),
			},
			{
				"repeated types",
				`"topic_id":"{topic_id}","text":"t","types":["sentiment","visibility","sentiment"],"region":"","language":"","stage":""`,
				with(promptRecord, object{"types": []string{"sentiment", "visibility"}, "region": "", "language": "", "stage": ""}),
			},
			{
				"longest", `"topic_id":"{topic_id}","text":"` + strings.Repeat("问", 2000) + `","stage":"` +
					strings.Repeat("阶", 32) + `","tag_ids":` + list(50),
				with(promptRecord, object{
					"text": strings.Repeat("问", 2000), "stage": strings.Repeat("阶", 32),
					"tag_ids": slices.Repeat([]string{"x"}, 50),
				}),
			},
		} {
			got := create(tc.rest)
			same(t, tc.name, with(with(tc.want, ids), object{"id": got["id"]}), got)
			id, _ := got["id"].(string)
			if !strings.HasPrefix(id, "pmt_") || len(id) > 64 {
				t.Errorf("%s: id %q", tc.name, id)
			}
			same(t, tc.name+", read again", got, g.do(t, "GET", "/geo/prompts/"+id, ""))
			made = append(made, got)
		}
		made = append(made, g.do(t, "GET", "/geo/prompts/{prompt_id}", ""))
		same(t, "list", object{"total": 7, "items": byID(made...), "filters": object{}},
			g.do(t, "GET", "/geo/brands/{brand_id}/prompts", ""))
	})
}

func TestPromptMalformed(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		before := everything(t, g.Server, g.key)
		create := func(body string, want ...failure) {
			g.malformed(t, endpoint{"POST", "/geo/brands/{brand_id}/prompts", body}, want...)
		}
		create(`{}`, failure{`["body","brand_id"]`, "missing", ""}, failure{`["body","topic_id"]`, "missing", ""},
			failure{`["body","text"]`, "missing", ""})
		create(`{"brand_id":"{topic_id}","topic_id":"{topic_id}","text":"t"}`,
			failure{`["body","brand_id"]`, "value_error", "Value error, brand_id does not match the path"})
		create(`{"brand_id":"{brand_id}","topic_id":"{topic_id}","text":"`+strings.Repeat("问", 2001)+`","types":["visibility","fame"],"stage":null,
			"tag_ids":`+list(51)+`,"source":"robot","status":"enabled"}`,
			failure{`["body","text"]`, "string_too_long", "String should have at most 2000 characters"},
			failure{`["body","types",1]`, "literal_error", ""},
			failure{`["body","stage"]`, "string_type", ""},
			failure{`["body","tag_ids"]`, "too_long", ""},
			failure{`["body","source"]`, "literal_error", ""},
			failure{`["body","status"]`, "literal_error", ""})
		patch := func(body string, want ...failure) {
			g.malformed(t, endpoint{"PATCH", "/geo/prompts/{prompt_id}", body}, want...)
		}
		patch(`{"text":"","topic_id":"","types":["fame"],"status":""}`,
			failure{`["body","text"]`, "string_too_short", ""}, failure{`["body","topic_id"]`, "string_too_short", ""},
			failure{`["body","types",0]`, "literal_error", ""}, failure{`["body","status"]`, "literal_error", ""})
		patch(`{"text":"ok","tag_ids":`+list(51)+`,"region":"`+strings.Repeat("r", 17)+`"}`,
			failure{`["body","tag_ids"]`, "too_long", ""}, failure{`["body","region"]`, "string_too_long", ""})
		g.malformed(t, endpoint{"GET", "/geo/brands/{brand_id}/prompts?status=a%00b&topic_id=%00", ""},
			failure{`["query","topic_id",0]`, "value_error", ""}, failure{`["query","status"]`, "value_error", ""})
		same(t, "what was malformed had an effect", before, everything(t, g.Server, g.key))
	})
}

func TestPromptPatch(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		created := g.do(t, "POST", "/geo/brands/{brand_id}/prompts", `{"brand_id":"{brand_id}",`+wholePrompt+`}`)
		second := g.do(t, "POST", "/geo/brands/{brand_id}/topics", `{"brand_id":"{brand_id}","name":"second"}`)["id"].(string)
		path, record := "/geo/prompts/"+created["id"].(string), created
		for _, step := range []struct {
			name, body string
			changes    object
		}{
			{"nothing", `{}`, nil},
			{"the same values", `{` + wholePrompt + `}`, nil},
			{"a type repeated", `{"types":["sentiment","sentiment"]}`, nil},
			{"unknown fields", `{"source":"agent","brand_id":"brd_x","id":"pmt_x","created_at":null}`, nil},
			{"null leaves", `{"text":null,"topic_id":null,"types":null,"stage":null,"status":null}`, nil},
			{
				"null clears", `{"tag_ids":null,"region":null,"language":null}`,
				object{"tag_ids": []string{}, "region": nil, "language": nil},
			},
			{"cleared already", `{"tag_ids":[],"region":null}`, nil},
			{"no types are both", `{"types":[]}`, object{"types": []string{"visibility", "sentiment"}}},
			{"both already", `{"types":[]}`, nil},
			{"moved", `{"topic_id":"` + second + `"}`, object{"topic_id": second}},
			{"several", `{"text":"new","stage":"","tag_ids":["z"],"region":"","status":"suggested"}`, object{
				"text": "new", "stage": "", "tag_ids": []string{"z"}, "region": "", "status": "suggested",
			}},
			{"enabled", `{"status":"active"}`, object{"status": "active"}},
			{"archived", `{"status":"archived"}`, object{"status": "archived"}},
			{"suggested again", `{"status":"suggested"}`, object{"status": "suggested"}},
		} {
			now := g.Clock.Advance(time.Minute).UTC().Format("2006-01-02T15:04:05.000Z")
			if step.changes != nil {
				record = with(with(record, step.changes), object{"updated_at": now})
			}
			same(t, step.name, record, g.do(t, "PATCH", path, step.body))
			same(t, step.name+", read again", record, g.do(t, "GET", path, ""))
		}
		same(t, "the topic it left", 1, g.do(t, "GET", "/geo/topics/{topic_id}", "")["prompt_count"])
		same(t, "the topic it joined", 1, g.do(t, "GET", "/geo/topics/"+second, "")["prompt_count"])
	})
}

func TestPromptDelete(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		path := fill("/geo/prompts/{prompt_id}", g.ids)
		same(t, "deleted", object{"id": g.ids["prompt_id"], "deleted": true}, g.do(t, "DELETE", path, ""))
		gone := apitest.Values{"detail": object{"resource": "prompt", "id": g.ids["prompt_id"]}}
		for method, body := range map[string]string{"DELETE": "", "GET": "", "PATCH": `{"status":"active"}`} {
			g.Expect(t, apitest.Call{Key: g.key, Method: method, Path: path, Body: body, Status: 404, Code: 3001, Want: gone})
		}
		same(t, "list", object{"total": 0, "items": []any{}, "filters": object{}}, g.do(t, "GET", "/geo/brands/{brand_id}/prompts", ""))
	})
}

func TestPromptFilters(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		other := things(t, g.Server, g.Account(t, plan.Standard).Key(t))
		topics := map[string]string{"a": g.ids["topic_id"], "b": g.do(t, "POST", "/geo/brands/{brand_id}/topics",
			`{"brand_id":"{brand_id}","name":"b"}`)["id"].(string)}
		for topic, id := range topics {
			for _, status := range []string{"active", "suggested", "archived"} {
				g.Clock.Advance(time.Second)
				g.do(t, "POST", "/geo/brands/{brand_id}/prompts", `{"brand_id":"{brand_id}","topic_id":"`+id+
					`","text":"`+topic+" "+status+`","status":"`+status+`"}`)
			}
		}
		g.do(t, "DELETE", "/geo/prompts/{prompt_id}", "")
		all := []string{"a active", "a archived", "a suggested", "b active", "b archived", "b suggested"}
		for query, want := range map[string][]string{
			"":                         all,
			"?status=active":           {"a active", "b active"},
			"?status=suggested":        {"a suggested", "b suggested"},
			"?topic_id=" + topics["a"]: {"a active", "a archived", "a suggested"},
			"?topic_id=" + topics["b"] + "&status=archived": {"b archived"},
			"?status=active&status=archived":                {"a archived", "b archived"},
			"?status=nothing&status=active":                 {"a active", "b active"},
			"?status=active&status=nothing":                 {},
			"?status=":                                      {},
			"?status=Active":                                {},
			"?status=active,archived":                       {},
			"?status=%ff":                                   {},
			"?status=%27%20OR%201%3D1":                      {},
			"?topic_id=" + unknown["topic_id"]:              all,
			"?topic_id=" + other["topic_id"]:                all,
			"?topic_id=" + strings.Repeat("x", 500):         all,
			"?topic_id=":                                    all,
			"?topic_id=" + topics["a"] + "," + topics["b"]:  all,
			"?Status=active&offset=2&limit=1":               all,

			"?topic_id=" + topics["a"] + "&topic_id=" + topics["b"] + "&status=active":               {"a active", "b active"},
			"?topic_id=" + topics["b"] + "&topic_id=" + unknown["topic_id"] + "&status=active":       {"b active"},
			"?topic_id=" + topics["a"] + "," + topics["b"] + "&status=active&page=1&page_size=100":   {"a active", "b active"},
			"?topic_id=" + topics["a"] + "&topic_id=" + topics["b"] + "&status=active&page_size=100": {"a active", "b active"},
		} {
			data := g.do(t, "GET", "/geo/brands/{brand_id}/prompts"+query, "")
			got := []string{}
			for _, p := range data["items"].([]any) {
				got = append(got, p.(object)["text"].(string))
			}
			slices.Sort(got)
			same(t, query, object{"total": len(want), "texts": want}, object{"total": data["total"], "texts": got})
		}
	})
}

// A list is complete however long it is, newest first, and at equal times by the greater id.
func TestPromptListIsComplete(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Upper, func(t *testing.T, g *geo) {
		who := g.caller(t)
		draft := brand.Drafted{Topics: []brand.DraftedTopic{{ID: g.ids["topic_id"]}}}
		var texts []string
		for i := range 1005 {
			texts = append(texts, fmt.Sprint("问题", i))
			draft.Topics[0].Prompts = append(draft.Topics[0].Prompts, brand.PromptFields{Text: texts[i], Stage: "awareness"})
		}
		draft.Naming = must.Get(g.App.Brands.Naming(t.Context(), g.ids["brand_id"], texts))(t)
		must.Do(t, g.App.DB.InTx(t.Context(), func(tx *store.Tx) error {
			_, err := g.App.Brands.AddDraftedTx(t.Context(), tx, who, g.ids["brand_id"], draft)
			return err
		}))
		g.Clock.Advance(time.Hour)
		newest := g.do(t, "POST", "/geo/brands/{brand_id}/prompts", `{"brand_id":"{brand_id}","topic_id":"{topic_id}","text":"t"}`)["id"]
		data := g.do(t, "GET", "/geo/brands/{brand_id}/prompts", "")
		items := data["items"].([]any)
		seen := map[string]bool{}
		for i, p := range items {
			p := p.(object)
			id := p["id"].(string)
			if seen[id] {
				t.Errorf("%s stands twice in the list", id)
			}
			seen[id] = true
			if i > 1 && items[i-1].(object)["id"].(string) < id {
				t.Fatalf("%s stands before %s", items[i-1].(object)["id"], id)
			}
		}
		if len(items) != 1007 || data["total"] != 1007.0 || items[0].(object)["id"] != newest {
			t.Errorf("%d items, total %v, first %v", len(items), data["total"], items[0])
		}
	})
}

// caller is the account in its personal space, as the domain sees it.
func (g *geo) caller(t testing.TB) account.Caller {
	t.Helper()
	return must.Get(g.App.Accounts.Authenticate(t.Context(), g.key))(t)
}
