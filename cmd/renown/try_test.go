package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"renown/internal/simulator"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/assistant"
)

const tryKey = "sk-the-key-of-this-test"

// platformAt writes a configuration that finds platforms at a simulator on this machine.
func platformAt(t *testing.T, origin string, ids ...string) string {
	t.Helper()
	text := "platforms:\n"
	for _, p := range assistant.Known().Simulated(origin).All() {
		for _, id := range ids {
			if p.ID == id {
				text += fmt.Sprintf("  - {id: %s, base_url: %q, allow_private: true, key_env: TRY_NO_SUCH_VARIABLE, key: %s, timeout: 5s}\n", id, p.BaseURL, tryKey)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "renown.yaml")
	write(t, path, text)
	return path
}

// Each fault is told by a sentence that says what to do, and by an exit status; the key is in none of them.
func TestTryAdvises(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(simulator.New(simulator.Options{}))
	t.Cleanup(server.Close)
	config := platformAt(t, server.URL, "deepseek", "doubao", "qwen", "kimi", "glm", "chatgpt", "claude")
	for _, c := range []struct {
		platform, outcome string
		status            int
		says              string
	}{
		{"deepseek", "401", exitKey, "copy it again, whole and without quotes, from https://platform.deepseek.com/api_keys"},
		{"kimi", "401", exitKey, "a key of another region"},
		{"deepseek", "balance", exitMoney, "has no money left; pay into it"},
		{"doubao", "balance", exitMoney, "pay into it"},
		{"qwen", "balance", exitMoney, "pay into it"},
		{"glm", "balance", exitMoney, "pay into it"}, // HTTP 429 there
		{"chatgpt", "quota", exitMoney, "wait until it is renewed"},
		{"doubao", "404", exitAccess, "open both in the platform's console"},
		{"claude", "search_failed", exitAccess, "open web search for the account"},
		{"deepseek", "400", exitAccess, "name another model"},
		{"qwen", "429", exitPassing, "too many questions in too short a time for this account; try again in 1s"},
		{"kimi", "503", exitPassing, "try again in a few minutes"},
		{"chatgpt", "500", exitPassing, "try again later"},
		{"deepseek", "html", exitPassing, "check base_url"},
		{"deepseek", "empty", exitPassing, "try again"},
		{"deepseek", "cut", exitNetwork, "check this machine's network"},
		{"deepseek", "redirect", exitNetwork, "the key is not sent there"},
		{"deepseek", "filter", 1, "ask another one, the key works"},
	} {
		t.Run(c.platform+" "+c.outcome, func(t *testing.T) {
			t.Parallel()
			status, out, errors := call(t, "try", "--config", config, "--platform", c.platform, "--question", "有哪些云笔记？[sim:"+c.outcome+"]")
			if status != c.status || out != "" || !strings.HasPrefix(errors, "renown: "+c.platform+": ") ||
				!strings.Contains(errors, c.says) {
				t.Errorf("status %d, output %q, says %q", status, out, errors)
			}
			if strings.Contains(errors, tryKey) {
				t.Error("it prints the key")
			}
		})
	}
	t.Run("an answer without a search", func(t *testing.T) {
		t.Parallel()
		status, out, errors := call(t, "try", "--config", config, "--platform", "deepseek", "--question", "有哪些云笔记？[sim:not_searched]")
		if status != 0 || !strings.Contains(out, "not searched") || !strings.Contains(errors, "web search is not open to this account") {
			t.Errorf("status %d, output %q, says %q", status, out, errors)
		}
	})
}

// What is wrong before anything is sent, and a platform without a server.
func TestTryRefuses(t *testing.T) {
	t.Parallel()
	ln := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	ln.Close() // the port is closed now
	deaf := platformAt(t, "http://"+ln.Addr().String(), "deepseek")
	private := filepath.Join(t.TempDir(), "private.yaml")
	write(t, private, "platforms:\n  - {id: deepseek, base_url: 'https://127.0.0.1:9', key: "+tryKey+"}\n")
	without := filepath.Join(t.TempDir(), "without.yaml")
	write(t, without, "platforms:\n  - {id: deepseek, key_env: TRY_NO_SUCH_VARIABLE}\n  - {id: qwen, suspended: true, key: k-12345}\n")
	for _, c := range []struct {
		name, config, platform, mode string
		status                       int
		says                         string
	}{
		{
			"unknown platform", without, "deepsek", "search", exitWords,
			`there is no platform "deepsek": choose one of doubao, deepseek, qwen`,
		},
		{"unknown mode", without, "deepseek", "deep", exitWords, "is none of search, chat, reasoning"},
		{
			"no key", without, "deepseek", "search", exitKey,
			"get one at https://platform.deepseek.com/api_keys and set TRY_NO_SUCH_VARIABLE to it. Nothing was sent",
		},
		{"suspended", without, "qwen", "search", exitKey, "remove suspended: true"},
		{"nobody listens", deaf, "deepseek", "search", exitNetwork, "cannot be reached; check this machine's network"},
		{"private address", private, "deepseek", "search", exitNetwork, "private network without allow_private"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			status, out, errors := call(t, "try", "--config", c.config, "--platform", c.platform, "--mode", c.mode, "--question", "有哪些云笔记？")
			if status != c.status || out != "" || !strings.Contains(errors, c.says) || strings.Contains(errors, tryKey) {
				t.Errorf("status %d, output %q, says %q", status, out, errors)
			}
		})
	}
}

// An answer comes with its sources, what is read in it, and what it cost; --raw gives the reply alone. A spare platform
// needs no configuration.
func TestTry(t *testing.T) {
	t.Parallel()
	ask := []string{"try", "--platform", "perplexity", "--question", "有哪些云笔记？[sim:cited]", "--simulate"}
	status, out, errors := call(t, append(ask, "--brand", "没有人提到的名字")...)
	if status != 0 || errors != "" {
		t.Fatalf("status %d, %q", status, errors)
	}
	for _, part := range []string{"This answer is simulated.", "cited", "https://", "tokens", "没有人提到的名字  not named", "cost"} {
		if !strings.Contains(out, part) {
			t.Errorf("no %q in:\n%s", part, out)
		}
	}
	_, out, _ = call(t, append(ask, "--json")...)
	var r tryResult
	if err := json.Unmarshal([]byte(out), &r); err != nil || r.Text == "" || len(r.Citations) == 0 || r.Reading != nil || !r.Simulated {
		t.Errorf("%v: %s", err, out)
	}
	_, out, _ = call(t, append(ask, "--raw")...)
	var raw map[string]any
	if err := json.Unmarshal([]byte(out), &raw); err != nil || raw["output"] == nil {
		t.Errorf("the raw reply: %v: %s", err, out)
	}
}

// A recording is what the tests read; one of the simulator is none.
func TestTryRecords(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(simulator.New(simulator.Options{SearchAlways: true}))
	t.Cleanup(server.Close)
	file := filepath.Join(t.TempDir(), "r.json")
	ask := []string{"try", "--question", "有哪些云笔记？", "--record", file, "--platform", "doubao"}
	if status, _, errors := call(t, append(ask, "--simulate")...); status != exitWords || !strings.Contains(errors, "proves nothing") {
		t.Errorf("simulated: status %d, %q", status, errors)
	}
	if status, _, errors := call(t, append(ask, "--config", platformAt(t, server.URL, "doubao"))...); status != 0 {
		t.Fatalf("status %d, %q", status, errors)
	}
	text := must.Get(os.ReadFile(file))(t)
	var r assistant.Recording
	must.Do(t, json.Unmarshal(text, &r))
	a, err := assistant.Reread(assistant.Known().Find("doubao"), r.Mode, r.Body)
	if err != nil || a.Text == "" || len(a.Citations) == 0 || r.Made != assistant.Recorded || bytes.Contains(text, []byte(tryKey)) {
		t.Errorf("%v: %s", err, text)
	}
}

// Every entry can be tried at a server of one's own.
func TestTryEach(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(simulator.New(simulator.Options{SearchAlways: true}))
	t.Cleanup(server.Close)
	ids := assistant.Known().IDs()
	config := platformAt(t, server.URL, ids...)
	for _, id := range ids {
		for _, mode := range assistant.Known().Find(id).Capabilities().Modes {
			status, out, errors := call(t, "try", "--config", config, "--platform", id, "--mode", string(mode), "--question", "有哪些云笔记？", "--json")
			var r tryResult
			if err := json.Unmarshal([]byte(out), &r); status != 0 || err != nil || r.Text == "" || mode.Searches() != (len(r.Citations) > 0) {
				t.Errorf("%s %s: status %d, %q, %s", id, mode, status, errors, out)
				continue
			}
			t.Logf("%-15s %-9s %-30s %-30s %2d sources, %d searches, %d in, %d out", id, mode, r.Model, r.Retrieval, len(r.Citations),
				r.Usage.Searches, r.Usage.Input, r.Usage.Output)
		}
	}
}

// The doctor asks only when it is told to, everybody who has a key, and says of each what try says.
func TestDoctorAsks(t *testing.T) {
	t.Parallel()
	sim := simulator.New(simulator.Options{SearchAlways: true})
	for platform, do := range map[string]simulator.Outcome{
		"deepseek": simulator.Auth, "qwen": simulator.RateLimit,
		"kimi": simulator.Balance,
	} {
		sim.Script(platform, "", simulator.Step{Do: do, Forever: true})
	}
	server := httptest.NewServer(sim)
	t.Cleanup(server.Close)
	config := platformAt(t, server.URL, "deepseek", "qwen", "kimi", "doubao")
	where := "--data=" + t.TempDir()
	status, out, _ := call(t, "doctor", "--config", config, where)
	if status != 0 || !strings.Contains(out, "--ask does, and costs one question each") || strings.Contains(out, "platform deepseek") {
		t.Errorf("unasked: status %d, %s", status, out)
	}
	expect.Equal(t, sim.Total(), 0, "questions without --ask")
	status, out, errors := call(t, "doctor", "--config", config, where, "--ask", "--json")
	if status != 1 || strings.Contains(out+errors, tryKey) {
		t.Errorf("status %d, %s", status, out)
	}
	var got list[finding]
	must.Do(t, json.Unmarshal([]byte(out), &got))
	want := map[string][2]string{
		"platform deepseek": {"fault", "copy it again"},
		"platform kimi":     {"fault", "pay into it"},
		"platform qwen":     {"warning", "too many questions"},
		"platform doubao":   {"ok", "sources"},
	}
	for _, f := range got.Items {
		if w, ok := want[f.Check]; ok {
			if f.Result != w[0] || !strings.Contains(f.Message, w[1]) {
				t.Errorf("%+v, want %v", f, w)
			}
			delete(want, f.Check)
		}
	}
	if len(want) > 0 {
		t.Errorf("nothing is said of %v in %s", want, out)
	}
}
