package store

import (
	"strconv"
	"strings"
)

// inSizes are the lengths of the lists in statements: a shorter one repeats its last value, so that the statements are few
// and stay prepared.
var inSizes = []int{1, 4, 20, 100, InMost}

// InMost is the longest list whose statement stays prepared.
const InMost = 500

// In is an IN over values, of which there is at least one; its placeholders follow the used ones of the statement.
func In(values []string, used int) (string, []any) {
	size := len(values)
	for _, s := range inSizes {
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
