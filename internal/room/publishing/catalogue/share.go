package catalogue

import (
	"math"

	"renown/internal/tool/stat"
)

// Share is a share of all citations with its 95 % interval, from 0 to 1.
type Share struct {
	Rate, Low, High float64
	Of              int64 // citations in all
}

// Share tells how much of what is cited is the outlet's; false where nothing was measured or found.
func (g Geo) Share() (Share, bool) { return shareOf(g.Citations, g.CitationRate) }

// Share is that of the outlet on one platform.
func (g PlatformGeo) Share() (Share, bool) { return shareOf(g.Citations, g.CitationRate) }

func shareOf(citations int64, rate *float64) (Share, bool) {
	if rate == nil || *rate <= 0 || citations <= 0 {
		return Share{}, false
	}
	of := int64(math.Round(float64(citations) / *rate))
	i, ok := stat.Wilson(int(citations), int(of))
	return Share{*rate, i.Low, i.High, of}, ok
}
