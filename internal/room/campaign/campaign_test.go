package campaign_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/campaign"
	"renown/internal/room/export"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/room/reading"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// measured is a brand with a campaign, and the rooms that publish for it.
type measured struct {
	*geotest.World
	*geotest.Watched
	t         testing.TB
	campaigns *campaign.Campaigns
	bulk      *export.Tables
	orders    *order.Orders
	contents  *content.Contents
	catalogue *catalogue.Catalogue
	topic     string
	prompts   []string
}

func each(t *testing.T, body func(m *measured)) {
	t.Helper()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) { body(newMeasured(t, w, 8)) })
}

func newMeasured(t testing.TB, w *geotest.World, prompts int) *measured {
	t.Helper()
	m := &measured{World: w, t: t}
	m.catalogue = catalogue.New(w.DB, catalogue.Options{Findings: w.Findings})
	m.contents = content.New(w.DB, w.Plans, content.Options{})
	m.orders = order.New(w.DB, order.Rooms{
		Plans: w.Plans, Findings: w.Findings, Catalogue: m.catalogue,
		Contents: m.contents,
	}, order.Options{})
	m.campaigns = campaign.New(w.DB, w.Brands, w.Plans, w.Events, m.orders)
	m.bulk = export.New(w.DB, w.Brands, m.campaigns.Tables()...)
	m.Watched = w.Brand(t, "云栖笔记")
	m.Competitor(t, "山月文档")
	m.topic = m.Topic(t, "选购")
	for i := range prompts {
		m.prompts = append(m.prompts, m.Prompt(t, m.topic, fmt.Sprintf("哪款笔记好用？%d", i), "awareness"))
	}
	return m
}

const article = "云栖笔记的写字楼店设有自提柜，下单后约六分钟可取，烘焙日期写在每一只杯贴的左下角。"

// order orders the article at an outlet, for a campaign or for none.
func (m *measured) order(campaignID *string, host string) order.Order {
	m.t.Helper()
	ctx := context.Background()
	outlet, err := m.catalogue.Set(ctx, catalogue.Entry{Fields: catalogue.Fields{
		Name:      host,
		MediaType: catalogue.News, ContentTypes: []string{"article"}, Price: catalogue.Price{Points: 5},
	}})
	must.Do(m.t, err)
	c := must.Get(m.contents.Create(ctx, m.Who, content.Fields{Title: host, Body: article, ContentType: catalogue.Article}))(m.t)
	out := must.Get(m.orders.Submit(ctx, m.Who, order.Submission{
		ContentID: c.ID, OutletIDs: []string{outlet.ID},
		CampaignID: campaignID,
	}))(m.t)
	return out.Items[0]
}

// publish has such an order published; "" is no campaign.
func (m *measured) publish(campaignID, host string) order.Order {
	m.t.Helper()
	ctx := context.Background()
	var of *string
	if campaignID != "" {
		of = &campaignID
	}
	o := m.order(of, host)
	must.Get(m.orders.Approve(ctx, "op", o.ID, ""))(m.t)
	o = must.Get(m.orders.Publish(ctx, "op", o.ID, "https://"+host+"/a/1"))(m.t)
	return o
}

// day is what answers of a day say: text and the page they cite, by prompt.
type day func(prompt int) (text, url string)

// answers puts an answer to each prompt on a platform into a day, as if a run had brought it, and lets the day pass.
func (m *measured) answers(runID string, said day) {
	m.t.Helper()
	m.answersOn(runID, []string{"deepseek"}, said)
}

