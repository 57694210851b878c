package browsertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// What tests rely on is seen: each of these pages does one thing that is not done.
func TestFaultsAreSeen(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ script, want string }{
		"exception":       {`throw new Error("broken")`, "broken"},
		"rejection":       {`Promise.reject(new Error("let down"))`, "let down"},
		"console":         {`console.error("unwell")`, "console: "},
		"inline script":   {`document.body.append(Object.assign(document.createElement("script"), {textContent: "1"}))`, "security: "},
		"inline style":    {`document.body.setAttribute("style", "color: red")`, "security: "},
		"missing":         {`fetch("/nothing")`, "/nothing answers 404"},
		"another host":    {`location.assign("http://evil.example/")`, "a request to http://evil.example/"},
		"an image of one": {`document.body.append(Object.assign(new Image(), {src: "http://evil.example/pixel"}))`, "evil.example/pixel"},
		"dialog":          {`setTimeout(() => alert("hello"))`, "dialog: hello"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Security-Policy",
					"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'")
				switch r.URL.Path {
				case "/":
					w.Header().Set("Content-Type", "text/html; charset=utf-8")
					_, _ = fmt.Fprint(w,
						`<!DOCTYPE html><title>x</title><link rel="icon" href="/icon"><p>here</p><script src="/script.js" defer></script>`)
				case "/script.js":
					w.Header().Set("Content-Type", "text/javascript")
					_, _ = fmt.Fprint(w, tc.script)
				case "/icon":
				default:
					http.NotFound(w, r)
				}
			}))
			t.Cleanup(server.Close)
			b := newTab(t, server.URL)
			_ = b.try(navigate(server.URL + "/"))
			var found []string
			eventually(t, tc.want, func() bool {
				found = append(found, b.take()...)
				return strings.Contains(strings.Join(found, "\n"), tc.want)
			})
		})
	}
}
