package brand_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// suggestions adds so many suggested prompts and returns their ids.
func (w *world) suggestions(t *testing.T, who account.Caller, topic brand.Topic, n int) (ids []string) {
	t.Helper()
	for range n {
		ids = append(ids, w.prompt(t, who, topic, brand.Suggested).ID)
	}
	return ids
}

// statuses are those of a brand's prompts, by id.
func (w *world) statuses(t *testing.T, who account.Caller, brandID string) map[string]string {
	t.Helper()
	list := must.Get(w.Prompts(t.Context(), who, brandID, brand.PromptFilter{}))(t)
	byID := map[string]string{}
	for _, p := range list {
		byID[p.ID] = p.Status
	}
	return byID
}

// wantActive checks that exactly these prompts of the brand are enabled.
func (w *world) wantActive(t *testing.T, who account.Caller, brandID string, ids ...string) {
	t.Helper()
	for id, status := range w.statuses(t, who, brandID) {
		if want := slices.Contains(ids, id); want != (status == brand.Active) {
			t.Errorf("%s is %s, want enabled: %v", id, status, want)
		}
	}
}

// Twelve where ten fit change nothing, and the refusal says how many fit.
func TestSetPromptsIsOneDecision(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx, me := t.Context(), w.caller(t, plan.Standard)
		topic := w.topic(t, me, w.brand(t, me).ID)
		ids := w.suggestions(t, me, topic, 12)
		_, err := w.SetPrompts(ctx, me, topic.BrandID, ids, brand.Active)
		full(t, err, 10, 0)
		w.wantActive(t, me, topic.BrandID)

		elsewhere := w.topic(t, me, w.brand(t, me).ID)
		w.prompt(t, me, elsewhere, brand.Active) // counts for the plan, not for the brand
		_, err = w.SetPrompts(ctx, me, topic.BrandID, ids[:10], brand.Active)
		full(t, err, 10, 1)
		w.wantActive(t, me, topic.BrandID)
		done := must.Get(w.SetPrompts(ctx, me, topic.BrandID, ids[:9], brand.Active))(t)
		if len(done) != 9 || done[0].ID != ids[0] || done[8].ID != ids[8] || done[0].Status != brand.Active {
			t.Errorf("answered %v", done)
		}
		w.wantActive(t, me, topic.BrandID, ids[:9]...)
		_, err = w.SetPrompts(ctx, me, topic.BrandID, ids[3:], brand.Archived) // disabling has no limit
		must.Do(t, err)
		w.wantActive(t, me, topic.BrandID, ids[:3]...)
	})
}

// What names something that is not of the brand changes nothing; repeated ids count once, and what is so already stays as it is.
func TestSetPromptsNames(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx, me, other := t.Context(), w.caller(t, plan.Standard), w.caller(t, plan.Standard)
		topic := w.topic(t, me, w.brand(t, me).ID)
		brandID, ids := topic.BrandID, w.suggestions(t, me, topic, 4)
		team := w.inTeam(t, me)
		for name, strange := range map[string]string{
			"another brand": w.prompt(t, me, w.topic(t, me, w.brand(t, me).ID), brand.Suggested).ID,
			"another user":  w.prompt(t, other, w.topic(t, other, w.brand(t, other).ID), brand.Suggested).ID,
			"a team":        w.prompt(t, team, w.topic(t, team, w.brand(t, team).ID), brand.Suggested).ID,
			"nothing":       "pmt_00000000000000000000000000",
		} {
			t.Run(name, func(t *testing.T) {
				_, err := w.SetPrompts(ctx, me, brandID, []string{ids[0], strange, ids[1]}, brand.Active)
				missing(t, err, "prompt", strange)
				missing(t, w.ChoosePrompts(ctx, me, brandID, []string{ids[0], strange}), "prompt", strange)
				_, err = w.DeletePrompts(ctx, me, brandID, []string{ids[0], strange})
				missing(t, err, "prompt", strange)
			})
		}
		_, err := w.SetPrompts(ctx, other, brandID, ids, brand.Active)
		missing(t, err, "brand", brandID)
		_, err = w.SetPrompts(ctx, me, brandID, many(501), brand.Active)
		must.Refuse(t, err, fault.Malformed)
		none, err := w.SetPrompts(ctx, me, brandID, nil, brand.Active)
		if err != nil || len(none) != 0 {
			t.Errorf("no ids: %v, %v", none, err)
		}
		w.wantActive(t, me, brandID)

		w.clock.Advance(time.Minute)
		must.Get(w.SetPrompts(ctx, me, brandID, ids[:1], brand.Active))(t)
		changed := w.clock.Advance(time.Minute)
		done := must.Get(w.SetPrompts(ctx, me, brandID, []string{ids[1], ids[0], ids[1]}, brand.Active))(t)
		if len(done) != 2 || done[0].ID != ids[1] || !done[0].UpdatedAt.Equal(changed) || done[1].ID != ids[0] ||
			done[1].UpdatedAt.Equal(changed) {
			t.Errorf("answered %+v", done)
		}
		for _, p := range done {
			if stored, err := w.Prompt(ctx, me, p.ID); err != nil || stored.UpdatedAt != p.UpdatedAt || stored.Status != p.Status {
				t.Errorf("stored %+v, answered %+v, %v", stored, p, err)
			}
		}
	})
}

