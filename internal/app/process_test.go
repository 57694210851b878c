package app_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"

	"renown/internal/door/api"
	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
	"renown/internal/testkit/storetest"
)

// newKey opens an account and a key by command.
func newKey(t testing.TB, url string) (id, key string) {
	t.Helper()
	program.Command(t, processPassword+"\n",
		program.On(url, "user", "create", "--email", "li@process.example", "--password-stdin", "--tier", "upper", "--json")...)
	var made struct {
		ID  string `json:"key_id"`
		Key string `json:"key"`
	}
	must.Do(t, json.Unmarshal(program.Command(t, "", program.On(url, "key", "create", "--email", "li@process.example",
		"--json")...), &made))
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
		p := program.Start(t, program.On(url, "serve")...)
		id, key := newKey(t, url) // beside the server
		base := p.URL + "/openapi/v1"
		if a := get(t, base+"/me", key); a.At("data.key_id") != id {
			t.Errorf("%s", a.Body)
		}
		published, printed := get(t, base+"/openapi.json", key).Body, program.Command(t, "", program.On(url, "openapi", "--compact")...)
		if !bytes.Equal(bytes.TrimSpace(printed), published) {
			t.Error("what is printed is not what is published")
		}
		var indented bytes.Buffer
		if err := json.Compact(&indented, program.Command(t, "", program.On(url, "openapi")...)); err != nil ||
			!bytes.Equal(indented.Bytes(), published) {
			t.Errorf("what is printed for people is not what is published: %v", err)
		}
		program.Command(t, "", program.On(url, "key", "revoke", id)...)
		if a := get(t, base+"/me", key); a.Code != 1001 {
			t.Errorf("revoked: %s", a.Body)
		}
		expect.Do(t, p.Stop(syscall.SIGTERM), "it ended with")
		for _, secret := range []string{key, strings.TrimPrefix(key, "sk-"), processPassword} {
			if strings.Contains(p.Said.String(), secret) {
				t.Errorf("a secret was logged:\n%s", p.Said)
			}
		}
		for _, fact := range []string{
			`"request_id":"req_`, `"key_id":"` + id, `"route":"` + api.Prefix + `/me"`,
			`"code":1001`, `"latency_ms":`,
		} {
			if !strings.Contains(p.Said.String(), fact) {
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
			p := program.Start(t, program.On(url, "serve")...)
			_, key := newKey(t, url)
			first := begin(t, p.Addr, key)
			_ = p.Process.Signal(syscall.SIGTERM)
			eventually(t, "not ready", func() bool { status, _ := probe(t, p.URL+"/readyz"); return status == 503 })
			if a := get(t, p.URL+"/openapi/v1/me", key); a.Code != 5030 || a.Header.Get("Retry-After") == "" {
				t.Errorf("a late request: %d %s", a.Status, a.Body)
			}
			if signal == nil {
				if a := first.finish(t); a.Status != 200 {
					t.Errorf("%d %s", a.Status, a.Body)
				}
				expect.Do(t, p.Wait(), "it ended with")
				return
			}
			_ = p.Process.Signal(signal)
			_ = p.Wait()
			expect.Equal(t, p.ProcessState.ExitCode(), 130, "ended with")
		})
	}
}
