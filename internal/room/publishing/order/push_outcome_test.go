package order_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/room/points"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/expect"
	"renown/internal/tool/webhook"
)

// accepted is an order that its outlet has taken, and the token with which it reports.
func (w *press) accepted(t *testing.T) (orderID, token string) {
	t.Helper()
	o := w.approved(t, order.Preferences{})
	w.outlet.say(says(202, `{"status":"accepted","reference":"job-9"}`))
	got, again := w.push(t, o.ID)
	if got.Status != order.InPublication || again != 0 || got.Push.PushedAt == nil ||
		*got.Push.ExternalRef != "job-9" || got.Push.NextAt != nil {
		t.Fatalf("%v %+v", again, got.Push)
	}
	_, seen := w.outlet.seen(o.ID)
	return o.ID, seen.Data.Callback.Token
}

var publishedOutcome = webhook.Outcome{Status: webhook.SaysPublished, URL: "https://outlet.example/a/1", Reference: "job-9"}

func TestOutcomeRefuses(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		first, token := w.accepted(t)
		_, foreign := w.accepted(t)
		unpushed := w.approved(t, order.Preferences{})
		for name, c := range map[string]struct{ order, token string }{
			"no token":             {first, ""},
			"wrong":                {first, token[:len(token)-1] + "!"},
			"of another order":     {first, foreign},
			"no such order":        {"ord_nothing", token},
			"an order with NUL":    {"ord_\x00", token},
			"never pushed":         {unpushed.ID, token},
			"never pushed, no one": {unpushed.ID, ""},
		} {
			expect.Refuse(t, expect.Error(w.TakeOutcome(t.Context(), c.order, c.token, publishedOutcome)), fault.Unauthenticated, name)
			if err := w.AdmitOutcome(t.Context(), c.order, c.token); !fault.Is(err, fault.Unauthenticated) {
				t.Errorf("%s, asked first: %v", name, err)
			}
		}
		if got := w.see(t, first); got.Status != order.InPublication {
			t.Errorf("%+v", got)
		}
		bad := publishedOutcome
		bad.URL = "https://outlet..example/a"
		expect.Refuse(t, expect.Error(w.TakeOutcome(t.Context(), first, token, bad)), fault.Malformed, "an address that is none")
	})
}

// The same word again changes nothing and is answered; another word after the end meets a dead token.
func TestOutcomeTwiceAndAfterTheEnd(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		for _, c := range []struct {
			report webhook.Outcome
			want   order.State
			kind   points.Kind
			others []webhook.Outcome
		}{
			{publishedOutcome, order.Published, points.Capture, []webhook.Outcome{
				{Status: webhook.SaysFailed, Reason: "x"},
				{Status: webhook.SaysAccepted},
				{Status: webhook.SaysPublished, URL: "https://outlet.example/another"},
			}},
			{
				webhook.Outcome{Status: webhook.SaysRejected, Reason: "不收"},
				order.Failed, points.Release,
				[]webhook.Outcome{publishedOutcome, {Status: webhook.SaysAccepted}},
			},
		} {
			orderID, token := w.accepted(t)
			for range 2 {
				if state, err := w.TakeOutcome(t.Context(), orderID, token,
					webhook.Outcome{Status: webhook.SaysAccepted}); err != nil || state != order.InPublication {
					t.Fatalf("%s %v", state, err)
				}
			}
			for range 3 {
				if state, err := w.TakeOutcome(t.Context(), orderID, token, c.report); err != nil || state != c.want {
					t.Fatalf("%s %v", state, err)
				}
			}
			for _, other := range c.others {
				expect.Refuse(t, expect.Error(w.TakeOutcome(t.Context(), orderID, token, other)),
					fault.Unauthenticated, other.Status, "after", c.want)
			}
			if got := w.see(t, orderID); got.Status != c.want || w.entries(t, orderID)[c.kind] != 1 || len(got.Events) != 3 {
				t.Errorf("%+v", got)
			}
		}
	})
}

func TestOutcomesAtOnce(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		orderID, token := w.accepted(t)
		var group sync.WaitGroup
		var fine, dead, other atomic.Int64
		for i := range 24 {
			report := publishedOutcome
			if i%3 == 0 {
				report = webhook.Outcome{Status: webhook.SaysFailed, Reason: "x"}
			}
			group.Go(func() {
				_, err := w.TakeOutcome(context.Background(), orderID, token, report)
				switch {
				case err == nil:
					fine.Add(1)
				case fault.Is(err, fault.Unauthenticated):
					dead.Add(1)
				default:
					t.Error(err)
					other.Add(1)
				}
			})
		}
		group.Wait()
		got, kinds := w.see(t, orderID), w.entries(t, orderID)
		if kinds[points.Capture]+kinds[points.Release] != 1 || len(got.Events) != 3 {
			t.Errorf("settled once: %v %+v", kinds, got.Events)
		}
		want := int64(16)
		if got.Status == order.Failed {
			want = 8
		}
		if fine.Load() != want || dead.Load() != 24-want {
			t.Errorf("%s: %d taken, %d refused", got.Status, fine.Load(), dead.Load())
		}
	})
}

// A report may overtake the answer of the call that it is about.
func TestOutcomeDuringDoubt(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		o := w.approved(t, order.Preferences{})
		w.outlet.say(says(500, ``))
		_, again := w.push(t, o.ID)
		_, seen := w.outlet.seen(o.ID)
		state, err := w.TakeOutcome(t.Context(), o.ID, seen.Data.Callback.Token, publishedOutcome)
		if err != nil || state != order.Published {
			t.Fatalf("%s %v", state, err)
		}
		w.clock.Advance(again)
		if _, again = w.push(t, o.ID); again != 0 {
			t.Error("asked again")
		}
		if calls, _ := w.outlet.seen(o.ID); calls != 1 {
			t.Errorf("%d calls", calls)
		}
	})
}

func TestSilentOutletIsFlagged(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		orderID, token := w.accepted(t)
		w.clock.Advance(order.ReportWait)
		if list, err := w.Stuck(t.Context()); err != nil || len(list) != 0 {
			t.Errorf("%+v %v", list, err)
		}
		w.clock.Advance(time.Second)
		list, err := w.Stuck(t.Context())
		if err != nil || len(list) != 1 || list[0].OrderID != orderID || list[0].Flag != order.FlagSilent {
			t.Errorf("%+v %v", list, err)
		}
		w.held(t)
		if state, err := w.TakeOutcome(t.Context(), orderID, token, publishedOutcome); err != nil || state != order.Published {
			t.Errorf("late is not too late: %s %v", state, err)
		}
	})
}

func TestAcceptedWithoutAnAddressToReportTo(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		w.rooms = w.room(t, w.keys, "")
		o := w.approved(t, order.Preferences{})
		w.outlet.say(says(202, ``))
		if _, again := w.push(t, o.ID); again != 0 {
			t.Errorf("asked again in %v", again)
		}
		_, seen := w.outlet.seen(o.ID)
		list, err := w.Stuck(t.Context())
		if err != nil || seen.Data.Callback != nil || len(list) != 1 || list[0].Flag != order.FlagNoCallback {
			t.Errorf("%+v %+v %v", seen.Data.Callback, list, err)
		}
	})
}
