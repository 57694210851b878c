package assistant

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"renown/internal/testkit/must"
)

func FuzzResponses(f *testing.F) {
	fuzzDecoder(f, "doubao", "chatgpt", "grok", "doubao_app", "yuanbao", "perplexity")
}
func FuzzAnthropic(f *testing.F) { fuzzDecoder(f, "claude", "deepseek") }
func FuzzDashScope(f *testing.F) { fuzzDecoder(f, "qwen") }
func FuzzChat(f *testing.F) {
	fuzzDecoder(f, "ernie", "glm", "aggregator", "baidu_search", "chatgpt_chat")
}
func FuzzKimi(f *testing.F)   { fuzzDecoder(f, "kimi") }
func FuzzGemini(f *testing.F) { fuzzDecoder(f, "gemini") }

// fuzzDecoder starts from the golden bodies of a protocol and reads every body as each of its platforms would.
func fuzzDecoder(f *testing.F, platforms ...string) {
	entries := map[string]*Platform{}
	for _, id := range platforms {
		entries[id] = goldenEntry(f, id)
	}
	for _, g := range readGolden(f) {
		if slices.Contains(platforms, g.Platform) {
			f.Add(g.raw())
		}
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		before := bytes.Clone(raw)
		for _, id := range platforms {
			a, err := Reread(entries[id], ModeSearch, raw)
			checkRead(t, a, err)
			b, _ := Reread(entries[id], ModeSearch, raw)
			must.Same(t, b, a, id, "read twice, understood twice")
		}
		if !bytes.Equal(raw, before) {
			t.Fatal("the body was changed")
		}
	})
}

func checkRead(t *testing.T, a Answer, err error) {
	t.Helper()
	if err != nil {
		if f := AsFault(err); f == nil || !slices.Contains(Classes(), f.Class) || f.Platform == "" {
			t.Fatalf("not a proper fault: %v", err)
		}
		return
	}
	if strings.TrimSpace(a.Text) == "" {
		t.Fatal("an answer without text")
	}
	for _, text := range []string{a.Text, a.TextRaw, a.Reasoning, a.ModelServed, a.RequestID} {
		if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
			t.Fatalf("text no database takes: %q", text)
		}
	}
	if len(a.Citations) > sourceLimit || len(a.Queries) > sourceLimit {
		t.Fatalf("%d citations, %d queries", len(a.Citations), len(a.Queries))
	}
	length := utf8.RuneCountInString(a.Text)
	seen := map[string]bool{}
	for _, c := range a.Citations {
		again, ok := Canonical(c.Canonical)
		if !ok || again != c.Canonical || c.Domain == "" || c.Origin == "" || seen[c.Canonical] {
			t.Fatalf("citation %+v", c)
		}
		seen[c.Canonical] = true
		for _, s := range c.Extents {
			if s.Start < 0 || s.End < s.Start || s.End > length {
				t.Fatalf("extent %v in a text of %d runes", s, length)
			}
		}
		for _, text := range []string{c.Title, c.Site, c.Snippet, c.Quote, c.PublishedRaw, c.URL} {
			if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
				t.Fatalf("text no database takes: %q", text)
			}
		}
	}
}

func FuzzComplaint(f *testing.F) {
	f.Add(429, []byte(`{"error":{"code":"1113","message":"欠费"}}`))
	f.Add(200, []byte(`{"Response":{"Error":{"Code":"AuthFailure","Message":"x"},"RequestId":"r"}}`))
	f.Add(500, []byte(`<html>`))
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		c := readComplaint(body)
		if class := classify(status, c, nil); !slices.Contains(Classes(), class) {
			t.Fatalf("class %q", class)
		}
		if utf8.RuneCountInString(c.message) > messageLimit+1 || strings.ContainsAny(c.message, "\n\x00") {
			t.Fatalf("message %q", c.message)
		}
	})
}
