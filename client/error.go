package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Code is what a refusal is told by. It is an error, so that errors.Is(err, client.DailyLimit) asks for it.
type Code int

func (c Code) Error() string {
	if name := codeNames[c]; name != "" {
		return fmt.Sprintf("%d %s", int(c), name)
	}
	return fmt.Sprint(int(c))
}

// Error is a refusal.
type Error struct {
	Status     int  // of HTTP
	Code       Code // 0 when the answer was no envelope
	Msg        string
	Hint       string // how to help it, where that is known
	Detail     json.RawMessage
	RequestID  string // to quote when asking for help
	RetryAfter time.Duration
}

func (e *Error) Error() string {
	text := fmt.Sprintf("status %d: %s", e.Status, e.Msg)
	if e.Code != 0 {
		text = e.Code.Error() + ": " + e.Msg
	}
	if e.Hint != "" {
		text += " (" + e.Hint + ")"
	}
	if e.RequestID != "" {
		text += " [" + e.RequestID + "]"
	}
	return text
}

// Is tells a refusal by its code.
func (e *Error) Is(target error) bool {
	code, ok := target.(Code)
	return ok && code == e.Code
}

// DetailOf reads the detail of a refusal as its type, as TooManyDetail for 429; false when err is none, or of another form.
func DetailOf[T any](err error) (T, bool) {
	var detail T
	var refused *Error
	if !errors.As(err, &refused) || json.Unmarshal(refused.Detail, &detail) != nil {
		return detail, false
	}
	return detail, true
}
