package api_test

import (
	"strings"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

func TestContentRefusals(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Frozen: true, Settings: geoSettings}, func(t *testing.T, s *apitest.Server) {
		me, other := s.Account(t, plan.Standard), s.Account(t, plan.Standard)
		key, otherKey := me.Key(t), other.Key(t)
		create := apitest.Call{Key: otherKey, Method: "POST", Path: "/media/contents", Body: `{"title":"t","body":"b"}`}
		theirs := s.Expect(t, create).At("data.id").(string)
		create.Key = key
		mine := s.Expect(t, create).At("data.id").(string)
		spaceID := must.Get(s.App.Accounts.CreateTeam(t.Context(), me.UserID, "市场部"))(t)
		team, err := s.App.Contents.Create(t.Context(), account.Caller{UserID: me.UserID, SpaceID: spaceID},
			content.Fields{Title: "t", Body: "b", ContentType: catalogue.Article})
		must.Do(t, err)
		reads, writes := me.Key(t, "geo:*", "media:order"), me.Key(t, "geo:*", "media:read")
		for _, e := range []endpoint{
			{"GET", "/media/contents", ""},
			{"POST", "/media/contents", `{"title":"t","body":"b"}`},
			{"GET", "/media/contents/{content_id}", ""},
			{"PATCH", "/media/contents/{content_id}", `{"title":"taken over"}`},
			{"DELETE", "/media/contents/{content_id}", ""},
		} {
			call := apitest.Call{
				Method: e.method, Path: fill(e.path, map[string]string{"content_id": mine}),
				Body: e.body, Status: 401, Code: 1001,
			}
			s.Expect(t, call)
			scope := "media:order"
			if call.Key = writes; e.method == "GET" {
				call.Key, scope = reads, "media:read"
			}
			call.Status, call.Code, call.Want = 403, 1002,
				apitest.Values{"detail": object{"required": []string{scope}, "missing": []string{scope}}}
			s.Expect(t, call)
			if !strings.Contains(e.path, "{") {
				continue
			}
			for _, id := range []string{theirs, team.ID, "cnt_00000000000000000000000000"} {
				s.Expect(t, apitest.Call{
					Key: key, Method: e.method, Path: fill(e.path, map[string]string{"content_id": id}), Body: e.body,
					Status: 404, Code: 3001,
					Want: apitest.Values{"detail": object{"resource": "content", "id": id}},
				})
			}
		}
		for _, call := range []apitest.Call{
			{Method: "POST", Path: "/media/contents", Body: `{"title":"t","body":"b","brand_id":"brd_unknown"}`},
			{Method: "PATCH", Path: "/media/contents/" + mine, Body: `{"brand_id":"brd_unknown"}`},
		} {
			call.Key, call.Status, call.Code, call.Want = key, 404, 3001,
				apitest.Values{"detail": object{"resource": "brand", "id": "brd_unknown"}}
			s.Expect(t, call)
		}
		s.Expect(t, apitest.Call{
			Key: key, Method: "GET", Path: "/media/contents",
			Want: apitest.Values{"data.total": 1, "data.items.0.id": mine, "data.items.0.title": "t"},
		})
		s.Expect(t, apitest.Call{
			Key: otherKey, Method: "GET", Path: "/media/contents",
			Want: apitest.Values{"data.total": 1, "data.items.0.id": theirs, "data.items.0.revision": 1},
		})
	})
}

func TestContentMalformed(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{Frozen: true, Settings: geoSettings})
	g := &geo{Server: s, key: s.Key(t), ids: map[string]string{}}
	g.ids["content_id"] = g.do(t, "POST", "/media/contents", `{"title":"t","body":"b"}`)["id"].(string)
	create := func(body string, want ...failure) { g.malformed(t, endpoint{"POST", "/media/contents", body}, want...) }
	create(`{}`, failure{`["body","title"]`, "missing", ""}, failure{`["body","body"]`, "missing", ""})
	create(`{"title":"","body":"","content_type":"poem"}`, failure{`["body","title"]`, "string_too_short", ""},
		failure{`["body","body"]`, "string_too_short", ""}, failure{`["body","content_type"]`, "literal_error", ""})
	create(`{"title":"`+strings.Repeat("题", 129)+`","body":"`+strings.Repeat("长", 100_001)+`","content_type":null}`,
		failure{`["body","title"]`, "string_too_long", ""}, failure{`["body","body"]`, "string_too_long", ""},
		failure{`["body","content_type"]`, "literal_error", ""})
	create(`{"title":1,"body":"a\u0000b"}`, failure{`["body","title"]`, "string_type", ""}, failure{`["body","body"]`, "value_error", ""})
	patch := func(body string, want ...failure) {
		g.malformed(t, endpoint{"PATCH", "/media/contents/{content_id}", body}, want...)
	}
	patch(`{"supports":[{"sentence":""}],"ai_assisted":"perhaps"}`,
		failure{`["body","ai_assisted"]`, "bool_parsing", ""},
		failure{`["body","supports",0,"sentence"]`, "string_too_short", ""})
	patch(`{"supports":[{"sentence":"a","source_url":"javascript:alert(1)"}]}`,
		failure{`["body","supports",0,"source_url"]`, "value_error", ""})
	patch(`{"title":""}`, failure{`["body","title"]`, "string_too_short", ""})
	patch(`{"body":"`+strings.Repeat("x", 100_001)+`","content_type":"x"}`,
		failure{`["body","body"]`, "string_too_long", ""}, failure{`["body","content_type"]`, "literal_error", ""})
	expect.Equal(t, g.do(t, "GET", "/media/contents", "")["total"], 1.0, "what was malformed had an effect")
}

