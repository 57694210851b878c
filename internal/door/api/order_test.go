package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/draft"
)

// press is the program with a content and outlets to publish it at.
type press struct {
	*apitest.Server
	me      *apitest.Account
	key     string // may do everything
	content string
	outlets int
}

func eachOrder(t *testing.T, tier plan.Tier, body func(t *testing.T, p *press)) {
	t.Helper()
	apitest.Each(t, apitest.Options{Frozen: true, Settings: geoSettings}, func(t *testing.T, s *apitest.Server) {
		p := &press{Server: s, me: s.Account(t, tier)}
		p.key = p.me.Key(t)
		p.content = p.article(t, p.key)
		body(t, p)
	})
}

func (p *press) article(t testing.TB, key string) string {
	t.Helper()
	a := p.Expect(t, apitest.Call{
		Key: key, Method: "POST", Path: "/media/contents",
		Body: `{"title":"团队笔记怎么选","body":"正文","content_type":"article"}`,
	})
	id, _ := a.At("data.id").(string)
	return id
}

func (p *press) outlet(t testing.TB, price int64) string {
	t.Helper()
	p.outlets++
	m, err := p.App.Catalogue.Set(t.Context(), catalogue.Entry{Fields: catalogue.Fields{
		Name: fmt.Sprintf("晨光日报 %d", p.outlets), MediaType: catalogue.News, ContentTypes: []string{"article"},
		Price: catalogue.Price{Points: price},
	}})
	must.Do(t, err)
	return m.ID
}

// submission is a call that orders the content at these outlets; more are further members of its body.
func (p *press) submission(more string, outletIDs ...string) apitest.Call {
	ids, _ := json.Marshal(outletIDs)
	return apitest.Call{Key: p.key, Method: "POST", Path: "/media/orders", Body: `{"content_id":"` + p.content +
		`","media_ids":` + string(ids) + more + `}`}
}

// orders submits and returns the orders' ids.
func (p *press) orders(t testing.TB, outletIDs ...string) (ids []string) {
	t.Helper()
	for _, item := range p.Expect(t, p.submission("", outletIDs...)).At("data.items").([]any) {
		ids = append(ids, item.(object)["id"].(string))
	}
	return ids
}

func (p *press) expect(t testing.TB, method, path, body string) *apitest.Answer {
	t.Helper()
	return p.Expect(t, apitest.Call{Key: p.key, Method: method, Path: path, Body: body})
}

func (p *press) refused(t testing.TB, call apitest.Call, status, code int, detail object) {
	t.Helper()
	call.Status, call.Code, call.Want = status, code, apitest.Values{"detail": detail}
	p.Expect(t, call)
}

func (p *press) balance(t testing.TB, held, balance int) {
	t.Helper()
	p.Expect(t, apitest.Call{
		Key: p.key, Method: "GET", Path: "/media/publish-quota",
		Want: apitest.Values{"data.held": held, "data.balance": balance},
	})
}

func TestOrderRefusals(t *testing.T) {
	t.Parallel()
	eachOrder(t, plan.Standard, func(t *testing.T, p *press) {
		other := p.Account(t, plan.Standard)
		outlet := p.outlet(t, 10)
		orderID := p.orders(t, outlet)[0]
		reader, orderer := p.me.Key(t, "media:read", "geo:*"), p.me.Key(t, "media:order", "geo:*")
		for _, e := range []struct{ method, path, body, scope, lacking string }{
			{"GET", "/media/orders", "", "media:read", orderer},
			{"POST", "/media/orders", p.submission("", outlet).Body, "media:order", reader},
			{"GET", "/media/orders/" + orderID, "", "media:read", orderer},
			{"DELETE", "/media/orders/" + orderID, "", "media:order", reader},
			{"POST", "/media/orders/" + orderID + "/resubmit", "", "media:order", reader},
		} {
			call := apitest.Call{Method: e.method, Path: e.path, Body: e.body}
			p.refused(t, call, 401, 1001, object{})
			call.Key = e.lacking
			p.refused(t, call, 403, 1002, object{"required": []string{e.scope}, "missing": []string{e.scope}})
			call.Key = other.Key(t)
			switch {
			case strings.Contains(e.path, orderID):
				p.refused(t, call, 404, 3001, object{"resource": "order", "id": orderID})
			case e.method == "POST":
				p.refused(t, call, 404, 3001, object{"resource": "content", "id": p.content})
			default:
				call.Want = apitest.Values{"data.items": []any{}, "data.total": 0}
				p.Expect(t, call)
			}
		}
		p.balance(t, 10, 290)
	})
}

