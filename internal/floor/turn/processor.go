package turn

import (
	"os"
	"runtime"
)

// processors is counted before it can be set, by the runtime, which knows the quota of a container.
var processors = runtime.GOMAXPROCS(0)

// Processors is how many processors the program may use.
func Processors() int { return processors }

// Spread lets the runtime use twice as many threads as there are processors, unless GOMAXPROCS says how many. Turns bound how much is
// worked on at a time, so half of the threads are left for who uses little and has no turn to wait for: the system puts a thread
// that has slept before those that compute, where the runtime would let it wait for several slices of 10 ms.
func Spread() {
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(2 * processors)
	}
}
