package store

import (
	"errors"
	"fmt"
	"strings"

	"renown/internal/floor/fault"
)

// The kinds of database errors, for errors.Is. What is none of them is a fault in a statement.
var (
	ErrNoRows      = errors.New("store: no such row")
	ErrUnique      = errors.New("store: value already taken")
	ErrForeignKey  = errors.New("store: referenced row missing, or row still referenced")
	ErrCheck       = errors.New("store: value refused by the table") // CHECK and NOT NULL
	ErrText        = errors.New("store: text is not UTF-8 or contains NUL")
	ErrUnavailable = errors.New("store: database not available")
	ErrNewer       = errors.New("store: database newer than the program")
	ErrEarly       = errors.New("store: database of a build before the first release")
	ErrLocked      = errors.New("store: locked by another process")
)

// NotFound is fault.NotFound for a row that is not there, and err itself otherwise.
func NotFound(err error, resource, id string) error {
	if errors.Is(err, ErrNoRows) {
		return fault.NotFound(resource, id)
	}
	return err
}

// ConstraintError says which constraint refused a row. SQLite names table and columns, PostgreSQL also the constraint.
// errors.Is finds its kind: ErrUnique, ErrForeignKey or ErrCheck.
type ConstraintError struct {
	Kind       error
	Table      string
	Columns    []string // empty when not known
	Constraint string   // empty when not known
	Cause      error
}

func (e *ConstraintError) Error() string {
	var b strings.Builder
	b.WriteString(e.Kind.Error())
	if e.Table != "" {
		fmt.Fprintf(&b, " in %s(%s)", e.Table, strings.Join(e.Columns, ", "))
	}
	if e.Constraint != "" {
		fmt.Fprintf(&b, " by %s", e.Constraint)
	}
	return b.String()
}

func (e *ConstraintError) Unwrap() []error { return []error{e.Kind, e.Cause} }

// kindError adds one of the kinds above to a driver's error.
type kindError struct {
	kind, cause error
	reason      string // of ErrUnavailable: fault.DiskFull and its neighbours
}

func unavailable(reason string, cause error) error { return &kindError{ErrUnavailable, cause, reason} }

func (e *kindError) Error() string   { return e.kind.Error() + ": " + e.cause.Error() }
func (e *kindError) Unwrap() []error { return []error{e.kind, e.cause} }

// As makes a database that is away a fault in the words of all doors: it is no caller's mistake and may pass.
func (e *kindError) As(target any) bool {
	f, ok := target.(**fault.Fault)
	if !ok || e.kind != ErrUnavailable {
		return false
	}
	*f = fault.New(fault.Unavailable).Why("database_unavailable").With("reason", e.reason).Because(e.cause)
	return true
}