// A submission that is wrong in several ways is told what comes first, with all that belongs to it; nothing is charged.
func TestOrderGates(t *testing.T) {
	t.Parallel()
	eachOrder(t, plan.Standard, func(t *testing.T, p *press) {
		cheap, dear, paused := p.outlet(t, 10), p.outlet(t, 291), p.outlet(t, 10)
		orderID := p.orders(t, cheap)[0]
		must.Get(p.App.Catalogue.SetStatus(t.Context(), paused, catalogue.Paused))(t)
		ended := timestamp.Of(storetest.Start)
		must.Get(p.App.Plans.Set(t.Context(), p.me.UserID, plan.Change{ExpiresAt: &ended}))(t)

		wrong := p.submission("", dear, paused, cheap)
		unknown := wrong
		unknown.Body = `{"content_id":"cnt_unknown","media_ids":["med_unknown"]}`
		p.refused(t, unknown, 404, 3001, object{"resource": "content", "id": "cnt_unknown"})
		p.refused(t, p.submission("", cheap, "med_unknown"), 404, 3001, object{"resource": "media", "id": "med_unknown"})
		p.refused(t, p.submission(`,"brand_id":"brd_unknown"`, cheap), 404, 3001, object{"resource": "brand", "id": "brd_unknown"})
		p.refused(t, p.submission(`,"campaign_id":"cam_unknown"`, paused), 404, 3001, object{"resource": "campaign", "id": "cam_unknown"})
		p.refused(t, wrong, 403, 1004, object{"expired_at": start})
		must.Get(p.App.Plans.Set(t.Context(), p.me.UserID, plan.Change{Forever: true}))(t)
		p.refused(t, wrong, 409, 3002, object{"order_ids": []string{orderID}})
		p.refused(t, p.submission("", dear, paused), 409, 3008, object{"media_ids": []string{paused}})
		p.refused(t, p.submission("", dear), 402, 2005, object{"required": 291, "balance": 290, "shortfall": 1})
		p.refused(t, p.submission("", dear, dear), 402, 2005, object{"required": 291, "balance": 290, "shortfall": 1})
		p.balance(t, 10, 290)
		p.Expect(t, apitest.Call{Key: p.key, Method: "GET", Path: "/media/orders", Want: apitest.Values{"data.total": 1}})
	})
}

