// Package must ends a test at the first error that it does not expect.
package must

// Tester is the part of testing.TB, and of rapid's T, that it needs.
type Tester interface {
	Helper()
	Fatal(args ...any)
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