func (m *measured) answersOn(runID string, platforms []string, said day) {
	m.t.Helper()
	ctx := context.Background()
	var tasks, rows, texts [][]any
	var list []*reading.Prepared
	for n := range len(m.prompts) * len(platforms) {
		i, platform := n%len(m.prompts), platforms[n/len(m.prompts)]
		prompt := m.prompts[i]
		text, url := said(i)
		a := reading.Answered{Text: text, Question: "哪款笔记好用？", Task: reading.Task{
			ID: id.New("ans", m.Clock.Now()), BrandID: m.ID, Platform: platform, PromptID: prompt, TopicID: m.topic,
			Stage: "awareness", Types: []string{"visibility"},
			Mode: "search", Model: "m", Finish: "stop", At: timestamp.Of(m.Clock.Now()),
		}}
		if url != "" {
			a.Sources = []reading.Returned{{URL: url, Title: "题", Cited: true}}
		}
		tasks = append(tasks, []any{a.ID, runID, a.Platform, prompt, "问题", store.Texts(a.Types), m.topic, a.Stage, "CN", "zh", "answered"})
		rows = append(rows, []any{
			a.ID, runID, m.ID, a.Platform, prompt, m.topic, a.Stage, store.Texts(a.Types), "问题",
			"m", "m", "[]", "[]", "cited", "stop", "{}", "r", 1, a.At, a.At, "search",
		})
		texts = append(texts, []any{a.ID, a.At, text})
		prepared := must.Get(m.Findings.Prepare(ctx, a))(m.t)
		list = append(list, prepared)
	}
	must.Do(m.t, m.DB.InTx(ctx, func(tx *store.Tx) error {
		if err := store.InsertRows(ctx, tx,
			`INSERT INTO tasks (id, run_id, platform, prompt_id, prompt_text, types, topic_id, stage, region, language, status)`, tasks); err != nil {
			return err
		}
		err := store.InsertRows(ctx, tx,
			`INSERT INTO answers (id, run_id, brand_id, platform, prompt_id, topic_id, stage, types, question, model, model_asked, citations, queries, retrieval, finish, usage, request_id, latency_ms, kept_at, answered_at, mode)`, rows)
		if err == nil {
			err = store.InsertRows(ctx, tx, `INSERT INTO answer_texts (answer_id, at, text)`, texts)
		}
		if err != nil {
			return err
		}
		return m.Findings.RecordTx(ctx, tx, list...)
	}))
	m.Clock.Advance(24 * time.Hour)
}

// before is an answer that names the brand now and then, and holds a part of the article that is therefore not its own.
func before(day, prompt int) string {
	if (day+prompt*3)%4 == 0 {
		return "推荐云栖笔记。据说烘焙日期写在每一只杯贴的左下角。"
	}
	return "推荐山月文档，功能够用。"
}

// measure must find a campaign, and what was kept of it must be what a room finds that keeps nothing.
func (m *measured) measure(campaignID string) campaign.Measured {
	m.t.Helper()
	out := must.Get(m.campaigns.Measure(context.Background(), m.Who, campaignID))(m.t)
	anew := must.Get(m.fresh().Measure(context.Background(), m.Who, campaignID))(m.t)
	if got, want := told(m.t, out), told(m.t, anew); got != want {
		m.t.Errorf("kept: %s\nanew: %s", got, want)
	}
	return out
}

// fresh is the room without what it keeps.
func (m *measured) fresh() *campaign.Campaigns {
	return campaign.New(m.DB, m.Brands, m.Plans, m.Events, m.orders)
}

// told is a measurement without its estimates, the last digits of which depend on the order in which they are added up.
func told(t testing.TB, m campaign.Measured) string {
	t.Helper()
	text, err := json.Marshal([]any{
		m.Campaign, m.Basis, m.Verdict, m.Reason, m.Final, m.ReadAt, m.Publications,
		m.Arrivals, m.Outlets, m.Absorption, m.Dropped, len(m.Curve),
	})
	must.Do(t, err)
	return string(text)
}

// BenchmarkMeasure measures a campaign in the middle of a year with 51,100 answers: 20 prompts on 7 platforms, every
// day. What a page waits for, and beside it what the hourly job reads. On SQLite alone: what is measured is this
// process, and writing the year to PostgreSQL takes twice as long.
func BenchmarkMeasure(b *testing.B) {
	m, ctx := newMeasured(b, geotest.New(b, store.SQLite, geotest.Options{}), 20), context.Background()
	campaignID := m.liveYear(b)
	begin := time.Now()
	must.Do(b, m.campaigns.Judge(ctx))
	read := time.Since(begin)
	b.Run("page", func(b *testing.B) {
		spent := processorTime(b)
		for b.Loop() {
			_, err := m.fresh().Measure(ctx, m.Who, campaignID)
			must.Do(b, err)
		}
		b.ReportMetric(float64((processorTime(b)-spent).Microseconds())/float64(b.N)/1000, "cpu-ms")
		b.ReportMetric(read.Seconds(), "s/read")
	})
}

