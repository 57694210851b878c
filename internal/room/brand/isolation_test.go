package brand_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/testkit/must"
)

// household is one of each thing.
type household struct {
	brand      brand.Brand
	topic      brand.Topic
	prompt     brand.Prompt
	competitor brand.Competitor
}

func (w *world) household(t *testing.T, who account.Caller) (h household) {
	t.Helper()
	h.brand = w.brand(t, who)
	h.topic = w.topic(t, who, h.brand.ID)
	h.prompt = w.prompt(t, who, h.topic, brand.Active)
	h.competitor = w.competitor(t, who, h.brand.ID)
	return h
}

// unheardOf names what never existed.
var unheardOf = household{
	brand:      brand.Brand{ID: "brd_00000000000000000000000000"},
	topic:      brand.Topic{ID: "top_00000000000000000000000000"},
	prompt:     brand.Prompt{ID: "pmt_00000000000000000000000000"},
	competitor: brand.Competitor{ID: "cmp_00000000000000000000000000"},
}

// What is another account's, a team's or never existed is missing in the same words, whatever is tried, and stays
// as it was. So is one's own personal thing from within a team.
func TestIsolation(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		me, other := w.caller(t, plan.Upper), w.caller(t, plan.Upper)
		team := w.inTeam(t, me)
		mine := w.household(t, me)
		for name, foreign := range map[string]struct {
			asking, owner account.Caller
			h             household
		}{
			"other account": {me, other, w.household(t, other)},
			"own team":      {me, team, w.household(t, team)},
			"nobody":        {me, me, unheardOf},
			"from the team": {team, me, mine},
		} {
			t.Run(name, func(t *testing.T) {
				before, _ := w.Existing(t.Context(), foreign.owner, foreign.h.brand.ID)
				w.tryReads(t, foreign.asking, foreign.h)
				w.tryChanges(t, foreign.asking, foreign.h)
				after, _ := w.Existing(t.Context(), foreign.owner, foreign.h.brand.ID)
				if diff := cmp.Diff(before, after, cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("what was refused had an effect:\n%s", diff)
				}
			})
		}
	})
}

func (w *world) tryReads(t *testing.T, who account.Caller, h household) {
	t.Helper()
	ctx := t.Context()
	_, err := w.Find(ctx, who, h.brand.ID)
	missing(t, err, "brand", h.brand.ID)
	_, err = w.Topics(ctx, who, h.brand.ID)
	missing(t, err, "brand", h.brand.ID)
	_, err = w.Prompts(ctx, who, h.brand.ID, brand.PromptFilter{})
	missing(t, err, "brand", h.brand.ID)
	_, err = w.Competitors(ctx, who, h.brand.ID)
	missing(t, err, "brand", h.brand.ID)
	_, err = w.Existing(ctx, who, h.brand.ID)
	missing(t, err, "brand", h.brand.ID)
	_, err = w.Topic(ctx, who, h.topic.ID)
	missing(t, err, "topic", h.topic.ID)
	_, err = w.Prompt(ctx, who, h.prompt.ID)
	missing(t, err, "prompt", h.prompt.ID)
	_, err = w.Competitor(ctx, who, h.competitor.ID)
	missing(t, err, "competitor", h.competitor.ID)
	list := must.Get(w.List(ctx, who))(t)
	for _, b := range list {
		if b.ID == h.brand.ID {
			t.Errorf("%s is listed", b.ID)
		}
	}
}

func (w *world) tryChanges(t *testing.T, who account.Caller, h household) {
	t.Helper()
	ctx := t.Context()
	_, err := w.Update(ctx, who, h.brand.ID, func(p *brand.Profile) { p.Name = "taken over" })
	missing(t, err, "brand", h.brand.ID)
	_, err = w.CreateTopic(ctx, who, h.brand.ID, brand.TopicFields{Name: "taken over"})
	missing(t, err, "brand", h.brand.ID)
	_, err = w.CreatePrompt(ctx, who, h.brand.ID, question(h.topic.ID, brand.Suggested))
	missing(t, err, "brand", h.brand.ID)
	_, err = w.CreateCompetitor(ctx, who, h.brand.ID, brand.CompetitorFields{Name: "taken over"})
	missing(t, err, "brand", h.brand.ID)
	_, err = w.UpdateTopic(ctx, who, h.topic.ID, func(f *brand.TopicFields) { f.Name = "taken over" })
	missing(t, err, "topic", h.topic.ID)
	missing(t, w.DeleteTopic(ctx, who, h.topic.ID), "topic", h.topic.ID)
	_, err = w.UpdatePrompt(ctx, who, h.prompt.ID, func(f *brand.PromptFields) { f.Text = "taken over" })
	missing(t, err, "prompt", h.prompt.ID)
	missing(t, w.DeletePrompt(ctx, who, h.prompt.ID), "prompt", h.prompt.ID)
	_, err = w.UpdateCompetitor(ctx, who, h.competitor.ID, func(f *brand.CompetitorFields) { f.Name = "taken over" })
	missing(t, err, "competitor", h.competitor.ID)
	missing(t, w.DeleteCompetitor(ctx, who, h.competitor.ID), "competitor", h.competitor.ID)

	// Nested: their topic under a prompt of one's own.
	mine := w.household(t, who)
	_, err = w.CreatePrompt(ctx, who, mine.brand.ID, question(h.topic.ID, brand.Suggested))
	missing(t, err, "topic", h.topic.ID)
	_, err = w.UpdatePrompt(ctx, who, mine.prompt.ID, func(f *brand.PromptFields) { f.TopicID = h.topic.ID })
	missing(t, err, "topic", h.topic.ID)
}

// A topic of another brand is missing even when both are one's own.
func TestTopicOfAnotherBrand(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		me := w.caller(t, plan.Standard)
		one, two := w.household(t, me), w.household(t, me)
		_, err := w.CreatePrompt(t.Context(), me, one.brand.ID, question(two.topic.ID, brand.Suggested))
		missing(t, err, "topic", two.topic.ID)
		_, err = w.UpdatePrompt(t.Context(), me, one.prompt.ID, func(f *brand.PromptFields) { f.TopicID, f.Text = two.topic.ID, "moved" })
		missing(t, err, "topic", two.topic.ID)
		if got, err := w.Prompt(t.Context(), me, one.prompt.ID); err != nil || cmp.Diff(one.prompt, got, cmpopts.EquateEmpty()) != "" {
			t.Errorf("the refused change left %+v, error %v", got, err)
		}
	})
}

// An account that is erased takes everything along, also what its teams hold.
func TestErasedAccount(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		me, other := w.caller(t, plan.Standard), w.caller(t, plan.Standard)
		team := w.inTeam(t, me)
		w.household(t, me)
		w.household(t, team)
		kept := w.household(t, other)
		must.Do(t, w.accounts.Delete(t.Context(), me.UserID))
		for _, table := range []string{"brands", "topics", "prompts", "competitors"} {
			var n int
			must.Do(t, w.db.Read().QueryRow(t.Context(), `SELECT count(*) FROM `+table).Scan(&n))
			if n != 1 {
				t.Errorf("%d rows are left in %s, want the other account's one", n, table)
			}
		}
		must.Get(w.Find(t.Context(), other, kept.brand.ID))(t)
	})
}
