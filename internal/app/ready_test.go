package app_test

import (
	"testing"
	"time"

	"renown/internal/app"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/storetest"
)

// Who asks whether the program is ready, and how often, costs the database one look in a while.
func TestReadyIsKept(t *testing.T) {
	t.Parallel()
	for kept, want := range map[time.Duration]int{time.Hour: 200, 0: 503} {
		apitest.Each(t, apitest.Options{App: func(a *app.App) { a.Patience.Ready = kept }}, func(t *testing.T, s *apitest.Server) {
			if status, text := probe(t, s.URL+"/readyz"); status != 200 {
				t.Fatalf("not ready: %d %s", status, text)
			}
			storetest.Exec(t, s.App.DB, `DELETE FROM schema_version WHERE version_id > 12`)
			if status, text := probe(t, s.URL+"/readyz"); status != want {
				t.Errorf("kept for %s: %d %s", kept, status, text)
			}
		})
	}
}
