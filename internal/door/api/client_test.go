package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"renown/client"
	"renown/internal/config"
	"renown/internal/room/plan"
	"renown/internal/simulator"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
)

// seen is what each client tells of the same story.
type seen struct {
	Tier, Brand, Run, Status, Ended, Goal string
	Answers, Keywords, Rows               int
	Platforms                             []string
	Codes                                 []int
	Gap                                   bool
	Moved                                 int    // the status of a change that was sent elsewhere
	Cut                                   []bool // tables that broke off at the end of a line, seen to be cut
	Doubtful                              []bool
}

// Each client goes from a brand to its figures through a network that breaks: the first question for the limits is told that the server is
// busy, and the first start of a run is done, but its answer is lost. One run is started.
// The first campaign is sent elsewhere, and two tables break off.
func TestClients(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, "sqlite", apitest.Options{Settings: func(s *config.Settings) {
		s.Simulate = &simulator.Options{Platforms: s.Catalogue.All()}
	}})
	for name, tell := range map[string]func(*testing.T, []string) seen{"Go": tellGo, "TypeScript": tellTypeScript, "Python": tellPython} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			network := httptest.NewServer(troubled(t, s.URL))
			t.Cleanup(network.Close)
			key := s.Account(t, plan.Upper).Key(t)
			got := tell(t, []string{"RENOWN_URL=" + network.URL + "/", "RENOWN_KEY=" + key})
			want := seen{
				Tier: "upper", Brand: got.Brand, Run: got.Run, Status: "completed", Ended: "completed", Goal: "知名度", Answers: 2, Rows: 4,
				Platforms: []string{"doubao", "qwen"}, Codes: []int{4220, 2004, 3001, 4220, 1001}, Gap: true,
				Moved: http.StatusMovedPermanently,
				Cut:   []bool{true, true}, Doubtful: []bool{true, true, true, true, true, true},
			}
			expect.Same(t, got, want)
			s.Expect(t, apitest.Call{
				Key: key, Method: "GET", Path: "/geo/brands/" + got.Brand + "/runs",
				Want: apitest.Values{"data.total": 1, "data.items.0.run_id": got.Run},
			})
		})
	}
}

// troubled stands between a client and the server.
func troubled(t *testing.T, server string) http.Handler {
	at := must.Get(url.Parse(server))(t)
	var mu sync.Mutex
	times := map[string]int{}
	forward := httputil.NewSingleHostReverseProxy(at)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		times[r.Method+r.URL.Path]++
		first := times[r.Method+r.URL.Path] == 1
		mu.Unlock()
		switch {
		case first && r.URL.Path == "/openapi/v1/me/limits":
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = w.Write([]byte(`{"code":5030,"msg":"忙","data":null,"detail":{"retry_after":0}}`))
		case first && r.Method == "POST" && r.URL.Path == "/openapi/v1/geo/runs":
			forward.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		case first && r.Method == "POST" && r.URL.Path == "/openapi/v1/geo/campaigns":
			http.Redirect(w, r, r.URL.Path, http.StatusMovedPermanently) // who follows it reads the list, and takes it for what was made
		case strings.HasSuffix(r.URL.Path, "/export/daily"), strings.HasSuffix(r.URL.Path, "/export/mentions"):
			if strings.HasSuffix(r.URL.Path, "/daily") {
				w.Header().Set("Content-Length", "100")
			}
			_, _ = w.Write([]byte("{\"n\":1}\n"))
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		default:
			forward.ServeHTTP(w, r)
		}
	})
}

