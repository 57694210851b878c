package console_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"renown/internal/testkit/must"
)

// takesAway are last words of routes that end or remove something.
var takesAway = regexp.MustCompile(`/(delete|remove|revoke|end|stop|withdraw|cancel|discard|decline|reject|fail|disable|hand-over|move)$`)

// sources are the matches of pattern in the files that globs name.
func sources(t *testing.T, pattern *regexp.Regexp, globs ...string) (matches [][]string) {
	t.Helper()
	for _, glob := range globs {
		for _, name := range must.Get(filepath.Glob(glob))(t) {
			matches = append(matches, pattern.FindAllStringSubmatch(string(must.Get(os.ReadFile(name))(t)), -1)...)
		}
	}
	return matches
}

// The README lists what takes something away: no form or call is missing, and dialogs ask about what it says is asked, nothing else.
func TestWhatTakesAway(t *testing.T) {
	t.Parallel()
	listed, calls := map[string]string{}, map[string]bool{} // form to how, and calls of the API
	for _, m := range sources(t, regexp.MustCompile("(?m)^\\| [^|`]+ \\| `([^`]+)` \\| ([^|]*)\\| (undo|ask|form) \\|$"), "README.md") {
		listed[m[1]] = m[3]
		for _, call := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(m[2], -1) {
			calls[call[1]] = true
		}
	}
	routes := map[string]bool{}
	for _, m := range sources(t, regexp.MustCompile(`kit\.Post\("([^"]+)"`), "*.go", "*/*.go") {
		routes[m[1]] = true
		if listed[m[1]] == "" && takesAway.MatchString(m[1]) {
			t.Errorf("%s is not in the table", m[1])
		}
	}
	for form := range listed {
		if !routes[form] {
			t.Errorf("%s is no route", form)
		}
	}
	served := map[string]bool{}
	for _, m := range sources(t, regexp.MustCompile(`\{"(POST|DELETE)", "([^"]+)"`), "../api/routes.go") {
		call := m[1] + " " + m[2]
		served[call] = true
		if (m[1] == "DELETE" || takesAway.MatchString(m[2])) && !calls[call] {
			t.Errorf("%s is not in the table", call)
		}
	}
	for call := range calls {
		if !served[call] {
			t.Errorf("%s is not served", call)
		}
	}

	asked := map[string]bool{}
	for _, m := range sources(t, regexp.MustCompile(`(?s)kit\.Ask\(kit\.Asking\{.*?Action:\s+([^,}\n]+)`), "*/*.templ") {
		pattern := regexp.MustCompile(`"[^"]*"|[^"]+`).ReplaceAllStringFunc(m[1], func(part string) string {
			if part[0] == '"' {
				return strings.Trim(part, `"`)
			}
			return "*"
		})
		pattern = strings.TrimSuffix(strings.TrimPrefix(pattern, "*"), "*")
		found := false
		for form, how := range listed {
			shape := parameter.ReplaceAllString(form, "*")
			if how == "ask" && (shape == pattern || !strings.HasPrefix(m[1], `"`) && path.Base(shape) == path.Base(pattern)) {
				asked[form], found = true, true
			}
		}
		if !found && !slices.Contains(gives, path.Base(pattern)) {
			t.Errorf("%s is asked about and not in the table as such", m[1])
		}
	}
	for form, how := range listed {
		if how == "ask" && !asked[form] {
			t.Errorf("no dialog asks before %s", form)
		}
	}
}

// gives are the last words of dialogs that ask before something is given: a plan with its points, and an operator's rights.
var gives = []string{"confirm", "role"}
