package event_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/event"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// verify does what a receiver does by the specification of Standard Webhooks, without a line of ours.
func verify(t *testing.T, c call, secret string) bool {
	t.Helper()
	key := must.Get(base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_")))(t)
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(c.header.Get("webhook-id") + "." + c.header.Get("webhook-timestamp") + "." + c.body))
	want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for got := range strings.FieldsSeq(c.header.Get("webhook-signature")) {
		if got == want {
			return true
		}
	}
	return false
}

func TestWebhook(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		r := newReceiver(t)
		made := w.webhook(t, r.url)
		if made.Secret == nil || !strings.HasPrefix(*made.Secret, "whsec_") {
			t.Fatalf("%+v", made)
		}
		w.record(t, event.Record{Type: event.RunFinished, Once: "a", Subject: "run_1", Hold: true}) // held from groups, not from webhooks
		w.record(t, event.Record{Type: event.RunFinished, Once: "a", Subject: "run_1"})             // the same again
		w.record(t, event.Record{Type: event.AlertRaised, Once: "b", Subject: "b"})                 // not chosen
		w.record(t, event.Record{SpaceID: w.others.SpaceID, Type: event.RunFinished, Once: "a"})
		if jobs := w.woken(); len(jobs) != 1 {
			t.Errorf("%d jobs", len(jobs))
		}
		w.deliver(t, made.ID)
		w.deliver(t, made.ID) // nothing is left
		calls := r.taken()
		if len(calls) != 1 || !verify(t, calls[0], *made.Secret) || calls[0].header.Get("Content-Type") != "application/json" {
			t.Fatalf("%+v", calls)
		}
		var sent struct {
			Type      string
			Timestamp time.Time
			Data      map[string]string
		}
		must.Do(t, json.Unmarshal([]byte(calls[0].body), &sent))
		d := w.deliveries(t)
		if sent.Type != "run.finished" || sent.Data["once"] != "a" || !sent.Timestamp.Equal(w.clock.Now()) ||
			len(d) != 1 || d[0].Status != event.Delivered ||
			d[0].EventID != calls[0].header.Get("webhook-id") || d[0].Attempts != 1 || d[0].Tries[0].Status != 200 || d[0].NextAt != nil {
			t.Errorf("%+v %+v", sent, d)
		}
		told, err := w.Delivery(t.Context(), w.me, d[0].ID)
		must.Do(t, err)
		expect.Equal(t, string(told.Request), calls[0].body, told.Request)
		_, err = w.Delivery(t.Context(), w.others, d[0].ID)
		must.Refuse(t, err, fault.NoSuchThing)
		_, err = w.Replay(t.Context(), w.others, d[0].ID)
		must.Refuse(t, err, fault.NoSuchThing)
	})
}

