package api_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"renown/internal/door/api"
	"renown/internal/floor/store"
	"renown/internal/simulator/sample"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

func TestPublishedDocument(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{})
	want := api.Document()
	plain := http.Header{"Accept-Encoding": {"identity"}}
	get := apitest.Call{Method: "GET", Path: "/openapi.json", Header: plain}
	a := s.Expect(t, get)
	if !bytes.Equal(a.Body, want) {
		t.Errorf("published are %d bytes, not the document's %d", len(a.Body), len(want))
	}
	etag := a.Header.Get("ETag")
	if !strings.HasPrefix(etag, `"`) || a.Header.Get("Cache-Control") == "private, no-store" {
		t.Errorf("ETag %s, Cache-Control %s", etag, a.Header.Get("Cache-Control"))
	}
	for _, tc := range []struct {
		condition string
		status    int
	}{
		{etag, 304},
		{"W/" + etag, 304},
		{`"other", ` + etag, 304},
		{"*", 304},
		{`"other"`, 200},
		{strings.Trim(etag, `"`), 200},
		{"", 200},
		{etag[:len(etag)-2] + `"`, 200},
	} {
		get.Header, get.Status = http.Header{"If-None-Match": {tc.condition}, "Accept-Encoding": {"identity"}}, tc.status
		a := s.Expect(t, get)
		if a.Header.Get("ETag") != etag || (tc.status == 304) != (len(a.Body) == 0) {
			t.Errorf("If-None-Match %s: ETag %s, %d bytes", tc.condition, a.Header.Get("ETag"), len(a.Body))
		}
	}
	head := s.Expect(t, apitest.Call{Method: "HEAD", Path: "/openapi.json", Header: plain})
	if len(head.Body) != 0 || head.Header.Get("ETag") != etag {
		t.Errorf("HEAD: %d bytes, ETag %s", len(head.Body), head.Header.Get("ETag"))
	}
}

// The older form says the same, and no tool finds in it what only 3.1 has.
func TestPublishedOlderForm(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{})
	a := s.Expect(t, apitest.Call{Method: "GET", Path: "/openapi-3.0.json"})
	var older object
	must.Do(t, json.Unmarshal(a.Body, &older))
	newer := document(t)
	same(t, "version", "3.0.3", older["openapi"])
	expect.Equal(t, len(older["paths"].(object)), len(newer["paths"].(object)), "paths")
	var walk func(at string, v any)
	walk = func(at string, v any) {
		list, _ := v.([]any)
		for i, item := range list {
			walk(at+"/"+strconv.Itoa(i), item)
		}
		o, _ := v.(object)
		_, listed := o["type"].([]any)
		if listed || o["type"] == "null" || o["const"] != nil || o["$ref"] != nil && len(o) > 1 {
			t.Errorf("%s: %v", at, o)
		}
		for name, item := range o {
			if name != "example" && name != "examples" && name != "properties" {
				walk(at+"/"+name, item)
			}
			if name == "properties" {
				for property, schema := range item.(object) {
					walk(at+"/"+property, schema)
				}
			}
		}
	}
	walk("", older)
}

func TestPublishedChanges(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{})
	a := s.Expect(t, apitest.Call{Method: "GET", Path: "/changes.md"})
	expect.Equal(t, a.Header.Get("Content-Type"), "text/markdown; charset=utf-8", "Content-Type")
	for _, want := range []string{"# Renown v1", "## 2026-", "/me/limits"} {
		if !strings.Contains(string(a.Body), want) {
			t.Errorf("no %q in %s", want, a.Body)
		}
	}
}

// Long answers are compressed for those who take it so; short ones are not, and all tell caches what they depend on.
func TestCompression(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{})
	must.Get(s.App.Catalogue.Fill(t.Context(), sample.Outlets(50)))(t)
	key := s.Key(t)
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	get := func(method, path string, header ...string) (*http.Response, []byte) {
		t.Helper()
		r := must.Get(http.NewRequestWithContext(t.Context(), method, s.URL+api.Prefix+path, nil))(t)
		r.Header.Set("X-API-KEY", key)
		for i := 0; i+1 < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		answer := must.Get(client.Do(r))(t)
		defer answer.Body.Close()
		body := must.Get(io.ReadAll(answer.Body))(t)
		expect.Equal(t, answer.Header.Get("Vary"), "Accept-Encoding", path, "Vary")
		return answer, body
	}
	unzip := func(body []byte) string {
		t.Helper()
		z := must.Get(gzip.NewReader(bytes.NewReader(body)))(t)
		text := must.Get(io.ReadAll(z))(t)
		return string(text)
	}
	for _, path := range []string{"/media", "/media/channels", "/openapi.json", "/openapi-3.0.json"} {
		plain, want := get("GET", path)
		zipped, got := get("GET", path, "Accept-Encoding", "br, gzip")
		if plain.Header.Get("Content-Encoding") != "" || zipped.Header.Get("Content-Encoding") != "gzip" {
			t.Errorf("%s: %q and %q", path, plain.Header.Get("Content-Encoding"), zipped.Header.Get("Content-Encoding"))
			continue
		}
		if unzip(got) != string(want) || len(got) > len(want)/2 || zipped.ContentLength != int64(len(got)) {
			t.Errorf("%s: %d bytes of %d", path, len(got), len(want))
		}
		tag, weak := plain.Header.Get("ETag"), zipped.Header.Get("ETag")
		if tag == "" || weak != "W/"+tag {
			t.Errorf("%s: the tags %s and %s are of different bytes", path, tag, weak)
		}
		for _, condition := range []string{tag, weak} {
			if same, body := get("GET", path, "Accept-Encoding", "gzip", "If-None-Match",
				condition); same.StatusCode != 304 || len(body) > 0 || same.Header.Get("Content-Encoding") != "" {
				t.Errorf("%s, If-None-Match %s: %d with %d bytes", path, condition, same.StatusCode, len(body))
			}
		}
		head, body := get("HEAD", path, "Accept-Encoding", "gzip")
		if len(body) > 0 || head.Header.Get("Content-Encoding") != "gzip" || head.ContentLength != zipped.ContentLength {
			t.Errorf("HEAD %s: %d, %q", path, head.ContentLength, head.Header.Get("Content-Encoding"))
		}
		if refused, _ := get("GET", path, "Accept-Encoding", "gzip;q=0, identity"); refused.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s is compressed for who does not take it", path)
		}
	}
	if short, _ := get("GET", "/me", "Accept-Encoding", "gzip"); short.Header.Get("Content-Encoding") != "" {
		t.Error("a short answer is compressed")
	}
}
