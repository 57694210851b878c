package brand_test

import (
	"context"
	"testing"

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

func (w *world) setStatus(ctx context.Context, who account.Caller, promptID, status string) error {
	_, err := w.UpdatePrompt(ctx, who, promptID, func(f *brand.PromptFields) { f.Status = status })
	return err
}

func full(t *testing.T, err error, limit, active int) {
	t.Helper()
	f := must.Refuse(t, err, fault.PromptLimit)
	if remaining := max(0, limit-active); len(f.Detail) != 3 || f.Detail["limit"] != limit ||
		f.Detail["active"] != active || f.Detail["remaining"] != remaining {
		t.Errorf("detail %v, want limit %d, active %d and remaining %d", f.Detail, limit, active, remaining)
	}
}

// The limit counts enabled prompts over all brands of the space, and nothing else.
func TestPromptLimit(t *testing.T) {
	t.Parallel()
	for tier, limit := range map[plan.Tier]int{plan.Trial: 10, plan.Standard: 10, plan.Upper: 20} {
		t.Run(string(tier), func(t *testing.T) {
			t.Parallel()
			each(t, func(t *testing.T, w *world) {
				ctx, me := t.Context(), w.caller(t, tier)
				topics := []brand.Topic{w.topic(t, me, w.brand(t, me).ID), w.topic(t, me, w.brand(t, me).ID)}
				var active []brand.Prompt
				for i := range limit {
					active = append(active, w.prompt(t, me, topics[i%2], brand.Active))
				}
				waiting := w.prompt(t, me, topics[0], brand.Suggested)
				w.prompt(t, me, topics[1], brand.Archived)

				_, err := w.CreatePrompt(ctx, me, topics[1].BrandID, question(topics[1].ID, brand.Active))
				full(t, err, limit, limit)
				full(t, w.setStatus(ctx, me, waiting.ID, brand.Active), limit, limit)
				if got, err := w.Prompt(ctx, me, waiting.ID); err != nil || got.Status != brand.Suggested {
					t.Errorf("refused and yet %q, %v", got.Status, err)
				}
				must.Do(t, w.setStatus(ctx, me, active[0].ID, brand.Active)) // is so already
				must.Get(w.UpdatePrompt(ctx, me, active[0].ID, func(f *brand.PromptFields) { f.Text = "changed while enabled" }))(t)

				must.Do(t, w.setStatus(ctx, me, active[1].ID, brand.Archived))
				must.Do(t, w.setStatus(ctx, me, waiting.ID, brand.Active))
				full(t, w.setStatus(ctx, me, active[1].ID, brand.Active), limit, limit)
				must.Do(t, w.DeletePrompt(ctx, me, waiting.ID))
				must.Do(t, w.setStatus(ctx, me, active[1].ID, brand.Active))

				team := w.inTeam(t, me)
				topic := w.topic(t, team, w.brand(t, team).ID)
				member := account.Caller{UserID: w.caller(t, plan.Upper).UserID, SpaceID: team.SpaceID}
				for _, who := range []account.Caller{team, member} { // all spaces share the owner's plan
					_, err = w.CreatePrompt(ctx, who, topic.BrandID, question(topic.ID, brand.Active))
					full(t, err, limit, limit)
				}
			})
		})
	}
}

// Where more are enabled than the tier allows, because it means less from now on, they stay, and more are refused.
func TestPromptLimitLowered(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx, me := t.Context(), w.caller(t, plan.Upper)
		topic := w.topic(t, me, w.brand(t, me).ID)
		var prompts []brand.Prompt
		for range 13 {
			prompts = append(prompts, w.prompt(t, me, topic, brand.Active))
		}
		storetest.Exec(t, w.db, `UPDATE subscriptions SET tier = $2 WHERE user_id = $1`, me.UserID, string(plan.Standard))
		b := must.Get(w.Find(ctx, me, topic.BrandID))(t)
		expect.Equal(t, b.Counts.ActivePrompts, 13, "are enabled after lowering the tier")
		must.Get(w.UpdatePrompt(ctx, me, prompts[12].ID, func(f *brand.PromptFields) { f.Stage = "decision" }))(t)
		for i := range 4 {
			must.Do(t, w.setStatus(ctx, me, prompts[i].ID, brand.Suggested))
			if active := 12 - i; active >= 10 {
				full(t, w.setStatus(ctx, me, prompts[i].ID, brand.Active), 10, active)
			}
		}
		must.Do(t, w.setStatus(ctx, me, prompts[0].ID, brand.Active))
		full(t, w.setStatus(ctx, me, prompts[1].ID, brand.Active), 10, 10)
	})
}

