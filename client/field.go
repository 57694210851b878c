package client

import (
	"encoding/json"
	"fmt"
	"iter"
	"net/url"
	"reflect"
)

// Field of a change is left as it is when zero. Set gives it a value; Null clears it, where the contract says that null does.
type Field[T any] struct {
	value *T
	sent  bool
}

// Set is a field with a value.
func Set[T any](value T) Field[T] { return Field[T]{&value, true} }

// Null is a field that is null.
func Null[T any]() Field[T] { return Field[T]{nil, true} }

// IsZero tells encoding/json to leave the field out.
func (f Field[T]) IsZero() bool { return !f.sent }

// MarshalJSON writes the value or null.
func (f Field[T]) MarshalJSON() ([]byte, error) { return json.Marshal(f.value) }

// put adds a parameter that is not zero; a list as repeated names.
func put[T ~string | ~int | ~float64 | []string](v url.Values, name string, value T) {
	if list, ok := any(value).([]string); ok {
		v[name] = list
	} else if !reflect.ValueOf(value).IsZero() {
		v.Set(name, fmt.Sprint(value))
	}
}

const pageSize = 100

// pages goes through a list page by page, until it has come to the end or the caller stops.
func pages[T any](page func(number, size int) (items []T, total int, err error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for number, seen := 1, 0; ; number++ {
			items, total, err := page(number, pageSize)
			if err != nil {
				yield(*new(T), err)
				return
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if seen += len(items); seen >= total || len(items) == 0 {
				return
			}
		}
	}
}
