package app_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"renown/internal/config"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/await"
	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
)

// holdVariable makes this binary a client that holds idle connections: "ADDRESS COUNT". One process has not enough
// file descriptors for both ends.
const holdVariable = "RENOWN_TEST_HOLD"

func TestMain(m *testing.M) {
	if what := os.Getenv(holdVariable); what != "" {
		hold(what)
		return
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(status int) {
		_ = program.Remove()
		os.Exit(status)
	}))
}

// hold opens the connections, says so, and keeps them until standard input ends.
func hold(what string) {
	address, text, _ := strings.Cut(what, " ")
	count, _ := strconv.Atoi(text)
	conns := make([]net.Conn, 0, count)
	for len(conns) < count {
		c, err := net.DialTimeout("tcp", address, 10*time.Second)
		if err != nil {
			fmt.Println(len(conns), err)
			os.Exit(1)
		}
		conns = append(conns, c)
	}
	fmt.Println(len(conns))
	_, _ = io.Copy(io.Discard, os.Stdin)
	runtime.KeepAlive(conns)
}

// unlimited lets a test ask as often as it likes.
func unlimited(s *config.Settings) { s.RateLimit, s.AnonymousLimit = config.Rate{}, config.Rate{} }

func dial(t testing.TB, s *apitest.Server) net.Conn {
	t.Helper()
	conn := must.Get(net.Dial("tcp", s.Addr))(t)
	t.Cleanup(func() { conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(30 * time.Second))
	return conn
}

// answers reads all answers on a connection until the server closes it, each held against the contract as an answer to
// the method and target. A connection that was reset has no further answer.
func answers(t testing.TB, conn net.Conn, method, target string) (list []*apitest.Answer) {
	t.Helper()
	reader := bufio.NewReader(conn)
	request := &http.Request{Method: method, URL: &url.URL{}}
	if u, err := url.Parse(target); err == nil {
		request.URL = u
	}
	for {
		if _, err := reader.Peek(1); err != nil {
			if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
				t.Fatal("the connection was left open")
			}
			return list
		}
		response, err := http.ReadResponse(reader, request)
		must.Do(t, err, "reading an answer")
		list = append(list, apitest.Read(t, response))
	}
}

// eventually waits until ok, which must come true without a push.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	await.True(t, 2*time.Minute, what, ok)
}

// settled returns the number of goroutines once it has stopped falling.
func settled() int {
	n := runtime.NumGoroutine()
	for calm := 0; calm < 10; {
		await.Pause(context.Background(), 10*time.Millisecond)
		if now := runtime.NumGoroutine(); now < n {
			n, calm = now, 0
			continue
		}
		calm++
	}
	return n
}
