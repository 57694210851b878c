package app_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

const closing = "Connection: close\r\n\r\n"

// Paths as they come over the wire. All are answered in the envelope, none is redirected.
func TestPaths(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: unlimited})
	key := s.Key(t)
	const brands = "/openapi/v1/geo/brands/"
	for path, want := range map[string]int{
		brands + "a%00b":               4000,
		brands + "%ff%fe":              4000,
		brands + "%zz":                 4000,
		brands + "%":                   4000,
		"/openapi/v1/%00":              4000,
		"/openapi/v1":                  4040,
		"/openapi/v1/":                 4040,
		"/openapi/v1/me/":              4040,
		"/openapi/v1//me":              4040,
		"/openapi/v1/./me":             4040,
		"/openapi/v1/../v1/me":         4040,
		"/openapi/v1/geo/../me":        4040,
		"/openapi/v1/../../etc/passwd": 4040,
		"/openapi/v1/me%2f":            4040,
		"/openapi/v1%2fme":             4040,
		"/openapi/v1/ME":               4040,
		"/openapi/v1/me;x=1":           4040,

		"/openapi/v1/" + strings.Repeat("a/", 5000): 4040,

		brands + strings.Repeat("x", 10000): 3001,

		brands + "..%2f..%2fme":          3001,
		brands + "%2e%2e":                3001,
		brands + "%E5%93%81%E7%89%8C":    3001,
		brands + "%27%20OR%201%3D1--":    3001,
		brands + "%F0%9F%98%80%E2%80%AE": 3001,
		"/openapi/v1/me?%zz=%00&a;b":     0,

		"/openapi/v1/me?" + strings.Repeat("q=1&", 10000): 0,

		"http://elsewhere.example/openapi/v1/me": 0,
	} {
		conn := dial(t, s)
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: h\r\nX-API-KEY: %s\r\n%s", path, key, closing)
		got := answers(t, conn, "GET", path)
		if len(got) != 1 || got[0].Code != want {
			t.Errorf("%.60s: %d answers, %v", path, len(got), bodies(got))
		}
	}
}

func bodies(list []*apitest.Answer) (texts []string) {
	for _, a := range list {
		texts = append(texts, fmt.Sprintf("%d %.200s", a.Status, a.Body))
	}
	return texts
}

