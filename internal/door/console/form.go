package console

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"renown/internal/floor/fault"
	"renown/internal/tool/requestschema"
)

// form is what a person typed, with what is wrong about it. The zero form is empty and sound.
type form struct {
	values url.Values
	faults map[string]string // by field; "" is the form as a whole
}

func (v *visit) form() form { return form{values: v.PostForm, faults: map[string]string{}} }

// filled is a form that shows what is stored.
func filled(pairs ...string) form {
	f := form{values: url.Values{}, faults: map[string]string{}}
	for i := 0; i+1 < len(pairs); i += 2 {
		f.values.Set(pairs[i], pairs[i+1])
	}
	return f
}

func (f form) value(name string) string { return f.values.Get(name) }

// text is a value without the blanks around it and with the line ends of the rest of the world.
func (f form) text(name string) string {
	return strings.TrimSpace(strings.ReplaceAll(f.values.Get(name), "\r\n", "\n"))
}

func (f form) has(name, value string) bool {
	for _, v := range f.values[name] {
		if v == value {
			return true
		}
	}
	return false
}

func (f form) sound() bool { return len(f.faults) == 0 }

func (f form) blame(name, sentence string) {
	if _, told := f.faults[name]; !told {
		f.faults[name] = sentence
	}
}

// take turns a refusal of the domain into words beside the form. Anything else is returned: it is no matter of the form.
func (f form) take(v *visit, err error) error {
	known := fault.As(err)
	if known == nil || known.Code == fault.Internal || known.Code == fault.NoSuchThing || known.Code == fault.Unavailable {
		return err
	}
	name := ""
	if known.Value != nil && len(known.Value.Loc) > 1 {
		name, _ = known.Value.Loc[1].(string)
	}
	f.blame(name, v.refusal(known))
	return nil
}

// refusal is a fault's sentence with how long to wait, where waiting helps.
func (v *view) refusal(f *fault.Fault) string {
	sentence := v.sentence(f)
	if wait := f.RetrySeconds(); wait > 0 {
		ctx := withView(context.Background(), v)
		sentence = strings.TrimRight(sentence, "。.") + v.t("（%s后可再试）", lasting(ctx, f.Retry))
	}
	return sentence
}

// check holds a record against a schema of the published description, so that a form and the API are refused alike. Fields
// of the form have the names of the schema.
func (v *visit) check(f form, schema string, members ...requestschema.Member) requestschema.Object {
	object, failures := v.contract.Schema(schema).Check(requestschema.Record(members...))
	for _, failure := range failures {
		name := ""
		if len(failure.Loc) > 0 {
			name, _ = failure.Loc[0].(string)
		}
		f.blame(name, v.complaint(failure))
	}
	return object
}

func (v *view) complaint(failure requestschema.Failure) string {
	limit := func(name string) string { return fmt.Sprint(limitOf(failure.Ctx, name)) }
	switch failure.Type {
	case "missing", "string_too_short":
		return v.t("请填写")
	case "string_too_long":
		return v.t("最多 %s 个字", limit("max_length"))
	case "too_long":
		return v.t("最多 %s 条", limit("max_length"))
	case "greater_than_equal":
		return v.t("不能小于 %s", limit("ge"))
	case "less_than_equal":
		return v.t("不能大于 %s", limit("le"))
	case "int_parsing", "int_type", "int_from_float":
		return v.t("请填整数")
	case "literal_error", "enum":
		return v.t("请从列出的选项中选择")
	case "value_error":
		if strings.Contains(failure.Msg, "http") {
			return v.t("请以 http:// 或 https:// 开头")
		}
	}
	return v.t("请检查这一项")
}

// limitOf reads one number of a failure's limits, which are a flat JSON object.
func limitOf(ctx, name string) string {
	_, rest, found := strings.Cut(ctx, `"`+name+`":`)
	if !found {
		return ""
	}
	end := strings.IndexAny(rest, ",}")
	return strings.TrimSpace(rest[:max(end, 0)])
}

// optionalText is a field that may be left empty, which is null.
func optionalText(f form, name string) requestschema.Member {
	if text := f.text(name); text != "" {
		return requestschema.Member{Name: name, Value: requestschema.Text(text)}
	}
	return requestschema.Member{Name: name}
}

func requiredText(f form, name string) requestschema.Member {
	return requestschema.Member{Name: name, Value: requestschema.Text(f.text(name))}
}

func listed(f form, name string) requestschema.Member {
	return requestschema.Member{Name: name, Value: requestschema.Texts(lines(f.value(name)))}
}

func requiredMember(name, value string) requestschema.Member {
	return requestschema.Member{Name: name, Value: requestschema.Text(value)}
}

// listedValues is a member that several boxes of the form make up.
func listedValues(f form, name, box string) requestschema.Member {
	return requestschema.Member{Name: name, Value: requestschema.Texts(append([]string{}, f.values[box]...))}
}
