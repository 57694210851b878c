package order_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"renown/internal/room/points"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/webhook"
)

// held checks that the one order's points are neither spent nor given back.
func (w *press) held(t *testing.T) {
	t.Helper()
	if a := w.account(t); a.Held != 20 || a.Refunded != 0 {
		t.Errorf("in doubt the points stay held: %+v", a)
	}
}

// entries counts what the ledger says of an order.
func (w *press) entries(t *testing.T, orderID string) map[points.Kind]int {
	t.Helper()
	list, _, err := points.New(w.db).Entries(t.Context(), w.who.UserID, points.Paging{Number: 1, Size: 100})
	must.Do(t, err)
	kinds := map[points.Kind]int{}
	for _, e := range list {
		if e.OrderID != nil && *e.OrderID == orderID {
			kinds[e.Kind]++
		}
	}
	return kinds
}

func TestPushPublished(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		two := int64(2)
		o := w.approved(t, order.Preferences{Requirements: &two})
		if len(w.jobs) != 1 || w.jobs[0] != o.ID {
			t.Fatalf("approval enqueues the push: %v", w.jobs)
		}
		got, again := w.push(t, o.ID)
		if got.Status != order.Published || again != 0 || got.PublishedURL == nil ||
			!strings.HasPrefix(*got.PublishedURL, "https://www.outlet.example/a/") {
			t.Fatalf("%+v", got)
		}
		last := got.Events[len(got.Events)-1]
		if last.Actor != order.ByOutlet || got.Push.ExternalRef == nil || *got.Push.ExternalRef != "4711" || got.Push.NextAt != nil {
			t.Errorf("%+v %+v", last, got.Push)
		}
		if a := w.account(t); a.Held != 0 || a.Refunded != 0 || w.entries(t, o.ID)[points.Capture] != 1 {
			t.Errorf("%+v", a)
		}
		if _, again := w.push(t, o.ID); again != 0 {
			t.Error("an order that has ended is left alone")
		}
		calls, seen := w.outlet.seen(o.ID)
		if calls != 1 || seen.Type != "order.publish" || seen.Data.Content.Title != "团队笔记怎么选" ||
			seen.Data.Content.HTML != "<p><strong>广告</strong> 本文为付费发布内容。</p>\n<h1>标题</h1>\n<p>正文</p>\n" ||
			seen.Data.Attempt != 1 || *seen.Data.Requirements != 2 {
			t.Errorf("%d calls, %+v", calls, seen)
		}
		if seen.Data.Callback == nil || seen.Data.Callback.URL != callbackBase+o.ID || len(seen.Data.Callback.Token) < 40 {
			t.Errorf("callback: %+v", seen.Data.Callback)
		}
	})
}

func TestPushRefusals(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		for name, c := range map[string]struct {
			answer http.HandlerFunc
			reason string
		}{
			"declined":         {says(200, `{"status":"rejected","reason":"标题不合规"}`), "标题不合规"},
			"without a reason": {says(200, `{"status":"failed"}`), "outlet_silent"},
			"turned away":      {says(400, `what?`), "outlet_refused:HTTP 400"},
		} {
			o := w.approved(t, order.Preferences{})
			w.outlet.say(c.answer)
			got, again := w.push(t, o.ID)
			if got.Status != order.Failed || again != 0 || got.Reason == nil || *got.Reason != c.reason {
				t.Errorf("%s: %+v", name, got)
			}
			if a := w.account(t); a.Held != 0 || w.entries(t, o.ID)[points.Release] != 1 {
				t.Errorf("%s: the points are given back once: %+v", name, a)
			}
		}
	})
}

// Whatever leaves it open whether the outlet has the article leaves the order where it is.
func TestPushInDoubt(t *testing.T) {
	t.Parallel()
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a redirect was followed") }))
	t.Cleanup(inside.Close)
	answers := map[string]http.HandlerFunc{
		"broken":      says(500, `{"status":"failed"}`),
		"too many":    says(429, ``),
		"had it":      says(409, ``),
		"nonsense":    says(200, `OK`),
		"no address":  says(200, `{"status":"published"}`),
		"bad address": says(200, `{"status":"published","url":"https://outlet..example/a"}`),
		"redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, inside.URL, http.StatusTemporaryRedirect)
		},
		"hung up": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	}
	eachPress(t, func(t *testing.T, w *press) {
		for name, answer := range answers {
			o := w.approved(t, order.Preferences{})
			w.outlet.say(answer)
			got, again := w.push(t, o.ID)
			if got.Status != order.InPublication || again <= 0 || got.Push.Attempts != 1 || got.Push.Error == nil ||
				got.Push.NextAt == nil {
				t.Fatalf("%s: %v %+v", name, again, got.Push)
			}
			w.held(t)
			w.outlet.say(says(404, ``)) // turned away now, but the first call may have arrived
			w.clock.Advance(again)
			got, again = w.push(t, o.ID)
			if got.Status != order.InPublication || again <= 0 {
				t.Fatalf("%s, then refused: %v %+v", name, again, got)
			}
			w.held(t)
			w.outlet.say(nil)
			w.clock.Advance(again)
			if got, _ = w.push(t, o.ID); got.Status != order.Published || w.entries(t, o.ID)[points.Capture] != 1 {
				t.Errorf("%s, then published: %+v", name, got)
			}
			if calls, _ := w.outlet.seen(o.ID); calls != 3 {
				t.Errorf("%s: %d calls under the same id, want 3", name, calls)
			}
		}
	})
}