// Ten attempts over 75 hours under one id, then it is given up; a replay is under the same id.
func TestSchedule(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		r := newReceiver(t)
		r.says(says(500, "oops "+strings.Repeat("x", 5000)))
		made := w.webhook(t, r.url)
		w.record(t, event.Record{Type: event.RunFinished, Once: "a", Subject: "run_1"})
		began, ids := w.clock.Now(), map[string]bool{}
		for attempt := 1; ; attempt++ {
			w.deliver(t, made.ID)
			calls := r.taken()
			must.Equal(t, len(calls), 1, "attempt", attempt, "calls")
			ids[calls[0].header.Get("webhook-id")] = true
			d := w.deliveries(t)[0]
			if d.Status == event.Failed {
				expect.Equal(t, attempt, 10, "attempts")
				break
			}
			if jobs := w.woken(); len(jobs) != 1 || jobs[0].RunAt.Before(w.clock.Now()) || jobs[0].UniqueKey == "" {
				t.Fatalf("attempt %d: a job for the next: %+v", attempt, jobs)
			}
			w.deliver(t, made.ID) // too early
			expect.Equal(t, len(r.taken()), 0, "sent before its time")
			w.clock.Set(d.NextAt.Time)
		}
		if took := w.clock.Now().Sub(began); took < 68*time.Hour || took > 83*time.Hour {
			t.Errorf("%s", took)
		}
		d := w.deliveries(t)[0]
		if len(ids) != 1 || len(d.Tries) != 10 || len(d.Tries[0].Answer) != 1024 || *d.Reason != "not_taken" || d.EndedAt == nil {
			t.Errorf("%v %+v", ids, d.Tries)
		}
		r.says(nil)
		must.Get(w.Replay(t.Context(), w.me, d.ID))(t)
		w.deliver(t, made.ID)
		calls := r.taken()
		if d = w.deliveries(t)[0]; len(calls) != 1 || !ids[calls[0].header.Get("webhook-id")] || d.Status != event.Delivered {
			t.Errorf("%+v %+v", calls, d)
		}
	})
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		r := newReceiver(t)
		made := w.webhook(t, r.url)
		for i, c := range []struct {
			answer http.HandlerFunc
			reason string
			wait   time.Duration // at least, until the next attempt
		}{
			{says(200, "<html>garbage"), "", 0},
			{says(204, ""), "", 0},
			{says(302, "", "Location", "http://127.0.0.1:1/"), "not_taken", 0},
			{says(429, "", "Retry-After", "7200"), "throttling", 2 * time.Hour},
			{says(503, "", "Retry-After", "120"), "throttling", 2 * time.Minute},
			{says(404, ""), "not_taken", 0},
			{func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "broken", 0},
		} {
			r.says(c.answer)
			w.record(t, event.Record{Type: event.RunFinished, Once: fmt.Sprint(i), Subject: fmt.Sprint(i)})
			w.deliver(t, made.ID)
			must.Equal(t, len(r.taken()), 1, i, "calls: redirects are not followed")
			d := w.deliveries(t)[0]
			if (d.Reason == nil) != (c.reason == "") || d.Reason != nil && *d.Reason != c.reason {
				t.Errorf("%d: %+v", i, d)
			}
			if c.wait > 0 && d.NextAt.Sub(w.clock.Now()) < c.wait {
				t.Errorf("%d: again at %s", i, d.NextAt)
			}
			w.clock.Advance(3 * time.Hour) // every pause that was asked for is over
			storetest.Exec(t, w.db, `UPDATE event_deliveries SET status = 'failed', next_at = NULL WHERE status = 'pending'`)
		}
	})
}

// An answer that never ends costs a kilobyte, and the time of a call.
func TestEndless(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		r, ended := newReceiver(t), make(chan struct{})
		r.says(func(out http.ResponseWriter, in *http.Request) {
			defer close(ended)
			for {
				if _, err := out.Write(make([]byte, 64<<10)); err != nil || in.Context().Err() != nil {
					return
				}
			}
		})
		made := w.webhook(t, r.url)
		w.record(t, event.Record{Type: event.RunFinished, Once: "a"})
		w.deliver(t, made.ID)
		<-ended // the connection was closed on it
		if d := w.deliveries(t)[0]; d.Status != event.Delivered || len(d.Tries[0].Answer) > 1024 {
			t.Errorf("%+v", d)
		}
	})
}

func TestGone(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		r := newReceiver(t)
		made := w.webhook(t, r.url)
		r.says(says(410, ""))
		w.record(t, event.Record{Type: event.RunFinished, Once: "a", Subject: "a"})
		w.record(t, event.Record{Type: event.RunFinished, Once: "b", Subject: "b"})
		w.deliver(t, made.ID)
		to, err := w.Find(t.Context(), w.me, made.ID)
		must.Do(t, err)
		if to.Enabled || *to.DisabledReason != event.ByGone || len(r.taken()) != 1 {
			t.Errorf("%+v", to)
		}
		for _, d := range w.deliveries(t) {
			expect.Equal(t, d.Status, event.Failed, d)
			_, err := w.Replay(t.Context(), w.me, d.ID)
			must.Refuse(t, err, fault.Malformed)
		}
		w.record(t, event.Record{Type: event.RunFinished, Once: "c"})
		_, err = w.Try(t.Context(), w.me, made.ID)
		must.Refuse(t, err, fault.Malformed)
		// Switched on again, what was missed can be had.
		must.Get(w.Update(t.Context(), w.me, made.ID, func(f *event.Fields) { f.Enabled = true }))(t)
		r.says(nil)
		n, err := w.ReplayPeriod(t.Context(), w.me, made.ID,
			event.Period{
				From: timestamp.Of(w.clock.Now().Add(-time.Hour)),
				To:   timestamp.Of(w.clock.Now().Add(time.Hour)),
			})
		must.Do(t, err)
		w.deliver(t, made.ID)
		if calls := r.taken(); n != 3 || len(calls) != 3 {
			t.Errorf("%d replayed, %d calls", n, len(calls))
		}
		n, err = w.ReplayPeriod(t.Context(), w.me, made.ID,
			event.Period{
				From: timestamp.Of(w.clock.Now().Add(-time.Hour)),
				To:   timestamp.Of(w.clock.Now().Add(time.Hour)),
			})
		must.Do(t, err)
		expect.Equal(t, n, 0, "more: what was taken is not sent again unless asked for")
	})
}

