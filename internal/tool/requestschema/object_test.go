package requestschema_test

import (
	"math"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/requestschema"
)

func thing(t *testing.T, more string) requestschema.Object {
	t.Helper()
	in, failures := smallContract(t).Operation("POST",
		"/things/{thing_id}/copies").Check(requestschema.Request{Body: []byte(`{"thing_id":"t","name":"n"` + more + `}`)})
	if len(failures) > 0 {
		t.Fatal(string(failures.AppendJSON(nil)))
	}
	return in.Body
}

// read is everything an Object tells about a thing.
func read(o requestschema.Object) map[string]any {
	m := map[string]any{
		"name": o.Str("name"), "url": o.OptStr("url"), "mode": o.OptStr("mode"), "status": o.Str("status"), "tags": o.Strs("tags"),
		"count": o.Int("count"), "optional count": o.OptInt("count"), "optional rate": o.OptFloat("rate"),
		"loud": o.Bool("loud"), "since": o.OptStr("since"), "parts": len(o.Objs("parts")),
		"hour": o.Obj("schedule").Int("hour"), "weekday": o.Obj("schedule").OptInt("weekday"), "names": o.Names(), "unknown": o.Unknown(),
	}
	for _, name := range []string{"url", "mode", "status", "tags", "count", "loud", "schedule", "extra", "x"} {
		m["has "+name] = o.Has(name)
	}
	for _, name := range []string{"url", "mode", "status", "tags", "count", "schedule", "note"} {
		m["null "+name] = o.IsNull(name)
	}
	return m
}

func changed(base map[string]any, more map[string]any) map[string]any {
	all := map[string]any{}
	for k, v := range base {
		all[k] = v
	}
	for k, v := range more {
		all[k] = v
	}
	return all
}

func TestObject(t *testing.T) {
	t.Parallel()
	var (
		noText *string
		noInt  *int64
		p      = func(s string) *string { return &s }
		n      = func(i int64) *int64 { return &i }
		f      = func(f float64) *float64 { return &f }
	)
	omitted := map[string]any{
		"name": "n", "url": noText, "mode": p("search"), "status": "active", "tags": []string(nil),
		"count": int64(0), "optional count": noInt, "optional rate": f(0.5),
		"loud": true, "since": noText, "parts": 0,
		"hour": int64(0), "weekday": noInt, "names": []string{"thing_id", "name"}, "unknown": []string(nil),
		"has url": false, "has mode": false, "has status": false, "has tags": false, "has count": false, "has loud": false,
		"has schedule": false, "has extra": false, "has x": false,
		"null url": false, "null mode": false, "null status": false, "null tags": false, "null count": false,
		"null schedule": false, "null note": false,
	}
	for more, want := range map[string]map[string]any{
		``: omitted,
		`,"url":null,"mode":null,"tags":null,"count":null,"schedule":null`: changed(omitted, map[string]any{
			"mode": noText, "names": []string{"thing_id", "name", "url", "mode", "tags", "count", "schedule"},
			"has url": true, "has mode": true, "has tags": true, "has count": true, "has schedule": true,
			"null url": true, "null mode": true, "null tags": true, "null count": true, "null schedule": true,
		}),
		`,"url":"","mode":"chat","status":"archived","tags":["品","\n"],"count":true,"rate":"1_0","loud":0,"since":"2024-01-01"`: changed(omitted, map[string]any{
			"url": p(""), "mode": p("chat"), "status": "archived", "tags": []string{"品", "\n"}, "count": int64(1), "optional count": n(1),
			"optional rate": f(10), "loud": false, "since": p("2024-01-01"),
			"names":   []string{"thing_id", "name", "url", "mode", "status", "tags", "count", "rate", "loud", "since"},
			"has url": true, "has mode": true, "has status": true, "has tags": true, "has count": true, "has loud": true,
		}),
		`,"x":1,"schedule":{"weekday":"7","hour":3.0,"y":2},"extra":{},"parts":[{"hour":1},{"hour":2}],"tags":[],"x":2`: changed(omitted, map[string]any{
			"hour": int64(3), "weekday": n(7), "parts": 2, "tags": []string{}, "unknown": []string{"x"},
			"names":        []string{"thing_id", "name", "x", "schedule", "extra", "parts", "tags"},
			"has schedule": true, "has extra": true, "has x": true, "has tags": true,
		}),
	} {
		expect.Same(t, read(thing(t, more)), want, more)
	}
}

