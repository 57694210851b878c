package app_test

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"renown/internal/floor/store"
	"renown/internal/testkit/must"
	"renown/internal/testkit/program"
	"renown/internal/testkit/repeat"
	"renown/internal/testkit/storetest"
)

// unlimitedFlags keep the limiter of a process at work without ever refusing.
var unlimitedFlags = []string{"--rate-limit-per-minute", "1000000000", "--log-level", "warn"}

// compareNodes asks one, two and three processes on one PostgreSQL for the overview, in turns. "ratio-2" and "ratio-3" are
// the throughput of two and of three ÷ that of one. Clients, processes and database share the processors of one machine:
// where these are few, more processes cannot do more, and the ratio tells what they cost each other.
func compareNodes(b *testing.B, url, path, key string) {
	b.Helper()
	const most = 3
	var addresses []string
	for range most {
		p := program.Start(b, program.On(url, append([]string{"serve", "--role", "api"}, unlimitedFlags...)...)...)
		addresses = append(addresses, p.Addr)
	}
	var crowds [most + 1]crowd
	for n := 1; n <= most; n++ {
		for i := range 24 { // as many clients however many processes
			crowds[n] = append(crowds[n], wires(b, addresses[i%n], path, key)[0])
		}
		crowds[n].ask(b, 100)
	}
	b.Run("nodes", func(b *testing.B) {
		const turn = 300
		var took [most + 1]time.Duration
		for left := b.N; left > 0; left -= turn {
			for n := 1; n <= most; n++ {
				took[n] += crowds[n].ask(b, min(left, turn))
			}
		}
		for n := 1; n <= most; n++ {
			b.ReportMetric(float64(b.N)/took[n].Seconds(), fmt.Sprintf("req/s-%d", n))
			if n > 1 {
				b.ReportMetric(took[1].Seconds()/took[n].Seconds(), fmt.Sprintf("ratio-%d", n))
			}
		}
	})
}

// BenchmarkIdle looks at processes that have answered a few requests and given back what starting took: their memory,
// what idle connections add, and the processor time that each takes in a minute without requests, as a share of one
// core: so long, because some jobs run once a minute. A process on each database is watched at the same time. A
// database of its own process is not in it.
func BenchmarkIdle(b *testing.B) {
	const watch = time.Minute
	whole := b // the processes last until all were looked at
	var processes map[store.Dialect]*program.Process
	busy := map[store.Dialect]time.Duration{}
	for _, d := range storetest.Dialects {
		b.Run(string(d), func(b *testing.B) {
			repeat.AtMost(b, 1)
			if processes == nil {
				processes = startIdle(whole)
				<-time.After(12 * time.Second) // it gives back after ten
				for d, p := range processes {
					busy[d] -= usedBy(b, p.Process.Pid)
				}
				<-time.After(watch)
				for d, p := range processes {
					busy[d] += usedBy(b, p.Process.Pid)
				}
			}
			p, count := processes[d], affordable(b)
			var idle, held float64
			for b.Loop() {
				idle = resident(b, p.Process.Pid)
				release := holdIdle(b, p.Addr, count)
				held = resident(b, p.Process.Pid)
				release()
			}
			b.ReportMetric(busy[d].Seconds()/watch.Seconds()*100, "%core")
			b.ReportMetric(idle/1e6, "MB-idle")
			b.ReportMetric((held-idle)/1e6/float64(count)*1000, "MB/1000-connections")
		})
	}
}

// startIdle starts a process on each database and asks it for a few things.
func startIdle(b *testing.B) map[store.Dialect]*program.Process {
	b.Helper()
	processes := map[store.Dialect]*program.Process{}
	for _, d := range storetest.Dialects {
		url := storetest.URL(b, d)
		p := program.Start(b, program.On(url, append([]string{"serve"}, unlimitedFlags...)...)...)
		processes[d] = p
		_, key := newKey(b, url)
		for range 20 {
			for _, path := range []string{"/me", "/geo/brands", "/media", "/media/publish-quota"} {
				if a := get(b, p.URL+"/openapi/v1"+path, key); a.Code != 0 {
					b.Fatalf("%s", a.Body)
				}
			}
		}
	}
	return processes
}

// usedBy is the processor time a process has taken.
func usedBy(b *testing.B, pid int) time.Duration {
	b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		b.Skip(err)
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	var ticks int
	for _, field := range fields[11:13] { // in the program and in the kernel
		n, err := strconv.Atoi(field)
		must.Do(b, err)
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

// resident is the memory of a process, in bytes.
func resident(b *testing.B, pid int) float64 {
	b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Skip(err)
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	kb, err := strconv.Atoi(strings.Fields(rest)[0])
	must.Do(b, err)
	return float64(kb) * 1024
}
