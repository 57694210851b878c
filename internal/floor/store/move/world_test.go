package move_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/store/move"
	"renown/internal/room/account"
	"renown/internal/room/fact"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/room/report"
	"renown/internal/simulator"
	"renown/internal/simulator/story"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/secretbox"
	"renown/internal/tool/webhook"
)

// world is an installation with rows in every table, as a file that is copied for each test.
type world struct {
	file  []byte
	key   string
	paths []string // of the API, that have something to show
	seen  map[string]any
}

// noRows are the tables that may stay empty.
var noRows = map[string]string{
	"rate_limit": "kept in memory by an installation with an embedded database",
}

// filled builds the world once: the demo with some days of history, and whatever else it takes.
var filled = sync.OnceValues(func() (*world, error) {
	dir, err := os.MkdirTemp("", "renown-move-test-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	w := &world{seen: map[string]any{}}
	t := &filler{}
	t.run(func() { w.fill(t, "sqlite:"+dir) })
	if err := t.result(); err != nil {
		return nil, err
	}
	w.file, err = os.ReadFile(filepath.Join(dir, "renown.db"))
	return w, err
})

// filler is the testing.TB of what is built once for all tests.
type filler struct {
	testing.TB
	mu      sync.Mutex
	said    []string
	cleanup []func()
}

func (f *filler) Helper()           {}
func (f *filler) Cleanup(fn func()) { f.cleanup = append(f.cleanup, fn) }
func (f *filler) Failed() bool      { f.mu.Lock(); defer f.mu.Unlock(); return len(f.said) > 0 }
func (f *filler) Logf(string, ...any) {
}
func (f *filler) TempDir() string { panic("not here") }
func (f *filler) Error(args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.said = append(f.said, fmt.Sprint(args...))
}
func (f *filler) Errorf(format string, args ...any) { f.Error(fmt.Sprintf(format, args...)) }
func (f *filler) Fatal(args ...any)                 { f.Error(args...); panic(f) }
func (f *filler) Fatalf(format string, args ...any) { f.Fatal(fmt.Sprintf(format, args...)) }

func (f *filler) run(fn func()) {
	defer func() {
		if v := recover(); v != nil && v != any(f) {
			panic(v)
		}
	}()
	defer func() {
		for _, c := range slices.Backward(f.cleanup) {
			c()
		}
	}()
	fn()
}

func (f *filler) result() error {
	if f.Failed() {
		return fmt.Errorf("filling: %s", strings.Join(f.said, "; "))
	}
	return nil
}

// settings are those of an installation that serves and does not work: nothing happens by itself.
func settings(s *config.Settings) {
	s.Role, s.RateLimit, s.AnonymousLimit = config.API, config.Rate{}, config.Rate{}
	s.Simulate = &simulator.Options{Platforms: s.Catalogue.All()}
	s.SealKeys, _ = secretbox.ParseRing("MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=")
}

func (w *world) fill(t *filler, url string) {
	ctx := context.Background()
	must := func(err error) {
		must.Do(t, err)
	}
	empty := storetest.OpenURL(t, url)
	must(empty.Migrate(ctx))
	must(empty.Close())
	s := apitest.Start(t, store.SQLite, apitest.Options{Database: url, Settings: settings})
	demo, err := s.App.OpenDemo(ctx, "demo@example.com", "long enough a password")
	must(err)
	must(s.App.History(ctx, demo.Caller, demo.BrandIDs, 2, func(int, int) {}))
	w.key = demo.Key
	w.account(t, s.App, demo)
	orders := w.publish(t, s, demo)
	runID, err := s.App.StartLive(ctx, demo) // no worker runs: its jobs wait
	must(err)
	w.odd(t, s.App, demo)
	must(s.Stop())
	must(s.App.Close())
	s = apitest.Start(t, store.SQLite, apitest.Options{Database: url, Settings: settings}) // that has not kept anything in memory
	w.paths = []string{
		"/me", "/geo/brands", "/media?page_size=50", "/media/channels", "/media/contents",
		"/media/orders", "/media/publish-quota", "/media/points-records", "/geo/runs/" + runID,
	}
	for _, id := range orders {
		w.paths = append(w.paths, "/media/orders/"+id)
	}
	for _, id := range demo.BrandIDs {
		for _, what := range []string{
			"", "/topics", "/prompts", "/competitors", "/generate", "/runs", "/overview",
			"/visibility", "/sentiment", "/citations",
		} {
			w.paths = append(w.paths, "/geo/brands/"+id+what)
		}
	}
	runs := s.Expect(t, apitest.Call{Key: w.key, Method: "GET", Path: "/geo/brands/" + demo.BrandIDs[0] + "/runs?page_size=100"})
	for _, item := range runs.At("data.items").([]any) {
		w.paths = append(w.paths, fmt.Sprintf("/geo/runs/%s/answers", item.(map[string]any)["run_id"]))
	}
	for _, path := range w.paths {
		w.seen[path] = s.Expect(t, apitest.Call{Key: w.key, Method: "GET", Path: path}).At("data")
	}
	must(s.Stop())
	must(s.App.Close())
}

// account fills what belongs to accounts.
func (w *world) account(t *filler, a *app.App, demo story.Demo) {
	ctx := context.Background()
	check := func(err error) {
		must.Do(t, err)
	}
	team, err := a.Accounts.CreateTeam(ctx, demo.Caller.UserID, "团队")
	check(err)
	_, _, err = a.Accounts.Invite(ctx, account.Inviting{By: demo.Caller.UserID, SpaceID: team, Email: "guest@example.com"})
	check(err)
	_, _, err = a.Accounts.LogIn(ctx, account.Login{
		Email: "demo@example.com", Password: "long enough a password",
		Address: "127.0.0.1", Agent: "test",
	})
	check(err)
	check(a.Runs.Beat(ctx))
	_, err = a.Accounts.CreateShare(ctx, demo.Caller, account.Sharing{
		BrandID: demo.BrandIDs[0], Page: "report",
		Until: a.DB.Now().Add(time.Hour),
	})
	check(err)
	facts, _, err := a.Facts.List(ctx, demo.Caller, demo.BrandIDs[0], fact.Filter{}, fact.Paging{Number: 1, Size: 1})
	check(err)
	check(a.Facts.Ask(ctx, demo.Caller, facts[0].ID, "https://page.example/a", false))
	check(a.Reports.SaveAppearance(ctx, demo.Caller, demo.BrandIDs[0], report.AppearanceChange{Title: "月报"}))
	check(a.Reports.SaveNotes(ctx, demo.Caller, demo.BrandIDs[0], report.Period{From: "2026-10-01", To: "2026-10-31"},
		map[string]string{"summary": "多写\n多测"}))
	check(a.Reports.SaveMailing(ctx, demo.Caller, demo.BrandIDs[0],
		report.Mailing{Day: 1, Hour: 9, Language: "zh", Readers: []string{demo.Caller.UserID}}))
	check(a.Orders.ChangeBasket(ctx, demo.Caller, func([]string) []string { return []string{"med_1"} }))
}

// publish orders at two outlets, one of them with a sealed secret, and repeats the request.
func (w *world) publish(t *filler, s *apitest.Server, demo story.Demo) (orders []string) {
	ctx := context.Background()
	page := s.Expect(t, apitest.Call{Key: w.key, Method: "GET", Path: "/media?content_type=article&sort=price_asc&page_size=2"})
	var outlets []string
	for _, item := range page.At("data.items").([]any) {
		outlets = append(outlets, item.(map[string]any)["id"].(string))
	}
	_, err := s.App.Catalogue.Connect(ctx, outlets[:1], catalogue.ConnectionChange{
		Adapter:  catalogue.Webhook,
		Endpoint: "https://outlet.example/in", Secret: webhook.NewSecret(),
	})
	must.Do(t, err)
	content := s.Expect(t, apitest.Call{
		Key: w.key, Method: "POST", Path: "/media/contents",
		Body: `{"title":"笔记","body":"正文\nwith \"quotes\", \\N and \ttabs ☕️","content_type":"article"}`,
	})
	for range 2 {
		answer := s.Expect(t, apitest.Call{
			Key: w.key, Method: "POST", Path: "/media/orders", Header: http.Header{"Idempotency-Key": {"once"}},
			Body: fmt.Sprintf(`{"content_id":%q,"media_ids":[%q,%q]}`, content.At("data.id"), outlets[0], outlets[1]),
		})
		orders = nil
		for _, item := range answer.At("data.items").([]any) {
			orders = append(orders, item.(map[string]any)["id"].(string))
		}
	}
	must.Get(s.App.Orders.Approve(ctx, "operator", orders[0], ""))(t)
	return orders
}

// odd adds rows that the engine makes rarely, and values that are easily lost on the way.
func (w *world) odd(t *filler, a *app.App, demo story.Demo) {
	ctx := context.Background()
	err := a.DB.InTx(ctx, func(tx *store.Tx) error {
		for _, statement := range []string{
			`INSERT INTO trials (mailbox_hash, given_at) VALUES ('h', 1) ON CONFLICT DO NOTHING`,
			`INSERT INTO scheduled_use (user_id, day, tasks) SELECT id, 1, 3 FROM users LIMIT 1`,
			`INSERT INTO second_factors (user_id, secret, created_at) SELECT id, 'sealed', 1 FROM users LIMIT 1`,
			`INSERT INTO known_places (user_id, mark, seen_at) SELECT id, 'm', 1 FROM users LIMIT 1`,
			`INSERT INTO tokens (hash, user_id, purpose, created_at, expires_at) SELECT 'h', id, 'reset', 1, 2 FROM users LIMIT 1`,
			`INSERT INTO failures (brand_id, day, platform, topic_id, kinds, failed) SELECT id, 20260101, 'qwen', 't', 'v', 3 FROM brands LIMIT 1`,
			`INSERT INTO alerts (id, brand_id, kind, day, severity, figures, created_at) SELECT 'alt_1', id, 'k', 1, 'info', '{}', 5 FROM brands LIMIT 1`,
			`INSERT INTO months (brand_id, generation, month, platform, until, cells, rivals, sources, topics) SELECT brand_id, generation, 202601, 'qwen', 20260131, x'00ff', x'', x'00', x'01' FROM readings LIMIT 1`,
			`INSERT INTO plan_requests (id, user_id, tier, months, note, state, created_at) SELECT 'plr_1', min(id), 'upper', 12, '发票', 'pending', 5 FROM users`,
			`INSERT INTO drafts (id, brand_id, opportunity_id, status, created_at) SELECT 'dft_1', id, 'opp_1', 'failed', 5 FROM brands LIMIT 1`,
			`INSERT INTO campaigns (id, space_id, brand_id, name, sentence, targets, controls, created_at, read_of, read_at, trace)
				SELECT 'cam_1', space_id, id, '活动', '一句话', '[]', '[]', 5, 'm', 6, '{}' FROM brands LIMIT 1`,
			`INSERT INTO checks (brand_id, version, answer_id, place, platform, named, readings) SELECT id, 1, (SELECT max(id) FROM answers), 0, 'kimi', TRUE, 9 FROM brands LIMIT 1`,
			`INSERT INTO check_verdicts (brand_id, version, answer_id, user_id, named, position_right, tone_right, others, at) SELECT brand_id, 1, answer_id, (SELECT min(id) FROM users), TRUE, FALSE, NULL, '["cmp_x"]', 5 FROM checks`,
			`INSERT INTO event_endpoints (id, space_id, kind, name, shown, address_hash, sealed, types, language, enabled, created_at, updated_at) SELECT 'end_1', id, 'webhook', 'n', 's', 'h', x'00ff', '[]', 'zh', TRUE, 1, 2 FROM spaces LIMIT 1`,
			`INSERT INTO events (id, space_id, type, once, subject, data, created_at) SELECT 'evt_1', space_id, 'run.finished', 'o', 's', '{}', 3 FROM event_endpoints`,
			`INSERT INTO event_deliveries (id, event_id, endpoint_id, space_id, subject, status, next_at, created_at) SELECT 'dlv_1', 'evt_1', id, space_id, 's', 'pending', 4, 3 FROM event_endpoints`,
			`INSERT INTO facts (id, brand_id, statement, subject, attribute, terms, kind, value, unit, options, wrong, valid_from, valid_to, source_url, status, source, created_at, updated_at)
				SELECT 'fct_1', min(id), '门店 412 家', '星澜', '门店数', '[]', 'number', '412', '家', '[]', '["500 家"]', '2026-09-30', NULL, 'https://a.example/', 'disabled', 'user', 5, 5 FROM brands`,
			`INSERT INTO fact_changes (id, brand_id, fact_id, changed_by, before, after, at) SELECT 'fcc_1', brand_id, id, NULL, NULL, '{}', 5 FROM facts WHERE id = 'fct_1'`,
			`INSERT INTO fact_sheets (brand_id, changes, queued_at) SELECT id, 3, 9 FROM brands WHERE id NOT IN (SELECT brand_id FROM fact_sheets) LIMIT 1`,
			`INSERT INTO compared_answers (answer_id, brand_id, sheet, platform, prompt_id, mode, answered_at, agreed, contradicted)
				SELECT id, brand_id, 'x', platform, prompt_id, mode, answered_at, 0, 1 FROM answers WHERE id = (SELECT min(id) FROM answers)`,
			`INSERT INTO claims (answer_id, place, brand_id, fact_id, kind, verdict, reason, starts, ends, value_starts, value_ends, platform, mode, answered_at)
				SELECT answer_id, 0, brand_id, NULL, 'number', 'contradicts', '', 0, 1, 0, 1, platform, mode, answered_at FROM compared_answers WHERE sheet = 'x'`,
			`INSERT INTO compared_days (brand_id, day, sums) SELECT brand_id, 20260101, x'00ff' FROM fact_sheets LIMIT 1`,
			`INSERT INTO cited (brand_id, page, days, cells) SELECT id, 'a.example/x', '{"20000":{"Citations":1,"Answers":1}}', '{}' FROM brands LIMIT 1`,
			`INSERT INTO settings (name, value) VALUES ('signing_secret', '"secret"')`,
			`INSERT INTO placed_pages (space_id, page, placed_at) SELECT space_id, 'a.example/x', 5 FROM event_endpoints`,
			`INSERT INTO runtimes (id, space_id, name, hash, platforms, created_at) SELECT 'rtm_1', space_id, '工作站', 'h', '["doubao"]', 6 FROM event_endpoints`,
			`INSERT INTO runtime_platforms (runtime_id, platform, state, seen_at) VALUES ('rtm_1', 'doubao', 'ready', 7)`,
			`INSERT INTO runtime_terms (platform, read_by, edition, read_at) VALUES ('doubao', '林见', '2026-08', 8)`,
			`INSERT INTO undos (id, space_id, user_id, kind, name, things, own, was, made_at, expires_at) SELECT 'und_1', id, owner_id, 'topic_deleted', '选购', 1, FALSE, '{}', 5, 6 FROM spaces LIMIT 1`,
			`INSERT INTO saved_views (id, space_id, brand_id, path, query, name, created_at) SELECT 'viw_1', space_id, id, '/brands/' || id || '/answers', 'named=no', '没提到', 5 FROM brands LIMIT 1`,
			`INSERT INTO annotations (id, brand_id, day, text, created_at, updated_at) SELECT 'ann_1', id, '2026-01-02', '改版上线', 5, 5 FROM brands LIMIT 1`,
			`INSERT INTO generations (id, brand_id, requested, status, created_at) SELECT 'gen_1', id, 5, 'failed', 5 FROM brands LIMIT 1`,
			`UPDATE answer_texts SET raw = NULL, reasoning = NULL WHERE answer_id = (SELECT min(id) FROM answers)`,
			`UPDATE answer_texts SET raw = x'', text = '' WHERE answer_id = (SELECT max(id) FROM answers)`,
			`UPDATE outlets SET links = TRUE, images = FALSE, weekend = NULL, indexing_rate = 0.1, success_rate = 1.0 / 3, average_hours = 0 WHERE id = (SELECT min(id) FROM outlets)`,
			`UPDATE outlets SET followers = 9223372036854775807 WHERE id = (SELECT max(id) FROM outlets)`,
			`INSERT INTO river_job (kind, args, queue, state, max_attempts, attempt, finalized_at) VALUES ('old', jsonb('{}'), 'q', 'completed', 3, 1, CURRENT_TIMESTAMP)`,
			`UPDATE river_job SET state = 'running', attempt = 1, attempted_at = CURRENT_TIMESTAMP, attempted_by = jsonb('["node_gone"]'), errors = jsonb('[{"at":"2026-01-01T00:00:00Z","error":"it \"failed\"","attempt":1}]') WHERE id = (SELECT min(id) FROM river_job)`,
		} {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		for _, id := range []string{"a", "B", "_", "Z", "é", "ä", "中", "-", "a b", "A", "\U0001F600", "", "\uffff"} { // languages sort these otherwise
			if _, err := tx.Exec(ctx, `INSERT INTO nodes (id, seen_at) VALUES ($1, 7)`, id); err != nil {
				return err
			}
		}
		return nil
	})
	must.Do(t, err)
}

// install gives a test a copy of the world.
func install(t testing.TB) (*world, string) {
	t.Helper()
	w := must.Get(filled())(t)
	dir := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(dir, "renown.db"), w.file, 0o600))
	return w, "sqlite:" + dir
}

