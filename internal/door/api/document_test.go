package api_test

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"

	"go.yaml.in/yaml/v3"

	"renown/internal/door/api"
	"renown/internal/testkit/must"
)

// object is an object of the published document.
type object = map[string]any

// documented is one operation of the contract.
type documented struct {
	method, path, at string
	object
}

// document is a copy of one's own.
func document(t testing.TB) (root object) {
	t.Helper()
	must.Do(t, json.Unmarshal(api.Document(), &root))
	return root
}

// What the program is built with is what the contract says.
func TestDocumentIsCurrent(t *testing.T) {
	t.Parallel()
	text := must.Get(os.ReadFile("openapi.yaml"))(t)
	var written, built any
	must.Do(t, yaml.Unmarshal(text, &written))
	must.Do(t, yaml.Unmarshal(api.Document(), &built))
	if !reflect.DeepEqual(written, built) {
		t.Error("openapi.gen.json is not openapi.yaml: run go generate ./client")
	}
}

// operations lists what the contract documents, by "METHOD /path"; it is read once for all tests.
func operations(t testing.TB) map[string]documented {
	t.Helper()
	return must.Get(readOperations())(t)
}

var readOperations = sync.OnceValues(func() (map[string]documented, error) {
	var root object
	if err := json.Unmarshal(api.Document(), &root); err != nil {
		return nil, err
	}
	found := map[string]documented{}
	for path, item := range root["paths"].(object) {
		for method, op := range item.(object) {
			if method == "parameters" || method == "summary" || method == "description" {
				continue
			}
			upper := strings.ToUpper(method)
			found[upper+" "+path] = documented{upper, path, "/paths/" + strings.ReplaceAll(path, "/", "~1") + "/" + method, op.(object)}
		}
	}
	return found, nil
})

// open tells an operation that needs no key: a document that is served bare.
func (d documented) open() bool {
	security, listed := d.object["security"].([]any)
	return listed && len(security) == 0
}

func (d documented) scope() string {
	scope, _ := d.object["x-scope"].(string)
	return scope
}

func (d documented) codes() []int {
	var codes []int
	list, _ := d.object["x-codes"].([]any)
	for _, c := range list {
		codes = append(codes, int(c.(float64)))
	}
	return codes
}

// example is the body that the contract shows for the operation; "" without one.
func (d documented) example(t testing.TB) string {
	t.Helper()
	request, _ := d.object["requestBody"].(object)
	content, _ := request["content"].(object)
	media, _ := content["application/json"].(object)
	v, ok := media["example"]
	if !ok {
		examples, _ := media["examples"].(object)
		for _, e := range examples {
			v, ok = e.(object)["value"], true
		}
	}
	if !ok {
		return ""
	}
	text := must.Get(json.Marshal(v))(t)
	return string(text)
}