func many(n int) (ids []string) {
	for i := range n {
		ids = append(ids, fmt.Sprintf("pmt_%026d", i))
	}
	return ids
}

// Choosing swaps: what is freed makes room for what is enabled.
func TestChoosePrompts(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx, me := t.Context(), w.caller(t, plan.Standard)
		topic := w.topic(t, me, w.brand(t, me).ID)
		ids := w.suggestions(t, me, topic, 20)
		must.Do(t, w.ChoosePrompts(ctx, me, topic.BrandID, ids[:10]))
		w.wantActive(t, me, topic.BrandID, ids[:10]...)
		must.Do(t, w.ChoosePrompts(ctx, me, topic.BrandID, ids[10:])) // ten for ten
		w.wantActive(t, me, topic.BrandID, ids[10:]...)
		f := must.Refuse(t, w.ChoosePrompts(ctx, me, topic.BrandID, ids[5:]), fault.PromptLimit)
		if f.Detail["limit"] != 10 || f.Detail["active"] != 10 || f.Detail["remaining"] != 0 {
			t.Errorf("detail %v", f.Detail)
		}
		w.wantActive(t, me, topic.BrandID, ids[10:]...)
		must.Do(t, w.ChoosePrompts(ctx, me, topic.BrandID, []string{ids[0], ids[11]}))
		w.wantActive(t, me, topic.BrandID, ids[0], ids[11])
		expect.Equal(t, w.statuses(t, me, topic.BrandID)[ids[12]], brand.Suggested, "what was not chosen is")
	})
}

func TestDeletePrompts(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx, me := t.Context(), w.caller(t, plan.Standard)
		topic := w.topic(t, me, w.brand(t, me).ID)
		ids := w.suggestions(t, me, topic, 5)
		deleted, err := w.DeletePrompts(ctx, me, topic.BrandID, []string{ids[3], ids[1], ids[3]})
		if err != nil || !slices.Equal(deleted, []string{ids[3], ids[1]}) {
			t.Errorf("deleted %v, %v", deleted, err)
		}
		_, err = w.DeletePrompts(ctx, me, topic.BrandID, []string{ids[0], ids[1]})
		missing(t, err, "prompt", ids[1])
		if left := w.statuses(t, me, topic.BrandID); len(left) != 3 {
			t.Errorf("%d are left, want 3", len(left))
		}
		none, err := w.DeletePrompts(ctx, me, topic.BrandID, nil)
		if err != nil || len(none) != 0 {
			t.Errorf("no ids: %v, %v", none, err)
		}
	})
}

// Several prompts and their topic are added together; those past the limit are suggestions.
func TestAddPrompts(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx, me := t.Context(), w.caller(t, plan.Standard)
		b := w.brand(t, me)
		drafted := brand.DraftedTopic{TopicFields: brand.TopicFields{Name: "选型"}}
		for i := range 12 {
			drafted.Prompts = append(drafted.Prompts, brand.PromptFields{
				Text:  fmt.Sprint("第 ", i, " 问"),
				Stage: "awareness", Status: brand.Active,
			})
		}
		drafted.Prompts[1].Status = brand.Archived
		suggested, err := w.AddPrompts(ctx, me, b.ID, drafted)
		if err != nil || suggested != 1 {
			t.Errorf("%d past the limit, %v", suggested, err)
		}
		topics, err := w.Topics(ctx, me, b.ID)
		if err != nil || len(topics) != 1 || topics[0].PromptCount != 12 {
			t.Fatalf("topics %+v, %v", topics, err)
		}
		drafted.ID = topics[0].ID
		suggested, err = w.AddPrompts(ctx, me, b.ID, drafted)
		if err != nil || suggested != 11 {
			t.Errorf("%d past the limit, %v", suggested, err)
		}
		drafted.ID = w.topic(t, me, w.brand(t, me).ID).ID
		_, err = w.AddPrompts(ctx, me, b.ID, drafted)
		missing(t, err, "topic", drafted.ID)
		drafted.ID, drafted.Prompts = "", make([]brand.PromptFields, 501)
		_, err = w.AddPrompts(ctx, me, b.ID, drafted)
		must.Refuse(t, err, fault.Malformed)
		found, err := w.Find(ctx, me, b.ID)
		if err != nil || found.Counts != (brand.Counts{Topics: 1, Prompts: 24, ActivePrompts: 10}) {
			t.Errorf("counts %+v, %v", found.Counts, err)
		}
	})
}

