package app_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"renown/internal/app"
	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

// idleConnections is how many are held, unless the system allows fewer.
const idleConnections = 10_000

// requestsOnly starts no background work, whose goroutines come and go.
func requestsOnly(s *config.Settings) {
	unlimited(s)
	s.Role = config.API
}

// Ten thousand connections that say nothing cost memory and no answers, and leave nothing behind.
// Not parallel: it counts goroutines.
func TestIdleConnections(t *testing.T) {
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: requestsOnly, App: func(a *app.App) {
		a.Patience = app.Patience{Header: 2 * time.Minute, Read: 2 * time.Minute, Write: time.Minute, Idle: time.Minute}
	}})
	me := apitest.Call{Key: s.Key(t), Method: "GET", Path: "/me"}
	s.Expect(t, me)
	before := settled()
	count := affordable(t)
	release := holdIdle(t, s.Addr, count)
	eventually(t, "all connections are accepted", func() bool { return settledAbove(before + count*9/10) })
	for range 50 {
		s.Expect(t, me)
	}
	release()
	eventually(t, fmt.Sprintf("back to %d goroutines", before), func() bool { return settled() <= before+2 })
	s.Expect(t, me)
}

func settledAbove(n int) bool { return settled() >= n }

// affordable is how many connections this process may hold, and says so when that is less than wanted.
func affordable(t testing.TB) int {
	t.Helper()
	var limit syscall.Rlimit
	must.Do(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit))
	const others = 500 // files, databases, other tests
	count := min(idleConnections, int(limit.Max)-others)
	if count < idleConnections {
		t.Logf("only %d idle connections: the system allows %d open files", count, limit.Max)
	}
	return count
}

// holdIdle has another process hold connections; the function it returns lets them go.
func holdIdle(t testing.TB, address string, count int) (release func()) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d", holdVariable, address, count))
	stdin := must.Get(child.StdinPipe())(t)
	stdout := must.Get(child.StdoutPipe())(t)
	must.Do(t, child.Start())
	release = func() { _ = stdin.Close(); _ = child.Wait() }
	t.Cleanup(release)
	if line, _ := bufio.NewReader(stdout).ReadString('\n'); strings.TrimSpace(line) != fmt.Sprint(count) {
		t.Fatalf("the other process holds %q, want %d", line, count)
	}
	return release
}

// When all places are taken a newcomer waits until patience with the silent ones ends.
func TestMaxConnections(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{App: hasty, Settings: func(c *config.Settings) { c.MaxConnections = 3 }})
	for range 3 {
		dial(t, s)
	}
	s.Expect(t, apitest.Call{Method: "GET", Path: "/me", Status: 401, Code: 1001})
}

// Clients that go away in the middle of anything leave no goroutine behind. Not parallel: it counts goroutines.
func TestClientsGoAway(t *testing.T) {
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: requestsOnly})
	key := s.Key(t)
	s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/me"})
	before := settled()
	for _, text := range []string{
		"", "GET /openapi/v1/me HT",
		"GET /openapi/v1/me HTTP/1.1\r\nHost: h\r\nX-API-KEY: " + key + "\r\n\r\n", // does not wait for the answer
		head(key, "Content-Length: 100\r\n") + `{"name":`,
		head(key, "Transfer-Encoding: chunked\r\n") + "5\r\n{\"nam\r\n",
		head(key, "Content-Length: 2000000\r\n") + strings.Repeat("x", 100_000),
		strings.Repeat("GET /openapi/v1/openapi.json HTTP/1.1\r\nHost: h\r\n\r\n", 20), // megabytes that are not read
	} {
		for range 20 {
			conn := dial(t, s)
			_, _ = io.WriteString(conn, text)
			conn.Close()
		}
	}
	eventually(t, fmt.Sprintf("back to %d goroutines", before), func() bool { return settled() <= before+2 })
	if lines := s.Log.Lines(`"status":5`); len(lines) > 0 {
		t.Errorf("answered as a fault of the server: %s", lines[0])
	}
	s.Expect(t, apitest.Call{Key: key, Method: "GET", Path: "/me"})
}
