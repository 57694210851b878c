package insight

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// What is kept is found under its own state alone, never grows beyond its bound, and is what was kept last.
func TestCacheKeeps(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const most = 8000
		a, last := newCache(most), map[string][2]string{}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			key := fmt.Sprint(rapid.IntRange(0, 9).Draw(t, "key"))
			state := rapid.SampledFrom([]string{"", "1", "2"}).Draw(t, "state")
			if rapid.Bool().Draw(t, "keep") {
				body := strings.Repeat("x", rapid.IntRange(0, 1600).Draw(t, "size"))
				a.keep(key, state, body, len(body))
				if state != "" {
					last[key] = [2]string{state, body}
				}
			}
			if got, ok := a.find(key, state); ok && (state == "" || last[key] != [2]string{state, got.(string)}) {
				t.Fatalf("found %d bytes for %s in state %q, kept was %q", len(got.(string)), key, state, last[key][0])
			}
			size := 0
			for e := a.order.Front(); e != nil; e = e.Next() {
				size += e.Value.(*cached).size()
			}
			if size != a.size || size > most || a.order.Len() != len(a.byKey) {
				t.Fatalf("%d bytes in %d entries, counted as %d in %d", size, a.order.Len(), a.size, len(a.byKey))
			}
		}
	})
}

// The one that was not asked for the longest goes first.
func TestCacheOrder(t *testing.T) {
	t.Parallel()
	a := newCache(5 * (cachedOverhead + 102))
	body := strings.Repeat("x", 100)
	for _, key := range []string{"a", "b", "c", "d", "e"} {
		a.keep(key, "1", body, len(body))
	}
	a.find("a", "1")
	a.keep("f", "1", body, len(body))
	for key, there := range map[string]bool{"a": true, "b": false, "c": true, "f": true} {
		if _, got := a.find(key, "1"); got != there {
			t.Errorf("%s is there: %t", key, got)
		}
	}
}

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