// What fails for five days is switched off; one success in between begins anew.
func TestFailing(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		r := newReceiver(t)
		made := w.webhook(t, r.url)
		fail := func(days int) event.Endpoint {
			r.says(says(500, ""))
			for i := range days * 3 {
				w.record(t, event.Record{Type: event.RunFinished, Once: fmt.Sprintf("%s/%d", w.clock.Now(), i), Subject: fmt.Sprint(i)})
				w.deliver(t, made.ID)
				w.clock.Advance(8 * time.Hour)
			}
			return must.Get(w.Find(t.Context(), w.me, made.ID))(t)
		}
		if to := fail(4); !to.Enabled || to.FailingSince == nil {
			t.Errorf("after four days: %+v", to)
		}
		r.says(nil)
		w.deliver(t, made.ID)
		if to := fail(4); !to.Enabled {
			t.Errorf("four days after a success: %+v", to)
		}
		if to := fail(2); to.Enabled || *to.DisabledReason != event.ByFailing {
			t.Errorf("after six days: %+v", to)
		}
		exact := w.webhook(t, r.url+"/exact") // to the moment, and not before ten failures
		for i, after := range []time.Duration{0, 0, 0, 0, 0, 0, 0, 0, 0, 5*24*time.Hour - time.Microsecond, time.Microsecond} {
			w.clock.Advance(after)
			w.record(t, event.Record{Type: event.RunFinished, Once: fmt.Sprint("exact", i), Subject: fmt.Sprint("exact", i)})
			w.deliver(t, exact.ID)
			if to := must.Get(w.Find(t.Context(), w.me, exact.ID))(t); to.Enabled != (i < 10) {
				t.Errorf("after attempt %d: %+v", i+1, to)
			}
		}
		var deeds int64
		must.Do(t,
			w.db.Read().QueryRow(t.Context(),
				`SELECT count(*) FROM audit WHERE deed = 'endpoint_disabled' AND account_id = $1`,
				w.me.UserID).Scan(&deeds))
		if deeds != 2 {
			t.Errorf("the log tells it %d times", deeds)
		}
	})
}

// About the same subject things come in their order; what is about others does not wait for it.
func TestOrder(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		r := newReceiver(t)
		made := w.webhook(t, r.url)
		r.says(says(500, ""))
		w.record(t, event.Record{Type: event.OrderNeedsRevision, Once: "1", Subject: "ord_1"})
		w.deliver(t, made.ID)
		r.taken()
		r.says(nil)
		w.clock.Advance(time.Second)
		w.record(t, event.Record{Type: event.OrderPublished, Once: "2", Subject: "ord_1"})
		w.record(t, event.Record{Type: event.OrderPublished, Once: "3", Subject: "ord_2"})
		w.deliver(t, made.ID)
		if calls := r.taken(); len(calls) != 1 || !strings.Contains(calls[0].body, `"once":"3"`) {
			t.Fatalf("%+v", calls)
		}
		w.clock.Advance(10 * time.Second)
		w.deliver(t, made.ID)
		calls := r.taken()
		if len(calls) != 2 || !strings.Contains(calls[0].body, `"once":"1"`) || !strings.Contains(calls[1].body, `"once":"2"`) {
			t.Errorf("%+v", calls)
		}
	})
}

