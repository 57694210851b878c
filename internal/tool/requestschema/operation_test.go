package requestschema_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/requestschema"
)

func TestContentTypes(t *testing.T) {
	t.Parallel()
	operation := smallContract(t).Operation("POST", "/things/{thing_id}")
	for _, c := range []struct {
		contentType string
		json        bool
	}{
		{"", true},
		{"application/json", true},
		{"Application/JSON", true},
		{"application/json; charset=utf-8", true},
		{" application/json ", true},
		{"application/json;", true},
		{"application/json ;charset=x", true},
		{"application/vnd.api+json", true},
		{"application/+json", true},
		{"application/x+JSON; a=b", true},
		{"application/a+json+json", true},
		{"application/json\t", true},
		{"text/plain", false},
		{"text/json", false},
		{"application/jsonx", false},
		{"application/xjson", false},
		{"application/json/x", false},
		{"application/x/y+json", false},
		{"application", false},
		{"json", false},
		{"application/", false},
		{"/json", false},
		{"application / json", false},
		{"application/ json", false},
		{"application/json, text/plain", false},
		{"multipart/form-data; boundary=x", false},
		{"application/x-www-form-urlencoded", false},
		{";", false},
		{" ", false},
		{"application/json+x", false},
		{`"application/json"`, false},
		{"application/json x", false},
	} {
		_, failures := operation.Check(requestschema.Request{ContentType: c.contentType, Body: []byte(`{"count":3}`)})
		if c.json != (len(failures) == 0) {
			t.Errorf("%q: %s", c.contentType, failures.AppendJSON(nil))
		}
	}
}

func TestBodies(t *testing.T) {
	t.Parallel()
	const (
		object   = "Input should be a valid dictionary or object to extract fields from"
		required = "POST /things/{thing_id}/copies"
		optional = "POST /things/{thing_id}"
		freeForm = "PATCH /things/{thing_id}"
		without  = "GET /things/{thing_id}"
	)
	missing := failure("missing", `["body"]`, "Field required", "null", "")
	contract := smallContract(t)
	for _, c := range []struct {
		operation, contentType, body string
		want                         []string
	}{
		{required, "", "", []string{missing}},
		{required, "text/plain", "", []string{missing}},
		{required, "", "null", []string{missing}},
		{required, "", " null ", []string{missing}},
		{optional, "", "", nil},
		{optional, "text/plain", "", nil},
		{optional, "", "null", nil},
		{freeForm, "", "", []string{missing}},
		{freeForm, "", "null", []string{missing}},
		{freeForm, "", "{}", nil},
		{without, "", "{", nil},
		{without, "text/plain", "\xff", nil},
		{required, "", "5", []string{failure("model_attributes_type", `["body"]`, object, "5", "")}},
		{required, "", "[{}]", []string{failure("model_attributes_type", `["body"]`, object, "[{}]", "")}},
		{optional, "", `"x"`, []string{failure("model_attributes_type", `["body"]`, object, `"x"`, "")}},
		{freeForm, "", "[]", []string{failure("dict_type", `["body"]`, "Input should be a valid dictionary", "[]", "")}},
		{freeForm, "text/plain", "{}", []string{failure("dict_type", `["body"]`, "Input should be a valid dictionary", `"{}"`, "")}},
		{required, "text/plain", " ", []string{failure("model_attributes_type", `["body"]`, object, `" "`, "")}},
		{required, "text/plain", "a\xffb\xe5\x93c\x00", []string{failure("model_attributes_type", `["body"]`, object,
			`"a\ufffdb\ufffdc\u0000"`, "")}},
		{required, "", " ", []string{failure("json_invalid", `["body",1]`, "JSON decode error", "{}", `{"error":"Expecting value"}`)}},
		{optional, "", "{\"a\":\"\xff\"}", []string{failure("json_invalid", `["body",6]`, "JSON decode error", "{}",
			`{"error":"Invalid UTF-8"}`)}},
		{freeForm, "", `{"x":"\ud800"}`, []string{failure("json_invalid", `["body",6]`, "JSON decode error", "{}",
			`{"error":"Lone surrogate"}`)}},
		{freeForm, "", "\ufeff{}", nil},
		{freeForm, "", `{"x":"\u0000","name":"n"}`, nil},
		{freeForm, "", `{"name":null,"schedule":[]}`, []string{
			failure("string_type", `["body","name"]`, "Input should be a valid string", "null", ""),
			failure("model_attributes_type", `["body","schedule"]`, object, "[]", ""),
		}},
	} {
		t.Run(c.operation+" "+c.body, func(t *testing.T) {
			t.Parallel()
			method, path, _ := strings.Cut(c.operation, " ")
			rows{c.body: c.want}.run(t, func(body string) requestschema.Failures {
				_, failures := contract.Operation(method, path).Check(requestschema.Request{ContentType: c.contentType, Body: []byte(body)})
				return failures
			})
		})
	}
}

