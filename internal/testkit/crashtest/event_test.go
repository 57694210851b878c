package crashtest

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	renown "renown/client"
	"renown/internal/app"
	"renown/internal/floor/store"
	"renown/internal/room/event"
	"renown/internal/room/plan"
	"renown/internal/room/run"
	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
	"renown/internal/testkit/storetest"
)

// The process that made an event is killed once the event is stored, before or while it is delivered: the next one
// delivers it, under the id it had, and no other.
func TestKillBeforeDelivery(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, dialect store.Dialect) {
		url := storetest.URL(t, dialect)
		a := openPress(t, url)
		defer a.Close()
		r := &receiver{}
		server := httptest.NewServer(r)
		defer server.Close()
		defer r.mend() // before the server waits for those that hang
		m := &member{tier: plan.Upper}
		m.open(t, a, "told@example.com")
		who := must.Get(a.Brands.Owner(t.Context(), m.brandID))(t)
		to, err := a.Events.Create(t.Context(), who, event.Fields{
			Kind: event.Webhook, Name: "n", Address: server.URL,
			Types: []string{"run.finished"}, Language: "zh", Enabled: true,
		})
		must.Do(t, err)
		r.secret = *to.Secret
		must.Get(a.Runs.Submit(t.Context(), who, run.Request{BrandID: m.brandID, Platforms: []string{"doubao"}, Origin: "api"}))(t)

		words := program.On(url, "serve", "--simulate", "--seal-keys", sealKey, "--event-networks", "127.0.0.0/8")
		for range 2 { // the second is killed while it delivers, or before as well
			p := program.Start(t, words...)
			eventually(t, "the event is stored", func() bool { return count(t, a, `SELECT count(*) FROM event_deliveries`) == 1 })
			p.End()
			hourGoesBy(t, a)
		}
		r.mend()
		program.Start(t, words...)
		eventually(t, "the event is delivered", func() bool {
			return count(t, a, `SELECT count(*) FROM event_deliveries WHERE status = 'delivered'`) == 1
		})
		r.check(t, a)
	})
}

func count(t *testing.T, a *app.App, sql string) int64 {
	t.Helper()
	return must.Get(store.One[int64](a.DB.Read().QueryRow(context.Background(), sql)))(t)
}

// hourGoesBy ends the hold on the endpoint, and finds the job that its holder lost.
func hourGoesBy(t *testing.T, a *app.App) {
	t.Helper()
	ctx := context.Background()
	must.Do(t, a.DB.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, `UPDATE event_endpoints SET busy_until = 0`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE event_deliveries SET next_at = next_at - $1`, time.Hour.Microseconds())
		return err
	}))
	must.Do(t, a.Events.Sweep(ctx))
}

// receiver takes events and, until it is mended, lets their sender wait.
type receiver struct {
	secret string

	mu     sync.Mutex
	mended chan struct{}
	ids    []string // as they came
	took   []string
}

// waits is closed when the receiver is mended.
func (r *receiver) waits() chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.mended == nil {
		r.mended = make(chan struct{})
	}
	return r.mended
}

func (r *receiver) mend() {
	waits := r.waits()
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case <-waits:
	default:
		close(waits)
	}
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	waits := r.waits()
	body, err := io.ReadAll(request.Body)
	if err != nil || renown.VerifyWebhook(request.Header, body, time.Now(), r.secret) != nil {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	id := request.Header.Get("webhook-id")
	r.mu.Lock()
	r.ids = append(r.ids, id)
	r.mu.Unlock()
	select {
	case <-waits:
	case <-request.Context().Done(): // its sender is dead
		return
	}
	r.mu.Lock()
	r.took = append(r.took, id)
	r.mu.Unlock()
}

func (r *receiver) check(t *testing.T, a *app.App) {
	t.Helper()
	ids := must.Get(store.List(context.Background(), a.DB.Read(), store.One[string], `SELECT event_id FROM event_deliveries`))(t)
	r.mu.Lock()
	defer r.mu.Unlock()
	came := slices.Clone(r.ids)
	slices.Sort(came)
	if came = slices.Compact(came); len(ids) != 1 || !slices.Equal(came, ids) || len(r.took) == 0 || len(r.ids) > 3 {
		t.Errorf("%v happened; %v came, %v were taken", ids, r.ids, r.took)
	}
	t.Logf("brought %d times, taken %d times", len(r.ids), len(r.took))
}