func TestOrderShape(t *testing.T) {
	t.Parallel()
	eachOrder(t, plan.Standard, func(t *testing.T, p *press) {
		outlet := p.outlet(t, 1)
		g := &geo{Server: p.Server, me: p.me, key: p.key}
		ids := func(n int) string { return `["` + outlet + `"` + strings.Repeat(`,"`+outlet+`"`, n-1) + `]` }
		for body, want := range map[string][]failure{
			`{"content_id":"c","media_ids":[]}`: {{`["body","media_ids"]`, "too_short", ""}},
			`{"content_id":"c","media_ids":` + ids(501) + `}`: {{
				`["body","media_ids"]`, "too_long",
				"List should have at most 500 items after validation, not 501",
			}},
			`{"media_ids":[1],"requirements":5}`: {{
				`["body","content_id"]`, "missing",
				"",
			}, {`["body","media_ids",0]`, "string_type", ""}, {`["body","requirements"]`, "less_than_equal", ""}},
			`{"content_id":"c","media_ids":["m"],"max_points":-1}`:           {{`["body","max_points"]`, "greater_than_equal", ""}},
			`{"content_id":"c","media_ids":["m"],"scheduled_at":"a\u0000b"}`: {{`["body","scheduled_at"]`, "value_error", ""}},
			`{"content_id":"` + p.content + `","media_ids":["` + outlet + `"],"scheduled_at":"` +
				strings.Repeat("晚", 201) + `"}`: {{
				`["body","scheduled_at"]`, "string_too_long",
				"String should have at most 200 characters",
			}},
		} {
			g.malformed(t, endpoint{"POST", "/media/orders", body}, want...)
		}
		for _, query := range []string{"page=0", "page_size=101", "from=2026-13-01", "to=yesterday"} {
			p.Expect(t, apitest.Call{Key: p.key, Method: "GET", Path: "/media/orders?" + query, Status: 422, Code: 4220})
		}
		call := p.submission("")
		call.Body = `{"content_id":"` + p.content + `","media_ids":` + ids(500) + `,"max_points":0}`
		call.Status, call.Code, call.Want = 409, 3012, apitest.Values{"detail": object{"required": 1, "max_points": 0}}
		p.Expect(t, call)
		call.Status, call.Code = 200, 0
		call.Body = `{"content_id":"` + p.content + `","media_ids":` + ids(500) +
			`,"requirements":" 2 ","account_rule":true,"article_type":3.0,"scheduled_at":" 2026-11-16 10:00","max_points":"1"}`
		call.Want = apitest.Values{
			"data.items.0.requirements": 2, "data.items.0.account_rule": 1, "data.items.0.article_type": 3,
			"data.items.0.scheduled_at": " 2026-11-16 10:00",
			"data.items.1":              apitest.Absent, "data.points": object{"charged": 1, "balance": 299},
		}
		p.Expect(t, call)
	})
}

