package app_test

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"renown/internal/config"
	"renown/internal/floor/store"
	"renown/internal/simulator"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
)

// quickStart is the script of the guide, with every answer put aside: curl itself is content with any.
func quickStart(t *testing.T) string {
	t.Helper()
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
	return strings.ReplaceAll(script, `"$@"; }`, `"$@" | tee -a "$ANSWERS"; }`)
}

// startQuickly runs the script with a key and returns what the calls were answered, and what it printed.
func startQuickly(t *testing.T, s *apitest.Server, key string, shell ...string) (told, out string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", append(shell, "-c", quickStart(t))...)
	cmd.WaitDelay = time.Second // its children hold the output
	answers := t.TempDir() + "/answers"
	cmd.Env = append(os.Environ(), "RENOWN_URL="+s.URL, "RENOWN_KEY="+key, "ANSWERS="+answers)
	printed, err := cmd.CombinedOutput()
	must.Do(t, ctx.Err(), "the script does not end")
	return string(must.Get(os.ReadFile(answers))(t)), string(printed), err
}

// The quick start of the guide does the main job against the demo, as it is pasted.
func TestQuickStart(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{Settings: func(s *config.Settings) {
		s.Simulate = &simulator.Options{Platforms: s.Catalogue.All(), SearchAlways: true}
	}})
	demo := must.Get(s.App.OpenDemo(t.Context(), "demo@apitest.example", "long enough a password"))(t)
	told, out, err := startQuickly(t, s, demo.Key, "-euo", "pipefail")
	must.Do(t, err, out)
	if calls, well := strings.Count(told, `"msg":`), strings.Count(told, `{"code":0,`); calls != well || calls < 10 {
		t.Errorf("%d of %d calls did well:\n%s", well, calls, told)
	}
	for _, want := range []string{
		`"status":"completed"`, `"filters":{"platform":["doubao","qwen"]}`, `"charged":`,
		`"status":"awaiting_review"`,
	} {
		if !strings.Contains(told, want) {
			t.Errorf("no %s in\n%s", want, told)
		}
	}
}

// Where the run is refused it ends, says why and orders nothing.
func TestQuickStartIsRefused(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, store.SQLite, apitest.Options{})
	told, out, err := startQuickly(t, s, s.Key(t, "geo:read", "geo:write", "media:*"))
	if err == nil || !strings.Contains(out, `"code":1002`) || strings.Count(told, `"msg":`) != 5 {
		t.Errorf("%v, %d calls\n%s\n%s", err, strings.Count(told, `"msg":`), out, told)
	}
}
