package requestschema_test

import (
	"fmt"
	"strings"
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/testkit/must"
	"renown/internal/tool/requestschema"
)

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 1001) + strings.Repeat("]", 1001)
	for name, c := range map[string]struct {
		text, msg string
		position  int
	}{
		"nothing":              {"", "Expecting value", 0},
		"NaN":                  {`{"品":NaN}`, "Expecting value", 5},
		"Infinity":             {`[Infinity]`, "Expecting value", 1},
		"-Infinity":            {`[-Infinity]`, "Expecting value", 1},
		"lone high surrogate":  {`{"a":"\ud800"}`, "Lone surrogate", 6},
		"lone low surrogate":   {`{"a":"x\udc00"}`, "Lone surrogate", 7},
		"two high surrogates":  {`"\ud800\ud800"`, "Lone surrogate", 1},
		"surrogates reversed":  {`"\udc00\ud800"`, "Lone surrogate", 1},
		"surrogate, then text": {`"\ud800x"`, "Lone surrogate", 1},
		"surrogate in a name":  {`{"\ud800":1}`, "Lone surrogate", 2},
		"not UTF-8":            {"\"品\xff\"", "Invalid UTF-8", 2},
		"encoded surrogate":    {"\"\xed\xa0\x80\"", "Invalid UTF-8", 1},
		"overlong":             {"\"\xc0\x80\"", "Invalid UTF-8", 1},
		"cut off":              {"{\"a\":\"\xe5\x93", "Invalid UTF-8", 6},
		"UTF-16":               {"[\x00]\x00", "Expecting value", 1},
		"UTF-16 with mark":     {"\xff\xfe[\x00]\x00", "Invalid UTF-8", 0},
		"a mark alone":         {"\ufeff", "Expecting value", 0},
		"two marks":            {"\ufeff\ufeff1", "Expecting value", 0},
		"mark, then a fault":   {"\ufeff[1,]", "Expecting value", 3},
		"too deep":             {deep, "Nesting deeper than 1000 levels", 1000},
		"too deep, unclosed":   {strings.Repeat("[", 100_000), "Nesting deeper than 1000 levels", 1000},
		"too deep in objects":  {strings.Repeat(`{"a":`, 100_000), "Nesting deeper than 1000 levels", 5000},
		"integer too long": {
			"[" + strings.Repeat("9", 4301) + "]",
			"Exceeds the limit (4300 digits) for integer string conversion", 1,
		},
		"negative too long":     {"-" + strings.Repeat("9", 4301), "Exceeds the limit (4300 digits) for integer string conversion", 0},
		"comment":               {"[1] // x", "Extra data", 4},
		"single quotes":         {"{'a':1}", "Expecting property name enclosed in double quotes", 1},
		"space that is none":    {"\u00a01", "Expecting value", 0},
		"digits that are none":  {"１", "Expecting value", 0},
		"control in a name":     {"{\"a\x1f\":1}", "Invalid control character at", 3},
		"control after escape":  {"\"\\n\x1f\"", "Invalid control character at", 3},
		"unterminated, escaped": {`["\n`, "Unterminated string starting at", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := requestschema.Read([]byte(c.text))
			if err == nil {
				t.Fatal("accepted")
			}
			if err.Msg != c.msg || err.Position != c.position {
				t.Errorf("%q at %d, want %q at %d", err.Msg, err.Position, c.msg, c.position)
			}
			if !strings.Contains(err.Error(), c.msg) {
				t.Errorf("Error() is %q", err.Error())
			}
		})
	}
}

