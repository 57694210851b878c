package assistant

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Class is why a call failed, decided by the platform's own code first and the HTTP status second.
type Class string

const (
	Auth          Class = "auth"           // key missing, wrong or of another region
	Balance       Class = "balance"        // the account has no money; 402, 403 or 429 depending on the platform
	Config        Class = "config"         // model unknown or not opened, permission missing
	Retired       Class = "retired"        // the model, or the platform, is gone for good
	Quota         Class = "quota"          // daily or plan cap, not a matter of seconds
	RateLimit     Class = "rate_limit"     // too many requests now
	Overload      Class = "overload"       // the platform is busy
	Server        Class = "server"         // the platform broke
	Timeout       Class = "timeout"        // the deadline of the entry passed
	Network       Class = "network"        // no connection, or it was cut
	Malformed     Class = "malformed"      // the body is not what the protocol promises
	Empty         Class = "empty"          // a well-formed answer of 0 characters
	SearchFailed  Class = "search_failed"  // the platform's own search tool failed
	ContentFilter Class = "content_filter" // the platform will not answer this question
	BadRequest    Class = "bad_request"    // the platform does not accept this request
	Refused       Class = "refused"        // we do not go there: foreign redirect, private address, bad certificate
	Unsupported   Class = "unsupported"    // the platform cannot do what was asked; nothing was sent
	Unavailable   Class = "unavailable"    // not configured or suspended; nothing was sent
	Canceled      Class = "canceled"       // the caller gave up
)

type property struct {
	attempts int  // calls worth making in all; 1 means never again, 0 means as often as the policy allows
	opens    bool // the whole platform is affected: it is to be left alone for a while
	counts   bool // several in a row mean the same
	recorded bool // the outcome is a result, not a failure
}

var properties = map[Class]property{
	Auth:          {attempts: 1, opens: true},
	Balance:       {attempts: 1, opens: true},
	Config:        {attempts: 1, opens: true},
	Retired:       {attempts: 1, opens: true},
	Quota:         {attempts: 1, opens: true},
	RateLimit:     {},
	Overload:      {counts: true},
	Server:        {counts: true},
	Timeout:       {counts: true},
	Network:       {counts: true},
	Malformed:     {attempts: 2, counts: true},
	Empty:         {attempts: 2},
	SearchFailed:  {attempts: 2},
	ContentFilter: {attempts: 1, recorded: true},
	BadRequest:    {attempts: 1},
	Refused:       {attempts: 1, opens: true},
	Unsupported:   {attempts: 1},
	Unavailable:   {attempts: 1},
	Canceled:      {attempts: 1},
}

// Retryable tells whether asking again may help.
func (c Class) Retryable() bool { p, known := properties[c]; return known && p.attempts != 1 }

// OpensCircuit tells whether one such fault is enough to stop asking the platform for a while.
func (c Class) OpensCircuit() bool { return properties[c].opens }

// Counts tells whether several such faults in a row open the circuit.
func (c Class) Counts() bool { return properties[c].counts }

// Recorded tells whether the outcome is a result to keep rather than a failure.
func (c Class) Recorded() bool { return properties[c].recorded }

// Fault is the error of Ask. It never holds a key.
type Fault struct {
	Platform   string
	Class      Class
	Status     int           // HTTP, 0 when none arrived
	Code       string        // the platform's own
	Message    string        // the platform's own sentence, shortened
	RequestID  string        // for the platform's support
	Model      string        // that was asked
	RetryAfter time.Duration // as the platform asked; 0 when it did not
	Final      bool          // the platform said that trying again is useless
	State      State         // with Unavailable: why
	Cause      error
}

func (f *Fault) Error() string {
	var b strings.Builder
	b.WriteString(f.Platform)
	b.WriteString(": ")
	b.WriteString(string(f.Class))
	if f.State != "" {
		b.WriteString(" (" + string(f.State) + ")")
	}
	if f.Status != 0 {
		fmt.Fprintf(&b, ", HTTP %d", f.Status)
	}
	if f.Code != "" {
		b.WriteString(", " + f.Code)
	}
	switch {
	case f.Message != "":
		b.WriteString(": " + f.Message)
	case f.Cause != nil:
		b.WriteString(": " + f.Cause.Error())
	}
	return b.String()
}

func (f *Fault) Unwrap() error { return f.Cause }

// Retryable tells whether asking again may help.
func (f *Fault) Retryable() bool { return !f.Final && f.Class.Retryable() }

// AsFault returns the fault in err's chain, or nil.
func AsFault(err error) *Fault {
	var f *Fault
	if errors.As(err, &f) {
		return f
	}
	return nil
}

// ClassOf is the class of err, "" for nil and for what is no Fault.
func ClassOf(err error) Class {
	if f := AsFault(err); f != nil {
		return f.Class
	}
	return ""
}

func faultf(class Class, format string, args ...any) *Fault {
	return &Fault{Class: class, Message: fmt.Sprintf(format, args...)}
}

// messageLimit keeps a platform's sentence short enough for a log line and a table cell.
const messageLimit = 300 // runes

func shorten(text string, limit int) string {
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, text)
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit]) + "…"
}