func tellGo(t *testing.T, env []string) seen {
	ctx := context.Background()
	at, key := strings.TrimPrefix(env[0], "RENOWN_URL="), strings.TrimPrefix(env[1], "RENOWN_KEY=")
	c := must.Get(client.New(client.At(at), client.Key(key)))(t)
	limits := must.Get(c.Identity.Limits(ctx))(t)
	brand, err := c.Brands.Create(ctx, client.BrandCreate{Name: "云栖笔记", Introduction: "面向团队的云端笔记。", Keywords: []string{"云笔记"}})
	must.Do(t, err)
	topic := must.Get(c.Topics.Create(ctx, brand.ID, client.TopicCreate{Name: "选购"}))(t)
	for _, text := range []string{"第 0 问：推荐几款云笔记", "第 1 问：推荐几款云笔记"} {
		must.Get(c.Prompts.Create(ctx, brand.ID, client.PromptCreate{TopicID: topic.ID, Text: text}))(t)
	}
	changed, err := c.Brands.Update(ctx, brand.ID, client.BrandUpdate{MarketingGoal: client.Set("知名度"), Keywords: client.Null[[]string]()})
	must.Do(t, err)
	started := must.Get(c.Runs.Start(ctx, client.RunCreate{BrandID: brand.ID, Platforms: []string{"doubao", "qwen"}}))(t)
	got := seen{
		Tier: string(limits.Tier), Brand: brand.ID, Run: started.RunID, Goal: *changed.MarketingGoal,
		Keywords: len(changed.Keywords),
	}
	run := must.Get(c.Runs.Wait(ctx, started.RunID, func(r client.Run) { got.Ended = string(r.Status) }))(t)
	got.Status = string(run.Status)
	for answer, err := range c.Runs.AllAnswers(ctx, started.RunID, client.RunsListAnswersQuery{Platform: []string{"qwen"}}) {
		must.Do(t, err)
		got.Answers += map[bool]int{true: 1, false: 100}[answer.Platform == "qwen"]
	}
	overview := must.Get(c.Analyses.Overview(ctx, brand.ID, client.AnalysesOverviewQuery{Platform: []string{"doubao", "qwen"}}))(t)
	got.Platforms = overview.Filters.Platform
	refused := func(err error) {
		var e *client.Error
		if errors.As(err, &e) {
			got.Codes = append(got.Codes, int(e.Code))
		}
	}
	table, err := c.Analyses.ExportTable(ctx, brand.ID, client.BulkTableAnswers,
		client.AnalysesExportTableQuery{Format: client.BulkFormatNdjson})
	must.Do(t, err)
	for _, err := range table.Rows() {
		must.Do(t, err)
		got.Rows++
	}
	must.Do(t, table.Close())
	_, err = c.Analyses.ExportTable(ctx, brand.ID, "secrets", client.AnalysesExportTableQuery{})
	refused(err)
	_, err = c.Runs.Start(ctx, client.RunCreate{BrandID: brand.ID})
	refused(err)
	detail, typed := client.DetailOf[client.TooManyDetail](err)
	got.Gap = errors.Is(err, client.RunGap) && typed && detail.RetryAfter > 0
	_, err = c.Brands.Get(ctx, "brd_of_nobody/../x")
	refused(err)
	_, err = c.Brands.Create(ctx, client.BrandCreate{Introduction: "x"})
	refused(err)
	other := must.Get(client.New(client.At(at), client.Key("sk-wrong")))(t)
	_, err = other.Identity.Get(ctx)
	refused(err)
	var moved *client.Error
	if _, err = c.Campaigns.Create(ctx, client.CampaignCreate{
		BrandID: brand.ID, Name: "外带",
		TargetIDs: []string{"pmt_x"},
	}); errors.As(err, &moved) {
		got.Moved = moved.Status
	}
	for _, name := range []client.BulkTable{client.BulkTableDaily, client.BulkTableMentions} {
		table := must.Get(c.Analyses.ExportTable(ctx, brand.ID, name, client.AnalysesExportTableQuery{}))(t)
		_, err = io.Copy(io.Discard, table)
		got.Cut = append(got.Cut, err != nil)
		must.Do(t, table.Close())
	}
	got.Doubtful = []bool{true, true, true, true, true, true} // client/client_test.go
	return got
}

func tellTypeScript(t *testing.T, env []string) seen {
	tsc := needed(t, "RENOWN_TEST_TSC")
	folder := must.Get(filepath.Abs("../../../clients/typescript"))(t)
	from, made := t.TempDir(), t.TempDir()
	must.Do(t, os.CopyFS(filepath.Join(from, "src"), os.DirFS(filepath.Join(folder, "src"))))
	for _, name := range []string{"tsconfig.json", "package.json"} {
		text := must.Get(os.ReadFile(filepath.Join(folder, name)))(t)
		must.Do(t, os.WriteFile(filepath.Join(from, name), text, 0o600))
	}
	must.Do(t, os.WriteFile(filepath.Join(from, "src/shown.ts"), []byte(shownCalls(t, "typescript")), 0o600)) // its types are checked too
	if out, err := exec.CommandContext(t.Context(), "node", tsc, "-p", from, "--outDir", made).CombinedOutput(); err != nil {
		t.Fatalf("tsc: %v\n%s", err, out)
	}
	must.Do(t, os.WriteFile(filepath.Join(made, "package.json"), []byte(`{"type":"module"}`), 0o600))
	got := told(t, env, "node", filepath.Join(folder, "test/live.mjs"), filepath.Join(made, "index.js"))
	lines := strings.ReplaceAll(strings.ReplaceAll(fromREADME(t, filepath.Join(folder, "README.md"), "ts"),
		`"renown"`, `"./index.js"`), "!", "")
	must.Do(t, os.WriteFile(filepath.Join(made, "lines.js"), []byte(lines), 0o600))
	works(t, env, "node", filepath.Join(made, "lines.js"))
	wellMade(t, works(t, env, "node", filepath.Join(made, "shown.js")))
	return got
}

