package requestschema_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/requestschema"
)

// failure writes an expected failure; ctx may be empty.
func failure(kind, loc, msg, input, ctx string) string {
	s := fmt.Sprintf(`{"type":%q,"loc":%s,"msg":%q,"input":%s`, kind, loc, msg, input)
	if ctx != "" {
		s += `,"ctx":` + ctx
	}
	return s + "}"
}

func valueError(loc, why, input string) string {
	return failure("value_error", loc, "Value error, "+why, input, `{"error":{}}`)
}

const (
	noNUL    = "the character U+0000 is not allowed"
	noScheme = "the URL scheme must be http or https"
)

// rows maps a request to the failures it should meet; none for a sound one.
type rows map[string][]string

func (rs rows) run(t *testing.T, send func(string) requestschema.Failures) {
	t.Helper()
	for request, want := range rs {
		expected := "[" + strings.Join(want, ",") + "]"
		got := send(request).AppendJSON(nil)
		expect.Same(t, decode(t, got), decode(t, []byte(expected)), request)
	}
}

// bodies sends bodies that hold what the operation requires, and more.
func bodies(t *testing.T) func(string) requestschema.Failures {
	operation := smallContract(t).Operation("POST", "/things/{thing_id}/copies")
	return func(body string) requestschema.Failures {
		_, failures := operation.Check(requestschema.Request{
			Body: []byte(body), Path: func(name string) string { return "path of " + name },
		})
		return failures
	}
}

func TestBodyFields(t *testing.T) {
	t.Parallel()
	const whole = `"thing_id":"path of thing_id","name":"n"`
	rows{
		`{` + whole + `}`: nil,
		`{` + whole + `,"unknown":"\u0000","extra":{"any":["\u0000"]}}`:                                   nil,
		`{` + whole + `,"mode":null,"tags":null,"url":null,"count":null,"schedule":null}`:                 nil,
		`{` + whole + `,"mode":"chat","tags":[],"url":"","count":" 3 ","rate":"1e1","loud":"off"}`:        nil,
		`{"name":7,"thing_id":"x","name":"n","thing_id":"path of thing_id"}`:                              nil,
		`{"n\u0061me":"n","thing_id":"path of thing_id"}`:                                                 nil,
		`{` + whole + `,"since":"2024-02-29","schedule":{"hour":"7","weekday":7.0},"parts":[{"hour":0}]}`: nil,

		`{}`: {
			failure("missing", `["body","thing_id"]`, "Field required", `{}`, ""),
			failure("missing", `["body","name"]`, "Field required", `{}`, ""),
		},
		`{"name":"n","x":1,"x":2}`: {failure("missing", `["body","thing_id"]`, "Field required", `{"name":"n","x":2}`, "")},
		// Failures follow the declaration, not the body; one for each scalar.
		`{"tags":7,"mode":7,"url":7,"name":"","thing_id":[]}`: {
			failure("string_type", `["body","thing_id"]`, "Input should be a valid string", `[]`, ""),
			failure("string_too_short", `["body","name"]`, "String should have at least 1 character", `""`, `{"min_length":1}`),
			failure("string_type", `["body","url"]`, "Input should be a valid string", `7`, ""),
			failure("string_type", `["body","mode"]`, "Input should be a valid string", `7`, ""),
			failure("list_type", `["body","tags"]`, "Input should be a valid list", `7`, ""),
		},
		`{` + whole + `,"mode":"loud","status":null}`: {
			failure("literal_error", `["body","mode"]`, "Input should be 'search' or 'chat'", `"loud"`,
				`{"expected":"'search' or 'chat'"}`),
			failure("literal_error", `["body","status"]`, "Input should be 'active' or 'archived'", `null`,
				`{"expected":"'active' or 'archived'"}`),
		},
		`{` + whole + `,"status":"Active"}`: {
			failure("literal_error", `["body","status"]`, "Input should be 'active' or 'archived'", `"Active"`,
				`{"expected":"'active' or 'archived'"}`),
		},
		`{` + whole + `,"tags":["",7,"a"]}`: {
			failure("string_too_short", `["body","tags",0]`, "String should have at least 1 character", `""`, `{"min_length":1}`),
			failure("string_type", `["body","tags",1]`, "Input should be a valid string", `7`, ""),
		},
		`{` + whole + `,"tags":[1,2,3,"\u0000"]}`: {
			failure("too_long", `["body","tags"]`, "List should have at most 3 items after validation, not 4", `[1,2,3,"\u0000"]`,
				`{"field_type":"List","max_length":3,"actual_length":4}`),
		},
		`{` + whole + `,"schedule":7,"parts":[{"hour":1},{},[],{"hour":24,"weekday":0}]}`: {
			failure("model_attributes_type", `["body","schedule"]`,
				"Input should be a valid dictionary or object to extract fields from", `7`, ""),
			failure("missing", `["body","parts",1,"hour"]`, "Field required", `{}`, ""),
			failure("model_attributes_type", `["body","parts",2]`,
				"Input should be a valid dictionary or object to extract fields from", `[]`, ""),
			failure("less_than_equal", `["body","parts",3,"hour"]`, "Input should be less than or equal to 23", `24`, `{"le":23}`),
			failure("greater_than_equal", `["body","parts",3,"weekday"]`, "Input should be greater than or equal to 1", `0`, `{"ge":1}`),
		},
		`{` + whole + `,"count":` + strings.Repeat("9", 400) + `,"rate":-1e400}`: {
			failure("less_than_equal", `["body","count"]`, "Input should be less than or equal to 50",
				strings.Repeat("9", 400), `{"le":50}`),
			failure("greater_than_equal", `["body","rate"]`, "Input should be greater than or equal to 0", `-1e400`, `{"ge":0}`),
		},
	}.run(t, bodies(t))
}

