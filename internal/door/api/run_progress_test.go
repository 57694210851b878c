package api_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/room/plan"
	"renown/internal/simulator"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// working is the whole program with the simulator behind the platforms.
func working(s *config.Settings) {
	unlimited(s)
	s.Simulate = &simulator.Options{Platforms: s.Catalogue.All(), SearchAlways: true}
}

// eachWorking runs body against the program at work, with these questions enabled and no other.
func eachWorking(t *testing.T, settings func(*config.Settings), questions []string, body func(t *testing.T, g *geo)) {
	t.Helper()
	apitest.Each(t, apitest.Options{Settings: settings}, func(t *testing.T, s *apitest.Server) {
		g := &geo{Server: s, me: s.Account(t, plan.Upper)}
		g.key = g.me.Key(t)
		g.ids = things(t, s, g.key)
		g.enable(t, false)
		for _, text := range questions {
			g.do(t, "POST", "/geo/brands/{brand_id}/prompts",
				`{"brand_id":"{brand_id}","topic_id":"{topic_id}","text":"`+text+`","status":"active"}`)
		}
		body(t, g)
	})
}

// poll reads a run until ok, which must come true by itself. At every look it must add up.
func (g *geo) poll(t *testing.T, runID string, ok func(r object) bool) object {
	t.Helper()
	var r object
	for range await.Looks(time.Minute) {
		r = g.do(t, "GET", "/geo/runs/"+runID, "")
		progress := r["progress"].(object)
		var done float64
		for _, p := range r["platforms"].([]any) {
			done += p.(object)["done"].(float64)
		}
		if ended := r["status"] != "queued" && r["status"] != "running"; done != progress["done"] ||
			ended != (progress["done"] == progress["total"]) || ended != (r["finished_at"] != nil) {
			t.Fatalf("it does not add up: %v", r)
		}
		if ok(r) {
			return r
		}
	}
	t.Fatalf("not in a minute: %v", r)
	return nil
}

func ended(r object) bool { return r["finished_at"] != nil }

// A run through the interface: submitted, watched, its answers read and its history.
func TestRunThrough(t *testing.T) {
	t.Parallel()
	eachWorking(t, working, []string{"第一问", "第二问", "第三问[sim:filter]"}, func(t *testing.T, g *geo) {
		a := g.Expect(t, g.start(`,"platforms":["qwen","doubao"]`))
		runID := a.At("data.run_id").(string)
		same(t, "answer", object{"status": "running", "run_id": runID}, a.At("data"))
		r := g.poll(t, runID, ended)
		part := func(platform, name string) object {
			return object{"platform": platform, "name": name, "status": "completed", "done": 3, "failed": 1, "total": 3}
		}
		same(t, "progress", object{
			"run_id": runID, "brand_id": g.ids["brand_id"], "status": "completed", "mode": "search", "surface": "api",
			"trigger": "api", "samples": 1,
			"progress": object{"done": 6, "total": 6}, "platforms": []object{part("doubao", "豆包"), part("qwen", "通义千问")},
			"created_at": r["created_at"], "started_at": r["started_at"], "finished_at": r["finished_at"],
		}, r)
		g.refusedAs(t, apitest.Call{Key: g.key, Method: "POST", Path: "/geo/runs/" + runID + "/cancel"}, 409, 3011,
			object{"status": "completed"})
		g.answers(t, runID)
		g.history(t, runID, r)
		b := g.do(t, "GET", "/geo/brands/{brand_id}", "")
		same(t, "the brand's last run", object{"run_id": runID, "status": "completed", "finished_at": r["finished_at"]}, b["last_run"])
	})
}

// answers reads what a run of three questions and two platforms brought, the third of which was filtered.
func (g *geo) answers(t *testing.T, runID string) {
	t.Helper()
	path := "/geo/runs/" + runID + "/answers"
	whole := g.do(t, "GET", path, "")
	items := whole["items"].([]any)
	if whole["total"] != 6.0 || len(items) != 6 || whole["page"] != 1.0 || whole["page_size"] != 20.0 || whole["has_more"] != false {
		t.Errorf("the list: %v", whole)
	}
	fields := []string{
		"answered_at", "citations", "competitors", "confidence", "error", "id", "latency_ms", "mention_state", "mentioned", "mode",
		"model", "platform", "position", "prompt_id", "prompt_text", "retrieval", "run_id", "sentiment", "stance", "status",
		"surface", "text", "watched_position",
	}
	prompts := map[string]string{}
	for _, item := range items {
		e := item.(object)
		prompts[e["prompt_text"].(string)] = e["prompt_id"].(string)
		if got := slices.Sorted(maps.Keys(e)); !slices.Equal(got, fields) {
			t.Errorf("an answer has the fields %v", got)
		}
		if strings.Contains(e["prompt_text"].(string), "filter") {
			same(t, "failed", with(e, object{
				"status": "failed", "error": "平台因内容安全策略未作回答", "text": nil, "model": nil,
				"answered_at": nil, "citations": []any{},
			}), e)
		} else {
			same(t, "answered", with(e, object{"status": "answered", "error": nil, "mode": "search", "surface": "api", "run_id": runID}), e)
			if e["text"] == "" || !strings.HasPrefix(e["model"].(string), "simulated") || e["latency_ms"] == nil {
				t.Errorf("answered: %v", e)
			}
		}
	}
	for query, want := range map[string]int{
		"?platform=qwen":                 3,
		"?platform=qwen&platform=doubao": 6,
		"?platform=ernie":                0,
		"?prompt_id=" + prompts["第一问"]:   2,
		"?prompt_id=" + prompts["第一问"] + "&prompt_id=" + prompts["第二问"]: 4,
		"?platform=qwen&prompt_id=" + prompts["第一问"]:                    1,
		"?page=2&page_size=4":   2,
		"?page=1&page_size=4":   4,
		"?page=9&page_size=100": 0,
	} {
		page := g.do(t, "GET", path+query, "")
		if n := len(page["items"].([]any)); n != want || page["has_more"] != (query == "?page=1&page_size=4") {
			t.Errorf("%s: %d items, %v", query, n, page)
		}
	}
	for _, query := range []string{"?page=0", "?page_size=0", "?page_size=101", "?page=x"} {
		g.Expect(t, apitest.Call{Key: g.key, Method: "GET", Path: path + query, Status: 422, Code: 4220})
	}
}

