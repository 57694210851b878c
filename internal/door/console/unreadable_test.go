package console_test

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"renown/internal/door/console/access"
	"renown/internal/door/console/analysis"
	"renown/internal/door/console/kit"
	"renown/internal/door/console/operator"
	"renown/internal/door/console/publish"
	"renown/internal/door/console/setup"
	"renown/internal/floor/store"
	"renown/internal/room/plan"
	"renown/internal/testkit/apitest"
)

// wings are all routes of the console but those of the shell.
func wings() []kit.Route {
	return slices.Concat((&access.Pages{}).Routes(), (&setup.Pages{}).Routes(), (&analysis.Pages{}).Routes(), (&publish.Pages{}).Routes(), (&operator.Pages{}).Routes())
}

var parameter = regexp.MustCompile(`\{[^}]*\}`)

// What is no text is refused by every route, wherever it stands: nothing is broken by it, and nobody is called.
func TestNoText(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: simulated}, func(t *testing.T, s *apitest.Server) {
		b, _ := operatorIn(t, s)
		brand := strings.TrimPrefix(b.brand("云栖笔记"), "/brands/")
		tried, bads := 0, []string{"a%00b", "%ff", "%ed%a0%80"}
		if s.App.DB.Dialect() == store.Postgres {
			bads = bads[:1] // the one that this database refuses and the other takes
		}
		for _, rt := range wings() {
			for _, bad := range bads {
				sound := parameter.ReplaceAllString(strings.Replace(rt.Path, "{brand_id}", brand, 1), "x")
				paths := []string{sound + "?q=" + bad, sound + "?" + bad + "=1", sound + "?page=1&brand=" + bad}
				if broken := parameter.ReplaceAllString(strings.Replace(rt.Path, "{brand_id}", brand, 1), bad); broken != sound {
					paths = append(paths, broken)
				}
				if broken := strings.Replace(rt.Path, "{brand_id}", bad, 1); broken != rt.Path {
					paths = append(paths, parameter.ReplaceAllString(broken, "x"))
				}
				for _, path := range paths {
					tried++
					if got := b.send(rt.Method, path, nil); got.status < 400 || got.status >= 500 {
						t.Errorf("%s %s: %d", rt.Method, path, got.status)
					}
				}
				if rt.Method == http.MethodPost {
					raw, _ := url.QueryUnescape(bad)
					if got := b.send(rt.Method, sound, url.Values{"name": {raw}}); got.status < 400 || got.status >= 500 {
						t.Errorf("a form at %s: %d", rt.Path, got.status)
					}
				}
			}
		}
		if tried < 350*len(bads) {
			t.Errorf("only %d were tried", tried)
		}
		if lines := s.Log.Lines(`"level":"ERROR"`); len(lines) > 0 {
			t.Errorf("%d errors, the first: %s", len(lines), lines[0])
		}
	})
}

// Who is not logged in may send little.
func TestFormsOfStrangers(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		large := strings.Repeat("x", 17<<10)
		stranger := newBrowser(t, s)
		tried := 0
		for _, rt := range wings() {
			if rt.Method == http.MethodPost && rt.Access == kit.Open {
				tried++
				stranger.post(rt.Path, "email", "a@example.com", "password", large).expect(http.StatusRequestEntityTooLarge)
			}
		}
		if tried < 4 {
			t.Errorf("only %d forms are open", tried)
		}
		stranger.post("/login", "email", "a@example.com", "password", large[:8<<10]).expect(422)
		member, _ := loggedIn(t, s, plan.Standard)
		member.post("/contents/preview", "title", "t", "body", large).expect(200)
	})
}
