// Package repeat keeps benchmarks that take long from being repeated as often as those that do not.
package repeat

import (
	"os"
	"sync"
	"sync/atomic"
	"testing"
)

var counts sync.Map // by name, of *atomic.Int64

// AtMost leaves out further repetitions of a benchmark that takes long. It stands in the function that loops: those around it are
// called once however often that is repeated. RENOWN_BENCH_FULL=1 repeats it as often as the others.
func AtMost(b *testing.B, times int64) {
	b.Helper()
	count, _ := counts.LoadOrStore(b.Name(), new(atomic.Int64))
	if n := count.(*atomic.Int64).Add(1); n > times && os.Getenv("RENOWN_BENCH_FULL") != "1" {
		b.Skip("was repeated often enough")
	}
}
