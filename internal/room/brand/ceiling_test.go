package brand_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/undo"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// capped checks that err says which ceiling was reached.
func capped(t must.Tester, err error, reason string, limit int) {
	t.Helper()
	if f := must.Refuse(t, err, fault.CapReached); f.Reason != reason || f.Detail["limit"] != limit {
		t.Fatalf("%s, detail %v; want %s at %d", f.Reason, f.Detail, reason, limit)
	}
}

var low = brand.Options{MaxTopics: 2, MaxPrompts: 3, MaxCompetitors: 2, MaxNames: 1200}

func TestCeilings(t *testing.T) {
	t.Parallel()
	eachWith(t, low, func(t *testing.T, w *world) {
		me := w.caller(t, plan.Upper)
		b := w.brand(t, me)
		topic := w.topic(t, me, b.ID)
		w.topic(t, me, b.ID)
		_, err := w.CreateTopic(t.Context(), me, b.ID, brand.TopicFields{Name: "third"})
		capped(t, err, "topic_cap", 2)
		_, err = w.AddPrompts(t.Context(), me, b.ID, brand.DraftedTopic{TopicFields: brand.TopicFields{Name: "third"}})
		capped(t, err, "topic_cap", 2)

		w.prompt(t, me, topic, brand.Archived)
		several := func(n int) (list []brand.PromptFields) {
			for range n {
				list = append(list, question(topic.ID, brand.Suggested).PromptFields)
			}
			return list
		}
		_, err = w.AddPrompts(t.Context(), me, b.ID, brand.DraftedTopic{ID: topic.ID, Prompts: several(3)})
		capped(t, err, "prompt_cap", 3)
		must.Get(w.AddPrompts(t.Context(), me, b.ID, brand.DraftedTopic{ID: topic.ID, Prompts: several(2)}))(t)
		_, err = w.CreatePrompt(t.Context(), me, b.ID, question(topic.ID, brand.Suggested))
		capped(t, err, "prompt_cap", 3)

		w.competitor(t, me, b.ID)
		w.competitor(t, me, b.ID)
		_, err = w.CreateCompetitor(t.Context(), me, b.ID, brand.CompetitorFields{Name: "third"})
		capped(t, err, "competitor_cap", 2)
		w.competitor(t, me, w.brand(t, me).ID) // each brand has its own places
	})
}

func TestCeilingsAtOnce(t *testing.T) {
	t.Parallel()
	eachWith(t, low, func(t *testing.T, w *world) {
		me := w.caller(t, plan.Upper)
		b := w.brand(t, me)
		processes := w.processes(t, low)
		made := 0
		for _, err := range await.Errors(30, func(i int) error {
			at := processes[i%len(processes)]
			switch i % 3 {
			case 0:
				_, err := at.CreateTopic(context.Background(), me, b.ID, brand.TopicFields{Name: "one"})
				return err
			case 1:
				_, err := at.AddPrompts(context.Background(), me, b.ID, brand.DraftedTopic{TopicFields: brand.TopicFields{Name: "one"}})
				return err
			}
			_, err := at.CreateCompetitor(context.Background(), me, b.ID, brand.CompetitorFields{Name: "one"})
			return err
		}) {
			if err == nil {
				made++
				continue
			}
			must.Refuse(t, err, fault.CapReached)
		}
		got := must.Get(w.Find(t.Context(), me, b.ID))(t)
		if made != 4 || got.Counts.Topics != 2 || got.Counts.Competitors != 2 {
			t.Errorf("%d made, %+v", made, got.Counts)
		}
	})
}