func TestQuery(t *testing.T) {
	t.Parallel()
	operation := smallContract(t).Operation("GET", "/things")
	rows{
		"must=yes":           nil,
		"must=no&must=yes":   nil,
		"must=x&must=yes":    nil,
		"%6dust=yes&other=":  nil,
		"must=yes&size=%203": nil,
		"must=yes&size=x&size=7&weekend=ON&rate=.5&kind=a&kind=b": nil,
		"must=yes&kind=a,b,c": nil,

		"": {failure("missing", `["query","must"]`, "Field required", "null", "")},
		"size=&weekend=maybe&rate=2&q=%E5%93%81%E5%93%81%E5%93%81%E5%93%81&must=": {
			failure("int_parsing", `["query","size"]`, "Input should be a valid integer, unable to parse string as an integer", `""`, ""),
			failure("bool_parsing", `["query","weekend"]`, "Input should be a valid boolean, unable to interpret input", `"maybe"`, ""),
			failure("less_than_equal", `["query","rate"]`, "Input should be less than or equal to 1", `"2"`, `{"le":1}`),
			failure("string_too_long", `["query","q"]`, "String should have at most 3 characters", `"品品品品"`, `{"max_length":3}`),
			failure("literal_error", `["query","must"]`, "Input should be 'yes' or 'no'", `""`, `{"expected":"'yes' or 'no'"}`),
		},
		"must=yes&size=1.5&rate=x": {
			failure("int_parsing", `["query","size"]`,
				"Input should be a valid integer, unable to parse string as an integer", `"1.5"`, ""),
			failure("float_parsing", `["query","rate"]`, "Input should be a valid number, unable to parse string as a number", `"x"`, ""),
		},
		"must=yes&size=0": {failure("greater_than_equal", `["query","size"]`,
			"Input should be greater than or equal to 1", `"0"`, `{"ge":1}`)},
		"must=yes&kind=a&kind=toolong&kind=%00": {
			failure("string_too_long", `["query","kind",1]`, "String should have at most 5 characters", `"toolong"`, `{"max_length":5}`),
			valueError(`["query","kind",2]`, noNUL, `"\u0000"`),
		},
		"must=yes&kind=1&kind=2&kind=3&kind=4": {
			failure("too_long", `["query","kind"]`, "List should have at most 3 items after validation, not 4", `["1","2","3","4"]`,
				`{"field_type":"List","max_length":3,"actual_length":4}`),
		},
		"must=yes&q=%00": {valueError(`["query","q"]`, noNUL, `"\u0000"`)},
	}.run(t, func(query string) requestschema.Failures {
		_, failures := operation.Check(requestschema.Request{RawQuery: query})
		return failures
	})
}

