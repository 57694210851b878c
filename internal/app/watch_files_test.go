package app_test

import (
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"renown/internal/app"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/must"
	"renown/internal/testkit/storetest"
)

const root = "../.."

func readText(t *testing.T, path string) string {
	t.Helper()
	text := must.Get(os.ReadFile(filepath.Join(root, path)))(t)
	return string(text)
}

var (
	described = regexp.MustCompile(`^Desc\{fqName: "([^"]+)", help: "((?:[^"\\]|\\.)*)"`)
	named     = regexp.MustCompile(`\b(?:renown|go|process)_[a-z0-9_]+\b`)
	derived   = regexp.MustCompile(`_(bucket|sum|count)$`)
	placed    = regexp.MustCompile(`"[^"]*"|'[^']*'|\[[^\]]*\]|\bby \([^)]*\)|\bon \([^)]*\)`)
)

// metricNames are all metrics that the program can show, with their help.
func metricNames(t *testing.T) map[string]string {
	t.Helper()
	a, err := app.Build(apitest.Settings(t, nil), slog.New(slog.DiscardHandler),
		storetest.OpenURL(t, storetest.URL(t, storetest.Dialects[0])))
	must.Do(t, err)
	names := map[string]string{}
	for _, d := range a.Metrics() {
		m := described.FindStringSubmatch(d.String())
		if m == nil {
			t.Fatalf("not understood: %s", d)
		}
		names[m[1]] = m[2]
	}
	if len(names) < 30 {
		t.Fatalf("only %d metrics", len(names))
	}
	return names
}

// Every metric has a sentence, is explained in the manual, and the manual explains no other.
func TestMetricsExplained(t *testing.T) {
	t.Parallel()
	names, manual := metricNames(t), readText(t, "docs/operations.md")
	for name, help := range names {
		if strings.HasPrefix(name, "renown_") && (len(help) < 10 || !strings.Contains(manual, "`"+name+"`")) {
			t.Errorf("%s: help %q, in the manual: %t", name, help, strings.Contains(manual, "`"+name+"`"))
		}
	}
	for _, name := range regexp.MustCompile("`(renown_[a-z_]+)`").FindAllStringSubmatch(manual, -1) {
		if _, ok := names[name[1]]; !ok {
			t.Errorf("the manual explains %s, which there is not", name[1])
		}
	}
}

// unknown are the metrics of an expression that the program does not show. Labels of the same form stand in quotes or braces.
func unknown(names map[string]string, expr string) (list []string) {
	for _, name := range named.FindAllString(placed.ReplaceAllString(expr, ""), -1) {
		_, plain := names[name]
		_, part := names[derived.ReplaceAllString(name, "")]
		if !plain && !part {
			list = append(list, name)
		}
	}
	return list
}

func TestAlerts(t *testing.T) {
	t.Parallel()
	var file struct {
		Groups []struct {
			Rules []struct {
				Alert, Expr         string
				For                 string
				Labels, Annotations map[string]string
			}
		}
	}
	must.Do(t, yaml.Unmarshal([]byte(readText(t, "deploy/alerts.yaml")), &file))
	names, index := metricNames(t), readText(t, "docs/runbooks/README.md")
	pages := must.Get(filepath.Glob(filepath.Join(root, "docs/runbooks/*.md")))(t)
	var alerts []string
	for _, g := range file.Groups {
		for _, r := range g.Rules {
			alerts = append(alerts, r.Alert)
			if len(named.FindAllString(r.Expr, -1)) == 0 && !strings.Contains(r.Expr, "up{") {
				t.Errorf("%s looks at nothing: %s", r.Alert, r.Expr)
			}
			if list := unknown(names, r.Expr); len(list) > 0 {
				t.Errorf("%s looks at %v, which there is not", r.Alert, list)
			}
			if s := r.Labels["severity"]; s != "page" && s != "ticket" {
				t.Errorf("%s has the severity %q", r.Alert, s)
			}
			if r.Annotations["summary"] == "" || r.Annotations["runbook_url"] != "docs/runbooks/"+r.Alert+".md" {
				t.Errorf("%s: %v", r.Alert, r.Annotations)
			}
			if !slices.Contains(pages, filepath.Join(root, "docs/runbooks", r.Alert+".md")) ||
				!strings.Contains(index, "["+r.Alert+"]("+r.Alert+".md) | "+r.Labels["severity"]) {
				t.Errorf("%s has no page, or is not in the index as it is", r.Alert)
			}
		}
	}
	if len(alerts) < 10 {
		t.Errorf("only %v", alerts)
	}
	for _, page := range pages {
		name := strings.TrimSuffix(filepath.Base(page), ".md")
		if name != "README" && !slices.Contains(alerts, name) {
			t.Errorf("the page %s is about no alert", name)
		}
		checkPage(t, names, page)
	}
}