// Several competitors go in one change of names.
func TestDeleteCompetitors(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		w := newWorld(t, d, brand.Options{MaxBrands: 100})
		ctx, me, other := t.Context(), w.caller(t, plan.Standard), w.caller(t, plan.Standard)
		b := w.brand(t, me)
		var ids []string
		for range 5 {
			ids = append(ids, w.competitor(t, me, b.ID).ID)
		}
		strange := w.competitor(t, me, w.brand(t, me).ID).ID
		w.opened(t, b.ID)
		for name, id := range map[string]string{
			"another brand": strange,
			"another user":  w.competitor(t, other, w.brand(t, other).ID).ID,
			"nothing":       "cmp_00000000000000000000000000",
		} {
			_, err := w.DeleteCompetitors(ctx, me, b.ID, []string{ids[0], id})
			t.Log(name)
			missing(t, err, "competitor", id)
		}
		_, err := w.DeleteCompetitors(ctx, other, b.ID, ids)
		missing(t, err, "brand", b.ID)
		_, err = w.DeleteCompetitors(ctx, me, b.ID, many(501))
		must.Refuse(t, err, fault.Malformed)
		must.Get(w.DeleteCompetitors(ctx, me, b.ID, nil))(t)
		if left, err := w.Competitors(ctx, me, b.ID); err != nil || len(left) != 5 {
			t.Errorf("%d are left, want 5, %v", len(left), err)
		}
		if n := w.rereads.Load(); n != 0 {
			t.Errorf("read again %d times before anything was deleted", n)
		}
		deleted, err := w.DeleteCompetitors(ctx, me, b.ID, append(ids, ids[0]))
		if err != nil || !slices.Equal(deleted, ids) || w.rereads.Load() != 1 {
			t.Errorf("deleted %v with %d readings, %v", deleted, w.rereads.Load(), err)
		}
		if left, err := w.Competitors(ctx, me, b.ID); err != nil || len(left) != 0 {
			t.Errorf("%d are left, %v", len(left), err)
		}
	})
}

// Bulk enablings at the same time, over two brands and through two processes on PostgreSQL, never pass the limit.
func TestSetPromptsAtOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx, me := context.Background(), w.caller(t, plan.Standard)
		topics := []brand.Topic{w.topic(t, me, w.brand(t, me).ID), w.topic(t, me, w.brand(t, me).ID)}
		sets := [][]string{}
		for i := range 12 {
			sets = append(sets, w.suggestions(t, me, topics[i%2], 4))
		}
		processes := w.processes(t, brand.Options{MaxBrands: 100})
		enabled := 0
		for _, err := range await.Errors(len(sets), func(i int) error {
			_, err := processes[i%len(processes)].SetPrompts(ctx, me, topics[i%2].BrandID, sets[i], brand.Active)
			return err
		}) {
			if err == nil {
				enabled += 4
				continue
			}
			if f := must.Refuse(t, err, fault.PromptLimit); f.Detail["active"] != 8 || f.Detail["remaining"] != 2 {
				t.Errorf("detail %v", f.Detail)
			}
		}
		active, _, err := w.Enabled(ctx, me)
		if err != nil || enabled != 8 || active != 8 {
			t.Errorf("%d were enabled, %d are, %v: want 8", enabled, active, err)
		}
	})
}

// Bulk changes that overlap in opposite orders do not wait for each other for ever.
func TestSetPromptsCrossing(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx, me := context.Background(), w.caller(t, plan.Standard)
		topic := w.topic(t, me, w.brand(t, me).ID)
		ids := w.suggestions(t, me, topic, 8)
		reversed := slices.Clone(ids)
		slices.Reverse(reversed)
		for _, err := range await.Errors(12, func(i int) error {
			list := ids
			if i%2 == 0 {
				list = reversed
			}
			_, err := w.SetPrompts(ctx, me, topic.BrandID, list, []string{brand.Active, brand.Archived, brand.Suggested}[i%3])
			return err
		}) {
			must.Do(t, err)
		}
	})
}
