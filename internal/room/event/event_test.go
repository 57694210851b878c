package event_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/event"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

func TestEndpointRefusals(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		sound := event.Fields{
			Kind: event.Webhook, Name: "n", Address: "https://hooks.example/a",
			Types: []string{"run.finished"}, Language: "zh",
		}
		for name, change := range map[string]func(f *event.Fields){
			"no name":           func(f *event.Fields) { f.Name = " " },
			"a long name":       func(f *event.Fields) { f.Name = strings.Repeat("字", 65) },
			"two lines":         func(f *event.Fields) { f.Name = "a\nb" },
			"no type":           func(f *event.Fields) { f.Types = nil },
			"unknown types":     func(f *event.Fields) { f.Types = []string{"endpoint.test", "x"} },
			"a private address": func(f *event.Fields) { f.Address = "https://10.0.0.8/" },
			"metadata":          func(f *event.Fields) { f.Address = "https://169.254.169.254/latest" },
			"another scheme":    func(f *event.Fields) { f.Address = "ftp://hooks.example/" },
			"quiet hours":       func(f *event.Fields) { f.Quiet = &event.Quiet{From: "22:00", To: "08:00"} },
			"a secret":          func(f *event.Fields) { f.Secret = "whsec_x" },
			"not a bot": func(f *event.Fields) {
				f.Kind, f.Address = event.Feishu, "https://hooks.example/open-apis/bot/v2/hook/12345678"
			},
			"another bot": func(f *event.Fields) {
				f.Kind, f.Address = event.WeCom, "https://oapi.dingtalk.com/robot/send?access_token=12345678"
			},
			"quiet all day": func(f *event.Fields) {
				f.Kind, f.Address, f.Quiet = event.WeCom, wecom, &event.Quiet{From: "08:00", To: "08:00"}
			},
			"no time": func(f *event.Fields) {
				f.Kind, f.Address, f.Quiet = event.WeCom, wecom, &event.Quiet{From: "24:00", To: "08:00"}
			},
			"a long secret": func(f *event.Fields) {
				f.Kind, f.Address, f.Secret = event.Feishu, feishu, strings.Repeat("钥", 201)
			},
			"a secret for wecom": func(f *event.Fields) { f.Kind, f.Address, f.Secret = event.WeCom, wecom, "x" },
		} {
			f := sound
			change(&f)
			expect.Refuse(t, expect.Error(w.Create(t.Context(), w.me, f)), fault.Malformed, name)
		}
		signed := sound
		signed.Kind, signed.Address, signed.Secret = event.Feishu, feishu, strings.Repeat("钥", 200) // characters, as the contract counts
		must.Do(t, w.Delete(t.Context(), w.me, must.Get(w.Create(t.Context(), w.me, signed))(t).ID))
		mail := sound
		mail.Kind = event.Mail
		_, err := w.Create(t.Context(), w.me, mail)
		must.Refuse(t, err, fault.Malformed) // no mail server: waiting would not help
		if f, _ := errors.AsType[*fault.Fault](err); f == nil || f.Reason != "endpoint_unmailed" {
			t.Errorf("without a mail server: %v", err)
		}
		bare := w.options
		bare.Keys = nil
		unsealed, private := event.New(w.db, bare), sound
		private.Address = "https://[::ffff:10.0.0.8]/"
		_, err = unsealed.Create(t.Context(), w.me, private)
		must.Refuse(t, err, fault.Malformed) // what is wrong with a request comes before what is wrong here
		_, err = unsealed.Create(t.Context(), w.me, sound)
		must.Refuse(t, err, fault.Unavailable)

		made := must.Get(w.Create(t.Context(), w.me, sound))(t)
		_, err = w.Create(t.Context(), w.me, sound)
		must.Refuse(t, err, fault.Duplicate)
		_, err = w.Create(t.Context(), w.others, sound) // their own place
		must.Do(t, err)

		_, err = w.Find(t.Context(), w.others, made.ID)
		must.Refuse(t, err, fault.NoSuchThing)
		_, err = w.Update(t.Context(), w.others, made.ID, func(*event.Fields) {})
		must.Refuse(t, err, fault.NoSuchThing)
		_, err = w.Rotate(t.Context(), w.others, made.ID)
		must.Refuse(t, err, fault.NoSuchThing)
		_, err = w.Try(t.Context(), w.others, made.ID)
		must.Refuse(t, err, fault.NoSuchThing)
		_, err = w.ReplayPeriod(t.Context(), w.others, made.ID, event.Period{To: timestamp.Of(time.Now())})
		must.Refuse(t, err, fault.NoSuchThing)
		must.Refuse(t, w.Delete(t.Context(), w.others, made.ID), fault.NoSuchThing)

		for i := range 19 {
			f := sound
			f.Address = fmt.Sprintf("https://hooks.example/%d", i)
			must.Get(w.Create(t.Context(), w.me, f))(t)
		}
		f := sound
		f.Address = "https://hooks.example/more"
		_, err = w.Create(t.Context(), w.me, f)
		must.Refuse(t, err, fault.CapReached)
	})
}