// liveYear has a brand asked about for a year, and declares a campaign in the middle of it.
func (m *measured) liveYear(b *testing.B) (campaignID string) {
	b.Helper()
	runID := m.Run(b, "deepseek")
	for day := range 365 {
		if day == 180 {
			c, err := m.campaigns.Declare(context.Background(), m.Who,
				campaign.Declaration{BrandID: m.ID, Name: "通勤", TargetIDs: m.prompts[:8]})
			must.Do(b, err)
			campaignID = c.ID
			m.publish(c.ID, "morning.example")
		}
		m.answersOn(runID, geotest.Platforms()[:7], func(i int) (string, string) {
			if day > 180 && i < 8 && (day+i)%3 == 0 {
				return "推荐云栖笔记：写字楼店设有自提柜，下单后约六分钟可取。", "https://morning.example/a/1"
			}
			return before(day, i), "https://other.example/x"
		})
	}
	return campaignID
}

// processorTime is that of this process so far; PostgreSQL's is not in it.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	must.Do(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// A campaign lives from its declaration to its verdict: what answers show of it is read, the verdict is said once, and
// later answers do not change it.
func TestCampaign(t *testing.T) {
	t.Parallel()
	each(t, func(m *measured) {
		t, ctx := m.t, context.Background()
		runID := m.Run(t, "deepseek")
		m.Clock.Advance(24 * time.Hour)
		for day := range 30 {
			m.answers(runID, func(i int) (string, string) { return before(day, i), "https://morning.example/old" })
		}
		c, err := m.campaigns.Declare(ctx, m.Who, campaign.Declaration{
			BrandID: m.ID, Name: "通勤",
			Sentence: "写字楼店设有自提柜", TargetIDs: m.prompts[:4],
		})
		must.Do(t, err)
		if got := m.measure(c.ID); *got.Reason != campaign.Unpublished || got.Promise == nil || got.Absorption != nil {
			t.Fatalf("before anything is published: %+v", got)
		}
		o := m.publish(c.ID, "morning.example")
		m.publish(c.ID, "evening.example") // never cited
		m.Clock.Advance(24 * time.Hour)
		after := func(day int) {
			m.answers(runID, func(i int) (string, string) {
				switch {
				case i >= 4:
					return before(day, i), "https://other.example/x"
				case day%2 == 0:
					return "推荐云栖笔记：写字楼店设有自提柜，下单后约六分钟可取。", "https://morning.example/a/1"
				}
				return "推荐云栖笔记：写字楼店设有自提柜，下单后约六分钟可取。", ""
			})
		}
		for day := range 20 {
			after(day)
		}
		must.Do(t, m.campaigns.Judge(ctx))
		early := m.measure(c.ID)
		if early.Final || early.Judged != nil || early.ReadAt == nil ||
			m.Number(t, `SELECT count(*) FROM events WHERE type = 'campaign.verdict'`) != 0 {
			t.Fatalf("it is judged before its day: %+v", early)
		}
		for day := range 20 {
			after(day)
		}
		var all sync.WaitGroup // two nodes at once
		for range 2 {
			all.Go(func() {
				expect.Do(t, m.campaigns.Judge(ctx))
			})
		}
		all.Wait()
		must.Do(t, m.campaigns.Judge(ctx))
		if n := m.Number(t, `SELECT count(*) FROM events WHERE type = 'campaign.verdict'`); n != 1 {
			t.Errorf("the verdict is told %d times", n)
		}
		must.Do(t, m.orders.Watch(ctx))
		got := m.measure(c.ID)
		checkMeasured(t, got, o.ID)
		m.checkTables(got)
		for range 10 { // what comes later does not change it
			m.answers(runID, func(int) (string, string) { return "推荐山月文档。", "" })
		}
		if again := m.measure(c.ID); *again.Outcomes[0].Difference != *got.Outcomes[0].Difference || again.Verdict != campaign.Effective {
			t.Errorf("%+v, then %+v", got.Outcomes[0], again.Outcomes[0])
		}
		must.Do(t, m.Brands.DeletePrompt(ctx, m.Who, m.prompts[0]))
		if gone := m.measure(c.ID); len(gone.Dropped) != 1 || gone.Dropped[0].Reason != "deleted" || gone.Judged.Verdict != campaign.Effective {
			t.Errorf("%+v", gone.Dropped)
		}
	})
}

