package api_test

import (
	"strings"
	"testing"
	"time"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/await"
)

var analyses = []string{"overview", "visibility", "sentiment", "citations", "sampling", "searches", "opportunities"}

func TestAnalysisRefusals(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Upper, func(t *testing.T, g *geo) {
		other, lacking := g.Account(t, plan.Upper).Key(t), g.me.Key(t, "geo:run", "geo:write")
		for _, name := range analyses {
			path := fill("/geo/brands/{brand_id}/"+name, g.ids)
			g.Expect(t, apitest.Call{Method: "GET", Path: path, Status: 401, Code: 1001})
			g.Expect(t, apitest.Call{
				Key: lacking, Method: "GET", Path: path, Status: 403, Code: 1002,
				Want: apitest.Values{"detail.missing": []string{"geo:read"}},
			})
			g.refusedAs(t, apitest.Call{Key: other, Method: "GET", Path: path}, 404, 3001,
				object{"resource": "brand", "id": g.ids["brand_id"]})
			for _, period := range []string{
				"from=2026-01-02&to=2026-01-01", "from=2026-01-06", "from=2023-01-01&to=2026-01-05", "from=0001-01-01&to=9999-12-31",
				"from=2026-02-29", "from=20260101", "from=yesterday", "from=2026-1-1", "from=",
			} {
				g.Expect(t, apitest.Call{
					Key: g.key, Method: "GET", Path: path + "?" + period, Status: 422,
					Code: 4220, Want: apitest.Values{"detail.0.loc": []string{"query", "from"}},
				})
			}
			g.Expect(t, apitest.Call{
				Key: g.key, Method: "GET", Path: path + "?mode=deep", Status: 422, Code: 4220,
				Want: apitest.Values{"detail.0.loc": []string{"query", "mode"}},
			})
			g.Expect(t, apitest.Call{
				Key: g.key, Method: "GET", Path: path + "?surface=web", Status: 422, Code: 4220,
				Want: apitest.Values{"detail.0.loc": []string{"query", "surface"}},
			})
			g.Expect(t, apitest.Call{
				Key: g.key, Method: "GET", Path: path + "?to=2026-13-01", Status: 422,
				Code: 4220, Want: apitest.Values{"detail.0.loc": []string{"query", "to"}},
			})
		}
	})
}

// Without a run everything is there and says nothing.
func TestAnalysisEmpty(t *testing.T) {
	t.Parallel()
	eachGeo(t, plan.Upper, func(t *testing.T, g *geo) {
		for _, query := range []string{
			"", "?to=2024-02-29", "?from=2026-01-01", "?from=2030-01-01&to=2030-01-31",
			"?platform=nothing&platform=kimi&topic_id=top_unknown&topic_id=",
		} {
			filters := object{}
			if strings.Contains(query, "kimi") {
				filters["platform"] = []string{"kimi"}
			}
			o := g.do(t, "GET", "/geo/brands/{brand_id}/overview"+query, "")
			for name, indicator := range o["indicators"].(object) {
				same(t, name, object{
					"value": nil, "low": nil, "high": nil, "low_wide": nil, "high_wide": nil, "effective_n": nil,
					"persistence": nil, "numerator": 0, "denominator": 0,
					"previous": nil, "previous_denominator": 0, "change": nil, "change_low": nil, "change_high": nil,
					"change_parts": nil, "significant": nil, "smallest_change": nil,
					"helps": []any{}, "audited": nil,
				}, indicator)
			}
			none, nobody := []any{}, object{"failed": 0, "empty": 0, "refused": 0, "cut": 0, "error": 0}
			same(t, "overview", with(o, object{
				"trend": none, "platforms": none, "suggested_competitors": none, "alerts": none, "last_run": nil,
				"excluded": nobody, "rereading": nil,
			}), o)
			plan := g.do(t, "GET", "/geo/brands/{brand_id}/sampling"+query, "")
			same(t, "sampling", with(plan, object{
				"these": object{"answers": nil, "days": nil}, "like_these": object{"prompts": nil, "floor": nil},
				"detection": object{"answers": nil, "days": nil, "samples": nil},
				"advice":    []any{"unknown"}, "options": none, "settled": 0, "cells": none,
				"wanted": object{"precision": 0.05, "change": 0.1, "target": nil},
			}), plan)
			v := g.do(t, "GET", "/geo/brands/{brand_id}/visibility"+query, "")
			same(t, "visibility", object{
				"period": o["period"], "filters": filters, "items": none, "total": 0,
				"by_topic": none, "by_stage": none, "excluded": nobody,
			}, v)
			s := g.do(t, "GET", "/geo/brands/{brand_id}/sentiment"+query, "")
			tone := object{
				"positive": 0, "neutral": 0, "negative": 0, "unjudged": 0, "score": nil, "low": nil,
				"high": nil, "negative_share": nil, "judged_otherwise": 0,
			}
			same(t, "sentiment", with(s, object{"totals": tone, "trend": none, "platforms": none, "quotes": none, "excluded": nobody}), s)
			c := g.do(t, "GET", "/geo/brands/{brand_id}/citations"+query, "")
			same(t, "citations", with(c, object{
				"totals":  object{"answers": 0, "with_citation": 0, "citations": 0, "own": 0, "competitor": 0},
				"domains": none, "urls": none, "gaps": none, "excluded": nobody,
			}), c)
		}
		same(t, "period", object{"from": "2025-12-07", "to": "2026-01-05"}, g.do(t, "GET", "/geo/brands/{brand_id}/overview", "")["period"])
	})
}

