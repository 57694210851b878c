package apitest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"renown/internal/door/api"
	"renown/internal/testkit/must"
)

const documentURL = "https://renown.example/openapi.json"

// node is an object of the published document.
type node = map[string]any

// contract is the published document, ready to judge answers.
type contract struct {
	root     node
	finder   *http.ServeMux // finds the operation of a request
	byRoute  map[string]operation
	byCode   map[int]node // the table of codes
	compiler *jsonschema.Compiler

	mu      sync.Mutex
	schemas map[string]*jsonschema.Schema
}

// operation is one operation and where it stands in the document.
type operation struct {
	node
	at string // JSON pointer
}

// open tells an operation that needs no key.
func (o operation) open() bool {
	security, listed := o.node["security"].([]any)
	return listed && len(security) == 0
}

var load = sync.OnceValues(func() (*contract, error) {
	document := api.Document()
	root, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		return nil, err
	}
	c := &contract{
		root: root.(node), finder: http.NewServeMux(), byRoute: map[string]operation{}, byCode: map[int]node{},
		compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{},
	}
	c.compiler.DefaultDraft(jsonschema.Draft2020)
	c.compiler.AssertFormat()
	if err := c.compiler.AddResource(documentURL, root); err != nil {
		return nil, err
	}
	for path, methods := range c.root["paths"].(node) {
		for method, op := range methods.(node) {
			route := strings.ToUpper(method) + " " + api.Prefix + path
			c.byRoute[route] = operation{op.(node), "/paths/" + escape(path) + "/" + method}
			c.finder.HandleFunc(route, func(http.ResponseWriter, *http.Request) {})
		}
	}
	for _, row := range c.root["x-codes"].([]any) {
		c.byCode[whole(row.(node)["code"])] = row.(node)
	}
	return c, nil
})

func published(t testing.TB) *contract {
	t.Helper()
	return must.Get(load())(t)
}

// escape is how a name stands in a JSON pointer.
func escape(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

func whole(v any) int {
	n, _ := v.(json.Number)
	i, _ := strconv.Atoi(string(n))
	return i
}

// find returns the operation that a request means.
func (c *contract) find(r *http.Request) (operation, bool) {
	_, route := c.finder.Handler(r)
	op, ok := c.byRoute[route]
	return op, ok
}

// response returns what the operation declares for a status, references followed.
func (c *contract) response(op operation, status int) (operation, bool) {
	responses, _ := op.node["responses"].(node)
	declared, ok := responses[strconv.Itoa(status)].(node)
	if !ok {
		return operation{}, false
	}
	return c.follow(operation{declared, op.at + "/responses/" + strconv.Itoa(status)}), true
}

// follow resolves a reference within the document.
func (c *contract) follow(o operation) operation {
	ref, ok := o.node["$ref"].(string)
	if !ok {
		return o
	}
	at := strings.TrimPrefix(ref, "#")
	var v any = c.root
	for name := range strings.SplitSeq(strings.TrimPrefix(at, "/"), "/") {
		in, _ := v.(node)
		v = in[strings.NewReplacer("~1", "/", "~0", "~").Replace(name)]
	}
	found, ok := v.(node)
	if !ok {
		panic("openapi.yaml: nothing at " + ref)
	}
	return operation{found, at}
}

// schema compiles the schema at a JSON pointer of the document, once.
func (c *contract) schema(at string) (*jsonschema.Schema, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.schemas[at]; ok {
		return s, nil
	}
	s, err := c.compiler.Compile(documentURL + "#" + at)
	if err != nil {
		return nil, err
	}
	c.schemas[at] = s
	return s, nil
}

// valid checks a decoded value against the schema at a pointer.
func (c *contract) valid(at string, v any) error {
	s, err := c.schema(at)
	if err != nil {
		return fmt.Errorf("openapi.yaml at %s: %w", at, err)
	}
	return s.Validate(v)
}

// Valid checks a JSON text against the schema at a JSON pointer of the contract.
func Valid(t testing.TB, pointer string, text []byte) error {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return published(t).valid(pointer, v)
}
