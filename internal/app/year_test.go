package app_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/room/points"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/simulator"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// paper is a ledger of the test's own, kept by what the contract says and by nothing of the program.
type paper struct {
	tier  int64     // points of a cycle
	ends  time.Time // of the plan; zero: never
	cycle int       // months since the first

	granted, used, refunded, balance int64
	held                             map[string]claim
}

type claim struct {
	points int64
	cycle  int
}

// begins is when a cycle does: on the last day of each month, because the account was opened on a 31st.
func (*paper) begins(cycle int) time.Time {
	return time.Date(2023, 13+time.Month(cycle), 0, 0, 0, 0, 0, timestamp.Beijing)
}

// turn ends the cycles that are over.
func (p *paper) turn(now time.Time) {
	for !now.Before(p.begins(p.cycle + 1)) {
		p.cycle++
		p.granted, p.used, p.refunded, p.balance = 0, 0, 0, 0
		p.grant(p.begins(p.cycle))
	}
}

// grant makes up for what is missing of the cycle's points, unless the plan is over.
func (p *paper) grant(now time.Time) {
	if missing := p.tier - p.granted; missing > 0 && (p.ends.IsZero() || now.Before(p.ends)) {
		p.granted, p.balance = p.tier, p.balance+missing
	}
}

func (p *paper) hold(id string, n int64) { p.held[id], p.balance = claim{n, p.cycle}, p.balance-n }

// release gives back; what comes from earlier cycles and is above twice the grant lapses.
func (p *paper) release(id string) {
	c := p.held[id]
	delete(p.held, id)
	p.balance, p.refunded = p.balance+c.points, p.refunded+c.points
	if c.cycle < p.cycle {
		p.balance -= max(0, min(c.points, p.balance-2*p.granted))
	}
}

func (p *paper) capture(id string) {
	p.used += p.held[id].points
	delete(p.held, id)
}

// walk leads one account through the months, by two processes over one database.
type walk struct {
	*testing.T
	nodes    []*apitest.Server
	settings func(*config.Settings)
	url      string
	dialect  store.Dialect
	paper    *paper

	*apitest.Account
	who            account.Caller
	key, brandID   string
	outlets        map[int64]string
	contents, runs int
	sent           string // the body of the newest order
}

// at moves the clocks to a moment in Beijing, and does what the minute's jobs do.
func (w *walk) at(moment string) time.Time {
	w.Helper()
	now := must.Get(time.ParseInLocation(time.DateTime, moment, timestamp.Beijing))(w)
	for _, s := range w.nodes {
		s.Clock.Set(now)
	}
	w.paper.turn(now)
	await.AtOnce(len(w.nodes), func(i int) {
		expect.Do(w.T, expect.Error(w.nodes[i].App.Orders.Expire(context.Background())))
		expect.Do(w.T, w.nodes[i].App.Runs.Schedule(context.Background()))
	})
	return now
}

func (w *walk) call(c apitest.Call) *apitest.Answer {
	w.Helper()
	c.Key = w.key
	return w.nodes[len(w.paper.held)%len(w.nodes)].Expect(w.T, c)
}

// check compares what both processes say with the paper, all at once: the first call makes the grant.
func (w *walk) check() {
	w.Helper()
	p := w.paper
	var held int64
	for _, c := range p.held {
		held += c.points
	}
	start, end := timestamp.Of(p.begins(p.cycle)).String(), timestamp.Of(p.begins(p.cycle+1)).String()
	await.AtOnce(2*len(w.nodes), func(i int) {
		w.nodes[i/2].Expect(w.T, [2]apitest.Call{
			{Key: w.key, Method: "GET", Path: "/media/publish-quota", Want: apitest.Values{
				"data.cycle_start": start, "data.cycle_end": end, "data.granted": p.granted, "data.used": p.used,
				"data.held": held, "data.refunded": p.refunded, "data.balance": p.balance,
			}},
			{Key: w.key, Method: "GET", Path: "/me/limits", Want: apitest.Values{
				"data.points.balance": p.balance,
				"data.points.held":    held, "data.points.cycle_end": end,
			}},
		}[i%2])
	})
	var sum int64
	must.Do(w, w.nodes[0].App.Points.Export(context.Background(), w.UserID, func(e points.Entry) error { sum += e.Points; return nil }))
	expect.Equal(w.T, sum, p.balance, "the sum of all entries")
	if _, found, err := w.nodes[0].App.Points.Check(context.Background()); err != nil || len(found) > 0 {
		w.Fatalf("%v, %v", found, err)
	}
	if w.Failed() {
		w.Fatalf("at %s", w.nodes[0].Clock.Now().In(timestamp.Beijing))
	}
}

