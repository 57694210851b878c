package mcp_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"renown/internal/door/locale"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// The official client for JavaScript gets the same over HTTP and over standard input and output. The bridge it starts is this
// test's own program, see TestMain.
func javaScript(t *testing.T, w *world) {
	t.Helper()
	if !strings.Contains(t.Name(), "/sqlite/") {
		t.Skip("one engine is enough: the client does not see it")
	}
	modules := os.Getenv("RENOWN_TEST_MCP_SDK")
	if modules == "" {
		must.Equal(t, os.Getenv("RENOWN_TEST_REQUIRE_CLIENTS"), "", "RENOWN_TEST_MCP_SDK names no modules")
		t.Skip("RENOWN_TEST_MCP_SDK names no modules: scripts/ensure.sh mcp-sdk installs them")
	}
	self := must.Get(os.Executable())(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	node := exec.CommandContext(ctx, "node", "testdata/client.mjs")
	node.Env = append(os.Environ(), "SDK="+modules, "ENDPOINT="+w.URL+"/mcp", "KEY="+w.demo.Key, "BRAND="+
		w.demo.BrandIDs[0], "FOREIGN="+w.foreign, "BRIDGE="+self)
	node.Stderr = os.Stderr
	text := must.Get(node.Output())(t)
	var got map[string]object
	must.Do(t, json.Unmarshal(text, &got))
	for _, over := range []string{"http", "stdio"} {
		tools, _ := got[over]["tools"].([]any)
		expect.Equal(t, len(tools), w.tools(t), "over", over, tools)
		delete(got[over], "tools")
		want := object{
			"figures": 12.0, "refused": []any{true, 3001.0}, "unknown": []any{-32602.0, 4040.0},
			"resources": float64(len(locale.Glossary()) + 1), "term": true, "prompt": 1.0, "stranger": true,
		}
		expect.Same(t, got[over], want, "over", over)
	}
}
