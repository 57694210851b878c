package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"renown/internal/floor/store"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// The test binary is the program itself when a script calls it renown.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"renown": main})
}

// TestScript runs every script of testdata/script on both engines. $WHERE names the fresh database as a flag, and
// $WHERE_ENV as a variable.
func TestScript(t *testing.T) {
	t.Parallel()
	scripts, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		for _, script := range scripts {
			name := strings.TrimSuffix(filepath.Base(script), ".txtar")
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				runScript(t, script, storetest.EmptyURL(t, d))
			})
		}
	})
}

// TestSQLiteScript runs the scripts that are about the folder of the embedded database.
func TestSQLiteScript(t *testing.T) {
	t.Parallel()
	scripts, err := filepath.Glob("testdata/sqlite/*.txtar")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, script := range scripts {
		runScript(t, script, "sqlite:")
	}
}

func runScript(t *testing.T, script, url string) {
	testscript.Run(t, testscript.Params{
		Files: []string{script},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"end": end, "get": get, "json": checkJSON, "mode": checkMode, "serve": serve, "status": status,
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", "atexit_sleep_ms=0") // a second for each command otherwise
			where, value := "database", url
			if folder, ok := strings.CutPrefix(url, string(store.SQLite)+":"); ok {
				where, value = "data", folder
			}
			env.Setenv("WHERE", "--"+where+"="+value)
			env.Setenv("WHERE_ENV", "RENOWN_"+strings.ToUpper(where)+"="+value)
			servers := running{}
			env.Values["servers"] = servers
			env.Defer(servers.kill)
			return nil
		},
	})
}

// call runs the program inside the test and returns its exit status and what it wrote.
func call(t *testing.T, args ...string) (status int, out, errors string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = run(context.WithoutCancel(t.Context()), args, std{strings.NewReader(""), &stdout, &stderr})
	return status, stdout.String(), stderr.String()
}

func write(t *testing.T, path, text string) {
	t.Helper()
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
}
