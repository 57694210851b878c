package app_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"renown/internal/door/api"
	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

// binary builds the program as it is shipped, once; TestMain removes it.
var binary = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "renown-binary-")
	if err != nil {
		return "", err
	}
	binaryFolder = dir
	path := filepath.Join(dir, "renown")
	build := exec.Command("go", "build", "-buildvcs=false", "-ldflags", "-s -w", "-o", path, "renown/cmd/renown")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", &exec.Error{Name: string(out), Err: err}
	}
	return path, nil
})

var binaryFolder string

// process is the program in a process of its own.
type process struct {
	*exec.Cmd
	address string
	said    *apitest.Log
	ended   chan error
}

// database names the data as the commands take it.
func database(url string) []string {
	if dir, ok := strings.CutPrefix(url, "sqlite:"); ok {
		return []string{"--data", dir}
	}
	return []string{"--database", url}
}

// startProcess runs `renown serve` on a free port and returns once it says that it serves.
func startProcess(t testing.TB, url string, more ...string) *process {
	t.Helper()
	path := must.Get(binary())(t)
	p := &process{Cmd: exec.Command(path, append(append([]string{"serve", "--listen", "127.0.0.1:0"}, database(url)...), more...)...), said: new(apitest.Log), ended: make(chan error, 1)}
	stderr := must.Get(p.StderrPipe())(t)
	must.Do(t, p.Start())
	t.Cleanup(func() { _ = p.Process.Kill(); <-p.ended })
	listening := make(chan string, 1)
	go func() {
		lines := bufio.NewScanner(stderr)
		for lines.Scan() {
			if address, ok := strings.CutPrefix(lines.Text(), "listening on http://"); ok {
				listening <- address
			}
			_, _ = io.WriteString(p.said, lines.Text()+"\n")
		}
		err := p.Wait()
		close(listening)
		p.ended <- err
		close(p.ended)
	}()
	address, ok := <-listening
	if !ok {
		t.Fatalf("it does not serve:\n%s", p.said)
	}
	p.address = address
	return p
}

// command runs another command on the same data and returns what it prints.
func command(t testing.TB, url, stdin string, words ...string) []byte {
	t.Helper()
	path := must.Get(binary())(t)
	c := exec.Command(path, append(words, database(url)...)...)
	c.Stdin = strings.NewReader(stdin)
	out, err := c.Output()
	if err != nil {
		t.Fatalf("renown %s: %v", strings.Join(words, " "), err)
	}
	return out
}

// newKey opens an account and a key by command.
func newKey(t testing.TB, url string) (id, key string) {
	t.Helper()
	command(t, url, processPassword+"\n", "user", "create", "--email", "li@process.example", "--password-stdin", "--tier", "upper", "--json")
	var made struct {
		ID  string `json:"key_id"`
		Key string `json:"key"`
	}
	must.Do(t, json.Unmarshal(command(t, url, "", "key", "create", "--email", "li@process.example", "--json"), &made))
	return made.ID, made.Key
}

const processPassword = "a-password-nobody-logs"

func get(t testing.TB, url, key string) *apitest.Answer {
	t.Helper()
	r := must.Get(http.NewRequest("GET", url, nil))(t)
	r.Header.Set("Authorization", "Bearer "+key)
	r.Close = true
	response := must.Get(http.DefaultClient.Do(r))(t)
	return apitest.Read(t, response)
}

func TestProcess(t *testing.T) {
	t.Parallel()
	storetest.EachDialect(t, func(t *testing.T, d store.Dialect) {
		url := storetest.URL(t, d)
		p := startProcess(t, url)
		id, key := newKey(t, url) // beside the server
		base := "http://" + p.address + "/openapi/v1"
		if a := get(t, base+"/me", key); a.At("data.key_id") != id {
			t.Errorf("%s", a.Body)
		}
		published, printed := get(t, base+"/openapi.json", key).Body, command(t, url, "", "openapi", "--compact")
		if !bytes.Equal(bytes.TrimSpace(printed), published) {
			t.Error("what is printed is not what is published")
		}
		var indented bytes.Buffer
		if err := json.Compact(&indented, command(t, url, "", "openapi")); err != nil || !bytes.Equal(indented.Bytes(), published) {
			t.Errorf("what is printed for people is not what is published: %v", err)
		}
		command(t, url, "", "key", "revoke", id)
		if a := get(t, base+"/me", key); a.Code != 1001 {
			t.Errorf("revoked: %s", a.Body)
		}
		_ = p.Process.Signal(syscall.SIGTERM)
		expect.Do(t, <-p.ended, "it ended with")
		for _, secret := range []string{key, strings.TrimPrefix(key, "sk-"), processPassword} {
			if strings.Contains(p.said.String(), secret) {
				t.Errorf("a secret was logged:\n%s", p.said)
			}
		}
		for _, fact := range []string{`"request_id":"req_`, `"key_id":"` + id, `"route":"` + api.Prefix + `/me"`, `"code":1001`, `"latency_ms":`} {
			if !strings.Contains(p.said.String(), fact) {
				t.Errorf("the log has no %s", fact)
			}
		}
	})
}

// The first signal lets a request finish while others are refused; the second ends the process at once.
func TestSignals(t *testing.T) {
	t.Parallel()
	for name, signal := range map[string]os.Signal{"finish": nil, "second TERM": syscall.SIGTERM, "second INT": os.Interrupt} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := storetest.URL(t, store.SQLite)
			p := startProcess(t, url)
			_, key := newKey(t, url)
			first := begin(t, p.address, key)
			_ = p.Process.Signal(syscall.SIGTERM)
			eventually(t, "not ready", func() bool { status, _ := probe(t, "http://"+p.address+"/readyz"); return status == 503 })
			if a := get(t, "http://"+p.address+"/openapi/v1/me", key); a.Code != 5030 || a.Header.Get("Retry-After") == "" {
				t.Errorf("a late request: %d %s", a.Status, a.Body)
			}
			if signal == nil {
				if a := first.finish(t); a.Status != 200 {
					t.Errorf("%d %s", a.Status, a.Body)
				}
				expect.Do(t, <-p.ended, "it ended with")
				return
			}
			_ = p.Process.Signal(signal)
			<-p.ended
			expect.Equal(t, p.ProcessState.ExitCode(), 130, "ended with")
		})
	}
}
