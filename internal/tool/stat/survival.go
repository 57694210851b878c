package stat

import (
	"cmp"
	"math"
	"slices"
)

// Waiting is how long something was waited for, and whether it came. What has not come yet is censored, not counted as never.
type Waiting struct {
	Days float64
	Came bool
}

// Step is the share for whom it had come by a day, with its interval (Kaplan and Meier, Greenwood on the log-log scale).
type Step struct {
	Day     float64 `json:"day"`
	Share   float64 `json:"share"`
	Low     float64 `json:"low"`
	High    float64 `json:"high"`
	AtRisk  int     `json:"at_risk"`
	Arrived int     `json:"arrived"`
}

// KaplanMeier is their estimator of the curve, a step for each day on which something came.
func KaplanMeier(list []Waiting) (steps []Step) {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b Waiting) int { return cmp.Compare(a.Days, b.Days) })
	left, sum := 1.0, 0.0
	for i := 0; i < len(list); {
		day, came, n := list[i].Days, 0, 0
		for ; i+n < len(list) && list[i+n].Days == day; n++ {
			if list[i+n].Came {
				came++
			}
		}
		if atRisk := len(list) - i; came > 0 {
			left *= 1 - float64(came)/float64(atRisk)
			if atRisk > came {
				sum += float64(came) / (float64(atRisk) * float64(atRisk-came))
			}
			s := Step{Day: day, Share: 1 - left, Low: 1 - left, High: 1 - left, AtRisk: atRisk, Arrived: came}
			if left == 0 { // the variance is not known, and what was reached before is reached
				s.Low = score(1, float64(atRisk), z95).Low
				if len(steps) > 0 {
					s.Low = steps[len(steps)-1].Low
				}
			} else {
				half := z95 * math.Sqrt(sum) / math.Abs(math.Log(left))
				s.Low, s.High = 1-math.Pow(left, math.Exp(-half)), 1-math.Pow(left, math.Exp(half))
			}
			steps = append(steps, s)
		}
		i += n
	}
	return steps
}

// Median is the day by which it had come for half, and between which days that lies; an end that is not reached is
// not a number. It is false where less than half is reached.
func Median(steps []Step) (day float64, in Interval, ok bool) {
	day, in = math.NaN(), Interval{math.NaN(), math.NaN()}
	for _, s := range steps {
		if math.IsNaN(in.Low) && s.High >= 0.5 {
			in.Low = s.Day
		}
		if math.IsNaN(day) && s.Share >= 0.5 {
			day = s.Day
		}
		if math.IsNaN(in.High) && s.Low >= 0.5 {
			in.High = s.Day
		}
	}
	return day, in, !math.IsNaN(day)
}
