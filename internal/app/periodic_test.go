package app_test

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/floor/day"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/room/account"
	"renown/internal/room/reading"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
	"renown/internal/tool/answer"
)

// grown are the tables that grow with answers, orders and time.
var grown = []string{
	"answers", "answer_texts", "readings", "findings", "tasks", "runs", "days", "months", "orders", "order_events", "events", "event_deliveries",
}

// readWhole are the statements that may read such a table whole, by a part of their text, with the bound of what they cost.
var readWhole = map[string]string{
	"WHERE o.published_key IS NOT NULL ORDER BY o.id":                     "outlets are measured over all that is published, for at most a sixtieth of the time",
	"WHERE status <> 'pending' GROUP BY endpoint_id HAVING count(*)":      "an endpoint has at most 5,000 that are not older than events are kept",
	"FROM readings WHERE status <> 'current' OR version <> $1":            "one row a brand, once after a start",
	"WHERE NOT EXISTS (SELECT 1 FROM readings r WHERE r.brand_id = b.id)": "one row a brand, once after a start",
}

// What is done again and again, at every start and by requests goes by an index of what it looks for, however much there is.
func TestPeriodicWorkIsBounded(t *testing.T) {
	t.Parallel()
	if os.Getenv("RENOWN_BENCH_MILLION") != "" {
		t.Skip("TestSize looks at the same with a million answers")
	}
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		url := storetest.URL(t, d)
		fill(t, url, d, 1000, 20)
		bounded(t, url, d)
	})
}

// fill makes brands with so many answers each over ninety days, three days of figures and as many orders and events as answers. The page
// of an order is cited.
func fill(t *testing.T, url string, d store.Dialect, brands, each int) {
	t.Helper()
	ctx := context.Background()
	orderID, names, figures := publish(t, url, d)
	db := storetest.OpenURL(t, url)
	must.Do(t, db.OpenMonths(ctx, db.Now().Add(-100*24*time.Hour)))
	populate(t, db, brands)
	fillAnswers(t, db, each, 90*24*time.Hour/time.Duration(each))
	const numbers = ` WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < $1) `
	now := time.Now().UnixMicro()
	storetest.Exec(t, db, `INSERT INTO readings (brand_id, generation, version, names, status, created_at)
		SELECT id, 1, $1, $2, 'current', $3 FROM brands WHERE id LIKE 'brd@_%' ESCAPE '@' AND id <> 'brd_1'`,
		answer.Version*100+reading.Definitions, names, now)
	for _, row := range figures {
		for back := range 3 {
			storetest.Exec(t, db, `INSERT INTO days (brand_id, generation, day, platform, cells, rivals, sources, reach)
				SELECT brand_id, 1, $1, $2, $3, $4, $5, $6 FROM readings WHERE brand_id LIKE 'brd@_%' ESCAPE '@'`,
				append([]any{day.Of(time.Now()) - day.Day(back)}, row...)...)
		}
	}
	storetest.Exec(t, db, `INSERT INTO orders (id, batch_id, space_id, payer_id, content_id, content_revision, outlet_id, points, status, events,
			published_url, published_key, published_at, reach, created_at, updated_at)`+numbers+`
		SELECT 'ord_' || n.i || '_' || b.id, o.batch_id, b.space_id, replace(b.space_id, 'spc', 'usr'), o.content_id, o.content_revision, o.outlet_id, 0, 'published', 1,
			o.published_url, o.published_key || n.i, o.published_at, '{}', o.created_at - n.i, o.updated_at
		FROM n CROSS JOIN brands b CROSS JOIN orders o WHERE o.id = $2 AND b.id LIKE 'brd@_%' ESCAPE '@'`, each, orderID)
	storetest.Exec(t, db, `INSERT INTO events (id, space_id, type, once, subject, data, created_at)`+numbers+`
		SELECT 'evt_' || n.i || '_' || b.id, b.space_id, 'run.completed', CAST(n.i AS TEXT), '', '{}', $2 - n.i FROM n CROSS JOIN brands b
		WHERE b.id LIKE 'brd@_%' ESCAPE '@'`, max(each, 200_000/brands), now)
	populateEnd(t, db)
}

// fillAnswers gives every brand of populate so many answers, one a step before the other.
func fillAnswers(t testing.TB, db *store.DB, each int, step time.Duration) {
	t.Helper()
	const numbers = ` WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < $1) `
	const all = ` FROM n CROSS JOIN brands b WHERE b.id LIKE 'brd@_%' ESCAPE '@'`
	storetest.Exec(t, db, `INSERT INTO tasks (id, run_id, platform, prompt_id, prompt_text, types, topic_id, stage, region, language, status)`+numbers+`
		SELECT 'tsk_' || b.id || '_' || i, replace(b.id, 'brd', 'run'), 'deepseek', '', '', '[]', '', '', '', '', 'answered'`+all, each)
	storetest.Exec(t, db, `INSERT INTO answers (id, run_id, brand_id, model, model_asked, citations, queries, retrieval, finish, usage, request_id,
			latency_ms, kept_at, answered_at, platform, mode)`+numbers+`
		SELECT 'tsk_' || b.id || '_' || i, replace(b.id, 'brd', 'run'), b.id, '', '', '[]', '[]', 'unknown', '', '{}', '', 1, $2 - i * $3, $2 - i * $3, 'deepseek', 'search'`+all,
		each, time.Now().UnixMicro(), step.Microseconds())
	storetest.Exec(t, db, `INSERT INTO answer_texts (answer_id, at, text) SELECT id, kept_at, CAST($1 AS TEXT) FROM answers`, strings.Repeat("x", 500))
}

