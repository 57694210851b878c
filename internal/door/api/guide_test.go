package api

import (
	"encoding/json"
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

// Both guides name every operation that may be repeated safely where they tell how.
func TestGuidesNameWhatIsRepeatable(t *testing.T) {
	t.Parallel()
	var contract struct {
		Paths map[string]map[string]struct {
			Parameters []struct {
				Ref string `json:"$ref"`
			}
		}
		Guide string `json:"x-guide"`
	}
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile("openapi.gen.json"))(t), &contract))
	_, short, _ := strings.Cut(string(must.Get(os.ReadFile("../../../docs/api.md"))(t)), "\n## Repeating a request safely\n")
	_, long, _ := strings.Cut(contract.Guide, "\n## Idempotency\n")
	long, _, _ = strings.Cut(long, "\n## ")
	found := 0
	for path, methods := range contract.Paths {
		for _, p := range methods["post"].Parameters {
			if p.Ref != "#/components/parameters/IdempotencyKey" {
				continue
			}
			found++
			if name := "`POST " + path + "`"; !strings.Contains(short, name) || !strings.Contains(long, name) {
				t.Errorf("docs/api.md or x-guide does not name %s", name)
			}
		}
	}
	if found == 0 {
		t.Error("nothing takes an Idempotency-Key")
	}
}