// Names of the brand and its competitors count together, whichever list they stand in, as many bytes as their spellings have, and may
// always shrink.
func TestNamesCeiling(t *testing.T) {
	t.Parallel()
	eachWith(t, brand.Options{MaxNames: 100}, func(t *testing.T, w *world) {
		me := w.caller(t, plan.Upper)
		long := strings.Repeat("x", 101)
		for _, names := range []brand.Names{
			{Contexts: store.Texts{long}},
			{Aliases: store.Texts{"ab-cd-ef"}},
			{Exclusions: store.Texts{"ab-cd-ef"}},
			{Domains: store.Texts{long}},
		} {
			_, err := w.Create(t.Context(), me, brand.Profile{Name: "b", Names: names})
			capped(t, err, "names_cap", 100)
		}

		b := must.Get(w.Create(t.Context(), me, brand.Profile{Name: "b", Introduction: "i", ProductType: "other"}))(t)
		_, err := w.Update(t.Context(), me, b.ID, func(p *brand.Profile) { p.Exclusions = store.Texts{long[:100]} })
		capped(t, err, "names_cap", 100)
		c, err := w.CreateCompetitor(t.Context(), me, b.ID, brand.CompetitorFields{
			Name:  "c",
			Names: brand.Names{Aliases: store.Texts{long[:90]}},
		})
		must.Do(t, err) // 92 in all
		_, err = w.CreateCompetitor(t.Context(), me, b.ID, brand.CompetitorFields{
			Name:  "d",
			Names: brand.Names{Exclusions: store.Texts{long[:8]}},
		})
		capped(t, err, "names_cap", 100)
		_, err = w.UpdateCompetitor(t.Context(), me, c.ID, func(f *brand.CompetitorFields) { f.Contexts = store.Texts{long[:9]} })
		capped(t, err, "names_cap", 100)
		_, err = w.UpdateCompetitor(t.Context(), me, c.ID, func(f *brand.CompetitorFields) { f.Aliases = store.Texts{"ab-cd-ef"} }) // fewer letters, more spellings
		capped(t, err, "names_cap", 100)

		strict := w.withOptions(brand.Options{MaxNames: 50}) // a setting that was lowered
		must.Get(strict.UpdateCompetitor(t.Context(), me, c.ID, func(f *brand.CompetitorFields) { f.Aliases = store.Texts{long[:80]} }))(t)
		must.Get(strict.Update(t.Context(), me, b.ID, func(p *brand.Profile) { p.Introduction = "其他字段照常" }))(t)
		_, err = strict.UpdateCompetitor(t.Context(), me, c.ID, func(f *brand.CompetitorFields) { f.Aliases = store.Texts{long[:81]} })
		capped(t, err, "names_cap", 50)
		deleted := noted(t, func(ctx context.Context) error { return strict.DeleteCompetitor(ctx, me, c.ID) })
		_, err = undo.New(w.db, strict.Restores()).Undo(t.Context(), by(me), deleted)
		capped(t, err, "names_cap", 50)
	})
}

// A draft brings as many competitors as there is room for, and nothing at all when its prompts do not fit.
func TestDraftedCeilings(t *testing.T) {
	t.Parallel()
	eachWith(t, low, func(t *testing.T, w *world) {
		me := w.caller(t, plan.Upper)
		b := w.brand(t, me)
		draft := func(prompts int, competitors ...string) (d brand.Drafted) {
			topic := brand.DraftedTopic{TopicFields: brand.TopicFields{Name: "选购"}}
			for range prompts {
				topic.Prompts = append(topic.Prompts, brand.PromptFields{Text: "问", Stage: "awareness"})
			}
			for _, name := range competitors {
				d.Competitors = append(d.Competitors, brand.CompetitorFields{Name: name})
			}
			d.Topics = append(d.Topics, topic)
			return d
		}
		expect.Refuse(t, expect.Error(w.addDrafted(t, me, b.ID, draft(4, "one"))), fault.CapReached)
		added := must.Get(w.addDrafted(t, me, b.ID, draft(3, "one", strings.Repeat("字", 130)+strings.Repeat("x", 9), "two")))(t)
		expect.Equal(t, added, (brand.Added{Topics: 1, Competitors: 1}), "added")
		added = must.Get(w.addDrafted(t, me, b.ID, draft(0, "two", "three")))(t)
		got := must.Get(w.Find(t.Context(), me, b.ID))(t)
		if added != (brand.Added{Topics: 1, Competitors: 1}) || got.Counts != (brand.Counts{Topics: 2, Prompts: 3, Competitors: 2}) {
			t.Errorf("added %+v, there are %+v", added, got.Counts)
		}
	})
}

