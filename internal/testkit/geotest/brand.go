package geotest

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/simulator"
	"renown/internal/testkit/must"
)

// users are shared by all worlds: hashing is dear even with little memory.
var users sync.Map

func prepared(accounts *account.Accounts, n int) (account.NewUser, error) {
	if u, ok := users.Load(n); ok {
		return u.(account.NewUser), nil
	}
	u, err := accounts.Prepare(context.Background(), fmt.Sprintf("user%d@example.com", n), "long enough a password")
	users.Store(n, u)
	return u, err
}

// Caller opens an account of the upper tier and stands in its personal space.
func (w *World) Caller(t must.Tester) account.Caller {
	t.Helper()
	ctx := context.Background()
	w.users++
	user := must.Get(prepared(w.Accounts, w.users))(t)
	userID := must.Get(w.Plans.Open(ctx, user, plan.Terms{Tier: plan.Upper, Forever: true}))(t)
	spaces := must.Get(w.Accounts.Spaces(ctx, userID))(t)
	return account.Caller{UserID: userID, SpaceID: spaces[0].ID}
}

// Watched is a brand with its owner.
type Watched struct {
	w   *World
	Who account.Caller
	ID  string
}

// Brand makes an account with a brand.
func (w *World) Brand(t must.Tester, name string, aliases ...string) *Watched {
	t.Helper()
	who := w.Caller(t)
	b, err := w.Brands.Create(context.Background(), who, brand.Profile{
		Name: name, Introduction: "介绍", ProductType: "other", Names: brand.Names{Aliases: store.Texts(aliases)},
	})
	must.Do(t, err)
	return &Watched{w, who, b.ID}
}

// Topic adds a topic and returns its id.
func (b *Watched) Topic(t must.Tester, name string) string {
	t.Helper()
	topic := must.Get(b.w.Brands.CreateTopic(context.Background(), b.Who, b.ID,
		brand.TopicFields{Name: name, Region: "CN", Language: "zh"}))(t)
	return topic.ID
}

// Prompt adds an enabled prompt and returns its id; without types it counts for both analyses.
func (b *Watched) Prompt(t must.Tester, topicID, text, stage string, types ...string) string {
	t.Helper()
	p, err := b.w.Brands.CreatePrompt(context.Background(), b.Who, b.ID, brand.NewPrompt{
		PromptFields: brand.PromptFields{
			TopicID: topicID, Text: text, Stage: stage, Types: store.Texts(types),
			Status: brand.Active,
		}, Source: brand.FromUser,
	})
	must.Do(t, err)
	return p.ID
}

// Competitor adds a competitor and returns its id.
func (b *Watched) Competitor(t must.Tester, name string, aliases ...string) string {
	t.Helper()
	c, err := b.w.Brands.CreateCompetitor(context.Background(), b.Who, b.ID,
		brand.CompetitorFields{Name: name, Names: brand.Names{Aliases: store.Texts(aliases)}})
	must.Do(t, err)
	return c.ID
}

// Rename gives the brand another name and other aliases.
func (b *Watched) Rename(t must.Tester, name string, aliases ...string) {
	t.Helper()
	must.Get(b.w.Brands.Update(context.Background(), b.Who, b.ID,
		func(p *brand.Profile) { p.Name, p.Aliases = name, store.Texts(aliases) }))(t)
}

// Submit asks for a run at these platforms, none means all; what the plan counts does not count here.
func (b *Watched) Submit(t must.Tester, platforms ...string) string {
	t.Helper()
	out := must.Get(b.w.Runs.Submit(context.Background(), b.Who,
		run.Request{BrandID: b.ID, Platforms: platforms, Origin: run.FromSchedule}))(t)
	return out.RunID
}

// Run is a run from its submission to its end.
func (b *Watched) Run(t must.Tester, platforms ...string) string {
	t.Helper()
	runID := b.Submit(t, platforms...)
	b.w.Work(t)
	return runID
}

// ThirdByModel judges the tone of every third answer as a model would.
func ThirdByModel() func(context.Context, string) (string, error) {
	asked := 0
	return func(_ context.Context, text string) (string, error) {
		asked++
		_, rest, listed := strings.Cut(text, "1. ")
		if !listed || asked%3 != 0 {
			return "", nil
		}
		sentence, _, _ := strings.Cut(rest, "\n")
		b, err := json.Marshal(map[string]any{"judgements": []any{map[string]any{
			"name": "云栖笔记", "label": "negative",
			"score": -0.5, "sentence": sentence,
		}}})
		return string(b), err
	}
}

// Monitored is a brand with eight questions, each with a marker for the simulator, and a competitor.
func (w *World) Monitored(t must.Tester, marker string) *Watched {
	t.Helper()
	b := w.Brand(t, "云栖笔记")
	topic := b.Topic(t, "选购")
	for i := range 8 {
		b.Prompt(t, topic, fmt.Sprintf("推荐几款办公软件，第 %d 问%s", i, marker), "awareness")
	}
	b.Competitor(t, "石墨本")
	return b
}

// Known says how likely the simulator names that brand and its competitor; 0: it knows nothing of them.
func (w *World) Known(brand, rival float64) {
	var list []simulator.Brand
	for name, weight := range map[string]float64{"云栖笔记": brand, "石墨本": rival} {
		if weight > 0 {
			list = append(list, simulator.Brand{Name: name, Weight: weight})
		}
	}
	w.Sim.Know(list...)
}
