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
	return slices.Concat((&access.Pages{}).Routes(), (&setup.Pages{}).Routes(), (&analysis.Pages{}).Routes(),
		(&publish.Pages{}).Routes(), (&operator.Pages{}).Routes())
}

var parameter = regexp.MustCompile(`\{[^}]*\}`)

// What is no text is refused by every route, wherever it stands, and causes no error of the server.
func TestNoText(t *testing.T) {
	t.Parallel()
	each(t, apitest.Options{Settings: simulated}, func(t *testing.T, s *apitest.Server) {
		b, _ := operatorIn(t, s)
		brand := strings.TrimPrefix(b.brand("云栖笔记"), "/brands/")
		// One rule reads them all, so a route meets each of them somewhere and not everywhere.
		tried, bads := 0, []string{"a%00b", "%ff", "%ed%a0%80"}
		if s.App.DB.Dialect() == store.Postgres {
			bads = bads[:1] // the one that this database refuses and the other takes
		}
		try := func(method, path string, form url.Values) {
			tried++
			if got := b.raw(method, path, form); got.status < 400 || got.status >= 500 {
				t.Errorf("%s %s %v: %d", method, path, form, got.status)
			}
		}
		next := func() string { return bads[tried%len(bads)] }
		for _, rt := range wings() {
			ours := strings.Replace(rt.Path, "{brand_id}", brand, 1)
			sound := parameter.ReplaceAllString(ours, "x")
			try(rt.Method, sound+"?q="+next(), nil)
			try(rt.Method, sound+"?"+next()+"=1", nil)
			try(rt.Method, sound+"?page=1&brand="+next(), nil)
			if ours != sound {
				try(rt.Method, parameter.ReplaceAllString(ours, next()), nil)
			}
			if ours != rt.Path {
				try(rt.Method, parameter.ReplaceAllString(strings.Replace(rt.Path, "{brand_id}", next(), 1), "x"), nil)
			}
			if rt.Method == http.MethodPost {
				raw, _ := url.QueryUnescape(next())
				try(rt.Method, sound, url.Values{"name": {raw}})
			}
		}
		if tried < 450 {
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
