package api_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/floor/timestamp"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/simulator"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// monitored puts the simulator behind the platforms; nothing works on runs, so that they stay as they began.
func monitored(s *config.Settings) {
	geoSettings(s)
	s.Simulate = &simulator.Options{Platforms: s.Catalogue.All()}
}

// eachRun is eachGeo with platforms that can be asked and one enabled prompt.
func eachRun(t *testing.T, tier plan.Tier, body func(t *testing.T, g *geo)) {
	t.Helper()
	apitest.Each(t, apitest.Options{Frozen: true, Settings: monitored}, func(t *testing.T, s *apitest.Server) {
		g := &geo{Server: s, me: s.Account(t, tier)}
		g.key = g.me.Key(t)
		g.ids = things(t, s, g.key)
		g.enable(t, true)
		body(t, g)
	})
}

func (g *geo) enable(t testing.TB, on bool) {
	t.Helper()
	status := map[bool]string{true: brand.Active, false: brand.Archived}[on]
	g.do(t, "PATCH", "/geo/prompts/{prompt_id}", `{"status":"`+status+`"}`)
}

// start is a submission; more are further members of its body.
func (g *geo) start(more string) apitest.Call {
	return apitest.Call{Key: g.key, Method: "POST", Path: "/geo/runs", Body: fill(`{"brand_id":"{brand_id}"`+more+`}`, g.ids)}
}

// refusedAs expects the submission to be refused with exactly this detail.
func (g *geo) refusedAs(t testing.TB, call apitest.Call, status, code int, detail object) {
	t.Helper()
	call.Status, call.Code, call.Want = status, code, apitest.Values{"detail": detail}
	g.Expect(t, call)
}

// expire sets the end of the caller's subscription, or removes it.
func (g *geo) expire(t testing.TB, at *timestamp.Time) {
	t.Helper()
	must.Get(g.App.Plans.Set(t.Context(), g.me.UserID, plan.Change{ExpiresAt: at, Forever: at == nil}))(t)
}

func TestRunRefusals(t *testing.T) {
	t.Parallel()
	eachRun(t, plan.Upper, func(t *testing.T, g *geo) {
		other := g.Account(t, plan.Upper)
		foreign := things(t, g.Server, other.Key(t))
		runID := g.Expect(t, g.start("")).At("data.run_id").(string)
		reader, runner := g.me.Key(t, "geo:read", "geo:write", "media:*"), g.me.Key(t, "geo:run", "media:*")
		for _, e := range []struct {
			method, path, body, scope string
			lacking                   string
		}{
			{"POST", "/geo/runs", `{"brand_id":"{brand_id}"}`, "geo:run", reader},
			{"POST", "/geo/runs/" + runID + "/cancel", "", "geo:run", reader},
			{"GET", "/geo/runs/" + runID, "", "geo:read", runner},
			{"GET", "/geo/runs/" + runID + "/answers", "", "geo:read", runner},
			{"GET", "/geo/brands/{brand_id}/runs", "", "geo:read", runner},
		} {
			call := apitest.Call{Method: e.method, Path: fill(e.path, g.ids), Body: fill(e.body, g.ids), Status: 401, Code: 1001}
			g.Expect(t, call)
			call.Key = e.lacking
			g.refusedAs(t, call, 403, 1002, object{"required": []string{e.scope}, "missing": []string{e.scope}})
			call.Key = other.Key(t)
			resource, id := "run", runID
			if strings.Contains(e.path+e.body, "{brand_id}") {
				resource, id = "brand", g.ids["brand_id"]
			}
			g.refusedAs(t, call, 404, 3001, object{"resource": resource, "id": id})
		}
		for _, brandID := range []string{foreign["brand_id"], inTeam(t, g.Server, g.me)["brand_id"], unknown["brand_id"]} {
			call := g.start("")
			call.Body = `{"brand_id":"` + brandID + `"}`
			g.refusedAs(t, call, 404, 3001, object{"resource": "brand", "id": brandID})
		}
		g.Expect(t, apitest.Call{Key: g.key, Method: "GET", Path: "/geo/runs/" + runID, Want: apitest.Values{"data.status": "running"}})
	})
}