func TestReadAccepts(t *testing.T) {
	t.Parallel()
	deepest := strings.Repeat("[", 1000) + strings.Repeat("]", 1000)
	for name, c := range map[string]struct{ text, want string }{
		"mark":                  {"\ufeff{}", `{}`},
		"space everywhere":      {" \t\r\n{ \"a\" :\n[ 1 , 2 ] , \"b\":{ } } ", `{"a":[1,2],"b":{}}`},
		"digits kept":           {`[1000.0,1E5,-0,1e400,0.10]`, `[1000.0,1E5,-0,1e400,0.10]`},
		"longest integer":       {strings.Repeat("9", 4300), strings.Repeat("9", 4300)},
		"longer float":          {strings.Repeat("9", 5000) + ".5", strings.Repeat("9", 5000) + ".5"},
		"longer, with exponent": {strings.Repeat("9", 5000) + "e1", strings.Repeat("9", 5000) + "e1"},
		"last value wins":       {`{"a":1,"b":2,"a":{"c":[3]}}`, `{"a":{"c":[3]},"b":2}`},
		"last value, escaped":   {`{"a":1,"\u0061":2}`, `{"a":2}`},
		"last value, many names": {
			`{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"a":2}`,
			`{"a":2,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1}`,
		},
		"last value, inside": {`[{"a":{"x":1,"x":2}}]`, `[{"a":{"x":2}}]`},
		"last values, around and inside": {
			`[{"a":1,"b":[{},{"x":1,"y":2,"x":3}],"a":{"c":1,"c":[]}},0,{"d":1,"d":2}]`,
			`[{"a":{"c":[]},"b":[{},{"x":3,"y":2}]},0,{"d":2}]`,
		},
		"escapes":            {`"\"\\\/\b\f\n\r\t\u0001\u54c1\ud83d\ude00\u007f"`, `"\"\\/\b\f\n\r\t\u0001品😀` + "\x7f" + `"`},
		"zero character":     {`"\u0000"`, `"\u0000"`},
		"replacement itself": {"\"\ufffd\"", "\"\ufffd\""},
		"markup unescaped":   {`"<a href='x'>&\u2028"`, "\"<a href='x'>&\u2028\""},
		"empty name":         {`{"":""}`, `{"":""}`},
		"deepest":            {deepest, deepest},
		"words":              {`[true,false,null]`, `[true,false,null]`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, err := requestschema.Read([]byte(c.text))
			must.Equal(t, err, nil)
			expect.Equal(t, string(v.AppendJSON(nil)), c.want)
		})
	}
}

func TestValue(t *testing.T) {
	t.Parallel()
	var none requestschema.Value
	if !none.IsNull() || string(none.AppendJSON(nil)) != "null" {
		t.Error("the zero Value should be null")
	}
	if _, ok := none.Text(); ok {
		t.Error("null has no text")
	}
	if text, ok := requestschema.Text("a\xffb").Text(); !ok || text != "a\ufffdb" {
		t.Errorf("Text: %q, %v", text, ok)
	}
	record := requestschema.Record(
		requestschema.Member{Name: "n", Value: requestschema.Value{}},
		requestschema.Member{Name: "l", Value: requestschema.Texts([]string{"a\"", "品\xe5\x93x\xff"})},
		requestschema.Member{Name: "t", Value: requestschema.Text("\x00")},
	)
	expect.Equal(t, string(record.AppendJSON(nil)), `{"n":null,"l":["a\"","品�x�"],"t":"\u0000"}`, "Record")
}

func manyNames(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, `,"%x":1`, i)
	}
	return "{" + b.String()[1:] + "}"
}

// Reading takes time in proportion to the length: the worst of these takes a fraction of a second, while anything quadratic runs
// into the time limit of go test.
func TestReadLinear(t *testing.T) {
	t.Parallel()
	const size = 1 << 20
	repeat := func(s string) string { return strings.Repeat(s, size/len(s)) }
	for name, text := range map[string]string{
		"brackets":      repeat("["),
		"objects":       repeat(`{"a":`),
		"escapes":       `"` + repeat(`\n`) + `"`,
		"units":         `"` + repeat(`\u54c1`) + `"`,
		"pairs":         `"` + repeat(`\ud83d\ude00`) + `"`,
		"unterminated":  `"` + repeat(`\"`),
		"small strings": `[` + repeat(`"\n",`) + `1]`,
		"same names":    `{` + repeat(`"a":1,`) + `"b":1}`,
		"names, deep":   strings.Repeat(`{"a":1,"a":`, 999) + `"` + repeat("x") + `"` + strings.Repeat("}", 999),
		"escaped names": `{` + repeat(`"\u0061":1,`) + `"b":1}`,
		"numbers":       `[` + repeat(`1,`) + `1]`,
		"digits":        repeat("9"),
		"fraction":      "1." + repeat("9"),
		"space":         repeat(" "),
		"pairs of []":   `[` + repeat(`[],`) + `1]`,
		"not UTF-8":     repeat("品") + "\xff",
		"minus":         `[` + repeat("-"),
		"many names":    manyNames(2 * size),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v, _ := requestschema.Read([]byte(text))
			v.AppendJSON(nil)
		})
	}
}
