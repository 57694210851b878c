package api_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"renown/internal/door/api"
	"renown/internal/room/account"
	"renown/internal/room/plan"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/requestschema"
)

// walk goes through the description of the service line by line. A row of a table is held against the contract and against
// what checks requests; a sentence names the tests that show it, in testdata/description-shown.yaml. So a later change that
// breaks a line of the description, or that removes what shows one, is seen.
type walk struct {
	root     object
	contract *requestschema.Contract
	shown    map[string]map[string][]string // by section, by the beginning of the line: names of tests
	tests    map[string]bool                // of the whole repository
}

func TestDescription(t *testing.T) {
	t.Parallel()
	text := must.Get(os.ReadFile("testdata/description.md"))(t)
	w := walk{root: document(t), tests: everyTest(t)}
	w.contract = must.Get(api.Contract())(t)
	shown := must.Get(os.ReadFile("testdata/description-shown.yaml"))(t)
	must.Do(t, yaml.Unmarshal(shown, &w.shown))

	section, table, count := "", "", 0
	for number, line := range strings.Split(string(text), "\n") {
		switch {
		case strings.HasPrefix(line, "#"):
			section, table = strings.TrimLeft(line, "# "), ""
			continue
		case strings.TrimSpace(line) == "", strings.HasPrefix(line, "|---"), line == "Rules:":
			continue
		case !strings.HasPrefix(line, "|"):
			table = ""
		case table == "":
			table = line // its head
			continue
		}
		count++
		t.Run(fmt.Sprintf("%03d", number+1), func(t *testing.T) {
			if table == "" || !w.row(t, section, table, cells(line)) {
				w.sentence(t, section, line)
			}
		})
	}
	if count < 180 {
		t.Errorf("only %d lines were walked", count)
	}
	for section, rest := range w.shown {
		for beginning := range rest {
			t.Errorf("%s: no line begins with %q", section, beginning)
		}
	}
}

// everyTest lists the names of the tests in the repository.
func everyTest(t *testing.T) map[string]bool {
	t.Helper()
	names, declared := map[string]bool{}, regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	must.Do(t, filepath.WalkDir("../../..", func(path string, entry os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			if err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && entry.Name() != ".." && path != "../../.." {
				return filepath.SkipDir
			}
			return err
		}
		code, err := os.ReadFile(path)
		for _, found := range declared.FindAllSubmatch(code, -1) {
			names[string(found[1])] = true
		}
		return err
	}))
	return names
}

