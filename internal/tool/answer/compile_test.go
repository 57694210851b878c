package answer_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"renown/internal/tool/answer"
)

// worstNames are 256 KiB of names each, chosen for the spellings that they have.
var worstNames = map[string]func(i int) string{
	"two gaps":             func(i int) string { return padded(fmt.Sprintf("%d-%d-", i/50, i%50), "z", 64) },
	"two gaps, not long":   func(i int) string { return padded(fmt.Sprintf("%d-%d-", i/50, i%50), "z", 24) },
	"one word of capitals": func(i int) string { return padded("Q"+letters(i), "z", 20) },
	"homophones":           func(i int) string { return "汤臣" + string([]rune{'一' + rune(i%5000), '倍' + rune(i/5000)}) },
	"a shared beginning":   func(i int) string { return strings.Repeat("字", 60) + fmt.Sprint(i) },
}

func padded(head, with string, length int) string {
	return head + strings.Repeat(with, max(length-len(head), 0))
}

func letters(i int) (s string) {
	for range 5 {
		s, i = s+string(rune('a'+i%26)), i/26
	}
	return s
}

// entitiesOf have so many bytes of names in all, 50 aliases each.
func entitiesOf(name func(i int) string, bytes int) (list []answer.Entity) {
	for i := 0; bytes > 0; i++ {
		if i%50 == 0 {
			list = append(list, answer.Entity{ID: fmt.Sprint(i), Name: fmt.Sprintf("品牌%d", i)})
		}
		e, one := &list[len(list)-1], name(i)
		e.Aliases = append(e.Aliases, one)
		bytes -= len(one)
	}
	return list
}

// Names that are within the bound as they are typed are compiled in bounded memory whatever spellings they have.
func TestCompilingIsBounded(t *testing.T) {
	for kind, name := range worstNames { // not parallel: the counters are the program's
		entities := entitiesOf(name, 256<<10)
		answer.NewReader(entities[:1]) // lists of words are read once
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r := answer.NewReader(entities)
		runtime.ReadMemStats(&after)
		total := (after.TotalAlloc - before.TotalAlloc) >> 20
		if t.Logf("%s: %d MiB allocated, %d MiB kept", kind, total, r.Bytes()>>20); total > 500 {
			t.Errorf("%s: %d MiB allocated", kind, total)
		}
	}
}
