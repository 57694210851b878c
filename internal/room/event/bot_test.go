package event_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/event"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/bot"
)

// group makes an endpoint of a bot whose vendor is the receiver.
func (w *world) group(t *testing.T, r *receiver, quiet *event.Quiet) event.Made {
	t.Helper()
	w.options.BotHosts = map[bot.Kind]string{bot.WeCom: r.url}
	w.Events = event.New(w.db, w.options)
	r.says(says(200, `{"errcode":0,"errmsg":"ok"}`))
	made, err := w.Create(t.Context(), w.me, event.Fields{
		Kind: event.WeCom, Name: "管理层", Address: wecom,
		Types: []string{"run.finished", "alert.raised"}, Language: "zh", Quiet: quiet,
	})
	must.Do(t, err)
	if made.Secret != nil || strings.Contains(made.Address, "693a91f6") {
		t.Errorf("%+v", made)
	}
	return made
}

// What a run says is one message: its end waits for what the review finds.
func TestOneMessageARun(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		r := newReceiver(t)
		made := w.group(t, r, nil)
		w.record(t, event.Record{Type: event.RunFinished, Once: "f", Subject: "run_1", Hold: true})
		w.deliver(t, made.ID)
		expect.Equal(t, len(r.taken()), 0, "told before the review")
		w.record(t, event.Record{Type: event.AlertRaised, Once: "a", Subject: "run_1", Hold: true})
		must.Do(t, w.db.InTx(t.Context(), func(tx *store.Tx) error { return w.ReleaseTx(t.Context(), tx, w.me.SpaceID, "run_1") }))
		w.deliver(t, made.ID)
		calls := r.taken()
		if len(calls) != 1 || !strings.Contains(calls[0].body, "run.finished") ||
			!strings.Contains(calls[0].body, "alert.raised") || strings.Count(calls[0].body, "https://") != 1 {
			t.Fatalf("%+v", calls)
		}
		for _, d := range w.deliveries(t) {
			expect.Equal(t, d.Status, event.Delivered, d)
		}
		// Without a review it is told all the same.
		w.record(t, event.Record{Type: event.RunFinished, Once: "g", Subject: "run_2", Hold: true})
		w.clock.Advance(15*time.Minute - time.Microsecond)
		w.deliver(t, made.ID)
		expect.Equal(t, len(r.taken()), 0, "told a moment too early")
		w.clock.Advance(time.Microsecond)
		w.deliver(t, made.ID)
		expect.Equal(t, len(r.taken()), 1, "held for ever")
	})
}

// A bot refuses with 200; it is tried again, and its vendor's limit is kept.
func TestBotRefusals(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		r := newReceiver(t)
		made := w.group(t, r, nil)
		r.says(says(200, `{"errcode":93000,"errmsg":"invalid webhook url"}`))
		w.record(t, event.Record{Type: event.RunFinished, Once: "a"})
		w.deliver(t, made.ID)
		if d := w.deliveries(t)[0]; d.Status != event.Pending || *d.Reason != "bad_token" {
			t.Errorf("%+v", d)
		}
		r.says(says(200, `{"errcode":45009,"errmsg":"api freq out of limit"}`))
		w.clock.Advance(10 * time.Second)
		w.deliver(t, made.ID)
		w.record(t, event.Record{Type: event.RunFinished, Once: "b"})
		w.deliver(t, made.ID)
		expect.Equal(t, len(r.taken()), 2, "calls: who asks for fewer is left alone")
		r.says(says(200, `{"errcode":0}`))
		w.clock.Advance(10 * time.Minute)
		w.deliver(t, made.ID)
		w.record(t, event.Record{Type: event.RunFinished, Once: "c"})
		w.deliver(t, made.ID)
		expect.Equal(t, len(r.taken()), 1, "calls within three seconds: the limit is 20 a minute")
		_, err := w.Try(t.Context(), w.me, made.ID)
		must.Refuse(t, err, fault.TooFrequent)
		w.clock.Advance(3 * time.Second)
		w.deliver(t, made.ID)
		expect.Equal(t, len(r.taken()), 1, "calls")
	})
}

// At night nothing is said; in the morning all of it, in one message, and not at eight sharp.
func TestQuietHours(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		r := newReceiver(t)
		made := w.group(t, r, &event.Quiet{From: "22:00", To: "08:00"})
		w.clock.Set(time.Date(2026, 1, 5, 23, 10, 0, 0, timestamp.Beijing))
		for i := range 3 {
			w.record(t, event.Record{Type: event.AlertRaised, Once: fmt.Sprint(i), Subject: fmt.Sprint(i)})
			w.deliver(t, made.ID)
		}
		told := must.Get(w.Try(t.Context(), w.me, made.ID))(t)
		if *told.Reason != "quiet_hours" || told.Attempts != 0 || len(r.taken()) != 0 {
			t.Errorf("%+v", told)
		}
		w.deliver(t, made.ID)
		jobs := w.woken()
		morning := time.Date(2026, 1, 6, 8, 0, 0, 0, timestamp.Beijing)
		if len(jobs) != 1 || jobs[0].RunAt.Before(morning.Add(time.Minute)) || jobs[0].RunAt.After(morning.Add(2*time.Minute)) {
			t.Fatalf("%+v", jobs)
		}
		w.clock.Advance(time.Hour)
		must.Do(t, w.Sweep(t.Context()))
		if jobs := w.woken(); len(jobs) != 0 {
			t.Errorf("the sweep finds what sleeps: %+v", jobs)
		}
		w.clock.Set(jobs[0].RunAt)
		w.deliver(t, made.ID)
		if calls := r.taken(); len(calls) != 1 || !strings.Contains(calls[0].body, "3 zh") {
			t.Errorf("%+v", calls)
		}
	})
}

// Quiet hours hold from their first moment until before their last, over midnight and within a day.
func TestQuietHoursEnd(t *testing.T) {
	t.Parallel()
	for quiet, moments := range map[event.Quiet]map[string]bool{
		{From: "22:00", To: "08:10"}: {"21:59:59": false, "22:00:00": true, "00:00:00": true, "08:09:59": true, "08:10:00": false},
		{From: "12:30", To: "13:15"}: {"12:29:59": false, "12:30:00": true, "13:14:59": true, "13:15:00": false, "00:10:00": false},
	} {
		each(t, func(t *testing.T, w *world) {
			made, day := w.group(t, newReceiver(t), &quiet), 5
			for moment, want := range moments {
				day++
				w.clock.Set(must.Get(time.ParseInLocation(time.DateTime, fmt.Sprintf("2026-01-%02d %s", day, moment),
					timestamp.Beijing))(t))
				told := must.Get(w.Try(t.Context(), w.me, made.ID))(t)
				expect.Equal(t, told.Reason != nil && *told.Reason == "quiet_hours", want, "quiet at", moment)
			}
		})
	}
}

// In the first minute of an hour and of its half bots are silent.
func TestNeverOnTheHour(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		r := newReceiver(t)
		made := w.group(t, r, nil)
		for _, minute := range []int{0, 30} {
			w.clock.Set(time.Date(2026, 1, 5, 12, minute, 59, 0, timestamp.Beijing))
			w.record(t, event.Record{Type: event.AlertRaised, Once: fmt.Sprint(minute)})
			w.deliver(t, made.ID)
			expect.Equal(t, len(r.taken()), 0, "sent at :", minute)
			w.clock.Advance(time.Minute)
			w.deliver(t, made.ID)
			expect.Equal(t, len(r.taken()), 1, "not sent after :", minute)
		}
	})
}
