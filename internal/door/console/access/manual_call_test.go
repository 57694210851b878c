package access

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The calls of the reference are of methods that the clients have; those in Go are compiled beside the client.
func TestClientCalls(t *testing.T) {
	t.Parallel()
	read := func(path string) string {
		text, err := os.ReadFile("../../../../" + path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	typescript, python := read("clients/typescript/src/api.ts"), read("clients/python/renown/api.py")
	method := regexp.MustCompile(`renown\.\w+\.(\w+)\(`)
	for id, c := range clientCalls() {
		ts, py := method.FindStringSubmatch(c.TypeScript), method.FindStringSubmatch(c.Python)
		if ts == nil || py == nil || !strings.Contains(typescript, "\n  "+ts[1]+"(") || !strings.Contains(python, "\n    def "+py[1]+"(") || !strings.HasPrefix(c.Go, "result, err := renown.") {
			t.Errorf("%s: %v", id, c)
		}
	}
	if n := len(clientCalls()); n < 40 {
		t.Errorf("only %d calls", n)
	}
	o := manualOperation{id: "getBrand", method: "GET", path: "/geo/brands/{brand_id}"}
	shown := examples{base: "https://renown.example.com", own: map[string]string{"brd_": "brd_mine"}}.calls(o)
	if len(shown) != 4 || !strings.Contains(shown[1].text, `"brd_mine"`) {
		t.Errorf("the reader's own brand is not in %v", shown)
	}
}