// Requests that net/http itself refuses, and some that it lets through.
func TestProtocol(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: unlimited})
	key := "X-API-KEY: " + s.Key(t) + "\r\n"
	const me = "/openapi/v1/me"
	for name, tc := range map[string]struct {
		method, text string
		codes        []int
	}{
		"garbage":         {"GET", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", []int{4000}},
		"words":           {"GET", "hello there\r\n\r\n", []int{4000}},
		"no version":      {"GET", "GET " + me + "\r\n\r\n", []int{4000}},
		"no host":         {"GET", "GET " + me + " HTTP/1.1\r\n" + key + closing, []int{4000}},
		"two hosts":       {"GET", "GET " + me + " HTTP/1.1\r\nHost: a\r\nHost: b\r\n" + key + closing, []int{4000}},
		"header injected": {"GET", "GET " + me + " HTTP/1.1\r\nHost: h\r\nX\x00Y: 1\r\n" + key + closing, []int{4000}},
		"space in header": {"GET", "GET " + me + " HTTP/1.1\r\nHost: h\r\nX Y: 1\r\n" + key + closing, []int{4000}},
		"expectation":     {"POST", "POST /openapi/v1/geo/brands HTTP/1.1\r\nHost: h\r\nExpect: tea\r\n" + key + closing, []int{4000}},
		"smuggled": {"POST", "POST /openapi/v1/geo/brands HTTP/1.1\r\nHost: h\r\n" + key +
			"Content-Length: 3\r\nContent-Length: 5\r\n" + closing + "{}\n", []int{4000}},
		"future version":  {"GET", "GET " + me + " HTTP/3.0\r\nHost: h\r\n" + key + closing, []int{4000}},
		"unknown method":  {"BREW", "BREW " + me + " HTTP/1.1\r\nHost: h\r\n" + key + closing, []int{4050}},
		"long method":     {"PUT", strings.Repeat("M", 5000) + " " + me + " HTTP/1.1\r\nHost: h\r\n" + closing, []int{4050}},
		"CONNECT":         {"CONNECT", "CONNECT " + me + " HTTP/1.1\r\nHost: h\r\n" + closing, []int{4050}},
		"OPTIONS":         {"OPTIONS", "OPTIONS " + me + " HTTP/1.1\r\nHost: h\r\n" + closing, []int{4050}},
		"1.0":             {"GET", "GET " + me + " HTTP/1.0\r\n" + key + "\r\n", []int{0}},
		"1.0 without key": {"GET", "GET " + me + " HTTP/1.0\r\n\r\n", []int{1001}},
		"pipelined": {"GET", strings.Repeat("GET "+me+" HTTP/1.1\r\nHost: h\r\n"+key+"\r\n", 5) + "GET " + me +
			" HTTP/1.1\r\nHost: h\r\n" + closing, []int{0, 0, 0, 0, 0, 1001}},
		"good, then bad": {"GET", "GET " + me + " HTTP/1.1\r\nHost: h\r\n" + key +
			"\r\nGET /%zz HTTP/1.1\r\nHost: h\r\n\r\n", []int{0, 4000}},
		"body on GET":  {"GET", "GET " + me + " HTTP/1.1\r\nHost: h\r\n" + key + "Content-Length: 5\r\n" + closing + "12345", []int{0}},
		"many headers": {"GET", "GET " + me + " HTTP/1.1\r\nHost: h\r\n" + key + strings.Repeat("X: y\r\n", 5000) + closing, []int{0}},
		"too many headers": {"GET", "GET " + me + " HTTP/1.1\r\nHost: h\r\n" + key +
			strings.Repeat("X: y\r\n", 15000) + closing, []int{4000}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn := dial(t, s)
			must.Get(io.WriteString(conn, tc.text))(t)
			path := me
			if tc.method == "POST" {
				path = "/openapi/v1/geo/brands"
			}
			got := answers(t, conn, tc.method, path)
			var codes []int
			for _, a := range got {
				codes = append(codes, a.Code)
			}
			if fmt.Sprint(codes) != fmt.Sprint(tc.codes) {
				t.Errorf("codes %v, want %v: %v", codes, tc.codes, bodies(got))
			}
		})
	}
}

// A HEAD is a GET without its body; OPTIONS * is the server's own and names nothing.
func TestHead(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{})
	key := s.Key(t)
	get := s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/me"})
	head := s.Expect(t, apitest.Call{Key: key, Method: "HEAD", Path: "/me"})
	if len(head.Body) > 0 || head.Header.Get("Content-Length") != fmt.Sprint(len(get.Body)) {
		t.Errorf("HEAD: %d bytes, Content-Length %s, GET has %d", len(head.Body), head.Header.Get("Content-Length"), len(get.Body))
	}
	if a := s.Do(t, apitest.Call{Method: "HEAD", Path: "/me"}); a.Status != 401 || len(a.Body) > 0 {
		t.Errorf("HEAD without a key: %d %s", a.Status, a.Body)
	}
	if a := s.Do(t, apitest.Call{Method: "HEAD", Path: "/geo/runs"}); a.Status != 405 {
		t.Errorf("HEAD where there is no GET: %d", a.Status)
	}
	conn := dial(t, s)
	fmt.Fprintf(conn, "OPTIONS * HTTP/1.1\r\nHost: h\r\n%s", closing)
	if text, err := io.ReadAll(conn); err != nil || !strings.HasPrefix(string(text), "HTTP/1.1 200 OK\r\n") ||
		strings.Contains(string(text), "Access-Control") {
		t.Errorf("OPTIONS *: %s %v", text, err)
	}
	if status, text := probe(t, s.URL+"/elsewhere"); status != 404 {
		t.Errorf("outside of the interface: %d %s", status, text)
	}
}
