package export_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/brand"
	"renown/internal/room/export"
	"renown/internal/room/insight"
	"renown/internal/simulator"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// written is a table as JSON lines.
func written(t *testing.T, w *geotest.World, b *geotest.Watched, q export.Query) []byte {
	t.Helper()
	var out bytes.Buffer
	file := must.Get(w.Bulk.Open(t.Context(), b.Who, b.ID, q))(t)
	must.Do(t, file.Write(t.Context(), &out))
	return out.Bytes()
}

func jsonRows(t *testing.T, text []byte) (rows []map[string]any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	for decoder.More() {
		var row map[string]any
		must.Do(t, decoder.Decode(&row))
		rows = append(rows, row)
	}
	return rows
}

// placePage has an order have placed a page that answers cite, and the history read again with it.
func placePage(t *testing.T, w *geotest.World, b *geotest.Watched) {
	t.Helper()
	ctx := t.Context()
	for _, row := range jsonRows(t, written(t, w, b, export.Query{Table: "citations"})) {
		if page, _ := row["url"].(string); row["cited"] == 1.0 && row["class"] != "own" {
			must.Do(t, w.DB.InTx(ctx, func(tx *store.Tx) error {
				return w.Brands.PlacedTx(ctx, tx, brand.Place{SpaceID: b.Who.SpaceID, Page: strings.TrimPrefix(page, "https://")})
			}))
			b.Rename(t, "云栖笔记", "云栖云笔记")
			w.Reread(t)
			return
		}
	}
	t.Fatal("nothing is cited")
}

// sum adds up a column over rows that count for something.
func sum(rows []map[string]any, column string, where ...string) (total float64) {
	for _, row := range rows {
		take := true
		for _, name := range where {
			take = take && row[name] == 1.0
		}
		if n, ok := row[column].(float64); ok && take {
			total += n
		}
	}
	return total
}

// The overview's figures follow from the tables by adding up, and the three forms of a table say the same.
func TestBulk(t *testing.T) {
	t.Parallel()
	geotest.Each(t, geotest.Options{}, func(t *testing.T, w *geotest.World) {
		w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.6, Terms: []string{"云笔记"}},
			simulator.Brand{Name: "石墨文档", Weight: 0.5, Terms: []string{"云笔记"}})
		b := w.Brand(t, "云栖笔记")
		topic := b.Topic(t, "选型")
		b.Prompt(t, topic, "哪款云笔记好用？", "awareness")
		b.Prompt(t, topic, "=1+1 云笔记？", "decision", "visibility")
		b.Prompt(t, topic, "云栖笔记怎么样？", "decision", "sentiment")
		b.Competitor(t, "石墨文档")
		for range 3 {
			b.Run(t)
			w.Clock.Advance(24 * time.Hour)
		}
		stranger := w.Caller(t)
		expect.Refuse(t, expect.Error(w.Bulk.Open(t.Context(), stranger, b.ID, export.Query{Table: "answers"})),
			fault.NoSuchThing, "another's data")
		for _, q := range []export.Query{
			{Table: "answers", Format: "xlsx"},
			{Table: "daily", Format: "PARQUET"},
			{Table: "answers", From: "2026-02-01", To: "2026-01-01"},
		} {
			expect.Refuse(t, expect.Error(w.Bulk.Open(t.Context(), b.Who, b.ID, q)), fault.Malformed, q)
		}
		expect.Refuse(t, expect.Error(w.Bulk.Open(t.Context(), b.Who, b.ID, export.Query{Table: "secrets"})),
			fault.NoSuchThing, "an unknown table")
		placePage(t, w, b)
		addsUp(t, w, b)
		claimed(t, w, b)
		for _, table := range w.Bulk.Names() {
			sameForms(t, w, b, table)
		}
		if rows := jsonRows(t, written(t, w, b, export.Query{Table: "answers", From: "2025-12-01", To: "2025-12-02"})); len(rows) != 0 {
			t.Errorf("%d rows before anything was asked", len(rows))
		}
	})
}

