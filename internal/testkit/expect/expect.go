// Package expect reports what a test finds other than it expects and lets the test go on; must ends it.
// Words say what was looked at; like those of t.Error they are set apart by spaces.
package expect

import (
	"errors"
	"fmt"
	"strings"

	"github.com/google/go-cmp/cmp"

	"renown/internal/floor/fault"
)

// Tester is what *testing.T, *testing.B and *rapid.T have in common.
type Tester interface {
	Helper()
	Error(args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
	Errorf(format string, args ...any)
}

// Equal reports values that differ by ==.
func Equal[V comparable](t Tester, got, want V, words ...any) {
	if got == want {
		return
	}
	t.Helper()
	report(t, words, fmt.Sprintf("got %s, want %s", shown(got), shown(want)))
}

// Same reports by field and element where two values differ.
func Same[V any](t Tester, got, want V, words ...any) {
	diff := cmp.Diff(want, got)
	if diff == "" {
		return
	}
	t.Helper()
	report(t, words, "(-want +got)\n"+diff)
}

// Do reports that what was done failed.
func Do(t Tester, err error, words ...any) {
	if err == nil {
		return
	}
	t.Helper()
	report(t, words, err.Error())
}

// Is reports an error that is not of the kind.
func Is(t Tester, err, kind error, words ...any) {
	if errors.Is(err, kind) {
		return
	}
	t.Helper()
	report(t, words, fmt.Sprintf("got %v, want %v", err, kind))
}

// Refuse reports an error that is not a fault with the code.
func Refuse(t Tester, err error, code fault.Code, words ...any) {
	if fault.Is(err, code) {
		return
	}
	t.Helper()
	report(t, words, fmt.Sprintf("got %v, want a fault with code %d", err, code))
}

// Error is what a call returned last: expect.Error(os.Open(name)).
func Error(results ...any) error {
	err, _ := results[len(results)-1].(error)
	return err
}

func report(t Tester, words []any, found string) {
	t.Helper()
	for i, w := range words {
		if text, ok := w.([]byte); ok {
			words[i] = string(text)
		}
	}
	if len(words) > 0 {
		found = strings.TrimSpace(fmt.Sprintln(words...)) + ": " + found
	}
	t.Error(found)
}

// shown tells an empty or padded text from none.
func shown(v any) string {
	if text, ok := v.(string); ok {
		return fmt.Sprintf("%q", text)
	}
	return fmt.Sprintf("%+v", v)
}
