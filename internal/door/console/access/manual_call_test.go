package access

import (
	"html"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"renown/internal/door/console/kit"
	"renown/internal/testkit/must"
)

// The calls of the reference are of methods that the clients have; those in Go are compiled beside the client.
func TestClientCalls(t *testing.T) {
	t.Parallel()
	read := func(path string) string {
		text := must.Get(os.ReadFile("../../../../" + path))(t)
		return string(text)
	}
	typescript, python := read("clients/typescript/src/api.ts"), read("clients/python/renown/api.py")
	method := regexp.MustCompile(`renown\.\w+\.(\w+)\(`)
	for id, c := range clientCalls() {
		ts, py := method.FindStringSubmatch(c.TypeScript), method.FindStringSubmatch(c.Python)
		if ts == nil || py == nil || !strings.Contains(typescript, "\n  "+ts[1]+"(") ||
			!strings.Contains(python, "\n    def "+py[1]+"(") || !strings.HasPrefix(c.Go, "result, err := renown.") {
			t.Errorf("%s: %v", id, c)
		}
	}
	if n := len(clientCalls()); n < 40 {
		t.Errorf("only %d calls", n)
	}
}

// The text that is kept for a language is filled in for each reader: own ids where there are any, in all calls but
// those that end something.
func TestManualIsFilledIn(t *testing.T) {
	t.Parallel()
	m := &Manual{groups: []manualGroup{{name: "Brands", operations: []manualOperation{
		{id: "getBrand", method: "GET", path: "/geo/brands/{brand_id}", filled: "/geo/brands/brd_01invented", summary: "Read"},
		{id: "deleteBrand", method: "DELETE", path: "/geo/brands/{brand_id}", filled: "/geo/brands/brd_01invented", summary: "Delete"},
	}}}}
	for range 2 {
		for reader, want := range map[string][2]string{
			"": {"brd_01invented", "概述"}, "brd_mine": {"brd_mine", "概述"},
			"brd_<b>": {"brd_&lt;b&gt;", "Introduction to the API"},
		} {
			request := httptest.NewRequest("GET", "/docs", nil)
			request.Header.Set("Accept-Language", map[bool]string{true: "zh", false: "en"}[want[1] == "概述"])
			ctx := kit.NewVisit(httptest.NewRecorder(), request, kit.View{}).Context()
			var page strings.Builder
			must.Do(t, manualBody(m, examples{
				base: "https://" + reader + ".example",
				own:  map[string]string{"brd_": reader},
			}).Render(ctx, &page))
			text, address := page.String(), "https://"+html.EscapeString(reader)+".example"
			for _, part := range []string{
				want[1] + "</h2><p><code>" + address + "</code>", address + "/geo/brands/" + want[0] + "&#39;",
				"renown.Brands.Get(ctx, &#34;brd_", "X DELETE &#39;" + address + "/geo/brands/brd_01invented&#39;",
			} {
				if !strings.Contains(text, part) {
					t.Errorf("%q: no %s", reader, part)
				}
			}
			if strings.Contains(text, hole) {
				t.Errorf("%q: a hole is left", reader)
			}
		}
	}
}
