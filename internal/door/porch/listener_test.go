package porch_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"renown/internal/door/porch"
	"renown/internal/testkit/must"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// serve serves h behind PlainRefusals and returns the address. The renderer repeats the status it was given.
func serve(t *testing.T, h http.Handler) string {
	t.Helper()
	ln := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	server := &http.Server{Handler: h, MaxHeaderBytes: 1 << 10}
	refusing := porch.PlainRefusals(server, ln, func(status int) (int, []byte) { return 400, fmt.Appendf(nil, `{"was":%d}`, status) })
	done := make(chan struct{})
	go func() { defer close(done); _ = server.Serve(refusing) }()
	t.Cleanup(func() { _ = server.Shutdown(context.Background()); <-done })
	return ln.Addr().String()
}

// send writes the text on a connection of its own and reads the first answer.
func send(t *testing.T, address, text string) (*http.Response, string) {
	t.Helper()
	conn := must.Get(net.Dial("tcp", address))(t)
	defer conn.Close()
	must.Get(io.WriteString(conn, text))(t)
	response := must.Get(http.ReadResponse(bufio.NewReader(conn), nil))(t)
	defer response.Body.Close()
	body := must.Get(io.ReadAll(response.Body))(t)
	return response, string(body)
}

func TestPlainRefusals(t *testing.T) {
	t.Parallel()
	address := serve(t, status(204))
	for name, tc := range map[string]struct {
		text string
		was  int
	}{
		"garbage":           {"not HTTP at all\r\n\r\n", 400},
		"bad escape":        {"GET /%zz HTTP/1.1\r\nHost: h\r\n\r\n", 400},
		"no host":           {"GET / HTTP/1.1\r\n\r\n", 400},
		"bad host":          {"GET / HTTP/1.1\r\nHost: a b\r\n\r\n", 400},
		"bad header":        {"GET / HTTP/1.1\r\nHost: h\r\nbad name: x\r\n\r\n", 400},
		"header too large":  {"GET / HTTP/1.1\r\nHost: h\r\nX: " + strings.Repeat("x", 8<<10) + "\r\n\r\n", 431},
		"unknown encoding":  {"POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n\r\n", 501},
		"two lengths":       {"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx", 400},
		"future version":    {"GET / HTTP/3.0\r\nHost: h\r\n\r\n", 505},
		"other expectation": {"POST / HTTP/1.1\r\nHost: h\r\nExpect: a miracle\r\nContent-Length: 1\r\n\r\n", 417},
		"expectation, 1.0":  {"POST / HTTP/1.0\r\nExpect: a miracle\r\nContent-Length: 1\r\n\r\n", 417},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			response, body := send(t, address, tc.text)
			if response.StatusCode != 400 || body != fmt.Sprintf(`{"was":%d}`, tc.was) {
				t.Errorf("%d %s, want the words for %d", response.StatusCode, body, tc.was)
			}
			if !response.Close || response.Header.Get("X-Request-Id") == "" || response.Header.Get("Date") == "" ||
				response.Header.Get("Content-Type") != "application/json; charset=utf-8" ||
				response.Header.Get("Cache-Control") != "private, no-store" {
				t.Errorf("header %v", response.Header)
			}
		})
	}
}

// What handlers write is left alone, however much it looks like a refusal of the server.
func TestPlainRefusalsLeaveHandlersAlone(t *testing.T) {
	t.Parallel()
	const imitation = "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n400 Bad Request"
	address := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Header().Set("Connection", "close")
		if r.URL.Path == "/flushed" { // the body then begins a write of its own
			w.WriteHeader(200)
			w.(http.Flusher).Flush()
		} else {
			w.WriteHeader(400)
		}
		_, _ = io.WriteString(w, imitation)
	}))
	for line, want := range map[string]int{
		"GET / HTTP/1.1": 400, "GET /flushed HTTP/1.1": 200, "GET / HTTP/1.0": 400, "GET /flushed HTTP/1.0": 200, // 1.0 has no chunks
	} {
		response, body := send(t, address, line+"\r\nHost: h\r\n\r\n")
		if response.StatusCode != want || body != imitation {
			t.Errorf("%s: %d %q", line, response.StatusCode, body)
		}
	}
}

// A connection that was answered before is refused in the same words.
func TestPlainRefusalsAfterAnAnswer(t *testing.T) {
	t.Parallel()
	address := serve(t, status(204))
	const good = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"
	conn := must.Get(net.Dial("tcp", address))(t)
	defer conn.Close()
	must.Get(io.WriteString(conn, good+good+"GET /%zz HTTP/1.1\r\nHost: h\r\n\r\n"))(t)
	reader := bufio.NewReader(conn)
	for _, want := range []int{204, 204, 400} {
		response, err := http.ReadResponse(reader, nil)
		if err != nil || response.StatusCode != want {
			t.Fatalf("%v %v, want %d", response, err, want)
		}
		body, err := io.ReadAll(response.Body)
		if err != nil || want == 400 && string(body) != `{"was":400}` {
			t.Errorf("%s %v", body, err)
		}
	}
	if rest, err := io.ReadAll(reader); err != nil || len(rest) > 0 {
		t.Errorf("after the refusal: %q %v", rest, err)
	}
}
