package order_test

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/timestamp"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/points"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/secretbox"
	"renown/internal/tool/webhook"
)

// press is a shop with one buyer and an outlet behind a real socket. Nothing is pushed by itself.
type press struct {
	*shop
	who      account.Caller
	keys     string
	outlet   *fakeOutlet
	outletID string
	timeout  time.Duration // of a call, in rooms that are made from now on

	mu     sync.Mutex
	jobs   []string // order ids, as they were enqueued
	jobsAt []timestamp.Time
}

const callbackBase = "https://renown.example/outlet/callback/"

func eachPress(t *testing.T, body func(t *testing.T, w *press)) {
	t.Helper()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		body(t, newPress(t, d))
	})
}

func randomKey() string {
	var key [32]byte
	rand.Read(key[:])
	return base64.StdEncoding.EncodeToString(key[:])
}

func newPress(t *testing.T, d store.Dialect) *press {
	t.Helper()
	w := &press{shop: newShop(t, d), keys: randomKey(), timeout: 20 * time.Second}
	w.who, w.outletID = w.buyer(t, plan.Standard), w.shop.outlet(t, 20)
	w.rooms = w.room(t, w.keys, callbackBase)
	w.outlet = newFakeOutlet(t, w.clock)
	secret, err := webhook.ParseSecret(w.outlet.secret)
	must.Do(t, err)
	_, err = w.catalogue.Connect(t.Context(), []string{w.outletID},
		catalogue.ConnectionChange{Adapter: catalogue.Webhook, Endpoint: w.outlet.url, Secret: secret})
	must.Do(t, err)
	return w
}

// room is a process on the same database.
func (w *press) room(t *testing.T, keys, callback string) rooms {
	t.Helper()
	ring := must.Get(secretbox.ParseRing(keys))(t)
	return roomsOver(w.db, order.Rooms{Plans: w.plans, Post: order.Post{
		Sender: webhook.New(webhook.Options{Networks: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Timeout: w.timeout}),
		Keys:   ring, CallbackURL: callback, Queue: queue.Gather(w.db, w.gather),
	}})
}

func (w *press) gather(jobs []queue.Job) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, j := range jobs {
		w.jobs, w.jobsAt = append(w.jobs, order.PushedBy(j)), append(w.jobsAt, timestamp.Of(j.RunAt))
	}
}

// approved is an order on its way to the outlet.
func (w *press) approved(t *testing.T, wishes order.Preferences) order.Order {
	t.Helper()
	content, err := w.contents.Create(t.Context(), w.who, content.Fields{
		Title: "团队笔记怎么选", Body: "# 标题\n\n正文",
		ContentType: catalogue.Article,
	})
	must.Do(t, err)
	submitted, err := w.Submit(t.Context(), w.who, order.Submission{
		ContentID: content.ID,
		OutletIDs: []string{w.outletID}, Preferences: wishes,
	})
	must.Do(t, err)
	return must.Get(w.Approve(t.Context(), "operator", submitted.Items[0].ID, ""))(t)
}

// push calls Push and returns the order as it is then.
func (w *press) push(t *testing.T, orderID string) (order.Order, time.Duration) {
	t.Helper()
	again := must.Get(w.Push(t.Context(), orderID))(t)
	return w.see(t, orderID), again
}

func (w *press) see(t *testing.T, orderID string) order.Order {
	t.Helper()
	return must.Get(w.FindAny(t.Context(), orderID))(t)
}

// account is the ledger's word: what is held, and what was used for good.
func (w *press) account(t *testing.T) points.Account {
	t.Helper()
	a, _, err := points.New(w.db).Find(t.Context(), w.who.UserID)
	must.Do(t, err)
	return a
}

// fakeOutlet is an outlet's side, written from the documentation: it verifies signatures by itself and takes a message once.
type fakeOutlet struct {
	url, secret string
	clock       *storetest.Clock

	mu     sync.Mutex
	answer http.HandlerFunc // nil: published
	calls  map[string]int   // by webhook-id
	taken  map[string]bool
	last   delivery
	faults []string
}

// delivery is what an outlet reads of a message.
type delivery struct {
	Type string `json:"type"`
	Data struct {
		OrderID string `json:"order_id"`
		Attempt int    `json:"attempt"`
		Content struct {
			Title string `json:"title"`
			Body  string `json:"body"`
			HTML  string `json:"html"`
		} `json:"content"`
		Outlet struct {
			Key string `json:"key"`
		} `json:"media"`
		Requirements *int    `json:"requirements"`
		ScheduledAt  *string `json:"scheduled_at"`
		Callback     *struct {
			URL   string `json:"url"`
			Token string `json:"token"`
		} `json:"callback"`
	} `json:"data"`
}

func newFakeOutlet(t *testing.T, clock *storetest.Clock) *fakeOutlet {
	t.Helper()
	f := &fakeOutlet{secret: "whsec_" + randomKey(), clock: clock, calls: map[string]int{}, taken: map[string]bool{}}
	server := httptest.NewServer(f)
	t.Cleanup(func() {
		server.Close()
		f.mu.Lock()
		defer f.mu.Unlock()
		for _, fault := range f.faults {
			t.Error("the outlet:", fault)
		}
	})
	f.url = server.URL + "/orders?site=1"
	return f
}

func (f *fakeOutlet) say(answer http.HandlerFunc) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answer = answer
}

// hold makes the outlet expect another secret.
func (f *fakeOutlet) hold(secret string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.secret = secret
}

func (f *fakeOutlet) seen(id string) (calls int, last delivery) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.calls[id], f.last
}

func (f *fakeOutlet) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	id := r.Header.Get("webhook-id")
	f.mu.Lock()
	if r.Header.Get("webhook-timestamp") != fmt.Sprint(f.clock.Now().Unix()) {
		f.faults = append(f.faults, "timestamp "+r.Header.Get("webhook-timestamp"))
	}
	if !f.vouched(r.Header, body) {
		f.mu.Unlock()
		http.Error(w, "signature", http.StatusUnauthorized)
		return
	}
	f.calls[id]++
	f.taken[id] = true
	f.last = delivery{}
	if err := json.Unmarshal(body, &f.last); err != nil || f.last.Data.OrderID != id {
		f.faults = append(f.faults, fmt.Sprintf("body of %s: %v", id, err))
	}
	answer := f.answer
	f.mu.Unlock()
	if answer == nil {
		answer = says(200, `{"status":"published","url":"https://www.outlet.example/a/`+id+`?utm_source=x","reference":4711}`)
	}
	answer(w, r)
}

// vouched verifies the signature as the specification says: one of several has to fit.
func (f *fakeOutlet) vouched(h http.Header, body []byte) bool {
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(f.secret, "whsec_"))
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", h.Get("webhook-id"), h.Get("webhook-timestamp"), body)
	want := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	return slices.ContainsFunc(strings.Fields(h.Get("webhook-signature")),
		func(got string) bool { return hmac.Equal([]byte(got), []byte(want)) })
}

func says(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}
