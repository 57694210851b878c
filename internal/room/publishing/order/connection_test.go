package order_test

import (
	"bytes"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/fault"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/secretbox"
	"renown/internal/tool/webhook"
)

var storetestStart = storetest.Start

func TestSetOutletsRefuses(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		fresh, secret := w.shop.outlet(t, 5), webhook.NewSecret()
		for name, c := range map[string]struct {
			names  []string
			change catalogue.ConnectionChange
			want   string
		}{
			"no adapter":         {[]string{fresh}, catalogue.ConnectionChange{}, "manual or webhook"},
			"unknown adapter":    {[]string{fresh}, catalogue.ConnectionChange{Adapter: "fax"}, "manual or webhook"},
			"manual with secret": {[]string{fresh}, catalogue.ConnectionChange{Adapter: catalogue.Manual, Secret: secret}, "by hand"},
			"no endpoint": {[]string{fresh}, catalogue.ConnectionChange{
				Adapter: catalogue.Webhook,
				Secret:  secret,
			}, "needs an endpoint"},
			"no secret": {[]string{fresh}, catalogue.ConnectionChange{
				Adapter:  catalogue.Webhook,
				Endpoint: "https://outlet.example",
			}, "needs a secret"},
			"private": {[]string{fresh}, catalogue.ConnectionChange{
				Adapter:  catalogue.Webhook,
				Endpoint: "https://10.0.0.1", Secret: secret,
			}, "may be called"},
			"link-local": {[]string{fresh}, catalogue.ConnectionChange{
				Adapter:  catalogue.Webhook,
				Endpoint: "http://169.254.169.254/", Secret: secret,
			}, "may be called"},
			"with a password": {[]string{fresh}, catalogue.ConnectionChange{
				Adapter:  catalogue.Webhook,
				Endpoint: "https://u:hunter2@outlet.example", Secret: secret,
			}, "a user in it"},
			"one unknown of two": {
				[]string{fresh, "med_nothing"},
				catalogue.ConnectionChange{
					Adapter: catalogue.Webhook, Endpoint: "https://outlet.example",
					Secret: secret,
				},
				"3001",
			},
		} {
			_, err := w.catalogue.Connect(t.Context(), c.names, c.change)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "hunter2") ||
				strings.Contains(err.Error(), secret.Reveal()) {
				t.Errorf("%s: %v", name, err)
			}
		}
		list, err := w.catalogue.Connections(t.Context())
		if err != nil || len(list) != 1 || list[0].OutletID != w.outletID || !list[0].Secret {
			t.Errorf("nothing was changed: %+v %v", list, err)
		}
		without := w.room(t, "", callbackBase)
		_, err = without.catalogue.Connect(t.Context(), []string{fresh},
			catalogue.ConnectionChange{Adapter: catalogue.Webhook, Endpoint: "https://outlet.example", Secret: secret})
		expect.Is(t, err, secretbox.ErrNoKey, "without a key")
	})
}

// What the database holds tells nothing of the secrets in it.
func TestSecretsAreSealed(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		_, token := w.accepted(t)
		plain := map[string]string{"secret": w.outlet.secret, "token": token}
		var kept bytes.Buffer
		for _, statement := range []string{
			`SELECT endpoint_secret FROM outlets WHERE endpoint_secret IS NOT NULL`,
			`SELECT callback_token FROM orders WHERE callback_token IS NOT NULL`,
		} {
			list := must.Get(store.List(t.Context(), w.db.Read(), store.One[[]byte], statement))(t)
			if len(list) == 0 {
				t.Fatal("nothing is kept")
			}
			kept.Write(bytes.Join(list, nil))
		}
		hashes, err := store.List(t.Context(), w.db.Read(), store.One[string],
			`SELECT callback_hash FROM orders WHERE callback_hash IS NOT NULL`)
		must.Do(t, err)
		kept.WriteString(strings.Join(hashes, ""))
		if folder := w.db.Folder(); folder != "" {
			files := must.Get(filepath.Glob(filepath.Join(folder, "*")))(t)
			for _, file := range files {
				if content, err := os.ReadFile(file); err == nil {
					kept.Write(content)
				}
			}
			if !bytes.Contains(kept.Bytes(), []byte("团队笔记怎么选")) {
				t.Error("the files of the database were not read")
			}
		}
		for name, text := range plain {
			for _, form := range []string{text, strings.TrimPrefix(text, "whsec_"), strings.TrimPrefix(text, "cbt_")} {
				if bytes.Contains(kept.Bytes(), []byte(form)) {
					t.Errorf("the %s can be read", name)
				}
			}
		}
	})
}

