package crashtest

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/publishing/content"
	"renown/internal/room/publishing/order"
	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/webhook"
)

const (
	sealKey     = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
	pushedCount = 50
)

// Processes that hand orders to an outlet are killed at any moment, and the outlet is no better: it hangs up after it has
// taken an order, or breaks before. In the end every order is published and paid for once, under the id it first came with.
func TestKillWhilePushing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		dialect store.Dialect
		roles   []string
	}{{store.SQLite, []string{"all"}}, {store.Postgres, []string{"worker", "worker"}}} {
		t.Run(string(c.dialect), func(t *testing.T) {
			t.Parallel()
			url := storetest.URL(t, c.dialect)
			a := openPress(t, url)
			defer a.Close()
			o := &moody{calls: map[string]int64{}, published: map[string]string{}}
			server := httptest.NewServer(o)
			defer server.Close()
			ids := orders(t, a, server.URL)
			var approving sync.WaitGroup
			approving.Go(func() { approve(t, a, ids) })
			kills := killWorkers(t, url, c.roles, a)
			approving.Wait()
			begun := time.Now()
			eventually(t, "every order is settled", func() bool {
				pass(t, a)
				await.Pause(t.Context(), 100*time.Millisecond) // for workers to take what was found
				left, err := store.One[int64](a.DB.Read().QueryRow(context.Background(),
					`SELECT count(*) FROM orders WHERE status = 'publishing'`))
				return err == nil && left == 0
			})
			t.Logf("%d kills; all was settled %v after the last", kills, time.Since(begun).Round(100*time.Millisecond))
			o.check(t, a, ids)
		})
	}
}

func openPress(t *testing.T, url string) *app.App {
	t.Helper()
	var texts config.Server
	config.FillDefaults(&texts)
	texts.SealKeys, texts.OutletNetworks, texts.EventNetworks = sealKey, "127.0.0.0/8", "127.0.0.0/8"
	where := config.Database{Database: url}
	if dir, ok := strings.CutPrefix(url, "sqlite:"); ok {
		where = config.Database{Data: dir}
	}
	settings := must.Get(config.Check(where, config.Logging{LogLevel: "info", LogFormat: "json"}, texts, nil))(t)
	return must.Get(app.Open(context.Background(), settings, slog.New(slog.DiscardHandler)))(t)
}

// orders makes orders of as many contents for an outlet with this endpoint.
func orders(t *testing.T, a *app.App, endpoint string) (ids []string) {
	t.Helper()
	ctx := context.Background()
	check := func(err error) {
		t.Helper()
		must.Do(t, err)
	}
	user, err := a.Accounts.Prepare(ctx, "press@example.com", "long enough a password")
	check(err)
	userID, err := a.Plans.Open(ctx, user, plan.Terms{Tier: plan.Upper})
	check(err)
	spaces, err := a.Accounts.Spaces(ctx, userID)
	check(err)
	who := account.Caller{UserID: userID, SpaceID: spaces[0].ID}
	m, err := a.Catalogue.Set(ctx, catalogue.Entry{Key: "morning", Fields: catalogue.Fields{
		Name: "晨光日报", MediaType: catalogue.News, ContentTypes: store.Texts{"article"}, Price: catalogue.Price{Points: 20},
	}})
	check(err)
	_, err = a.Catalogue.Connect(ctx, []string{m.ID}, catalogue.ConnectionChange{
		Adapter:  catalogue.Webhook,
		Endpoint: endpoint, Secret: webhook.NewSecret(),
	})
	check(err)
	for i := range pushedCount {
		content, err := a.Contents.Create(ctx, who, content.Fields{
			Title: fmt.Sprint("第 ", i, " 篇"), Body: "正文",
			ContentType: catalogue.Article,
		})
		check(err)
		submitted, err := a.Orders.Submit(ctx, who, order.Submission{ContentID: content.ID, OutletIDs: []string{m.ID}})
		check(err)
		ids = append(ids, submitted.Items[0].ID)
	}
	return ids
}

