package requestschema_test

import (
	"os"
	"strings"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/requestschema"
)

// document wraps the schema of one body field into a contract.
func document(schema string) string {
	return `{"paths":{"/x/{id}":{"post":{"operationId":"x","requestBody":{"content":{"application/json":{"schema":
		{"type":"object","properties":{"v":` + schema + `}}}}}}}},
		"components":{"schemas":{
			"Text":{"type":"string","maxLength":3},
			"Self":{"type":"object","properties":{"self":{"$ref":"#/components/schemas/Self"}}},
			"Circle":{"$ref":"#/components/schemas/Circle"}
		}}}`
}

func TestCompileRefuses(t *testing.T) {
	t.Parallel()
	for schema, want := range map[string]string{
		`{"type":"string","minimum":1}`:                              `"minimum" is not understood here`,
		`{"type":"integer","minLength":1}`:                           `"minLength" is not understood here`,
		`{"type":"integer","multipleOf":2}`:                          `"multipleOf" is not understood here`,
		`{"type":"integer","minimum":0.5}`:                           `minimum: "0.5" is not understood`,
		`{"type":"integer","maximum":"9"}`:                           `maximum: "9" is not understood`,
		`{"type":"integer","format":"int32"}`:                        `"format" is not understood here`,
		`{"type":"string","format":"email"}`:                         `"format" is not understood here`,
		`{"type":"string","minLength":-1}`:                           `minLength: "-1" is not understood`,
		`{"type":"string","maxLength":1.5}`:                          `maxLength: "1.5" is not understood`,
		`{"type":"string","pattern":"("}`:                            `pattern`,
		`{"type":"string","contentEncoding":"base64"}`:               `"contentEncoding" is not understood here`,
		`{"type":"array","uniqueItems":true}`:                        `"uniqueItems" is not understood here`,
		`{"type":"array","items":{"type":"string","if":{}}}`:         `v items: "if" is not understood here`,
		`{"type":"object","additionalProperties":false}`:             `"additionalProperties" is not understood here`,
		`{"type":"object","required":["a"]}`:                         `required: "a" is not declared`,
		`{"type":"object","minProperties":1}`:                        `"minProperties" is not understood here`,
		`{"type":"null"}`:                                            `null alone is not understood`,
		`{"type":"file"}`:                                            `type "file" is not understood here`,
		`{"type":["string","integer"]}`:                              `type "integer" is not understood here`,
		`{"type":"string","enum":["a",null]}`:                        `enum and type disagree about null`,
		`{"type":["string","null"],"enum":["a"]}`:                    `enum and type disagree about null`,
		`{"type":"string","enum":["a",1]}`:                           `only strings and null are understood`,
		`{"type":["string","null"],"enum":[null]}`:                   `no string in it`,
		`{"type":"integer","enum":[1,2]}`:                            `"enum" is not understood here`,
		`{"const":"a"}`:                                              `"const" is not understood here`,
		`{"not":{}}`:                                                 `"not" is not understood here`,
		`{"allOf":[{"type":"string"}]}`:                              `"allOf" is not understood here`,
		`{"anyOf":[{"type":"string"},{"type":"integer"}]}`:           `a choice other than between null and one schema`,
		`{"oneOf":[{"type":"string"}]}`:                              `a choice other than between null and one schema`,
		`{"anyOf":[{"type":"string"},{"type":"null"}],"minimum":1}`:  `"minimum" beside anyOf is not understood`,
		`{"$ref":"#/components/schemas/Text","minLength":1}`:         `"minLength" beside $ref is not understood`,
		`{"$ref":"#/components/schemas/None"}`:                       `leads nowhere`,
		`{"$ref":"other.json"}`:                                      `leads nowhere`,
		`{"$ref":"#/components/schemas/Self"}`:                       `holds itself`,
		`{"$ref":"#/components/schemas/Circle"}`:                     `holds itself`,
		`{"type":"integer","default":"x"}`:                           `default: Input should be a valid integer`,
		`{"$ref":"#/components/schemas/Text","default":"long text"}`: `default: String should have at most 3 characters`,
		`{"type":"integer","x-same-as-path":"id"}`:                   `x-same-as-path is for strings`,
		`{"type":"string","x-same-as-path":"other"}`:                 `x-same-as-path: the path has no "other"`,
		`{"type":"string","x-free-form":true}`:                       `x-free-form is for objects`,
		`{"type":"string","x-string-first":true}`:                    `x-string-first is for an enum`,
		`7`: `a schema is missing`,
	} {
		_, err := requestschema.Compile([]byte(document(schema)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", schema, err, want)
		}
		if err != nil && !strings.Contains(err.Error(), "POST /x/{id} body") && !strings.Contains(err.Error(), "#/components") {
			t.Errorf("%s: %v does not say where", schema, err)
		}
	}
}

func TestCompileRefusesOperations(t *testing.T) {
	t.Parallel()
	for operation, want := range map[string]string{
		`{"parameters":[{"name":"a","in":"cookie","schema":{"type":"string"}}]}`:                                                     `"cookie" are not understood`,
		`{"parameters":[{"name":"a","in":"query"}]}`:                                                                                 `a schema is missing`,
		`{"parameters":[{"name":"a","in":"query","style":"deepObject","schema":{"type":"string"}}]}`:                                 `style form`,
		`{"parameters":[{"name":"a","in":"query","explode":false,"schema":{"type":"string"}}]}`:                                      `explode true`,
		`{"parameters":[{"name":"a","in":"query","schema":{"type":"object"}}]}`:                                                      `cannot be sent here`,
		`{"parameters":[{"name":"a","in":"query","schema":{"type":"array","items":{"type":"array"}}}]}`:                              `cannot be sent here`,
		`{"parameters":[{"name":"a","in":"header","schema":{"type":"array"}}]}`:                                                      `cannot be sent here`,
		`{"parameters":[{"name":"a","in":"query","schema":{"type":"string"}},{"name":"a","in":"query","schema":{"type":"string"}}]}`: `declared twice`,
		`{"parameters":[{"$ref":"#/components/parameters/None"}]}`:                                                                   `leads nowhere`,
		`{"requestBody":{"content":{"text/plain":{"schema":{"type":"object"}}}}}`:                                                    `media type "text/plain"`,
		`{"requestBody":{"content":{}}}`:                                                                                             `should be an object`,
		`{"requestBody":{"content":{"application/json":{"schema":{"type":"array"}}}}}`:                                               `should be an object`,
		`{"x-scope":["a"]}`: `x-scope should be a string or null`,
	} {
		_, err := requestschema.Compile([]byte(`{"paths":{"/x":{"post":` + operation + `}}}`))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", operation, err, want)
		}
	}
	if _, err := requestschema.Compile([]byte(`{`)); err == nil {
		t.Error("a document that is not JSON was compiled")
	}
	// All faults are reported together.
	_, err := requestschema.Compile([]byte(`{"paths":{"/x":{"post":{"x-scope":1},"get":{"x-scope":2}},"/y":{"get":{"x-scope":3}}}}`))
	if err == nil || strings.Count(err.Error(), "\n") != 2 {
		t.Errorf("%v", err)
	}
}

