package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"renown/internal/config"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "renown.yaml")
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestFileRefuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       []string // faults, without the path
	}{
		{"no YAML", "listen: [", []string{"yaml: line 1: did not find expected node content"}},
		{"a word", "listen", []string{"line 1: not a list of settings"}},
		{"a list", "- listen", []string{"line 1: not a list of settings"}},
		{"misspelt", "\nlistne: x", []string{"line 2: unknown setting listne"}},
		{"two misspelt, in their order", "b: 1\na: 2", []string{"line 1: unknown setting b", "line 2: unknown setting a"}},
		{"misspelt, without a value", "listne:", []string{"line 1: unknown setting listne"}},
		{"a map", "listen:\n  host: x", []string{"line 2: listen is not a single value"}},
		{"a list of lists", "trusted_proxies: [[10.0.0.0/8]]", []string{"line 1: trusted_proxies is not a single value"}},
		{"twice", "listen: a\nlisten: b", []string{"line 2: listen is set already in line 1"}},
		{"a second document", "listen: a\n---\nlisten: b", []string{"line 3: settings end at ---, and here are more"}},
		{"no YAML behind the end", "listen: a\n---\nlisten: [", []string{"yaml: line 3: did not find expected node content"}},
		{
			"twice in two spellings", "rate-limit-burst: 1\nrate_limit_burst: 2",
			[]string{"line 2: rate_limit_burst is set already in line 1"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			path := write(t, c.text)
			file := config.ReadFile(path)
			file.Expect("listen", "trusted-proxies", "rate-limit-burst")
			var got []string
			for _, f := range file.Faults() {
				f, _ = strings.CutPrefix(f, "config: "+path)
				got = append(got, strings.TrimLeft(f, ": "))
			}
			expect.Same(t, got, c.want)
		})
	}
}

func TestFileAbsent(t *testing.T) {
	t.Parallel()
	if faults := config.ReadFile("").Faults(); len(faults) != 0 {
		t.Errorf("no file has the faults %v", faults)
	}
	path := filepath.Join(t.TempDir(), "none.yaml")
	want := []string{"config: open " + path + ": no such file or directory"}
	expect.Same(t, config.ReadFile(path).Faults(), want)
}

func TestFile(t *testing.T) {
	t.Parallel()
	file := config.ReadFile(write(t, `
# what the operator wrote
listen: 127.0.0.1:0
Rate-Limit-Burst: 50
registration: closed
stop_timeout: "1m"
mail_from:
public_url: ~
trusted_proxies:
  - 10.0.0.0/8
  - 192.0.2.1
platforms:
  doubao: {api_key: geheim}
platforms_replace: true
`))
	file.Expect("listen", "rate-limit-burst", "registration", "stop-timeout", "mail-from", "public-url", "trusted-proxies")
	if faults := file.Faults(); len(faults) != 0 {
		t.Fatal(faults)
	}
	for name, want := range map[string]string{
		"listen": "127.0.0.1:0", "rate-limit-burst": "50", "rate_limit_burst": "50", "registration": "closed",
		"stop-timeout": "1m", "trusted_proxies": "10.0.0.0/8,192.0.2.1",
	} {
		if got, ok := file.Value(name); !ok || got != want {
			t.Errorf("%s is %q, %t, want %q", name, got, ok, want)
		}
	}
	for _, name := range []string{"mail_from", "public_url", "platforms", "platforms_replace", "role"} {
		if got, ok := file.Value(name); ok {
			t.Errorf("%s is set to %q", name, got)
		}
	}
}

// Sections are left as they stand, for the package that knows them.
func TestSections(t *testing.T) {
	t.Parallel()
	file := config.ReadFile(write(t, "platforms:\n  doubao: {api_key: geheim, models: [a, b]}\nplatforms_replace: true\n"))
	file.Expect()
	if faults := file.Faults(); len(faults) != 0 {
		t.Fatal(faults)
	}
	var platforms map[string]struct {
		APIKey string   `yaml:"api_key"`
		Models []string `yaml:"models"`
	}
	must.Do(t, file.Section("platforms").Decode(&platforms))
	if p := platforms["doubao"]; p.APIKey != "geheim" || !cmp.Equal(p.Models, []string{"a", "b"}) {
		t.Errorf("got %+v", platforms)
	}
	var replace bool
	if err := file.Section("platforms_replace").Decode(&replace); err != nil || !replace {
		t.Errorf("got %t, %v", replace, err)
	}
	if s := file.Section("schedules"); s != nil {
		t.Errorf("a section that is not there: %v", s)
	}
}

// A command without the server's flags sees the same settings: environment before file before default. Not parallel: it
// sets the environment.
func TestFill(t *testing.T) {
	t.Setenv("RENOWN_CAPACITY", "7")
	t.Setenv("RENOWN_MAX_KEYS", "9")
	file := config.ReadFile(write(t, "capacity: 1\nanswer_retention: 2d\nsmtp_url: smtp://mail\n"))
	var s config.Server
	config.Fill(&s, file)
	want := server(func(s *config.Server) {
		s.Capacity, s.AnswerRetention, s.SMTPURL = "7", "2d", "smtp://mail"
	})
	expect.Same(t, s, want)
	settings, err := config.CheckData(config.Database{}, logging, config.ReadFile(write(t, "max_brands: 2")))
	if err != nil || settings.Capacity != 7 || settings.MaxKeys != 50 || settings.MaxBrands != 2 {
		t.Errorf("got %+v, %v", settings, err)
	}
	if _, err := config.CheckData(config.Database{}, logging, file); err == nil {
		t.Error("a mail server without a sender is accepted")
	}
}

// What the sections say reaches the platforms, and their faults stand among the others.
func TestPlatforms(t *testing.T) {
	t.Parallel()
	file := config.ReadFile(write(t, "platforms_replace: perhaps\nplatforms:\n  - {id: doubao, color: red}\n"))
	_, err := config.Check(config.Database{}, logging, server(func(s *config.Server) { s.Role = "boss" }), file)
	for _, want := range []string{"3 faults", "platforms_replace: neither true nor false", "color", `role: "boss"`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is missing in: %v", want, err)
		}
	}
	settings, err := config.Check(config.Database{}, logging, server(nil), nil)
	if err != nil || len(settings.Catalogue.All()) != 6 {
		t.Errorf("without a file there are the platforms %v (%v)", settings.Catalogue, err)
	}
}
