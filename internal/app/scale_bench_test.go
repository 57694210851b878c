package app_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// BenchmarkAccounts makes the same requests, in turns, of an installation with 100 accounts and of one with 100,000, each
// with a brand, prompts and a run. "ratio" is the time of the large one ÷ that of the small one, "cpu-ratio" the same of
// this process's processor time.
func BenchmarkAccounts(b *testing.B) {
	for _, d := range storetest.Dialects {
		b.Run(string(d), func(b *testing.B) {
			few, many := populated(b, d, 100), populated(b, d, 100_000)
			b.Run("mix", func(b *testing.B) { compareSizes(b, few, many) })
		})
	}
}

func compareSizes(b *testing.B, few, many crowd) {
	b.Helper()
	const turn = 500
	var fewTook, manyTook, fewUsed, manyUsed time.Duration
	few.ask(b, 300)
	many.ask(b, 300)
	b.ResetTimer()
	for left := b.N; left > 0; left -= turn {
		n := min(left, turn)
		b.StopTimer()
		start := used(b)
		fewTook += few.ask(b, n)
		middle := used(b)
		b.StartTimer()
		manyTook += many.ask(b, n)
		fewUsed += middle - start
		manyUsed += used(b) - middle
	}
	b.StopTimer()
	b.ReportMetric(float64(b.N)/fewTook.Seconds(), "req/s-100")
	b.ReportMetric(float64(b.N)/manyTook.Seconds(), "req/s-100000")
	b.ReportMetric(manyTook.Seconds()/fewTook.Seconds(), "ratio")
	b.ReportMetric(manyUsed.Seconds()/fewUsed.Seconds(), "cpu-ratio")
}

// asked are the accounts whose keys ask; the others are only there.
const asked = 10

// populated starts a server with so many accounts and returns clients of some of them.
func populated(b *testing.B, d store.Dialect, accounts int) (c crowd) {
	b.Helper()
	s := apitest.Start(b, d, apitest.Options{Logger: ordinaryLog(b), Settings: counted})
	populate(b, s.App.DB, accounts)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: asked}}
	b.Cleanup(client.CloseIdleConnections)
	for range asked {
		c = append(c, steady(b, s, client))
	}
	populateEnd(b, s.App.DB)
	return c
}

// steady is an account that asks for its own things, one after the other, and changes its brand at times.
func steady(b *testing.B, s *apitest.Server, client *http.Client) func() error {
	b.Helper()
	key := s.Account(b, plan.Upper).Key(b)
	brand := s.Expect(b, apitest.Call{
		Key: key, Method: "POST", Path: "/geo/brands", Body: `{"name":"青禾咖啡","introduction":"一家咖啡品牌。","product_type":"coffee"}`,
	}).At("data.id").(string)
	s.Expect(b, apitest.Call{
		Key: key, Method: "POST", Path: "/geo/brands/" + brand + "/topics",
		Body: `{"brand_id":"` + brand + `","name":"选购"}`,
	})
	paths := []string{
		"/me", "/geo/brands", "/geo/brands/" + brand + "/prompts", "/geo/brands/" + brand + "/overview",
		"/geo/brands/" + brand + "/runs", "/media/publish-quota", "/media/orders", "",
	}
	n := 0
	return func() error {
		n++
		method, path, body := http.MethodGet, paths[n%len(paths)], ""
		if path == "" {
			method, path, body = http.MethodPatch, "/geo/brands/"+brand, `{"introduction":"一家咖啡连锁。"}`
		}
		r, err := http.NewRequest(method, s.URL+"/openapi/v1"+path, strings.NewReader(body))
		if err != nil {
			return err
		}
		r.Header.Set("X-API-KEY", key)
		r.Header.Set("Content-Type", "application/json")
		response, err := client.Do(r)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		if response.StatusCode != http.StatusOK {
			text, _ := io.ReadAll(response.Body)
			return errors.New(method + " " + path + ": " + string(text))
		}
		_, err = io.Copy(io.Discard, response.Body)
		return err
	}
}

// populate makes accounts with a brand, a topic, three prompts and a finished run each, by statements that make all at once.
func populate(b testing.TB, db *store.DB, n int) {
	b.Helper()
	const numbers = `WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < $1) `
	ctx, now := context.Background(), time.Now().UnixMicro()
	err := db.InTx(ctx, func(tx *store.Tx) error {
		if db.Dialect() == store.Postgres { // what refers to what is right: looking it up a million times takes most of the time
			if _, err := tx.Exec(ctx, `SET LOCAL session_replication_role = replica`); err != nil {
				return err
			}
		}
		for _, sql := range []string{
			`INSERT INTO users (id, email, email_key, password_hash, created_at, updated_at) ` + numbers +
				`SELECT 'usr_' || i, i || '@scale.example', i || '@scale.example', '-', $2, $2 FROM n`,
			`INSERT INTO spaces (id, kind, name, owner_id, created_at) ` + numbers +
				`SELECT 'spc_' || i, 'personal', '我的空间', 'usr_' || i, $2 FROM n`,
			`INSERT INTO members (space_id, user_id, role, created_at) ` + numbers + `SELECT 'spc_' || i, 'usr_' || i, 'owner', $2 FROM n`,
			`INSERT INTO subscriptions (user_id, tier, started_at, updated_at) ` + numbers +
				`SELECT 'usr_' || i, 'standard', $2, $2 FROM n`,
			`INSERT INTO api_keys (id, user_id, space_id, name, hash, scopes, created_at) ` + numbers +
				`SELECT 'key_' || i, 'usr_' || i, 'spc_' || i, '', 'hash' || i, '*', $2 FROM n`,
			`INSERT INTO brands (id, space_id, name, introduction, product_type, keywords, selling_points, aliases, exclusions, contexts, created_at, updated_at) ` + numbers +
				`SELECT 'brd_' || i, 'spc_' || i, '品牌' || i, '介绍', 'other', '[]', '[]', '[]', '[]', '[]', $2, $2 FROM n`,
			`INSERT INTO topics (id, brand_id, name, region, language, created_at, updated_at) ` + numbers +
				`SELECT 'top_' || i, 'brd_' || i, '话题', 'CN', 'zh', $2, $2 FROM n`,
			`INSERT INTO prompts (id, space_id, brand_id, topic_id, text, types, stage, tag_ids, source, status, created_at, updated_at) ` + numbers +
				`SELECT 'pmt_' || i || '_' || p.k, 'spc_' || i, 'brd_' || i, 'top_' || i, '问题', '[]', 'awareness', '[]', 'user', 'active', $2, $2 FROM n CROSS JOIN (SELECT 1 AS k UNION ALL SELECT 2 UNION ALL SELECT 3) p`,
			`INSERT INTO runs (id, space_id, brand_id, origin, mode, selection, status, total, done, created_at, finished_at) ` + numbers +
				`SELECT 'run_' || i, 'spc_' || i, 'brd_' || i, 'api', 'search', 's', 'completed', 1, 1, $2, $2 FROM n`,
		} {
			if _, err := tx.Exec(ctx, sql, n, now); err != nil {
				return err
			}
		}
		return nil
	})
	must.Do(b, err)
}

// populateEnd tells the database what it holds, as autovacuum would in time.
func populateEnd(b testing.TB, db *store.DB) {
	b.Helper()
	ctx := context.Background()
	err := db.InTx(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(ctx, `ANALYZE`)
		return err
	})
	must.Do(b, err)
	runtime.GC()
}
