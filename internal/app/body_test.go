package app_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"renown/internal/app"
	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

const brandsPath = "/openapi/v1/geo/brands"

// head is the header of a request to create a brand.
func head(key, more string) string {
	return "POST " + brandsPath + " HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nX-API-KEY: " + key +
		"\r\nConnection: close\r\n" + more + "\r\n"
}

// hasty gives up on clients soon. Waits are long enough for a busy machine, short enough for a test.
func hasty(a *app.App) {
	a.Patience = app.Patience{
		Header: 700 * time.Millisecond, Read: 1500 * time.Millisecond, Write: 20 * time.Second,
		Idle: 20 * time.Second,
	}
}

func TestBodies(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: unlimited})
	key := s.Key(t)
	nested := func(open, inner, end string, n int) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(end, n)
	}
	const brand = `"introduction":"x"}`
	for name, tc := range map[string]struct {
		body         string
		status, code int
		want         apitest.Values
	}{
		"nested lists":        {nested("[", "", "]", 100_000), 422, 4220, nil},
		"nested objects":      {nested(`{"a":`, "1", "}", 100_000), 422, 4220, nil},
		"nested, never ended": {strings.Repeat("[", 500_000), 422, 4220, apitest.Values{"detail.0.type": "json_invalid"}},
		"nested in a field":   {`{"name":` + nested("[", "", "]", 100_000) + "," + brand, 422, 4220, nil},
		"nested, ignored":     {`{"name":"a","other":` + nested("[", "", "]", 100_000) + "," + brand, 0, -1, nil},
		"last name wins":      {`{"name":5,"name":"a",` + brand, 200, 0, apitest.Values{"data.name": "a"}},
		"last name is wrong": {
			`{"name":"a","name":5,` + brand, 422, 4220,
			apitest.Values{"detail.0.type": "string_type", "detail.0.input": 5},
		},
		"100,000 names":      {`{` + strings.Repeat(`"name":"a",`, 90_000) + brand, 200, 0, nil},
		"not UTF-8":          {"{\"name\":\"\xff\xfe\"," + brand, 422, 4220, apitest.Values{"detail.0.type": "json_invalid"}},
		"cut in a character": {"{\"name\":\"\xe5\x93\"," + brand, 422, 4220, apitest.Values{"detail.0.type": "json_invalid"}},
		"lone surrogate":     {`{"name":"\ud800",` + brand, 422, 4220, apitest.Values{"detail.0.type": "json_invalid"}},
		"NUL": {
			`{"name":"a\u0000b",` + brand, 422, 4220,
			apitest.Values{"detail.0.type": "value_error", "detail.0.loc": []string{"body", "name"}},
		},
		"NaN":             {`{"name":NaN,` + brand, 422, 4220, apitest.Values{"detail.0.type": "json_invalid"}},
		"long number":     {`{"name":` + strings.Repeat("9", 900_000) + "," + brand, 422, 4220, nil},
		"byte order mark": {"\ufeff{}", 422, 4220, apitest.Values{"detail.0.type": "missing"}},
		"blanks":          {strings.Repeat(" ", 1000_000), 422, 4220, nil},
		"as large as may be": {`{"name":"a","introduction":"b","unknown_field":"` +
			strings.Repeat("x", 1<<20-len(`{"name":"a","introduction":"b","unknown_field":""}`)) + `"}`, 200, 0, nil},
		"one byte more": {
			`{"name":"a","introduction":"b","unknown_field":"` +
				strings.Repeat("x", 1<<20-len(`{"name":"a","introduction":"b","unknown_field":""}`)+1) + `"}`, 413, 4130,
			nil,
		},
		"2 MiB": {strings.Repeat("x", 2<<20), 413, 4130, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, chunked := range []bool{false, true} {
				conn := dial(t, s)
				go send(conn, key, tc.body, chunked) // an answer may come before all is sent
				got := answers(t, conn, "POST", brandsPath)
				if len(got) != 1 || tc.code >= 0 && (got[0].Status != tc.status || got[0].Code != tc.code) ||
					len(got) == 1 && got[0].Status == 500 {
					t.Fatalf("chunked %t: %v", chunked, bodies(got))
				}
				for place, want := range tc.want {
					if fmt.Sprint(got[0].At(place)) != fmt.Sprint(want) {
						t.Errorf("chunked %t: %s is %v, want %v", chunked, place, got[0].At(place), want)
					}
				}
			}
		})
	}
}

