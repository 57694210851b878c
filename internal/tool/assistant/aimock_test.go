package assistant_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"renown/internal/testkit/must"
	"renown/internal/tool/assistant"
)

// aimockVersion is the third-party mock server the client is tried against; it was written by people who do not know
// our decoders.
const aimockVersion = "1.43.0"

// TestThirdPartyServer needs node and npm. Without them it is skipped, unless RENOWN_TEST_REQUIRE_NPM=1.
func TestThirdPartyServer(t *testing.T) {
	t.Parallel()
	address := startAimock(t)
	catalogue := assistant.Known().With(func(p *assistant.Platform) {
		p.AllowPrivate, p.RequestsPerMinute, p.Concurrency, p.Key = true, 0, 0, assistant.NewSecret("sk-mock-key-1234")
		p.BaseURL = address + map[assistant.Protocol]string{
			"anthropic": "", "gemini": "/v1beta",
		}[p.Protocol]
		if p.Protocol != "anthropic" && p.Protocol != "gemini" {
			p.BaseURL = address + "/v1"
		}
	})
	for _, c := range []struct {
		platform, question string
		class              assistant.Class
		retrieval          assistant.Retrieval
		reasoning          string
		wait               time.Duration
	}{
		{platform: "ernie", question: "plain", retrieval: assistant.RetrievalNone},
		{platform: "ernie", question: "thinking", retrieval: assistant.RetrievalNone, reasoning: "先看评测。"},
		{platform: "ernie", question: "limited", class: assistant.RateLimit, wait: 7 * time.Second},
		{platform: "ernie", question: "chaotic limit", class: assistant.RateLimit, wait: time.Second},
		{platform: "ernie", question: "malformed", class: assistant.Malformed},
		{platform: "ernie", question: "disconnect", class: assistant.Network},
		{platform: "ernie", question: "dropped", class: assistant.Server},
		{platform: "ernie", question: "empty", class: assistant.Empty},
		{platform: "chatgpt", question: "plain", retrieval: assistant.RetrievalNone},
		{platform: "chatgpt", question: "searching", retrieval: assistant.RetrievalUncited},
		{platform: "chatgpt", question: "limited", class: assistant.RateLimit, wait: 7 * time.Second},
		{platform: "claude", question: "plain", retrieval: assistant.RetrievalNone},
		{platform: "claude", question: "thinking", retrieval: assistant.RetrievalNone, reasoning: "先看评测。"},
		{platform: "claude", question: "limited", class: assistant.RateLimit, wait: 7 * time.Second},
		{platform: "gemini", question: "plain", retrieval: assistant.RetrievalNone},
		{platform: "gemini", question: "thinking", retrieval: assistant.RetrievalNone, reasoning: "先看评测。"},
		{platform: "gemini", question: "limited", class: assistant.RateLimit, wait: 7 * time.Second},
		{platform: "gemini", question: "disconnect", class: assistant.Network},
	} {
		t.Run(c.platform+" "+c.question, func(t *testing.T) {
			client := assistant.New(catalogue, assistant.Settings{})
			defer client.Close()
			a, err := client.Ask(t.Context(), assistant.Question{Platform: c.platform, Text: c.question})
			if assistant.ClassOf(err) != c.class {
				t.Fatalf("got %v, want class %q", err, c.class)
			}
			if f := assistant.AsFault(err); f != nil {
				if f.RetryAfter < c.wait {
					t.Errorf("retry after %s, want at least %s", f.RetryAfter, c.wait)
				}
				return
			}
			if a.Text != "甲品牌适合日常训练。" || a.Reasoning != c.reasoning || a.Retrieval != c.retrieval || a.RequestID == "" {
				t.Errorf("text %q, reasoning %q, retrieval %s, request %q", a.Text, a.Reasoning, a.Retrieval, a.RequestID)
			}
		})
	}
}

// startAimock runs the server until the test ends and returns its address.
func startAimock(t *testing.T) string {
	t.Helper()
	folder, err := installAimock(t.Context())
	if err != nil {
		if os.Getenv("RENOWN_TEST_REQUIRE_NPM") == "1" {
			t.Fatalf("the third-party mock server is required: %v", err)
		}
		t.Skipf("the third-party mock server is not available here: %v", err)
	}
	command := exec.Command("node", "testdata/aimock/server.mjs", filepath.Join(folder, "node_modules", "@copilotkit", "aimock"))
	command.Stderr = os.Stderr
	stdin, err := command.StdinPipe() // the server ends with it, even when this process is killed
	must.Do(t, err)
	stdout := must.Get(command.StdoutPipe())(t)
	must.Do(t, command.Start())
	t.Cleanup(func() {
		_ = stdin.Close()
		_ = command.Wait()
	})
	var hello struct{ URL string }
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &hello)
	}
	must.Do(t, err, "the mock server did not start")
	return hello.URL
}

// installAimock puts the pinned version into the user's cache, once; the folder appears complete or not at all.
func installAimock(ctx context.Context) (string, error) {
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			return "", errors.New(tool + " is not installed")
		}
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(cache, "renown-test", "aimock", aimockVersion)
	if _, err := os.Stat(folder); err == nil {
		return folder, nil
	}
	if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
		return "", err
	}
	fresh, err := os.MkdirTemp(filepath.Dir(folder), "new-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(fresh)
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	install := exec.CommandContext(ctx, "npm", "install", "--prefix", fresh, "--no-save", "--ignore-scripts", "--no-audit", "--no-fund",
		"@copilotkit/aimock@"+aimockVersion)
	if out, err := install.CombinedOutput(); err != nil {
		return "", errors.New("npm install failed: " + string(out))
	}
	if err := os.Rename(fresh, folder); err != nil {
		if _, there := os.Stat(folder); there != nil {
			return "", err
		} // another test run was faster
	}
	return folder, nil
}