// A process stands still in the middle of a call for longer than the endpoint is its own. What others did meanwhile
// stays: that its own call
// failed counts for nothing, that it was taken does.
func TestLateSender(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusInternalServerError, http.StatusOK} {
		each(t, func(t *testing.T, w *world) {
			r := newReceiver(t)
			made := w.webhook(t, r.url)
			w.record(t, event.Record{Type: event.RunFinished, Once: "1", Subject: "1"})
			called, release := make(chan struct{}), make(chan struct{})
			r.says(func(rw http.ResponseWriter, _ *http.Request) {
				close(called)
				<-release
				rw.WriteHeader(status)
			})
			late, ended := event.New(w.db, w.options), make(chan error, 1)
			go func() { ended <- late.Deliver(t.Context(), made.ID) }()
			<-called
			r.says(says(http.StatusInternalServerError, ""))
			w.clock.Advance(61 * time.Second)
			for range 2 {
				w.deliver(t, made.ID)
				w.clock.Advance(6 * time.Second)
			}
			before := w.deliveries(t)[0]
			must.Equal(t, before.Attempts, 2, "attempts before the late one ends")
			close(release)
			must.Do(t, <-ended)
			after := w.deliveries(t)[0]
			if status == http.StatusOK {
				expect.Equal(t, after.Status, event.Delivered, "status")
				return
			}
			if !cmp.Equal(after, before) {
				t.Errorf("from %+v to %+v", before, after)
			}
			expect.Equal(t, must.Get(store.One[int64](w.db.Read().QueryRow(t.Context(),
				`SELECT failures FROM event_endpoints`)))(t), 2, "failures")
		})
	}
}

// Two processes at the same endpoint send each event once; what a dead one held is taken up.
func TestTwoNodes(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		r := newReceiver(t)
		made := w.webhook(t, r.url)
		for i := range 30 {
			w.record(t, event.Record{Type: event.RunFinished, Once: fmt.Sprint(i), Subject: fmt.Sprint(i)})
		}
		nodes := []*event.Events{w.Events, event.New(w.db, w.options)}
		var group sync.WaitGroup
		for range 3 {
			for _, node := range nodes {
				group.Go(func() {
					expect.Do(t, node.Deliver(t.Context(), made.ID))
				})
			}
		}
		group.Wait()
		for len(w.woken()) > 0 { // a job serves twenty at most
			must.Do(t, w.Deliver(t.Context(), made.ID))
		}
		ids := map[string]int{}
		for _, c := range r.taken() {
			ids[c.header.Get("webhook-id")]++
		}
		expect.Equal(t, len(ids), 30, "events arrived")
		for id, n := range ids {
			if n != 1 {
				t.Errorf("%s came %d times", id, n)
			}
		}

		// Killed between the transaction and the delivery, and killed while it held the endpoint.
		w.record(t, event.Record{Type: event.RunFinished, Once: "late", Subject: "late"})
		storetest.Exec(t, w.db, `UPDATE event_endpoints SET busy_until = $2 WHERE id = $1`, made.ID,
			timestamp.Of(w.clock.Now().Add(time.Minute)))
		w.deliver(t, made.ID)
		w.clock.Advance(45 * time.Second)
		must.Do(t, w.Sweep(t.Context()))
		if jobs := w.woken(); len(jobs) != 0 || len(r.taken()) != 0 {
			t.Error("it is not given up for dead yet")
		}
		w.clock.Advance(45 * time.Second)
		must.Do(t, w.Sweep(t.Context()))
		if jobs := w.woken(); len(jobs) != 1 {
			t.Errorf("the sweep makes %d jobs", len(jobs))
		}
		w.deliver(t, made.ID)
		expect.Equal(t, len(r.taken()), 1, "it was not taken up")
		// On one machine the next process knows at once.
		w.record(t, event.Record{Type: event.RunFinished, Once: "later", Subject: "later"})
		storetest.Exec(t, w.db, `UPDATE event_endpoints SET busy_until = $2 WHERE id = $1`, made.ID,
			timestamp.Of(w.clock.Now().Add(time.Minute)))
		w.woken()
		must.Do(t, w.Alone(t.Context()))
		if jobs := w.woken(); len(jobs) != 1 {
			t.Errorf("%d jobs", len(jobs))
		}
		w.deliver(t, made.ID)
		expect.Equal(t, len(r.taken()), 1, "it was not taken up")
	})
}