func (w *world) addDrafted(t *testing.T, me account.Caller, brandID string, d brand.Drafted) (added brand.Added, err error) {
	t.Helper()
	d, err = looked(t.Context(), w.Brands, brandID, d)
	must.Do(t, err)
	err = w.db.InTx(t.Context(), func(tx *store.Tx) error {
		if _, err := w.ExistingTx(t.Context(), tx, me, brandID); err != nil {
			return err
		}
		added, err = w.AddDraftedTx(t.Context(), tx, me, brandID, d)
		return err
	})
	return added, err
}

func (w *world) withOptions(o brand.Options) *brand.Brands {
	return brand.New(w.db, w.plans, w.findings, o)
}

// A hundred competitors with all they may hold would be 8 MB of spellings: the reader of answers would be made of them.
func TestNamesOfManyCompetitors(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		me := w.caller(t, plan.Trial)
		b := w.brand(t, me)
		full := func(i int) (list store.Texts) {
			for n := range 50 {
				list = append(list, strings.Repeat("字", 60)+fmt.Sprintf("%02d%02d", i, n))
			}
			return list
		}
		added := 0
		var err error
		for ; added < 200 && err == nil; added++ {
			_, err = w.CreateCompetitor(t.Context(), me, b.ID,
				brand.CompetitorFields{Name: "c", Names: brand.Names{
					Aliases: full(added), Exclusions: full(added),
					Contexts: full(added),
				}})
		}
		capped(t, err, "names_cap", 256<<10)
		if added != 4 { // 50 names and exclusions with four spellings of some 185 bytes, and as many terms
			t.Errorf("the %d. was refused", added)
		}
	})
}

// stored is what the tables of the room hold for a space.
const stored = `SELECT CAST(sum(bytes) AS BIGINT) FROM (
	SELECT 256 + octet_length(name) + octet_length(introduction) + octet_length(product_type) + COALESCE(octet_length(marketing_goal), 0)
		+ COALESCE(octet_length(homepage_url), 0) + octet_length(keywords) + octet_length(selling_points) + COALESCE(octet_length(core_audience), 0)
		+ octet_length(aliases) + octet_length(exclusions) + octet_length(contexts) + octet_length(product_lines) + octet_length(domains) AS bytes FROM brands WHERE space_id = $1
	UNION ALL SELECT 256 + octet_length(t.name) + COALESCE(octet_length(t.description), 0) + octet_length(t.region) + octet_length(t.language)
		FROM topics t JOIN brands b ON b.id = t.brand_id WHERE b.space_id = $1
	UNION ALL SELECT 256 + octet_length(text) + octet_length(types) + octet_length(stage) + octet_length(tag_ids) + COALESCE(octet_length(region), 0)
		+ COALESCE(octet_length(language), 0) FROM prompts WHERE space_id = $1
	UNION ALL SELECT 256 + octet_length(c.name) + octet_length(c.aliases) + octet_length(c.exclusions) + octet_length(c.contexts)
		+ octet_length(c.product_lines) + octet_length(c.domains)
		+ COALESCE(octet_length(c.website_url), 0) + COALESCE(octet_length(c.logo_icon), 0) + COALESCE(octet_length(c.description), 0)
		FROM competitors c JOIN brands b ON b.id = c.brand_id WHERE b.space_id = $1) AS parts`

