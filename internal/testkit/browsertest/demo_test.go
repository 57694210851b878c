package browsertest

import (
	"encoding/base64"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/campaign"
	"renown/internal/room/event"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/room/run"
	"renown/internal/simulator"
	"renown/internal/simulator/story"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/tool/secretbox"
)

const (
	demoEmail    = "demo@example.com"
	demoPassword = "demo password"
)

// demo is an installation with a past: what `renown demo` shows, orders in every state, a run that is going on and a brand
// without anything.
type demo struct {
	s        *apitest.Server
	who      account.Caller
	operator *apitest.Account

	brand, empty, prompt, competitor, run, answer, content, order, team, outlet, endpoint, delivery, campaign, share string
}

// days of the past: a picture shows two whole periods, a check needs the ten answers that make a rate.
func days() int {
	if os.Getenv("RENOWN_SCREENSHOTS") != "" {
		return 60
	}
	return 10
}

// sealing makes keys under which secrets of endpoints are kept.
func sealing(t testing.TB) *secretbox.Ring {
	t.Helper()
	return must.Get(secretbox.ParseRing(base64.StdEncoding.EncodeToString(make([]byte, 32))))(t)
}

func newDemo(t *testing.T) *demo {
	t.Helper()
	g := newGate()
	t.Cleanup(func() { g.let(1 << 20) })
	s := apitest.Start(t, "sqlite", apitest.Options{Settings: func(c *config.Settings) {
		c.Demo = true
		c.SealKeys = sealing(t)
		c.Simulate = &simulator.Options{
			Platforms: c.Catalogue.All(), Seen: g.pass,
			Faults: simulator.Faults{{Do: simulator.Filter, Rate: 0.1}},
		}
	}})
	made := must.Get(s.App.OpenDemo(t.Context(), demoEmail, demoPassword))(t)
	d := &demo{s: s, who: made.Caller, operator: operator(t, s), brand: made.BrandIDs[0]}
	must.Do(t, s.App.History(t.Context(), d.who, made.BrandIDs[:1], days(), func(int, int) {}))
	must.Do(t, s.App.Orders.Watch(t.Context()))
	d.watch(t)
	d.link(t)
	d.publish(t)
	d.live(t, made, g)
	return d
}

// watch finds one of everything that was observed, and makes a brand that was not.
func (d *demo) watch(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	prompts := must.Get(d.s.App.Brands.Prompts(ctx, d.who, d.brand, brand.PromptFilter{}))(t)
	competitors := must.Get(d.s.App.Brands.Competitors(ctx, d.who, d.brand))(t)
	yes := true
	answers, _, err := d.s.App.Runs.Answers(ctx, d.who, d.brand,
		run.AnswerFilter{
			Named: &yes, From: timestamp.Of(time.Now().AddDate(0, 0, -90)), To: timestamp.Of(time.Now()),
			Paging: run.Paging{Number: 1, Size: 1},
		})
	must.Do(t, err)
	d.prompt, d.competitor, d.answer = prompts[0].ID, competitors[0].ID, answers[0].ID
	empty, err := d.s.App.Brands.Create(ctx, d.who, brand.Profile{Name: "山岚", Introduction: "还没有开始。", ProductType: "coffee"})
	must.Do(t, err)
	d.empty = empty.ID
	d.team = must.Get(d.s.App.Accounts.CreateTeam(ctx, d.who.UserID, "市场部"))(t)
	endpoint, err := d.s.App.Events.Create(ctx, d.who, event.Fields{
		Kind: event.Webhook, Name: "数据平台",
		Address: "https://hooks.example.com/renown", Types: []string{string(event.RunFinished)}, Language: "zh",
		Enabled: true,
	})
	must.Do(t, err)
	d.endpoint = endpoint.ID
	must.Do(t, d.s.App.DB.InTx(ctx, func(tx *store.Tx) error { // one that was given up and is not sent
		err := d.s.App.Events.RecordTx(ctx, tx, event.Record{
			SpaceID: d.who.SpaceID, Type: event.RunFinished,
			Once: "viewed", Subject: "viewed", Data: event.RunEnded{RunID: d.run},
		})
		if err != nil {
			return err
		}
		d.delivery, err = store.One[string](tx.QueryRow(ctx,
			`UPDATE event_deliveries SET status = 'failed', attempts = 1, reason = 'not_taken', next_at = NULL, ended_at = $2, tries = $3 WHERE endpoint_id = $1 RETURNING id`,
			d.endpoint, tx.Now,
			`[{"at":"2026-11-14T02:31:12.904Z","http_status":500,"reason":"not_taken","answer":"<h1>oops</h1>","took_ms":12}]`))
		return err
	}))
	guest := d.s.Account(t, plan.Standard)
	_, _, err = d.s.App.Accounts.Invite(ctx, account.Inviting{By: d.who.UserID, SpaceID: d.team, Email: guest.Email})
	must.Do(t, err)
}

