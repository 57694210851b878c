package requestschema

import (
	"strconv"
	"strings"
)

// queryLimit is how many parameters of a query are read; what follows is ignored.
const queryLimit = 1000

// query reads and checks the parameters that the operation declares. Of a repeated scalar the last one counts; a
// list takes all of them.
func (c *checker) query(s *Schema, raw string) Object {
	if len(s.fields) == 0 {
		return Object{schema: s}
	}
	cells := make([]cell, len(s.fields))
	for i, texts := range s.splitQuery(raw) {
		if s.fields[i].schema.form == formList {
			cells[i].Value = Texts(texts)
		} else {
			cells[i].Value = Text(texts[len(texts)-1])
		}
	}
	c.path = append(c.path[:0], step{name: "query"})
	c.fields(s, cells, Value{})
	return Object{schema: s, cells: cells}
}

// splitQuery finds what was sent for declared parameters, by the place of their field.
func (s *Schema) splitQuery(raw string) map[int][]string {
	found := map[int][]string{}
	for n := 0; raw != "" && n < queryLimit; {
		var pair string
		pair, raw, _ = strings.Cut(raw, "&")
		if pair == "" {
			continue
		}
		n++
		name, value, _ := strings.Cut(pair, "=")
		if i, declared := s.places[unquoted(name)]; declared {
			found[i] = append(found[i], unquoted(value))
		}
	}
	return found
}

// unquoted resolves percent escapes and plus signs. An escape that is none stays as it is.
func unquoted(s string) string {
	if !strings.ContainsAny(s, "%+") {
		return s
	}
	text := make([]byte, 0, len(s))
	for ; s != ""; s = s[1:] {
		c := s[0]
		if c == '+' {
			c = ' '
		} else if c == '%' && len(s) > 2 {
			if escaped, err := strconv.ParseUint(s[1:3], 16, 8); err == nil {
				c, s = byte(escaped), s[2:]
			}
		}
		text = append(text, c)
	}
	return string(text)
}
