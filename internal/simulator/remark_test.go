package simulator

import (
	"strings"
	"testing"

	"renown/internal/tool/answer"
)

// signs are the scores with which praise, blame and what is between them are to be read.
var signs = struct{ praise, between, blame func(float64) bool }{
	func(score float64) bool { return score > 0.2 },
	func(score float64) bool { return score > -0.65 && score < 0.65 },
	func(score float64) bool { return score < -0.2 },
}

// Everything that judges a brand is read with the sign that it is meant to have.
func TestRemarksReadAsMeant(t *testing.T) {
	t.Parallel()
	for _, l := range languages() {
		brand := l.other().Brands[0]
		reader := answer.NewReader([]answer.Entity{{ID: "it", Name: brand}})
		seen := map[string]bool{}
		read := func(text string, meant func(float64) bool) {
			if seen[text] { // taken over from another market
				return
			}
			seen[text] = true
			score := 0.0
			if s := reader.Read(text, "", nil).Entities[0].Sentiment; s != nil {
				score = s.Score
			}
			if !meant(score) {
				t.Errorf("%q reads as %.2f", text, score)
			}
		}
		item := func(text string) string { return "1. **" + brand + "**" + l.colon + sentence(text, l) + l.stop }
		for _, m := range l.markets {
			for _, r := range m.Good {
				read(item(r.text), signs.praise)
			}
			for _, r := range m.Mild {
				read(item(r.text), signs.between)
			}
			for _, r := range m.Bad {
				read(item(r.text), signs.blame)
				for _, p := range l.words.Recommend.Despite {
					read(item(p.fill(&slots{slotBad: r.text})), signs.blame)
				}
			}
		}
		for _, judged := range []struct {
			list  []pattern
			meant func(float64) bool
		}{
			{l.words.Review.Good, signs.praise},
			{l.words.Review.Mild, signs.between},
			{l.words.Review.Bad, signs.blame},
			{l.words.Review.Doubted.Good, signs.praise},
			{l.words.Review.Doubted.Mild, signs.between},
			{l.words.Review.Doubted.Bad, signs.blame},
		} {
			for _, p := range judged.list {
				read(p.fill(&slots{slotBrand: brand})+l.stop, judged.meant)
			}
		}
		for _, p := range l.words.Refuse {
			if state := reader.Read(p.fill(&slots{}), "", nil).State; state != answer.Refused {
				t.Errorf("%q reads as %s", p.fill(&slots{}), state)
			}
		}
	}
}

// Every market has enough to say that an answer need not repeat itself, and something to say of whatever it praised.
func TestMarketsSuffice(t *testing.T) {
	t.Parallel()
	for _, l := range languages() {
		for _, m := range l.markets {
			if len(m.Good) < 8 || len(m.Mild) < 4 || len(m.Bad) < 4 || len(m.weighed) < 4 || len(m.Who) < 4 ||
				len(m.Price) != 3 || len(m.Tips) < 4 || len(m.After) < 2 || len(m.Brands) < 6 {
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