const feishu = "https://open.feishu.cn/open-apis/bot/v2/hook/12345678"

const wecom = "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=693a91f6-7xxx"

// An event is there exactly when what it tells of is.
func TestWrittenTogether(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		made := w.webhook(t, newReceiver(t).url)
		err := w.db.InTx(t.Context(), func(tx *store.Tx) error {
			must.Do(t, w.RecordTx(t.Context(), tx, event.Record{SpaceID: w.me.SpaceID, Type: event.RunFinished, Once: "a"}))
			return errRolledBack
		})
		if len(w.deliveries(t)) != 0 || len(w.woken()) != 0 {
			t.Errorf("%v: told of what was rolled back", err)
		}
		must.Do(t, w.Delete(t.Context(), w.me, made.ID))
		w.record(t, event.Record{Type: event.RunFinished, Once: "b", Data: strings.Repeat("x", 20<<10)}) // too large to tell: it is named
		var data string
		must.Do(t, w.db.Read().QueryRow(t.Context(), `SELECT data FROM events`).Scan(&data))
		if !strings.Contains(data, "truncated") {
			t.Errorf("%d bytes", len(data))
		}
	})
}

var errRolledBack = errors.New("rolled back")

func TestRotation(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		r := newReceiver(t)
		made := w.webhook(t, r.url)
		fresh := must.Get(w.Rotate(t.Context(), w.me, made.ID))(t)
		for i, after := range []time.Duration{0, 24*time.Hour - time.Microsecond, time.Microsecond} {
			w.clock.Advance(after)
			w.record(t, event.Record{Type: event.RunFinished, Once: fmt.Sprint(i)})
			w.deliver(t, made.ID)
			c := r.taken()[0]
			if both := i < 2; !verify(t, c, *fresh.Secret) || verify(t, c, *made.Secret) != both {
				t.Errorf("both: %t: %s", both, c.header.Get("webhook-signature"))
			}
		}
		var stored []byte
		must.Do(t, w.db.Read().QueryRow(t.Context(), `SELECT sealed FROM event_endpoints`).Scan(&stored))
		if bytes.Contains(stored, []byte("whsec_")) || bytes.Contains(stored, []byte(r.url)) {
			t.Error("the secret is readable where it is stored")
		}
	})
}

func TestTry(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		r := newReceiver(t)
		made := w.webhook(t, r.url)
		r.says(says(500, "no"))
		told, err := w.Try(t.Context(), w.me, made.ID)
		must.Do(t, err)
		if told.Status != event.Failed || told.Type != event.Test || told.Tries[0].Answer != "no" || told.NextAt != nil {
			t.Errorf("%+v", told)
		}
		_, err = w.Try(t.Context(), w.me, made.ID)
		must.Refuse(t, err, fault.TooFrequent)
		_, err = w.Replay(t.Context(), w.me, told.ID)
		must.Refuse(t, err, fault.Malformed)
		w.clock.Advance(10 * time.Second)
		r.says(nil)
		told = must.Get(w.Try(t.Context(), w.me, made.ID))(t)
		if told.Status != event.Delivered || len(r.taken()) != 2 {
			t.Errorf("%+v", told)
		}
	})
}