func TestCompileAccepts(t *testing.T) {
	t.Parallel()
	for _, schema := range []string{
		`{}`, `{"description":"d","x-anything":{"y":[]}}`, `{"type":"integer","format":"int64"}`, `{"type":"number","format":"double"}`,
		`{"type":"string","title":"t","example":"e","examples":["e"],"deprecated":true,"$comment":"c"}`,
		`{"anyOf":[{"type":"null"},{"$ref":"#/components/schemas/Text"}],"default":null}`,
		`{"oneOf":[{"type":"string"},{"type":"null"}],"title":"t","x-same-as-path":"id"}`,
		`{"$ref":"#/components/schemas/Text","description":"d","default":"abc"}`,
		`{"type":"object"}`, `{"type":"array"}`, `{"type":"array","items":{}}`, `{"type":["null","array"],"default":[]}`,
	} {
		expect.Do(t, expect.Error(requestschema.Compile([]byte(document(schema)))), schema)
	}
}

// FuzzCompile compiles anything: the contract may be wrong, but then it is said and nothing panics.
func FuzzCompile(f *testing.F) {
	small := must.Get(os.ReadFile("testdata/contract.json"))(f)
	f.Add(small)
	for _, schema := range []string{
		`[]`, `{"type":[[]],"enum":{}}`,
		`{"type":"string","pattern":[],"x-same-as-path":{}}`, `{"$ref":[]}`, `{"anyOf":{}}`,
	} {
		f.Add([]byte(document(schema)))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		contract, err := requestschema.Compile(text)
		if err != nil {
			return
		}
		for _, o := range contract.Operations() {
			o.Check(requestschema.Request{
				Body: []byte(`{"v":[1,"x",{}],"name":null}`), RawQuery: "q=1&size=x",
				Path: func(string) string { return "" },
			})
		}
	})
}