// One order from its submission to its withdrawal, and what each request answers.
func TestOrderStory(t *testing.T) {
	t.Parallel()
	eachOrder(t, plan.Standard, func(t *testing.T, p *press) {
		outlet, second := p.outlet(t, 120), p.outlet(t, 80)
		created := p.Expect(t, p.submission(`,"requirements":0`, outlet, second, outlet))
		same(t, "points", object{"charged": 200, "balance": 100}, created.At("data.points"))
		orderID := created.At("data.items.0.id").(string)
		record := object{
			"id": orderID, "batch_id": created.At("data.items.1.batch_id"),
			"content": object{"id": p.content, "title": "团队笔记怎么选", "content_type": "article", "revision": 1},
			"media":   object{"id": outlet, "name": "晨光日报 1", "media_type": "news"},
			"points":  120, "status": "awaiting_review", "status_label": "待审核", "reason": nil,
			"requirements": 0, "account_rule": nil, "article_type": nil, "scheduled_at": nil,
			"published_url": nil, "published_at": nil, "citations": 0, "reach": nil, "campaign_id": nil,
			"planned_at": nil, "brand_id": nil, "allowed_actions": []string{"withdraw"},
			"events":     []object{{"at": start, "from": nil, "to": "awaiting_review", "actor": "user", "note": nil}},
			"created_at": start, "updated_at": start,
			"declaration": object{
				"paid": true, "ai_assisted": nil, "revision": 1,
				"text_sha256": "b7923f31af5b693c286e146e81b7815efb13adc89d4352bdefa21bde1adcd478",
				"declared_by": p.me.UserID, "declared_at": start, "gate": "warn", "errors": 0,
			},
		}
		undeclared := []object{{"level": "warning", "code": "undeclared", "text": "", "sentence": ""}}
		same(t, "the answer", record, created.At("data.items.0"))
		same(t, "the warnings", undeclared, created.At("data.warnings"))
		record["warnings"] = undeclared
		same(t, "the order", record, p.expect(t, "GET", "/media/orders/"+orderID, "").At("data"))
		p.refused(t, apitest.Call{Key: p.key, Method: "POST", Path: "/media/orders/" + orderID + "/resubmit"}, 409, 3007,
			object{"status": "awaiting_review", "allowed_actions": []string{"withdraw"}})

		p.Clock.Advance(time.Hour)
		must.Get(p.App.Orders.RequestChanges(t.Context(), "op@example.com", orderID, "标题过长"))(t)
		p.expect(t, "PATCH", "/media/contents/"+p.content, `{"title":"笔记怎么选"}`)
		p.Clock.Advance(time.Hour)
		p.Expect(t, apitest.Call{Key: p.key, Method: "POST", Path: "/media/orders/" + orderID + "/resubmit", Want: apitest.Values{
			"data.status": "awaiting_review", "data.reason": nil, "data.content.revision": 2,
			"data.content.title": "笔记怎么选", "data.points": 120,
			"data.events.1": object{
				"at": "2026-01-05T03:00:00.000Z", "from": "awaiting_review",
				"to": "needs_revision", "actor": "operator", "note": "标题过长",
			},
			"data.events.2": object{
				"at": "2026-01-05T04:00:00.000Z", "from": "needs_revision",
				"to": "awaiting_review", "actor": "user", "note": nil,
			},
		}})

		p.balance(t, 200, 100)
		withdrawn := p.expect(t, "DELETE", "/media/orders/"+orderID, "")
		same(t, "the status", "withdrawn", withdrawn.At("data.status"))
		p.balance(t, 80, 220)
		p.Clock.Advance(time.Hour)
		same(t, "withdrawn again", withdrawn.At("data"), p.expect(t, "DELETE", "/media/orders/"+orderID, "").At("data"))
		p.balance(t, 80, 220)

		secondID := created.At("data.items.1.id").(string)
		must.Get(p.App.Orders.Approve(t.Context(), "op@example.com", secondID, ""))(t)
		p.refused(t, apitest.Call{Key: p.key, Method: "DELETE", Path: "/media/orders/" + secondID}, 409, 3007,
			object{"status": "publishing", "allowed_actions": []string{}})
		must.Get(p.App.Orders.Publish(t.Context(), "op@example.com", secondID, "https://qianyan.example/1"))(t)
		p.refused(t, apitest.Call{Key: p.key, Method: "DELETE", Path: "/media/orders/" + secondID}, 409, 3007,
			object{"status": "published", "allowed_actions": []string{}})
		for query, want := range map[string][]string{
			"":                                          {secondID, orderID},
			"?status=published":                         {secondID},
			"?status=published&status=withdrawn":        {secondID, orderID},
			"?status=nonsense":                          {secondID, orderID},
			"?status=published,withdrawn":               {secondID, orderID},
			"?status=nonsense&status=published":         {secondID},
			"?id=" + orderID:                            {orderID},
			"?media_id=" + second:                       {secondID},
			"?content_id=" + p.content + "&page_size=1": {secondID},
			"?from=2026-01-05&to=2026-01-05":            {secondID, orderID},
			"?from=2026-01-06":                          {},
			"?to=2026-01-04":                            {},
			"?page=2":                                   {},
		} {
			got := []string{}
			for _, item := range p.expect(t, "GET", "/media/orders"+query, "").At("data.items").([]any) {
				got = append(got, item.(object)["id"].(string))
			}
			same(t, query, want, got)
		}
		for moment, days := range map[string]string{ // a day is Beijing's, from its first moment to its last
			"2026-01-04T15:59:59.999999Z": "?to=2026-01-04", "2026-01-04T16:00:00Z": "?from=2026-01-05&to=2026-01-05",
			"2026-01-05T15:59:59.999999Z": "?from=2026-01-05&to=2026-01-05", "2026-01-05T16:00:00Z": "?from=2026-01-06",
		} {
			storetest.Exec(t, p.App.DB, `UPDATE orders SET created_at = $1`,
				timestamp.Of(must.Get(time.Parse(time.RFC3339Nano, moment))(t)))
			for _, query := range []string{"?to=2026-01-04", "?from=2026-01-05&to=2026-01-05", "?from=2026-01-06"} {
				same(t, moment+query, map[bool]float64{true: 2}[query == days],
					p.expect(t, "GET", "/media/orders"+query, "").At("data.total").(float64))
			}
		}
	})
}

