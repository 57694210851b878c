package api

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"renown/internal/door/porch"
	"renown/internal/floor/fault"
	"renown/internal/testkit/must"
)

// The guide for people names every code with the status it really has.
func TestGuideHasEveryCode(t *testing.T) {
	t.Parallel()
	guide := must.Get(os.ReadFile("../../../docs/api.md"))(t)
	for _, code := range fault.Codes() {
		row := fmt.Sprintf("\n| %d | %d | ", code, porch.Statuses[code])
		if !strings.Contains(string(guide), row) {
			t.Errorf("docs/api.md has no row %q", strings.TrimSpace(row))
		}
	}
}

// The guide names every operation with its scope.
func TestGuideHasEveryOperation(t *testing.T) {
	t.Parallel()
	guide := must.Get(os.ReadFile("../../../docs/api.md"))(t)
	for _, r := range new(Door).routes() {
		if row := "\n| `" + r.method + " " + r.path + "` | "; !strings.Contains(string(guide), row) {
			t.Errorf("docs/api.md has no row %q", strings.TrimSpace(row))
		}
	}
}
