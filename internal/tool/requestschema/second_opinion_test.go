package requestschema

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"renown/internal/testkit/must"
)

// FuzzSecondOpinion asks a general JSON Schema library about every body as well. Where no lenient conversion took
// part the two must agree, but for the rules that JSON Schema does not have.
func FuzzSecondOpinion(f *testing.F) {
	document := must.Get(os.ReadFile("testdata/contract.json"))(f)
	contract := must.Get(Compile(document))(f)
	opinions := secondOpinions(f, document, contract)
	addBodies(f)
	f.Fuzz(func(t *testing.T, n uint, body []byte) {
		opinion := opinions[n%uint(len(opinions))]
		v, syntax := Read(body)
		if syntax != nil || v.kind() != kindRecord {
			return
		}
		value := must.Get(jsonschema.UnmarshalJSON(bytes.NewReader(v.AppendJSON(nil))))(t)
		_, failures := opinion.ours.Check(v)
		second := opinion.theirs.Validate(value)
		if len(failures) == 0 && second != nil && !opinion.ours.isLenient(v) {
			t.Errorf("%q is accepted, but: %v", body, second)
		}
		if len(failures) > 0 && second == nil && !onlyOurs(failures) {
			t.Errorf("%q is accepted by JSON Schema, but: %s", body, failures.AppendJSON(nil))
		}
	})
}

var schemaNames = strings.Fields(`Thing Change Schedule whole small between maybe number rate open flag text code
	one two three list few kinds wholes nested nesteds`)

type opinion struct {
	ours   *Schema
	theirs *jsonschema.Schema
}

func secondOpinions(f *testing.F, document []byte, contract *Contract) (all []opinion) {
	parsed := must.Get(jsonschema.UnmarshalJSON(bytes.NewReader(document)))(f)
	compiler := jsonschema.NewCompiler()
	must.Do(f, compiler.AddResource("contract.json", parsed))
	for _, name := range schemaNames {
		theirs := must.Get(compiler.Compile("contract.json#/components/schemas/" + name))(f)
		all = append(all, opinion{ours: contract.Schema(name), theirs: theirs})
	}
	return all
}

// addBodies starts with the observed values: each in the schema it belongs to, and in members of larger ones.
func addBodies(f *testing.F) {
	f.Add(uint(0), []byte(`{"thing_id":"t","name":"n","mode":"chat","status":"active","tags":["a"],"count":3,"rate":0.5,"loud":true}`))
	f.Add(uint(0), []byte(`{"thing_id":"t","name":"n","schedule":{"hour":1,"weekday":null},"parts":[{"hour":2}],"extra":[1]}`))
	file := must.Get(os.Open("testdata/observed-values.jsonl"))(f)
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c struct{ Schema, Text string }
		must.Do(f, json.Unmarshal(lines.Bytes(), &c))
		f.Add(uint(slices.Index(schemaNames, c.Schema)), []byte(`{"v":`+c.Text+`}`))
		for _, name := range []string{"mode", "tags", "count", "loud", "schedule"} {
			f.Add(uint(0), []byte(`{"thing_id":"t","name":"n","`+name+`":`+c.Text+`}`))
		}
		f.Add(uint(2), []byte(`{"hour":3,"weekday":`+c.Text+`}`))
	}
}

// onlyOurs reports whether a failure comes from a rule that JSON Schema does not have.
func onlyOurs(failures Failures) bool {
	for _, f := range failures {
		switch f.Type {
		case "value_error", "date_parsing", "int_parsing_size", "finite_number", "float_type":
			return true
		}
	}
	return false
}

// isLenient reports whether a value of another type was taken for a number or a boolean, or a number was rounded.
func (s *Schema) isLenient(v Value) bool {
	switch k := v.kind(); s.form {
	case formInteger:
		return k != kindInteger && k != kindNull
	case formNumber:
		return k != kindNull && (k != kindInteger && k != kindFloat || len(v.raw()) > 15)
	case formBoolean:
		return k != kindTrue && k != kindFalse
	case formList:
		for item := range v.items() {
			if s.items != nil && s.items.isLenient(item) {
				return true
			}
		}
	case formRecord:
		for i := range s.fields {
			if m, found := v.member(s.fields[i].name); found && s.fields[i].schema.isLenient(m) {
				return true
			}
		}
	}
	return false
}