// What came of a test is kept and told though the time for it is over.
func TestTryOutlivesItsTime(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		r := newReceiver(t)
		made := w.webhook(t, r.url)
		ctx, over := context.WithCancel(t.Context())
		r.says(func(_ http.ResponseWriter, in *http.Request) {
			over()
			<-in.Context().Done()
		})
		told := must.Get(w.Try(ctx, w.me, made.ID))(t)
		if told.Status != event.Failed || len(told.Tries) != 1 || len(w.deliveries(t)) != 1 {
			t.Errorf("%+v", told)
		}
	})
}

func TestPurge(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		r := newReceiver(t)
		made := w.webhook(t, r.url)
		w.record(t, event.Record{Type: event.RunFinished, Once: "old"})
		w.deliver(t, made.ID)
		w.clock.Advance(30 * 24 * time.Hour)
		w.record(t, event.Record{Type: event.RunFinished, Once: "new"})
		must.Do(t, w.Purge(t.Context()))
		expect.Equal(t, len(w.deliveries(t)), 2, "deliveries after thirty days")
		w.clock.Advance(time.Microsecond)
		must.Do(t, w.Purge(t.Context()))
		if d := w.deliveries(t); len(d) != 1 || d[0].Status != event.Pending {
			t.Errorf("%+v", d)
		}
	})
}

// Of two deletions that wait for the same endpoint one is done; the other finds nothing.
func TestDeletedOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		made, done := w.webhook(t, "https://hooks.example.com/a"), make(chan error, 2)
		must.Do(t, w.db.InTx(t.Context(), func(tx *store.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE event_endpoints SET name = name WHERE id = $1`, made.ID)
			for range cap(done) {
				go func() { done <- w.Delete(t.Context(), w.me, made.ID) }()
			}
			if err != nil || tx.Dialect() == store.SQLite { // there both wait for the only writer
				return err
			}
			const waiting = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
			for n := 0; n < cap(done) && err == nil; {
				err = w.db.Read().QueryRow(t.Context(), waiting).Scan(&n)
			}
			return err
		}))
		first, second := <-done, <-done
		if first != nil {
			first, second = second, first
		}
		must.Do(t, first)
		must.Refuse(t, second, fault.NoSuchThing)
	})
}

// A member of a team sees its endpoints, and manages mailboxes alone: choosing where a webhook leads gives access to
// every event.
func TestMembersManageNoSecrets(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		made := w.webhook(t, "https://hooks.example.com/a")
		storetest.Exec(t, w.db,
			`INSERT INTO members (space_id, user_id, role, created_at) VALUES ($1, $2, 'member', 0)`, w.me.SpaceID,
			w.others.UserID)
		w.record(t, event.Record{Type: event.RunFinished, Once: "run_1"})
		list, _, err := w.Deliveries(ctx, w.me, event.Filter{Paging: event.Paging{Number: 1, Size: 10}})
		must.Do(t, err)
		member := account.Caller{UserID: w.others.UserID, SpaceID: w.me.SpaceID}
		_, err = w.Create(ctx, member, event.Fields{
			Kind: event.Webhook, Name: "我的",
			Address: "https://evil.example.com/", Types: []string{"run.finished"}, Language: "zh",
		})
		must.Refuse(t, err, fault.Malformed)
		_, err = w.Update(ctx, member, made.ID, func(f *event.Fields) { f.Address = "https://evil.example.com/" })
		must.Refuse(t, err, fault.Malformed)
		_, err = w.Rotate(ctx, member, made.ID)
		must.Refuse(t, err, fault.Malformed)
		_, err = w.Try(ctx, member, made.ID)
		must.Refuse(t, err, fault.Malformed)
		_, err = w.Replay(ctx, member, list[0].ID)
		must.Refuse(t, err, fault.Malformed)
		_, err = w.ReplayPeriod(ctx, member, made.ID, event.Period{From: w.db.Now(), To: w.db.Now().Add(time.Hour)})
		must.Refuse(t, err, fault.Malformed)
		must.Refuse(t, w.Delete(ctx, member, made.ID), fault.Malformed)
		if seen, err := w.List(ctx, member); err != nil || len(seen) != 1 || seen[0].Address != made.Address {
			t.Errorf("a member sees %v, %v", seen, err)
		}
	})
}