// Of sixty that are enabled at the same time, through two processes on PostgreSQL, exactly those succeed that have a place.
func TestPromptLimitAtOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx, me := context.Background(), w.caller(t, plan.Standard)
		topics := []brand.Topic{w.topic(t, me, w.brand(t, me).ID), w.topic(t, me, w.brand(t, me).ID)}
		for range 7 {
			w.prompt(t, me, topics[0], brand.Active)
		}
		var waiting []string
		for i := range 50 {
			waiting = append(waiting, w.prompt(t, me, topics[i%2], brand.Suggested).ID)
		}
		processes := w.processes(t, brand.Options{MaxBrands: 100})
		enabled := 0
		for _, err := range await.Errors(60, func(i int) error {
			b := processes[i%len(processes)]
			if i < len(waiting) {
				_, err := b.UpdatePrompt(ctx, me, waiting[i], func(f *brand.PromptFields) { f.Status = brand.Active })
				return err
			}
			_, err := b.CreatePrompt(ctx, me, topics[i%2].BrandID, question(topics[i%2].ID, brand.Active))
			return err
		}) {
			if err == nil {
				enabled++
				continue
			}
			full(t, err, 10, 10)
		}
		expect.Equal(t, enabled, 3, "of 60 were enabled for 3 places")
	})
}

// Any status may follow any.
func TestStatuses(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		me := w.caller(t, plan.Trial)
		topic := w.topic(t, me, w.brand(t, me).ID)
		all := []string{brand.Active, brand.Suggested, brand.Archived}
		for _, from := range all {
			for _, to := range all {
				p := w.prompt(t, me, topic, from)
				must.Do(t, w.setStatus(t.Context(), me, p.ID, to))
				if got, err := w.Prompt(t.Context(), me, p.ID); err != nil || got.Status != to {
					t.Errorf("%s → %s: %q, %v", from, to, got.Status, err)
				}
			}
		}
	})
}

// A topic is deleted while prompts come to it: one side wins, no error is internal, no prompt is left alone.
func TestTopicDeletedMeanwhile(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx, me := context.Background(), w.caller(t, plan.Standard)
		home := w.topic(t, me, w.brand(t, me).ID)
		processes := w.processes(t, brand.Options{MaxBrands: 100})
		kept, gone := 0, 0
		for range 12 {
			topic := w.topic(t, me, home.BrandID)
			wanderer := w.prompt(t, me, home, brand.Suggested)
			work := []func(b *brand.Brands) error{
				func(b *brand.Brands) error { return b.DeleteTopic(ctx, me, topic.ID) },
				func(b *brand.Brands) error {
					_, err := b.CreatePrompt(ctx, me, topic.BrandID, question(topic.ID, brand.Suggested))
					return err
				},
				func(b *brand.Brands) error {
					_, err := b.UpdatePrompt(ctx, me, wanderer.ID, func(f *brand.PromptFields) { f.TopicID = topic.ID })
					return err
				},
				func(b *brand.Brands) error { return w.addDraft(ctx, b, me, topic) },
				func(b *brand.Brands) error {
					_, err := b.UpdateTopic(ctx, me, topic.ID, func(f *brand.TopicFields) { f.Name += "!" })
					return err
				},
			}
			for _, err := range await.Errors(15, func(i int) error { return work[i%len(work)](processes[i%len(processes)]) }) {
				if err != nil && !fault.Is(err, fault.NoSuchThing) && !fault.Is(err, fault.TopicNotEmpty) {
					t.Errorf("neither done nor refused: %v", err)
				}
			}
			if _, err := w.Topic(ctx, me, topic.ID); err == nil {
				kept++
			} else {
				missing(t, err, "topic", topic.ID)
				gone++
			}
		}
		t.Logf("%d topics were kept, %d deleted", kept, gone)
		var orphans int
		must.Do(t,
			w.db.Read().QueryRow(ctx,
				`SELECT count(*) FROM prompts p WHERE NOT EXISTS (SELECT 1 FROM topics t WHERE t.id = p.topic_id)`).Scan(&orphans))
		if orphans > 0 {
			t.Errorf("%d prompts without a topic", orphans)
		}
	})
}

// addDraft is what a generation does at its end: to a topic that it finds, or else to a new one.
func (w *world) addDraft(ctx context.Context, b *brand.Brands, who account.Caller, topic brand.Topic) error {
	text := "草拟"
	naming, err := b.Naming(ctx, topic.BrandID, []string{text})
	if err != nil {
		return err
	}
	return w.db.InTx(ctx, func(tx *store.Tx) error {
		have, err := b.ExistingTx(ctx, tx, who, topic.BrandID)
		if err != nil {
			return err
		}
		d := brand.DraftedTopic{Prompts: []brand.PromptFields{{Text: text, Stage: "awareness"}}}
		for _, found := range have.Topics {
			if found.ID == topic.ID {
				d.ID = found.ID
			}
		}
		_, err = b.AddDraftedTx(ctx, tx, who, topic.BrandID, brand.Drafted{Topics: []brand.DraftedTopic{d}, Naming: naming})
		return err
	})
}