// A page that is further away than can be counted is empty, and the last.
func TestPagesFarAway(t *testing.T) {
	t.Parallel()
	eachOrder(t, plan.Standard, func(t *testing.T, p *press) {
		p.orders(t, p.outlet(t, 1))
		brand := p.expect(t, "POST", "/geo/brands", `{"name":"云栖笔记","introduction":"云端笔记"}`).At("data.id").(string)
		of := "/geo/brands/" + brand
		for _, path := range []string{
			"/media/orders", "/media/points-records", "/media/contents", "/media", "/geo/campaigns", "/geo/brands",
			"/events/deliveries", of + "/runs",
			of + "/topics", of + "/prompts", of + "/competitors", of + "/facts", of + "/drafts", of + "/accuracy",
		} {
			list := "data.items"
			if path == of+"/accuracy" {
				list = "data.contradictions"
			}
			for _, page := range []string{"2", "92233720368547759", "4611686018427387904", "9223372036854775807"} {
				p.Expect(t, apitest.Call{
					Key: p.key, Method: "GET", Path: path + "?page=" + page,
					Want: apitest.Values{list: []any{}, "data.has_more": false},
				})
			}
		}
	})
}

// A team's orders and contents do not exist for a key.
func TestOrdersOfATeam(t *testing.T) {
	t.Parallel()
	eachOrder(t, plan.Upper, func(t *testing.T, p *press) {
		spaceID := must.Get(p.App.Accounts.CreateTeam(t.Context(), p.me.UserID, "市场部"))(t)
		team := account.Caller{UserID: p.me.UserID, SpaceID: spaceID}
		c := must.Get(p.App.Contents.Create(t.Context(), team, content.Fields{Title: "团队", Body: "稿", ContentType: catalogue.Article}))(t)
		outlet := p.outlet(t, 10)
		out := must.Get(p.App.Orders.Submit(t.Context(), team, order.Submission{ContentID: c.ID, OutletIDs: []string{outlet}}))(t)
		for _, method := range []string{"GET", "DELETE"} {
			p.refused(t, apitest.Call{Key: p.key, Method: method, Path: "/media/orders/" + out.Items[0].ID}, 404,
				3001, object{"resource": "order", "id": out.Items[0].ID})
		}
		call := p.submission("", outlet)
		call.Body = strings.Replace(call.Body, p.content, c.ID, 1)
		p.refused(t, call, 404, 3001, object{"resource": "content", "id": c.ID})
		p.Expect(t, apitest.Call{Key: p.key, Method: "GET", Path: "/media/orders", Want: apitest.Values{"data.total": 0}})
		p.balance(t, 10, 990) // but the points are the same
	})
}

// An Idempotency-Key gives the first answer again, byte by byte, whatever became of the orders since.
func TestOrderIdempotency(t *testing.T) {
	t.Parallel()
	eachOrder(t, plan.Standard, func(t *testing.T, p *press) {
		outlet, dear := p.outlet(t, 100), p.outlet(t, 500)
		keyed := func(call apitest.Call, key string) apitest.Call {
			call.Header = http.Header{"Idempotency-Key": {key}}
			return call
		}
		p.refused(t, keyed(p.submission("", dear), "a"), 402, 2005, object{"required": 500, "balance": 300, "shortfall": 200})
		first := p.Expect(t, keyed(p.submission("", outlet), "a"))
		expect.Equal(t, first.Header.Get("Idempotent-Replayed"), "", "the first answer is a replay")
		p.expect(t, "DELETE", "/media/orders/"+first.At("data.items.0.id").(string), "")
		again := p.Expect(t, keyed(p.submission("", outlet), "a"))
		if string(again.Body) != string(first.Body) || again.Header.Get("Idempotent-Replayed") != "true" {
			t.Errorf("got %s (%q), first %s", again.Body, again.Header.Get("Idempotent-Replayed"), first.Body)
		}
		p.refused(t, keyed(p.submission(`,"requirements":1`, outlet), "a"), 409, 3009, object{})
		p.balance(t, 0, 300)
		p.Expect(t, keyed(p.submission("", outlet), "b"))
		p.balance(t, 100, 200)
		for _, key := range []string{strings.Repeat("k", 256), "a\tb", "键"} {
			call := keyed(p.submission("", outlet), key)
			call.Status, call.Code = 422, 4220
			p.Expect(t, call)
		}
	})
}