func checkMeasured(t testing.TB, got campaign.Measured, orderID string) {
	t.Helper()
	if got.Judged == nil || got.Judged.Verdict != campaign.Effective || !got.Final || got.Competitors == nil ||
		got.Competitors.Difference <= *got.Outcomes[0].Difference {
		t.Errorf("judged %+v, beside competitors %+v", got.Judged, got.Competitors)
	}
	verdicts := map[string]string{}
	for _, o := range got.Outcomes {
		verdicts[o.Outcome] = o.Verdict
	}
	for _, name := range []string{campaign.Named, campaign.PageCited, campaign.PageFound, campaign.SiteCited, campaign.Absorbed} {
		expect.Equal(t, verdicts[name], campaign.Effective, name)
	}
	p := got.Publications[0]
	if p.OrderID != orderID || p.FirstAnswer == nil || p.Citations != 80 || got.Publications[1].FirstCited != nil {
		t.Errorf("%+v", got.Publications)
	}
	if a := got.Arrivals[0]; a.Cited != 1 || a.Of != 2 || *a.Median != 1 || len(got.Outlets) != 2 || got.Outlets[1].Cited != 0 {
		t.Errorf("%+v %+v", got.Arrivals, got.Outlets)
	}
	ab := got.Absorption
	if ab.Answers != 160 || ab.Uncited != 80 || ab.Repeated == 0 || ab.Repeated >= ab.Stretches || len(ab.Examples) != 20 {
		t.Errorf("%+v", ab)
	}
	if len(ab.Sentences) != 1 || ab.Unsaid != 0 || ab.Sentences[0].Sentence != article || !ab.Sentences[0].Declared ||
		ab.Sentences[0].Answers != 160 || ab.Sentences[0].Uncited != 80 || len(ab.Sentences[0].Examples) != 5 {
		t.Errorf("%+v", ab.Sentences)
	}
}

// What is left out is named and never mixed in: other accounts' campaigns, prompts that another campaign publishes for,
// targets without history.
func TestCampaignLimits(t *testing.T) {
	t.Parallel()
	each(t, func(m *measured) {
		t, ctx := m.t, context.Background()
		first := must.Get(m.campaigns.Declare(ctx, m.Who, campaign.Declaration{BrandID: m.ID, Name: "一", TargetIDs: m.prompts[:2]}))(t)
		other := m.World.Caller(t)
		expect.Refuse(t, expect.Error(m.campaigns.Measure(ctx, other, first.ID)), fault.NoSuchThing, "another account reads it")
		runID := m.Run(t, "deepseek")
		m.publish(first.ID, "morning.example")
		for day := range 16 {
			m.answers(runID, func(i int) (string, string) { return before(day, i), "" })
		}
		if got := m.measure(first.ID); got.Verdict != campaign.Impossible || *got.Reason != campaign.NoHistory {
			t.Errorf("without history: %s %v", got.Verdict, got.Reason)
		}
		must.Get(m.campaigns.End(ctx, m.Who, first.ID))(t)
		second := must.Get(m.campaigns.Declare(ctx, m.Who, campaign.Declaration{BrandID: m.ID, Name: "二", TargetIDs: m.prompts[1:4]}))(t)
		m.publish(second.ID, "evening.example")
		dropped := []string{}
		for _, d := range m.measure(second.ID).Dropped {
			dropped = append(dropped, d.PromptID+" "+d.Reason)
		}
		slices.Sort(dropped)
		if want := []string{m.prompts[0] + " treated", m.prompts[1] + " treated"}; !slices.Equal(dropped, want) {
			t.Errorf("%v, want %v", dropped, want)
		}
		all, err := m.campaigns.Declare(ctx, m.Who, campaign.Declaration{
			BrandID: m.ID, Name: "全部",
			TargetIDs: m.prompts[4:], ControlIDs: []string{},
		})
		must.Do(t, err)
		if got := m.measure(all.ID); got.Basis != "competitors" {
			t.Errorf("all targeted: %s", got.Basis)
		}
		must.Do(t, m.campaigns.Judge(ctx)) // nothing is said of what ended before its day
		if n := m.Number(t, `SELECT count(*) FROM events WHERE type = 'campaign.verdict'`); n != 1 {
			t.Errorf("told %d times", n)
		}
	})
}

