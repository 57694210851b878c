package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"renown/internal/door/api"
	"renown/internal/floor/store"
	"renown/internal/room/plan"
	"renown/internal/room/publishing/catalogue"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// rich starts the program with outlets, and gives an account more points than it can spend.
func rich(b *testing.B, d store.Dialect, outlets int) (*press, string) {
	b.Helper()
	log := slog.New(slog.NewJSONHandler(io.Discard, nil))
	p := &press{Server: apitest.Start(b, d, apitest.Options{Settings: geoSettings, Logger: log})}
	p.enrich(b)
	ids := make([]string, outlets)
	for i := range ids {
		ids[i] = p.outlet(b, 1)
	}
	list, err := json.Marshal(ids)
	must.Do(b, err)
	return p, string(list)
}

func (p *press) enrich(b *testing.B) {
	b.Helper()
	p.me = p.Account(b, plan.Upper)
	p.key = p.me.Key(b)
	_, err := p.App.Plans.AdjustPoints(b.Context(), p.me.UserID, 1_000_000_000, "测试")
	must.Do(b, err)
}

var sender = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true}}

// send makes a call over the network and reads all of the answer, without looking at it closely.
func send(b *testing.B, p *press, call apitest.Call) string {
	r, err := http.NewRequest(call.Method, p.URL+api.Prefix+call.Path, strings.NewReader(call.Body))
	must.Do(b, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-API-KEY", call.Key)
	response, err := sender.Do(r)
	must.Do(b, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	must.Do(b, err)
	return string(body)
}

// BenchmarkOrder500 is one content for 500 outlets in one request. "ratio" is its time ÷ that of the bare inserts of the
// same rows in one transaction, row by row; "ratio-bulk" is the same beside inserts of many rows a statement.
func BenchmarkOrder500(b *testing.B) {
	for _, d := range storetest.Dialects {
		b.Run(string(d), func(b *testing.B) {
			p, outlets := rich(b, d, 500)
			b.Run("one", func(b *testing.B) { submitWide(b, p, outlets) }) // the outlets are made once
		})
	}
}

func submitWide(b *testing.B, p *press, outlets string) {
	var request, single, bulk time.Duration
	for b.Loop() {
		b.StopTimer()
		content := p.article(b, p.key)
		call := apitest.Call{Key: p.key, Method: "POST", Path: "/media/orders", Body: `{"content_id":"` + content +
			`","media_ids":` + outlets + `}`}
		b.StartTimer()
		began := time.Now()
		answer := send(b, p, call)
		request += time.Since(began)
		b.StopTimer()
		if !strings.HasPrefix(answer, `{"code":0`) {
			b.Fatalf("%.300s", answer)
		}
		rows := sameRows(b, p.App.DB, content)
		single += rows.insert(b, p.App.DB, content, false)
		bulk += rows.insert(b, p.App.DB, content, true)
		b.StartTimer()
	}
	b.ReportMetric(float64(request)/float64(single), "ratio")
	b.ReportMetric(float64(request)/float64(bulk), "ratio-bulk")
}

// table is the rows of one table that a submission wrote.
type table struct {
	name, columns string
	rows          [][]any
}

type tables []table

// sameRows reads back everything that a submission wrote.
func sameRows(b *testing.B, db *store.DB, content string) tables {
	b.Helper()
	list := tables{
		{
			name:    "points_entries",
			columns: `id, user_id, number, cycle_start, kind, points, held, granted, balance_after, order_id, note, created_at`,
		},
		{name: "orders", columns: `id, batch_id, space_id, payer_id, content_id, content_revision, outlet_id, points, status, events, due_at, requirements,
			account_rule, article_type, scheduled_at, created_at, updated_at`},
		{name: "order_events", columns: `order_id, number, at, "from", "to", actor, actor_id, note`},
	}
	where := []string{
		`order_id IN (SELECT id FROM orders WHERE content_id = $1)`, `content_id = $1`,
		`order_id IN (SELECT id FROM orders WHERE content_id = $1)`,
	}
	for i := range list {
		n := strings.Count(list[i].columns, ",") + 1
		rows, err := store.List(context.Background(), db.Read(), func(row store.Row) ([]any, error) {
			values, targets := make([]any, n), make([]any, n)
			for i := range values {
				targets[i] = &values[i]
			}
			return values, row.Scan(targets...)
		}, `SELECT `+list[i].columns+` FROM `+list[i].name+` WHERE `+where[i], content)
		must.Do(b, err)
		if len(rows) != 500 {
			b.Fatalf("%d rows in %s", len(rows), list[i].name)
		}
		list[i].rows = rows
	}
	return list
}

// insert deletes the rows of a submission and writes them anew in one transaction, which is what it measures.
func (l tables) insert(b *testing.B, db *store.DB, content string, bulk bool) time.Duration {
	b.Helper()
	ctx := context.Background()
	must.Do(b, db.InTx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx,
			`DELETE FROM points_entries WHERE order_id IN (SELECT id FROM orders WHERE content_id = $1)`,
			content); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM orders WHERE content_id = $1`, content)
		return err
	}))
	began := time.Now()
	must.Do(b, db.InTx(ctx, func(tx *store.Tx) error {
		for _, t := range l {
			into := `INSERT INTO ` + t.name + ` (` + t.columns + `)`
			if bulk {
				if err := store.InsertRows(ctx, tx, into, t.rows); err != nil {
					return err
				}
				continue
			}
			for _, row := range t.rows {
				if err := store.InsertRows(ctx, tx, into, [][]any{row}); err != nil {
					return err
				}
			}
		}
		return nil
	}))
	return time.Since(began)
}

// BenchmarkOrders is 50 accounts that submit one order after another, all at the same time.
func BenchmarkOrders(b *testing.B) {
	const accounts = 50
	for _, d := range storetest.Dialects {
		b.Run(string(d), func(b *testing.B) {
			p, _ := rich(b, d, 0)
			presses := make([]press, accounts)
			for i := range presses {
				presses[i] = press{Server: p.Server}
				presses[i].enrich(b)
				presses[i].content = p.article(b, presses[i].key)
			}
			b.Run(fmt.Sprint(accounts), func(b *testing.B) { submitAtOnce(b, p, presses) }) // the accounts are made once
		})
	}
}

var outletsMade int

// submitAtOnce shares b.N orders among the accounts. A content is ordered once from an outlet, so each round needs new outlets.
func submitAtOnce(b *testing.B, p *press, presses []press) {
	outlet := make([]string, b.N/len(presses)+1)
	for i := range outlet {
		outletsMade++ // an outlet of the same name would be the same
		m, err := p.App.Catalogue.Set(b.Context(), catalogue.Entry{Fields: catalogue.Fields{
			Name: fmt.Sprint("晚报 ", outletsMade), MediaType: catalogue.News, ContentTypes: []string{"article"},
			Price: catalogue.Price{Points: 1},
		}})
		must.Do(b, err)
		outlet[i] = m.ID
	}
	b.ResetTimer()
	var group sync.WaitGroup
	for i := range presses {
		group.Go(func() {
			for n := i; n < b.N; n += len(presses) {
				if answer := send(b, p, presses[i].submission("", outlet[n/len(presses)])); !strings.HasPrefix(answer, `{"code":0`) {
					b.Errorf("%.300s", answer)
					return
				}
			}
		})
	}
	group.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "orders/s")
}
