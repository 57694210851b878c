package main

import (
	"strings"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/testkit/storetest"
)

// A database that a newer program has migrated is refused in one sentence, by commands and by the doctor.
func TestNewerDatabase(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		url := storetest.URL(t, d)
		db := storetest.OpenURL(t, url)
		storetest.Exec(t, db, `INSERT INTO schema_version (version_id, is_applied) VALUES (9999, TRUE)`)
		where := "--database=" + url
		if folder, ok := strings.CutPrefix(url, "sqlite:"); ok {
			where = "--data=" + folder
		}
		const want = "the database has schema version 9999, this program knows up to "
		for _, words := range []string{"user list", "migrate", "serve --listen 127.0.0.1:0"} {
			status, out, errors := call(t, append(strings.Fields(words), where)...)
			if status != 1 || out != "" || !strings.Contains(errors, want) || strings.Count(errors, "\n") != 1 {
				t.Errorf("%s: status %d, %q, %q", words, status, out, errors)
			}
		}
		status, out, _ := call(t, "doctor", where)
		if status != 1 || !strings.Contains(out, want) {
			t.Errorf("doctor: status %d, %q", status, out)
		}
	})
}
