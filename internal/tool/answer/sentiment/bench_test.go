package sentiment

import (
	"strings"
	"testing"
)

// benchAnswer strings examples together to an answer of about 1.5 KB that
// names six things.
func benchAnswer(b *testing.B, file string) (string, []Mention) {
	const size, names = 1500, 6
	var text strings.Builder
	var mentions []Mention
	for i, e := range readSet(b, file) {
		if text.Len()+len(e.text) > size {
			continue
		}
		at := text.Len()
		mentions = append(mentions, Mention{at + e.target.Start, at + e.target.End, i % names})
		text.WriteString(e.text)
		text.WriteByte('\n')
	}
	return text.String(), mentions
}

// BenchmarkRead takes answers apart and judges all that they name. One core.
func BenchmarkRead(b *testing.B) {
	for name, file := range map[string]string{"zh": "testdata/zh_ai_T.dev.tsv", "en": "testdata/en_ai_T.dev.tsv"} {
		text, mentions := benchAnswer(b, file)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			var r Reader
			for b.Loop() {
				r.Read(text, mentions)
				for entity := range 6 {
					r.Score(entity)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "answers/s")
		})
	}
}