// What another campaign publishes for the same prompts after the time compared leaves a verdict as it was said: after
// the day of judgement, and after an end that came before it.
func TestLaterCampaign(t *testing.T) {
	t.Parallel()
	each(t, func(m *measured) {
		t, ctx := m.t, context.Background()
		runID := m.Run(t, "deepseek")
		m.Clock.Advance(24 * time.Hour)
		for day := range 30 {
			m.answers(runID, func(i int) (string, string) { return before(day, i), "" })
		}
		for _, days := range []int{20, 60} { // until it is ended
			c := must.Get(m.campaigns.Declare(ctx, m.Who, campaign.Declaration{BrandID: m.ID, Name: "先", TargetIDs: m.prompts[:4]}))(t)
			m.publish(c.ID, "morning.example")
			for day := range days {
				m.answers(runID, func(i int) (string, string) {
					if i < 4 {
						return "推荐云栖笔记。", ""
					}
					return before(day, i), ""
				})
			}
			must.Get(m.campaigns.End(ctx, m.Who, c.ID))(t)
			m.Clock.Advance(time.Minute)
			said := m.measure(c.ID)
			next := must.Get(m.campaigns.Declare(ctx, m.Who, campaign.Declaration{BrandID: m.ID, Name: "后", TargetIDs: m.prompts[:4]}))(t)
			m.publish(next.ID, "evening.example")
			if got := m.measure(c.ID); said.Verdict != campaign.Effective || got.Verdict != campaign.Effective || len(got.Dropped) > 0 {
				t.Errorf("ended after %d days: %s, then %s, dropped %+v", days, said.Verdict, got.Verdict, got.Dropped)
			}
			must.Get(m.campaigns.End(ctx, m.Who, next.ID))(t)
			for day := range 60 { // until nothing of it is within the time compared
				m.answers(runID, func(i int) (string, string) { return before(day, i), "" })
			}
		}
	})
}

// What was said stays: neither answers that come on the day of the end, after it, nor orders by lot that join once the
// day of judgement has passed change it.
func TestSaidStays(t *testing.T) {
	t.Parallel()
	each(t, func(m *measured) {
		t, ctx := m.t, context.Background()
		runID := m.Run(t, "deepseek")
		m.Clock.Advance(24 * time.Hour)
		for day := range 30 {
			m.answers(runID, func(i int) (string, string) { return before(day, i), "" })
		}
		c := must.Get(m.campaigns.Declare(ctx, m.Who, campaign.Declaration{BrandID: m.ID, Name: "先", TargetIDs: m.prompts[:4]}))(t)
		m.publish(c.ID, "morning.example")
		named := func(i int) (string, string) {
			if i < 4 {
				return "推荐云栖笔记。", ""
			}
			return before(0, i), ""
		}
		for range 40 {
			m.answers(runID, named)
		}
		must.Do(t, m.campaigns.Judge(ctx))
		said := m.measure(c.ID)
		var media []string
		for i := range 2 {
			outlet := must.Get(m.catalogue.Set(ctx, catalogue.Entry{Fields: catalogue.Fields{
				Name:      fmt.Sprint("报", i),
				MediaType: catalogue.News, ContentTypes: []string{"article"}, Price: catalogue.Price{Points: 5},
			}}))(t)
			media = append(media, outlet.ID)
		}
		text := must.Get(m.contents.Create(ctx, m.Who, content.Fields{Title: "题", Body: article, ContentType: catalogue.Article}))(t)
		must.Get(m.orders.Submit(ctx, m.Who, order.Submission{
			ContentID: text.ID, OutletIDs: media, CampaignID: &c.ID,
			Weeks: new(int64(4)),
		}))(t)
		if got := m.measure(c.ID); said.Judged == nil || !got.Final || *got.JudgedOn != *said.JudgedOn ||
			*got.Outcomes[0].Difference != *said.Outcomes[0].Difference {
			t.Errorf("judged on %s, then on %s, final: %t", *said.JudgedOn, *got.JudgedOn, got.Final)
		}
		must.Get(m.campaigns.End(ctx, m.Who, c.ID))(t)

		early := must.Get(m.campaigns.Declare(ctx, m.Who, campaign.Declaration{BrandID: m.ID, Name: "后", TargetIDs: m.prompts[4:]}))(t)
		m.publish(early.ID, "evening.example")
		for day := range 20 {
			m.answers(runID, func(i int) (string, string) { return before(day, i), "" })
		}
		must.Get(m.campaigns.End(ctx, m.Who, early.ID))(t)
		m.Clock.Advance(time.Minute)
		must.Do(t, m.campaigns.Judge(ctx))
		said = m.measure(early.ID)
		m.answers(runID, func(int) (string, string) { return "推荐云栖笔记。", "" })
		if got := m.measure(early.ID); len(got.Curve) != len(said.Curve) || *got.Outcomes[0].TargetAfter != *said.Outcomes[0].TargetAfter {
			t.Errorf("%d days and %v, then %d and %v", len(said.Curve), *said.Outcomes[0].TargetAfter, len(got.Curve),
				*got.Outcomes[0].TargetAfter)
		}
	})
}