// saidBy are statements by what asked them.
type saidBy struct {
	sync.Mutex
	by   string
	said map[string]string
}

func (a *saidBy) add(sql string) {
	a.Lock()
	defer a.Unlock()
	if _, ok := a.said[sql]; !ok {
		a.said[sql] = a.by
	}
}

func (a *saidBy) now(by string) {
	a.Lock()
	defer a.Unlock()
	a.by = by
}

// bounded does all periodic work of a large database and reads through the API, and looks at how each statement is run.
func bounded(t *testing.T, url string, d store.Dialect) {
	t.Helper()
	seen := &saidBy{by: "start", said: map[string]string{}}
	s := apitest.Start(t, d, apitest.Options{
		Database: url,
		Settings: func(s *config.Settings) { idle(s); s.AnswerRetention = 365 * 24 * time.Hour },
		App:      func(a *app.App) { a.DB.Watch(seen.add); a.DB.WatchTx(seen.add) },
	})
	ctx := context.Background()
	steps := map[string]func() error{
		"beat":      func() error { return s.App.Runs.Beat(ctx) },
		"sweep":     func() error { return s.App.Runs.Sweep(ctx) },
		"renew":     func() error { return s.App.Brands.Renew(ctx) },
		"alone":     func() error { return s.App.Runs.Alone(ctx) },
		"disabled":  func() error { return s.App.Runs.EndDisabled(ctx) },
		"delivered": func() error { return s.App.Events.Alone(ctx) },
		"figures":   func() error { return s.App.Scrape(true)(io.Discard) },
	}
	for _, k := range must.Get(s.App.Kinds())(t) {
		if k.Every > 0 {
			steps[k.Name] = func() error { return k.Handle(ctx, queue.Delivery{Args: []byte("{}"), Attempt: 1}) }
		}
	}
	for _, name := range slices.Sorted(maps.Keys(steps)) {
		seen.now(name)
		if err := steps[name](); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, key, err := s.App.Accounts.CreateKey(ctx, "usr_2", "", account.Scopes{"*"})
	must.Do(t, err)
	storetest.Exec(t, s.App.DB, `UPDATE prompts SET types = '["visibility"]' WHERE brand_id = 'brd_2'`)
	storetest.Exec(t, s.App.DB, `INSERT INTO run_platforms (run_id, platform, name, position, status, total)
		VALUES ('run_2', 'deepseek', 'DeepSeek', 0, 'completed', 1)`)
	for _, path := range requests {
		seen.now(path)
		s.Expect(t, apitest.Call{Key: key, Method: http.MethodGet, Path: path, Status: http.StatusOK})
	}
	db := storetest.OpenURL(t, url)
	look := planner{t, db, partial(t, db)}
	for sql, by := range seen.said {
		whole, plan := look.readsWhole(sql)
		if len(whole) == 0 {
			continue
		}
		may := slices.ContainsFunc(slices.Collect(maps.Keys(readWhole)), func(part string) bool { return strings.Contains(sql, part) })
		if !may {
			t.Errorf("%s reads all %s:\n%s\n%s", by, whole, sql, plan)
		}
	}
	if len(seen.said) < 120 || len(steps) < 20 {
		t.Errorf("%d statements of %d jobs were looked at", len(seen.said), len(steps))
	}
	for table, sql := range map[string]string{
		"answers":  `SELECT DISTINCT a.brand_id FROM answers a WHERE a.model <> $1`,
		"readings": `SELECT count(*) FROM readings r WHERE r.version <> $1`,
		"orders":   `UPDATE orders SET citations = 0 WHERE points = $1`,
	} {
		if whole, plan := look.readsWhole(sql); !slices.Contains(whole, table) {
			t.Errorf("a statement that reads all %s is not recognised:\n%s", table, plan)
		}
	}
}

// requests are what the accounts of brands ask for.
var requests = []string{
	"/me", "/me/limits", "/geo/brands", "/geo/brands/brd_2", "/geo/brands/brd_2/topics", "/geo/topics/top_2", "/geo/brands/brd_2/prompts",
	"/geo/prompts/pmt_2_1", "/geo/brands/brd_2/competitors", "/geo/brands/brd_2/annotations", "/geo/brands/brd_2/facts", "/geo/runs/run_2",
	"/geo/runs/run_2/answers", "/geo/brands/brd_2/runs", "/geo/brands/brd_2/overview", "/geo/brands/brd_2/visibility",
	"/geo/brands/brd_2/sampling", "/geo/brands/brd_2/sentiment", "/geo/brands/brd_2/citations", "/geo/brands/brd_2/accuracy",
	"/geo/brands/brd_2/export/answers", "/geo/brands/brd_2/searches", "/geo/brands/brd_2/surfaces", "/geo/brands/brd_2/opportunities",
	"/geo/brands/brd_2/drafts", "/geo/campaigns", "/media/channels", "/media", "/media/contents", "/media/orders", "/media/orders/ord_1_brd_2",
	"/media/publish-quota", "/media/points-records", "/events/endpoints", "/events/deliveries",
}

// planner tells how an engine runs statements.
type planner struct {
	t       testing.TB
	db      *store.DB
	partial []string // indexes of a part of a table: reading one whole is no reading of the table
}

func partial(t testing.TB, db *store.DB) []string {
	sql := `SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'`
	if db.Dialect() == store.Postgres {
		sql = `SELECT CAST(CAST(indexrelid AS regclass) AS TEXT) FROM pg_index WHERE indpred IS NOT NULL`
	}
	return must.Get(store.List(context.Background(), db.Read(), store.One[string], sql))(t)
}

var (
	mark      = regexp.MustCompile(`[$?]\d+|\?`)
	plannable = regexp.MustCompile(`^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b`)
	aliased   = regexp.MustCompile(`(?i)\b(?:FROM|JOIN|UPDATE|INTO)\s+(\w+)(?:\s+AS)?(?:\s+(\w+))?|,\s*(\w+)\s+(\w+)`)
	scanned   = map[store.Dialect]*regexp.Regexp{
		store.SQLite:   regexp.MustCompile(`SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?`),
		store.Postgres: regexp.MustCompile(`Seq Scan on (\w+)[^\n]*\.\.([\d.]+) rows|Index (?:Only )?Scan (?:Backward )?using (\w+) on (\w+)[^\n]*(\n\s*Index Cond)?`),
	}
)

// aPage is a cost below which PostgreSQL reads a table that has a few pages at most.
const aPage = 10

// readsWhole tells which of the grown tables a statement reads whole, by itself or by an index of all of it, and its plan.
func (p planner) readsWhole(sql string) (whole []string, plan string) {
	if !plannable.MatchString(sql) {
		return nil, ""
	}
	of := map[string]string{} // by alias
	for _, m := range aliased.FindAllStringSubmatch(sql, -1) {
		for _, pair := range [][2]string{{m[1], m[2]}, {m[3], m[4]}} {
			if slices.Contains(grown, pair[0]) {
				of[pair[0]], of[pair[1]] = pair[0], pair[0]
			}
		}
	}
	plan = p.planned(sql)
	for _, m := range scanned[p.db.Dialect()].FindAllStringSubmatch(plan, -1) {
		table, index := of[m[1]], m[2]
		if p.db.Dialect() == store.Postgres {
			if table = m[1]; table == "" {
				table, index = m[4], m[3]
			}
			if cost, err := strconv.ParseFloat(m[2], 64); m[5] != "" || err == nil && cost < aPage {
				continue
			}
			if strings.HasPrefix(table, "answer_texts") {
				table = "answer_texts"
			}
		}
		if slices.Contains(grown, table) && !slices.Contains(p.partial, index) {
			whole = append(whole, table)
		}
	}
	return whole, plan
}

// planned is how an engine would run a statement without knowing its arguments.
func (p planner) planned(sql string) (plan string) {
	p.t.Helper()
	ctx := context.Background()
	must.Do(p.t, p.db.InTx(ctx, func(tx *store.Tx) error {
		if p.db.Dialect() == store.SQLite {
			return store.Each(ctx, tx, func(row store.Row) error {
				var id, parent, unused int64
				var line string
				err := row.Scan(&id, &parent, &unused, &line)
				plan += line + "\n"
				return err
			}, `EXPLAIN QUERY PLAN `+mark.ReplaceAllString(sql, "1"))
		}
		args := map[string]bool{}
		for _, m := range mark.FindAllString(sql, -1) {
			args[m] = true
		}
		list := strings.TrimSuffix(strings.Repeat("NULL, ", len(args)), ", ")
		if list != "" {
			list = "(" + list + ")"
		}
		for _, step := range []string{`SET LOCAL plan_cache_mode = force_generic_plan`, `PREPARE looked AS ` + sql} {
			if _, err := tx.Exec(ctx, step); err != nil {
				return fmt.Errorf("%s: %w", step, err)
			}
		}
		lines, err := store.List(ctx, tx, store.One[string], `EXPLAIN EXECUTE looked`+list)
		if err != nil {
			return err
		}
		plan = strings.Join(lines, "\n")
		_, err = tx.Exec(ctx, `DEALLOCATE looked`)
		return err
	}))
	return plan
}
