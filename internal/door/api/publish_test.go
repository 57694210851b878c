package api_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"renown/internal/door/api"
	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
)

func TestPublishedDocument(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{})
	want, err := api.Document()
	if err != nil {
		t.Fatal(err)
	}
	get := apitest.Call{Method: "GET", Path: "/openapi.json"}
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
		get.Header, get.Status = http.Header{"If-None-Match": {tc.condition}}, tc.status
		a := s.Expect(t, get)
		if a.Header.Get("ETag") != etag || (tc.status == 304) != (len(a.Body) == 0) {
			t.Errorf("If-None-Match %s: ETag %s, %d bytes", tc.condition, a.Header.Get("ETag"), len(a.Body))
		}
	}
	head := s.Expect(t, apitest.Call{Method: "HEAD", Path: "/openapi.json"})
	if len(head.Body) != 0 || head.Header.Get("ETag") != etag {
		t.Errorf("HEAD: %d bytes, ETag %s", len(head.Body), head.Header.Get("ETag"))
	}
}
