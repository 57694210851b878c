package browser_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"renown/internal/testkit/await"
	"renown/internal/testkit/must"
	"renown/internal/tool/browser"
)

// streaming is a page that shows a word before its answer comes, and then the answer as it comes.
const streaming = `<!doctype html><html lang="zh"><meta charset="utf-8"><title>停顿</title><body><div id="log"></div><textarea></textarea><button>发送</button><script>
const area = document.querySelector("textarea"), log = document.getElementById("log");
document.querySelector("button").onclick = async () => {
  const mine = document.createElement("p"), theirs = document.createElement("p");
  mine.textContent = area.value; theirs.textContent = "正在想"; area.value = ""; log.append(mine, theirs);
  const reader = (await fetch("/ask")).body.getReader(), decoder = new TextDecoder();
  theirs.textContent = "";
  for (;;) { const { value, done } = await reader.read(); if (done) break; theirs.textContent += decoder.decode(value, { stream: true }); }
};
fetch("/held");
</script></html>`

// An answer ends when its requests have: a pause is no end, a request from before the question is none of its, and what may not be whole
// counts as cut.
func TestEnd(t *testing.T) {
	t.Parallel()
	const first, second = "推荐云栖笔记，", "其次是青简笔记。"
	longer := 4 * quick.Still
	whole, soon := quick, quick
	soon.Answer = longer
	b := start(t)
	for _, c := range []struct {
		name     string
		stream   string // that the recipe names
		patience browser.Patience
		answer   func(r *http.Request, send func(string))
		text     string
		cut      bool
	}{
		{"pauses before and within", "", whole, func(_ *http.Request, send func(string)) {
			await.Pause(t.Context(), longer)
			send(first)
			await.Pause(t.Context(), longer)
			send(second)
		}, first + second, false},
		{"breaks off", "", whole, func(_ *http.Request, send func(string)) {
			send(first)
			await.Pause(t.Context(), longer) // what is cut off at once the page never sees
			panic(http.ErrAbortHandler)
		}, first, true},
		{"is still and does not end", "", soon, func(r *http.Request, send func(string)) {
			send(first)
			<-r.Context().Done()
		}, first, true},
		{"is not the request that the recipe names", "/other", whole, func(r *http.Request, send func(string)) {
			send(first)
			<-r.Context().Done()
		}, first, false},
	} {
		mux := http.NewServeMux()
		mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, streaming) })
		mux.HandleFunc("/held", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		mux.HandleFunc("/ask", func(w http.ResponseWriter, r *http.Request) {
			c.answer(r, func(text string) {
				fmt.Fprint(w, text)
				_ = http.NewResponseController(w).Flush()
			})
		})
		server := httptest.NewServer(mux)
		t.Cleanup(server.Close)
		recipe := must.Get(browser.For(browser.Choice{Start: server.URL + "/"}))(t)
		if c.stream != "" {
			recipe.Stream = browser.Stream{Address: c.stream, Format: "lines"}
		}
		shown, err := b.Ask(context.Background(), recipe, question, c.patience)
		if err != nil || shown.Text != c.text || shown.Cut != c.cut {
			t.Errorf("an answer that %s: %v, cut %v, %q", c.name, err, shown.Cut, shown.Text)
		}
	}
}