func TestObjectOfList(t *testing.T) {
	t.Parallel()
	parts := thing(t, `,"parts":[{"hour":"5","weekday":1},{"hour":6,"z":0}]`).Objs("parts")
	if len(parts) != 2 || parts[0].Int("hour") != 5 || parts[1].Int("hour") != 6 || parts[1].Has("weekday") {
		t.Errorf("%v", parts)
	}
	expect.Same(t, parts[1].Unknown(), []string{"z"})
}

func TestObjectOfQuery(t *testing.T) {
	t.Parallel()
	operation := smallContract(t).Operation("GET", "/things")
	in, failures := operation.Check(requestschema.Request{RawQuery: "rate=1e-1&kind=b&x=1&kind=a&must=yes&weekend=y&q=+%2B"})
	if len(failures) > 0 {
		t.Fatal(string(failures.AppendJSON(nil)))
	}
	q := in.Query
	if q.Int("size") != 20 || q.Has("size") || !q.Bool("weekend") || *q.OptFloat("rate") != 0.1 ||
		q.Str("q") != " +" || q.OptStr("from") != nil {
		t.Errorf("%v", q)
	}
	expect.Same(t, q.Strs("kind"), []string{"b", "a"})
	expect.Same(t, q.Names(), []string{"kind", "weekend", "rate", "q", "must"})
	if q.Has("x") || q.Unknown() != nil {
		t.Error("an undeclared parameter was kept")
	}
}

// An optional body that was not sent reads as one in which everything was omitted.
func TestObjectOfNoBody(t *testing.T) {
	t.Parallel()
	operation := smallContract(t).Operation("POST", "/things/{thing_id}")
	for body, want := range map[string]*int64{
		"": new(int64(10)), "null": new(int64(10)), "{}": new(int64(10)),
		`{"count":null}`: nil, `{"count":"7"}`: new(int64(7)),
	} {
		in, failures := operation.Check(requestschema.Request{Body: []byte(body)})
		if len(failures) > 0 {
			t.Fatal(string(failures.AppendJSON(nil)))
		}
		expect.Same(t, in.Body.OptInt("count"), want, body)
		if sent := body == `{"count":null}` || body == `{"count":"7"}`; in.Body.Has("count") != sent {
			t.Errorf("%q: Has is %v", body, !sent)
		}
	}
}

func TestObjectSlips(t *testing.T) {
	t.Parallel()
	o := thing(t, "")
	var nothing requestschema.Object
	if nothing.Has("x") || nothing.Names() != nil || nothing.Unknown() != nil {
		t.Error("the zero Object holds something")
	}
	for name, slip := range map[string]func(){
		"undeclared":      func() { o.Str("nme") },
		"another type":    func() { o.Int("name") },
		"null undeclared": func() { o.IsNull("nme") },
		"of nothing":      func() { nothing.Str("x") },
		"not a record":    func() { o.Obj("name") },
		"other items":     func() { o.Strs("parts") },
		"no items":        func() { o.Ints("tags") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			slip()
		}()
	}
}

// A schema can be used for what did not come as a request, with any place before the failures.
func TestSchemaCheck(t *testing.T) {
	t.Parallel()
	schema := smallContract(t).Schema("Change")
	form := requestschema.Record(requestschema.Member{Name: "name", Value: requestschema.Text("")},
		requestschema.Member{Name: "token", Value: requestschema.Text("x")})
	o, failures := schema.Check(form, "form", 3)
	want := `[{"type":"string_too_short","loc":["form",3,"name"],"msg":"String should have at least 1 character","input":"","ctx":{"min_length":1}}]`
	expect.Equal(t, string(failures.AppendJSON(nil)), want)
	expect.Same(t, o.Unknown(), []string{"token"})
	_, failures = schema.Check(requestschema.Value{})
	expect.Equal(t, string(failures.AppendJSON(nil)),
		`[{"type":"dict_type","loc":[],"msg":"Input should be a valid dictionary","input":null}]`)
	v, err := requestschema.Read([]byte(`{"v":9007199254740993}`))
	must.Equal(t, err, nil)
	o, failures = smallContract(t).Schema("whole").Check(v)
	if len(failures) > 0 || o.Int("v") != 9007199254740993 {
		t.Errorf("%v %v: a large integer lost precision", failures, o.Int("v"))
	}
	v, _ = requestschema.Read([]byte(`{"v":-9223372036854775808}`))
	if o, _ = smallContract(t).Schema("whole").Check(v); o.Int("v") != math.MinInt64 {
		t.Errorf("%d", o.Int("v"))
	}
}
