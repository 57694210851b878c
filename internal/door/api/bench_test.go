package api_test

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"renown/internal/door/api"
	"renown/internal/door/porch"
	"renown/internal/floor/id"
	"renown/internal/floor/store"
	"renown/internal/room/brand"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// bench is the door behind the porch, without a network, beside a connection of the bare driver to the same file.
type bench struct {
	*geo
	handler http.Handler
	bare    *sql.DB
}

func newBench(b *testing.B) *bench {
	b.Helper()
	url := storetest.URL(b, store.SQLite)
	s := apitest.Start(b, store.SQLite, apitest.Options{Database: url, Settings: geoSettings})
	g := &geo{Server: s, me: s.Account(b, plan.Upper)}
	g.key = g.me.Key(b)
	door, err := api.New(api.Rooms{
		Admission: &porch.Admission{Accounts: s.App.Accounts, Limits: s.App.Limits, Address: porch.Proxies(nil).Address},
		Rooms:     s.App.Rooms,
	})
	must.Do(b, err)
	log := slog.New(slog.NewJSONHandler(io.Discard, nil))
	bare, err := sql.Open("sqlite", "file:"+strings.TrimPrefix(url, "sqlite:")+
		"/renown.db?_txlock=immediate&_pragma=busy_timeout(10000)&_pragma=synchronous(full)&_pragma=foreign_keys(1)")
	must.Do(b, err)
	b.Cleanup(func() { _ = bare.Close() })
	bare.SetMaxOpenConns(1)
	return &bench{g, porch.Observer{Log: log, Metrics: porch.NewMetrics(prometheus.NewRegistry()), Failed: api.Failed}.Handler(door), bare}
}

// sink is a caller that reads everything and keeps nothing.
type sink struct {
	header http.Header
	status int
}

func (s *sink) Header() http.Header         { return s.header }
func (s *sink) WriteHeader(status int)      { s.status = status }
func (s *sink) Write(p []byte) (int, error) { return len(p), nil }

func (x *bench) ask(b *testing.B, method, path, body string) {
	r := httptest.NewRequest(method, api.Prefix+path, strings.NewReader(body))
	r.Header.Set("X-API-KEY", x.key)
	w := &sink{header: http.Header{}}
	x.handler.ServeHTTP(w, r)
	must.Equal(b, w.status, http.StatusOK, method, path, "status")
}

// beside runs both in turns, so that they meet the same weather, and reports what each costs and how many times the
// query the whole request is. Twice means that everything but the query costs as much as the query.
func beside(b *testing.B, bare, whole func()) {
	b.Helper()
	for range 3 { // prepared statements, grown buffers
		bare()
		whole()
	}
	var bareTook, wholeTook time.Duration
	b.ReportAllocs()
	for b.Loop() {
		began := time.Now()
		bare()
		middle := time.Now()
		whole()
		bareTook += middle.Sub(began)
		wholeTook += time.Since(middle)
	}
	b.ReportMetric(float64(bareTook.Nanoseconds())/float64(b.N), "bare-ns/op")
	b.ReportMetric(float64(wholeTook.Nanoseconds())/float64(b.N), "http-ns/op")
	b.ReportMetric(float64(wholeTook)/float64(bareTook), "http/bare")
}

const benchColumns = `id, brand_id, topic_id, text, types, stage, tag_ids, region, language, source, status, created_at, updated_at`

// BenchmarkListPrompts lists 1,000 prompts of 100 characters.
func BenchmarkListPrompts(b *testing.B) {
	x := newBench(b)
	who := x.caller(b)
	ctx := context.Background()
	made, err := x.App.Brands.Create(ctx, who, brand.Profile{Name: "云栖笔记", Introduction: "云端笔记"})
	must.Do(b, err)
	draft := brand.DraftedTopic{TopicFields: brand.TopicFields{Name: "选型"}}
	var texts []string
	for i := range 1000 {
		texts = append(texts, fmt.Sprintf("%04d%s", i, strings.Repeat("哪款云笔记适合团队一起用", 8)))
		draft.Prompts = append(draft.Prompts, brand.PromptFields{Text: texts[i], Stage: "awareness", TagIDs: store.Texts{"q4"}})
	}
	naming := must.Get(x.App.Brands.Naming(ctx, made.ID, texts))(b)
	must.Do(b, x.App.DB.InTx(ctx, func(tx *store.Tx) error {
		_, err := x.App.Brands.AddDraftedTx(ctx, tx, who, made.ID, brand.Drafted{Topics: []brand.DraftedTopic{draft}, Naming: naming})
		return err
	}))
	stmt, err := x.bare.Prepare(`SELECT ` + benchColumns + ` FROM prompts WHERE brand_id = $1 ORDER BY created_at DESC, id DESC`)
	must.Do(b, err)
	beside(b, func() { scanPrompts(b, stmt, made.ID) }, func() { x.ask(b, "GET", "/geo/brands/"+made.ID+"/prompts", "") })
}

func scanPrompts(b *testing.B, stmt *sql.Stmt, brandID string) {
	rows, err := stmt.Query(brandID)
	must.Do(b, err)
	defer rows.Close()
	n := 0
	for ; rows.Next(); n++ {
		var texts [9]string
		var region, language *string
		var created, updated int64
		err := rows.Scan(&texts[0], &texts[1], &texts[2], &texts[3], &texts[4], &texts[5], &texts[6], &region,
			&language, &texts[7], &texts[8], &created, &updated)
		must.Do(b, err)
	}
	if must.Do(b, rows.Err()); n != 1000 {
		b.Fatalf("%d rows", n)
	}
}

// BenchmarkCreatePrompt adds a prompt that is not enabled. The bare statement commits alone; the request checks brand,
// topic and plan in the same transaction.
func BenchmarkCreatePrompt(b *testing.B) {
	x := newBench(b)
	x.ids = watched{}
	x.ids["brand_id"] = x.do(b, "POST", "/geo/brands", `{"name":"n","introduction":"i"}`)["id"].(string)
	x.ids["topic_id"] = x.do(b, "POST", "/geo/brands/{brand_id}/topics", `{"brand_id":"{brand_id}","name":"n"}`)["id"].(string)
	spaceID := x.caller(b).SpaceID
	stmt, err := x.bare.Prepare(`INSERT INTO prompts (` + benchColumns +
		`, space_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13)`)
	must.Do(b, err)
	text := strings.Repeat("哪款云笔记适合团队一起用", 8)
	body := fill(`{"brand_id":"{brand_id}","topic_id":"{topic_id}","text":"`+text+`","status":"suggested"}`, x.ids)
	beside(b, func() {
		now := time.Now()
		_, err := stmt.Exec(id.New("pmt", now), x.ids["brand_id"], x.ids["topic_id"], text,
			`["visibility","sentiment"]`, "awareness", `[]`, nil, nil,
			"user", "suggested", now.UnixMicro(), spaceID)
		must.Do(b, err)
	}, func() { x.ask(b, "POST", fill("/geo/brands/{brand_id}/prompts", x.ids), body) })
}
