package store

import (
	"context"
	"database/sql"
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