// What CPython 3.11 makes of the same queries.
func TestObservedQueries(t *testing.T) {
	t.Parallel()
	operation := smallContract(t).Operation("GET", "/search")
	file := must.Get(os.Open("testdata/observed-query.jsonl"))(t)
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var c struct {
			Query  string
			Values []string
		}
		must.Do(t, json.Unmarshal(lines.Bytes(), &c))
		in, failures := operation.Check(requestschema.Request{RawQuery: c.Query})
		if nul := strings.ContainsRune(strings.Join(c.Values, ""), 0); nul != (len(failures) > 0) {
			t.Errorf("%q: %s", c.Query, failures.AppendJSON(nil))
			continue
		}
		got := in.Query.Strs("q")
		if len(got) == 0 && len(c.Values) == 0 {
			continue
		}
		if diff := cmp.Diff(c.Values, got); diff != "" {
			t.Errorf("%q: (-CPython +ours)\n%s", c.Query, diff)
		}
	}
}

func TestQueryLimit(t *testing.T) {
	t.Parallel()
	operation := smallContract(t).Operation("GET", "/search")
	in, failures := operation.Check(requestschema.Request{RawQuery: "last=a&" + strings.Repeat("q=x&", 998) + "x=1&q=y&last=b"})
	if len(failures) > 0 {
		t.Fatal(string(failures.AppendJSON(nil)))
	}
	expect.Equal(t, len(in.Query.Strs("q")), 998, "values read")
	expect.Equal(t, in.Query.Str("last"), "a", "last is")
	in, _ = operation.Check(requestschema.Request{RawQuery: strings.Repeat("&", 2000) + "last=z"})
	expect.Equal(t, in.Query.Str("last"), "z", "after empty parameters, last is")
	in, _ = operation.Check(requestschema.Request{RawQuery: "last=%E5%93\x81品"})
	expect.Equal(t, in.Query.Str("last"), "品品", "raw UTF-8")
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	operation := smallContract(t).Operation("POST", "/things/{thing_id}")
	post := smallContract(t).Operation("POST", "/things/{thing_id}/copies")
	const loc = `["header","idempotency-key"]`
	for _, c := range []struct {
		name   string
		values []string
		want   []string
	}{
		{"none", nil, nil},
		{"sound", []string{"a b~"}, nil},
		{"first counts", []string{"a", "品"}, nil},
		{"empty", []string{""}, []string{failure("string_too_short", loc, "String should have at least 1 character",
			`""`, `{"min_length":1}`)}},
		{"long", []string{"123456789"}, []string{failure("string_too_long", loc,
			"String should have at most 8 characters", `"123456789"`, `{"max_length":8}`)}},
		{"not printable", []string{"a\tb"}, []string{failure("string_pattern_mismatch", loc,
			`String should match pattern '^[\x20-\x7e]+$'`, `"a\tb"`, `{"pattern":"^[\\x20-\\x7e]+$"}`)}},
		{"line break at the end", []string{"a\n"}, []string{failure("string_pattern_mismatch", loc,
			`String should match pattern '^[\x20-\x7e]+$'`, `"a\n"`, `{"pattern":"^[\\x20-\\x7e]+$"}`)}},
		{"not UTF-8", []string{"\xe9"}, []string{failure("string_pattern_mismatch", loc,
			`String should match pattern '^[\x20-\x7e]+$'`, `"\ufffd"`, `{"pattern":"^[\\x20-\\x7e]+$"}`)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			header := func(name string) []string {
				if strings.EqualFold(name, "Idempotency-Key") {
					return c.values
				}
				return []string{"the value of " + name}
			}
			rows{`{"thing_id":"t","name":"n"}`: c.want}.run(t, func(body string) requestschema.Failures {
				_, failures := post.Check(requestschema.Request{Body: []byte(body), Header: header})
				return failures
			})
			if _, failures := operation.Check(requestschema.Request{Header: header}); len(failures) > 0 {
				t.Errorf("an operation that declares no header: %s", failures.AppendJSON(nil))
			}
		})
	}
}

// A key is not looked at here, whatever the contract says of it: failures repeat what was sent.
func TestCredentials(t *testing.T) {
	t.Parallel()
	var asked []string
	_, failures := smallContract(t).Operation("GET", "/things").Check(requestschema.Request{
		RawQuery: "must=yes",
		Header: func(name string) []string {
			asked = append(asked, name)
			return []string{"secret"}
		},
	})
	if len(failures) > 0 || asked != nil {
		t.Errorf("asked for %q: %s", asked, failures.AppendJSON(nil))
	}
}

