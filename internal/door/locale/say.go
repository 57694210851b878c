package locale

import (
	"strconv"
	"strings"

	"renown/internal/floor/fault"
)

// Fault is what a refusal says: the sentence of its reason, else of its code. A code without one is internal and says no more.
func (l *Language) Fault(f *fault.Fault) string {
	if f.Reason != "" {
		return l.T("fault."+f.Reason, f.Args...)
	}
	key := "fault." + strconv.Itoa(int(f.Code))
	if _, known := l.entries[key]; !known {
		key = "fault." + strconv.Itoa(int(fault.Internal))
	}
	return l.T(key)
}

// Stored says what a room stored as "code" or "code:argument"; kind is the prefix of its sentences. A text that a person
// wrote, or a program before codes were stored, is no code and says itself.
func (l *Language) Stored(kind, stored string) string {
	code, argument, has := strings.Cut(stored, ":")
	key := kind + "." + code
	switch _, known := l.entries[key]; {
	case !known:
		return stored
	case has:
		return l.T(key, argument)
	}
	return l.T(key)
}
