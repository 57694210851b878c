package api_test

import (
	"testing"
	"time"

	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
)

func TestLimits(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Frozen: true, Settings: held}, func(t *testing.T, s *apitest.Server) {
		call := apitest.Call{Method: "GET", Path: "/me/limits", Status: 401, Code: 1001}
		s.Expect(t, call)
		standard := s.Account(t, plan.Standard)
		call.Status, call.Code = 200, 0
		call.Key = standard.Key(t, "media:read") // any key: no scope is needed
		call.Want = apitest.Values{
			"data.tier": "standard", "data.expired": false, "data.expires_at": nil, "data.next_run_allowed_at": nil,
			"data.limits": object{
				"platforms": 3, "active_prompts": 10, "runs_per_day": 1, "run_gap_seconds": 3600,
				"points_per_cycle": 300, "samples": 1,
			},
			"data.used": object{"active_prompts": 0, "runs_today": 0}, "data.points.balance": 300, "data.points.held": 0,
			"data.platforms.2.platform": "qwen", "data.platforms.2.available": true, "data.platforms.3": apitest.Absent,
		}
		s.Expect(t, call)

		g := &geo{Server: s, me: s.Account(t, plan.Upper)}
		g.key = g.me.Key(t)
		g.ids = things(t, s, g.key)
		g.enable(t, true)
		g.Expect(t, g.start(""))
		now := s.Clock.Now()
		next, resets := now.Add(time.Hour), midnightAfter(now)
		call.Key, call.Want = g.key, apitest.Values{
			"data.tier": "upper", "data.used.runs_today": 1, "data.used.active_prompts": 1,
			"data.next_run_allowed_at": written(next), "data.resets_at": written(resets),
			"data.platforms.5.platform": "ernie",
		}
		s.Expect(t, call)
	})
}

func midnightAfter(t time.Time) time.Time {
	y, m, d := t.In(beijingTime).Date()
	return time.Date(y, m, d+1, 0, 0, 0, 0, beijingTime)
}

var beijingTime = time.FixedZone("", 8*3600)

func written(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }
