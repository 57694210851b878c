package plan_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/limit"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

func TestDesk(t *testing.T) {
	t.Parallel()
	each(t, plan.Options{}, func(t *testing.T, w *world) {
		ctx := t.Context()
		if d, err := w.Desk(ctx); err != nil || d != (plan.Desk{}) {
			t.Errorf("before anybody set it: %v (%v)", d, err)
		}
		for name, d := range map[string]plan.Desk{
			"two lines":         {Contact: "a\nb"},
			"long":              {Contact: strings.Repeat("长", 201)},
			"a script":          {PriceURL: "javascript:alert(1)"},
			"a relative path":   {PriceURL: "/prices"},
			"a name in the URL": {PriceURL: "https://bank.example@evil.example/"},
			"a blank in it":     {PriceURL: "https://a.example/ b"},
		} {
			expect.Refuse(t, w.SetDesk(ctx, d), fault.Malformed, name)
		}
		want := plan.Desk{Contact: "service@example.com", PriceURL: "https://example.com/prices", Open: true}
		must.Do(t, w.SetDesk(ctx, plan.Desk{Contact: "x"}))
		must.Do(t, w.SetDesk(ctx, plan.Desk{Contact: " service@example.com ", PriceURL: want.PriceURL, Open: true}))
		if d, err := w.Desk(ctx); err != nil || d != want {
			t.Errorf("%v (%v)", d, err)
		}
	})
}

func TestDeskLink(t *testing.T) {
	t.Parallel()
	for contact, want := range map[string]string{
		"":                            "",
		"400-800-1234":                "",
		"微信 renown":                   "",
		"tel:4008001234":              "",
		"javascript:alert(1)":         "",
		"data:text/html,x":            "",
		"service@example.com":         "mailto:service@example.com",
		"mailto:service@example.com":  "mailto:service@example.com",
		"mailto:a@b.example?bcc=c@d":  "",
		"Li <li@example.com>":         "",
		"https://example.com/contact": "https://example.com/contact",
		"https://u:p@example.com":     "",
	} {
		expect.Equal(t, (plan.Desk{Contact: contact}).Link(), want, contact, "leads to")
	}
}

// asks opens the desk and an account on the given plan.
func (w *world) asks(t *testing.T, terms plan.Terms) string {
	t.Helper()
	must.Do(t, w.SetDesk(t.Context(), plan.Desk{Open: true}))
	return w.open(t, terms)
}

func refused(t *testing.T, err error, code fault.Code, reason string) {
	t.Helper()
	if f := fault.As(err); f == nil || f.Code != code || f.Reason != reason {
		t.Errorf("%v, want %d %s", err, code, reason)
	}
}

func TestAskRefuses(t *testing.T) {
	t.Parallel()
	each(t, plan.Options{}, func(t *testing.T, w *world) {
		ctx := t.Context()
		userID := w.open(t, plan.Terms{Tier: plan.Upper})
		refused(t, w.Ask(ctx, userID, plan.Standard, 1, ""), fault.OrderState, "plan_requests_closed")
		must.Do(t, w.SetDesk(ctx, plan.Desk{Open: true}))
		refused(t, w.Ask(ctx, userID, plan.Trial, 1, ""), fault.Malformed, "tier_unknown")
		refused(t, w.Ask(ctx, userID, plan.Standard, 0, ""), fault.Malformed, "plan_months")
		refused(t, w.Ask(ctx, userID, plan.Standard, 37, ""), fault.Malformed, "plan_months")
		refused(t, w.Ask(ctx, userID, plan.Standard, 1, strings.Repeat("长", 501)), fault.Malformed, "note_length")
		refused(t, w.Ask(ctx, userID, plan.Upper, 1, ""), fault.OrderState, "plan_endless")
		refused(t, w.Withdraw(ctx, userID), fault.OrderState, "plan_request_decided")
		expect.Refuse(t, expect.Error(w.Confirm(ctx, "plr_none")), fault.NoSuchThing, "no such request")
		must.Do(t, w.Ask(ctx, userID, plan.Standard, 1, "请开发票"))
		refused(t, w.Ask(ctx, userID, plan.Standard, 2, ""), fault.Duplicate, "plan_request_pending")
		asked, err := w.Asked(ctx, userID)
		must.Do(t, err)
		refused(t, w.Decline(ctx, asked.ID, " "), fault.Malformed, "decline_reason")
		if list, n, err := w.Requests(ctx, true, 10, 0); n != 1 || len(list) != 1 || list[0].Note != "请开发票" || err != nil {
			t.Errorf("%d wait: %v (%v)", n, list, err)
		}
		must.Do(t, w.Withdraw(ctx, userID))
		_, err = w.Confirm(ctx, asked.ID)
		refused(t, err, fault.OrderState, "plan_request_decided")
		refused(t, w.Decline(ctx, asked.ID, "迟了"), fault.OrderState, "plan_request_decided")
		if s, err := w.Of(ctx, userID); err != nil || s.Tier != plan.Upper {
			t.Errorf("a withdrawn request changed the plan: %v (%v)", s, err)
		}
		must.Do(t, w.Ask(ctx, userID, plan.Standard, 3, ""))
		second := must.Get(w.Asked(ctx, userID))(t)
		must.Do(t, w.Decline(ctx, second.ID, "请先付款"))
		if second, err = w.Asked(ctx, userID); err != nil || second.State != plan.Declined ||
			second.Reason != "请先付款" || second.DecidedAt == nil {
			t.Errorf("%+v (%v)", second, err)
		}
		list, total, err := w.Requests(ctx, false, 10, 0)
		if err != nil || total != 2 || len(list) != 2 {
			t.Errorf("%d of %d decided (%v)", len(list), total, err)
		}
	})
}

// Of concurrent decisions about a request one holds: the plan changes once and points are granted once.
func TestConfirmOnce(t *testing.T) {
	t.Parallel()
	each(t, plan.Options{}, func(t *testing.T, w *world) {
		ctx := t.Context()
		userID := w.asks(t, plan.Terms{Tier: plan.Trial})
		must.Do(t, w.Ask(ctx, userID, plan.Upper, 2, ""))
		asked := must.Get(w.Asked(ctx, userID))(t)
		errs := make([]error, 7)
		var all sync.WaitGroup
		for i := range errs {
			all.Go(func() {
				if i == 6 {
					errs[i] = w.Ask(ctx, userID, plan.Upper, 1, "")
				} else {
					_, errs[i] = w.Confirm(ctx, asked.ID)
				}
			})
		}
		all.Wait()
		done := 0
		for i, err := range errs[:6] {
			if err == nil {
				done++
			} else if !fault.Is(err, fault.OrderState) {
				t.Errorf("%d: %v", i, err)
			}
		}
		if errs[6] != nil && !fault.Is(errs[6], fault.Duplicate) { // before or after the decision
			t.Errorf("asking again: %v", errs[6])
		}
		s := must.Get(w.Of(ctx, userID))(t)
		first := plan.Request{Tier: plan.Upper, Months: 2}
		if want := first.Until(plan.Subscription{Tier: plan.Trial}, *after(0)); done != 1 || s.Tier != plan.Upper || *s.ExpiresAt != want {
			t.Errorf("%d confirmed: %v until %v, want %v", done, s.Tier, s.ExpiresAt, want)
		}
		if q, err := w.Quota(ctx, userID); err != nil || q.Granted != 1000 {
			t.Errorf("granted %d (%v)", q.Granted, err)
		}
		var n int
		must.Do(t, w.db.InTx(ctx, func(tx *store.Tx) (err error) {
			n, err = store.One[int](tx.QueryRow(ctx, `SELECT count(*) FROM audit WHERE deed = 'plan_set'`))
			return err
		}))
		expect.Equal(t, n, 1, "changes are in the log")
	})
}

// Months follow what is left of the same tier; a day is whole; the 31st ends with a shorter month.
func TestRequestUntil(t *testing.T) {
	t.Parallel()
	at := func(text string) timestamp.Time {
		moment := must.Get(time.ParseInLocation("2006-01-02 15:04", text, timestamp.Beijing))(t)
		return timestamp.Of(moment)
	}
	ends := func(text string) *timestamp.Time { moment := at(text); return &moment }
	for name, c := range map[string]struct {
		tier   plan.Tier
		end    *timestamp.Time
		now    string
		months int
		want   string
	}{
		"from a trial":          {plan.Trial, ends("2027-01-20 00:00"), "2027-01-15 10:00", 1, "2027-02-16 00:00"},
		"the same goes on":      {plan.Upper, ends("2027-03-01 00:00"), "2027-01-15 10:00", 12, "2028-03-01 00:00"},
		"the same, but over":    {plan.Upper, ends("2027-01-01 00:00"), "2027-01-15 10:00", 1, "2027-02-16 00:00"},
		"another tier":          {plan.Standard, ends("2027-03-01 00:00"), "2027-01-15 10:00", 1, "2027-02-16 00:00"},
		"on the 31st":           {plan.Trial, nil, "2027-01-31 23:59", 1, "2027-03-01 00:00"},
		"at midnight":           {plan.Trial, nil, "2027-01-15 00:00", 1, "2027-02-15 00:00"},
		"the longest there is":  {plan.Trial, nil, "2027-01-15 00:00", plan.MonthsMost, "2030-01-15 00:00"},
		"a leap day, in a year": {plan.Trial, nil, "2028-02-29 12:00", 12, "2029-03-01 00:00"},
	} {
		got := plan.Request{Tier: plan.Upper, Months: c.months}.Until(plan.Subscription{Tier: c.tier, ExpiresAt: c.end}, at(c.now))
		if want := at(c.want); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// Renewed month by month a plan ends on the same day as one for all the months at once, or later where a month was shorter; one that ends
// with a cycle goes on doing so.
func TestRequestMonthByMonth(t *testing.T) {
	t.Parallel()
	const days = 24 * time.Hour
	for first := range 366 { // of days on which a plan begins, a leap day among them
		now := timestamp.Of(time.Date(2027, 3, 1+first, 10, 0, 0, 0, timestamp.Beijing))
		began := now.Add(-400 * days)
		step := func(s plan.Subscription, months int) *timestamp.Time {
			end := plan.Request{Tier: plan.Upper, Months: months}.Until(s, now)
			return &end
		}
		bought := plan.Subscription{Tier: plan.Trial, StartedAt: began}
		monthly := plan.Subscription{Tier: plan.Upper, StartedAt: began, ExpiresAt: step(bought, 1)}
		cyclic := plan.Subscription{Tier: plan.Upper, StartedAt: now}
		turn := cyclic.Cycle(now).End
		cyclic.ExpiresAt = &turn
		for months := 2; months <= 14; months++ {
			monthly.ExpiresAt, cyclic.ExpiresAt = step(monthly, 1), step(cyclic, 1)
			if late := monthly.ExpiresAt.Sub(step(bought, months).Time); late < 0 || late > 3*days {
				t.Errorf("begun %s, %d months: ends %s, %v after what is asked for at once", now, months, monthly.ExpiresAt, late)
			}
			if turn = cyclic.Cycle(turn).End; *cyclic.ExpiresAt != turn {
				t.Errorf("begun %s, %d months: ends %s, its cycle at %s", now, months, cyclic.ExpiresAt, turn)
			}
		}
	}
}

// The account that asked is told by mail, where there is a server.
func TestRequestNotices(t *testing.T) {
	t.Parallel()
	storetest.EachClock(t, func(t *testing.T, db *store.DB, clock *storetest.Clock) {
		ctx := t.Context()
		var told []account.Purpose
		mail := queue.Gather(db, func(jobs []queue.Job) {
			for _, j := range jobs {
				told = append(told, j.Args.(account.Notice).Purpose)
			}
		})
		accounts := account.New(db, limit.New(db), account.Options{MaxKeys: 50, PasswordMemory: 64, Mail: mail})
		w := &world{plan.New(db, accounts, plan.Options{}), accounts, db, clock}
		userID := w.asks(t, plan.Terms{Tier: plan.Standard, ExpiresAt: after(day)})
		told = nil
		for _, decide := range []func(id string) error{
			func(id string) error { return w.Decline(ctx, id, "请先付款") },
			func(id string) error { _, err := w.Confirm(ctx, id); return err },
		} {
			must.Do(t, w.Ask(ctx, userID, plan.Standard, 1, ""))
			asked := must.Get(w.Asked(ctx, userID))(t)
			must.Do(t, decide(asked.ID))
			clock.Advance(time.Minute)
		}
		if want := []account.Purpose{account.PlanDeclined, account.PlanConfirmed}; !slices.Equal(told, want) {
			t.Errorf("told %v, want %v", told, want)
		}
	})
}