// order submits a new content to an outlet at this price.
func (w *walk) order(price int64, header http.Header, want ...int) (orderID string) {
	w.Helper()
	if w.outlets[price] == "" {
		w.outlets[price] = must.Get(w.nodes[0].App.Catalogue.Set(context.Background(), catalogue.Entry{Fields: catalogue.Fields{
			Name: fmt.Sprint("晨报 ", price), MediaType: catalogue.News, ContentTypes: store.Texts{"article"},
			Price: catalogue.Price{Points: price},
		}}))(w).ID
	}
	w.contents++
	content := w.call(apitest.Call{
		Method: "POST", Path: "/media/contents",
		Body: fmt.Sprintf(`{"title":"标题 %d","body":"正文","content_type":"article"}`, w.contents),
	}).At("data.id")
	w.sent = fmt.Sprintf(`{"content_id":%q,"media_ids":[%q]}`, content, w.outlets[price])
	return w.submit(w.sent, price, header, want...)
}

func (w *walk) submit(body string, price int64, header http.Header, want ...int) (orderID string) {
	w.Helper()
	c := apitest.Call{Method: "POST", Path: "/media/orders", Header: header, Body: body}
	if len(want) > 0 {
		c.Status, c.Code = want[0], want[1]
	}
	a := w.call(c)
	if a.Code != 0 {
		return ""
	}
	orderID, _ = a.At("data.items.0.id").(string)
	if a.Header.Get("Idempotent-Replayed") == "" {
		w.paper.hold(orderID, price)
	}
	return orderID
}

// run starts a run and waits until it has ended; or is refused with a status and a code.
func (w *walk) run(want ...int) {
	w.Helper()
	c := apitest.Call{Method: "POST", Path: "/geo/runs", Body: fmt.Sprintf(`{"brand_id":%q}`, w.brandID)}
	if len(want) > 0 {
		c.Status, c.Code = want[0], want[1]
	}
	a := w.call(c)
	if a.Code == 0 {
		w.ended(1)
	}
}

// ended waits for runs that were started.
func (w *walk) ended(more int) {
	w.Helper()
	w.runs += more
	must.Equal(w, number(w.T, w.nodes[0].App, `SELECT count(*) FROM runs`), int64(w.runs), "runs")
	eventually(w.T, "the run ends", func() bool {
		return number(w.T, w.nodes[0].App, `SELECT count(*) FROM runs WHERE status = 'completed'`) == int64(w.runs)
	})
}

// plan changes the plan. A tier that is worth more is granted at once.
func (w *walk) plan(tier plan.Tier, worth int64, ends string) plan.Subscription {
	w.Helper()
	change := plan.Change{Tier: &tier, Forever: ends == ""}
	if w.paper.tier, w.paper.ends = worth, (time.Time{}); ends != "" {
		w.paper.ends = must.Get(time.ParseInLocation(time.DateTime, ends, timestamp.Beijing))(w)
		end := timestamp.Of(w.paper.ends)
		change.ExpiresAt = &end
	}
	s := must.Get(w.nodes[1].App.Plans.Set(context.Background(), w.UserID, change))(w)
	w.paper.grant(w.nodes[0].Clock.Now())
	return s
}

