package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"renown/internal/door/api"
	"renown/internal/door/porch"
	"renown/internal/floor/fault"
	"renown/internal/room/account"
	"renown/internal/testkit/apitest"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/requestschema"
)

func TestRoutesAreOperations(t *testing.T) {
	t.Parallel()
	listed := maps.Clone(operations(t))                                              // which other tests read
	maps.DeleteFunc(listed, func(_ string, op documented) bool { return op.open() }) // served without the gates
	routed := map[string]bool{}
	var open []string
	for _, r := range api.Routes() {
		name := r.Method + " " + r.Path
		if routed[name] {
			t.Errorf("%s is routed twice", name)
		}
		routed[name] = true
		if _, ok := listed[name]; !ok {
			t.Errorf("%s is routed and not documented", name)
		}
		if !r.Built {
			open = append(open, name)
		}
	}
	for name := range listed {
		if !routed[name] {
			t.Errorf("%s is documented and not routed", name)
		}
	}
	fmt.Printf("%d of %d operations answer 5010, not built yet: %s\n", len(open), len(routed), strings.Join(open, ", "))
	t.Logf("not built yet: %s", strings.Join(open, ", "))
}

func TestOperationsAreComplete(t *testing.T) {
	t.Parallel()
	for name, op := range operations(t) {
		for _, field := range []string{"operationId", "summary", "description", "tags", "x-scope", "x-codes", "responses"} {
			if op.object[field] == nil {
				t.Errorf("%s has no %s", name, field)
			}
		}
		if scope := op.scope(); scope != "none" && (!slices.Contains(account.Grantable, scope) || strings.Contains(scope, "*")) {
			t.Errorf("%s needs the scope %q, which no key can be granted", name, scope)
		}
		if op.object["requestBody"] != nil && op.example(t) == "" {
			t.Errorf("%s shows no request", name)
		}
		ok := op.object["responses"].(object)["200"].(object)
		content, isJSON := ok["content"].(object)["application/json"].(object)
		for _, other := range []string{"text/markdown", "application/x-ndjson"} {
			if !isJSON && content == nil {
				content, _ = ok["content"].(object)[other].(object)
			}
		}
		if content["example"] == nil && content["examples"] == nil {
			t.Errorf("%s shows no answer", name)
		}
		if !op.open() {
			wantParameters(t, name, op, "ApiKey", "Authorization")
		}
	}
}

// wantParameters finds the credential headers, which each operation declares.
func wantParameters(t *testing.T, name string, op documented, wanted ...string) {
	t.Helper()
	var refs []string
	list, _ := op.object["parameters"].([]any)
	for _, p := range list {
		ref, _ := p.(object)["$ref"].(string)
		refs = append(refs, strings.TrimPrefix(ref, "#/components/parameters/"))
	}
	for _, w := range wanted {
		if !slices.Contains(refs, w) {
			t.Errorf("%s does not declare %s", name, w)
		}
	}
}

// The table of codes, the vocabulary of faults and the renderer's table are one and the same.
func TestCodes(t *testing.T) {
	t.Parallel()
	table, named, root := map[fault.Code]int{}, map[fault.Code]string{}, document(t)
	for _, row := range root["x-codes"].([]any) {
		row := row.(object)
		code := fault.Code(row["code"].(float64))
		if _, twice := table[code]; twice {
			t.Errorf("code %d stands twice in the table", code)
		}
		table[code] = int(row["status"].(float64))
		if row["condition"] == nil || row["detail"] == nil {
			t.Errorf("code %d has no condition or no detail", code)
		}
		named[code], _ = row["name"].(string)
		checkDetail(t, root, row)
	}
	schema := root["components"].(object)["schemas"].(object)["KnownCode"].(object)
	for i, code := range schema["enum"].([]any) {
		if name := schema["x-enum-varnames"].([]any)[i]; name != named[fault.Code(code.(float64))] {
			t.Errorf("code %v is called %v in KnownCode and %q in the table", code, name, named[fault.Code(code.(float64))])
		}
		delete(named, fault.Code(code.(float64)))
	}
	if len(named) > 0 {
		t.Errorf("KnownCode lacks %v", named)
	}
	if diff := cmp.Diff(table, porch.Statuses); diff != "" {
		t.Errorf("statuses: (-contract +renderer)\n%s", diff)
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(table)), slices.Sorted(slices.Values(fault.Codes()))); diff != "" {
		t.Errorf("codes: (-contract +vocabulary)\n%s", diff)
	}
}

// checkDetail holds the details of a code against the schema of its status, which says the same about each of them.
func checkDetail(t *testing.T, root, row object) {
	t.Helper()
	details := object{}
	for _, op := range operations(t) {
		response := resolved(root, op.object["responses"].(object)[fmt.Sprint(row["status"])])
		if content, ok := response["content"].(object); ok {
			failure := resolved(root, content["application/json"].(object)["schema"])
			details, _ = resolved(root, failure["properties"].(object)["detail"])["properties"].(object)
		}
	}
	for name, declared := range row["detail"].(object) {
		schema, _ := details[name].(object)
		want := maps.Clone(declared.(object))
		delete(want, "description")
		got := maps.Clone(schema)
		delete(got, "description")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("code %v: detail.%s (-table +schema of the status)\n%s", row["code"], name, diff)
		}
	}
}