func TestPushTimesOut(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		o := w.approved(t, order.Preferences{})
		w.timeout = 100 * time.Millisecond
		hasty := w.room(t, w.keys, callbackBase)
		w.outlet.say(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		again, err := hasty.Push(t.Context(), o.ID)
		if got := w.see(t, o.ID); err != nil || again <= 0 || got.Status != order.InPublication || *got.Push.Error != "no answer in time" {
			t.Fatalf("%v %v %+v", again, err, got.Push)
		}
		w.held(t)
		w.outlet.say(nil)
		w.clock.Advance(again)
		if got, _ := w.push(t, o.ID); got.Status != order.Published || w.entries(t, o.ID)[points.Capture] != 1 {
			t.Errorf("%+v", got)
		}
	})
}

func TestPushSurvivesACrash(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		o := w.approved(t, order.Preferences{})
		called, result, err := w.PushAndDie(t.Context(), o.ID)
		must.Do(t, err)
		if !called || result.Verdict != webhook.Published {
			t.Fatalf("%v %+v", called, result)
		}
		_, before := w.outlet.seen(o.ID)
		got, again := w.push(t, o.ID)
		if got.Status != order.InPublication || again <= 0 || again > order.PushLease {
			t.Fatalf("the attempt still belongs to the other: %v %+v", again, got)
		}
		w.held(t)
		w.clock.Advance(again)
		if got, again = w.push(t, o.ID); got.Status != order.Published || again != 0 {
			t.Fatalf("%v %+v", again, got)
		}
		calls, after := w.outlet.seen(o.ID)
		if calls != 2 || after.Data.Attempt != 2 || after.Data.Callback.Token != before.Data.Callback.Token {
			t.Errorf("asked again with the same id and the same token: %d calls, %+v", calls, after)
		}
		if kinds := w.entries(t, o.ID); kinds[points.Capture] != 1 || kinds[points.Release] != 0 {
			t.Errorf("settled once: %v", kinds)
		}
	})
}

func TestPushByManyAtOnce(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		o := w.approved(t, order.Preferences{})
		other := w.room(t, w.keys, callbackBase)
		var group sync.WaitGroup
		var failed atomic.Int64
		for i := range 12 {
			room := w.rooms
			if i%2 == 1 {
				room = other
			}
			group.Go(func() {
				if _, err := room.Push(context.Background(), o.ID); err != nil {
					failed.Add(1)
				}
			})
		}
		group.Wait()
		calls, _ := w.outlet.seen(o.ID)
		if got := w.see(t, o.ID); calls != 1 || failed.Load() != 0 || got.Status != order.Published || got.Push.Attempts != 1 {
			t.Errorf("%d calls, %d errors, %+v", calls, failed.Load(), got)
		}
	})
}

func TestPushGivesUpAndIsFlagged(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		o := w.approved(t, order.Preferences{})
		w.outlet.say(says(503, ``))
		var waited time.Duration
		for range order.PushMost - 1 {
			got, again := w.push(t, o.ID)
			if again <= 0 || got.Status != order.InPublication {
				t.Fatalf("%v %+v", again, got.Push)
			}
			if list, err := w.Stuck(t.Context()); err != nil || len(list) != 0 {
				t.Fatalf("%+v %v", list, err)
			}
			waited += again
			w.clock.Advance(again)
		}
		got, again := w.push(t, o.ID)
		if again != 0 || got.Status != order.InPublication || got.Push.NextAt != nil || waited < 60*time.Hour || waited > 80*time.Hour {
			t.Fatalf("after %v: %v %+v", waited, again, got.Push)
		}
		w.held(t)
		list := must.Get(w.Stuck(t.Context()))(t)
		if len(list) != 1 || list[0].OrderID != o.ID || list[0].Flag != order.FlagUnanswered ||
			list[0].Attempts != order.PushMost || *list[0].Error != "HTTP 503" {
			t.Errorf("%+v", list)
		}
		w.clock.Advance(30 * 24 * time.Hour)
		if w.push(t, o.ID); w.see(t, o.ID).Push.Attempts != order.PushMost {
			t.Error("it is not asked any more by itself")
		}
		w.held(t)
		w.outlet.say(nil)
		must.Do(t, w.PushAgain(t.Context(), o.ID))
		if got, _ := w.push(t, o.ID); got.Status != order.Published || len(w.jobs) != 2 {
			t.Errorf("%+v", got)
		}
		if list, err := w.Stuck(t.Context()); err != nil || len(list) != 0 {
			t.Errorf("%+v %v", list, err)
		}
	})
}

