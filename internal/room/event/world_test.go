package event_test

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"testing"
	"time"

	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/event"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/bot"
	"renown/internal/tool/secretbox"
)

// world is the room with two spaces. Nothing is delivered by itself.
type world struct {
	*event.Events
	db         *store.DB
	clock      *storetest.Clock
	me, others account.Caller
	ring       *secretbox.Ring
	options    event.Options

	mu   sync.Mutex
	jobs []queue.Job
}

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}

func each(t *testing.T, body func(t *testing.T, w *world)) {
	t.Helper()
	storetest.EachClock(t, func(t *testing.T, db *store.DB, clock *storetest.Clock) {
		clock.Advance(7 * time.Minute) // not in the first minute of an hour
		w := &world{db: db, clock: clock}
		var key [32]byte
		rand.Read(key[:])
		w.ring = must.Get(secretbox.ParseRing(base64.StdEncoding.EncodeToString(key[:])))(t)
		w.options = event.Options{
			Queue: queue.Gather(db, w.gather), Keys: w.ring, Networks: loopback,
			Card: func(language string, told []event.Event) bot.Card {
				card := bot.Card{Title: fmt.Sprintf("%d %s", len(told), language), Link: "https://renown.example/events", LinkText: "看"}
				for _, e := range told {
					card.Lines = append(card.Lines, string(e.Type)+" "+string(e.Data))
				}
				return card
			},
		}
		w.Events = event.New(db, w.options)
		w.me, w.others = w.space(t, "1"), w.space(t, "2")
		body(t, w)
	})
}

func (w *world) gather(jobs []queue.Job) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.jobs = append(w.jobs, jobs...)
}

// woken removes and returns the jobs that were made.
func (w *world) woken() []queue.Job {
	w.mu.Lock()
	defer w.mu.Unlock()
	jobs := w.jobs
	w.jobs = nil
	return jobs
}

func (w *world) space(t *testing.T, n string) account.Caller {
	t.Helper()
	who := account.Caller{UserID: "usr_" + n, SpaceID: "spc_" + n}
	storetest.Exec(t, w.db,
		`INSERT INTO users (id, email, email_key, password_hash, created_at, updated_at) VALUES ($1, $2, $2, '', 0, 0)`, who.UserID, n+"@example.com")
	storetest.Exec(t, w.db,
		`INSERT INTO spaces (id, kind, name, owner_id, created_at) VALUES ($1, 'personal', '', $2, 0)`, who.SpaceID,
		who.UserID)
	storetest.Exec(t, w.db, `INSERT INTO members (space_id, user_id, role, created_at) VALUES ($1, $2, 'owner', 0)`,
		who.SpaceID, who.UserID)
	return who
}

// record writes an event of the first space in a transaction of its own.
func (w *world) record(t *testing.T, r event.Record) {
	t.Helper()
	if r.SpaceID == "" {
		r.SpaceID = w.me.SpaceID
	}
	if r.Data == nil {
		r.Data = map[string]string{"once": r.Once}
	}
	must.Do(t, w.db.InTx(t.Context(), func(tx *store.Tx) error { return w.RecordTx(t.Context(), tx, r) }))
}

func (w *world) webhook(t *testing.T, url string, types ...string) event.Made {
	t.Helper()
	if len(types) == 0 {
		types = []string{"run.finished", "order.published", "order.needs_revision"}
	}
	made, err := w.Create(t.Context(), w.me, event.Fields{Kind: event.Webhook, Name: "数据中台", Address: url, Types: types, Language: "zh"})
	must.Do(t, err)
	return made
}

// deliver does what the jobs for an endpoint do.
func (w *world) deliver(t *testing.T, endpointID string) {
	t.Helper()
	w.woken()
	must.Do(t, w.Deliver(t.Context(), endpointID))
}

func (w *world) deliveries(t *testing.T) []event.Delivery {
	t.Helper()
	list, _, err := w.Deliveries(t.Context(), w.me, event.Filter{Paging: store.Paging{Number: 1, Size: 100}})
	must.Do(t, err)
	return list
}

// receiver is a server outside the program; what it answers can be changed.
type receiver struct {
	url string

	mu     sync.Mutex
	calls  []call
	answer http.HandlerFunc
}

type call struct {
	header http.Header
	query  string
	body   string
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{}
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, in *http.Request) {
		body, _ := io.ReadAll(in.Body)
		r.mu.Lock()
		r.calls = append(r.calls, call{in.Header, in.URL.RawQuery, string(body)})
		answer := r.answer
		r.mu.Unlock()
		if answer != nil {
			answer(out, in)
		}
	}))
	t.Cleanup(server.Close)
	r.url = server.URL
	return r
}

func (r *receiver) says(answer http.HandlerFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer = answer
}

func says(status int, body string, headers ...string) http.HandlerFunc {
	return func(out http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(headers); i += 2 {
			out.Header().Set(headers[i], headers[i+1])
		}
		out.WriteHeader(status)
		_, _ = io.WriteString(out, body)
	}
}

// taken removes and returns the calls that came.
func (r *receiver) taken() []call {
	r.mu.Lock()
	defer r.mu.Unlock()
	calls := r.calls
	r.calls = nil
	return calls
}

// team is another space of the same owner.
func (w *world) team(t *testing.T) account.Caller {
	t.Helper()
	team := account.Caller{UserID: w.me.UserID, SpaceID: "spc_team"}
	storetest.Exec(t, w.db,
		`INSERT INTO spaces (id, kind, name, owner_id, created_at) VALUES ($1, 'team', '', $2, 0)`, team.SpaceID,
		team.UserID)
	storetest.Exec(t, w.db, `INSERT INTO members (space_id, user_id, role, created_at) VALUES ($1, $2, 'owner', 0)`,
		team.SpaceID, team.UserID)
	return team
}

// endpoint is a webhook of a space, for ends of runs.
func (w *world) endpoint(t *testing.T, who account.Caller, url string) string {
	t.Helper()
	made, err := w.Create(t.Context(), who, event.Fields{
		Kind: event.Webhook, Name: "n", Address: url,
		Types: []string{"run.finished"}, Language: "zh",
	})
	must.Do(t, err)
	return made.ID
}
