package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"path/filepath"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

func openKept(t testing.TB) *sql.DB {
	t.Helper()
	connector := must.Get(newConnector(filepath.Join(t.TempDir(), "x.db"), "immediate", 0, busyTimeout))(t)
	db := sql.OpenDB(connector)
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	must.Get(db.Exec("CREATE TABLE n (i BIGINT PRIMARY KEY); INSERT INTO n VALUES (1), (2), (3)"))(t)
	return db
}

func kept(t testing.TB, db *sql.DB) (n int) {
	t.Helper()
	conn := must.Get(db.Conn(context.Background()))(t)
	defer conn.Close()
	_ = conn.Raw(func(c any) error { n = len(c.(*stmtConn).stmts); return nil })
	return n
}

// A text that is being read may be run again inside its own loop.
func TestStmtNested(t *testing.T) {
	t.Parallel()
	db := openKept(t)
	tx := must.Get(db.Begin())(t)
	defer tx.Rollback()
	sum := 0
	var read func(depth int)
	read = func(depth int) {
		rows := must.Get(tx.Query("SELECT i FROM n WHERE i > $1 ORDER BY i", 0))(t)
		defer rows.Close()
		for rows.Next() {
			var i int
			must.Do(t, rows.Scan(&i))
			sum += i
			if depth > 0 {
				read(depth - 1)
			}
		}
		if rows.Err() != nil {
			t.Fatal(rows.Err())
		}
	}
	read(2)
	if want := 6 + 3*6 + 9*6; sum != want {
		t.Errorf("summed %d, want %d", sum, want)
	}
}

// The number of statements kept is bounded, also while the oldest one is being read.
func TestStmtBound(t *testing.T) {
	t.Parallel()
	db := openKept(t)
	tx := must.Get(db.Begin())(t)
	rows, err := tx.Query("SELECT i FROM n ORDER BY i")
	if err != nil || !rows.Next() {
		t.Fatal(err)
	}
	for i := range 3 * stmtsPerConn {
		var got int
		if err := tx.QueryRow(fmt.Sprintf("SELECT i + %d FROM n WHERE i = $1", i), 2).Scan(&got); err != nil || got != i+2 {
			t.Fatal(got, err)
		}
	}
	left := 0
	for rows.Next() {
		left++
	}
	if rows.Err() != nil || left != 2 {
		t.Errorf("%d rows left, %v", left, rows.Err())
	}
	must.Do(t, tx.Commit())
	expect.Equal(t, kept(t, db), stmtsPerConn, "statements are kept")
}

// A kept statement follows the schema, fails without harm and is not kept when it is wrong.
func TestStmtSchema(t *testing.T) {
	t.Parallel()
	db := openKept(t)
	columns := func() int {
		rows := must.Get(db.Query("SELECT * FROM n WHERE i = $1", 1))(t)
		defer rows.Close()
		names := must.Get(rows.Columns())(t)
		return len(names)
	}
	must.Equal(t, columns(), 1, "columns")
	must.Get(db.Exec("ALTER TABLE n ADD COLUMN extra TEXT"))(t)
	expect.Equal(t, columns(), 2, "columns after one was added")
	insert := "INSERT INTO n (i) VALUES ($1)"
	for i, want := range []bool{false, true, false, true} { // 1 is taken
		if _, err := db.Exec(insert, []int{1, 10, 1, 11}[i]); (err == nil) != want {
			t.Errorf("insert %d: %v", i, err)
		}
	}
	before := kept(t, db)
	if _, err := db.Exec("INSERT INTO nowhere VALUES ($1)", 1); err == nil {
		t.Error("no error")
	}
	expect.Equal(t, kept(t, db), before, "a wrong statement is kept")
}

// The number behind LIMIT stands in the text that is prepared, whatever parameters come behind it, and means the same.
func TestPlannedLimit(t *testing.T) {
	t.Parallel()
	db := openKept(t)
	for _, text := range []string{
		"SELECT i FROM n WHERE i > $1 ORDER BY i LIMIT $2 OFFSET $3",
		"-- name: Some :many\nSELECT i FROM (SELECT i FROM n WHERE i > ?1 ORDER BY i LIMIT ?2) WHERE i > ?3",
		"SELECT i FROM n WHERE i > $3 AND i > $1 ORDER BY i LIMIT $2",
	} {
		for _, limit := range []any{1, 2, 1, -1, "2"} { // none is -1; what is no number is bound
			want, ok := limit.(int)
			switch {
			case !ok:
				want = 2
			case want < 0:
				want = 3
			}
			rows := must.Get(db.Query(text, 0, limit, 0))(t)
			n, last := 0, 0
			for ; rows.Next(); n++ {
				must.Do(t, rows.Scan(&last))
			}
			if err := rows.Err(); err != nil || n != want || last != want {
				t.Errorf("%s: limit %v: %d rows to %d, %v", text, limit, n, last, err)
			}
		}
	}
	c := &stmtConn{limits: map[string]*limited{}}
	args := []driver.NamedValue{{Ordinal: 1, Value: int64(20)}, {Ordinal: 2, Value: int64(7)}}
	for text, want := range map[string]string{
		"SELECT 1":                     "SELECT 1",
		"SELECT 1 LIMIT 5":             "SELECT 1 LIMIT 5",
		"a LIMIT $1 OFFSET $2":         "a LIMIT 20 OFFSET $2",
		"(a LIMIT ?2) b LIMIT ?1 -- c": "(a LIMIT 7) b LIMIT 20 -- c",
		"a LIMIT $3":                   "a LIMIT $3",
		"a LIMIT $1 + 1":               "a LIMIT 20 + 1",
	} {
		for range 2 {
			expect.Equal(t, c.planned(text, args), want, text, "became")
		}
	}
}