// A stop in the middle of a call is kept as an unknown outcome.
func TestPushStopped(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		o := w.approved(t, order.Preferences{})
		ctx, stop := context.WithCancel(t.Context())
		w.outlet.say(func(_ http.ResponseWriter, r *http.Request) {
			stop()
			<-r.Context().Done()
		})
		again, err := w.Push(ctx, o.ID)
		if got := w.see(t, o.ID); err != nil || again <= 0 || got.Status != order.InPublication ||
			*got.Push.Error != "stopped before there was an answer" {
			t.Errorf("%v %v %+v", again, err, got.Push)
		}
		w.held(t)
	})
}

func TestPushWaitsAsTheOutletAsks(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		o := w.approved(t, order.Preferences{})
		w.outlet.say(func(rw http.ResponseWriter, _ *http.Request) {
			rw.Header().Set("Retry-After", "7200")
			rw.WriteHeader(http.StatusTooManyRequests)
		})
		if _, again := w.push(t, o.ID); again != 2*time.Hour {
			t.Errorf("waits %v", again)
		}
	})
}

func TestPushScheduled(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		at := storetestStart.Add(48 * time.Hour)
		local := at.In(time.FixedZone("", 8*3600)).Format("2006-01-02 15:04")
		o := w.approved(t, order.Preferences{ScheduledAt: &local})
		if o.Push.NextAt == nil || !o.Push.NextAt.Equal(at) || !w.jobsAt[0].Equal(at) || *o.ScheduledAt != local {
			t.Fatalf("%+v, job at %v", o.Push, w.jobsAt)
		}
		if got, again := w.push(t, o.ID); again != 48*time.Hour || got.Push.Attempts != 0 {
			t.Errorf("too early: %v %+v", again, got.Push)
		}
		w.clock.Advance(48 * time.Hour)
		if got, _ := w.push(t, o.ID); got.Status != order.Published {
			t.Errorf("%+v", got)
		}
		if _, seen := w.outlet.seen(o.ID); *seen.Data.ScheduledAt != local {
			t.Errorf("%+v", seen)
		}
		words := "下周一上午"
		o = w.approved(t, order.Preferences{ScheduledAt: &words})
		if got, _ := w.push(t, o.ID); got.Status != order.Published {
			t.Errorf("%+v", got)
		}
		if _, seen := w.outlet.seen(o.ID); *seen.Data.ScheduledAt != words {
			t.Errorf("what is no time is for the outlet: %+v", seen)
		}
	})
}

// An order that is to be handed over in the far future is shown to operators: its points are as good as lost.
func TestPushFarOff(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		soon, far := storetestStart.Add(89*24*time.Hour).Format(time.RFC3339), "9999-12-31 10:00"
		w.approved(t, order.Preferences{ScheduledAt: &soon})
		o := w.approved(t, order.Preferences{ScheduledAt: &far})
		list := must.Get(w.Stuck(t.Context()))(t)
		if len(list) != 1 || list[0].OrderID != o.ID || list[0].Flag != order.FlagFarOff {
			t.Errorf("stuck are %+v", list)
		}
	})
}

func TestManualWaitsForAnOperator(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		must.Get(w.catalogue.Connect(t.Context(), []string{w.outletID}, catalogue.ConnectionChange{Adapter: catalogue.Manual}))(t)
		o := w.approved(t, order.Preferences{})
		if len(w.jobs) != 0 || o.Push.NextAt != nil || *o.Push.Adapter != catalogue.Manual {
			t.Errorf("%v %+v", w.jobs, o.Push)
		}
		if got, again := w.push(t, o.ID); again != 0 || got.Status != order.InPublication {
			t.Errorf("%v %+v", again, got)
		}
		if err := w.PushAgain(t.Context(), o.ID); err == nil {
			t.Error("there is nobody to push it to")
		}
		if list, err := w.Stuck(t.Context()); err != nil || len(list) != 0 {
			t.Errorf("%+v %v", list, err)
		}
		got, err := w.Publish(t.Context(), "operator", o.ID, "https://outlet.example/by-hand")
		if err != nil || got.Status != order.Published {
			t.Errorf("%+v %v", got, err)
		}
		if calls, _ := w.outlet.seen(o.ID); calls != 0 {
			t.Errorf("%d calls", calls)
		}
	})
}