func TestBodyRefusals(t *testing.T) {
	t.Parallel()
	const loc = `["body","thing_id"]`
	rows{
		`{"thing_id":"other","name":"n"}`: {valueError(loc, "thing_id does not match the path", `"other"`)},
		// The rules of the vocabulary come first, and only one is reported.
		`{"thing_id":"","name":"n"}`: {failure("string_too_short", loc,
			"String should have at least 1 character", `""`, `{"min_length":1}`)},
		`{"thing_id":"a\u0000","name":"n"}`: {valueError(loc, noNUL, `"a\u0000"`)},
		`{"thing_id":"path of thing_id","name":"\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000"}`: {
			failure("string_too_long", `["body","name"]`, "String should have at most 8 characters",
				`"\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000"`, `{"max_length":8}`),
		},
		`{"thing_id":"path of thing_id","name":"n","tags":["a","\u0000"],"status":"active\u0000","url":"ftp:\u0000"}`: {
			valueError(`["body","url"]`, noNUL, `"ftp:\u0000"`),
			failure("literal_error", `["body","status"]`, "Input should be 'active' or 'archived'", `"active\u0000"`,
				`{"expected":"'active' or 'archived'"}`),
			valueError(`["body","tags",1]`, noNUL, `"\u0000"`),
		},
	}.run(t, bodies(t))
}

func TestURLs(t *testing.T) {
	t.Parallel()
	send := bodies(t)
	for _, url := range []string{
		"", " ", "http://a.cn", "HTTPS://A.CN", "  https://a.cn", "hTTp:a", "a.cn", "a.cn/x:y", "/x", "//a.cn", "#x:y", "?a:b",
		"example.com:8080/x", "example.com:80", "a.cn:80?x", "a.cn:80#x", "localhost:8080", "LOCALHOST:8080/x", "127.0.0.1:80", "[::1]:80",
		"a b:c", ":", "品牌:x", "1a:b", "a_b:c", "品牌.cn:8080", "-a:b",
	} {
		body := requestschema.Record(requestschema.Member{Name: "thing_id", Value: requestschema.Text("path of thing_id")},
			requestschema.Member{Name: "name", Value: requestschema.Text("n")}, requestschema.Member{
				Name:  "url",
				Value: requestschema.Text(url),
			})
		if failures := send(string(body.AppendJSON(nil))); len(failures) > 0 {
			t.Errorf("%q refused: %s", url, failures.AppendJSON(nil))
		}
	}
	for _, url := range []string{
		"javascript:alert(1)", "JavaScript:alert(1)", " javascript:x", "\tjavascript:x", "\x01javascript:x",
		"java\nscript:x", "java\tscript\r:x",
		"j\x01avascript:x", "javascript\n:x", "\u00a0javascript:x", "\ufeffjavascript:x", "java\u200bscript:x", "\u3000data:text/html,x",
		"data:text/html,x", "vbscript:x", "file:///etc/passwd", "ftp://a.cn", "mailto:a@b.cn", "tel:12345",
		"javascript:1/alert(1)", "javascript:80",
		"localhost:x", "localhost:", "a.cn:x", "a.cn:123456", "a.cn:80x", "user:pass@a.cn", "myhost:8080",
		"httpx://a", "h:", "x-a+b.c:d", "blob:https://a.cn",
	} {
		body := requestschema.Record(requestschema.Member{Name: "thing_id", Value: requestschema.Text("path of thing_id")},
			requestschema.Member{Name: "name", Value: requestschema.Text("n")}, requestschema.Member{
				Name:  "url",
				Value: requestschema.Text(url),
			})
		failures := send(string(body.AppendJSON(nil)))
		if len(failures) != 1 || failures[0].Msg != "Value error, "+noScheme || failures[0].Reason != requestschema.URLScheme {
			t.Errorf("%q: %s", url, failures.AppendJSON(nil))
		}
	}
}