// Every operation declares the codes that its gates can answer, and each code's status.
func TestOperationCodes(t *testing.T) {
	t.Parallel()
	statuses := porch.Statuses
	for name, op := range operations(t) {
		responses := op.object["responses"].(object)
		declared := map[int]bool{}
		for _, code := range op.codes() {
			status, known := statuses[fault.Code(code)]
			if !known {
				t.Errorf("%s: code %d is not in the table", name, code)
			}
			declared[status] = true
			if responses[strconv.Itoa(status)] == nil {
				t.Errorf("%s: code %d without a response %d", name, code, status)
			}
		}
		for text := range responses {
			if status, _ := strconv.Atoi(text); status >= 400 && !declared[status] {
				t.Errorf("%s: a response %d without a code", name, status)
			}
		}
		for _, code := range gateCodes(name, op) {
			if !slices.Contains(op.codes(), int(code)) {
				t.Errorf("%s does not declare code %d", name, code)
			}
		}
	}
}

func gateCodes(name string, op documented) []fault.Code {
	codes := []fault.Code{fault.Unreadable, fault.Internal, fault.Unavailable}
	if !op.open() {
		codes = append(codes, fault.Unauthenticated, fault.AccountDisabled, fault.TooFrequent)
	}
	if op.scope() != "none" {
		codes = append(codes, fault.ScopeMissing)
	}
	if op.object["requestBody"] != nil {
		codes = append(codes, fault.TooLarge, fault.Malformed)
	}
	return codes
}

// Every example in the document is one: whatever has a schema and an example beside it.
func TestExamples(t *testing.T) {
	t.Parallel()
	count := 0
	var walk func(at string, v any)
	check := func(at string, example any) {
		count++
		text := must.Get(json.Marshal(example))(t)
		expect.Do(t, apitest.Valid(t, at+"/schema", text), "the example at", at)
	}
	walk = func(at string, v any) {
		switch v := v.(type) {
		case []any:
			for i, item := range v {
				walk(at+"/"+strconv.Itoa(i), item)
			}
		case object:
			if v["schema"] != nil {
				if example, ok := v["example"]; ok {
					check(at, example)
				}
				examples, _ := v["examples"].(object)
				for _, e := range examples {
					check(at, e.(object)["value"])
				}
			}
			for name, item := range v {
				if name != "example" && name != "examples" {
					walk(at+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(name), item)
				}
			}
		}
	}
	walk("", document(t))
	if count < 100 {
		t.Errorf("only %d examples were found", count)
	}
}

// Our own checker takes what the contract shows as requests.
func TestRequestExamples(t *testing.T) {
	t.Parallel()
	contract := must.Get(api.Contract())(t)
	for name, op := range operations(t) {
		body := op.example(t)
		if body == "" {
			continue
		}
		var sent object
		must.Do(t, json.Unmarshal([]byte(body), &sent), name)
		_, failures := contract.Operation(op.method, op.path).Check(requestschema.Request{
			ContentType: "application/json", Body: []byte(body),
			Path: func(parameter string) string { id, _ := sent[parameter].(string); return id },
		})
		if len(failures) > 0 {
			t.Errorf("%s: its own example is refused: %s", name, failures.AppendJSON(nil))
		}
	}
}

// Everything a client gets a type for has a name: a record inside another, and a list of values that fields share. Free
// records have no fields to name. Null is never one of listed values.
func TestSchemasAreNamed(t *testing.T) {
	t.Parallel()
	var look func(at string, schema object, named bool)
	look = func(at string, schema object, named bool) {
		if schema["properties"] != nil && !named {
			t.Errorf("%s is a record without a name", at)
		}
		if list := asList(schema["enum"]); slices.Contains(list, nil) || len(list) > 1 && !named {
			t.Errorf("%s lists values without a name, or null: %v", at, list)
		}
		properties, _ := schema["properties"].(object)
		for name, property := range properties {
			look(at+"."+name, property.(object), false)
		}
		if items, ok := schema["items"].(object); ok {
			look(at+"[]", items, false)
		}
		for _, word := range []string{"allOf", "anyOf", "oneOf"} {
			for _, part := range asList(schema[word]) {
				look(at+" "+word, part.(object), word == "allOf")
			}
		}
	}
	components := document(t)["components"].(object)
	for name, schema := range components["schemas"].(object) {
		look(name, schema.(object), true)
		if components["parameters"].(object)[name] != nil || components["responses"].(object)[name] != nil {
			t.Errorf("%s is the name of two things: a generator makes one type of each", name)
		}
	}
	for name, op := range operations(t) {
		for status, response := range op.object["responses"].(object) {
			content, _ := response.(object)["content"].(object)
			for _, kind := range content {
				look(name+" "+status, kind.(object)["schema"].(object), false)
			}
		}
	}
}
