package api_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/await"
	"renown/internal/testkit/must"
)

func TestTopicRefusals(t *testing.T) {
	t.Parallel()
	refuses(t,
		endpoint{"GET", "/geo/brands/{brand_id}/topics", ""},
		endpoint{"POST", "/geo/brands/{brand_id}/topics", `{"brand_id":"{brand_id}","name":"taken over"}`},
		endpoint{"GET", "/geo/topics/{topic_id}", ""},
		endpoint{"PATCH", "/geo/topics/{topic_id}", `{"name":"taken over"}`},
		endpoint{"PATCH", "/geo/topics/{topic_id}", `{}`},
		endpoint{"DELETE", "/geo/topics/{topic_id}", ""},
	)
}

var topicRecord = object{
	"name": "n", "description": nil, "region": "CN", "language": "zh", "prompt_count": 0, "created_at": start, "updated_at": start,
}

func TestTopicRecords(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		const path = "/geo/brands/{brand_id}/topics"
		mine := with(topicRecord, object{"brand_id": g.ids["brand_id"]})
		bare := g.do(t, "POST", path, `{"brand_id":"{brand_id}","name":"n"}`)
		same(t, "defaults", with(mine, object{"id": bare["id"]}), bare)
		whole := g.do(t, "POST", path, `{"brand_id":"{brand_id}","name":"`+strings.Repeat("题", 128)+`","description":"`+strings.Repeat("述", 512)+`",
			"region":"0123456789abcdef","language":"","unknown":1}`)
		same(t, "every field", with(mine, object{
			"id": whole["id"], "name": strings.Repeat("题", 128), "description": strings.Repeat("述", 512),
			"region": "0123456789abcdef", "language": "",
		}), whole)
		for _, topic := range []object{bare, whole} {
			id := topic["id"].(string)
			if !strings.HasPrefix(id, "top_") || len(id) > 64 {
				t.Errorf("id %q", id)
			}
			same(t, "read again", topic, g.do(t, "GET", "/geo/topics/"+id, ""))
		}
		first := g.do(t, "GET", "/geo/topics/{topic_id}", "")
		same(t, "a topic with a prompt", 1, first["prompt_count"])
		g.Clock.Advance(time.Millisecond)
		last := g.do(t, "POST", path, `{"brand_id":"{brand_id}","name":"n"}`)
		same(t, "list", object{"total": 4, "items": append([]object{last}, byID(first, bare, whole)...)}, g.do(t, "GET", path, ""))
	})
}

func TestTopicMalformed(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		before := everything(t, g.Server, g.key)
		create := func(body string, want ...failure) {
			g.malformed(t, endpoint{"POST", "/geo/brands/{brand_id}/topics", body}, want...)
		}
		create(`{}`, failure{`["body","brand_id"]`, "missing", ""}, failure{`["body","name"]`, "missing", ""})
		create(`{"brand_id":"{brand_id}","name":"n","description":"`+strings.Repeat("述", 513)+
			`","region":"0123456789abcdefg","language":null}`,
			failure{`["body","description"]`, "string_too_long", "String should have at most 512 characters"},
			failure{`["body","region"]`, "string_too_long", "String should have at most 16 characters"},
			failure{`["body","language"]`, "string_type", "Input should be a valid string"})
		g.Expect(t, apitest.Call{
			Key: g.key, Method: "POST", Path: fill("/geo/brands/{brand_id}/topics", g.ids),
			Body: `{"brand_id":"brd_other","name":"n"}`, Status: 422, Code: 4220,
			Want: apitest.Values{"detail": []any{object{
				"type": "value_error", "loc": []string{"body", "brand_id"}, "msg": "Value error, brand_id does not match the path",
				"input": "brd_other", "ctx": object{"error": object{}},
			}}},
		})
		patch := func(body string, want ...failure) {
			g.malformed(t, endpoint{"PATCH", "/geo/topics/{topic_id}", body}, want...)
		}
		patch(`{"name":"","description":5}`, failure{`["body","name"]`, "string_too_short", ""},
			failure{`["body","description"]`, "string_type", ""})
		patch(`"x"`, failure{`["body"]`, "model_attributes_type", ""})
		same(t, "what was malformed had an effect", before, everything(t, g.Server, g.key))
	})
}

