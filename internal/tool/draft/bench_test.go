package draft

import (
	"testing"

	"renown/internal/testkit/must"
)

// Fifty prompts for a brand that already has two thousand drafted ones: a few milliseconds at most.
func BenchmarkOffline(b *testing.B) {
	for _, name := range []string{"coffee", "notes"} {
		p := brands[name]
		var have Existing
		for len(have.Prompts) < 2000 {
			d, err := Offline(p, MaxCount, have)
			must.Do(b, err)
			for _, q := range prompts(d) {
				have.Prompts = append(have.Prompts, q.Text)
			}
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Offline(p, MaxCount, have); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/first", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Offline(p, MaxCount, Existing{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
