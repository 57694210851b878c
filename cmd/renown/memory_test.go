package main

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"renown/internal/testkit/must"
)

// The pages of the program are left to the system, and those that are needed come back.
func TestGiveBack(t *testing.T) {
	maps := programMaps()
	if len(maps) == 0 {
		t.Skip("the system does not tell")
	}
	const populateRead = 22 // MADV_POPULATE_READ
	for _, m := range maps {
		if _, _, fault := syscall.Syscall(syscall.SYS_MADVISE, m.from, m.to-m.from, populateRead); fault != 0 {
			t.Skip(fault)
		}
	}
	before := programResident(t)
	giveBack()
	if after := programResident(t); after > before*3/4 {
		t.Errorf("%d kB of the program's file were there, %d kB are", before, after)
	}
}

// programResident is how much of files is in the memory of this process, in kB.
func programResident(t *testing.T) int {
	t.Helper()
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip(err)
	}
	_, rest, _ := strings.Cut(string(text), "RssFile:")
	return must.Get(strconv.Atoi(strings.Fields(rest)[0]))(t)
}

// The container's limit is obeyed, unless the environment says another.
func TestObeyLimit(t *testing.T) {
	before, file := debug.SetMemoryLimit(-1), t.TempDir()+"/memory.max"
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	for text, want := range map[string]int64{"max\n": before, "9223372036854771712\n": before, "1000000000\n": 900_000_000} {
		debug.SetMemoryLimit(before)
		must.Do(t, os.WriteFile(file, []byte(text), 0o600))
		obeyLimit([]string{file + "er", file})
		must.Equal(t, debug.SetMemoryLimit(-1), want, text)
	}
	t.Setenv("GOMEMLIMIT", "1GiB")
	debug.SetMemoryLimit(before)
	must.Do(t, os.WriteFile(file, []byte("1000000000"), 0o600))
	obeyLimit([]string{file})
	must.Equal(t, debug.SetMemoryLimit(-1), before, "GOMEMLIMIT goes before")
}

// Starting leaves the collector as it found it.
func TestWithoutCollecting(t *testing.T) {
	before := collector()
	collect := withoutCollecting()
	if during := collector(); during.most != min(before.most, startMemory) || during.percent == before.percent {
		t.Errorf("while starting: %+v", during)
	}
	collect()
	if after := collector(); after != before {
		t.Errorf("was %+v, is %+v", before, after)
	}
}

type collecting struct {
	percent uint64
	most    int64
}

func collector() collecting {
	percent := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(percent)
	return collecting{percent[0].Value.Uint64(), debug.SetMemoryLimit(-1)}
}
