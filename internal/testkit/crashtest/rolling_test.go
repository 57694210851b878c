package crashtest

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
	"renown/internal/testkit/storetest"
)

// rollDelay is the stop delay of the nodes. nginx asks no probe, so any will do that lets it use each connection once more.
const rollDelay = "3s"

// Three nodes behind the shipped proxy are stopped and started again one after the other while clients read and write: no client
// meets an error, and each write is done once.
func TestRollingRestart(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("nginx"); err != nil {
		t.Skip("NOT RUN: nginx is not installed")
	}
	url := storetest.URL(t, store.Postgres)
	config := filepath.Join(t.TempDir(), "renown.yaml")
	must.Do(t, os.WriteFile(config, []byte("trusted_proxies: 127.0.0.0/8\nrate_limit_per_minute: 1000000\nmax_brands: 1000000\n"), 0o600))
	program.Command(t, "", program.On(url, "user", "create", "--email", "li@example.com", "--password", "long enough a password")...)
	key := keyOf(t, url)
	var addresses []string
	for range 3 {
		addresses = append(addresses, freeAddress(t))
	}
	nodes := make([]*program.Process, len(addresses))
	for i := range nodes {
		nodes[i] = startAt(t, url, config, addresses[i])
	}
	c := &rollClient{base: proxy(t, addresses), key: key}
	stop := make(chan struct{})
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() { c.drive(stop) })
	}
	eventually(t, "requests come through", func() bool { return c.done.Load() > 50 })
	for i := range nodes {
		before := c.done.Load()
		expect.Do(t, nodes[i].Stop(syscall.SIGTERM), nodes[i].Said)
		nodes[i] = startAt(t, url, config, addresses[i])
		eventually(t, "all nodes serve again", func() bool { return c.done.Load() > before+50 })
	}
	close(stop)
	group.Wait()
	t.Logf("%d requests, %d of them writes, %d errors", c.done.Load(), c.written.Load(), c.failed.Load())
	if c.failed.Load() > 0 {
		t.Errorf("the first: %s", c.first.Load())
	}
	db := storetest.OpenURL(t, url)
	kept := must.Get(store.One[int64](db.Read().QueryRow(t.Context(), `SELECT count(*) FROM brands`)))(t)
	expect.Equal(t, kept, c.written.Load(), "brands are there")
}

func keyOf(t *testing.T, url string) string {
	t.Helper()
	out := string(program.Command(t, "", program.On(url, "key", "create", "--email", "li@example.com")...))
	for _, word := range strings.Fields(out) {
		if strings.HasPrefix(word, "sk-") {
			return word
		}
	}
	t.Fatalf("no key in %s", out)
	return ""
}

// freeAddress is one that nothing listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	ln := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer ln.Close()
	return ln.Addr().String()
}

func startAt(t *testing.T, url, config, address string) *program.Process {
	t.Helper()
	words := program.On(url, "serve", "--config", config, "--role", "api", "--listen", address, "--stop-delay", rollDelay)
	p := must.Get(program.Listen(exec.Command(must.Get(program.Binary())(t), words...)))(t)
	t.Cleanup(p.End)
	return p
}

// proxy is the shipped nginx.conf before these nodes, on free ports.
func proxy(t *testing.T, nodes []string) (base string) {
	t.Helper()
	var servers strings.Builder
	for _, address := range nodes {
		fmt.Fprintf(&servers, "server %s max_fails=1 fail_timeout=5s;\n", address)
	}
	shipped := string(must.Get(os.ReadFile("../../../deploy/nginx.conf"))(t))
	const one = "server 127.0.0.1:8080 max_fails=1 fail_timeout=5s;"
	if !strings.Contains(shipped, one) {
		t.Fatal("the shipped file names no node as it did")
	}
	address := freeAddress(t)
	path := program.Nginx(t, strings.Replace(shipped, one, servers.String(), 1), freeAddress(t), address)
	server := exec.Command("nginx", "-c", path)
	said := new(apitest.Log)
	server.Stderr = said
	must.Do(t, server.Start())
	t.Cleanup(func() {
		_ = server.Process.Signal(syscall.SIGTERM)
		_ = server.Wait()
		if t.Failed() {
			t.Logf("nginx: %s", said)
		}
	})
	eventually(t, "nginx listens", func() bool {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
	return "https://" + address
}

// rollClient reads and writes in turn.
type rollClient struct {
	base, key             string
	done, written, failed atomic.Int64
	first                 atomic.Value // of the errors
}

func (c *rollClient) drive(stop <-chan struct{}) {
	client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, //nolint:gosec // the proxy's certificate was made for this test
	}}
	for i := 0; ; i++ {
		select {
		case <-stop:
			return
		default:
		}
		method, path, body := http.MethodGet, "/me", ""
		if i%3 == 0 {
			method, path, body = http.MethodPost, "/geo/brands", `{"name":"云栖笔记","introduction":"云端笔记"}`
		}
		if err := c.ask(client, method, path, body); err != nil {
			c.failed.Add(1)
			c.first.CompareAndSwap(nil, fmt.Sprint(method, ": ", err))
		} else if method == http.MethodPost {
			c.written.Add(1)
		}
		c.done.Add(1)
	}
}

func (c *rollClient) ask(client *http.Client, method, path, body string) error {
	request, err := http.NewRequest(method, c.base+"/openapi/v1"+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	request.Host = "renown.example.com"
	request.Header.Set("X-API-KEY", c.key)
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%d %.300s", response.StatusCode, text)
	}
	return err
}
