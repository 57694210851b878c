package app_test

import (
	"context"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/app"
	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// wholeAnswers recognises a plan that reads all answers or their texts, or the whole of an index of all answers. The
// indexes answers_listed and answers_run begin with the brand and the run.
var wholeAnswers = map[store.Dialect]*regexp.Regexp{
	store.SQLite:   regexp.MustCompile(`SCAN (a|answers|x|answer_texts)\b|SEARCH (a|answers) .*ANY\(`),
	store.Postgres: regexp.MustCompile(`Seq Scan on answer|Scan (using|on) answers_(listed|run|pkey)[^\n]*\n\s*(Index Cond: \(\(?(answered_at|id)\b|Filter)`),
}

// What is done again and again, and at every start, goes by an index of what it looks for, however many answers there are.
func TestPeriodicWorkIsBounded(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		db := storetest.Open(t, d)
		populate(t, db, 20)
		answer(t, db, 500, time.Microsecond)
		populateEnd(t, db)
		var mu sync.Mutex
		var said []string
		watched := db.At(time.Now)
		watched.Watch(func(sql string) {
			mu.Lock()
			defer mu.Unlock()
			said = append(said, sql)
		})
		a := must.Get(app.Build(apitest.Settings(t, nil), slog.New(slog.DiscardHandler), watched))(t)
		ctx, looked := t.Context(), 0
		for name, work := range map[string]func() error{
			"purge": func() error { _, err := a.Findings.Purge(ctx, 365*24*time.Hour); return err },
			"renew": func() error { return a.Brands.Renew(ctx) },
			"watch": func() error { return a.Orders.Watch(ctx) },
		} {
			said = nil
			must.Do(t, work(), name)
			for _, sql := range said {
				looked += strings.Count(sql, "FROM answer")
				if plan := planned(t, db, sql); wholeAnswers[d].MatchString(plan) {
					t.Errorf("%s reads all answers:\n%s\n%s", name, sql, plan)
				}
			}
			if len(said) == 0 {
				t.Errorf("%s asked nothing", name)
			}
		}
		expect.Equal(t, looked, 2, "statements ask for answers")
		if plan := planned(t, db, `SELECT DISTINCT a.brand_id FROM answers a WHERE a.model <> $1`); !wholeAnswers[d].MatchString(plan) {
			t.Errorf("a statement that reads all answers is not recognised:\n%s", plan)
		}
	})
}

// answer gives every brand of populate a reading and so many answers, one a step before the other.
func answer(t testing.TB, db *store.DB, each int, step time.Duration) {
	t.Helper()
	const numbers = ` WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < $1) `
	now := time.Now().UnixMicro()
	storetest.Exec(t, db, `INSERT INTO tasks (id, run_id, platform, prompt_id, prompt_text, types, topic_id, stage, region, language, status)`+numbers+`
		SELECT 'tsk_' || b.id || '_' || i, replace(b.id, 'brd', 'run'), 'deepseek', '', '', '[]', '', '', '', '', 'answered' FROM n CROSS JOIN brands b`, each)
	storetest.Exec(t, db, `INSERT INTO answers (id, run_id, brand_id, model, model_asked, citations, queries, retrieval, finish, usage, request_id, latency_ms, kept_at, answered_at, platform, mode)`+numbers+`
		SELECT 'tsk_' || b.id || '_' || i, replace(b.id, 'brd', 'run'), b.id, '', '', '[]', '[]', '', '', '{}', '', 1, $2 - i * $3, $2 - i * $3, 'deepseek', 'search' FROM n CROSS JOIN brands b`,
		each, now, step.Microseconds())
	storetest.Exec(t, db, `INSERT INTO answer_texts (answer_id, at, text) SELECT id, kept_at, CAST($1 AS TEXT) FROM answers`, strings.Repeat("x", 500))
	storetest.Exec(t, db,
		`INSERT INTO readings (brand_id, generation, version, names, status, created_at) SELECT id, 1, 1, '[]', 'current', $1 FROM brands WHERE id <> 'brd_1'`, now)
}

var mark = regexp.MustCompile(`\$\d+`)

// planned is how an engine would run a statement without knowing its arguments.
func planned(t testing.TB, db *store.DB, sql string) (plan string) {
	t.Helper()
	ctx := context.Background()
	must.Do(t, db.InTx(ctx, func(tx *store.Tx) error {
		if db.Dialect() == store.SQLite {
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
				return err
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