// Slow receivers hold up their own owner alone: eight of an owner's endpoints are sent to at the same time, whatever
// their spaces. The next is when one of them is through.
func TestSlowReceiversOfOneOwner(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		slow, good := newReceiver(t), newReceiver(t)
		called, answer := make(chan bool, 10), make(chan bool)
		slow.says(func(http.ResponseWriter, *http.Request) { called <- true; <-answer })
		team := w.team(t)
		endpoint := func(who account.Caller, url string) string { return w.endpoint(t, who, url) }
		held := []string{}
		for i := range 4 {
			held = append(held, endpoint(w.me, fmt.Sprint(slow.url, "/mine/", i)), endpoint(team, fmt.Sprint(slow.url, "/team/", i)))
		}
		next, theirs := endpoint(w.me, good.url+"/mine"), endpoint(w.others, good.url+"/theirs")
		for _, spaceID := range []string{w.me.SpaceID, team.SpaceID, w.others.SpaceID} {
			w.record(t, event.Record{SpaceID: spaceID, Type: event.RunFinished, Once: "a", Subject: "a"})
		}
		var group sync.WaitGroup
		for _, id := range held {
			group.Go(func() { expect.Do(t, w.Deliver(t.Context(), id)) })
			<-called
		}

		w.deliver(t, theirs)
		expect.Equal(t, len(good.taken()), 1, "another's are sent")
		w.deliver(t, next)
		expect.Equal(t, len(good.taken()), 0, "a ninth of one owner is not")
		jobs := w.woken()
		if len(jobs) != 1 || !jobs[0].RunAt.After(w.clock.Now()) {
			t.Errorf("looked at again: %+v", jobs)
		}
		close(answer)
		group.Wait()
		if jobs := w.woken(); len(jobs) == 0 || fmt.Sprint(jobs[0].Args) != fmt.Sprintf("{%s}", next) || !jobs[0].RunAt.IsZero() {
			t.Errorf("whoever is through wakes the next: %+v", jobs)
		}
		w.deliver(t, next)
		expect.Equal(t, len(good.taken()), 1, "it is sent then")
	})
}

// The limit holds when all of an owner's endpoints have something to send at the same instant, in two spaces.
func TestLimitOverSpaces(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		const endpoints = 10 // of each space
		team, slow := w.team(t), newReceiver(t)
		var ids []string
		for i := range endpoints {
			ids = append(ids, w.endpoint(t, w.me, fmt.Sprint(slow.url, "/mine/", i)),
				w.endpoint(t, team, fmt.Sprint(slow.url, "/team/", i)))
		}
		for round := range 5 {
			called, answer := make(chan bool, len(ids)), make(chan bool)
			slow.says(func(http.ResponseWriter, *http.Request) { called <- true; <-answer })
			for _, who := range []account.Caller{w.me, team} {
				w.record(t, event.Record{
					SpaceID: who.SpaceID, Type: event.RunFinished, Once: fmt.Sprint(round),
					Subject: fmt.Sprint(round),
				})
			}
			over := make(chan bool, len(ids))
			begin := make(chan bool)
			for _, id := range ids {
				go func() {
					<-begin
					expect.Do(t, w.Deliver(t.Context(), id))
					over <- true
				}()
			}
			close(begin)
			sent := 0
			for range ids { // each either waits for its receiver or found no place
				select {
				case <-called:
					sent++
				case <-over:
				}
			}
			expect.Equal(t, sent, 8, "sent to at the same time")
			close(answer)
			for range sent {
				<-over
			}
			storetest.Exec(t, w.db, `DELETE FROM event_deliveries`)
		}
	})
}

// To a disabled account nothing is sent until it is enabled again.
func TestDeliveryRestsWithItsAccount(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		r := newReceiver(t)
		made := w.webhook(t, r.url)
		w.record(t, event.Record{Type: event.RunFinished, Once: "a", Subject: "run_1"})
		storetest.Exec(t, w.db, `UPDATE users SET status = 'disabled' WHERE id = $1`, w.me.UserID)
		w.woken()
		for range 2 {
			w.deliver(t, made.ID)
			w.clock.Advance(time.Minute)
			must.Do(t, w.Sweep(t.Context()))
		}
		expect.Equal(t, len(w.woken())+len(r.taken()), 0, "jobs and calls")
		storetest.Exec(t, w.db, `UPDATE users SET status = 'active' WHERE id = $1`, w.me.UserID)
		must.Do(t, w.Sweep(t.Context()))
		expect.Equal(t, len(w.woken()), 1, "jobs")
		w.deliver(t, made.ID)
		expect.Equal(t, len(r.taken()), 1, "calls")
	})
}
