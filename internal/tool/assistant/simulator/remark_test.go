package simulator

import (
	"strings"
	"testing"

	"renown/internal/tool/answer"
)

// Every remark is read with the sign that it is meant to have: what praises as praise, what blames as blame, what does both as neither
// strongly.
func TestRemarksReadAsMeant(t *testing.T) {
	t.Parallel()
	for _, l := range languages() {
		seen := map[string]bool{}
		for _, m := range l.markets {
			reader := answer.NewReader([]answer.Entity{{ID: "it", Name: m.Brands[0]}})
			read := func(list []remark, fits func(float64) bool) {
				for _, r := range list {
					if seen[r.text] { // taken over from another market
						continue
					}
					seen[r.text] = true
					found := reader.Read("1. **"+m.Brands[0]+"**"+l.colon+sentence(r.text, l)+l.stop, "", nil)
					score := 0.0
					if s := found.Entities[0].Sentiment; s != nil {
						score = s.Score
					}
					if !fits(score) {
						t.Errorf("%s: %q reads as %.2f", m.ID, r.text, score)
					}
				}
			}
			read(m.Good, func(score float64) bool { return score > 0.2 })
			read(m.Mild, func(score float64) bool { return score > -0.6 && score < 0.6 })
			read(m.Bad, func(score float64) bool { return score < -0.2 })
		}
	}
}

// Every market has enough to say that an answer need not repeat itself, and something to say of whatever it praised.
func TestMarketsSuffice(t *testing.T) {
	t.Parallel()
	for _, l := range languages() {
		for _, m := range l.markets {
			if len(m.Good) < 8 || len(m.Mild) < 4 || len(m.Bad) < 4 || len(m.weighed) < 4 || len(m.Who) < 4 || len(m.Price) != 3 || len(m.Tips) < 4 || len(m.After) < 2 || len(m.Brands) < 6 {
				t.Errorf("%s has too little: %d good, %d mild, %d bad, %d traits, %d people, %d prices, %d tips, %d steps", m.ID, len(m.Good), len(m.Mild), len(m.Bad), len(m.weighed), len(m.Who), len(m.Price), len(m.Tips), len(m.After))
			}
			for _, list := range [][]remark{m.Good, m.Mild, m.Bad, m.Tips} {
				for _, r := range list {
					if len(r.words) == 0 || strings.HasSuffix(r.text, l.stop) {
						t.Errorf("%s: %q says nothing of what it is about, or ends in a full stop", m.ID, r.text)
					}
				}
			}
		}
	}
}