// A campaign is not declared for a brand that goes meanwhile, nor in the space that it leaves.
func TestBrandGoesBeforeItsCampaign(t *testing.T) {
	t.Parallel()
	for name, goes := range map[string]func(ctx context.Context, tx *store.Tx, m *measured, to string) error{
		"deleted": func(ctx context.Context, tx *store.Tx, m *measured, _ string) error {
			return m.Brands.DeleteTx(ctx, tx, m.Who, m.ID)
		},
		"moved": func(ctx context.Context, tx *store.Tx, m *measured, to string) error {
			return m.Brands.MoveTx(ctx, tx, m.Who, m.ID, to)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			each(t, func(m *measured) {
				to := m.World.Caller(m.t).SpaceID
				db := m.DB.At(m.Clock.Now)
				db.Trace(func(ctx context.Context) func(error) {
					must.Do(m.t, m.DB.InTx(ctx, func(tx *store.Tx) error { return goes(ctx, tx, m, to) }))
					return func(error) {}
				})
				campaigns := campaign.New(db, m.Brands, m.Plans, nil, m.orders)
				_, err := campaigns.Declare(context.Background(), m.Who,
					campaign.Declaration{BrandID: m.ID, Name: "通勤", TargetIDs: m.prompts[:2]})
				expect.Refuse(m.t, err, fault.NoSuchThing, "declaring it")
				expect.Equal(m.t, m.Number(m.t, `SELECT count(*) FROM campaigns`), 0, "campaigns")
			})
		})
	}
}

// Nothing but what was ordered for a campaign and came out counts for it: not what was published before its
// declaration, nor what was withdrawn or rejected, nor an order of another account. A plan that is over refuses orders
// and leaves the rest.
func TestCampaignOrders(t *testing.T) {
	t.Parallel()
	each(t, func(m *measured) {
		t, ctx := m.t, context.Background()
		m.publish("", "early.example")
		c := must.Get(m.campaigns.Declare(ctx, m.Who, campaign.Declaration{BrandID: m.ID, Name: "全部", TargetIDs: m.prompts}))(t)
		if got := m.measure(c.ID); len(c.Controls) != 0 || got.Basis != "competitors" || len(got.Publications) != 0 ||
			*got.Reason != campaign.Unpublished {
			t.Errorf("all prompts are targets, and what came out before counts: %+v", got)
		}
		withdrawn, rejected := m.order(&c.ID, "one.example"), m.order(&c.ID, "two.example")
		must.Get(m.orders.Withdraw(ctx, m.Who, withdrawn.ID))(t)
		must.Get(m.orders.Reject(ctx, "op", rejected.ID, "不合适"))(t)
		other := m.World.Caller(t)
		theirs := must.Get(m.contents.Create(ctx, other, content.Fields{Title: "题", Body: article, ContentType: catalogue.Article}))(t)
		expect.Refuse(t, expect.Error(m.orders.Submit(ctx, other,
			order.Submission{ContentID: theirs.ID, OutletIDs: []string{withdrawn.Outlet.ID}, CampaignID: &c.ID})),
			fault.NoSuchThing, "another account's order joins")
		m.Clock.Advance(60 * 24 * time.Hour)
		got := m.measure(c.ID)
		if len(got.Publications) != 2 || *got.Reason != campaign.Unpublished || got.StartedOn != nil || got.Final || got.Absorption != nil {
			t.Errorf("what never came out counts: %+v", got)
		}
		must.Do(t, m.campaigns.Judge(ctx))
		over := timestamp.Of(m.Clock.Now().Add(-time.Hour))
		must.Get(m.Plans.Set(ctx, m.Who.UserID, plan.Change{ExpiresAt: &over}))(t)
		again := order.Submission{ContentID: rejected.Content.ID, OutletIDs: []string{rejected.Outlet.ID}, CampaignID: &c.ID}
		expect.Refuse(t, expect.Error(m.orders.Submit(ctx, m.Who, again)), fault.Expired, "an order under a plan that is over")
		if still := m.measure(c.ID); still.Judged != nil || len(still.Publications) != 2 {
			t.Errorf("the plan is over: %+v", still)
		}
	})
}

