package kit

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/tool/requestschema"
)

// Form is what a person typed, with what is wrong about it. The zero form is empty and sound.
type Form struct {
	Values url.Values
	Faults map[string]string // by field; "" is the form as a whole
}

// Submitted is the form that this request sends.
func (v *Visit) Submitted() Form { return Form{Values: v.PostForm, Faults: map[string]string{}} }

// prose are the fields in which people write at length.
var prose = []string{"body", "description", "introduction", "note", "notes", "text"}

// Written are the texts of the form that this request sends which are worth keeping: prose, and whatever has several
// lines, as no secret has.
func (v *Visit) Written() (texts []string) {
	for _, name := range slices.Sorted(maps.Keys(v.PostForm)) {
		for _, text := range v.PostForm[name] {
			if text = strings.TrimSpace(text); text != "" && Readable(text) &&
				(slices.Contains(prose, name) || strings.Contains(text, "\n")) {
				texts = append(texts, text)
			}
		}
	}
	return texts
}

// Filled is a form that shows what is stored.
func Filled(pairs ...string) Form {
	f := Form{Values: url.Values{}, Faults: map[string]string{}}
	for i := 0; i+1 < len(pairs); i += 2 {
		f.Values.Set(pairs[i], pairs[i+1])
	}
	return f
}

// Value is what was typed into a field, as it was.
func (f Form) Value(name string) string { return f.Values.Get(name) }

// Text is a value without the blanks around it and with the line ends of the rest of the world.
func (f Form) Text(name string) string {
	return strings.TrimSpace(strings.ReplaceAll(f.Values.Get(name), "\r\n", "\n"))
}

// Has tells whether a box of that name and value is ticked.
func (f Form) Has(name, value string) bool {
	for _, v := range f.Values[name] {
		if v == value {
			return true
		}
	}
	return false
}

// Sound tells that nothing is wrong.
func (f Form) Sound() bool { return len(f.Faults) == 0 }

// Blame says what is wrong with a field; the first word stands.
func (f Form) Blame(name, sentence string) {
	if _, told := f.Faults[name]; !told {
		f.Faults[name] = sentence
	}
}

// Take turns a refusal of the domain into words beside the form. Anything else is returned: it is no matter of the form.
func (f Form) Take(v *Visit, err error) error {
	known := fault.As(err)
	if known == nil || known.Code == fault.Internal || known.Code == fault.NoSuchThing || known.Code == fault.Unavailable {
		return err
	}
	name := ""
	if known.Value != nil && len(known.Value.Loc) > 1 {
		name, _ = known.Value.Loc[1].(string)
	}
	f.Blame(name, v.refusal(known))
	return nil
}

// Refused answers a form that the domain refuses: with its page again, once what is wrong is told. What Take returns is returned.
func (f Form) Refused(v *Visit, err error, again func() (Reply, error)) (Reply, error) {
	if err := f.Take(v, err); err != nil {
		return Reply{}, err
	}
	return again()
}

// refusal is a fault's sentence with how long to wait, where waiting helps.
func (v *View) refusal(f *fault.Fault) string {
	sentence := v.Sentence(f)
	if wait := f.RetrySeconds(); wait > 0 {
		ctx := withView(context.Background(), v)
		sentence = strings.TrimRight(sentence, "。.") + v.T("（%s后可再试）", Lasting(ctx, f.Retry))
	}
	return sentence
}

// Check holds a record against a schema of the published description, so that a form and the API are refused alike. Fields
// of the form have the names of the schema.
func (v *Visit) Check(f Form, schema string, members ...requestschema.Member) requestschema.Object {
	object, failures := v.Contract.Schema(schema).Check(requestschema.Record(members...))
	for _, failure := range failures {
		name := ""
		if len(failure.Loc) > 0 {
			name, _ = failure.Loc[0].(string)
		}
		f.Blame(name, v.complaint(failure))
	}
	return object
}

func (v *View) complaint(failure requestschema.Failure) string {
	switch failure.Type {
	case "missing", "string_too_short":
		return v.T("请填写")
	case "string_too_long":
		return v.T("最多 %s 个字", failure.Limit)
	case "too_long":
		return v.T("最多 %s 条", failure.Limit)
	case "greater_than_equal":
		return v.T("不能小于 %s", failure.Limit)
	case "less_than_equal":
		return v.T("不能大于 %s", failure.Limit)
	case "int_parsing", "int_type", "int_from_float":
		return v.T("请填整数")
	case "literal_error", "enum":
		return v.T("请从列出的选项中选择")
	case "value_error":
		if failure.Reason == requestschema.URLScheme {
			return v.T("请以 http:// 或 https:// 开头")
		}
	}
	return v.T("请检查这一项")
}

// OptionalText is a field that may be left empty, which is null.
func OptionalText(f Form, name string) requestschema.Member {
	if text := f.Text(name); text != "" {
		return requestschema.Member{Name: name, Value: requestschema.Text(text)}
	}
	return requestschema.Member{Name: name}
}

// RequiredText is a field that must be filled in.
func RequiredText(f Form, name string) requestschema.Member {
	return requestschema.Member{Name: name, Value: requestschema.Text(f.Text(name))}
}

// ListedTexts is a field of several lines, each of which is an entry.
func ListedTexts(f Form, name string) requestschema.Member {
	return requestschema.Member{Name: name, Value: requestschema.Texts(Lines(f.Value(name)))}
}

// RequiredMember is a member that no field of the form is for.
func RequiredMember(name, value string) requestschema.Member {
	return requestschema.Member{Name: name, Value: requestschema.Text(value)}
}

// ListedValues is a member that several boxes of the form make up.
func ListedValues(f Form, name, box string) requestschema.Member {
	return requestschema.Member{Name: name, Value: requestschema.Texts(append([]string{}, f.Values[box]...))}
}
