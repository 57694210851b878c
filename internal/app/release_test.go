package app_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

var release = flag.String("release", "", "keep an installation of this program as that of a release, such as 0.1")

// releases holds a small installation of each release: NAME.db.gz is a database of SQLite, NAME.sql.gz the same as pg_dump
// writes it, and NAME.json what belongs to both.
const releases = "testdata/releases"

// released is what is known of the installation of a release.
type released struct {
	Schema     int            `json:"schema"`
	Migrations string         `json:"migrations"` // digest of the files up to that schema
	Key        string         `json:"key"`
	Rows       map[string]int `json:"rows"`    // by table
	Answers    map[string]any `json:"answers"` // of the API, by path
}

// Each release's database is brought up to date without losing a row, and the API says of it what that release said; members of
// answers that have come since do not matter. Migrations of a release are as they were.
func TestReleases(t *testing.T) {
	t.Parallel()
	if *release != "" {
		keep(t, *release)
	}
	files := must.Get(filepath.Glob(filepath.Join(releases, "*.json")))(t)
	if len(files) == 0 {
		t.Fatal("no release is kept")
	}
	for _, file := range files {
		var r released
		must.Do(t, json.Unmarshal(must.Get(os.ReadFile(file))(t), &r))
		name := strings.TrimSuffix(file, ".json")
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			if r.Migrations != migrationsUntil(t, r.Schema) { // before the first release: make it anew with -release 0.1
				t.Error("migrations of a release were changed")
			}
			storetest.EachDialect(t, func(t *testing.T, d store.Dialect) { r.open(t, d, unpack(t, d, name)) })
		})
	}
}

// open brings a database up to date and looks at it.
func (r released) open(t *testing.T, d store.Dialect, url string) {
	t.Helper()
	db := storetest.OpenURL(t, url)
	must.Do(t, db.Migrate(t.Context()))
	if v := must.Get(db.SchemaVersion(t.Context()))(t); !v.Current() {
		t.Errorf("%+v", v)
	}
	for table, want := range r.Rows {
		if n := rows(t, db, table); n != want {
			t.Errorf("%s has %d rows, had %d", table, n, want)
		}
	}
	s := apitest.Start(t, d, apitest.Options{Database: url, Settings: idle})
	for path, said := range r.Answers {
		says := s.Expect(t, apitest.Call{Key: r.Key, Method: "GET", Path: path}).At("data")
		for _, difference := range missing("data", said, says) {
			t.Errorf("%s: %s", path, difference)
		}
	}
}

// missing tells where an answer does not say what another said.
func missing(at string, said, says any) (list []string) {
	switch said := said.(type) {
	case map[string]any:
		for name, value := range said {
			member, _ := says.(map[string]any)
			list = append(list, missing(at+"."+name, value, member[name])...)
		}
	case []any:
		items, _ := says.([]any)
		if len(items) != len(said) {
			return []string{fmt.Sprintf("%s has %d members, had %d", at, len(items), len(said))}
		}
		for i, value := range said {
			list = append(list, missing(fmt.Sprintf("%s.%d", at, i), value, items[i])...)
		}
	default:
		if said != says {
			list = append(list, fmt.Sprintf("%s is %v, was %v", at, says, said))
		}
	}
	return list
}

// migrationsUntil is a digest of the migrations up to a schema.
func migrationsUntil(t *testing.T, schema int) string {
	t.Helper()
	sum := sha256.New()
	for _, file := range must.Get(filepath.Glob("../floor/store/migrations/*.sql"))(t) {
		if filepath.Base(file) < fmt.Sprintf("%05d_", schema+1) {
			fmt.Fprintf(sum, "%s\n%s", filepath.Base(file), must.Get(os.ReadFile(file))(t))
		}
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func rows(t *testing.T, db *store.DB, table string) int {
	t.Helper()
	return must.Get(store.One[int](db.Read().QueryRow(t.Context(), `SELECT count(*) FROM `+table)))(t)
}

// unpack puts the database of a release into one of a test.
func unpack(t *testing.T, d store.Dialect, name string) (url string) {
	t.Helper()
	url = storetest.EmptyURL(t, d)
	if folder, ok := strings.CutPrefix(url, "sqlite:"); ok {
		must.Do(t, os.WriteFile(filepath.Join(folder, "renown.db"), gunzip(t, name+".db.gz"), 0o600))
		return url
	}
	conn := must.Get(pgx.Connect(t.Context(), url))(t)
	defer conn.Close(context.WithoutCancel(t.Context()))
	must.Get(conn.PgConn().Exec(t.Context(), string(gunzip(t, name+".sql.gz"))).ReadAll())(t)
	return url
}

func gunzip(t *testing.T, file string) []byte {
	t.Helper()
	packed := must.Get(os.ReadFile(file))(t)
	r := must.Get(gzip.NewReader(bytes.NewReader(packed)))(t)
	return must.Get(io.ReadAll(r))(t)
}
