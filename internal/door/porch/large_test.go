package porch_test

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"renown/internal/door/porch"
	"renown/internal/testkit/must"
)

// A client that sends all before it reads anything hears that it was too much; one that asks first is told before it sends.
func TestLargeBodyIsHeard(t *testing.T) {
	t.Parallel()
	observer := porch.Observer{Log: slog.New(slog.DiscardHandler), Metrics: porch.NewMetrics(prometheus.NewRegistry())}
	server := httptest.NewServer(observer.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.CopyN(io.Discard, r.Body, map[string]int64{"/part": 1 << 20}[r.URL.Path])
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		_, _ = io.WriteString(w, "too large")
	})))
	defer server.Close()
	const size = 14 << 20 // more than the buffers of two sockets take
	length := fmt.Sprintf("Content-Length: %d\r\n", size)
	for name, tc := range map[string]struct{ path, more, body string }{
		"unread":       {"/", length, strings.Repeat("x", size)},
		"read in part": {"/part", length, strings.Repeat("x", size)},
		"chunked": {
			"/part", "Transfer-Encoding: chunked\r\n",
			fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", size, strings.Repeat("x", size)),
		},
		"asks before":      {"/", length + "Expect: 100-continue\r\n", ""},
		"says, sends none": {"/", length, ""},
	} {
		t.Run(name, func(t *testing.T) {
			conn := must.Get(net.Dial("tcp", strings.TrimPrefix(server.URL, "http://")))(t)
			defer conn.Close()
			_ = conn.SetDeadline(time.Now().Add(30 * time.Second))
			_, err := io.WriteString(conn, "POST "+tc.path+" HTTP/1.1\r\nHost: h\r\n"+tc.more+"\r\n"+tc.body)
			must.Do(t, err, "the connection was closed before all was sent")
			response := must.Get(http.ReadResponse(bufio.NewReader(conn), nil))(t)
			if response.StatusCode != http.StatusRequestEntityTooLarge || !response.Close {
				t.Errorf("status %d, close %t", response.StatusCode, response.Close)
			}
			response.Body.Close()
		})
	}
}
