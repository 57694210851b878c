package main

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"renown/internal/room/insight"
	"renown/internal/simulator"
	"renown/internal/testkit/geotest"
	"renown/internal/testkit/must"
)

// asked runs one statement by DuckDB in a folder and prints its first row.
const asked = `
const { createRequire } = require('module');
const { DuckDBInstance } = createRequire(process.env.MODULES + '/')('@duckdb/node-api');
(async () => {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const rows = (await connection.runAndReadAll(process.env.STATEMENT)).getRowObjectsJson();
  console.log(JSON.stringify(rows[0], (_, v) => typeof v === 'string' ? Number(v) : v));
})().catch(e => { console.error(e); process.exit(1); });
`

// The script in docs/data.md computes the overview's five figures from an export.
func TestDuckDB(t *testing.T) {
	t.Parallel()
	modules := os.Getenv("RENOWN_TEST_DUCKDB")
	if modules == "" && os.Getenv("RENOWN_TEST_REQUIRE_CLIENTS") != "" {
		t.Fatal("RENOWN_TEST_DUCKDB names no modules")
	}
	if modules == "" {
		t.Skip("RENOWN_TEST_DUCKDB names no modules: scripts/ensure.sh duckdb installs them")
	}
	page := must.Get(os.ReadFile("../../docs/data.md"))(t)
	_, rest, _ := strings.Cut(string(page), "```sql\n")
	statement, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("docs/data.md has no script")
	}
	w := geotest.New(t, "sqlite", geotest.Options{})
	w.Sim.Know(simulator.Brand{Name: "云栖笔记", Weight: 0.6, Terms: []string{"笔记"}},
		simulator.Brand{Name: "石墨文档", Weight: 0.5, Terms: []string{"笔记"}})
	b := w.Brand(t, "云栖笔记")
	topic := b.Topic(t, "选型")
	for _, text := range []string{"哪款云笔记好用？", "团队用什么笔记？", "云栖笔记怎么样？"} {
		b.Prompt(t, topic, text, "awareness")
	}
	b.Competitor(t, "石墨文档")
	for range 2 {
		b.Run(t)
		w.Clock.Advance(24 * time.Hour)
	}
	folder := filepath.Join(t.TempDir(), "data")
	if status, _, said := call(t, "export", "--brand", b.ID, "--from", "2026-01-05", "--to", "2026-01-06", "-o",
		folder, flagOf(w.URL)); status != 0 {
		t.Fatal(said)
	}
	command := exec.CommandContext(t.Context(), "node", "-e", asked)
	command.Dir = folder
	command.Env = append(os.Environ(), "MODULES="+modules, "STATEMENT="+statement)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var got map[string]*float64
	must.Do(t, json.Unmarshal(out, &got))
	o := must.Get(w.Insights.Overview(t.Context(), b.Who, b.ID, insight.Query{From: "2026-01-05", To: "2026-01-06"}))(t)
	in := o.Indicators
	for name, want := range map[string]*float64{
		"visibility": in.Visibility.Value, "share_of_voice": in.ShareOfVoice.Value,
		"average_position": in.AveragePosition.Value, "sentiment": in.Sentiment.Value,
		"own_citation_rate": in.OwnCitationRate.Value,
	} {
		if want == nil || got[name] == nil || math.Abs(*want-*got[name]) > 1e-9 {
			text := must.Get(json.Marshal(want))(t)
			t.Errorf("%s: %s by DuckDB, want %s", name, out, text)
		}
	}
}