// publish leaves an order in every state.
func (d *demo) publish(t *testing.T) {
	t.Helper()
	ctx, a := t.Context(), d.s.App
	article, err := a.Contents.Create(ctx, d.who, content.Fields{Title: "云南咖啡豆的新鲜度怎样判断", ContentType: catalogue.Article, Body: manuscript})
	must.Do(t, err)
	_, err = a.Contents.Update(ctx, d.who, article.ID, func(f *content.Fields) { f.Body += "\n\n更新：补充了烘焙日期的读法。" })
	must.Do(t, err)
	d.content = article.ID
	list := must.Get(a.Catalogue.List(ctx, catalogue.Filter{}, "price_asc", catalogue.Paging{Number: 1, Size: 20}))(t)
	var ids []string
	for _, outlet := range list.Items {
		if outlet.Status == catalogue.Available && outlet.Takes(catalogue.Article) && len(ids) < 7 {
			ids = append(ids, outlet.ID)
		}
	}
	d.outlet = ids[0]
	prompts := must.Get(a.Brands.Prompts(ctx, d.who, d.brand, brand.PromptFilter{}))(t)
	target := slices.IndexFunc(prompts, func(p brand.Prompt) bool { return p.Status == brand.Active && !p.Branded })
	declared, err := a.Campaigns.Declare(ctx, d.who, campaign.Declaration{
		BrandID: d.brand, Name: "手冲入门",
		Sentence: "青禾咖啡写明烘焙日期", TargetIDs: []string{prompts[target].ID},
	})
	must.Do(t, err)
	d.campaign = declared.ID
	out := must.Get(a.Orders.Submit(ctx, d.who, order.Submission{ContentID: article.ID, OutletIDs: ids, CampaignID: &d.campaign}))(t)
	for i, move := range []func(id string) error{
		func(id string) error {
			_, err := a.Orders.Approve(ctx, d.operator.UserID, id, "看过，可以发布")
			return err
		},
		func(id string) error {
			_, err := a.Orders.RequestChanges(ctx, d.operator.UserID, id, "标题请控制在 20 字以内，并去掉「最」。")
			return err
		},
		func(id string) error {
			_, err := a.Orders.Reject(ctx, d.operator.UserID, id, "与该媒体的栏目不符。")
			return err
		},
		func(id string) error { _, err := a.Orders.Withdraw(ctx, d.who, id); return err },
		func(id string) error {
			if _, err := a.Orders.Approve(ctx, d.operator.UserID, id, "可以发布"); err != nil {
				return err
			}
			_, err := a.Orders.Publish(ctx, d.operator.UserID, id, "https://news.example/2026/coffee")
			d.order = id
			return err
		},
	} {
		must.Do(t, move(out.Items[i].ID))
	}
}

const manuscript = `## 先看烘焙日期

好的**单品豆**会写明烘焙日期，而不是只写保质期。

- 烘焙后 7 到 30 天风味最好
- 开封后两周内喝完

> 闻到油耗味，就不要再喝了。

详情见 [青禾咖啡](https://www.qinghe-coffee.example)。`

// live starts a run and lets a part of it be answered.
func (d *demo) live(t *testing.T, made story.Demo, g *gate) {
	t.Helper()
	id := must.Get(d.s.App.StartLive(t.Context(), made))(t)
	if id == "" {
		t.Fatal("no run can be started")
	}
	d.run = id
	eventually(t, "a part of the run is answered", func() bool {
		g.let(1) // a question may take more than one request
		r, err := d.s.App.Runs.Find(t.Context(), d.who, id)
		return err == nil && r.Progress.Done >= 20
	})
}

// link shares the overview of the last days.
func (d *demo) link(t *testing.T) {
	t.Helper()
	now := time.Now()
	d.share = must.Get(d.s.App.Accounts.CreateShare(t.Context(), d.who, account.Sharing{
		BrandID: d.brand, Page: "overview", Query: url.Values{
			"from": {now.AddDate(0, 0, -9).Format(time.DateOnly)},
			"to":   {now.Format(time.DateOnly)},
		}.Encode(), Until: timestamp.Of(now.AddDate(0, 0, 7)),
	}))(t)
}

// fill puts the ids of the installation into a path.
func (d *demo) fill(path string) string {
	return strings.NewReplacer(
		"{brand_id}", d.brand, "{empty}", d.empty, "{prompt_id}", d.prompt, "{competitor_id}", d.competitor,
		"{run_id}", d.run, "{answer_id}", d.answer,
		"{content_id}", d.content, "{revision}", "1", "{order_id}", d.order, "{space_id}", d.team, "{media_id}",
		d.outlet, "{user_id}", d.who.UserID, "{endpoint_id}", d.endpoint, "{delivery_id}", d.delivery,
		"{campaign_id}", d.campaign, "/shared/{token}", "/shared/"+d.share, "{token}", "x",
	).Replace(path)
}
