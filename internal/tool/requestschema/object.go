package requestschema

import (
	"fmt"
	"math"
)

// Object is a checked record: the body of a request, its query, or a record inside a body.
//
// The typed accessors take the names of declared members only and panic on any other, and on a type that the
// contract does not give the member: both are slips of the programmer that no request can cause. What was omitted
// reads as its default, or as the zero value without one; null reads as the zero value.
type Object struct {
	schema *Schema
	cells  []cell
	doc    *document
	at     uint32
}

// Has reports whether the member was sent, null included. It takes undeclared names too.
func (o Object) Has(name string) bool {
	if o.schema == nil {
		return false
	}
	if i, declared := o.schema.places[name]; declared {
		return o.sent(i)
	}
	_, found := Value{o.doc, o.at}.member(name)
	return found
}

func (o Object) sent(i int) bool { return i < len(o.cells) && o.cells[i].at != 0 }

// IsNull reports whether a declared member was sent as null.
func (o Object) IsNull(name string) bool {
	c := o.find(name)
	return c != nil && c.at != 0 && c.value().IsNull() && o.sent(o.schema.places[name])
}

// Str is a string.
func (o Object) Str(name string) string {
	if c := o.get(name, formText); c != nil {
		return c.doc.text(c.at)
	}
	return ""
}

// OptStr is a string, or nil when it is null, or omitted and without a default.
func (o Object) OptStr(name string) *string {
	if c := o.get(name, formText); c != nil {
		text := c.doc.text(c.at)
		return &text
	}
	return nil
}

// Strs is a list of strings; nil when it is null, or omitted and without a default.
func (o Object) Strs(name string) []string {
	c := o.list(name, formText)
	if c == nil {
		return nil
	}
	texts := make([]string, 0, c.doc.count(c.at))
	for _, item := range c.value().items() {
		texts = append(texts, item.raw())
	}
	return texts
}

// Int is a whole number, normalised: "3", 3.0 and true have become 3, 3 and 1.
func (o Object) Int(name string) int64 {
	if c := o.get(name, formInteger); c != nil {
		return c.number
	}
	return 0
}

// OptInt is a whole number, or nil when it is null, or omitted and without a default.
func (o Object) OptInt(name string) *int64 {
	if c := o.get(name, formInteger); c != nil {
		n := c.number
		return &n
	}
	return nil
}

// Bool is a boolean.
func (o Object) Bool(name string) bool {
	c := o.get(name, formBoolean)
	return c != nil && c.number == 1
}

// OptFloat is a finite number, or nil when it is null, or omitted and without a default.
func (o Object) OptFloat(name string) *float64 {
	if c := o.get(name, formNumber); c != nil {
		f := math.Float64frombits(uint64(c.number))
		return &f
	}
	return nil
}

// Obj is a record inside this one. When it is null or omitted, every member of it reads as omitted.
func (o Object) Obj(name string) Object {
	if c := o.get(name, formRecord); c != nil {
		return c.records[0]
	}
	return Object{schema: o.declared(name)}
}

// Objs is a list of records.
func (o Object) Objs(name string) []Object {
	if c := o.list(name, formRecord); c != nil {
		return c.records
	}
	return nil
}

// Names lists the members that were sent, in the order in which they came, undeclared ones included. Of a query it
// lists the declared parameters that were sent, in the order of declaration.
func (o Object) Names() []string {
	var names []string
	for _, m := range (Value{o.doc, o.at}).members() {
		names = append(names, m.name)
	}
	for i := range o.cells {
		if o.schema.parameters && o.sent(i) {
			names = append(names, o.schema.fields[i].name)
		}
	}
	return names
}

// Unknown lists the members that were sent and are not declared.
func (o Object) Unknown() []string {
	var names []string
	for _, name := range o.Names() {
		if _, declared := o.schema.places[name]; !declared {
			names = append(names, name)
		}
	}
	return names
}

// Sent is what was sent for a member, declared or not; null where nothing was.
func (o Object) Sent(name string) Value {
	v, _ := Value{o.doc, o.at}.member(name)
	return v
}

// find returns what was sent for a declared member, or else its default, or nil.
func (o Object) find(name string) *cell {
	if o.schema == nil {
		panic(fmt.Sprintf("requestschema: %q asked of an operation that declares nothing here", name))
	}
	i, declared := o.schema.places[name]
	if !declared {
		panic(fmt.Sprintf("requestschema: %q is not declared", name))
	}
	if o.sent(i) {
		return &o.cells[i]
	}
	return o.schema.fields[i].schema.fallback
}

// get is find for a member of a certain form that is not null.
func (o Object) get(name string, want form) *cell {
	c := o.find(name)
	if got := o.declared(name).form; got != want {
		panic(fmt.Sprintf("requestschema: %q is declared as another type", name))
	}
	if c == nil || c.value().IsNull() {
		return nil
	}
	return c
}

// list is get for a list whose items have a certain form.
func (o Object) list(name string, want form) *cell {
	c := o.get(name, formList)
	if items := o.declared(name).items; items == nil || items.form != want {
		panic(fmt.Sprintf("requestschema: the items of %q are declared as another type", name))
	}
	return c
}

// declared is the schema of a member that is known to be declared.
func (o Object) declared(name string) *Schema { return o.schema.fields[o.schema.places[name]].schema }

func (c *cell) value() Value { return Value{c.doc, c.at} }