// mover opens a move; close it before the folder is opened again.
type mover struct {
	move.Move
	t testing.TB
}

func open(t testing.TB, from, to string) *mover {
	t.Helper()
	return &mover{move.Move{
		Source: storetest.OpenURL(t, from), Target: storetest.OpenURL(t, to), To: "postgres://there", Jobs: queue.Moved(),
	}, t}
}

func (m *mover) close() {
	m.t.Helper()
	expect.Do(m.t, m.Source.Close())
	expect.Do(m.t, m.Target.Close())
}

// counts are the rows of every table of the installation.
func counts(t testing.TB, db *store.DB) map[string]int64 {
	t.Helper()
	ctx := context.Background()
	names, err := store.List(ctx, db.Read(), store.One[string], `SELECT name FROM sqlite_schema WHERE type = 'table'`)
	must.Do(t, err)
	found := map[string]int64{}
	for _, name := range names {
		if found[name], err = store.One[int64](db.Read().QueryRow(ctx, `SELECT count(*) FROM "`+name+`"`)); err != nil {
			t.Fatal(err)
		}
	}
	return found
}

// Every table is moved, or named here as one that need not be; and the world has rows in all that are.
func TestEveryTable(t *testing.T) {
	t.Parallel()
	_, from := install(t)
	m := open(t, from, storetest.URL(t, store.Postgres))
	report := must.Get(m.Run(t.Context()))(t)
	moved := map[string]int64{}
	for _, table := range report.Tables {
		moved[table.Table] = table.Rows
	}
	left := map[string]string{
		"schema_version":     "the book of migrations is the target's own",
		"schema_served":      "written by migrations",
		"river_migration":    "so is the job library's",
		"river_leader":       "who leads is decided anew",
		"river_queue":        "made at the start",
		"river_notification": "nobody listens meanwhile",
		"sqlite_sequence":    "SQLite's own",
		"sqlite_stat1":       "SQLite's own",
	}
	have := counts(t, m.Source)
	have["river_job"]-- // the finished one stays behind
	for _, name := range slices.Sorted(maps.Keys(have)) {
		rows, ok := moved[name]
		switch {
		case ok && left[name] != "" || !ok && left[name] == "":
			t.Errorf("%s: moved is %t, and that it may stay behind because %q", name, ok, left[name])
		case ok && rows != have[name]:
			t.Errorf("%s: %d of %d rows", name, rows, have[name])
		case ok && rows == 0 && noRows[name] == "":
			t.Errorf("%s has no row to move", name)
		}
	}
	if len(report.Tables) < 35 {
		t.Errorf("only %d tables", len(report.Tables))
	}
}
