package requestschema_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"renown/internal/testkit/must"
	"renown/internal/tool/requestschema"
)

// The files testdata/observed-*.jsonl hold what CPython 3.11 and pydantic 2.13 (core 2.46) answered to the same
// texts. Left out are the places where this package is stricter on purpose; those have tables of their own.

func eachLine(t *testing.T, file string, do func(line []byte)) {
	t.Helper()
	f := must.Get(os.Open(file))(t)
	defer f.Close()
	count := 0
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for ; lines.Scan(); count++ {
		do(lines.Bytes())
	}
	if count < 500 {
		t.Errorf("%s: only %d lines", file, count)
	}
}

// decode decodes JSON so that numbers compare by their value, those too large for a float included.
func decode(t testing.TB, text []byte) any {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var v any
	must.Do(t, decoder.Decode(&v), "in", text)
	return floats(v)
}

func floats(v any) any {
	switch v := v.(type) {
	case json.Number:
		f, err := strconv.ParseFloat(string(v), 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			panic(err)
		}
		return f
	case []any:
		for i := range v {
			v[i] = floats(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = floats(v[k])
		}
	}
	return v
}

func TestObservedJSON(t *testing.T) {
	t.Parallel()
	eachLine(t, "testdata/observed-json.jsonl", func(line []byte) {
		var c struct {
			Text, Error string
			At          int
			Value       json.RawMessage
		}
		must.Do(t, json.Unmarshal(line, &c))
		v, err := requestschema.Read([]byte(c.Text))
		switch {
		case err == nil && c.Error == "":
			if diff := cmp.Diff(decode(t, c.Value), decode(t, v.AppendJSON(nil))); diff != "" {
				t.Errorf("%q: (-CPython +ours)\n%s", c.Text, diff)
			}
		case err == nil || err.Msg != c.Error || err.Position != c.At:
			t.Errorf("%q: %v, CPython says %q at %d", c.Text, err, c.Error, c.At)
		}
	})
}

func TestObservedValues(t *testing.T) {
	t.Parallel()
	contract := smallContract(t)
	eachLine(t, "testdata/observed-values.jsonl", func(line []byte) {
		var c struct {
			Schema, Text    string
			Value, Failures json.RawMessage
		}
		must.Do(t, json.Unmarshal(line, &c))
		v, err := requestschema.Read([]byte(`{"v":` + c.Text + `}`))
		must.Equal(t, err, nil, c.Text)
		o, failures := contract.Schema(c.Schema).Check(v)
		if len(c.Failures) > 0 {
			if diff := cmp.Diff(decode(t, c.Failures), decode(t, failures.AppendJSON(nil))); diff != "" {
				t.Errorf("%s %.100q: (-pydantic +ours)\n%s", c.Schema, c.Text, diff)
			}
			return
		}
		if len(failures) > 0 {
			t.Errorf("%s %.100q refused: %s", c.Schema, c.Text, failures.AppendJSON(nil))
			return
		}
		if diff := cmp.Diff(decode(t, c.Value), result(c.Schema, o)); diff != "" {
			t.Errorf("%s %.100q: (-pydantic +ours)\n%s", c.Schema, c.Text, diff)
		}
	})
}

// result is what handlers would read, in the types that JSON decodes to.
func result(schema string, o requestschema.Object) any {
	switch schema {
	case "whole", "small", "between", "maybe":
		if n := o.OptInt("v"); n != nil {
			return float64(*n)
		}
		return nil
	case "number", "rate", "open":
		return *o.OptFloat("v")
	case "flag":
		return o.Bool("v")
	case "text", "code", "one", "two", "three":
		if s := o.OptStr("v"); s != nil {
			return *s
		}
		return nil
	case "list", "few", "kinds":
		items := []any{}
		for _, s := range o.Strs("v") {
			items = append(items, s)
		}
		return items
	case "wholes":
		items := []any{}
		for _, n := range o.Ints("v") {
			items = append(items, float64(n))
		}
		return items
	case "nested":
		return schedule(o.Obj("v"))
	case "nesteds":
		items := []any{}
		for _, p := range o.Objs("v") {
			items = append(items, schedule(p))
		}
		return items
	}
	panic(schema)
}

func schedule(o requestschema.Object) any {
	m := map[string]any{"hour": float64(o.Int("hour")), "weekday": nil}
	if n := o.OptInt("weekday"); n != nil {
		m["weekday"] = float64(*n)
	}
	return m
}
