package console_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"renown/internal/door/api"
	"renown/internal/door/console"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

// What cannot be answered is said in the look of the console, and nothing of the cause leaves.
func TestFailures(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{})
	document := api.Document()
	c, err := console.New(console.Rooms{
		Rooms: s.App.Rooms, Document: document, Now: s.App.DB.Now,
		Address: func(*http.Request) string { return "192.0.2.1" },
	})
	must.Do(t, err)
	for _, tc := range []struct {
		name   string
		serve  http.HandlerFunc
		status int
		says   string
	}{
		{"a panic", c.Failed, 500, "没能完成"},
		{"stopping", c.Stopping, 503, "服务暂时不可用"},
	} {
		w := httptest.NewRecorder()
		tc.serve(w, httptest.NewRequest("GET", "/account", nil))
		root := must.Get(html.Parse(w.Body))(t)
		if w.Code != tc.status || !strings.Contains(textOf(root), tc.says) {
			t.Errorf("%s: %d %s", tc.name, w.Code, textOf(root))
		}
	}
	if _, err := console.New(console.Rooms{Document: []byte(`{"openapi":`)}); err == nil {
		t.Error("a description that cannot be read is accepted")
	}
}

// A form larger than any page sends is refused before it is read to its end.
func TestLargeForm(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{})
	b, _ := loggedIn(t, s, plan.Standard)
	b.post("/teams", "name", strings.Repeat("x", 3<<20)).expect(413, "上限为 2 MiB")
	b.post("/login", "email", strings.Repeat("x", 20<<10)).expect(413, "上限为 16 KiB")
}
