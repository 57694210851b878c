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
	if _, known := l.entries()[key]; !known {
		key = "fault." + strconv.Itoa(int(fault.Internal))
	}
	return l.T(key)
}

// Stored says what a room stored as "code", as "code:text" with what a person wrote, or as "code/code", whose argument is a
// code too; kind is the prefix of their sentences. What is no code known here says itself: a newer program may have stored it.
func (l *Language) Stored(kind, stored string) string {
	code, end := stored, strings.IndexAny(stored, ":/")
	if end >= 0 {
		code = stored[:end]
	}
	key := kind + "." + code
	switch _, known := l.entries()[key]; {
	case !known:
		return stored
	case end < 0:
		return l.T(key)
	case stored[end] == '/':
		return l.T(key, l.Stored(kind, stored[end+1:]))
	}
	return l.T(key, stored[end+1:])
}

// Number is a count as it is read: 1,126.
func Number(n int64) string {
	digits, sign := strconv.FormatInt(n, 10), ""
	if n < 0 {
		digits, sign = digits[1:], "−"
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}
