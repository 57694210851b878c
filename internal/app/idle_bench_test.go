package app_test

import (
	"syscall"
	"testing"
	"time"

	"renown/internal/testkit/apitest"
	"renown/internal/testkit/storetest"
)

// BenchmarkIdleServer measures what a server costs that nobody asks for anything: the processor time of this process over 10 s, once
// what happens at the start is over, as a share of one core. A database of its own process is not in it.
func BenchmarkIdleServer(b *testing.B) {
	const settle, watch = 3 * time.Second, 10 * time.Second
	for _, d := range storetest.Dialects {
		b.Run(string(d), func(b *testing.B) {
			atMost(b, 2)
			var share float64
			for b.Loop() {
				s := apitest.Start(b, d, apitest.Options{Logger: ordinaryLog(b), Settings: counted})
				<-time.After(settle)
				before, began := processorTime(b), time.Now()
				<-time.After(watch)
				share += (processorTime(b) - before).Seconds() / time.Since(began).Seconds()
				if err := s.Stop(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(share/float64(b.N)*100, "%core")
		})
	}
}

func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
