package requestschema

// kind tells what a node of a document is. Integer and float are kept apart because the lax rules differ.
type kind uint8

const (
	kindNull kind = iota
	kindFalse
	kindTrue
	kindInteger
	kindFloat
	kindText
	kindList
	kindRecord
)

// node is one value of a document, in document order. Children follow their container directly; a record's
// children alternate between key and value.
type node struct {
	kind kind
	// unescaped says that start and end point into the arena instead of the source.
	unescaped bool
	// start and end delimit the text of a scalar; a container keeps the number of its items or members in start.
	start, end uint32
	// next is the node after this one and all that is inside it.
	next uint32
}

// document is a read JSON text. It is never changed after reading, so it may be shared.
type document struct {
	source string
	arena  string
	nodes  []node
}

func (d *document) text(at uint32) string {
	n := &d.nodes[at]
	if n.unescaped {
		return d.arena[n.start:n.end]
	}
	return d.source[n.start:n.end]
}

// count is the number of items of a list, or of members of a record, repeated names included.
func (d *document) count(at uint32) int { return int(d.nodes[at].start) }

type member struct {
	name  string
	value uint32
}

// fewMembers is up to where comparing names pairwise is cheaper than a map.
const fewMembers = 8

// members lists a record's members once each: a repeated name keeps its first place and its last value.
func (d *document) members(at uint32) []member {
	all := make([]member, 0, d.count(at))
	var places map[string]int
	if cap(all) > fewMembers {
		places = make(map[string]int, cap(all))
	}
	for key, end := at+1, d.nodes[at].next; key < end; key = d.nodes[key+1].next {
		m := member{name: d.text(key), value: key + 1}
		if i, seen := placeOf(all, places, m.name); seen {
			all[i].value = m.value
			continue
		}
		if places != nil {
			places[m.name] = len(all)
		}
		all = append(all, m)
	}
	return all
}

func placeOf(all []member, places map[string]int, name string) (int, bool) {
	if places != nil {
		i, seen := places[name]
		return i, seen
	}
	for i := range all {
		if all[i].name == name {
			return i, true
		}
	}
	return 0, false
}

// Value is one JSON value, as read. The zero Value is null.
type Value struct {
	doc *document
	at  uint32
}

func (v Value) kind() kind {
	if v.doc == nil {
		return kindNull
	}
	return v.doc.nodes[v.at].kind
}

// IsNull reports whether the value is null.
func (v Value) IsNull() bool { return v.kind() == kindNull }

// Text returns the characters of a string; ok is false for every other kind of value.
func (v Value) Text() (text string, ok bool) {
	if v.kind() != kindText {
		return "", false
	}
	return v.doc.text(v.at), true
}

// member returns the value of a record's member; null when there is none.
func (v Value) member(name string) (Value, bool) {
	if v.kind() != kindRecord {
		return Value{}, false
	}
	found, ok := Value{}, false
	for key, end := v.at+1, v.doc.nodes[v.at].next; key < end; key = v.doc.nodes[key+1].next {
		if v.doc.text(key) == name {
			found, ok = Value{v.doc, key + 1}, true
		}
	}
	return found, ok
}

func (v Value) members() []member {
	if v.kind() != kindRecord {
		return nil
	}
	return v.doc.members(v.at)
}

func (v Value) items() []Value {
	if v.kind() != kindList {
		return nil
	}
	all := make([]Value, 0, v.doc.count(v.at))
	for at, end := v.at+1, v.doc.nodes[v.at].next; at < end; at = v.doc.nodes[at].next {
		all = append(all, Value{v.doc, at})
	}
	return all
}

// raw is the text of a scalar: the characters of a string, the digits of a number as sent. Containers have none.
func (v Value) raw() string {
	if v.doc == nil || v.kind() >= kindList {
		return ""
	}
	return v.doc.text(v.at)
}

func (v Value) isTrue() bool { return v.kind() == kindTrue }
