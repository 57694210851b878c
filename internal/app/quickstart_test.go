package app_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/tool/assistant/simulator"
)

// The quick start of the guide does the main job against the demo, as it is pasted.
func TestQuickStart(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"bash", "curl"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("no %s", name)
		}
	}
	guide := must.Get(os.ReadFile("../../docs/api.md"))(t)
	blocks := strings.Split(string(guide), "```sh\n")
	if len(blocks) < 3 {
		t.Fatal("docs/api.md has no quick start")
	}
	script, _, _ := strings.Cut(blocks[2], "```")
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: func(s *config.Settings) {
		s.Simulate = &simulator.Options{Platforms: s.Catalogue.All(), SearchAlways: true}
	}})
	demo := must.Get(s.App.OpenDemo(t.Context(), "demo@apitest.example", "long enough a password"))(t)
	// Every call is looked at: curl itself is content with any answer.
	cmd := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", strings.ReplaceAll(script, `"$@"; }`, `"$@" | tee -a "$ANSWERS"; }`))
	answers := t.TempDir() + "/answers"
	cmd.Env = append(os.Environ(), "RENOWN_URL="+s.URL, "RENOWN_KEY="+demo.Key, "ANSWERS="+answers)
	out, err := cmd.CombinedOutput()
	must.Do(t, err, out)
	told := must.Get(os.ReadFile(answers))(t)
	if calls, well := strings.Count(string(told), `"msg":`), strings.Count(string(told), `{"code":0,`); calls != well || calls < 10 {
		t.Errorf("%d of %d calls did well:\n%s", well, calls, told)
	}
	for _, want := range []string{`"status":"completed"`, `"filters":{"platform":["doubao","qwen"]}`, `"charged":`, `"status":"awaiting_review"`} {
		if !strings.Contains(string(told), want) {
			t.Errorf("no %s in\n%s", want, told)
		}
	}
}
