package sentiment

import (
	"os"
	"path/filepath"
	"testing"

	"renown/internal/testkit/must"
)

// dataFolder names a folder with public sets that may not be copied here.
const dataFolder = "RENOWN_ANSWER_DATA"

var publicSets = []string{
	"en_newsmtsc_T", "en_mams_T", "en_sentfin_T", "en_finentity_T",
	"en_amazon", "en_movie", "en_nyt", "en_tweets", "zh_snow", "zh_asap",
}

// The first two floors are what the product promises. The others keep what
// was reached from being lost unnoticed.
func TestQuality(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		file  string
		floor float64
	}{
		{"zh_ai_T.dev.tsv", 0.80},
		{"en_ai_T.dev.tsv", 0.70},
		{"zh_held_T.tsv", 0.80},
		{"en_held_T.tsv", 0.85},
		{"zh_rules_T.tsv", 0.92},
		{"en_rules_T.tsv", 0.88},
	} {
		set := readSet(t, filepath.Join("testdata", test.file))
		for name, how := range map[string]func(example) Label{"others known": judge, "others unknown": judgeAlone} {
			if got := macroF1(set, how); got < test.floor {
				t.Errorf("%s, %s: macro-F1 %.3f of %d, want at least %.2f", test.file, name, got, len(set), test.floor)
			}
		}
	}
}

// BenchmarkQuality prints macro-F1 of each set; its times mean nothing.
func BenchmarkQuality(b *testing.B) {
	files, err := filepath.Glob("testdata/*_T*.tsv")
	must.Do(b, err)
	for _, file := range files {
		measureSet(b, file)
	}
	folder := os.Getenv(dataFolder)
	if folder == "" {
		b.Run("public sets", func(b *testing.B) { b.Skipf("%s names no folder", dataFolder) })
		return
	}
	for _, name := range publicSets {
		measureSet(b, filepath.Join(folder, name+".test.tsv.gz"))
	}
}

func measureSet(b *testing.B, file string) {
	b.Run(filepath.Base(file), func(b *testing.B) {
		if _, err := os.Stat(file); err != nil {
			b.Skip(err)
		}
		set := readSet(b, file)
		f1 := 0.0
		for b.Loop() {
			f1 = macroF1(set, judge)
		}
		b.ReportMetric(f1, "macro-F1")
		b.ReportMetric(float64(len(set)), "examples")
		b.ReportMetric(0, "ns/op")
	})
}
