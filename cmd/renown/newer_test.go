package main

import (
	"path/filepath"
	"strings"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/testkit/storetest"
)

// A database that a newer program has migrated, or a build before the first release, is refused in one sentence, by commands
// and by the doctor.
func TestDatabaseOfAnother(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ made, want string }{
		"newer": {
			`INSERT INTO schema_version (version_id, is_applied) VALUES (9999, TRUE)`,
			"the database has schema version 9999, this program knows up to ",
		},
		"early": {
			`INSERT INTO schema_served (version_id, since) VALUES (12, 11)`,
			"database of a build before the first release: this program can neither use it",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
				url := storetest.URL(t, d)
				storetest.Exec(t, storetest.OpenURL(t, url), tt.made)
				where := "--database=" + url
				commands := []string{"user list", "migrate", "migrate --check", "serve --listen 127.0.0.1:0"}
				if folder, ok := strings.CutPrefix(url, "sqlite:"); ok {
					where = "--data=" + folder
					if name == "early" { // a copy of a newer one is of use: to that program
						commands = append(commands, "backup "+filepath.Join(t.TempDir(), "copy.db"))
					}
				}
				for _, words := range commands {
					status, out, errors := call(t, append(strings.Fields(words), where)...)
					if status != 1 || out != "" || !strings.Contains(errors, tt.want) || strings.Count(errors, "\n") != 1 {
						t.Errorf("%s: status %d, %q, %q", words, status, out, errors)
					}
				}
				status, out, _ := call(t, "doctor", where)
				if status != 1 || !strings.Contains(out, tt.want) {
					t.Errorf("doctor: status %d, %q", status, out)
				}
			})
		})
	}
}
