package reading_test

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"renown/internal/room/export"
	"renown/internal/testkit/must"
	"renown/internal/testkit/repeat"
)

// gauge counts what is written and looks at the heap from time to time.
type gauge struct {
	bytes, looked int64
	peak          uint64
}

const gaugeEvery = 4 << 20 // bytes between two looks

func (g *gauge) Write(p []byte) (int, error) {
	if g.bytes += int64(len(p)); g.bytes-g.looked >= gaugeEvery {
		g.looked = g.bytes
		g.look()
	}
	return len(p), nil
}

func (g *gauge) look() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	g.peak = max(g.peak, m.HeapInuse)
}

// BenchmarkBulk exports a year of answers and, for comparison, a quarter of it: memory follows neither. RENOWN_BULK_ANSWERS is how many.
func BenchmarkBulk(b *testing.B) {
	answers := 10_000
	if text := os.Getenv("RENOWN_BULK_ANSWERS"); text != "" {
		n, err := strconv.Atoi(text)
		must.Do(b, err)
		answers = n
	}
	y := newYear(b, answers)
	y.Exec(b, `UPDATE answer_texts SET text = answer_id || $1`, strings.Repeat("云栖笔记的离线编辑很好用，协作也快；", 20)) // a KB
	for _, c := range []struct{ name, table, format, from string }{
		{"answers/ndjson", "answers", "ndjson", "2026-01-01"},
		{"answers/csv", "answers", "csv", "2026-01-01"},
		{"answers/parquet", "answers", "parquet", "2026-01-01"},
		{"answers/parquet/quarter", "answers", "parquet", "2026-10-01"},
		{"citations/parquet", "citations", "parquet", "2026-01-01"},
	} {
		b.Run(c.name, func(b *testing.B) {
			repeat.AtMost(b, 2)
			var g gauge
			for b.Loop() {
				runtime.GC()
				file, err := y.Bulk.Open(b.Context(), y.b.Who, y.b.ID,
					export.Query{Table: c.table, Format: c.format, From: c.from, To: "2026-12-31"})
				must.Do(b, err)
				must.Do(b, file.Write(b.Context(), &g))
				g.look()
			}
			if c.table == "answers" {
				share := 1.0
				if c.from != "2026-01-01" {
					share = 0.25
				}
				b.ReportMetric(float64(answers)*share*float64(b.N)/b.Elapsed().Seconds(), "answers/s")
			}
			b.ReportMetric(float64(g.peak)/(1<<20), "peak-MB")
			b.ReportMetric(float64(g.bytes)/float64(b.N)/(1<<20), "MB")
		})
	}
}
