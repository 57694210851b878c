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
	whole  Value
}

// Has reports whether the member was sent, null included. It takes undeclared names too.
func (o Object) Has(name string) bool {
	if o.schema == nil {
		return false
	}
	if i, declared := o.schema.places[name]; declared {
		return o.sent(i)
	}
	_, found := o.whole.member(name)
	return found
}

func (o Object) sent(i int) bool { return i < len(o.cells) && o.cells[i].sent() }

// IsNull reports whether a declared member was sent as null.
func (o Object) IsNull(name string) bool {
	c := o.find(name)
	return c != nil && c.IsNull() && o.sent(o.schema.places[name])
}

// Str is a string.
func (o Object) Str(name string) string {
	if c := o.get(name, formText); c != nil {
		return c.raw()
	}
	return ""
}

// OptStr is a string, or nil when it is null, or omitted and without a default.
func (o Object) OptStr(name string) *string {
	if c := o.get(name, formText); c != nil {
		return new(c.raw())
	}
	return nil
}

// Strs is a list of strings; nil when it is null, or omitted and without a default.
func (o Object) Strs(name string) []string {
	c := o.list(name, formText)
	if c == nil {
		return nil
	}
	texts := []string{}
	for item := range c.items() {
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
		return new(c.number)
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
		return new(math.Float64frombits(uint64(c.number)))
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
	for name := range o.whole.members() {
		names = append(names, name)
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
	v, _ := o.whole.member(name)
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
	if c == nil || c.IsNull() {
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
