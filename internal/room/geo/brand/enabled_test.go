package brand_test

import (
	"testing"

	"renown/internal/room/account"
	"renown/internal/room/geo/brand"
	"renown/internal/room/plan"
)

// All spaces of an account are counted together, for whoever asks in one of them.
func TestEnabled(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		me, other := w.caller(t, plan.Upper), w.caller(t, plan.Standard)
		teamID, err := w.accounts.CreateTeam(ctx, me.UserID, "市场部")
		if err != nil {
			t.Fatal(err)
		}
		member := account.Caller{UserID: other.UserID, SpaceID: teamID}
		for _, who := range []account.Caller{me, member, other} {
			b, err := w.Create(ctx, who, brand.Profile{Name: "星澜", Introduction: "扫拖机器人", ProductType: "other"})
			if err != nil {
				t.Fatal(err)
			}
			topic, err := w.CreateTopic(ctx, who, b.ID, brand.TopicFields{Name: "选型", Region: "CN", Language: "zh"})
			if err != nil {
				t.Fatal(err)
			}
			for _, status := range []string{brand.Active, brand.Suggested, brand.Archived} {
				n := brand.NewPrompt{Source: brand.FromUser, PromptFields: brand.PromptFields{TopicID: topic.ID, Text: "问", Stage: "awareness", Status: status}}
				if _, err := w.CreatePrompt(ctx, who, b.ID, n); err != nil {
					t.Fatal(err)
				}
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
