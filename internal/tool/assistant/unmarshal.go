package assistant

import (
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// Faults of unmarshal: a document that is no JSON leaves the target zero, a value of an unexpected type only its own field.
var (
	errSyntax = errors.New("truncated or broken JSON")
	errType   = errors.New("JSON of another type")
)

// unmarshal is json.Unmarshal for the types of this package, and faster: the library looks at every byte twice, with a call each
// time, and replies are long texts. Keys match in any case.
func unmarshal(raw []byte, into any) error {
	target := reflect.ValueOf(into).Elem()
	d := decoder{raw: raw}
	if !d.value(target, planOf(target.Type())) || d.next() != 0 || d.at < len(raw) {
		target.SetZero()
		return errSyntax
	}
	if d.mismatch {
		return errType
	}
	return nil
}

// plan says how a type is read.
type plan struct {
	kind   reflect.Kind // Invalid for an Unmarshaler
	elem   *plan        // of a list or a pointer
	fields []planField  // of a struct, with those of what it embeds
}

type planField struct {
	name  string // in lower case
	index []int
	plan  *plan
}

var (
	plans       sync.Map // plan by type
	unmarshaler = reflect.TypeFor[json.Unmarshaler]()
	scalarType  = reflect.TypeFor[scalar]()
)

// planOf knows the kinds that the decoders use; they use no type that holds itself.
func planOf(t reflect.Type) *plan {
	if known, ok := plans.Load(t); ok {
		return known.(*plan)
	}
	p := &plan{kind: t.Kind()}
	switch {
	case p.kind != reflect.Pointer && reflect.PointerTo(t).Implements(unmarshaler):
		p.kind = reflect.Invalid
	case p.kind == reflect.Pointer, p.kind == reflect.Slice, p.kind == reflect.Map:
		p.elem = planOf(t.Elem())
	case p.kind == reflect.String, p.kind == reflect.Int, p.kind == reflect.Bool:
	case p.kind != reflect.Struct:
		panic("assistant: no way to read JSON into " + t.String())
	default:
		for _, f := range reflect.VisibleFields(t) {
			if f.Anonymous || !f.IsExported() {
				continue
			}
			name := first(f.Tag.Get("json"), f.Name)
			p.fields = append(p.fields, planField{strings.ToLower(name), f.Index, planOf(f.Type)})
		}
	}
	plans.Store(t, p)
	return p
}

func (d *decoder) value(v reflect.Value, p *plan) bool {
	c := d.next()
	switch {
	case p.kind == reflect.Invalid && c == '"' && v.Type() == scalarType:
		return d.scalar(v, reflect.String, c)
	case p.kind == reflect.Invalid:
		from := d.at
		return d.skip() && v.Addr().Interface().(json.Unmarshaler).UnmarshalJSON(d.raw[from:d.at]) == nil
	case c == 'n':
		if p.elem != nil {
			v.SetZero()
		}
		return d.skip()
	case p.kind == reflect.Pointer:
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		return d.value(v.Elem(), p.elem)
	case p.kind == reflect.Struct && c == '{':
		return d.object(func(key []byte) bool {
			f := p.field(key)
			if f == nil {
				return d.skip()
			}
			return d.value(v.FieldByIndex(f.index), f.plan)
		})
	case p.kind == reflect.Slice && c == '[':
		return d.list(v, p.elem)
	case p.kind == reflect.Map && c == '{':
		return d.table(v, p.elem)
	}
	return d.scalar(v, p.kind, c)
}

// scalar reads a string, a number or a boolean into a field of that kind.
func (d *decoder) scalar(v reflect.Value, kind reflect.Kind, c byte) bool {
	from := d.at
	if !d.skip() {
		return false
	}
	raw := d.raw[from:d.at]
	switch {
	case kind == reflect.String && c == '"':
		text, err := d.string(raw)
		v.SetString(text)
		return err == nil
	case kind == reflect.Int && (c == '-' || isDigit(c)):
		n, err := strconv.Atoi(string(raw))
		if err == nil {
			v.SetInt(int64(n))
			return true
		}
	case kind == reflect.Bool && (c == 't' || c == 'f'):
		v.SetBool(c == 't')
		return true
	}
	d.mismatch = true
	return true
}

func (p *plan) field(key []byte) *planField {
	for i := range p.fields {
		if string(key) == p.fields[i].name {
			return &p.fields[i]
		}
	}
	for i := range p.fields {
		if strings.EqualFold(string(key), p.fields[i].name) {
			return &p.fields[i]
		}
	}
	return nil
}

func (d *decoder) list(v reflect.Value, elem *plan) bool {
	n := 0
	ok := d.elements(func() bool {
		if n == v.Len() {
			v.Grow(1)
			v.SetLen(n + 1)
		}
		n++
		return d.value(v.Index(n-1), elem)
	})
	if v.SetLen(n); v.IsNil() { // an empty list is one
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
	}
	return ok
}

func (d *decoder) table(v reflect.Value, elem *plan) bool {
	if v.IsNil() {
		v.Set(reflect.MakeMap(v.Type()))
	}
	return d.object(func(key []byte) bool {
		value := reflect.New(v.Type().Elem()).Elem()
		if !d.value(value, elem) {
			return false
		}
		v.SetMapIndex(reflect.ValueOf(string(key)), value)
		return true
	})
}
