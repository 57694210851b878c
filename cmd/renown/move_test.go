package main

import (
	"testing"

	"renown/internal/floor/store"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/storetest"
)

// TestMoveScript runs the script that needs a folder and a PostgreSQL database.
func TestMoveScript(t *testing.T) {
	t.Parallel()
	runScript(t, "testdata/move/move.txtar", storetest.EmptyURL(t, store.Postgres))
}

func TestShownURL(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"postgres://renown:secret@db:5432/renown?password=secret": "postgres://renown@db:5432/renown",
		"postgresql://db/renown":                                  "postgresql://db/renown",
		"postgres://u:secret@a:1,b:2/x":                           "postgres://u@a:1,b:2/x",
		"postgres://u:secret@db:port/x":                           "PostgreSQL",
		"postgres:///renown?host=/run/postgresql":                 "postgres:///renown",
	} {
		expect.Equal(t, shownURL(text), want, text, "is shown as")
	}
}