// A run's answers and the analyses speak of the same; another alias has the history read again, by itself.
func TestAnalyses(t *testing.T) {
	t.Parallel()
	questions := []string{"云栖笔记这款软件怎么样？", "云栖笔记和晨星笔记哪个软件好？", "推荐几款办公软件", "推荐协作软件 [sim:refusal*]", "推荐企业软件 [sim:filter*]"}
	eachWorking(t, working, questions, func(t *testing.T, g *geo) {
		runID := g.Expect(t, g.start(`,"platforms":["qwen","kimi"]`)).At("data.run_id").(string)
		g.poll(t, runID, ended)
		var named, open, judged, cited, rivals, others, failed float64 // open: named where the question does not name the brand
		for _, item := range g.do(t, "GET", "/geo/runs/"+runID+"/answers", "")["items"].([]any) {
			e := item.(object)
			if e["status"] == "failed" {
				failed++
				continue
			}
			branded := strings.Contains(e["prompt_text"].(string), "云栖笔记")
			if e["mentioned"] == true {
				named++
				if !branded {
					open++
				}
			}
			if (e["mentioned"] == true) != (e["position"] != nil) || e["sentiment"] != nil && e["mentioned"] != true {
				t.Errorf("%v", e)
			}
			if e["sentiment"] != nil {
				judged++
			}
			others += float64(len(e["competitors"].([]any)))
			if !branded {
				rivals += float64(len(e["competitors"].([]any)))
			}
			for _, c := range e["citations"].([]any) {
				if c.(object)["cited"] == true {
					cited++
				}
			}
		}
		if named < 4 || judged == 0 || cited == 0 || others == 0 || failed != 2 {
			t.Fatalf("%v named, %v judged, %v cited, %v competitors, %v failed", named, judged, cited, others, failed)
		}
		o := g.do(t, "GET", "/geo/brands/{brand_id}/overview", "")
		in := o["indicators"].(object)
		same(t, "visibility", with(in["visibility"].(object),
			object{"numerator": open, "denominator": 2, "value": open / 2}), in["visibility"])
		same(t, "share of voice", with(in["share_of_voice"].(object),
			object{"numerator": open, "denominator": open + rivals}), in["share_of_voice"])
		same(t, "left out", object{"failed": failed, "empty": 0, "refused": 2, "cut": 0, "error": 0}, o["excluded"])
		c := g.do(t, "GET", "/geo/brands/{brand_id}/citations?platform=kimi&platform=qwen", "")
		same(t, "citations", with(c["totals"].(object), object{"citations": cited, "answers": 6}), c["totals"])
		s := g.do(t, "GET", "/geo/brands/{brand_id}/sentiment?topic_id="+g.ids["topic_id"], "")
		if quotes := s["quotes"].([]any); float64(len(quotes)) != judged {
			t.Errorf("%d quotes, %v answers judged", len(quotes), judged)
		}
		v := g.do(t, "GET", "/geo/brands/{brand_id}/visibility", "")
		if v["total"] != 2.0 || len(v["items"].([]any)) != 2 {
			t.Errorf("visibility: %v", v)
		}

		g.do(t, "PATCH", "/geo/brands/{brand_id}", `{"name":"没有人提到的名字"}`)
		await.True(t, 3*time.Minute, "all is read again", func() bool {
			o = g.do(t, "GET", "/geo/brands/{brand_id}/overview", "")
			value := o["indicators"].(object)["sentiment"].(object)["denominator"]
			if value != judged && value != 0.0 {
				t.Fatalf("neither the old nor the new: %v", value)
			}
			return o["rereading"] == nil && value == 0.0
		})
	})
}
