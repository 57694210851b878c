// Package crashtest kills the program. Its tests start real processes of the built binary, with a simulator in a process of
// its own behind the platforms, end them at random points or take their database away, and look at what is left.
//
//	RENOWN_CRASH_SECONDS     how long processes are killed; 5 by default
//	RENOWN_HOSTILE_SECONDS   how long hostile accounts attack, on both databases; 8 on the embedded one by default
//	RENOWN_SOAK              how long accounts work while memory, goroutines and file handles are watched: 1 is an hour; not by default
//	RENOWN_CLUSTER_SECONDS   how long those of a cluster are, which then has a hundred accounts; 8 with twelve by default
package crashtest

import (
	"flag"
	"os"
	"strconv"
	"testing"
	"time"

	"renown/internal/testkit/await"
	"renown/internal/testkit/expect"
	"renown/internal/testkit/program"
)

func TestMain(m *testing.M) {
	// They wait most of the time, for each other's processors least of all.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = program.Remove()
	os.Exit(code)
}

const shortly = 5 * time.Second

// length is how long processes are killed.
func length(t testing.TB) time.Duration {
	t.Helper()
	text := os.Getenv("RENOWN_CRASH_SECONDS")
	if text == "" {
		return shortly
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("RENOWN_CRASH_SECONDS=%s", text)
	}
	return time.Duration(n) * time.Second
}

// stop ends a process as an operator does.
func stop(t testing.TB, p *program.Process) {
	t.Helper()
	expect.Do(t, p.Stop(os.Interrupt), p.Said)
}

// eventually waits until ok, which must come true without a push. Only a fault uses the time up: other tests may have the processors.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	await.True(t, 3*time.Minute, what, ok)
}