// approve sends the orders on their way, one after the other, while processes are killed.
func approve(t *testing.T, a *app.App, ids []string) {
	for _, id := range ids {
		expect.Do(t, expect.Error(a.Orders.Approve(context.Background(), "operator", id, "")))
		await.Pause(t.Context(), length(t)*3/4/pushedCount)
	}
}

// killWorkers kills and restarts processes of these roles for a while, and leaves them running.
func killWorkers(t *testing.T, url string, roles []string, a *app.App) (kills int) {
	t.Helper()
	serve := func(role string) *program.Process {
		return program.Start(t, program.On(url, "serve", "--role", role, "--stop-timeout", "4s", "--simulate",
			"--seal-keys", sealKey, "--outlet-networks", "127.0.0.0/8")...)
	}
	processes := make([]*program.Process, len(roles))
	for i, role := range roles {
		processes[i] = serve(role)
	}
	for deadline := time.Now().Add(length(t)); time.Now().Before(deadline); kills++ {
		await.Pause(t.Context(), 50*time.Millisecond+rand.N(500*time.Millisecond))
		i := rand.IntN(len(roles))
		processes[i].End()
		processes[i] = serve(roles[i])
		pass(t, a)
	}
	return kills
}

// pass lets hours go by for the orders that are put off or held by a process that may be dead, and finds the jobs
// they lost.
func pass(t *testing.T, a *app.App) {
	t.Helper()
	ctx := context.Background()
	err := a.DB.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE orders SET next_push_at = next_push_at - $1 WHERE next_push_at IS NOT NULL`,
			(12 * time.Hour).Microseconds())
		return err
	})
	if err == nil {
		_, err = a.Orders.SweepPushes(ctx)
	}
	expect.Do(t, err)
}

// moody is an outlet that takes a message once, whatever it says about it.
type moody struct {
	mu        sync.Mutex
	calls     map[string]int64
	published map[string]string // address by webhook-id
}

func (o *moody) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	await.Pause(r.Context(), 20*time.Millisecond+rand.N(80*time.Millisecond))
	id, mood := r.Header.Get("webhook-id"), rand.IntN(10)
	o.mu.Lock()
	o.calls[id]++
	if mood > 0 && o.published[id] == "" {
		o.published[id] = fmt.Sprintf("https://outlet.example/%s/%d", id, len(o.published))
	}
	address := o.published[id]
	o.mu.Unlock()
	switch mood {
	case 0:
		w.WriteHeader(http.StatusBadGateway)
	case 1:
		panic(http.ErrAbortHandler)
	default:
		_ = json.NewEncoder(w).Encode(map[string]string{"status": "published", "url": address})
	}
}

func (o *moody) check(t *testing.T, a *app.App, ids []string) {
	t.Helper()
	ctx := context.Background()
	o.mu.Lock()
	defer o.mu.Unlock()
	repeated := 0
	for _, id := range ids {
		got := must.Get(a.Orders.FindAny(ctx, id))(t)
		if got.Status != order.Published || *got.PublishedURL != o.published[id] {
			t.Errorf("%s is %s at %v, the outlet has %q", id, got.Status, got.PublishedURL, o.published[id])
		}
		if o.calls[id] < 1 || o.calls[id] > got.Push.Attempts {
			t.Errorf("%s was sent %d times in %d attempts", id, o.calls[id], got.Push.Attempts)
		}
		if o.calls[id] > 1 {
			repeated++
		}
	}
	if len(o.published) != len(ids) {
		t.Errorf("the outlet has %d articles, want %d", len(o.published), len(ids))
	}
	for what, sql := range map[string]string{
		"captures": `SELECT count(*) - ` + fmt.Sprint(len(ids)) + ` FROM points_entries WHERE kind = 'capture'`,
		"releases": `SELECT count(*) FROM points_entries WHERE kind = 'release'`,
		"held":     `SELECT COALESCE(sum(held), 0) FROM points_accounts`,
	} {
		if n, err := store.One[int64](a.DB.Read().QueryRow(ctx, sql)); err != nil || n != 0 {
			t.Errorf("%s: %d too many, %v", what, n, err)
		}
	}
	t.Logf("%d of %d orders were sent more than once", repeated, len(ids))
}
