package main

import (
	"bufio"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// startMemory in bytes is what starting may take before garbage is collected all the same: six times what it takes.
const startMemory = 128 << 20

// limitFiles say how much memory a unit or container may have, by cgroup 2 and 1.
func limitFiles() []string {
	own, _ := os.ReadFile("/proc/self/cgroup") // without it there is no unit's own
	_, path, _ := strings.Cut(strings.TrimSpace(string(own)), "0::")
	return []string{"/sys/fs/cgroup" + path + "/memory.max", "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}
}

// obeyLimit has garbage collected before the memory of the container or unit is used up: at nine tenths of it, the rest is for what the
// collector does not count. GOMEMLIMIT goes before; without a limit nothing changes.
func obeyLimit(files []string) {
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil || os.Getenv("GOMEMLIMIT") != "" {
			continue
		}
		most, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
		if err == nil && most < 1<<46 { // "max" is no number, and cgroup 1 says so by one beyond any machine
			debug.SetMemoryLimit(most / 10 * 9)
			return
		}
	}
}

// withoutCollecting lets a program start without collecting garbage, which is a fifth to a quarter of the processor time of
// starting: the collector runs whenever the few megabytes in use have doubled. What it returns has garbage collected
// as before.
func withoutCollecting() (collect func()) {
	percent, most := debug.SetGCPercent(-1), debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(most, startMemory))
	return sync.OnceFunc(func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(most)
	})
}

// giveBack leaves to the system the memory that starting took and serving does not need: what the garbage collector has free, and
// the pages of the program's file, of which the system maps many around each that is used. Those used again are mapped
// again; the file stays in the system's cache.
func giveBack() {
	debug.FreeOSMemory()
	for _, m := range programMaps() {
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, m.from, m.to-m.from, syscall.MADV_DONTNEED)
	}
}

type memoryMap struct{ from, to uintptr }

// programMaps are those of the program's file that are read only and hold nothing but the file; none where the system does not tell.
func programMaps() (list []memoryMap) {
	program, err := os.Executable()
	if err != nil {
		return nil
	}
	file, err := os.Open("/proc/self/smaps")
	if err != nil {
		return nil
	}
	defer file.Close()
	var last memoryMap
	ours := false
	for lines := bufio.NewScanner(file); lines.Scan(); {
		words := strings.Fields(lines.Text())
		switch {
		case len(words) == 6 && strings.Contains(words[0], "-"): // from-to rights offset device inode file
			from, to, _ := strings.Cut(words[0], "-")
			first, err1 := strconv.ParseUint(from, 16, 64)
			end, err2 := strconv.ParseUint(to, 16, 64)
			last = memoryMap{uintptr(first), uintptr(end)}
			ours = err1 == nil && err2 == nil && words[5] == program && strings.HasPrefix(words[1], "r-")
		case len(words) == 3 && words[0] == "Anonymous:" && words[1] == "0" && ours: // a page that was written to differs from the file
			list = append(list, last)
		}
	}
	return list
}
