package apitest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// sound is an answer without fault; each case spoils it in one way.
func sound() (*http.Request, *Answer) {
	return httptest.NewRequest("GET", "/openapi/v1/me", nil), &Answer{
		Status: 200,
		Header: http.Header{
			"X-Request-Id": {"r"}, "Content-Type": {"application/json; charset=utf-8"},
			"Cache-Control": {"private, no-store"},
		},
		Body: []byte(`{"code":0,"msg":"成功","data":{"user_id":"usr_1","key_id":"key_1","scopes":["*"]}}`),
	}
}

func refused(a *Answer, status int, body string) { a.Status, a.Body = status, []byte(body) }

func TestJudge(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name  string
		spoil func(r *http.Request, a *Answer)
		want  string // part of the one fault found; "" for none
	}{
		{"sound", func(*http.Request, *Answer) {}, ""},
		{"no request id", func(_ *http.Request, a *Answer) { a.Header.Del("X-Request-Id") }, "no X-Request-Id"},
		{"cors", func(_ *http.Request, a *Answer) { a.Header.Set("Access-Control-Allow-Origin", "*") }, "CORS"},
		{"stored by caches", func(_ *http.Request, a *Answer) { a.Header.Del("Cache-Control") }, "Cache-Control"},
		{"content type", func(_ *http.Request, a *Answer) { a.Header.Set("Content-Type", "text/plain") }, "Content-Type"},
		{"not the schema", func(_ *http.Request, a *Answer) {
			a.Body = []byte(`{"code":0,"msg":"成功","data":{"user_id":"usr_1"}}`)
		}, "missing properties"},
		{"a list as data", func(r *http.Request, a *Answer) {
			r.URL.Path = "/openapi/v1/unknown"
			refused(a, 404, `{"code":4040,"msg":"无","data":[],"detail":{}}`)
		}, "not an envelope"},
		{"English", func(r *http.Request, a *Answer) {
			r.URL.Path = "/openapi/v1/unknown"
			refused(a, 404, `{"code":4040,"msg":"no","data":null,"detail":{}}`)
		}, "not Chinese"},
		{"undeclared code", func(_ *http.Request, a *Answer) {
			refused(a, 409,
				`{"code":3004,"msg":"无","data":null,"detail":{}}`)
		}, "not declared"},
		{"wrong status", func(_ *http.Request, a *Answer) {
			a.Header.Set("WWW-Authenticate", "Bearer")
			refused(a, 401, `{"code":1003,"msg":"无","data":null,"detail":{}}`)
		}, "status 401 with code 1003"},
		{"required header", func(_ *http.Request, a *Answer) {
			refused(a, 401,
				`{"code":1001,"msg":"无","data":null,"detail":{}}`)
		}, "no WWW-Authenticate"},
		{"missing fact", func(_ *http.Request, a *Answer) {
			refused(a, 500, `{"code":5000,"msg":"无","data":null,"detail":{}}`)
		}, "without detail.request_id"},
		{"surplus fact", func(_ *http.Request, a *Answer) {
			refused(a, 403, `{"code":1003,"msg":"无","data":null,"detail":{"why":1}}`)
		}, "with detail.why"},
		{"waits differ", func(_ *http.Request, a *Answer) {
			a.Header.Set("Retry-After", "2")
			refused(a, 429, `{"code":2001,"msg":"无","data":null,"detail":{"retry_after":3}}`)
		}, "retry_after"},
		{"success without a route", func(r *http.Request, a *Answer) { r.URL.Path = "/openapi/v1/unknown" }, "without an operation"},
		{"plain text", func(r *http.Request, a *Answer) {
			r.URL.Path = "/openapi/v1/unknown"
			a.Code = 4040
			refused(a, 404, "404 page not found")
		}, "no envelope"},
		{"304 with a body", func(r *http.Request, a *Answer) {
			r.URL.Path = "/openapi/v1/openapi.json"
			a.Header.Set("ETag", `"x"`)
			a.Status = 304
		}, "304 with a body"},
	} {
		r, a := sound()
		tc.spoil(r, a)
		if json.Unmarshal(a.Body, &a.root) == nil {
			code, _ := a.At("code").(float64)
			a.Code = int(code)
			a.Msg, _ = a.At("msg").(string)
		}
		found := published(t).faults(r, a)
		if tc.want == "" && len(found) > 0 || tc.want != "" && (len(found) == 0 || !strings.Contains(strings.Join(found, "\n"), tc.want)) {
			t.Errorf("%s: found %q, want %q", tc.name, found, tc.want)
		}
	}
}
