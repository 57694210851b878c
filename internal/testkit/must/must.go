// Package must ends a test at the first result that it does not expect.
package must

import (
	"renown/internal/floor/fault"
	"renown/internal/testkit/expect"
)

// Tester is what *testing.T, *testing.B and *rapid.T have in common.
type Tester = expect.Tester

// ending is a Tester whose errors end the test.
type ending struct{ Tester }

func (e ending) Error(args ...any) {
	e.Helper()
	e.Fatal(args...)
}

// Do ends the test when what was done failed.
func Do(t Tester, err error, words ...any) {
	t.Helper()
	expect.Do(ending{t}, err, words...)
}

// Equal ends the test when values differ by ==.
func Equal[V comparable](t Tester, got, want V, words ...any) {
	t.Helper()
	expect.Equal(ending{t}, got, want, words...)
}

// Same ends the test when values differ in a field or an element.
func Same[V any](t Tester, got, want V, words ...any) {
	t.Helper()
	expect.Same(ending{t}, got, want, words...)
}

// Get hands out what a call returned beside its error, or ends the test: must.Get(os.Open(name))(t).
func Get[V any](v V, err error) func(Tester) V {
	return func(t Tester) V {
		t.Helper()
		Do(t, err)
		return v
	}
}

// Refuse ends the test unless err is a fault with the code, and hands it out.
func Refuse(t Tester, err error, code fault.Code) *fault.Fault {
	t.Helper()
	expect.Refuse(ending{t}, err, code)
	return fault.As(err)
}