// Whatever is added, changed and removed, what is booked is what is stored.
func TestStorageIsCounted(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		me := w.caller(t, plan.Upper)
		ctx := t.Context()
		agree := func(step string) {
			t.Helper()
			want := must.Get(store.One[int64](w.db.Read().QueryRow(ctx, stored, me.SpaceID)))(t)
			got, err := w.plans.Storage(ctx, me.UserID)
			if must.Do(t, err); got.Used != want {
				t.Errorf("after %s %d bytes are booked, %d stored", step, got.Used, want)
			}
		}
		long := "很长的说明 \"引号\""
		b := w.brand(t, me)
		_, err := w.Update(ctx, me, b.ID, func(p *brand.Profile) { p.MarketingGoal, p.Keywords = &long, store.Texts{long, "词"} })
		must.Do(t, err)
		agree("a brand")
		topic, gone := w.topic(t, me, b.ID), w.topic(t, me, b.ID)
		must.Get(w.UpdateTopic(ctx, me, topic.ID, func(f *brand.TopicFields) { f.Description = &long }))(t)
		must.Do(t, w.DeleteTopic(ctx, me, gone.ID))
		agree("topics")
		one, two := w.prompt(t, me, topic, brand.Active), w.prompt(t, me, topic, brand.Suggested)
		must.Get(w.UpdatePrompt(ctx, me, one.ID, func(f *brand.PromptFields) { f.TagIDs, f.Region = store.Texts{long}, &long }))(t)
		must.Do(t, w.DeletePrompt(ctx, me, two.ID))
		_, err = w.AddPrompts(ctx, me, b.ID, brand.DraftedTopic{
			TopicFields: brand.TopicFields{Name: "新"},
			Prompts:     []brand.PromptFields{one.PromptFields, two.PromptFields},
		})
		must.Do(t, err)
		agree("prompts")
		must.Get(w.DeletePrompts(ctx, me, b.ID, []string{one.ID}))(t)
		agree("bulk")
		c, d := w.competitor(t, me, b.ID), w.competitor(t, me, b.ID)
		must.Get(w.UpdateCompetitor(ctx, me, c.ID, func(f *brand.CompetitorFields) {
			f.Aliases,
				f.Description = store.Texts{long}, &long
		}))(t)
		must.Do(t, w.DeleteCompetitor(ctx, me, d.ID))
		agree("competitors")
		must.Get(w.DeleteCompetitors(ctx, me, b.ID, []string{c.ID}))(t)
		_, err = w.addDrafted(t, me, b.ID, brand.Drafted{
			Topics: []brand.DraftedTopic{{
				TopicFields: brand.TopicFields{Name: "草"},
				Prompts:     []brand.PromptFields{{Text: "问", Stage: "awareness"}},
			}},
			Competitors: []brand.CompetitorFields{{Name: "甲"}, {Name: "乙"}},
		})
		must.Do(t, err)
		agree("a draft")
	})
}

func TestStorageQuota(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		me := w.caller(t, plan.Upper)
		tight := brand.New(w.db, plan.New(w.db, w.accounts, plan.Options{MaxStored: 1000}), w.findings, brand.Options{})
		b, err := tight.Create(t.Context(), me, brand.Profile{Name: "b", Introduction: strings.Repeat("x", 500)})
		must.Do(t, err)
		long := strings.Repeat("x", 300)
		_, err = tight.Update(t.Context(), me, b.ID, func(p *brand.Profile) { p.MarketingGoal = &long })
		capped64(t, err, 1000)
		_, err = tight.CreateTopic(t.Context(), me, b.ID, brand.TopicFields{Name: "n"})
		capped64(t, err, 1000)
		_, err = tight.CreateCompetitor(t.Context(), me, b.ID, brand.CompetitorFields{Name: "c"})
		capped64(t, err, 1000)
		must.Get(tight.Update(t.Context(), me, b.ID, func(p *brand.Profile) { p.Introduction = "short" }))(t)
		must.Get(tight.CreateTopic(t.Context(), me, b.ID, brand.TopicFields{Name: "n"}))(t)
	})
}

func capped64(t must.Tester, err error, limit int64) {
	t.Helper()
	if f := must.Refuse(t, err, fault.CapReached); f.Reason != "storage_cap" || f.Detail["limit"] != limit {
		t.Fatalf("%s, detail %v", f.Reason, f.Detail)
	}
}
