package requestschema_test

import (
	"encoding/json"
	"strings"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/tool/requestschema"
)

func TestFailureLimit(t *testing.T) {
	t.Parallel()
	operation := smallContract(t).Operation("POST", "/things/{thing_id}/copies")
	for name, c := range map[string]struct {
		parts string
		count int
	}{
		"below":    {strings.Repeat("1,", 997) + "1", 1000},
		"above":    {strings.Repeat("1,", 500_000) + "1", 1000},
		"two each": {strings.Repeat(`{"weekday":0},`, 700) + "1", 1000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, failures := operation.Check(requestschema.Request{Body: []byte(`{"parts":[` + c.parts + `]}`)})
			expect.Equal(t, len(failures), c.count, "failures")
		})
	}
}

// Two members are missing from each JSON body here, so that it would be repeated twice.
func TestEchoLimit(t *testing.T) {
	t.Parallel()
	operation := smallContract(t).Operation("POST", "/things/{thing_id}/copies")
	const leftOut = `"input":"(input left out: too long to repeat)"`
	for name, c := range map[string]struct {
		contentType, body string
		leftOut           int
	}{
		"fits twice":          {"", `{"x":"` + strings.Repeat("x", 64<<10-100) + `"}`, 0},
		"fits once":           {"", `{"x":"` + strings.Repeat("x", 64<<10) + `"}`, 1},
		"never fits":          {"", `{"x":"` + strings.Repeat("x", 1<<20) + `"}`, 2},
		"many members":        {"", `{` + strings.Repeat(`"x":[{}],`, 100_000) + `"y":1}`, 0},
		"grows by escaping":   {"text/plain", strings.Repeat("\x01", 32<<10), 1},
		"grows by replacing":  {"text/plain", strings.Repeat("\xff", 48<<10), 1},
		"many different ones": {"", `{"p":[` + strings.Repeat(`"xxxxxxx",`, 10_000) + `1]}`, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, failures := operation.Check(requestschema.Request{ContentType: c.contentType, Body: []byte(c.body)})
			out := failures.AppendJSON(nil)
			if !json.Valid(out) {
				t.Fatalf("not JSON: %.200s", out)
			}
			expect.Equal(t, strings.Count(string(out), leftOut), c.leftOut, "inputs left out")
			if len(out) > 128<<10+1000 {
				t.Errorf("%d bytes", len(out))
			}
		})
	}
}

func TestFailureOrder(t *testing.T) {
	t.Parallel()
	failures := requestschema.Failures{
		{Type: "t\"", Loc: []any{"a", 0, "品"}, Msg: "m\n"},
		{Type: "u", Loc: []any{}, Msg: "", Input: requestschema.Text("i"), Ctx: `{"k":1}`},
	}
	want := `x[{"type":"t\"","loc":["a",0,"品"],"msg":"m\n","input":null},{"type":"u","loc":[],"msg":"","input":"i","ctx":{"k":1}}]`
	expect.Equal(t, string(failures.AppendJSON([]byte("x"))), want)
	expect.Equal(t, string(requestschema.Failures(nil).AppendJSON(nil)), "[]")
}
