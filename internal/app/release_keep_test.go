package app_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/floor/queue"
	"renown/internal/floor/store"
	"renown/internal/floor/store/move"
	"renown/internal/room/account"
	"renown/internal/simulator"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// keep makes the installation of a release and writes its three files. It needs pg_dump.
func keep(t *testing.T, name string) {
	t.Helper()
	url := storetest.URL(t, store.SQLite)
	r := install(t, url)
	if t.Failed() {
		t.FailNow()
	}
	file := must.Get(os.ReadFile(filepath.Join(strings.TrimPrefix(url, "sqlite:"), "renown.db")))(t)
	must.Do(t, os.MkdirAll(releases, 0o755))
	name = filepath.Join(releases, name)
	pack(t, name+".db.gz", file)
	db := storetest.OpenURL(t, unpack(t, store.SQLite, name)) // that no other handle has open
	r.count(t, db)
	target := storetest.URL(t, store.Postgres)
	m := move.Move{Source: db, Target: storetest.OpenURL(t, target), To: "elsewhere", Jobs: queue.Moved()}
	must.Get(m.Run(t.Context()))(t)
	dump := exec.Command("pg_dump", "--dbname="+target, "--inserts", "--rows-per-insert=200", "--no-owner", "--no-privileges")
	dump.Stderr = os.Stderr
	lines := strings.Split(string(must.Get(dump.Output())(t)), "\n")
	lines = slices.DeleteFunc(lines, func(l string) bool { return strings.HasPrefix(l, `\`) || strings.HasPrefix(l, "--") })
	pack(t, name+".sql.gz", []byte(strings.Join(lines, "\n")))
	text := must.Get(json.MarshalIndent(r, "", " "))(t)
	must.Do(t, os.WriteFile(name+".json", append(text, '\n'), 0o644))
}

// idle are the settings of a program that serves and does not work, and of which platforms some are simulated.
func idle(s *config.Settings) {
	s.Role, s.Simulate = config.API, &simulator.Options{Platforms: s.Catalogue.All()[:3]}
}

// install makes a brand that was asked about in two months, with what was written and ordered.
func install(t *testing.T, url string) (r released) {
	t.Helper()
	s := apitest.Start(t, store.SQLite, apitest.Options{Database: url, Settings: idle})
	who, orderID := submitted(t, s)
	_, key, err := s.App.Accounts.CreateKey(t.Context(), who.UserID, "release", account.Scopes{"*"})
	must.Do(t, err)
	r.Key, r.Answers = key, map[string]any{}
	b := "/geo/brands/" + r.watch(t, s)
	paths := []string{"/geo/brands", "/media", "/media/contents", "/media/orders/" + orderID, "/media/points-records", "/geo/campaigns"}
	for _, what := range []string{"", "/topics", "/prompts", "/competitors", "/facts", "/annotations", "/runs"} {
		paths = append(paths, b+what)
	}
	past := s.App.OpenPast()
	for _, month := range []time.Month{time.August, time.September} {
		runID := must.Get(past.Run(t.Context(), who, filepath.Base(b), time.Date(2026, month, 20, 9, 0, 0, 0, time.UTC)))(t)
		if runID == "" {
			t.Fatal("no run")
		}
		paths = append(paths, "/geo/runs/"+runID, "/geo/runs/"+runID+"/answers?page_size=2")
	}
	for _, what := range []string{"/overview", "/visibility", "/sentiment", "/citations", "/searches"} {
		paths = append(paths, b+what+"?from=2026-08-01&to=2026-09-30")
	}
	for _, path := range paths {
		r.Answers[path] = lasting(s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: path}).At("data"))
	}
	must.Do(t, s.Stop())
	must.Do(t, s.App.Close())
	return r
}

// lasting is an answer without what a later program may rightly say otherwise of the same rows: which platforms there are, and
// fractions and what is not told, which rest on how figures are reckoned. Records and counts are left.
func lasting(v any) any {
	switch v := v.(type) {
	case map[string]any:
		maps.DeleteFunc(v, func(name string, member any) bool {
			n, number := member.(float64)
			return name == "available_platforms" || member == nil || number && n != math.Trunc(n)
		})
		for name, member := range v {
			v[name] = lasting(member)
		}
	case []any:
		for i := range v {
			v[i] = lasting(v[i])
		}
	}
	return v
}

// watch makes a brand with all that is said of it, and returns its id.
func (r *released) watch(t *testing.T, s *apitest.Server) string {
	t.Helper()
	post := func(path, body string, args ...any) string {
		t.Helper()
		id, _ := s.Expect(t, apitest.Call{Key: r.Key, Method: "POST", Path: path, Body: fmt.Sprintf(body, args...)}).At("data.id").(string)
		return id
	}
	b := post("/geo/brands", `{"name":"云栖笔记","introduction":"云端笔记","aliases":["云栖"],"homepage_url":"https://yunqi.example"}`)
	topic := post("/geo/brands/"+b+"/topics", `{"brand_id":%q,"name":"选购","region":"CN","language":"zh"}`, b)
	prompt := ""
	for i, stage := range []string{"awareness", "consideration"} {
		prompt = post("/geo/brands/"+b+"/prompts", `{"brand_id":%q,"topic_id":%q,"text":"推荐几款笔记软件，第 %d 问","stage":%q}`, b, topic, i, stage)
	}
	post("/geo/brands/"+b+"/competitors", `{"brand_id":%q,"name":"石墨本"}`, b)
	post("/geo/brands/"+b+"/facts", `{"brand_id":%q,"statement":"云栖笔记成立于2019年","attribute":"成立","value":"2019年"}`, b)
	post("/geo/brands/"+b+"/annotations", `{"brand_id":%q,"day":"2026-09-03","text":"改版"}`, b)
	post("/geo/campaigns", `{"brand_id":%q,"name":"通勤","target_ids":[%q]}`, b, prompt)
	return b
}

// count notes how many rows each table has. Processes write those of the job library and their own.
func (r *released) count(t *testing.T, db *store.DB) {
	t.Helper()
	tables := must.Get(store.List(t.Context(), db.Read(), store.One[string], `SELECT name FROM sqlite_schema
		WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'river%' AND name NOT LIKE 'schema%' AND name <> 'nodes'`))(t)
	r.Rows = map[string]int{}
	for _, table := range tables {
		r.Rows[table] = rows(t, db, table)
	}
	r.Schema = int(must.Get(db.SchemaVersion(t.Context()))(t).Database)
	r.Migrations = migrationsUntil(t, r.Schema)
}

func pack(t *testing.T, file string, text []byte) {
	t.Helper()
	var out bytes.Buffer
	w := must.Get(gzip.NewWriterLevel(&out, gzip.BestCompression))(t)
	must.Get(w.Write(text))(t)
	must.Do(t, w.Close())
	must.Do(t, os.WriteFile(file, out.Bytes(), 0o644))
}
