package mcp_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"renown/internal/door/mcp"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// The SDK's client talks to the server through the bridge as it does without.
func bridge(t *testing.T, w *world) {
	t.Helper()
	var out strings.Builder // a request with an id gets an answer, though none can carry this id
	expect.Do(t, (&mcp.Bridge{URL: w.URL, Key: w.demo.Key}).Run(t.Context(),
		strings.NewReader(`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`+"\n"), &out), "an id with a fraction")
	if !strings.Contains(out.String(), `"code":-32600`) {
		t.Errorf("an id with a fraction is answered with %q", out.String())
	}
	session := func(key string) (*sdk.ClientSession, error) {
		in, toBridge := io.Pipe()
		fromBridge, out := io.Pipe()
		ended := make(chan error, 1)
		go func() {
			ended <- (&mcp.Bridge{URL: w.URL, Key: key}).Run(context.WithoutCancel(t.Context()), in, out)
			out.Close()
		}()
		t.Cleanup(func() {
			toBridge.Close()
			expect.Do(t, <-ended, "the bridge ended")
		})
		return sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(),
			&sdk.IOTransport{Reader: fromBridge, Writer: toBridge}, nil)
	}
	s := must.Get(session(w.demo.Key))(t)
	list := must.Get(s.ListTools(t.Context(), nil))(t)
	expect.Equal(t, len(list.Tools), w.tools(t), "tools")
	if brands := rows(t, call(t, s, "list_brands", nil)); len(brands) != 2 {
		t.Errorf("brands: %v", brands)
	}
	refused(t, s, "get_overview", object{"brand_id": w.foreign}, 3001)
	expect.Do(t, expect.Error(s.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: "renown://glossary/visibility"})))
	must.Do(t, s.Close())
	if _, err := session("sk-nothing"); err == nil || strings.Contains(err.Error(), "sk-nothing") {
		t.Errorf("without a key that works: %v", err)
	}
}

// What goes wrong on the way is told to the client under the id of its call, and the key is in none of it.
func TestBridgeFaults(t *testing.T) {
	t.Parallel()
	for name, serve := range map[string]http.HandlerFunc{
		"a page":  func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) },
		"nothing": func(http.ResponseWriter, *http.Request) {},
		"a redirection": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://evil.example/mcp", http.StatusFound)
		},
		"no id": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = w.Write([]byte(`{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no"}}`))
		},
	} {
		server := httptest.NewServer(serve)
		var out strings.Builder
		in := "\n" + `{"jsonrpc":"2.0","id":"a-7","method":"tools/list"}` + "\n" +
			`{"jsonrpc":"2.0","method":"notifications/cancelled"}` + "\n"
		expect.Do(t, (&mcp.Bridge{URL: server.URL, Key: "sk-secret"}).Run(t.Context(), strings.NewReader(in), &out), name)
		server.Close()
		var answer struct {
			ID    string
			Error struct{ Message string }
		}
		if err := json.Unmarshal([]byte(out.String()), &answer); err != nil || answer.ID != "a-7" ||
			answer.Error.Message == "" || strings.Contains(out.String(), "sk-secret") {
			t.Errorf("%s: %q, %v", name, out.String(), err)
		}
	}
	for _, address := range []string{"", "renown.example", "ftp://renown.example", "https://user:sk-secret@renown.example"} {
		err := (&mcp.Bridge{URL: address, Key: "sk-secret"}).Run(t.Context(), strings.NewReader(""), io.Discard)
		if err == nil || strings.Contains(err.Error(), "sk-secret") {
			t.Errorf("%s: %v", address, err)
		}
	}
}
