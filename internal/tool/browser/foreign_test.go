package browser_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"renown/internal/testkit/must"
	"renown/internal/tool/browser"
)

// foreign are chat front ends of other projects, by the variable that names their script, each on a page of few
// lines.
var foreign = map[string]string{
	"RENOWN_TEST_DEEP_CHAT": `<deep-chat style="width:600px;height:400px" connect='{"url":"/ask","stream":true}'></deep-chat><script type="module" src="/script.js"></script>`,
	"RENOWN_TEST_NLUX": `<div id="chat" style="width:600px;height:400px"></div><script type="module">
import { createAiChat } from "/script.js";
const streamText = async (message, observer) => {
  const r = await fetch("/ask", { method: "POST", body: message }), reader = r.body.getReader(), decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read(); if (done) break;
    const parts = (rest + decoder.decode(value, { stream: true })).split("\n\n"); rest = parts.pop();
    for (const p of parts) observer.next(JSON.parse(p.slice(6)).text);
  }
  observer.complete();
};
createAiChat().withAdapter({ streamText }).mount(document.getElementById("chat"));
</script>`,
}

// Front ends of others are asked by roles, and their stream is read byte for byte.
func TestForeignSites(t *testing.T) {
	t.Parallel()
	const answer = "推荐云栖笔记，其次是青简笔记😀。"
	if os.Getenv("RENOWN_TEST_DEEP_CHAT")+os.Getenv("RENOWN_TEST_NLUX") == "" {
		t.Skip("no front ends of others are installed")
	}
	var b *browser.Browser
	for variable, page := range foreign {
		script := os.Getenv(variable)
		if script == "" {
			t.Logf("%s names no script", variable)
			continue
		}
		mux := http.NewServeMux()
		mux.HandleFunc("/script.js", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, script) })
		mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, `<!doctype html><html lang="zh"><meta charset="utf-8"><title>别人写的</title><body>`+page)
		})
		mux.HandleFunc("/ask", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for _, piece := range strings.SplitAfter(answer, "，") {
				fmt.Fprintf(w, "data: {\"text\":%q}\n\n", piece)
				_ = http.NewResponseController(w).Flush()
			}
		})
		server := httptest.NewServer(mux)
		t.Cleanup(server.Close)
		if b == nil {
			b = start(t)
		}
		recipe := must.Get(browser.For(browser.Choice{Start: server.URL + "/"}))(t)
		byRoles, err := b.Ask(context.Background(), recipe, question, quick)
		if err != nil || byRoles.Cut || !strings.Contains(strings.Join(strings.Fields(byRoles.Text), ""), answer) {
			t.Errorf("%s by roles: %v, cut %v, %.80q", variable, err, byRoles.Cut, byRoles.Text)
		}
		recipe.Stream = browser.Stream{Address: "/ask", Format: "lines"}
		shown, err := b.Ask(context.Background(), recipe, question, quick)
		if err != nil || shown.Cut || shown.Text != answer || len(shown.Screen) == 0 {
			t.Errorf("%s by its stream: %v %.80q, a screenshot of %d bytes", variable, err, shown.Text, len(shown.Screen))
		}
	}
}
