// Package must ends a test at the first result that it does not expect.
package must

import "renown/internal/floor/fault"

// Tester is what *testing.T, *testing.B and *rapid.T have in common.
type Tester interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Errorf(format string, args ...any)
}

// Do ends the test when what was done failed.
func Do(t Tester, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
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
	if !fault.Is(err, code) {
		t.Fatalf("got %v, want a fault with code %d", err, code)
	}
	return fault.As(err)
}
