package insight

import (
	"strconv"

	"renown/internal/tool/stat"
)

func ptr[T any](v T) *T { return &v }

func itoa(n int) string { return strconv.Itoa(n) }

// Interval is the 95 % bounds of an estimate; both are nil without a sample.
type Interval struct {
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
}

func interval(i stat.Interval, ok bool) Interval {
	if !ok {
		return Interval{}
	}
	return Interval{ptr(i.Low), ptr(i.High)}
}

// Half is half of the interval's width; false without a sample.
func (i Interval) Half() (float64, bool) {
	if i.Low == nil {
		return 0, false
	}
	return (*i.High - *i.Low) / 2, true
}

func rate(k, n int64) *float64 {
	if n == 0 {
		return nil
	}
	return ptr(float64(k) / float64(n))
}

func wilson(k, n int64) Interval { return interval(stat.Wilson(int(k), int(n))) }

func mean(s stat.Sample) *float64 {
	if v, ok := s.Mean(); ok {
		return ptr(v)
	}
	return nil
}

// Change is a figure beside the same figure of the period before.
type Change struct {
	Previous    *float64 `json:"previous"`
	Change      *float64 `json:"change"`
	Significant bool     `json:"significant"`
}

func changed(now, before *float64, test stat.Test, ok bool) Change {
	c := Change{Previous: before}
	if now != nil && before != nil {
		c.Change, c.Significant = ptr(*now-*before), ok && test.Significant()
	}
	return c
}

// Indicator is one key figure.
type Indicator struct {
	Value *float64 `json:"value"`
	Interval
	Numerator   float64 `json:"numerator"`
	Denominator int64   `json:"denominator"`
	Change
}

// share is hits among a number.
type share struct{ hits, n int64 }

// proportion is an indicator that is a rate, tested by two proportions.
func proportion(now, before share) Indicator {
	value := rate(now.hits, now.n)
	test, ok := stat.TwoProportions(int(now.hits), int(now.n), int(before.hits), int(before.n))
	return Indicator{
		Value: value, Interval: wilson(now.hits, now.n), Numerator: float64(now.hits), Denominator: now.n,
		Change: changed(value, rate(before.hits, before.n), test, ok),
	}
}

// average is an indicator that is a mean, tested by Welch.
func average(now, before stat.Sample, low, high float64) Indicator {
	value := mean(now)
	test, ok := stat.Welch(now, before)
	return Indicator{
		Value: value, Interval: interval(now.Interval()).within(low, high), Numerator: now.Sum, Denominator: int64(now.N),
		Change: changed(value, mean(before), test, ok),
	}
}

// within cuts an interval off where no value can lie.
func (i Interval) within(low, high float64) Interval {
	if i.Low != nil {
		i.Low, i.High = ptr(max(*i.Low, low)), ptr(min(*i.High, high))
	}
	return i
}