func addsUp(t *testing.T, w *geotest.World, b *geotest.Watched) {
	t.Helper()
	o := must.Get(w.Insights.Overview(t.Context(), b.Who, b.ID, insight.Query{}))(t)
	in := o.Indicators
	answers, daily := jsonRows(t, written(t, w, b, export.Query{Table: "answers"})),
		jsonRows(t, written(t, w, b, export.Query{Table: "daily"}))
	for name, c := range map[string]struct {
		want       *float64
		y, x       float64 // of answers
		dayY, dayX float64 // of daily
	}{
		"visibility": {
			in.Visibility.Value, sum(answers, "named", "counts", "for_visibility"),
			sum(answers, "counts", "counts", "for_visibility"), sum(daily, "named", "for_visibility"),
			sum(daily, "answers", "for_visibility"),
		},
		"voice": {
			in.ShareOfVoice.Value, sum(answers, "named", "counts", "for_visibility"),
			sum(answers, "named", "counts", "for_visibility") +
				sum(answers, "competitors_named", "counts", "for_visibility"),
			sum(daily, "named", "for_visibility"), sum(daily, "named", "for_visibility") +
				sum(daily, "competitors_named", "for_visibility"),
		},
		"position": {
			in.AveragePosition.Value, sum(answers, "position", "counts", "for_visibility"),
			sum(answers, "named", "counts", "for_visibility"), sum(daily, "position_sum", "for_visibility"),
			sum(daily, "named", "for_visibility"),
		},
		"own": {
			in.OwnCitationRate.Value, sum(answers, "own_cited", "counts"), sum(answers, "counts", "counts"),
			sum(daily, "own_cited"), sum(daily, "answers"),
		},
	} {
		if math.Abs(c.y/c.x-*c.want) > 1e-9 || math.Abs(c.dayY/c.dayX-*c.want) > 1e-9 {
			t.Errorf("%s: %v of answers, %v of daily, want %v", name, c.y/c.x, c.dayY/c.dayX, *c.want)
		}
	}
	tones := 0.0
	for _, row := range answers {
		if row["counts"] == 1.0 && row["for_sentiment"] == 1.0 && row["tone_judge"] == "offline" {
			tones++
		}
	}
	score := sum(answers, "tone_score", "counts", "for_sentiment") / tones
	if math.Abs(score-*in.Sentiment.Value) > 1e-9 || math.Abs(sum(daily, "tone_sum_offline",
		"for_sentiment")/sum(daily, "judged_offline", "for_sentiment")-score) > 1e-9 {
		t.Errorf("sentiment %v, want %v", score, *in.Sentiment.Value)
	}
}

// sameForms compares the forms of a table cell by cell.
func sameForms(t *testing.T, w *geotest.World, b *geotest.Watched, table string) {
	t.Helper()
	rows := jsonRows(t, written(t, w, b, export.Query{Table: table, Format: "ndjson"}))
	if len(rows) == 0 {
		t.Errorf("%s is empty", table)
		return
	}
	records, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(written(t, w, b,
		export.Query{Table: table, Format: "csv"})), "\ufeff"))).ReadAll()
	must.Do(t, err)
	file := written(t, w, b, export.Query{Table: table, Format: "parquet"})
	read := must.Get(parquet.OpenFile(bytes.NewReader(file), int64(len(file))))(t)
	if len(records) != len(rows)+1 || read.NumRows() != int64(len(rows)) || len(records[0]) != len(rows[0]) ||
		len(read.Schema().Columns()) != len(rows[0]) {
		t.Fatalf("%s: %d rows of %d, %d of CSV with %d columns, %d of Parquet with %d", table, len(rows),
			len(rows[0]), len(records)-1, len(records[0]), read.NumRows(), len(read.Schema().Columns()))
	}
	for i, path := range read.Schema().Columns() {
		if len(path) != 1 || path[0] != records[0][i] {
			t.Errorf("%s: column %d is %v in Parquet and %s in CSV", table, i, path, records[0][i])
		}
		if kind := read.Schema().Fields()[i].Type().LogicalType(); kind != nil && strings.HasPrefix(kind.String(), "TIMESTAMP") {
			t.Errorf("%s: %s is a number in JSON and CSV, and a time in Parquet", table, path[0])
		}
	}
	for i, row := range rows {
		for j, name := range records[0] {
			want := ""
			if v := row[name]; v != nil {
				want = fmt.Sprint(v)
			}
			if n, isNumber := row[name].(float64); isNumber {
				want = fmt.Sprint(json.Number(fmt.Sprint(n)))
				if n == math.Trunc(n) {
					want = fmt.Sprintf("%.0f", n)
				}
			}
			got := records[i+1][j]
			if strings.HasPrefix(want, "=") {
				want = "'" + want
			}
			if strings.ReplaceAll(got, "\r\n", "\n") != strings.ReplaceAll(want, "\r\n", "\n") && strings.TrimPrefix(got, "'") != want {
				t.Fatalf("%s, row %d, %s: %q in CSV, %q in JSON", table, i, name, got, want)
			}
		}
	}
}
