package assistant

import (
	"encoding/json"
	"strings"
	"testing"
)

// hostileSize is so large that work which grows with its square runs into the time limit of go test, however fast the machine.
const hostileSize = 1 << 20 // bytes

// TestHostileBodies reads bodies made to cost more than they weigh.
func TestHostileBodies(t *testing.T) {
	t.Parallel()
	known := Known()
	sources := `{"id":1,"url":"https://a.example/1","title":"t"}`
	fill := func(piece string) string { return strings.Repeat(piece, hostileSize/len(piece)) }
	quote := func(text string) string { raw, _ := json.Marshal(text); return string(raw) }
	chat := func(text, list string) string {
		return `{"choices":[{"message":{"content":` + text + `}}],"references":[` + list + `]}`
	}
	for name, c := range map[string]struct{ platform, body string }{
		"open lenticular":    {"baidu_search", chat(quote(fill("【1†")), sources)},
		"open private":       {"baidu_search", chat(quote(fill("\ue200cite\ue202")), sources)},
		"open brackets":      {"baidu_search", chat(quote(fill("[")), sources)},
		"open links":         {"chatgpt_chat", chat(quote(fill("[x](https://a.example/")), sources)},
		"open doubles":       {"grok", `{"output":[{"type":"message","content":[{"text":` + quote(fill("[[1]](https://a")) + `}]}]}`},
		"markers":            {"baidu_search", chat(quote(fill("[1]")), sources)},
		"one long caret":     {"ernie", chat(quote("^"+fill("[1]")+"^"), sources)},
		"labels":             {"kimi", chat(quote(fill("](http://a.b/)")), "")},
		"addresses in a row": {"kimi", chat(quote(fill("http://")), "")},
		"addresses":          {"kimi", chat(quote(fill("http://a.b ")), "")},
		"the same source":    {"baidu_search", chat(`"[1]"`, strings.TrimSuffix(fill(sources+","), ","))},
		"empty data lines":   {"qwen", fill("data:\n")},
		"data lines":         {"qwen", "data:{\n" + fill("data: \n") + "data:\"output\":{}}"},
		"small events":       {"qwen", fill("data:{\"output\":{\"text\":\"a\"}}\n\n")},
		"small blocks":       {"claude", `{"content":[` + strings.TrimSuffix(fill(`{"type":"text","text":"a"},`), ",") + `]}`},
		"cited blocks": {"claude", `{"content":[` +
			strings.TrimSuffix(fill(`{"type":"text","text":"a","citations":[{"url":"https://a.b/"}]},`), ",") + `]}`},
		"small parts": {"doubao", `{"output":[{"type":"message","content":[` +
			strings.TrimSuffix(fill(`{"text":"a"},`), ",") + `]}]}`},
		"annotations": {"doubao", `{"output":[{"type":"message","content":[{"text":"中中中","annotations":[` +
			strings.TrimSuffix(fill(`{"url":"https://a.b/","start_index":1,"end_index":2},`), ",") + `]}]}]}`},
		"supports": {
			"gemini",
			`{"candidates":[{"content":{"parts":[{"text":"abcdef"}]},"groundingMetadata":{"groundingChunks":[{"web":{"uri":"https://a.b/"}}],"groundingSupports":[` + strings.TrimSuffix(fill(`{"segment":{"endIndex":3},"groundingChunkIndices":[0,0,7]},`), ",") + `]}}]}`,
		},
		"deep nesting": {"baidu_search", fill("[")},
		"deep objects": {"baidu_search", strings.Repeat(`{"a":`, 100_000)},
		"results": {"perplexity", `{"output":[{"type":"search_results","results":[` +
			strings.TrimSuffix(fill(sources+","), ",") + `]},{"type":"message","content":[{"text":` +
			quote(fill("[1]")) + `}]}]}`},
		"queries": {"doubao", `{"output":[` +
			strings.TrimSuffix(fill(`{"type":"web_search_call","action":{"query":"a"}},`), ",") + `]}`},
	} {
		t.Run(name, func(t *testing.T) {
			a, err := Reread(known.Find(c.platform), ModeSearch, []byte(c.body))
			checkRead(t, a, err)
		})
	}
}