func TestTopicPatch(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		record := g.do(t, "PATCH", "/geo/topics/{topic_id}", `{"name":"n","description":"d","region":"US","language":"en"}`)
		same(t, "changed at once", object{"d": "d", "r": "US"}, object{"d": record["description"], "r": record["region"]})
		for _, step := range []struct {
			name, body string
			changes    object
		}{
			{"nothing", `{}`, nil},
			{"the same values", `{"name":"n","description":"d","region":"US","language":"en"}`, nil},
			{"unknown fields", `{"brand_id":"brd_x","id":"top_x","prompt_count":9}`, nil},
			{"null leaves", `{"name":null,"region":null,"language":null}`, nil},
			{"null clears", `{"description":null}`, object{"description": nil}},
			{"null clears what is null", `{"description":null}`, nil},
			{"empty texts", `{"description":"","region":"","language":""}`, object{"description": "", "region": "", "language": ""}},
			{"one field", `{"name":"new"}`, object{"name": "new"}},
		} {
			now := g.Clock.Advance(time.Minute).UTC().Format("2006-01-02T15:04:05.000Z")
			if step.changes != nil {
				record = with(with(record, step.changes), object{"updated_at": now})
			}
			same(t, step.name, record, g.do(t, "PATCH", "/geo/topics/{topic_id}", step.body))
			same(t, step.name+", read again", record, g.do(t, "GET", "/geo/topics/{topic_id}", ""))
		}
	})
}

func TestTopicDelete(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		path := fill("/geo/topics/{topic_id}", g.ids)
		for range 2 {
			g.do(t, "POST", "/geo/brands/{brand_id}/prompts",
				`{"brand_id":"{brand_id}","topic_id":"{topic_id}","text":"t","status":"archived"}`)
		}
		g.Expect(t, apitest.Call{
			Key: g.key, Method: "DELETE", Path: path, Status: 409, Code: 3010, Want: apitest.Values{"detail": object{"prompt_count": 3}},
		})
		for _, p := range g.do(t, "GET", "/geo/brands/{brand_id}/prompts", "")["items"].([]any) {
			g.do(t, "DELETE", "/geo/prompts/"+p.(object)["id"].(string), "")
		}
		same(t, "deleted", object{"id": g.ids["topic_id"], "deleted": true}, g.do(t, "DELETE", path, ""))
		gone := apitest.Values{"detail": object{"resource": "topic", "id": g.ids["topic_id"]}}
		g.Run(t,
			apitest.Call{Name: "twice", Key: g.key, Method: "DELETE", Path: path, Status: 404, Code: 3001, Want: gone},
			apitest.Call{Name: "read", Key: g.key, Method: "GET", Path: path, Status: 404, Code: 3001, Want: gone},
			apitest.Call{Name: "change", Key: g.key, Method: "PATCH", Path: path, Body: `{}`, Status: 404, Code: 3001, Want: gone},
			apitest.Call{
				Name: "add a prompt", Key: g.key, Method: "POST", Path: fill("/geo/brands/{brand_id}/prompts", g.ids),
				Body: fill(`{"brand_id":"{brand_id}","topic_id":"{topic_id}","text":"t"}`, g.ids), Status: 404, Code: 3001, Want: gone,
			},
		)
		same(t, "list", object{"total": 0, "items": []any{}}, g.do(t, "GET", "/geo/brands/{brand_id}/topics", ""))
	})
}

// Deleting a topic while prompts are added to it is refused or done, never an internal error.
func TestTopicDeletedMeanwhile(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Standard, func(t *testing.T, g *geo) {
		for range 5 {
			ids := watched{"brand_id": g.ids["brand_id"], "topic_id": g.do(t, "POST", "/geo/brands/{brand_id}/topics",
				`{"brand_id":"{brand_id}","name":"n"}`)["id"].(string)}
			add := apitest.Call{
				Key: g.key, Method: "POST", Path: fill("/geo/brands/{brand_id}/prompts", ids),
				Body: fill(`{"brand_id":"{brand_id}","topic_id":"{topic_id}","text":"t","status":"suggested"}`, ids),
			}
			move := apitest.Call{
				Key: g.key, Method: "PATCH", Path: fill("/geo/prompts/{prompt_id}", g.ids),
				Body: fill(`{"topic_id":"{topic_id}"}`, ids),
			}
			remove := apitest.Call{Key: g.key, Method: "DELETE", Path: fill("/geo/topics/{topic_id}", ids)}
			calls := []apitest.Call{add, add, remove, add, move, add, remove, add}
			await.AtOnce(len(calls), func(i int) {
				if a := g.Do(t, calls[i]); a.Code != 0 && a.Code != 3001 && a.Code != 3010 {
					t.Errorf("%s %s: %s", calls[i].Method, calls[i].Path, a.Body)
				}
			})
		}
		var orphans int
		must.Do(t, g.App.DB.Read().QueryRow(context.Background(),
			`SELECT count(*) FROM prompts WHERE topic_id NOT IN (SELECT id FROM topics)`).Scan(&orphans))
		if orphans > 0 {
			t.Errorf("%d prompts without a topic", orphans)
		}
	})
}
