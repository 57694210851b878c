package export_test

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/store"
	"renown/internal/room/export"
	"renown/internal/simulator"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// claimed has every answer of a brand contradict a fact.
func claimed(t *testing.T, w *geotest.World, b *geotest.Watched) {
	t.Helper()
	w.Exec(t, `INSERT INTO compared_answers (answer_id, brand_id, sheet, platform, prompt_id, mode, answered_at, agreed, contradicted)
		SELECT a.id, a.brand_id, 's', a.platform, a.prompt_id, a.mode, a.answered_at, 0, 1 FROM answers a WHERE a.brand_id = $1`, b.ID)
	w.Exec(t, `INSERT INTO claims (answer_id, place, brand_id, fact_id, kind, verdict, reason, starts, ends, value_starts, value_ends, platform, mode, answered_at)
		SELECT answer_id, 0, brand_id, 'fct_1', 'number', 'contradicts', 'outdated', 0, 9, 3, 5, platform, mode, answered_at FROM compared_answers WHERE brand_id = $1`, b.ID)
}

// The views in docs/renown_bi.sql have the columns and rows of the exported tables, and the role that reads them can do nothing else.
func TestViews(t *testing.T) {
	t.Parallel()
	if !slices.Contains(storetest.Dialects, store.Postgres) {
		t.Skip("only PostgreSQL has views for others")
	}
	w := geotest.New(t, store.Postgres, geotest.Options{Judge: geotest.ThirdByModel()})
	w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.6, Terms: []string{"云笔记"}},
		simulator.Brand{Name: "石墨文档", Weight: 0.5, Terms: []string{"云笔记"}})
	b := w.Brand(t, "云栖笔记")
	topic := b.Topic(t, "选型")
	b.Prompt(t, topic, "哪款云笔记好用？", "awareness")
	b.Prompt(t, topic, "云栖笔记怎么样？", "decision", "sentiment")
	b.Competitor(t, "石墨文档")
	for range 2 {
		b.Run(t)
		w.Clock.Advance(24 * time.Hour)
	}
	w.Exec(t,
		`UPDATE answers SET finish = 'stop', mode = CASE WHEN platform = 'doubao' THEN 'app/search' ELSE mode END WHERE brand_id = $1`, b.ID)
	placePage(t, w, b)
	claimed(t, w, b)
	script, err := os.ReadFile("../../../docs/renown_bi.sql")
	must.Do(t, err)
	for range 2 { // again after an upgrade
		for statement := range strings.SplitSeq(string(script), "\n\n") {
			if !strings.HasPrefix(statement, "--") {
				w.Exec(t, statement)
			}
		}
	}
	for _, table := range w.Bulk.Names() {
		rows := w.Rows(t, 1, `SELECT CAST(row_to_json(v) AS TEXT) FROM renown_bi.`+table+` v WHERE brand_id = $1`, b.ID)
		got, want := jsonRows(t, []byte(strings.Join(rows, "\n"))), jsonRows(t, written(t, w, b, export.Query{Table: table}))
		if len(want) == 0 {
			t.Errorf("%s is empty", table)
		}
		if diff := cmp.Diff(sorted(t, want), sorted(t, got)); diff != "" {
			t.Errorf("%s (-exported +view)\n%.2000s", table, diff)
		}
	}
	err = w.DB.InTx(t.Context(), func(tx *store.Tx) error {
		ctx := context.Background()
		if _, err := tx.Exec(ctx, `SET LOCAL ROLE renown_bi`); err != nil {
			return err
		}
		if n, err := store.One[int64](tx.QueryRow(ctx, `SELECT count(*) FROM renown_bi.answers`)); err != nil || n == 0 {
			t.Errorf("the role sees %d answers: %v", n, err)
		}
		_, err := tx.Exec(ctx, `SELECT count(*) FROM public.answers`)
		return err
	})
	if err == nil {
		t.Error("the role reads the tables themselves")
	}
}

func sorted(t *testing.T, rows []map[string]any) (list []string) {
	t.Helper()
	for _, row := range rows {
		text := must.Get(json.Marshal(row))(t)
		list = append(list, string(text))
	}
	slices.Sort(list)
	return list
}