// Many at once with one key: one submission, and the same answer for all.
func TestOrderSimultaneous(t *testing.T) {
	t.Parallel()
	eachOrder(t, plan.Standard, func(t *testing.T, p *press) {
		call := p.submission("", p.outlet(t, 100))
		call.Header = http.Header{"Idempotency-Key": {"storm"}}
		bodies := make([]string, 50)
		var group sync.WaitGroup
		for i := range bodies {
			group.Go(func() { bodies[i] = string(p.Do(t, call).Body) })
		}
		group.Wait()
		for _, body := range bodies {
			if body != bodies[0] || !strings.HasPrefix(body, `{"code":0`) {
				t.Fatalf("answered %s and %s", bodies[0], body)
			}
		}
		p.balance(t, 100, 200)
	})
}

// Where the article gate requires it, an article with errors is not ordered and costs nothing.
func TestArticleGate(t *testing.T) {
	t.Parallel()
	required := func(s *config.Settings) { geoSettings(s); s.ArticleGate = "require" }
	apitest.Each(t, apitest.Options{Frozen: true, Settings: required}, func(t *testing.T, s *apitest.Server) {
		p := &press{Server: s, me: s.Account(t, plan.Standard)}
		p.key = p.me.Key(t)
		p.content = p.article(t, p.key)
		outlet := p.outlet(t, 10)
		p.expect(t, "PATCH", "/media/contents/"+p.content, `{"body":"我们的豆子是全国**最**好的。"}`)
		best := object{
			"level": "error", "code": "banned_wording", "text": "最好", "sentence": "我们的豆子是全国最好的。",
			"rule": "superlative", "law": "广告法第九条第（三）项",
		}
		errors := []object{{"level": "error", "code": "undeclared", "text": "", "sentence": ""}, best}
		same(t, "the inspection", object{"gate": "require", "revision": 2, "issues": errors, "claims": []any{}},
			p.expect(t, "GET", "/media/contents/"+p.content+"/inspection", "").At("data"))
		p.refused(t, p.submission("", outlet), 409, 3013, object{"errors": errors})
		p.balance(t, 0, 300)
		same(t, "orders", 0, p.expect(t, "GET", "/media/orders", "").At("data.total"))

		p.expect(t, "PATCH", "/media/contents/"+p.content, `{"body":"我们的豆子是中度烘焙的。","ai_assisted":true}`)
		created := p.expect(t, "POST", "/media/orders", p.submission("", outlet).Body)
		same(t, "declared", true, created.At("data.items.0.declaration.ai_assisted"))
		same(t, "warnings", []any{}, created.At("data.warnings"))
		p.balance(t, 10, 290)
		p.Expect(t, apitest.Call{Key: p.key, Method: "GET", Path: "/media/contents/cnt_none/inspection", Status: 404, Code: 3001})
	})
}

// A brief is listed as what it is and cannot be ordered, at once or in a lot, until it is saved as an article.
func TestBriefNotOrdered(t *testing.T) {
	t.Parallel()
	eachOrder(t, plan.Standard, func(t *testing.T, p *press) {
		body, err := json.Marshal(object{"title": "提纲", "body": draft.Brief(draft.Material{Brand: "云岭"}).Body})
		must.Do(t, err)
		p.content = p.expect(t, "POST", "/media/contents", string(body)).At("data.id").(string)
		outlets, at := []string{p.outlet(t, 10), p.outlet(t, 20)}, "/media/contents/"+p.content
		for _, more := range []string{"", `,"scheduled_at":"2099-01-02"`, `,"max_points":1`} {
			p.refused(t, p.submission(more, outlets...), 409, 3016, object{"content_id": p.content})
		}
		same(t, "listed as", true, p.expect(t, "GET", "/media/contents", "").At("data.items.0.brief"))
		p.balance(t, 0, 300)
		same(t, "orders", 0, p.expect(t, "GET", "/media/orders", "").At("data.total"))

		same(t, "with another title", true, p.expect(t, "PATCH", at, `{"title":"怎么选"}`).At("data.brief"))
		same(t, "written", false, p.expect(t, "PATCH", at, `{"body":"先看产地。"}`).At("data.brief"))
		p.orders(t, outlets...)
		p.balance(t, 30, 270)
	})
}
