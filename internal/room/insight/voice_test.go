package insight

import (
	"testing"

	"renown/internal/testkit/expect"
	"renown/internal/tool/answer"
)

// A sentence knows how many of its answers are in the newer half; a theme moved when the halves differ by more than chance.
func TestThemeMoves(t *testing.T) {
	t.Parallel()
	var list []Quote
	for i := range 40 { // the newest first
		q := Quote{Sentence: "物流慢", Score: new(-0.5)}
		if i >= 16 {
			q.Sentence = "价格高"
		}
		list = append(list, q)
	}
	page := SentimentPage{Voices: Voices{"negative": voicesOf(list)}}
	for _, v := range page.Voices["negative"] {
		want := map[string][2]int64{"物流慢": {16, 16}, "价格高": {24, 4}}[v.Sentence]
		expect.Equal(t, [2]int64{v.Answers, v.Newer}, want, v.Sentence)
	}
	for _, c := range []struct {
		older, newer int64
		moved        bool
	}{{10, 10, false}, {10, 16, false}, {20, 4, true}, {0, 3, false}, {0, 5, true}} {
		one := Theme{Theme: answer.Theme{Negative: c.older + c.newer}, Newer: c.newer}
		expect.Equal(t, one.Moved(), c.moved, c)
		expect.Equal(t, one.Older(), c.older, c)
	}
}