// Submissions that are wrong in several ways are told what comes first, with all that belongs to it.
func TestRunGates(t *testing.T) {
	t.Parallel()
	eachRun(t, plan.Upper, func(t *testing.T, g *geo) {
		midnight := timestamp.Of(time.Date(2026, 1, 5, 16, 0, 0, 0, time.UTC))
		at := func(d time.Duration) timestamp.Time { return timestamp.Of(storetest.Start.Add(d)) }
		runID := g.Expect(t, g.start("")).At("data.run_id").(string)
		none := g.start(`,"platforms":[],"mode":"chat"`) // another selection, and nothing left of it
		g.enable(t, false)
		ended := at(0)
		g.expire(t, &ended)

		unknownBrand := none
		unknownBrand.Body = `{"brand_id":"brd_unknown","platforms":[]}`
		g.refusedAs(t, unknownBrand, 404, 3001, object{"resource": "brand", "id": "brd_unknown"})
		g.refusedAs(t, g.start(""), 403, 1004, object{"expired_at": start})
		g.expire(t, nil)
		g.refusedAs(t, g.start(""), 409, 3002, object{"run_id": runID})

		lower := plan.Standard
		must.Get(g.App.Plans.Set(t.Context(), g.me.UserID, plan.Change{Tier: &lower}))(t)
		g.refusedAs(t, none, 429, 2003, object{"limit": 1, "used": 1, "resets_at": midnight.String(), "retry_after": 14 * 3600})
		upper := plan.Upper
		must.Get(g.App.Plans.Set(t.Context(), g.me.UserID, plan.Change{Tier: &upper}))(t)

		g.refusedAs(t, none, 429, 2004, object{"next_allowed_at": at(time.Hour).String(), "retry_after": 3600})
		g.Clock.Advance(59*time.Minute + 59*time.Second)
		g.refusedAs(t, none, 429, 2004, object{"next_allowed_at": at(time.Hour).String(), "retry_after": 1})
		g.Clock.Advance(time.Second)
		g.refusedAs(t, none, 409, 3003, object{"run_id": runID, "status": "running"})
		g.Expect(t, apitest.Call{
			Key: g.key, Method: "POST", Path: "/geo/runs/" + runID + "/cancel",
			Want: apitest.Values{"data.status": "cancelled"},
		})
		g.refusedAs(t, none, 409, 3004, object{})
		g.enable(t, true)
		g.refusedAs(t, none, 409, 3005, object{
			"requested": []string{},
			"allowed":   []string{"doubao", "deepseek", "qwen", "yuanbao", "kimi", "ernie"},
		})
		g.Expect(t, g.start(`,"mode":"chat"`))
	})
}

// What is left of a selection is asked; when nothing is left, the answer says what would be.
func TestRunSelection(t *testing.T) {
	t.Parallel()
	eachRun(t, plan.Standard, func(t *testing.T, g *geo) {
		allowed := []string{"doubao", "deepseek", "qwen"}
		for more, requested := range map[string][]string{
			`,"platforms":[]`:                      {},
			`,"platforms":["nothing"]`:             {"nothing"},
			`,"platforms":["kimi","kimi","ernie"]`: {"kimi", "kimi", "ernie"},
			`,"platforms":[""," doubao","DOUBAO"]`: {"", " doubao", "DOUBAO"},
		} {
			g.refusedAs(t, g.start(more), 409, 3005, object{"requested": requested, "allowed": allowed})
		}
		several := g.start(`,"samples":2`)
		several.Status, several.Code = 422, 4220
		several.Want = apitest.Values{"detail": []any{object{
			"type": "value_error", "loc": []string{"body", "samples"}, "msg": "Value error, samples above 1 is not part of this plan",
			"input": 2, "ctx": object{"error": object{}},
		}}}
		g.Expect(t, several)
		for _, more := range []string{
			`,"platforms":["ernie","qwen","nothing","doubao","qwen"]`, "",
			`,"platforms":null,"mode":null,"samples":null`,
		} {
			want := allowed
			if strings.Contains(more, "ernie") {
				want = []string{"doubao", "qwen"}
			}
			a := g.Expect(t, g.start(more))
			r := g.Expect(t, apitest.Call{Key: g.key, Method: "GET", Path: "/geo/runs/" +
				a.At("data.run_id").(string), Want: apitest.Values{
				"data.status": "running", "data.mode": "search", "data.trigger": "api", "data.samples": 1,
				"data.progress":   object{"done": 0, "total": len(want)},
				"data.created_at": g.Clock.Now().Format("2006-01-02T15:04:05.000Z"), "data.finished_at": nil,
			}})
			var got []string
			for _, p := range r.At("data.platforms").([]any) {
				got = append(got, p.(object)["platform"].(string))
			}
			same(t, "platforms of "+more, want, got)
			g.Clock.Advance(24 * time.Hour)
			g.Expect(t, apitest.Call{Key: g.key, Method: "POST", Path: "/geo/runs/" + a.At("data.run_id").(string) + "/cancel"})
		}
	})
}