// Orders by lot: refused where there is nothing to draw; else evenly apart in an order that the seed gives again,
// handed over no earlier, and what a reviewer's delay made of it is shown.
func TestLot(t *testing.T) {
	t.Parallel()
	each(t, func(m *measured) {
		t, ctx := m.t, context.Background()
		c := must.Get(m.campaigns.Declare(ctx, m.Who, campaign.Declaration{BrandID: m.ID, Name: "抽签", TargetIDs: m.prompts[:4]}))(t)
		var media []string
		for i := range 4 {
			outlet, err := m.catalogue.Set(ctx, catalogue.Entry{Fields: catalogue.Fields{
				Name:      fmt.Sprint("报", i),
				MediaType: catalogue.News, ContentTypes: []string{"article"}, Price: catalogue.Price{Points: 5},
			}})
			must.Do(t, err)
			media = append(media, outlet.ID)
		}
		text := must.Get(m.contents.Create(ctx, m.Who, content.Fields{Title: "题", Body: article, ContentType: catalogue.Article}))(t)
		weeks := int64(4)
		in := order.Submission{ContentID: text.ID, OutletIDs: media, CampaignID: &c.ID, Weeks: &weeks}
		alone, timed, one := in, in, in
		alone.CampaignID, timed.ScheduledAt, one.OutletIDs = nil, new("明天"), []string{media[0], media[0]}
		for name, wrong := range map[string]order.Submission{
			"without a campaign":     alone,
			"with a time of its own": timed, "one outlet": one,
		} {
			expect.Refuse(t, expect.Error(m.orders.Submit(ctx, m.Who, wrong)), fault.Malformed, name)
		}
		out := must.Get(m.orders.Submit(ctx, m.Who, in))(t)
		turns := rand.New(rand.NewPCG(uint64(*out.Items[0].LotSeed), 4)).Perm(4)
		for turn, i := range turns {
			o := must.Get(m.orders.Approve(ctx, "op", out.Items[i].ID, ""))(t)
			if want := m.Clock.Now().Add(time.Duration(turn) * 7 * 24 * time.Hour); !o.PlannedAt.Equal(want) ||
				!o.Push.NotBefore.Equal(want) {
				t.Errorf("turn %d is planned for %v, handed over from %v, want %v", turn, o.PlannedAt, o.Push.NotBefore, want)
			}
		}
		m.Clock.Advance(2 * 24 * time.Hour)
		must.Get(m.orders.Publish(ctx, "op", out.Items[turns[0]].ID, "https://a.example/1"))(t)
		got := m.measure(c.ID)
		if x := got.Experiment; x == nil || x.Seed != *out.Items[0].LotSeed || x.Orders != 4 || *x.DelayDays != 2 || x.Difference != nil {
			t.Errorf("%+v", x)
		}
		if planned := timestamp.Of(m.Clock.Now().Add((19 +
			35) * 24 * time.Hour)); *got.JudgedOn != planned.In(timestamp.Beijing).Format(time.DateOnly) {
			t.Errorf("judged on %s, want %v: all of them are to be placed first", *got.JudgedOn, planned)
		}
	})
}
