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

	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// held is a request whose handler has begun and waits for the rest of its body.
type held struct {
	conn net.Conn
	rest string
}

// begin sends a request up to its body. That the server asks for the body shows that the handler reads it.
func begin(t testing.TB, address, key string) held {
	t.Helper()
	conn := must.Get(net.Dial("tcp", address))(t)
	t.Cleanup(func() { conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(30 * time.Second))
	const body = `{"name":"云栖笔记","introduction":"云端笔记"}`
	fmt.Fprint(conn, head(key, fmt.Sprintf("Content-Length: %d\r\nExpect: 100-continue\r\n", len(body))))
	line, err := bufio.NewReaderSize(conn, 16).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "HTTP/1.1 100 Continue") {
		t.Fatalf("no wish for a body: %q %v", line, err)
	}
	_, _ = io.WriteString(conn, body[:5])
	return held{conn, body[5:]}
}

// finish sends the rest and returns the answer.
func (h held) finish(t testing.TB) *apitest.Answer {
	t.Helper()
	must.Get(io.WriteString(h.conn, h.rest))(t)
	list := answers(t, skipBlank{h.conn}, "POST", brandsPath)
	must.Equal(t, len(list), 1, "answers")
	return list[0]
}

// skipBlank drops what is left of the interim answer: its blank line.
type skipBlank struct{ net.Conn }

func (s skipBlank) Read(p []byte) (int, error) {
	for {
		n, err := s.Conn.Read(p)
		rest := strings.TrimLeft(string(p[:n]), "\r\n")
		if rest != "" || err != nil {
			return copy(p, rest), err
		}
	}
}

func probe(t testing.TB, url string) (int, string) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 10 * time.Second}
	response := must.Get(client.Get(url))(t)
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	return response.StatusCode, strings.TrimSpace(string(text))
}

func TestGracefulStop(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{}, func(t *testing.T, s *apitest.Server) {
		key := s.Key(t)
		for _, path := range []string{"/healthz", "/readyz"} {
			if status, text := probe(t, s.URL+path); status != 200 || text != "ok" {
				t.Errorf("%s: %d %s", path, status, text)
			}
		}
		s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/me"}) // leaves a connection open
		first := begin(t, s.Addr, key)
		ended := make(chan error, 1)
		go func() { ended <- s.Stop() }()
		eventually(t, "not ready", func() bool { status, text := probe(t, s.URL+"/readyz"); return status == 503 && text == "stopping" })

		late := apitest.Call{Key: key, Method: "GET", Path: "/me", Status: 503, Code: 5030, Want: apitest.Values{"detail.retry_after": 5}}
		for range 3 { // on the open connection, then on new ones: each is closed behind the refusal
			if a := s.Expect(t, late); a.Header.Get("Retry-After") != "5" {
				t.Errorf("Retry-After %q", a.Header.Get("Retry-After"))
			}
		}
		if status, _ := probe(t, s.URL+"/healthz"); status != 200 {
			t.Errorf("/healthz while stopping: %d", status)
		}
		select {
		case err := <-ended:
			t.Fatalf("ended with a request open: %v", err)
		default:
		}
		if a := first.finish(t); a.Code != 0 || a.Status != 200 {
			t.Errorf("what had begun got %d %s", a.Status, a.Body)
		}
		expect.Do(t, <-ended)
		if conn, err := net.Dial("tcp", s.Addr); err == nil {
			conn.Close()
			t.Error("still listening")
		}
	})
}

// A request that never ends does not keep the program.
func TestStopIsBounded(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: func(c *config.Settings) { c.StopTimeout = time.Second }})
	begin(t, s.Addr, s.Key(t))
	expect.Do(t, s.Stop())
	expect.Equal(t, len(s.Log.Lines("did not finish in time")), 1, "nothing was said about the request that was cut off")
}

func TestStopIdle(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{})
	s.Expect(t, apitest.Call{Key: s.Key(t), Method: "GET", Path: "/me"})
	expect.Do(t, s.Stop())
	if late := s.Log.Lines("did not finish in time"); len(late) > 0 {
		t.Error(late)
	}
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	apitest.Each(t, apitest.Options{Settings: func(c *config.Settings) { c.MetricsListen = "127.0.0.1:0" }},
		func(t *testing.T, s *apitest.Server) {
			id, key := s.Owner(t).NewKey(t)
			s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/me"})
			s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/geo/brands/brd_personal", Status: 404, Code: 3001})
			s.Expect(t, apitest.Call{Method: "GET", Path: "/no/such/route", Status: 404, Code: 4040})
			if status, text := probe(t, s.URL+"/metrics"); status != 404 {
				t.Errorf("/metrics on the main listener: %d %.80s", status, text)
			}
			_, rest, _ := strings.Cut(strings.Join(s.Log.Lines("/metrics"), ""), `"address":"`)
			address, _, _ := strings.Cut(rest, `"`)
			status, page := probe(t, address)
			must.Equal(t, status, 200, address)
			for _, want := range []string{
				`renown_http_requests_total{code="0",method="GET",route="/openapi/v1/me",status="200"} 1`,
				`renown_http_requests_total{code="3001",method="GET",route="/openapi/v1/geo/brands/{brand_id}",status="404"} 1`,
				`renown_http_requests_total{code="4040",method="GET",route="",status="404"} 2`, // the second is the console's
				`renown_http_request_seconds_count{route="/openapi/v1/me"} 1`,
				`renown_db_connections_open{pool="read"}`, "go_goroutines", "process_open_fds",
			} {
				if !strings.Contains(page, want) {
					t.Errorf("no %s", want)
				}
			}
			for _, secret := range []string{key, id, "brd_personal", "no/such"} {
				if strings.Contains(page, secret) {
					t.Errorf("%s is in the metrics", secret)
				}
			}
		})
}
