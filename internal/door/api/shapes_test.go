package api_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// observed is one request that was put to the reference, and what it answered. A case of testdata/request-shapes.jsonl
// with status 200 says that the shape is accepted; what follows may be any answer but 422.
type observed struct {
	Method      string
	Path        string
	ContentType string `json:"content_type"`
	Body        string
	Status      int
	Detail      any
}

// unlimited lets a test ask as often as it likes.
func unlimited(s *config.Settings) { s.RateLimit, s.AnonymousLimit = config.Rate{}, config.Rate{} }

func TestRequestShapes(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: unlimited})
	key := s.Key(t)
	ids := things(t, s, key)
	file := must.Get(os.Open("testdata/request-shapes.jsonl"))(t)
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	count := 0
	for ; lines.Scan(); count++ {
		var c observed
		must.Do(t, json.Unmarshal([]byte(fill(lines.Text(), ids)), &c))
		replay(t, s, key, c)
	}
	if err := lines.Err(); err != nil || count != 532 {
		t.Errorf("%d cases were replayed, want 532: %v", count, err)
	}
}

func replay(t *testing.T, s *apitest.Server, key string, c observed) {
	t.Helper()
	call := apitest.Call{Key: key, Method: c.Method, Path: c.Path, Body: c.Body, Header: http.Header{"Content-Type": {c.ContentType}}}
	if c.ContentType == "" {
		call.Header["Content-Type"] = nil
	}
	a := s.Do(t, call)
	if c.Status == 200 {
		if a.Status == http.StatusUnprocessableEntity || a.Status == http.StatusInternalServerError {
			t.Errorf("%s %s %.200q: %d %s", c.Method, c.Path, c.Body, a.Status, a.Body)
		}
		return
	}
	if a.Status != c.Status || a.Code != 4220 {
		t.Errorf("%s %s %.200q: status %d, want %d: %.300s", c.Method, c.Path, c.Body, a.Status, c.Status, a.Body)
		return
	}
	if diff := cmp.Diff(loosened(c.Detail), loosened(a.At("detail"))); diff != "" {
		t.Errorf("%s %s %.200q: (-reference +ours)\n%s", c.Method, c.Path, c.Body, diff)
	}
}

// loosened takes the two liberties: where and in which words JSON is found invalid.
func loosened(detail any) any {
	list, _ := detail.([]any)
	for _, entry := range list {
		entry, _ := entry.(map[string]any)
		if entry["type"] != "json_invalid" {
			continue
		}
		if loc, _ := entry["loc"].([]any); len(loc) == 2 && loc[0] == "body" {
			if _, isNumber := loc[1].(float64); isNumber {
				loc[1] = "position"
			}
		}
		if ctx, _ := entry["ctx"].(map[string]any); len(ctx) == 1 {
			if _, isText := ctx["error"].(string); isText {
				ctx["error"] = "wording"
			}
		}
	}
	return detail
}

var placeholder = regexp.MustCompile(`\{[a-z]+_id\}`)

// fill puts ids in the place of {brand_id} and its like, in path, body and expectation alike.
func fill(text string, ids map[string]string) string {
	return placeholder.ReplaceAllStringFunc(text, func(name string) string {
		if id, ok := ids[strings.Trim(name, "{}")]; ok {
			return id
		}
		return name
	})
}

// things makes one of each thing that requests name, as far as the interface is built; the rest have well-formed,
// made-up ids.
func things(t *testing.T, s *apitest.Server, key string) map[string]string {
	t.Helper()
	ids := map[string]string{
		"brand_id": "brd_01jcp7x0b3m5v8w2y4z6a8c0e2", "topic_id": "top_01jcp7x0b3m5v8w2y4z6a8c0e3",
		"prompt_id": "pmt_01jcp7x0b3m5v8w2y4z6a8c0e4", "competitor_id": "cmp_01jcp7x0b3m5v8w2y4z6a8c0e5",
		"run_id": "run_01jcp7x0b3m5v8w2y4z6a8c0e6", "content_id": "cnt_01jcp7x0b3m5v8w2y4z6a8c0e7",
		"media_id": "med_01jcp7x0b3m5v8w2y4z6a8c0e8", "order_id": "ord_01jcp7x0b3m5v8w2y4z6a8c0e9",
	}
	for _, made := range []struct{ name, path, body string }{
		{"brand_id", "/geo/brands", `{"name":"云栖笔记","introduction":"云端笔记"}`},
		{"topic_id", "/geo/brands/{brand_id}/topics", `{"brand_id":"{brand_id}","name":"选型"}`},
		{"prompt_id", "/geo/brands/{brand_id}/prompts", `{"brand_id":"{brand_id}","topic_id":"{topic_id}","text":"有哪些好用的云笔记？"}`},
		{"competitor_id", "/geo/brands/{brand_id}/competitors", `{"brand_id":"{brand_id}","name":"晨星笔记"}`},
		{"content_id", "/media/contents", `{"title":"标题","body":"正文","content_type":"article"}`},
	} {
		a := s.Do(t, apitest.Call{Key: key, Method: "POST", Path: fill(made.path, ids), Body: fill(made.body, ids)})
		switch id, _ := a.At("data.id").(string); {
		case a.Code == 0 && id != "":
			ids[made.name] = id
		case a.Status != http.StatusNotImplemented:
			t.Fatalf("making a %s: %s", made.name, a.Body)
		}
	}
	return ids
}

// The comparison bites: what differs in any other way than the two liberties is found.
func TestLoosened(t *testing.T) {
	t.Parallel()
	const reference = `[{"type":"json_invalid","loc":["body",1],"msg":"JSON decode error","input":{},"ctx":{"error":"Expecting value"}}]`
	for text, same := range map[string]bool{
		reference: true,
		`[{"type":"json_invalid","loc":["body",7],"msg":"JSON decode error","input":{},"ctx":{"error":"other words"}}]`:     true,
		`[{"type":"json_invalid","loc":["body",7],"msg":"JSON decode error","input":{},"ctx":{}}]`:                          false,
		`[{"type":"json_invalid","loc":["body"],"msg":"JSON decode error","input":{},"ctx":{"error":"Expecting value"}}]`:   false,
		`[{"type":"json_invalid","loc":["body",1],"msg":"JSON decode error","input":[],"ctx":{"error":"Expecting value"}}]`: false,
		`[{"type":"json_invalid","loc":["body",1],"msg":"no","input":{},"ctx":{"error":"Expecting value"}}]`:                false,
		`[]`: false,
	} {
		expect.Equal(t, cmp.Equal(loosened(decoded(t, reference)), loosened(decoded(t, text))), same, text, "same is")
	}
}

func decoded(t *testing.T, text string) any {
	t.Helper()
	var v any
	must.Do(t, json.NewDecoder(bytes.NewReader([]byte(text))).Decode(&v))
	return v
}