// An operator may end an order while its outlet is being called: the later word changes nothing.
func TestEndedDuringTheCall(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		o := w.approved(t, order.Preferences{})
		w.outlet.say(func(rw http.ResponseWriter, r *http.Request) {
			expect.Do(t, expect.Error(w.Fail(context.Background(), "operator", o.ID, "作废")))
			says(200, `{"status":"published","url":"https://outlet.example/a"}`)(rw, r)
		})
		got, again := w.push(t, o.ID)
		if got.Status != order.Failed || again != 0 || got.PublishedURL != nil {
			t.Errorf("%v %+v", again, got)
		}
		if kinds := w.entries(t, o.ID); kinds[points.Release] != 1 || kinds[points.Capture] != 0 {
			t.Errorf("%v", kinds)
		}
	})
}

func TestSweepFindsLostJobs(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		lost, words := w.approved(t, order.Preferences{}), "2026-03-01 10:00"
		later := w.approved(t, order.Preferences{ScheduledAt: &words})
		for _, c := range []struct {
			after time.Duration
			want  int
		}{{0, 0}, {order.Overdue - time.Second, 0}, {2 * time.Second, 1}, {time.Second, 0}} {
			w.clock.Advance(c.after)
			if n, err := w.SweepPushes(t.Context()); err != nil || n != c.want {
				t.Fatalf("%d, want %d: %v", n, c.want, err)
			}
		}
		if got := w.jobs; len(got) != 3 || got[2] != lost.ID || got[1] != later.ID {
			t.Errorf("%v", got)
		}
		if got, _ := w.push(t, lost.ID); got.Status != order.Published {
			t.Errorf("%+v", got)
		}
	})
}

// A process that was held up comes back to find that another has gone on, or that the outlet has reported.
func TestLateHolderChangesNothing(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		o := w.approved(t, order.Preferences{})
		var between order.Order
		w.outlet.say(func(rw http.ResponseWriter, r *http.Request) {
			w.outlet.say(says(503, ``))
			w.clock.Advance(order.PushLease)
			between, _ = w.push(t, o.ID)
			w.clock.Advance(time.Second)
			says(500, ``)(rw, r)
		})
		got, again := w.push(t, o.ID)
		if again != 0 || got.Push.Attempts != 2 || *got.Push.Error != "HTTP 503" || !got.Push.NextAt.Equal(between.Push.NextAt.Time) {
			t.Errorf("%v %+v", again, got.Push)
		}
		o = w.approved(t, order.Preferences{})
		w.outlet.say(func(rw http.ResponseWriter, r *http.Request) {
			_, seen := w.outlet.seen(o.ID)
			expect.Do(t, expect.Error(w.TakeOutcome(context.Background(), o.ID, seen.Data.Callback.Token,
				webhook.Outcome{Status: webhook.SaysAccepted})))
			says(500, ``)(rw, r)
		})
		if got, again := w.push(t, o.ID); again != 0 || got.Push.NextAt != nil || got.Push.PushedAt == nil || got.Push.Error != nil {
			t.Errorf("it was accepted meanwhile: %v %+v", again, got.Push)
		}
	})
}

// The orders of a disabled account are handed over once it is enabled again.
func TestPushRestsWithItsAccount(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		o := w.approved(t, order.Preferences{})
		status := func(s string) { storetest.Exec(t, w.db, `UPDATE users SET status = $2 WHERE id = $1`, w.who.UserID, s) }
		status("disabled")
		if got, again := w.push(t, o.ID); got.Push.Attempts != 0 || again != 0 {
			t.Errorf("%+v, again in %v", got.Push, again)
		}
		w.clock.Advance(order.Overdue + time.Second)
		expect.Equal(t, must.Get(w.SweepPushes(t.Context()))(t), 0, "pushes that were lost")
		w.held(t)
		status("active")
		expect.Equal(t, must.Get(w.SweepPushes(t.Context()))(t), 1, "pushes that were lost")
		if got, _ := w.push(t, o.ID); got.Status != order.Published {
			t.Errorf("%+v", got)
		}
	})
}
