package brand_test

import (
	"testing"
	"time"

	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// All spaces of an account are counted together, for each caller in one of them.
func TestEnabled(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		me, other := w.caller(t, plan.Upper), w.caller(t, plan.Standard)
		teamID := must.Get(w.accounts.CreateTeam(ctx, me.UserID, "市场部"))(t)
		member := account.Caller{UserID: other.UserID, SpaceID: teamID}
		for _, who := range []account.Caller{me, member, other} {
			b := must.Get(w.Create(ctx, who, brand.Profile{Name: "星澜", Introduction: "扫拖机器人", ProductType: "other"}))(t)
			topic := must.Get(w.CreateTopic(ctx, who, b.ID, brand.TopicFields{Name: "选型", Region: "CN", Language: "zh"}))(t)
			for _, status := range []string{brand.Active, brand.Suggested, brand.Archived} {
				n := brand.NewPrompt{
					Source:       brand.FromUser,
					PromptFields: brand.PromptFields{TopicID: topic.ID, Text: "问", Stage: "awareness", Status: status},
				}
				must.Get(w.CreatePrompt(ctx, who, b.ID, n))(t)
			}
		}
		for _, tc := range []struct {
			name          string
			who           account.Caller
			active, limit int64
		}{{"owner", me, 2, 20}, {"member of the team", member, 2, 20}, {"somebody else", other, 1, 10}} {
			if active, limit, err := w.Enabled(ctx, tc.who); err != nil || active != tc.active || limit != tc.limit {
				t.Errorf("%s: %d of %d, %v; want %d of %d", tc.name, active, limit, err, tc.active, tc.limit)
			}
		}
	})
}

// A plan that moves down archives the newest enabled prompts beyond it, over all its spaces.
func TestFit(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		me, other := w.caller(t, plan.Upper), w.caller(t, plan.Upper)
		team := w.inTeam(t, me)
		var prompts []brand.Prompt
		add := func(who account.Caller, n int) {
			topic := w.topic(t, who, w.brand(t, who).ID)
			for range n {
				w.clock.Advance(time.Second)
				prompts = append(prompts, w.prompt(t, who, topic, brand.Active))
			}
		}
		add(me, 8)
		add(team, 8)
		add(other, 12)
		for range 2 {
			standard := plan.Standard
			s := must.Get(w.plans.Set(t.Context(), me.UserID, plan.Change{Tier: &standard}))(t)
			read := must.Get(w.plans.Of(t.Context(), me.UserID))(t)
			if s.Archived != read.Archived {
				t.Errorf("told %d, kept %d", s.Archived, read.Archived)
			}
			enabled := 0
			for i, p := range prompts[:16] {
				who := me
				if i >= 8 {
					who = team
				}
				got := must.Get(w.Prompt(t.Context(), who, p.ID))(t)
				expect.Equal(t, got.Status, map[bool]string{true: brand.Active, false: brand.Archived}[i < 10], "prompt", i, "is")
				if got.Status == brand.Active {
					enabled++
				}
			}
			expect.Equal(t, enabled, 10, "are enabled")
		}
		active := func(who account.Caller) int64 {
			n, _, err := w.Enabled(t.Context(), who)
			must.Do(t, err)
			return n
		}
		expect.Equal(t, active(other), 12, "another account has")
	})
}
