package insight

import (
	"reflect"
	"testing"
	"time"
)

// A size is that of the value and of what it refers to.
func TestSizeOf(t *testing.T) {
	t.Parallel()
	type part struct {
		name string
		n    *int64
	}
	n := int64(7)
	for want, v := range map[int]any{
		8:                 n,
		16 + 3:            "abc",
		24 + 2*8:          []int64{1, 2},
		16 + 2 + 8 + 8:    part{"ab", &n},
		24 + 2*24 + 1 + 8: []part{{"a", nil}, {"", &n}},
		24:                time.Now(),
		8 + 16 + 1 + 8:    map[string]int64{"a": 1},
	} {
		if got := sizeOf(reflect.ValueOf(v)); got != want {
			t.Errorf("%T takes %d bytes, not %d", v, got, want)
		}
	}
}
