package api_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"renown/internal/door/api"
	"renown/internal/testkit/must"
)

var link = regexp.MustCompile(`\]\((/[^)]+)\)`)

// The list for programs leads to every page, and the pages say what they are. The rooms are not asked.
func TestMarkdownPages(t *testing.T) {
	t.Parallel()
	door := must.Get(api.New(api.Rooms{}))(t)
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		door.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody))
		return w
	}
	list := get(api.ListPath)
	links := link.FindAllStringSubmatch(list.Body.String(), -1)
	if !strings.HasPrefix(list.Body.String(), "# Renown") || len(links) < 10 || !strings.Contains(list.Body.String(), "/docs/mcp.md") {
		t.Fatalf("%d links: %s", len(links), list.Body)
	}
	for _, l := range links {
		page := get(l[1])
		if page.Code != http.StatusOK || page.Header().Get("ETag") == "" {
			t.Errorf("%s: %d", l[1], page.Code)
		}
		if api.IsPage(l[1]) && (page.Header().Get("Content-Type") != "text/markdown; charset=utf-8" ||
			!strings.HasPrefix(page.Body.String(), "# ")) {
			t.Errorf("%s: %s, %.40q", l[1], page.Header().Get("Content-Type"), page.Body)
		}
	}
	reference := get(api.PagesPath + "reference.md").Body.String()
	for name, op := range operations(t) {
		if !strings.Contains(reference, "\n### "+op.method+" "+op.path+"\n") {
			t.Errorf("%s is not in the reference", name)
		}
	}
	if missing := get("/docs/nothing.md"); missing.Code != http.StatusNotFound || !strings.Contains(missing.Body.String(), `"code":4040`) {
		t.Errorf("a page that is not there: %d %s", missing.Code, missing.Body)
	}
}
