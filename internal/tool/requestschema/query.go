package requestschema

import "strings"

// queryLimit is how many parameters of a query are read; what follows is ignored.
const queryLimit = 1000

// sent is one parameter as it came: the field it belongs to, and its text in the arena.
type sent struct {
	field      int
	start, end uint32
}

// query reads and checks the parameters that the operation declares. Of a repeated scalar the last one counts; a
// list takes all of them.
func (c *checker) query(s *Schema, raw string) Object {
	if len(s.fields) == 0 {
		return Object{schema: s}
	}
	cells := make([]cell, len(s.fields))
	if raw != "" {
		c.doc = s.readQuery(raw, cells)
	}
	c.path = append(c.path[:0], step{name: "query"})
	c.fields(s, cells, Value{})
	return Object{schema: s, cells: cells}
}

// readQuery makes a document of the declared parameters and tells the cells where theirs stand.
func (s *Schema) readQuery(raw string, cells []cell) *document {
	all, arena := s.splitQuery(raw)
	// The first node is a place holder: 0 means that nothing was sent.
	doc := &document{arena: string(arena), nodes: make([]node, 1, 1+2*len(all))}
	for _, p := range all {
		if s.fields[p.field].schema.form == formList {
			continue
		}
		cells[p.field] = cell{doc: doc, at: uint32(len(doc.nodes))}
		doc.addText(p)
	}
	for i := range s.fields {
		if s.fields[i].schema.form == formList {
			doc.addList(i, all, &cells[i])
		}
	}
	return doc
}

func (d *document) addText(p sent) {
	d.nodes = append(d.nodes, node{kind: kindText, unescaped: true, start: p.start, end: p.end, next: uint32(len(d.nodes) + 1)})
}

func (d *document) addList(field int, all []sent, out *cell) {
	at := len(d.nodes)
	for _, p := range all {
		if p.field != field {
			continue
		}
		if out.at == 0 {
			*out = cell{doc: d, at: uint32(at)}
			d.nodes = append(d.nodes, node{kind: kindList})
		}
		d.addText(p)
		d.nodes[at].start++
	}
	if out.at != 0 {
		d.nodes[at].next = uint32(len(d.nodes))
	}
}

// splitQuery finds the declared parameters of a query in the order in which they came.
func (s *Schema) splitQuery(raw string) (all []sent, arena []byte) {
	arena = make([]byte, 0, len(raw))
	for n := 0; raw != "" && n < queryLimit; {
		var pair string
		pair, raw, _ = strings.Cut(raw, "&")
		if pair == "" {
			continue
		}
		n++
		name, value, _ := strings.Cut(pair, "=")
		if strings.ContainsAny(name, "%+") {
			name = string(appendUnquoted(nil, name))
		}
		if i, declared := s.places[name]; declared {
			start := len(arena)
			arena = appendUnquoted(arena, value)
			all = append(all, sent{field: i, start: uint32(start), end: uint32(len(arena))})
		}
	}
	return all, arena
}

// appendUnquoted resolves percent escapes and plus signs. An escape that is none stays as it is; bytes that are
// not UTF-8 become replacement characters.
func appendUnquoted(dst []byte, s string) []byte {
	start := len(dst)
	plain := true
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '+':
			c = ' '
		case c == '%' && i+2 < len(s) && hexDigit(s[i+1]) >= 0 && hexDigit(s[i+2]) >= 0:
			c = byte(hexDigit(s[i+1])<<4 | hexDigit(s[i+2]))
			i += 2
		}
		plain = plain && c < 0x80
		dst = append(dst, c)
	}
	if plain {
		return dst
	}
	return appendValid(dst[:start], string(dst[start:]))
}