// prompts enables so many more.
func (w *walk) prompts(n int) {
	w.Helper()
	ctx := context.Background()
	topic := brand.DraftedTopic{TopicFields: brand.TopicFields{Name: "选购", Region: "CN", Language: "zh"}}
	for i := range n {
		topic.Prompts = append(topic.Prompts, brand.PromptFields{Text: fmt.Sprintf("第 %d 问", i), Stage: "awareness", Status: brand.Active})
	}
	must.Get(w.nodes[0].App.Brands.AddPrompts(ctx, w.who, w.brandID, topic))(w)
}

// restart stops the second process and starts another over the same database.
func (w *walk) restart() {
	w.Helper()
	now := w.nodes[0].Clock.Now()
	if len(w.nodes) > 1 {
		must.Do(w, w.nodes[1].Stop())
	}
	again := apitest.Start(w.T, w.dialect, apitest.Options{Database: w.url, Frozen: true, Settings: func(s *config.Settings) {
		w.settings(s)
		s.Role = config.API
	}})
	again.Clock.Set(now)
	w.nodes = append(w.nodes[:1], again)
}

// Fourteen months of one account, opened on a 31st half a minute before midnight: what the program says of points, quota and plan is after
// every step what a ledger beside it says.
func TestFourteenMonths(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		ctx := context.Background()
		p := newPlatforms(t, simulator.Options{}, "concurrency: 4")
		w := &walk{
			T: t, url: storetest.URL(t, d), dialect: d, settings: p.settings, outlets: map[int64]string{},
			paper: &paper{tier: 300, held: map[string]claim{}},
		}
		first := apitest.Start(t, d, apitest.Options{Database: w.url, Frozen: true, Settings: p.settings})
		w.nodes = []*apitest.Server{first}
		orders := first.App.Orders
		w.paper.ends = time.Date(2024, 1, 7, 23, 59, 30, 0, timestamp.Beijing)
		w.at("2023-12-31 23:59:30")
		w.Account = first.Account(t, plan.Trial)
		w.key = w.Key(t)
		w.who = account.Caller{UserID: w.UserID, SpaceID: must.Get(first.App.Accounts.Spaces(ctx, w.UserID))(t)[0].ID}
		w.restart()
		w.paper.grant(first.Clock.Now())
		w.brandID, _ = w.call(apitest.Call{
			Method: "POST", Path: "/geo/brands",
			Body: `{"name":"松烟","introduction":"茶"}`,
		}).At("data.id").(string)
		w.prompts(1)
		w.check()

		// The trial: its day, its hour, its order that is not reviewed, its last second.
		once := http.Header{"Idempotency-Key": {"january"}}
		unreviewed, january := w.order(40, once), w.sent
		withdrawn := w.order(100, nil)
		w.run()
		w.at("2023-12-31 23:59:59")
		w.run(429, 2003)
		w.at("2024-01-01 00:00:00")
		w.run(429, 2004)
		w.at("2024-01-01 00:59:30")
		w.run()
		w.call(apitest.Call{Method: "DELETE", Path: "/media/orders/" + withdrawn})
		w.paper.release(withdrawn)
		w.check()
		w.at("2024-01-01 23:59:30")
		expect.Equal(t, w.submit(january, 40, once), unreviewed, "the order under the same key a day later")
		w.at("2024-01-01 23:59:31")
		w.submit(january, 40, once, 409, 3002)
		w.check()
		w.at("2024-01-03 23:59:29")
		w.check()
		w.at("2024-01-03 23:59:30")
		w.paper.release(unreviewed)
		w.check()
		w.at("2024-01-07 23:59:29")
		w.call(apitest.Call{Method: "DELETE", Path: "/media/orders/" + w.order(10, nil)})
		w.paper.release(onlyHeld(w.paper))
		w.run()
		w.check()
		w.at("2024-01-07 23:59:30")
		w.run(403, 1004)
		w.order(10, nil, 403, 1004)
		w.check()

		// A plan. An order is held over the end of the cycle, by a second, and withdrawn after it.
		w.at("2024-01-20 12:00:00")
		w.plan(plan.Standard, 300, "")
		w.check()
		w.at("2024-01-30 23:59:59")
		over := w.order(100, nil)
		w.check()
		w.at("2024-01-31 00:00:00")
		w.check()
		w.call(apitest.Call{Method: "DELETE", Path: "/media/orders/" + over})
		w.paper.release(over)
		w.check()

		// All is held over the end of February, a leap year's, and rejected after it: what is above twice the grant lapses.
		w.at("2024-02-28 23:59:59")
		all := []string{w.order(100, nil), w.order(150, nil), w.order(150, nil)}
		w.order(10, nil, 402, 2005)
		w.check()
		w.at("2024-02-29 00:00:00")
		w.check()
		for _, id := range all {
			must.Get(orders.Reject(ctx, "", id, "不符"))(t)
			w.paper.release(id)
			w.check()
		}

		// Up within the cycle, and published.
		w.at("2024-03-15 09:00:00")
		w.plan(plan.Upper, 1000, "")
		w.check()
		published := w.order(250, nil)
		must.Get(orders.Approve(ctx, "", published, ""))(t)
		w.restart()
		must.Get(orders.Publish(ctx, "", published, "https://news.example/1"))(t)
		w.paper.capture(published)
		w.check()
		w.at("2024-03-30 23:59:59")
		w.check()
		w.at("2024-03-31 00:00:00")
		w.prompts(19)
		w.check()

		// Down below what is used: prompts at once, points with the next cycle, which begins on a 30th.
		w.at("2024-04-28 09:00:00")
		large := w.order(900, nil)
		if s := w.plan(plan.Standard, 300, ""); s.Archived != 10 {
			t.Errorf("%d prompts were archived", s.Archived)
		}
		w.check()
		w.at("2024-04-29 23:59:59")
		w.check()
		w.at("2024-04-30 00:00:00")
		w.check()
		w.at("2024-05-01 09:00:00")
		w.paper.release(large)
		w.check()

		// Disabled over two ends of cycles: its order expires, its schedule rests, and nothing is had by waiting.
		w.at("2024-05-29 09:00:00")
		must.Get(first.App.Brands.Update(ctx, w.who, w.brandID,
			func(p *brand.Profile) { p.Schedule = &brand.Schedule{Hour: 8, Weekday: new(int64(1))} }))(t)
		late := w.order(50, nil)
		must.Do(t, first.App.Accounts.SetStatus(ctx, w.UserID, account.StatusDisabled))
		w.call(apitest.Call{Method: "GET", Path: "/me", Status: 403, Code: 1003})
		w.at("2024-06-01 09:00:00")
		w.paper.release(late)
		for _, monday := range []string{"2024-06-03", "2024-06-10", "2024-07-01"} {
			w.at(monday + " 08:00:00")
			w.ended(0)
		}
		w.at("2024-07-05 12:00:00")
		must.Do(t, first.App.Accounts.SetStatus(ctx, w.UserID, account.StatusActive))
		w.check()
		w.at("2024-07-08 08:00:00")
		w.ended(1)
		w.check()

		// The plan ends within a cycle without a call, and an order of the one before fails after that.
		w.at("2024-08-30 23:59:59")
		w.plan(plan.Standard, 300, "2024-09-10 00:00:00")
		w.ended(1) // of Monday the 26th
		failed := w.order(50, nil)
		must.Get(orders.Approve(ctx, "", failed, ""))(t)
		w.at("2024-09-12 09:00:00")
		must.Get(orders.Fail(ctx, "", failed, "停刊"))(t)
		w.paper.release(failed)
		w.check()
		w.order(10, nil, 403, 1004)
		w.at("2024-09-30 00:00:00")
		w.check()
		w.at("2024-10-05 09:00:00")
		w.plan(plan.Standard, 300, "")
		w.check()

		// Two cycles without a call, the year's end, and February of a year that is none.
		for _, moment := range []string{
			"2024-12-15 12:00:00", "2024-12-30 23:59:59", "2024-12-31 00:00:00",
			"2025-01-31 00:00:00", "2025-02-27 23:59:59", "2025-02-28 00:00:00",
		} {
			w.at(moment)
			w.check()
		}
	})
}

// onlyHeld is the order that holds points.
func onlyHeld(p *paper) string {
	for id := range p.held {
		return id
	}
	return ""
}