func cells(line string) []string {
	list := strings.Split(strings.Trim(line, "|"), "|")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

// sentence wants a test for what is said, and that there is one of that name. What is left open needs none: the contract
// settles it.
func (w walk) sentence(t *testing.T, section, line string) {
	t.Helper()
	for beginning, names := range w.shown[section] {
		if !strings.HasPrefix(line, beginning) {
			continue
		}
		for _, name := range names {
			if !w.tests[name] {
				t.Errorf("%s is shown by %s, which does not exist", line, name)
			}
		}
		if len(names) == 0 && !strings.Contains(line, "not shown") {
			t.Errorf("nothing shows: %s", line)
		}
		delete(w.shown[section], beginning)
		return
	}
	t.Errorf("no test is named for this line of %q: %s", section, line)
}

// bodies are the sections that describe a body, and the operation that takes it.
var bodies = map[string]string{
	"Brand (create body)":                "POST /geo/brands",
	"Topic (create body)":                "POST /geo/brands/{brand_id}/topics",
	"Prompt (intent word) (create body)": "POST /geo/brands/{brand_id}/prompts",
	"Prompt (update body)":               "PATCH /geo/prompts/{prompt_id}",
	"Competitor (create body)":           "POST /geo/brands/{brand_id}/competitors",
	"Run":                                "POST /geo/runs",
	"Publish order submission":           "POST /media/orders",
}

// row checks a row of a table; false for a table whose rows are sentences.
func (w walk) row(t *testing.T, section, head string, row []string) bool {
	t.Helper()
	switch columns := strings.Join(cells(head), " "); {
	case columns == "Field Type Required Rule":
		w.field(t, bodies[section], row[0], row[1], row[2] == "yes", row[3])
	case columns == "Field Type Rule":
		w.field(t, bodies[section], row[0], row[1], false, row[2])
	case section == "Identity (result of GET /me, in data)":
		w.result(t, "Identity", row[0], row[1])
	case section == "Run" && columns == "Field Type Meaning":
		w.result(t, "Run", row[0], row[1])
	case section == "Response envelope (every response)":
		w.envelope(t, row[0], row[1])
	case columns == "Method Path Request Response data":
		w.operation(t, row)
	case columns == "Scope Allows":
		if !slices.Contains(account.Grantable, row[0]) {
			t.Errorf("no key can be granted %s", row[0])
		}
	case columns == "code Condition":
		known := slices.ContainsFunc(w.root["x-codes"].([]any), func(r any) bool { return fmt.Sprint(r.(object)["code"]) == row[0] })
		if !known && row[0] != "0" {
			t.Errorf("no code %s", row[0])
		}
	case section == "Limits":
		w.limit(t, row)
	default:
		return false
	}
	return true
}

func (w walk) limit(t *testing.T, row []string) {
	t.Helper()
	for i, tiers := range [][]plan.Tier{{plan.Trial, plan.Standard}, {plan.Upper}} {
		for _, tier := range tiers {
			l := tier.Limits()
			got := map[string]any{
				"Platforms that can be monitored": l.Platforms, "Simultaneously enabled prompts": l.ActivePrompts,
				"Detection runs per day":       l.RunsPerDay,
				"Minimum gap between two runs": strconv.Itoa(int(l.RunGap/time.Hour)) + " hour", "Publishing points per month": l.Points,
			}[row[0]]
			if want := row[1+i]; fmt.Sprint(got) != want && !strings.HasPrefix(want, fmt.Sprint(got)+" (") {
				t.Errorf("%s of %s: %v, not %s", row[0], tier, got, want)
			}
		}
	}
}

// operation wants the operation, its declared credential headers, and the query parameters that the row names.
func (w walk) operation(t *testing.T, row []string) {
	t.Helper()
	op, ok := operations(t)[row[0]+" "+row[1]]
	if !ok {
		t.Fatalf("%s %s is not in the contract", row[0], row[1])
	}
	var names []string
	for _, p := range asList(op.object["parameters"]) {
		parameter := resolved(w.root, p)
		names = append(names, parameter["name"].(string))
		if parameter["in"] == "header" && parameter["required"] == true {
			t.Errorf("%s is required", parameter["name"])
		}
	}
	wanted := []string{"X-API-KEY", "Authorization"}
	if _, query, found := strings.Cut(row[2], "query"); found {
		bare := regexp.MustCompile(`\(.*?\)`).ReplaceAllString(query, "")
		wanted = append(wanted, regexp.MustCompile(`[a-z]+_?[a-z]*`).FindAllString(bare, -1)...)
	}
	for _, name := range wanted {
		if !slices.Contains(names, name) {
			t.Errorf("%s %s has no parameter %s, only %v", row[0], row[1], name, names)
		}
	}
	if (op.object["requestBody"] != nil) != strings.Contains(row[2], "JSON body") {
		t.Errorf("%s %s: %s", row[0], row[1], row[2])
	}
}

func (w walk) envelope(t *testing.T, name, kind string) {
	t.Helper()
	success := w.root["components"].(object)["schemas"].(object)["BrandResult"].(object)["properties"].(object)
	failure := w.root["components"].(object)["schemas"].(object)["ConflictFailure"].(object)["properties"].(object)
	first, _, _ := strings.Cut(kind, " ")
	if _, ok := success[name]; !ok && name != "detail" {
		t.Errorf("a success has no %s", name)
	}
	schema := resolved(w.root, failure[name])
	if name == "data" {
		first = "null"
	}
	expect.Equal[any](t, schema["type"], first, name, "of a failure is")
}

// result wants a field of an answer, such as platforms[].status, and its type.
func (w walk) result(t *testing.T, schema, path, kind string) {
	t.Helper()
	at := w.root["components"].(object)["schemas"].(object)[schema].(object)
	for part := range strings.SplitSeq(path, ".") {
		name, isList := strings.CutSuffix(part, "[]")
		property, ok := at["properties"].(object)[name]
		if !ok {
			t.Fatalf("%s has no %s", schema, path)
		}
		at = resolved(w.root, property)
		if isList {
			at = resolved(w.root, at["items"])
		}
	}
	first, _, _ := strings.Cut(kind, " ")
	expect.Equal(t, fmt.Sprint(at["type"]), first, schema, ".", path, "is")
}

// field tries what the row says of a field of a body: whether it may be missing or null, its type, and its rule.
func (w walk) field(t *testing.T, operation, name, kind string, required bool, rule string) {
	t.Helper()
	op := operations(t)[operation]
	var sample object
	must.Do(t, json.Unmarshal([]byte(op.example(t)), &sample))
	try := func(value any, wrong string) { // "" expects it to be taken
		t.Helper()
		body := object{}
		for k, v := range sample {
			body[k] = v
		}
		if body[name] = value; value == missing {
			delete(body, name)
		}
		text := must.Get(json.Marshal(body))(t)
		_, failures := w.contract.Operation(op.method, op.path).Check(requestschema.Request{
			Body: text,
			Path: func(parameter string) string {
				id, _ := body[parameter].(string)
				return id
			},
		})
		got := ""
		for _, f := range failures {
			if len(f.Loc) > 1 && f.Loc[1] == name {
				got = f.Type
			}
		}
		expect.Equal(t, got, wrong, operation, name, value, "gives")
	}
	pick := func(yes bool, wrong string) string {
		if yes {
			return ""
		}
		return wrong
	}
	try(missing, pick(!required, "missing"))
	list, whole := strings.HasPrefix(kind, "array"), strings.HasPrefix(kind, "integer")
	typed := map[bool]string{true: "list_type", false: "string_type"}[list]
	if whole {
		typed = "int_type"
	}
	enum := values.FindAllStringSubmatch(rule, -1)
	closed := strings.Contains(rule, "one of") || strings.HasPrefix(rule, "items") || strings.HasPrefix(rule, "`")
	if closed && !list {
		typed = "literal_error"
	}
	try(nil, pick(strings.HasSuffix(kind, "or null"), typed))
	try(object{}, typed)
	for _, v := range enum {
		switch {
		case closed && list:
			try([]string{v[1]}, "")
		case closed:
			try(v[1], "")
		case !strings.Contains(fmt.Sprint(w.property(op, name)["default"]), v[1]):
			t.Errorf("%s %s: the default is not %s", operation, name, v[1])
		}
	}
	if closed && list {
		try([]string{"other"}, "literal_error")
	} else if closed {
		try("other", "literal_error")
	}
	low, high := bounds(rule)
	switch {
	case whole:
		try(low, "")
		try(high, "")
		try(low-1, "greater_than_equal")
		try(high+1, "less_than_equal")
	case list:
		if strings.Contains(rule, "at least 1") {
			try([]string{}, "too_short")
			try([]string{"a"}, "")
		}
	case strings.Contains(rule, "length") || strings.Contains(rule, "max"):
		try(strings.Repeat("字", low), pick(true, ""))
		if low > 0 {
			try("", "string_too_short")
		}
		if high > 0 && name != "brand_id" && !strings.HasSuffix(name, "_url") && name != "logo_icon" {
			try(strings.Repeat("字", high), "")
		}
		if high > 0 {
			try(strings.Repeat("字", high+1), "string_too_long")
		}
	}
}

const missing = "\x00missing"

var values = regexp.MustCompile("`([a-zA-Z]+)`")

// bounds reads 1..128, >= 1, max 512.
func bounds(rule string) (low, high int) {
	if found := regexp.MustCompile(`(\d+)\.\.(\d+)`).FindStringSubmatch(rule); found != nil {
		low, _ = strconv.Atoi(found[1])
		high, _ = strconv.Atoi(found[2])
	}
	if found := regexp.MustCompile(`max (\d+)`).FindStringSubmatch(rule); found != nil {
		high, _ = strconv.Atoi(found[1])
	}
	if strings.Contains(rule, ">= 1") {
		low = 1
	}
	return low, high
}

func (w walk) property(op documented, name string) object {
	body := op.object["requestBody"].(object)["content"].(object)["application/json"].(object)["schema"]
	property, _ := resolved(w.root, body)["properties"].(object)[name].(object)
	return property
}
