package assistant

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

const ownEntry = `
platforms:
  - id: own
    protocol: chat
    base_url: %s
    allow_private: true
    model: m
    key: sk-own-0123456789
    options:
      modes: {search: {}}
      headers: %s
`

func TestHeadersAreChecked(t *testing.T) {
	t.Parallel()
	const value = "not-to-be-shown"
	for headers, want := range map[string]string{
		"{x-beta: on, X-Tenant: a b}":            "",
		"{authorization: " + value + "}":         "options.headers.Authorization (line 11): is set by the program",
		"{API-KEY: " + value + "}":               "Api-Key",
		"{x-api-key: " + value + "}":             "X-Api-Key",
		"{Host: " + value + "}":                  "Host",
		"{content-length: 3}":                    "Content-Length",
		"{Content-Type: text/plain}":             "Content-Type",
		"{transfer-encoding: chunked}":           "Transfer-Encoding",
		"{Accept-Encoding: br}":                  "Accept-Encoding",
		"{cookie: a=b}":                          "Cookie",
		`{"x y": ` + value + `}`:                 "is no name of a header",
		`{"": ` + value + `}`:                    "is no name of a header",
		`{x: "` + value + `\r\nHost: y"}`:        "options.headers.X (line 11): must be printable text",
		`{x: ""}`:                                "must be printable text",
		`{x: ` + value + `中}`:                    "must be printable text",
		`{x: [a]}`:                               "must be printable text",
		"{x-a: 1, X-A: 2}":                       "appears twice",
		"[a]":                                    "must be a mapping",
		many(21):                                 "more than 20",
		`{x: ` + strings.Repeat("v", 1001) + `}`: "must be printable text",
	} {
		_, err := load(t, fmt.Sprintf(ownEntry, "https://llm.example", headers), nil)
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", headers, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%.60s: %v, want %q", headers, err, want)
		case err != nil && strings.Contains(err.Error(), value):
			t.Errorf("the value is told: %v", err)
		}
	}
}

func many(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("x-%d: a", i)
	}
	return "{" + strings.Join(list, ", ") + "}"
}

func TestHeadersAreSent(t *testing.T) {
	t.Parallel()
	var got http.Header
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.Header.Clone()
		w.WriteHeader(http.StatusForbidden)
		_, _ = fmt.Fprintf(w, `{"error":{"message":"no room for tenant %s here"}}`, r.Header.Get("X-Tenant"))
	}))
	defer server.Close()
	c := must.Get(load(t, fmt.Sprintf(ownEntry, server.URL, "{x-tenant: tenant-0123456789, x-beta: on}"), nil))(t)
	client := New(c, Settings{})
	defer client.Close()
	_, err := client.Ask(t.Context(), Question{Platform: "own", Text: "q"})
	for name, want := range map[string]string{
		"X-Tenant": "tenant-0123456789", "X-Beta": "on", "Authorization": "Bearer sk-own-0123456789", "Content-Type": "application/json",
	} {
		expect.Equal(t, got.Get(name), want, name)
	}
	shown := fmt.Sprintf("%v %+v %#v", err, c.Find("own"), c.Find("own").Options)
	if err == nil || strings.Contains(shown, "tenant-0123456789") {
		t.Errorf("the value of a header is told: %s", shown)
	}
}

// Ark opens its tools by headers.
func TestArkHeaders(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]string{"doubao": "Ark-Beta-Web-Search", "doubao_app": "Ark-Beta-Doubao-App"} {
		h := Known().Find(id).Options.Headers
		if names := slices.Collect(maps.Keys(h)); len(names) != 1 || names[0] != want || h[want].Reveal() != "true" {
			t.Errorf("%s sends %v", id, names)
		}
	}
}
