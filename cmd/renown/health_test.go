package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// health finds the server by its settings, and fails once it does not serve.
func TestHealth(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{})
	path := filepath.Join(t.TempDir(), "renown.yaml")
	must.Do(t, os.WriteFile(path, []byte("listen: \""+s.Addr+"\"\n"), 0o600))
	status, out, errors := call(t, "health", "--config", path)
	if status != 0 || out != "ok\n" || errors != "" {
		t.Errorf("status %d, %q, %q", status, out, errors)
	}
	must.Do(t, s.Stop())
	status, _, errors = call(t, "health", "--config", path)
	expect.Equal(t, status, 1, errors)
	if !strings.Contains(errors, "refused") {
		t.Error(errors)
	}
}