// Query, header, body, in this order; but a body that is not JSON is the only failure.
func TestOrder(t *testing.T) {
	t.Parallel()
	operation := smallContract(t).Operation("POST", "/things/{thing_id}/copies")
	send := func(body string) (kinds []string) {
		_, failures := operation.Check(requestschema.Request{
			RawQuery: "page=0", Body: []byte(body), Header: func(string) []string { return []string{""} },
		})
		for _, f := range failures {
			kinds = append(kinds, fmt.Sprint(f.Type, f.Loc))
		}
		return kinds
	}
	for body, want := range map[string][]string{
		`{"name":7}`: {
			"greater_than_equal[query page]", "string_too_short[header idempotency-key]",
			"missing[body thing_id]", "string_type[body name]",
		},
		`{"name":7`: {"json_invalid[body 9]"},
		``:          {"greater_than_equal[query page]", "string_too_short[header idempotency-key]", "missing[body]"},
	} {
		expect.Same(t, send(body), want, body)
	}
}

func TestOperations(t *testing.T) {
	t.Parallel()
	contract := smallContract(t)
	var got []string
	for _, o := range contract.Operations() {
		got = append(got, strings.TrimSpace(o.Method()+" "+o.Path()+" "+o.ID()+" "+o.Scope()))
		if contract.Operation(o.Method(), o.Path()) != o {
			t.Errorf("%s %s is not found", o.Method(), o.Path())
		}
	}
	want := []string{
		"GET /search search", "GET /things listThings things:read", "POST /things/{thing_id}/copies createThing things:write",
		"GET /things/{thing_id} getThing", "PATCH /things/{thing_id} changeThing", "POST /things/{thing_id} drawThing",
	}
	expect.Same(t, got, want)
	if contract.Operation("PUT", "/things") != nil || contract.Schema("Nothing") != nil {
		t.Error("found what is not there")
	}
	if contract.Schema("Answer") != nil {
		t.Error("a schema that is not understood can be used")
	}
}

func TestConcurrentChecks(t *testing.T) {
	t.Parallel()
	operation := smallContract(t).Operation("POST", "/things/{thing_id}/copies")
	want := bodies(t)(`{"name":7,"tags":[1]}`).AppendJSON(nil)
	var group sync.WaitGroup
	for range 16 {
		group.Go(func() {
			for range 100 {
				_, failures := operation.Check(requestschema.Request{Body: []byte(`{"name":7,"tags":[1]}`)})
				if got := failures.AppendJSON(nil); string(got) != string(want) {
					t.Errorf("%s, want %s", got, want)
					return
				}
			}
		})
	}
	group.Wait()
}

// A parameter of the path is a matter of shape where its values are listed; what else stands there is looked for.
func TestPathValues(t *testing.T) {
	t.Parallel()
	contract, err := requestschema.Compile([]byte(`{"paths":{"/{brand_id}/{table}":{"get":{"parameters":[
		{"name":"brand_id","in":"path","schema":{"type":"string"}},{"name":"table","in":"path","schema":{"$ref":"#/components/schemas/Table"}}]}}},
		"components":{"schemas":{"Table":{"type":"string","enum":["answers","daily"]}}}}`))
	must.Do(t, err)
	for value, want := range map[string]string{
		"daily": `[]`, "": `"loc":["path","table"]`,
		"Daily": `[{"type":"literal_error","loc":["path","table"],"msg":"Input should be 'answers' or 'daily'","input":"Daily","ctx":{"expected":"'answers' or 'daily'"}}]`,
	} {
		_, failures := contract.Operation("GET",
			"/{brand_id}/{table}").Check(requestschema.Request{Path: func(name string) string { return map[string]string{"table": value}[name] }})
		if got := string(failures.AppendJSON(nil)); !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", value, got, want)
		}
	}
}
