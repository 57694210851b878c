package access

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"renown/internal/testkit/must"
)

// The settings that the documentation shows are those that the page fills in.
func TestAgentClients(t *testing.T) {
	t.Parallel()
	page := must.Get(os.ReadFile("../../../../docs/mcp.md"))(t)
	for _, c := range agentClients("https://renown.example.com/", keyInPlace) {
		if !strings.Contains(string(page), "\n"+c.text+"\n") || !strings.Contains(string(page), c.name) ||
			!strings.Contains(string(page), c.place) {
			t.Errorf("docs/mcp.md does not show how %s is set:\n%s", c.name, c.text)
		}
		if c.id != "claude-code" && !json.Valid([]byte(c.text)) {
			t.Errorf("%s: not JSON: %s", c.name, c.text)
		}
		if filled := (keyPage{
			base:  "https://renown.example.com/openapi/v1",
			fresh: &freshKey{plaintext: "sk-fresh"},
		}).agents(); !strings.Contains(filled[0].text, "sk-fresh") {
			t.Errorf("%s is not filled in: %s", c.name, filled[0].text)
		}
	}
}