// history makes another run that is cancelled, and reads both.
func (g *geo) history(t *testing.T, runID string, r object) {
	t.Helper()
	path := "/geo/brands/{brand_id}/runs"
	same(t, "history", object{"items": []object{r}, "total": 1, "page": 1, "page_size": 20, "has_more": false}, g.do(t, "GET", path, ""))
	same(t, "beyond", object{"items": []object{}, "total": 1, "page": 2, "page_size": 1, "has_more": false},
		g.do(t, "GET", path+"?page=2&page_size=1", ""))
	g.Expect(t, apitest.Call{Key: g.key, Method: "GET", Path: fill(path, g.ids) + "?page_size=101", Status: 422, Code: 4220})
}

// A suspended installation takes runs and holds them; lifted, they start by themselves. What was cancelled meanwhile does not.
func TestRunHeld(t *testing.T) {
	t.Parallel()
	eachWorking(t, working, []string{"第一问"}, func(t *testing.T, g *geo) {
		must.Do(t, g.App.Runs.Suspend(t.Context()))
		a := g.Expect(t, g.start(""))
		runID := a.At("data.run_id").(string)
		expect.Equal(t, a.At("data.status"), "queued", "answered", a.Body)
		other := &geo{Server: g.Server, me: g.Account(t, plan.Standard)}
		other.key = other.me.Key(t)
		other.ids = things(t, g.Server, other.key)
		other.enable(t, true)
		given := other.Expect(t, other.start("")).At("data.run_id").(string)
		r := other.do(t, "POST", "/geo/runs/"+given+"/cancel", "")
		same(t, "cancelled while queued", with(r, object{
			"status":   "cancelled",
			"progress": object{"done": 3, "total": 3}, "started_at": nil,
		}), r)
		r = g.do(t, "GET", "/geo/runs/"+runID, "")
		same(t, "held", with(r, object{"status": "queued", "progress": object{"done": 0, "total": 6}, "started_at": nil}), r)
		must.Do(t, g.App.Runs.Resume(t.Context()))
		r = g.poll(t, runID, ended)
		expect.Equal(t, r["status"], "completed", "ended as", r)
		same(t, "after the resume", "cancelled", other.do(t, "GET", "/geo/runs/"+given, "")["status"])
	})
}

// Cancelling a running run keeps what is there and asks nothing more.
func TestRunCancelled(t *testing.T) {
	t.Parallel()
	slow := func(s *config.Settings) {
		working(s)
		s.Simulate.Latency = simulator.Latency{Mean: 500 * time.Millisecond, Spread: 0.9}
	}
	var questions []string
	for i := range 20 {
		questions = append(questions, fmt.Sprintf("第 %d 问", i))
	}
	eachWorking(t, slow, questions, func(t *testing.T, g *geo) {
		runID := g.Expect(t, g.start(`,"platforms":["doubao"]`)).At("data.run_id").(string)
		g.poll(t, runID, func(r object) bool { return r["progress"].(object)["done"] != 0.0 })
		r := g.do(t, "POST", "/geo/runs/"+runID+"/cancel", "")
		same(t, "cancelled", with(r, object{"status": "cancelled", "progress": object{"done": 20, "total": 20}}), r)
		before := g.do(t, "GET", "/geo/runs/"+runID+"/answers", "")
		g.refusedAs(t, apitest.Call{Key: g.key, Method: "POST", Path: "/geo/runs/" + runID + "/cancel"}, 409, 3011,
			object{"status": "cancelled"})
		same(t, "answers", before["total"], g.do(t, "GET", "/geo/runs/"+runID+"/answers", "")["total"])
	})
}
