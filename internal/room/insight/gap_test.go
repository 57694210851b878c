package insight

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"renown/internal/floor/day"
	"renown/internal/room/reading"
)

// channelWorld is a market whose prompts differ in how often the brand is named and in what is cited for them.
type channelWorld struct {
	prompts, platforms, days, channels int

	spread      float64 // standard deviation over prompts of the logit of citing a channel
	persistence float64
	effect      float64 // on the logit of naming the brand, of citing the first channel
}

// nothingToWin has no channel that matters.
var nothingToWin = channelWorld{prompts: 10, platforms: 3, days: 30, channels: 30, spread: 1.5, persistence: 0.3}

func (w channelWorld) names() (list []string) {
	for c := range w.channels {
		list = append(list, fmt.Sprint("c", c))
	}
	return list
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// live calls do for each answer. A day's answer repeats the one before, naming and sources alike, with the chance of persistence.
func (w channelWorld) live(seed uint64, do func(*reading.Searched)) {
	random, names := rand.New(rand.NewPCG(seed, 5)), w.names()
	for p := range w.prompts {
		naming := random.NormFloat64()
		cites := make([]float64, w.channels)
		for c := range cites {
			cites[c] = logistic(-0.5 + w.spread*random.NormFloat64())
		}
		for platform := range w.platforms {
			one := reading.Searched{Counts: true, PromptID: fmt.Sprint("pmt_", p), Platform: fmt.Sprint("p", platform)}
			level := naming + 0.3*random.NormFloat64()
			for n := range w.days {
				if one.Day = day.Day(w.days - n); n == 0 || random.Float64() >= w.persistence {
					one.Channels = one.Channels[:0]
					at := level
					for c, chance := range cites {
						if random.Float64() >= chance {
							continue
						}
						if one.Channels = append(one.Channels, names[c]); c == 0 {
							at += w.effect
						}
					}
					one.Named = random.Float64() < logistic(at)
				}
				do(&one)
			}
		}
	}
}

// gaps are the channels that are told in one world.
func (w channelWorld) gaps(seed uint64) (told []string) {
	var open []*source
	for _, name := range w.names() {
		open = append(open, &source{source: name})
	}
	c := newContrasts(open)
	w.live(seed, c.add)
	for _, g := range c.missed(open).gaps {
		told = append(told, g.Channel)
	}
	return told
}

// A channel that is cited for prompts for which the brand is seldom named is none to win; one whose sources hold the brand back is.
func TestCalibratedGaps(t *testing.T) {
	t.Parallel()
	n := size(150)
	for _, w := range []channelWorld{
		nothingToWin,
		{20, 3, 30, 30, 1.5, 0.3, 0},
		{10, 3, 30, 30, 1.5, 0.6, 0},
		{10, 3, 7, 30, 1.5, 0.3, 0},
	} {
		any := 0.0
		for seed := range n {
			if len(w.gaps(uint64(seed))) > 0 {
				any++
			}
		}
		line{fmt.Sprintf("any channel where none matters, %+v", w), any / float64(n), 0, 0.1, n}.check(t)
	}
	w, found, others := nothingToWin, 0.0, 0.0
	w.effect = -1
	for seed := range n {
		told := w.gaps(uint64(seed))
		if at := slices.Index(told, "c0"); at >= 0 {
			found, told = found+1, slices.Delete(told, at, at+1)
		}
		others += float64(len(told))
	}
	line{"a channel that holds the brand back is found", found / float64(n), 0.8, 1, n}.check(t)
	line{"others are told beside it, a world", others / float64(n), 0, 0.15, n}.check(t)
}