func TestRunShape(t *testing.T) {
	t.Parallel()
	eachRun(t, plan.Upper, func(t *testing.T, g *geo) {
		list := func(n int) string { return `["doubao"` + strings.Repeat(`,"doubao"`, n-1) + `]` }
		for body, want := range map[string][]failure{
			`{}`: {{`["body","brand_id"]`, "missing", ""}},
			`{"brand_id":"{brand_id}","platforms":` + list(21) +
				`}`: {{
				`["body","platforms"]`, "too_long",
				"List should have at most 20 items after validation, not 21",
			}},
			`{"brand_id":"{brand_id}","platforms":` + list(10_000) +
				`}`: {{
				`["body","platforms"]`, "too_long",
				"List should have at most 20 items after validation, not 10000",
			}},
			`{"brand_id":"{brand_id}","platforms":"doubao"}`: {{`["body","platforms"]`, "list_type", ""}},
			`{"brand_id":"{brand_id}","platforms":[1]}`:      {{`["body","platforms",0]`, "string_type", ""}},
			`{"brand_id":"{brand_id}","mode":"deep"}`: {{
				`["body","mode"]`, "literal_error",
				"Input should be 'search', 'chat' or 'reasoning'",
			}},
			`{"brand_id":"{brand_id}","mode":""}`:   {{`["body","mode"]`, "literal_error", ""}},
			`{"brand_id":"{brand_id}","mode":7}`:    {{`["body","mode"]`, "string_type", ""}},
			`{"brand_id":"{brand_id}","samples":0}`: {{`["body","samples"]`, "greater_than_equal", ""}},
			`{"brand_id":"{brand_id}","samples":6}`: {{
				`["body","samples"]`, "less_than_equal",
				"Input should be less than or equal to 5",
			}},
			`{"brand_id":"{brand_id}","samples":"many"}`: {{`["body","samples"]`, "int_parsing", ""}},
			`{"brand_id":"{brand_id}","samples":1.5}`:    {{`["body","samples"]`, "int_from_float", ""}},
			`{"brand_id":"{brand_id}","samples":[2]}`:    {{`["body","samples"]`, "int_type", ""}},
			`{"brand_id":"","platforms":3,"mode":"deep"}`: {{
				`["body","brand_id"]`, "string_too_short",
				"",
			}, {`["body","platforms"]`, "list_type", ""}, {`["body","mode"]`, "literal_error", ""}},
		} {
			g.malformed(t, endpoint{"POST", "/geo/runs", body}, want...)
		}
		a := g.Expect(t, g.start(`,"samples":"3","platforms":`+list(20)))
		g.Expect(t, apitest.Call{Key: g.key, Method: "GET", Path: "/geo/runs/" + a.At("data.run_id").(string), Want: apitest.Values{
			"data.samples": 3, "data.progress": object{"done": 0, "total": 3}, "data.platforms.0.total": 3,
		}})
	})
}

