package assistant_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/assistant"
)

const chatReply = `{"id":"c1","model":"m","choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"好的。"}}],"usage":{"total_tokens":3}}`

// entry is a chat platform at an address, with a key that must not leak.
func entry(address string, change ...func(*assistant.Platform)) *assistant.Catalogue {
	return assistant.Only(assistant.Known().Find("ernie")).With(func(p *assistant.Platform) {
		p.BaseURL, p.AllowPrivate, p.Key, p.RequestsPerMinute = address, true, assistant.NewSecret("sk-top-secret-key"), 0
		for _, c := range change {
			c(p)
		}
	})
}

func ask(t *testing.T, c *assistant.Catalogue) (assistant.Answer, error) {
	t.Helper()
	client := assistant.New(c, assistant.Settings{})
	defer client.Close()
	return client.Ask(t.Context(), assistant.Question{Platform: "ernie", Text: "你好？", Mode: assistant.ModeChat})
}

func serve(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

func TestBadInput(t *testing.T) {
	t.Parallel()
	say := func(status int, headers map[string]string, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			for k, v := range headers {
				w.Header().Set(k, v)
			}
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	}
	for _, c := range []struct {
		name    string
		handler http.HandlerFunc
		want    assistant.Class
	}{
		{"HTML", say(200, map[string]string{"Content-Type": "text/html"}, "<html><body>login</body></html>"), assistant.Malformed},
		{"nothing", say(200, nil, ""), assistant.Malformed},
		{"a list", say(200, nil, "[1,2,3]"), assistant.Malformed},
		{"truncated", say(200, nil, chatReply[:60]), assistant.Malformed},
		{"another protocol", say(200, nil, `{"candidates":[{"content":{"parts":[{"text":"hi"}]}}]}`), assistant.Malformed},
		{"no choices", say(200, nil, `{"choices":[]}`), assistant.Empty},
		{"blanks", say(200, nil, `{"choices":[{"message":{"content":" \n\t "}}]}`), assistant.Empty},
		{"only markers", say(200, nil, `{"choices":[{"message":{"content":"^[1]^"}}]}`), assistant.Empty},
		{"content of another type", say(200, nil, `{"choices":[{"message":{"content":{"a":1}}}]}`), assistant.Empty},
		{"declared gigabyte", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1073741824")
			_, _ = w.Write(make([]byte, 1024))
		}, assistant.Malformed},
		{"zip bomb", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			for range 64 {
				if _, err := z.Write(make([]byte, 1<<20)); err != nil {
					return
				}
			}
			_ = z.Close()
		}, assistant.Malformed},
		{"redirect to another host", say(307, map[string]string{"Location": "https://elsewhere.example/"}, ""), assistant.Refused},
		{"redirect to another port", say(307, map[string]string{"Location": "http://127.0.0.1:1/"}, ""), assistant.Refused},
		{"redirect to another scheme", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://"+r.Host+"/", http.StatusTemporaryRedirect)
		}, assistant.Refused},
		{"redirect in circles", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.Path, http.StatusTemporaryRedirect)
		}, assistant.Refused},
		{"error in 200", say(200, nil, `{"error":{"code":"rpm_rate_limit_exceeded","message":"slow"}}`), assistant.RateLimit},
		{"error in 200 without choices", say(200, nil,
			`{"error_code":17,"error_msg":"Open api daily request limit reached"}`), assistant.Server},
		{"unsafe", say(200, nil, `{"is_safe":false,"choices":[{"message":{"content":"x"}}]}`), assistant.ContentFilter},
		{"a refusal that is cut", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			w.WriteHeader(http.StatusTooManyRequests)
			_, _ = io.WriteString(w, `{"error":`)
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}, assistant.RateLimit},
		{"a refusal without end", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1073741824")
			w.WriteHeader(http.StatusUnauthorized)
		}, assistant.Auth},
		{"gateway", say(502, nil, "<html>"), assistant.Server},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := ask(t, entry(serve(t, c.handler)))
			expect.Equal(t, assistant.ClassOf(err), c.want, "got", err)
		})
	}
}

