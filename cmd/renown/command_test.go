package main

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// commands lists every command and group of commands by its words.
func commands(t *testing.T) [][]string {
	t.Helper()
	parser := must.Get(kong.New(&cli{}, kong.Name("renown")))(t)
	list := [][]string{{}}
	var walk func(n *kong.Node, words []string)
	walk = func(n *kong.Node, words []string) {
		for _, child := range n.Children {
			below := append(slices.Clone(words), child.Name)
			list = append(list, below)
			walk(child, below)
		}
	}
	walk(parser.Model.Node, nil)
	return list
}

func TestHelp(t *testing.T) {
	t.Parallel()
	list := commands(t)
	for _, must := range []string{
		"", "serve", "demo", "openapi", "user create", "user set", "user list", "user disable", "user enable", "user delete",
		"user export", "key create", "key list", "key revoke", "migrate", "doctor", "version",
	} {
		if !slices.ContainsFunc(list, func(words []string) bool { return strings.Join(words, " ") == must }) {
			t.Errorf("there is no command %q", must)
		}
	}
	for _, words := range list {
		t.Run(strings.Join(words, " "), func(t *testing.T) {
			t.Parallel()
			status, out, errors := call(t, append(slices.Clone(words), "--help")...)
			if status != 0 || errors != "" {
				t.Fatalf("status %d, standard error %q", status, errors)
			}
			_, example, ok := strings.Cut(out, "Example:\n")
			if command := strings.Join(append([]string{"renown"}, words...), " "); !ok || !strings.Contains(example, command) {
				t.Errorf("no example of %s in:\n%s", command, out)
			}
			for _, flag := range []string{"--data=DIR", "--database=URL", "--json", "--config=FILE"} {
				if !strings.Contains(out, flag) {
					t.Errorf("%s is not told of", flag)
				}
			}
			status, same, errors := call(t, append([]string{"help"}, words...)...)
			if status != 0 || same != out || errors != "" {
				t.Errorf("help before the words: status %d, standard error %q\n%s", status, errors, same)
			}
		})
	}
}

// What is used when a flag is left out stands beside it, and once.
func TestHelpTellsDefaults(t *testing.T) {
	t.Parallel()
	for command, defaults := range map[string][]string{
		"serve":       {"127.0.0.1:8080", "300", "20s", "8", "forever", "warn"},
		"user create": {"info", "auto", "trial"},
		"export":      {"search", "parquet"},
		"run list":    {"100"},
	} {
		_, out, _ := call(t, append(strings.Fields(command), "--help")...)
		for _, value := range defaults {
			expect.Equal(t, strings.Count(strings.Join(strings.Fields(out), " "), "Default: "+value+"."), 1, command, value)
		}
	}
}

// The table of docs/operations.md names every command.
func TestCommandsAreListed(t *testing.T) {
	t.Parallel()
	table := string(must.Get(os.ReadFile("../../docs/operations.md"))(t))
	for _, words := range commands(t)[1:] {
		listed := false
		for line := range strings.Lines(table) {
			cell, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " | ")
			named := strings.FieldsFunc(cell, func(r rune) bool { return strings.ContainsRune("`, ", r) })
			missing := func(word string) bool { return !slices.Contains(named, word) }
			listed = listed || strings.HasPrefix(line, "| `renown ") && !slices.ContainsFunc(words, missing)
		}
		if !listed {
			t.Errorf("renown %s is not there", strings.Join(words, " "))
		}
	}
}

// Wrong words end with status 2, say what is wrong with them and where to look.
func TestWrongWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		words string
		says  string
	}{
		{"", `expected one of`},
		{"fly", `unexpected argument fly`},
		{"user", `expected one of`},
		{"user fly", `unexpected argument fly`},
		{"user create", `missing flags: --email=E`},
		{"user list li@example.com", `unexpected argument li@example.com`},
		{"user list --colour", `unknown flag --colour`},
		{"user list --data", `--data: expected string value`},
		{"key revoke", `expected "<key-id>"`},
		{"export --brand b -o f --from 2026-02-30", `--from: "2026-02-30" is not a day such as 2026-11-01`},
		{"export --brand b -o -", `--output: - is no folder`},
		{"backup -", `a backup is a file, which - is not: name one`},
		{"restore -", `a backup is a file, which - is not: name one`},
		{"export --brand b -o f --to tomorrow", `--to: "tomorrow" is not a day such as 2026-11-01`},
		{"key create --name N", `missing flags: --email=E`},
		{"order list --status failed --status waiting", `"waiting" is none of awaiting_review, needs_revision, `},
		{"serve --listen", `--listen: expected string value`},
	} {
		t.Run(c.words, func(t *testing.T) {
			t.Parallel()
			status, out, errors := call(t, strings.Fields(c.words)...)
			first, rest, _ := strings.Cut(errors, "\n")
			if status != 2 || out != "" || !strings.HasPrefix(first, "renown: ") || !strings.Contains(first, c.says) {
				t.Errorf("status %d, output %q, says %q", status, out, errors)
			}
			expect.Equal(t, rest, "Try 'renown --help', or --help after a command.\n", "it ends with")
		})
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	status, out, errors := call(t, "version", "--json")
	var v map[string]string
	if err := json.Unmarshal([]byte(out), &v); err != nil || status != 0 || errors != "" {
		t.Fatalf("status %d, %v: %q, %q", status, err, out, errors)
	}
	if diff := cmp.Diff([]string{"api", "go", "version"}, slices.Sorted(maps.Keys(v))); diff != "" ||
		v["api"] != "v1" || v["version"] != version {
		t.Errorf("got %v", v)
	}
	if _, out, _ := call(t, "version"); out != "renown "+version+" ("+v["go"]+", API v1)\n" {
		t.Errorf("got %q", out)
	}
}