func tellPython(t *testing.T, env []string) seen {
	python := needed(t, "RENOWN_TEST_PYTHON")
	folder := must.Get(filepath.Abs("../../../clients/python"))(t)
	env = append(env, "PYTHONPATH="+folder, "PYTHONDONTWRITEBYTECODE=1", "PYTHONIOENCODING=utf-8")
	got := told(t, env, python, filepath.Join(folder, "tests/live.py"))
	works(t, env, python, "-c", fromREADME(t, filepath.Join(folder, "README.md"), "python"))
	wellMade(t, works(t, env, python, "-c", shownCalls(t, "python")))
	return got
}

// shownCalls is a program that makes every call of the reference, one after the other, and prints the codes by the operations' names.
func shownCalls(t *testing.T, language string) string {
	t.Helper()
	text := must.Get(os.ReadFile("../console/access/calls.gen.json"))(t)
	var calls map[string]map[string]string
	must.Do(t, json.Unmarshal(text, &calls))
	var out strings.Builder
	if language == "python" {
		out.WriteString("import json\nfrom renown import Renown, RenownError\nrenown = Renown(patience=0)\ncodes = {}\n")
	} else {
		out.WriteString("import { Renown, RenownError } from \"./index.js\";\nconst renown = new Renown({ patience: 0 });\nconst codes: Record<string, number> = {};\n")
	}
	for _, name := range slices.Sorted(maps.Keys(calls)) {
		line := calls[name][language]
		if language == "python" {
			fmt.Fprintf(&out,
				"try:\n    %s\n    codes[%q] = 0\nexcept RenownError as error:\n    codes[%q] = error.code or -1\n",
				line, name, name)
			continue
		}
		fmt.Fprintf(&out,
			"try {\n%s\nvoid result;\ncodes[%q] = 0;\n} catch (error) {\nif (!(error instanceof RenownError)) throw error;\ncodes[%q] = error.code || -1;\n}\n", line, name, name)
	}
	if language == "python" {
		return out.String() + "print(json.dumps(codes))\n"
	}
	return out.String() + "console.log(JSON.stringify(codes));\n"
}

// wellMade: what the reference shows is understood by the server, though it names things that are not there.
func wellMade(t *testing.T, printed string) {
	t.Helper()
	var codes map[string]int
	must.Do(t, json.Unmarshal([]byte(printed), &codes))
	if len(codes) < 60 {
		t.Errorf("only %d calls", len(codes))
	}
	for name, code := range codes {
		if code < 0 || code >= 4000 && code != 5030 {
			t.Errorf("%s is refused with %d", name, code)
		}
	}
}

// needed is a program whose path is in the environment; make test puts it there.
func needed(t *testing.T, name string) string {
	t.Helper()
	path := os.Getenv(name)
	if path == "" {
		if os.Getenv("RENOWN_TEST_REQUIRE_CLIENTS") == "1" {
			t.Fatal(name + " is not set")
		}
		t.Skip(name + " is not set")
	}
	return path
}

func told(t *testing.T, env []string, program string, args ...string) (got seen) {
	t.Helper()
	out := works(t, env, program, args...)
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return got
}

// works runs a program that must end well, and returns what it printed.
func works(t *testing.T, env []string, program string, args ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), program, args...)
	c.Env = append(os.Environ(), env...)
	out, err := c.CombinedOutput()
	if err != nil || len(out) == 0 {
		t.Fatalf("%s: %v\n%s", program, err, out)
	}
	return string(out)
}

// fromREADME is the first piece of code of that language.
func fromREADME(t *testing.T, path, language string) string {
	t.Helper()
	text := must.Get(os.ReadFile(path))(t)
	_, rest, _ := strings.Cut(string(text), "```"+language+"\n")
	code, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatalf("%s has no code in %s", path, language)
	}
	return code
}
