package requestschema

// Member is one member of a record that is put together here rather than read.
type Member struct {
	Name  string
	Value Value
}

// Text makes a value of a text that did not come as JSON: a field of a form, a header. Bytes that are not UTF-8
// become replacement characters.
func Text(text string) Value {
	arena := string(appendValid(make([]byte, 0, len(text)), text))
	return Value{doc: &document{arena: arena, nodes: []node{{kind: kindText, unescaped: true, end: uint32(len(arena)), next: 1}}}}
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
	return mustRead(append(dst, ']'))
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
	return mustRead(append(dst, '}'))
}

// mustRead reads what this package has written itself; only nesting beyond the limit can make it fail.
func mustRead(text []byte) Value {
	v, err := Read(text)
	if err != nil {
		panic("requestschema: " + err.Error())
	}
	return v
}