// checkPage looks at a runbook: its parts, and the metrics of its queries.
func checkPage(t *testing.T, names map[string]string, page string) {
	t.Helper()
	text := readText(t, strings.TrimPrefix(page, root+"/"))
	if filepath.Base(page) == "README.md" {
		return
	}
	for _, part := range []string{"What it means", "What users notice", "How to look", "What to do", "When to stop worrying"} {
		if !strings.Contains(text, "\n## "+part+"\n\n") {
			t.Errorf("%s does not say: %s", page, part)
		}
	}
	for _, query := range regexp.MustCompile("(?s)```promql\n(.*?)```").FindAllStringSubmatch(text, -1) {
		if list := unknown(names, query[1]); len(list) > 0 {
			t.Errorf("%s asks for %v, which there is not", page, list)
		}
	}
}

func TestDashboard(t *testing.T) {
	t.Parallel()
	var board struct {
		Title, UID string
		Panels     []struct {
			ID      int
			Type    string
			Title   string
			Targets []struct{ Expr string }
		}
	}
	must.Do(t, json.Unmarshal([]byte(readText(t, "deploy/grafana-dashboard.json")), &board))
	names, rows, ids, used := metricNames(t), []string{}, map[int]bool{}, ""
	for _, p := range board.Panels {
		if ids[p.ID] || p.Title == "" {
			t.Errorf("panel %d %q", p.ID, p.Title)
		}
		ids[p.ID] = true
		if p.Type == "row" {
			rows = append(rows, p.Title)
		} else if len(p.Targets) == 0 {
			t.Errorf("%s shows nothing", p.Title)
		}
		for _, target := range p.Targets {
			used += target.Expr + "\n"
			if list := unknown(names, target.Expr); len(list) > 0 {
				t.Errorf("%s shows %v, which there is not", p.Title, list)
			}
		}
	}
	if want := []string{
		"Traffic", "Latency", "Errors", "Runs", "Platforms", "Queue", "Points and orders", "Database",
		"Process",
	}; !slices.Equal(rows, want) {
		t.Errorf("rows %v", rows)
	}
	for name := range names {
		if strings.HasPrefix(name, "renown_") && !strings.Contains(used, name) {
			t.Errorf("%s is nowhere on the dashboard", name)
		}
	}
}

// A name that the program does not have is found in an expression, and labels are not taken for one.
func TestUnknownMetric(t *testing.T) {
	t.Parallel()
	names := map[string]string{"renown_a": "", "renown_seconds": ""}
	for expr, want := range map[string][]string{
		`sum by (renown_x) (rate(renown_a{b="process_c"}[5m]))`: nil,
		`renown_seconds_bucket / renown_seconds_count`:          nil,
		`max(renown_a) + renown_b_count`:                        {"renown_b_count"},
		`rate(go_b{x="y"}[5m]) / on () group_left renown_d`:     {"go_b", "renown_d"},
	} {
		if got := unknown(names, expr); !slices.Equal(got, want) {
			t.Errorf("%s: %v", expr, got)
		}
	}
}