func TestDates(t *testing.T) {
	t.Parallel()
	operation := smallContract(t).Operation("GET", "/things")
	send := func(date string) requestschema.Failures {
		_, failures := operation.Check(requestschema.Request{RawQuery: "must=yes&from=" + date})
		return failures
	}
	for _, date := range []string{"2024-01-01", "2024-02-29", "0001-01-01", "9999-12-31"} {
		if failures := send(date); len(failures) > 0 {
			t.Errorf("%q refused: %s", date, failures.AppendJSON(nil))
		}
	}
	for date, why := range map[string]string{
		"":                     "input is too short",
		"2024":                 "input is too short",
		"2024-1-1":             "invalid date separator or character",
		"2024/01/01":           "invalid date separator or character",
		"20240101":             "invalid date separator or character",
		"2024-01-01T00:00:00Z": "unexpected extra characters at the end of the input",
		"2024-01-011":          "unexpected extra characters at the end of the input",
		"2024-13-01":           "month value is outside expected range of 1-12",
		"2024-00-01":           "month value is outside expected range of 1-12",
		"2023-02-29":           "day value is outside expected range",
		"2024-01-00":           "day value is outside expected range",
		"0000-01-01":           "year 0 is out of range",
		"abcd-01-01":           "invalid character in date",
		"+024-01-01":           "invalid character in date",
		"２０２４-01-01":           "invalid character in date",
		"-024-01-01":           "invalid date separator or character",
	} {
		input := strings.ReplaceAll(date, "+", " ")
		rows{date: {failure("date_parsing", `["query","from"]`, "Input should be a valid date in the format YYYY-MM-DD, "+why,
			`"`+input+`"`, `{"error":"`+why+`"}`)}}.run(t, send)
	}
	rows{`{"thing_id":"path of thing_id","name":"n","since":20240101}`: {
		failure("date_type", `["body","since"]`, "Input should be a valid date", "20240101", ""),
	}}.run(t, bodies(t))
}

// Where the reference would go on with a value that nothing can be computed with, it is refused here.
func TestNumbersBeyond(t *testing.T) {
	t.Parallel()
	contract := smallContract(t)
	const tooLarge = "Unable to parse input string as an integer, exceeded maximum size"
	nines := strings.Repeat("9", 4301)
	for _, c := range []struct{ schema, text, kind string }{
		{"whole", "9223372036854775808", "int_parsing_size"},
		{"whole", "-9223372036854775809", "int_parsing_size"},
		{"whole", `"9223372036854775808"`, "int_parsing_size"},
		{"between", "9223372036854775808", "less_than"},
		{"between", "-9223372036854775809", "greater_than"},
		{"small", `"` + nines + `"`, "int_parsing_size"},
		{"small", `"` + nines + `.0"`, "int_parsing_size"},
		{"small", `"` + nines + `x"`, "int_parsing_size"},
		{"small", `"-` + nines[1:] + `"`, "int_parsing_size"},
		{"small", `"+` + nines + `"`, "int_parsing"},
		{"small", `" ` + nines + `"`, "int_parsing"},
		{"small", `"` + nines[1:] + `"`, "less_than_equal"},
		{"small", `"+` + nines[1:] + `"`, "less_than_equal"},
		{"small", `"` + nines[1:] + `.0"`, "less_than_equal"},
		{"small", `"` + strings.Repeat("0", 5000) + `3"`, ""},
		{"small", `"3.` + strings.Repeat("0", 5000) + `"`, ""},
		{"small", `"` + strings.Repeat(" ", 5000) + `3"`, ""},
		{"number", "1e400", "finite_number"},
		{"number", `"nan"`, "finite_number"},
		{"number", `"-inf"`, "finite_number"},
		{"number", `"Infinity"`, "finite_number"},
		{"number", `"1e400"`, "finite_number"},
		{"number", strings.Repeat("9", 400), "float_type"},
		{"number", `"0x10"`, "float_parsing"},
		{"number", `"0x1p3"`, "float_parsing"},
		{"rate", `"nan"`, "less_than_equal"},
		{"open", `"nan"`, "less_than"},
		{"open", "2", "less_than"},
		{"open", "0.5", "greater_than"},
		{"flag", "1e400", "bool_type"},
		{"flag", strings.Repeat("9", 400), "bool_type"},
		{"flag", `"\u0130"`, "bool_parsing"},
		{"flag", `"FALSE"`, ""},
		{"flag", `"falsee"`, "bool_parsing"},
	} {
		v, err := requestschema.Read([]byte(`{"v":` + c.text + `}`))
		must.Equal(t, err, nil)
		_, failures := contract.Schema(c.schema).Check(v)
		kind := ""
		if len(failures) > 0 {
			kind = failures[0].Type
		}
		expect.Equal(t, kind, c.kind, c.schema, c.text)
		if kind == "int_parsing_size" && failures[0].Msg != tooLarge {
			t.Errorf("%s: %q", c.schema, failures[0].Msg)
		}
	}
}

// The bound that was broken can be read without the rendering of its context.
func TestBrokenBound(t *testing.T) {
	t.Parallel()
	failures := bodies(t)(`{"thing_id":"path of thing_id","name":"","tags":["a","b","c","d"],"schedule":{"hour":24,"weekday":0},"mode":"loud"}`)
	limits := map[string]string{}
	for _, f := range failures {
		limits[f.Type] = f.Limit
	}
	want := map[string]string{
		"string_too_short": "1", "too_long": "3", "less_than_equal": "23",
		"greater_than_equal": "1", "literal_error": "",
	}
	if !maps.Equal(limits, want) {
		t.Errorf("got %v, want %v", limits, want)
	}
}
