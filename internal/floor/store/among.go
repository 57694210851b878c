package store

import (
	"strconv"
	"strings"
)

// AmongMost is the longest list that stays prepared.
const AmongMost = 500

// amongSizes are the lengths of the lists in statements: a shorter one repeats its last value, so that the statements are
// few and stay prepared.
var amongSizes = []int{1, 4, 20, 100, AmongMost}

// Among is an IN over values, at least one, whose placeholders follow those already used.
func Among[T any](values []T, used int) (string, []any) {
	size := len(values)
	for _, s := range amongSizes {
		if s >= len(values) {
			size = s
			break
		}
	}
	args := make([]any, size)
	var b strings.Builder
	b.WriteString(" IN (")
	for i := range args {
		args[i] = values[min(i, len(values)-1)]
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(used + i + 1))
	}
	b.WriteByte(')')
	return b.String(), args
}
