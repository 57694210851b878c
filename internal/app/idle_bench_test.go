package app_test

import (
	"testing"
	"time"

	"renown/internal/testkit/apitest"
	"renown/internal/testkit/storetest"
)

// BenchmarkIdleServer measures what a server costs that nobody asks for anything: the processor time of this process, once what happens
// at the start is over, as a share of one core. A database of its own process is not in it.
func BenchmarkIdleServer(b *testing.B) {
	const settle, watch = 3 * time.Second, 5 * time.Second
	for _, d := range storetest.Dialects {
		b.Run(string(d), func(b *testing.B) {
			apitest.Start(b, d, apitest.Options{Logger: ordinaryLog(b), Settings: counted})
			<-time.After(settle)
			b.Run("watch", func(b *testing.B) {
				atMost(b, 2)
				before := used(b)
				for b.Loop() {
					<-time.After(watch)
				}
				b.ReportMetric((used(b)-before).Seconds()/b.Elapsed().Seconds()*100, "%core")
			})
		})
	}
}