func TestOpenAPI(t *testing.T) {
	t.Parallel()
	var documents []map[string]any
	for _, args := range [][]string{{"openapi"}, {"openapi", "--compact"}, {"--json", "openapi"}} {
		status, out, errors := call(t, args...)
		var document map[string]any
		if err := json.Unmarshal([]byte(out), &document); err != nil || status != 0 || errors != "" {
			t.Fatalf("%v: status %d, %v, %q", args, status, err, errors)
		}
		if one := strings.Count(out, "\n") == 1; one != slices.Contains(args, "--compact") {
			t.Errorf("%v: %d lines", args, strings.Count(out, "\n"))
		}
		documents = append(documents, document)
	}
	for _, document := range documents {
		if text, _ := document["openapi"].(string); !strings.HasPrefix(text, "3.1") || !cmp.Equal(document, documents[0]) {
			t.Errorf("it is OpenAPI %q, or not the same document", text)
		}
	}
}

// A flag wins over the environment, the environment over the file, the file over the default. Each says which role it
// wants, and the fault tells whose was taken. Not parallel: it sets the environment.
func TestPrecedence(t *testing.T) {
	file := t.TempDir() + "/renown.yaml"
	write(t, file, "role: from-file\nlog_level: from-file\n")
	for _, c := range []struct {
		name       string
		args       []string
		env        bool
		role, logs string // empty: the default, which is no fault
	}{
		{"flag", []string{"--config", file, "--role", "from-flag", "--log-level=from-flag"}, true, "from-flag", "from-flag"},
		{"environment", []string{"--config=" + file}, true, "from-environment", "from-environment"},
		{"environment without a file", nil, true, "from-environment", "from-environment"},
		{"file", []string{"--config", file}, false, "from-file", "from-file"},
		{"flag over file", []string{"--config", file, "--role=from-flag"}, false, "from-flag", "from-file"},
		{"default", nil, false, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.env {
				t.Setenv("RENOWN_ROLE", "from-environment")
				t.Setenv("RENOWN_LOG_LEVEL", "from-environment")
			}
			args := append([]string{"serve", "--listen=nowhere", "--data", t.TempDir()}, c.args...) // never starts
			status, _, errors := call(t, args...)
			if status != 1 || !strings.Contains(errors, `listen: "nowhere" is not an address`) {
				t.Fatalf("status %d: %s", status, errors)
			}
			for name, want := range map[string]string{"role": c.role, "log_level": c.logs} {
				if strings.Contains(errors, name+": ") != (want != "") || !strings.Contains(errors, want) {
					t.Errorf("%s is not %q:\n%s", name, want, errors)
				}
			}
		})
	}
}

// The file's name can come from the environment too; one that is not there is a fault, whatever the command.
func TestConfigFile(t *testing.T) {
	t.Setenv("RENOWN_CONFIG", t.TempDir()+"/none.yaml")
	status, _, errors := call(t, "user", "list", "--data", t.TempDir())
	if status != 1 || !strings.Contains(errors, "none.yaml: no such file or directory") {
		t.Errorf("status %d: %s", status, errors)
	}
}

// The file that docs/operations.md shows is taken as it stands there.
func TestConfigExample(t *testing.T) {
	t.Parallel()
	page := string(must.Get(os.ReadFile("../../docs/operations.md"))(t))
	_, rest, _ := strings.Cut(page, "```yaml\n")
	example, _, _ := strings.Cut(rest, "```")
	path := t.TempDir() + "/renown.yaml"
	write(t, path, example)
	status, out, errors := call(t, "platform", "list", "--config", path)
	if status != 0 || !strings.Contains(out, "house") {
		t.Errorf("status %d: %s%s", status, out, errors)
	}
	for outcome, says := range map[string]string{"cited": "", "not_searched": ": open it in the platform's console\n"} {
		status, out, errors = call(t, "try", "--platform", "house", "--question", "跑鞋推荐 [sim:"+outcome+"]", "--simulate", "--config", path)
		if status != 0 || strings.Contains(out, "no sources") != (outcome != "cited") ||
			!strings.HasSuffix(errors, says) || (errors == "") != (says == "") {
			t.Errorf("%s: status %d: %s%s", outcome, status, out, errors)
		}
	}
}