// Who sends all of it before reading the answer hears that it was too much, at every door.
func TestLargeBodiesAreHeard(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: unlimited})
	body := strings.Repeat("x", 14<<20)
	for path, form := range map[string]string{
		brandsPath: "application/json",
		"/login":   "application/x-www-form-urlencoded", "/mcp": "application/json",
	} {
		conn := dial(t, s)
		_, err := fmt.Fprintf(conn,
			"POST %s HTTP/1.1\r\nHost: h\r\nX-API-KEY: %s\r\nContent-Type: %s\r\nAccept: application/json, text/event-stream\r\nContent-Length: %d\r\n\r\n%s",
			path, s.Key(t), form, len(body), body)
		must.Do(t, err, path)
		response := must.Get(http.ReadResponse(bufio.NewReader(conn), nil))(t)
		expect.Equal(t, response.StatusCode, 413, path)
		response.Body.Close()
	}
}

func send(conn net.Conn, key, body string, chunked bool) {
	if !chunked {
		_, _ = io.WriteString(conn, head(key, fmt.Sprintf("Content-Length: %d\r\n", len(body)))+body)
		return
	}
	_, _ = io.WriteString(conn, head(key, "Transfer-Encoding: chunked\r\n"))
	for len(body) > 0 {
		n := min(len(body), 60_000)
		_, _ = fmt.Fprintf(conn, "%x\r\n%s\r\n", n, body[:n])
		body = body[n:]
	}
	_, _ = io.WriteString(conn, "0\r\n\r\n")
}

// Clients that do not go on are cut off, with an answer when their header was whole.
func TestTrickle(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: unlimited, App: hasty})
	key := s.Key(t)
	for name, tc := range map[string]struct {
		text string
		code int // -1: closed without an answer
	}{
		"nothing":             {"", -1},
		"half a line":         {"GET /openapi", 4000},
		"half a header":       {"GET /openapi/v1/me HTTP/1.1\r\nHost: h\r\nX-API-", 4000},
		"half a body":         {head(key, "Content-Length: 100\r\n") + `{"name":`, 4000},
		"no body":             {head(key, "Content-Length: 100\r\n"), 4000},
		"chunked, never ends": {head(key, "Transfer-Encoding: chunked\r\n") + "5\r\n{\"nam\r\n", 4000},
		"half a chunk":        {head(key, "Transfer-Encoding: chunked\r\n") + "500\r\n{\"nam", 4000},
		"broken chunk":        {head(key, "Transfer-Encoding: chunked\r\n") + "xyz\r\n{}\r\n", 4000},
		"refused first":       {head("sk-none", "Content-Length: 100\r\n"), 1001},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn := dial(t, s)
			must.Get(io.WriteString(conn, tc.text))(t)
			got := answers(t, conn, "POST", brandsPath)
			if tc.code < 0 && len(got) > 0 || tc.code >= 0 && (len(got) != 1 || got[0].Code != tc.code) {
				t.Errorf("%v", bodies(got))
			}
		})
	}
}

// A header of a megabyte is refused in the envelope; a client that goes on sending may see the connection closed instead.
func TestHugeHeader(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{})
	for name, text := range map[string]string{
		"value": "GET /openapi/v1/me HTTP/1.1\r\nHost: h\r\nX-API-KEY: " + strings.Repeat("k", 1<<20) + "\r\n" + closing,
		"name":  "GET /openapi/v1/me HTTP/1.1\r\nHost: h\r\n" + strings.Repeat("k", 1<<20) + ": 1\r\n" + closing,
		"line":  "GET /openapi/v1/" + strings.Repeat("k", 1<<20) + " HTTP/1.1\r\nHost: h\r\n" + closing,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conn := dial(t, s)
			go func() { _, _ = io.WriteString(conn, text) }()
			if got := answers(t, conn, "GET", "/openapi/v1/me"); len(got) > 1 || len(got) == 1 && got[0].Code != 4000 {
				t.Errorf("%v", bodies(got))
			}
		})
	}
	// Sent in two pieces, the refusal comes before anything is lost.
	conn := dial(t, s)
	must.Get(io.WriteString(conn, "GET /openapi/v1/me HTTP/1.1\r\nHost: h\r\nX-API-KEY: "+strings.Repeat("k", 69_600)))(t)
	if got := answers(t, conn, "GET", "/openapi/v1/me"); len(got) != 1 || got[0].Code != 4000 {
		t.Errorf("%v", bodies(got))
	}
}
