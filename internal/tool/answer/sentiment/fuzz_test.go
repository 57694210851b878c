package sentiment

import (
	"path/filepath"
	"testing"

	"renown/internal/testkit/expect"
)

func FuzzScore(f *testing.F) {
	files, err := filepath.Glob("testdata/*_rules_T.tsv")
	if err != nil || len(files) == 0 {
		f.Fatal("no examples to begin with", err)
	}
	for _, file := range files {
		for _, e := range readSet(f, file) {
			other := Extent{}
			if len(e.others) > 0 {
				other = e.others[0]
			}
			f.Add(e.text, e.target.Start, e.target.End, other.Start, other.End)
		}
	}
	for _, part := range hostile {
		f.Add(part+part+part, 0, 3, len(part), 2*len(part))
	}
	f.Fuzz(func(t *testing.T, text string, start, end, otherStart, otherEnd int) {
		got, ok := Score(text, []Extent{{start, end}, {end, end + 3}}, []Extent{{otherStart, otherEnd}, {start, otherEnd}})
		if !ok {
			expect.Equal(t, got, (Result{}), "nothing judged, but")
			return
		}
		if got.Score < -1 || got.Score > 1 || got.Score != got.Score {
			t.Errorf("score %v", got.Score)
		}
		if got.Label == Positive && got.Score <= 0 || got.Label == Negative && got.Score >= 0 {
			t.Errorf("%s with a score of %v", got.Label, got.Score)
		}
		if got.At.Start < 0 || got.At.End < got.At.Start || got.At.End > len(text) || got.Sentence != text[got.At.Start:got.At.End] {
			t.Errorf("sentence %q at %v", got.Sentence, got.At)
		}
		if len(got.Sentence) > maxQuote {
			t.Errorf("%d bytes quoted", len(got.Sentence))
		}
	})
}
