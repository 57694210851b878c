package requestschema

import (
	"strconv"
	"strings"
)

// rule is how one kind of failure reads; everything in it is known when the contract is compiled.
type rule struct {
	name, msg, ctx string
	limit, reason  string
}

var (
	missing     = &rule{name: "missing", msg: "Field required"}
	notObject   = &rule{name: "model_attributes_type", msg: "Input should be a valid dictionary or object to extract fields from"}
	notFreeForm = &rule{name: "dict_type", msg: "Input should be a valid dictionary"}
	notText     = &rule{name: "string_type", msg: "Input should be a valid string"}
	notList     = &rule{name: "list_type", msg: "Input should be a valid list"}
	notDate     = &rule{name: "date_type", msg: "Input should be a valid date"}

	notInteger        = &rule{name: "int_type", msg: "Input should be a valid integer"}
	integerUnreadable = &rule{name: "int_parsing", msg: "Input should be a valid integer, unable to parse string as an integer"}
	integerFraction   = &rule{name: "int_from_float", msg: "Input should be a valid integer, got a number with a fractional part"}
	integerTooLarge   = &rule{name: "int_parsing_size", msg: "Unable to parse input string as an integer, exceeded maximum size"}
	notFinite         = &rule{name: "finite_number", msg: "Input should be a finite number"}

	notNumber        = &rule{name: "float_type", msg: "Input should be a valid number"}
	numberUnreadable = &rule{name: "float_parsing", msg: "Input should be a valid number, unable to parse string as a number"}

	notBoolean        = &rule{name: "bool_type", msg: "Input should be a valid boolean"}
	booleanUnreadable = &rule{name: "bool_parsing", msg: "Input should be a valid boolean, unable to interpret input"}

	nulCharacter = refusal("the character U+0000 is not allowed")
	wrongScheme  = &rule{name: "value_error", msg: "Value error, the URL scheme must be http or https", ctx: errorCtx, reason: URLScheme}
)

// errorCtx is the context of every value error.
const errorCtx = `{"error":{}}`

// refusal is a rule of this contract that the vocabulary has no word for.
func refusal(why string) *rule {
	return &rule{name: "value_error", msg: "Value error, " + why, ctx: errorCtx}
}

func textTooShort(n int) *rule {
	return &rule{
		name: "string_too_short", msg: "String should have at least " + plural(n, "character"),
		ctx: `{"min_length":` + strconv.Itoa(n) + `}`, limit: strconv.Itoa(n),
	}
}

func textTooLong(n int) *rule {
	return &rule{
		name: "string_too_long", msg: "String should have at most " + plural(n, "character"),
		ctx: `{"max_length":` + strconv.Itoa(n) + `}`, limit: strconv.Itoa(n),
	}
}

func patternMismatch(pattern string) *rule {
	return &rule{
		name: "string_pattern_mismatch", msg: "String should match pattern '" + pattern + "'",
		ctx: string(appendText([]byte(`{"pattern":`), pattern)) + "}",
	}
}

func dateUnreadable(why string) *rule {
	return &rule{
		name: "date_parsing", msg: "Input should be a valid date in the format YYYY-MM-DD, " + why,
		ctx: string(appendText([]byte(`{"error":`), why)) + "}",
	}
}

func listTooShort(least, got int) *rule {
	return &rule{
		name: "too_short", msg: "List should have at least " + plural(least, "item") + " after validation, not " + strconv.Itoa(got),
		ctx: `{"field_type":"List","min_length":` + strconv.Itoa(least) + `,"actual_length":` + strconv.Itoa(got) +
			`}`, limit: strconv.Itoa(least),
	}
}

func listTooLong(most, got int) *rule {
	return &rule{
		name: "too_long", msg: "List should have at most " + plural(most, "item") + " after validation, not " + strconv.Itoa(got),
		ctx: `{"field_type":"List","max_length":` + strconv.Itoa(most) + `,"actual_length":` + strconv.Itoa(got) +
			`}`, limit: strconv.Itoa(most),
	}
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// outOfBounds reads the bound as the contract writes it.
func outOfBounds(name, words, key, limit string) *rule {
	return &rule{name: name, msg: "Input should be " + words + " " + limit, ctx: `{"` + key + `":` + limit + `}`, limit: limit}
}

// literalMismatch lists the literals: 'a', 'b' or 'c'.
func literalMismatch(literals []string) *rule {
	var b strings.Builder
	for i, literal := range literals {
		switch {
		case i == 0:
		case i == len(literals)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(quoted(literal))
	}
	expected := b.String()
	return &rule{
		name: "literal_error", msg: "Input should be " + expected,
		ctx: string(appendText([]byte(`{"expected":`), expected)) + "}",
	}
}

// quoted puts a literal in single quotes, or in double ones when it holds a single one.
func quoted(s string) string {
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		return `"` + s + `"`
	}
	return "'" + strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), "'", `\'`) + "'"
}

func syntaxFailure(err *SyntaxError) Failure {
	return Failure{
		Type: "json_invalid", Loc: []any{"body", err.Position}, Msg: "JSON decode error", Input: Record(),
		Ctx: string(appendText([]byte(`{"error":`), err.Msg)) + "}",
	}
}