func TestEchoedKeyIsScrubbed(t *testing.T) {
	t.Parallel()
	echo := func(status int, format string) string {
		return serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(status)
			fmt.Fprintf(w, format, strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
		})
	}
	_, err := ask(t, entry(echo(401, `{"error":{"code":"key_%[1]s","message":"key %[1]s is wrong"}}`)))
	if f := assistant.AsFault(err); f == nil || f.Class != assistant.Auth || strings.Contains(err.Error(), "top-secret") {
		t.Errorf("%v", err)
	}
	a, err := ask(t, entry(echo(200, `{"choices":[{"message":{"content":"好"}}],"debug":"%s"}`)))
	if err != nil || strings.Contains(string(a.Raw), "top-secret") || !strings.Contains(string(a.Raw), "[redacted]") {
		t.Errorf("%v %s", err, a.Raw)
	}
	a, err = ask(t, entry(echo(400, `{"error":{"type":"unsafe_request","message":"%s"}}`)))
	if assistant.ClassOf(err) != assistant.ContentFilter || len(a.Raw) == 0 || strings.Contains(string(a.Raw)+err.Error(), "top-secret") {
		t.Errorf("%v %s", err, a.Raw)
	}
}

func TestPrivateAddressIsRefused(t *testing.T) {
	t.Parallel()
	reached := atomic.Bool{}
	address := serve(t, func(http.ResponseWriter, *http.Request) { reached.Store(true) })
	port := address[strings.LastIndexByte(address, ':'):]
	for _, base := range []string{
		address, "http://localhost" + port, "http://[::1]" + port, "http://0.0.0.0" + port,
		"http://169.254.169.254", "http://10.0.0.1", "http://[::ffff:127.0.0.1]" + port,
	} {
		_, err := ask(t, entry(base, func(p *assistant.Platform) { p.AllowPrivate = false }))
		expect.Equal(t, assistant.ClassOf(err), assistant.Refused, base, err)
	}
	if reached.Load() {
		t.Error("the server was reached")
	}
}

func TestCertificateIsVerified(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Error("the key was sent over a connection that is not verified")
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	if _, err := ask(t, entry(server.URL)); assistant.ClassOf(err) != assistant.Refused {
		t.Error(err)
	}
}

func TestNoServer(t *testing.T) {
	t.Parallel()
	listener := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	address := listener.Addr().String()
	listener.Close()
	if _, err := ask(t, entry("http://"+address)); assistant.ClassOf(err) != assistant.Network {
		t.Error(err)
	}
}

func TestSameHostRedirectIsFollowed(t *testing.T) {
	t.Parallel()
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/moved") {
			http.Redirect(w, r, "/moved"+r.URL.Path, http.StatusPermanentRedirect)
			return
		}
		if body, _ := io.ReadAll(r.Body); !strings.Contains(string(body), "你好") || r.Header.Get("Authorization") == "" {
			t.Errorf("the request changed on the way: %s", body)
		}
		_, _ = io.WriteString(w, chatReply)
	})
	if a, err := ask(t, entry(address)); err != nil || a.Text != "好的。" {
		t.Errorf("%v %q", err, a.Text)
	}
}

func TestRetrySigns(t *testing.T) {
	t.Parallel()
	address := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", time.Now().Add(90*time.Second).UTC().Format(http.TimeFormat))
		w.Header().Set("X-Should-Retry", "false")
		w.Header().Set("X-Request-Id", "req-1")
		w.WriteHeader(503)
	})
	_, err := ask(t, entry(address))
	f := assistant.AsFault(err)
	if f == nil || f.Class != assistant.Overload || f.Retryable() || f.RequestID != "req-1" || f.Status != 503 {
		t.Fatalf("%+v", f)
	}
	if f.RetryAfter < 80*time.Second || f.RetryAfter > 91*time.Second {
		t.Errorf("retry after %s", f.RetryAfter)
	}
}