func TestResealAfterAnewKey(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		orderID, token := w.accepted(t)
		newer := randomKey()
		both, alone := w.room(t, newer+","+w.keys, callbackBase), w.room(t, newer, callbackBase)
		if _, err := alone.Reseal(t.Context()); err == nil || !strings.Contains(err.Error(), secretbox.ErrUnknownKey.Error()) {
			t.Errorf("without the older key: %v", err)
		}
		for _, want := range []int{2, 0} {
			if n, err := both.Reseal(t.Context()); err != nil || n != want {
				t.Fatalf("%d, want %d: %v", n, want, err)
			}
		}
		must.Do(t, alone.PushAgain(t.Context(), orderID))
		w.outlet.say(nil)
		if _, err := alone.Push(t.Context(), orderID); err != nil || w.see(t, orderID).Status != order.Published {
			t.Errorf("%v %+v", err, w.see(t, orderID))
		}
		if _, seen := w.outlet.seen(orderID); seen.Data.Callback.Token != token {
			t.Error("the token has changed")
		}
		expect.Is(t, expect.Error(w.room(t, "", callbackBase).Reseal(t.Context())), secretbox.ErrNoKey, "without a key")
	})
}

// What an operator has to mend is not an attempt, and goes on by itself once it is mended.
func TestPushWithoutSetup(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		for name, room := range map[string]rooms{
			"no key":      w.room(t, "", callbackBase),
			"another key": w.room(t, randomKey(), callbackBase),
		} {
			o := w.approved(t, order.Preferences{})
			again, err := room.Push(t.Context(), o.ID)
			got := w.see(t, o.ID)
			if err != nil || again != order.SetupWait || got.Push.Attempts != 0 || got.Push.Error == nil ||
				got.Status != order.InPublication {
				t.Errorf("%s: %v %v %+v", name, again, err, got.Push)
			}
			list, err := w.Stuck(t.Context())
			if err != nil || len(list) != 1 || list[0].Flag != order.FlagSetup {
				t.Errorf("%s: %+v %v", name, list, err)
			}
			w.clock.Advance(again)
			if got, _ := w.push(t, o.ID); got.Status != order.Published {
				t.Errorf("%s, mended: %+v", name, got)
			}
		}
	})
}

// An endpoint that is entered where it may be called, or whose name leads elsewhere later, is judged again at every call.
func TestPushIntoThePrivateNetwork(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		o := w.approved(t, order.Preferences{})
		ring := must.Get(secretbox.ParseRing(w.keys))(t)
		for name, networks := range map[string][]netip.Prefix{
			"public alone":    nil,
			"another network": {netip.MustParsePrefix("10.0.0.0/8")},
		} {
			room := roomsOver(w.db, order.Rooms{Plans: w.plans, Post: order.Post{
				Sender: webhook.New(webhook.Options{Networks: networks}), Keys: ring, CallbackURL: callbackBase,
				Queue: queue.Gather(w.db, w.gather),
			}})
			again, err := room.Push(t.Context(), o.ID)
			if err != nil || again <= 0 {
				t.Fatalf("%s: %v %v", name, again, err)
			}
			w.clock.Advance(again)
		}
		if calls, _ := w.outlet.seen(o.ID); calls != 0 {
			t.Errorf("%d calls came through", calls)
		}
		w.held(t)
		w.outlet.say(says(400, ``)) // nothing was ever sent, so this is plain
		if got, _ := w.push(t, o.ID); got.Status != order.Failed {
			t.Errorf("%+v", got)
		}
	})
}

func TestReplacingASecret(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		before, newer := w.outlet.secret, webhook.NewSecret()
		list, err := w.catalogue.Connect(t.Context(), []string{w.outletID},
			catalogue.ConnectionChange{Adapter: catalogue.Webhook, Secret: newer, Overlap: true})
		if err != nil || list[0].Endpoint == nil || *list[0].Endpoint != w.outlet.url {
			t.Fatalf("%+v %v", list, err)
		}
		for _, secret := range []string{before, newer.Reveal()} {
			w.outlet.hold(secret)
			o := w.approved(t, order.Preferences{})
			if got, _ := w.push(t, o.ID); got.Status != order.Published {
				t.Errorf("%+v", got)
			}
		}
		must.Get(w.catalogue.Connect(t.Context(), []string{w.outletID},
			catalogue.ConnectionChange{Adapter: catalogue.Webhook, Secret: newer}))(t)
		w.outlet.hold(before)
		o := w.approved(t, order.Preferences{})
		if got, _ := w.push(t, o.ID); got.Status != order.Failed {
			t.Errorf("the former secret is no longer signed with: %+v", got)
		}
	})
}

func TestPushAgainRefuses(t *testing.T) {
	t.Parallel()
	eachPress(t, func(t *testing.T, w *press) {
		expect.Refuse(t, w.PushAgain(t.Context(), "ord_nothing"), fault.NoSuchThing)
		o := w.approved(t, order.Preferences{})
		if called, _, err := w.PushAndDie(t.Context(), o.ID); err != nil || !called {
			t.Fatal(err)
		}
		w.clock.Advance(time.Second)
		must.Do(t, w.PushAgain(t.Context(), o.ID)) // held by another worker: it is left there
		if _, again := w.push(t, o.ID); again <= 0 {
			t.Error("taken out of another's hands")
		}
		w.clock.Advance(order.PushLease)
		w.push(t, o.ID)
		if err := w.PushAgain(t.Context(), o.ID); !fault.Is(err, fault.OrderState) ||
			fmt.Sprint(fault.As(err).Detail["status"]) != "published" {
			t.Errorf("%v", err)
		}
	})
}
