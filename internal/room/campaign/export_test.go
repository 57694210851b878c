package campaign_test

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
	"renown/internal/floor/store"
	"renown/internal/room/campaign"
	"renown/internal/room/export"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// table is one of bulk data, as lines of JSON with sorted keys.
func (m *measured) table(q export.Query) []string {
	m.t.Helper()
	file := must.Get(m.bulk.Open(m.t.Context(), m.Who, m.ID, q))(m.t)
	var out bytes.Buffer
	must.Do(m.t, file.Write(m.t.Context(), &out))
	if file.Tag != "" || out.Len() == 0 && q.To == "" {
		m.t.Errorf("%+v: %d bytes as %q", q, out.Len(), file.Tag)
	}
	if q.Format != "" {
		return nil
	}
	return lines(m.t, out.String())
}

func lines(t testing.TB, text string) (list []string) {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(text))
	for decoder.More() {
		var row map[string]any
		must.Do(t, decoder.Decode(&row))
		line := must.Get(json.Marshal(row))(t)
		list = append(list, string(line))
	}
	slices.Sort(list)
	return list
}

// checkTables holds the tables of bulk data against a campaign that is judged, and on PostgreSQL the views against them.
func (m *measured) checkTables(got campaign.Measured) {
	t := m.t
	t.Helper()
	expect.Refuse(t, expect.Error(m.bulk.Open(t.Context(), m.World.Caller(t), m.ID,
		export.Query{Table: "campaigns"})), fault.NoSuchThing, "another's campaigns")
	for _, q := range []export.Query{{Table: "campaigns", Format: "xlsx"}, {Table: "campaigns", From: "2026-02-01", To: "2026-01-01"}} {
		expect.Refuse(t, expect.Error(m.bulk.Open(t.Context(), m.Who, m.ID, q)), fault.Malformed, q)
	}
	for _, name := range []string{"campaigns", "campaign_orders", "campaign_outcomes"} {
		for _, format := range []string{"csv", "parquet"} {
			m.table(export.Query{Table: name, Format: format})
		}
		if before := m.table(export.Query{Table: name, From: "2020-01-01", To: "2020-01-31"}); len(before) != 0 {
			t.Errorf("%s before the declaration: %v", name, before)
		}
	}
	campaigns, orders, outcomes := m.table(export.Query{Table: "campaigns"}),
		m.table(export.Query{Table: "campaign_orders"}), m.table(export.Query{Table: "campaign_outcomes"})
	if len(campaigns) != 1 || !strings.Contains(campaigns[0], `"verdict":"effective"`) ||
		!strings.Contains(campaigns[0], m.prompts[0]+" "+m.prompts[1]) {
		t.Errorf("%v", campaigns)
	}
	if text := strings.Join(orders, "\n"); len(orders) != 2 || !strings.Contains(text, `"citations":80`) ||
		!strings.Contains(text, *got.Publications[0].FirstAnswer) || !strings.Contains(text, `"citations":0`) {
		t.Errorf("%v", orders)
	}
	if text := strings.Join(outcomes, "\n"); len(outcomes) != len(got.Outcomes) ||
		strings.Count(text, `"final":1`) != len(outcomes) || !strings.Contains(text, `"outcome":"absorbed"`) {
		t.Errorf("%v", outcomes)
	}
	if m.DB.Dialect() == store.Postgres {
		m.views(map[string][]string{"campaigns": campaigns, "campaign_orders": orders})
	}
}

func (m *measured) views(want map[string][]string) {
	script := must.Get(os.ReadFile("../../../docs/renown_bi.sql"))(m.t)
	for statement := range strings.SplitSeq(string(script), "\n\n") {
		if !strings.HasPrefix(statement, "--") {
			m.Exec(m.t, statement)
		}
	}
	for name, rows := range want {
		got := lines(m.t, strings.Join(m.Rows(m.t, 1, `SELECT CAST(row_to_json(v) AS TEXT) FROM renown_bi.`+name+
			` v WHERE brand_id = $1`, m.ID), "\n"))
		if diff := cmp.Diff(rows, got); diff != "" {
			m.t.Errorf("%s (-exported +view)\n%s", name, diff)
		}
	}
}
