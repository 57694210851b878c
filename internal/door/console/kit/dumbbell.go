package kit

import (
	"context"
	"math"
)

// Dumbbell sets the brand beside its strongest competitor, on a scale from 0 to 100. Rates are 0 to 1.
type Dumbbell struct {
	Label           string // for who listens
	Us, Them        float64
	UsName, Rival   string
	Alone           bool // there is no competitor
	Named           bool // names stand beside the figures
	Height          int
	usText, rivText string
}

// Ready fills in what is written.
func (d Dumbbell) ready(ctx context.Context) Dumbbell {
	d.usText, d.rivText = Whole(d.Us), Whole(d.Them)
	if d.Named {
		d.usText, d.rivText = T(ctx, "你")+" "+d.usText, d.Rival+" "+d.rivText
	}
	if d.Height == 0 {
		d.Height = 28
	}
	return d
}

// ahead tells whether the brand stands right of its competitor.
func (d Dumbbell) ahead() bool { return d.Us > d.Them }

func (d Dumbbell) at(rate float64) string { return Interval{Max: 1}.At(rate) }

// Whole is a rate in whole percent.
func Whole(rate float64) string { return Rounded(rate*100, 0) + "%" }

// Agreeing writes two rates and their difference in points so that what is printed adds up: in whole ones, else with a decimal.
func Agreeing(now, was float64) (nowText, wasText, by string) {
	digits := 0
	if math.Round(now*100)-math.Round(was*100) != math.Round((now-was)*100) || now < 0.1 && was < 0.1 {
		digits = 1
	}
	return Rounded(now*100, digits) + "%", Rounded(was*100, digits) + "%", Rounded(math.Abs(now-was)*100, digits)
}