func TestContents(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Frozen: true, Settings: geoSettings}, func(t *testing.T, s *apitest.Server) {
		g := &geo{Server: s, key: s.Key(t, "media:*"), ids: map[string]string{}}
		same(t, "an empty library", object{
			"items": []any{}, "total": 0, "page": 1, "page_size": 20,
			"has_more": false,
		}, g.do(t, "GET", "/media/contents", ""))
		longest := g.do(t, "POST", "/media/contents", `{"title":"`+strings.Repeat("题", 128)+`","body":"`+
			strings.Repeat("长", 100_000)+`","content_type":"video"}`)
		if longest["content_type"] != "video" || longest["length"] != 100_000.0 {
			t.Errorf("%.200v", longest)
		}
		g.ids["content_id"] = longest["id"].(string)
		same(t, "deleted", object{"id": longest["id"], "deleted": true}, g.do(t, "DELETE", "/media/contents/{content_id}", ""))
		g.Expect(t, apitest.Call{Key: g.key, Method: "GET", Path: "/media/contents/" + longest["id"].(string), Status: 404, Code: 3001})

		created := g.do(t, "POST", "/media/contents", `{"title":" t ","body":"# <script>x</script>\r\n甲","id":"mine","revision":7}`)
		g.ids["content_id"] = created["id"].(string)
		record := object{
			"id": created["id"], "brand_id": nil, "title": " t ", "body": "# <script>x</script>\r\n甲",
			"content_type": "article", "ai_assisted": nil, "supports": []any{}, "length": 2, "revision": 1,
			"brief":      false,
			"created_at": start, "updated_at": start,
		}
		same(t, "created", record, created)
		for _, step := range []struct {
			body    string
			changes object // nil: nothing changes
		}{
			{`{}`, nil},
			{`{"title":null,"body":null,"content_type":null}`, nil},
			{`{"title":" t ","unheard":1}`, nil},
			{`{"title":"u"}`, object{"title": "u", "revision": 2}},
			{`{"body":"乙 c","title":null}`, object{"body": "乙 c", "length": 2, "revision": 3}},
			{`{"content_type":"video"}`, object{"content_type": "video", "revision": 4}},
			{`{"ai_assisted":true,"supports":[{"sentence":"乙 有 3 家店。","source_url":"https://a.example/1"},{"sentence":"乙最香"}]}`, object{
				"ai_assisted": true, "revision": 5, "supports": []object{{
					"sentence":   "乙 有 3 家店。",
					"source_url": "https://a.example/1",
				}, {"sentence": "乙最香", "source_url": nil}},
			}},
			{`{"ai_assisted":null,"supports":null}`, nil},
			{`{"ai_assisted":false,"supports":[]}`, object{"ai_assisted": false, "supports": []any{}, "revision": 6}},
		} {
			g.Clock.Advance(time.Second)
			if step.changes != nil {
				record = with(with(record, step.changes), object{"updated_at": g.App.DB.Now()})
			}
			same(t, step.body, record, g.do(t, "PATCH", "/media/contents/{content_id}", step.body))
			same(t, "read again", record, g.do(t, "GET", "/media/contents/{content_id}", ""))
		}
		newer := g.do(t, "POST", "/media/contents", `{"title":"newer","body":"b"}`)
		same(t, "list", object{
			"items": []any{newer, record}, "total": 2, "page": 1, "page_size": 20,
			"has_more": false,
		}, g.do(t, "GET", "/media/contents", ""))
		same(t, "second page", object{
			"items": []any{record}, "total": 2, "page": 2, "page_size": 1,
			"has_more": false,
		}, g.do(t, "GET", "/media/contents?page=2&page_size=1", ""))
	})
}

func TestContentCap(t *testing.T) {
	t.Parallel()
	few := func(s *config.Settings) { geoSettings(s); s.MaxContents = 2 }
	apitest.Each(t, apitest.Options{Settings: few}, func(t *testing.T, s *apitest.Server) {
		create := apitest.Call{Key: s.Key(t), Method: "POST", Path: "/media/contents", Body: `{"title":"t","body":"b"}`}
		s.Expect(t, create)
		s.Expect(t, create)
		create.Status, create.Code, create.Want = 409, 2006, apitest.Values{"detail": object{"limit": 2}}
		s.Expect(t, create)
		create.Body = `{"title":"t","body":"b","brand_id":"brd_unknown"}`
		create.Status, create.Code, create.Want = 404, 3001, apitest.Values{"detail": object{"resource": "brand", "id": "brd_unknown"}}
		s.Expect(t, create)
	})
}

// A table of 8,000 columns and rows in 40 kB, and emphasis in pairs that never close: both are kept, counted as they
// are written, and handled without a timeout.
func TestContentTooMuchMarkdown(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Settings: geoSettings}, func(t *testing.T, s *apitest.Server) {
		g := &geo{Server: s, key: s.Key(t, "media:*"), ids: map[string]string{}}
		table := strings.Repeat("|", 8_000) + `\n` + strings.Repeat("|-", 8_000) + `|\n` + strings.Repeat(`|\n`, 8_000)
		for body, length := range map[string]float64{table: 0, strings.Repeat("*a_ ", 25_000): 25_000} {
			made := g.do(t, "POST", "/media/contents", `{"title":"t","body":"`+body+`"}`)
			g.ids["content_id"] = made["id"].(string)
			if made["length"] != length {
				t.Errorf("%.10q is %v long", body, made["length"])
			}
			g.do(t, "PATCH", "/media/contents/{content_id}", `{"body":"short"}`)
			if again := g.do(t, "PATCH", "/media/contents/{content_id}", `{"body":"`+body+
				`"}`); again["length"] != length || again["revision"] != 3.0 {
				t.Errorf("%.10q changed is %v long in revision %v", body, again["length"], again["revision"])
			}
		}
	})
}
