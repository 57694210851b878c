package requestschema

// Member is one member of a record that is put together here rather than read.
type Member struct {
	Name  string
	Value Value
}

// Text makes a value of a text that did not come as JSON: a field of a form, a header. Bytes that are not UTF-8
// become replacement characters.
func Text(text string) Value {
	return Value{appendText(nil, text)}
}

// Texts makes a list of texts.
func Texts(texts []string) Value {
	dst := []byte{'['}
	for i, text := range texts {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendText(dst, text)
	}
	return Value{append(dst, ']')}
}

// Record makes a record, to be checked as if it had been a body.
func Record(members ...Member) Value {
	dst := []byte{'{'}
	for i, m := range members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendText(dst, m.Name)
		dst = append(dst, ':')
		dst = m.Value.AppendJSON(dst)
	}
	v, err := Read(append(dst, '}'))
	if err != nil { // nested beyond the limit
		panic("requestschema: " + err.Error())
	}
	return v
}