// An Idempotency-Key gives the first answer again, and belongs to one body; a refusal frees it.
func TestRunIdempotency(t *testing.T) {
	t.Parallel()
	eachRun(t, plan.Upper, func(t *testing.T, g *geo) {
		keyed := func(more, key string) apitest.Call {
			c := g.start(more)
			c.Header = http.Header{"Idempotency-Key": {key}}
			return c
		}
		g.refusedAs(t, keyed(`,"platforms":[]`, "a"), 409, 3005,
			object{"requested": []string{}, "allowed": []string{
				"doubao", "deepseek", "qwen", "yuanbao", "kimi",
				"ernie",
			}})
		first := g.Expect(t, keyed("", "a"))
		expect.Equal(t, first.Header.Get("Idempotent-Replayed"), "", "the first answer is a replay")
		for range 3 {
			g.Clock.Advance(20 * time.Minute)
			again := g.Expect(t, keyed("", "a"))
			if string(again.Body) != string(first.Body) || again.Header.Get("Idempotent-Replayed") != "true" {
				t.Errorf("got %s (%q), first %s", again.Body, again.Header.Get("Idempotent-Replayed"), first.Body)
			}
		}
		g.refusedAs(t, keyed(`,"mode":"chat"`, "a"), 409, 3009, object{})
		g.refusedAs(t, keyed(`,"samples":2`, "a"), 409, 3009, object{})
		g.refusedAs(t, keyed("", "b"), 409, 3003, object{"run_id": first.At("data.run_id"), "status": "running"})
		again := keyed("", "a")
		again.Key = g.me.Key(t) // another key is another caller
		g.refusedAs(t, again, 409, 3003, object{"run_id": first.At("data.run_id"), "status": "running"})
	})
}

// Of two hundred simultaneous requests of one account one is accepted; with one Idempotency-Key all get its answer.
func TestRunSimultaneous(t *testing.T) {
	t.Parallel()
	eachRun(t, plan.Upper, func(t *testing.T, g *geo) {
		const n = 200
		storm := func(call apitest.Call) map[int]int {
			codes := make([]int, n)
			var group sync.WaitGroup
			for i := range n {
				group.Go(func() { codes[i] = g.Do(t, call).Code })
			}
			group.Wait()
			counts := map[int]int{}
			for _, code := range codes {
				counts[code]++
			}
			return counts
		}
		same(t, "answers", map[int]int{0: 1, 3002: n - 1}, storm(g.start("")))
		g.Clock.Advance(24 * time.Hour)
		runs := g.do(t, "GET", "/geo/brands/{brand_id}/runs", "")
		g.do(t, "POST", "/geo/runs/"+runs["items"].([]any)[0].(object)["run_id"].(string)+"/cancel", "")
		call := g.start("")
		call.Header = http.Header{"Idempotency-Key": {"storm"}}
		same(t, "answers to one key", map[int]int{0: n}, storm(call))
		if runs := g.do(t, "GET", "/geo/brands/{brand_id}/runs", ""); runs["total"] != 2.0 {
			t.Errorf("there are %v runs", runs["total"])
		}
	})
}

// What a run costs is told before it is asked, with what is not known; the schedule's share by the month.
func TestCost(t *testing.T) {
	t.Parallel()
	eachRun(t, plan.Upper, func(t *testing.T, g *geo) {
		path := fill("/geo/brands/{brand_id}/cost", g.ids)
		g.Expect(t, apitest.Call{Method: "GET", Path: path, Status: 401, Code: 1001})
		g.Expect(t, apitest.Call{Key: g.Account(t, plan.Upper).Key(t), Method: "GET", Path: path, Status: 404, Code: 3001})
		g.Expect(t, apitest.Call{Key: g.key, Method: "GET", Path: path + "?samples=6", Status: 422, Code: 4220})
		g.do(t, "PATCH", "/geo/brands/{brand_id}", `{"schedule":{"hour":8,"weekday":1}}`)
		c := g.do(t, "GET", "/geo/brands/{brand_id}/cost?platform=doubao&platform=kimi&samples=2", "")
		one, month := c["run"].(object), c["schedule"].(object)
		if one["questions"] != 4.0 || one["complete"] != false || len(one["totals"].([]any)) != 0 || len(one["platforms"].([]any)) != 2 {
			t.Errorf("a run: %v", one)
		}
		for _, p := range one["platforms"].([]any) {
			if p.(object)["unknown"].([]any)[0] != "no_answers" || p.(object)["amount"] != nil {
				t.Errorf("without answers: %v", p)
			}
		}
		if n := month["runs_per_month"].(float64); n < 4.28 || n > 4.29 || month["month"].(object)["questions"].(float64) < 6*4.28 {
			t.Errorf("a month: %v", month)
		}
	})
}
