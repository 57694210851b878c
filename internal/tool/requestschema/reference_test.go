package requestschema_test

import (
	"bufio"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"renown/internal/testkit/must"
	"renown/internal/tool/requestschema"
)

// observed is one request that was put to the reference, and what it answered.
type observed struct {
	Method      string
	Path        string
	ContentType string `json:"content_type"`
	Body        string
	Status      int
	Detail      any
}

// placeholders stand for real ids; each gets the same one in path, body and expected answer.
var placeholders = regexp.MustCompile(`\{([a-z]+)_id\}`)

func fill(s string) string { return placeholders.ReplaceAllString(s, "${1}_0123456789") }

func TestReference(t *testing.T) {
	t.Parallel()
	contract := publishedContract(t)
	file := must.Get(os.Open("../../door/api/testdata/request-shapes.jsonl"))(t)
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	count := 0
	for ; lines.Scan(); count++ {
		var c observed
		must.Do(t, json.Unmarshal([]byte(fill(lines.Text())), &c))
		var raw observed
		must.Do(t, json.Unmarshal(lines.Bytes(), &raw))
		replay(t, contract, raw.Path, c)
	}
	if count < 532 {
		t.Errorf("only %d cases were replayed", count)
	}
}

func replay(t *testing.T, contract *requestschema.Contract, template string, c observed) {
	template, query, _ := strings.Cut(template, "?")
	operation := contract.Operation(c.Method, template)
	if operation == nil {
		t.Errorf("%s %s: no such operation", c.Method, template)
		return
	}
	_, failures := operation.Check(requestschema.Request{
		ContentType: c.ContentType, Body: []byte(c.Body), RawQuery: query,
		Path: func(name string) string { return fill("{" + name + "}") },
	})
	if c.Status == 200 {
		if len(failures) > 0 {
			t.Errorf("%s %s %.200q refused: %s", c.Method, c.Path, c.Body, failures.AppendJSON(nil))
		}
		return
	}
	got := decode(t, failures.AppendJSON(nil))
	if diff := cmp.Diff(c.Detail, got); diff != "" {
		t.Errorf("%s %s %q: (-reference +ours)\n%s", c.Method, c.Path, c.Body, diff)
	}
}

// Every operation of the contract is compiled, each with a name of its own.
func TestPublishedOperations(t *testing.T) {
	t.Parallel()
	var ids []string
	for _, o := range publishedContract(t).Operations() {
		if o.ID() == "" || slices.Contains(ids, o.ID()) {
			t.Errorf("%s %s: operationId %q is missing or repeated", o.Method(), o.Path(), o.ID())
		}
		ids = append(ids, o.ID())
	}
	if len(ids) < 30 {
		t.Errorf("only %d operations", len(ids))
	}
}
