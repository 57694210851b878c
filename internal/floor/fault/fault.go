// Package fault is the one vocabulary in which the program says what went wrong.
//
// A Fault carries a stable code, the reason with its arguments and the cause for the log. It knows no sentences and nothing
// of HTTP: each door maps codes to its own surface with one total table and says the reason in the reader's language, and
// what is not a Fault is internal and says nothing.
package fault

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// Fault is an expected refusal. The zero value is not useful; use New.
type Fault struct {
	Code   Code
	Reason string         // more particular than the code, a key of the sentences; "" where the code says it all
	Args   []any          // of the reason's sentence: numbers, names, lists of names; never a secret, they are logged
	Detail map[string]any // supplementary facts, keyed as the contract says
	Cause  error          // for the log only
	Retry  time.Duration  // when positive: how long the caller should wait
	Value  *ValueFault    // for Malformed: which value was refused
}

// Term is an argument that is itself said in the reader's language: the key of a word, such as a state's name.
type Term string

// ValueFault names one value that a rule of the domain refuses although its shape is right.
type ValueFault struct {
	Loc   []any // where it stands in the request: "body", then names and indexes
	Rule  string
	Input any
}

// Value is a Malformed fault about one value.
func Value(rule string, input any, loc ...any) *Fault {
	f := New(Malformed)
	f.Value = &ValueFault{Loc: loc, Rule: rule, Input: input}
	return f
}

// New returns a fault that says what its code says.
func New(code Code) *Fault { return &Fault{Code: code} }

// Why gives a more particular reason than the code, with the arguments of its sentence.
func (f *Fault) Why(reason string, args ...any) *Fault {
	f.Reason, f.Args = reason, args
	return f
}

// Key is what is stored of a fault whose sentence has no arguments, to be said later: its reason, or else its code.
func (f *Fault) Key() string {
	if f.Reason != "" && len(f.Args) == 0 {
		return f.Reason
	}
	return strconv.Itoa(int(f.Code))
}

// With adds one fact to the detail.
func (f *Fault) With(key string, value any) *Fault {
	if f.Detail == nil {
		f.Detail = map[string]any{}
	}
	f.Detail[key] = value
	return f
}

// Because keeps the cause for the log.
func (f *Fault) Because(err error) *Fault {
	f.Cause = err
	return f
}

// After says how long to wait before trying again; the wait is told in whole seconds, at least one.
func (f *Fault) After(wait time.Duration) *Fault {
	f.Retry = max(wait, time.Second)
	return f.With("retry_after", f.RetrySeconds())
}

// RetrySeconds is the wait rounded up to whole seconds, 0 when there is none.
func (f *Fault) RetrySeconds() int {
	return int((f.Retry + time.Second - 1) / time.Second)
}

// Error is the fault for the log: code, reason, arguments, cause.
func (f *Fault) Error() string {
	text := strconv.Itoa(int(f.Code))
	if f.Reason != "" {
		text += " " + f.Reason
	}
	if len(f.Args) > 0 {
		text += fmt.Sprintf(" %v", f.Args)
	}
	if f.Cause != nil {
		text += ": " + f.Cause.Error()
	}
	return text
}

func (f *Fault) Unwrap() error { return f.Cause }

// As returns the fault in err's chain, or nil.
func As(err error) *Fault {
	f, _ := errors.AsType[*Fault](err)
	return f
}

// Of is the fault that a door tells of: the one in err's chain, Unavailable for what was broken off, Internal for all else.
func Of(err error) *Fault {
	if f := As(err); f != nil {
		return f
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return New(Unavailable).Because(err)
	}
	return New(Internal).Because(err)
}

// Is tells whether err is a fault with this code.
func Is(err error, code Code) bool {
	f := As(err)
	return f != nil && f.Code == code
}

// NotFound is the single answer for what does not exist and for what belongs to another account.
func NotFound(resource, id string) *Fault {
	return New(NoSuchThing).With("resource", resource).With("id", id)
}

// Wrap prefixes *err with what was being done. Use it deferred, once, at the top of a function:
//
//	defer fault.Wrap(&err, "account.CreateTx")
func Wrap(err *error, doing string) {
	if *err != nil {
		*err = &wrapped{doing, *err}
	}
}

// wrapped is an error with what was being done when it came.
type wrapped struct {
	doing string
	err   error
}

func (w *wrapped) Error() string { return w.doing + ": " + w.err.Error() }

func (w *wrapped) Unwrap() error { return w.err }

// Plain is err without what Wrap put before it, for people who are not told where in the program it came from.
func Plain(err error) error {
	for {
		switch e := err.(type) {
		case *wrapped:
			err = e.err
		case interface{ Unwrap() []error }: // a join; of one error it says nothing more
			if len(e.Unwrap()) != 1 {
				return err
			}
			err = e.Unwrap()[0]
		default:
			return err
		}
	}
}
